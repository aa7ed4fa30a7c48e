// From stationary points of two skeletons to the pairs of the carriers: offsets, sides, and what second derivatives
// say.
//
// A carrier with an offset r has its point at r along its outward normal. With the common normal m of the skeletons,
// both u = m and u = -m give outward normals u at a and -u at b; for two curves or points they are the same pair.
#pragma once

#include "abut/brep/extremum.h"

namespace abut {

/// Two carriers in a frame with the origin at a's, a's skeleton not behind b's, and the list to fill. Data only.
template <class T>
struct CarrierPair {
  Carrier<T> a, b;
  StationaryPairs<T>* out;
  T size;  ///< distance of origins and radii, all together
};

/// A point of a skeleton and the skeleton's unit tangent there, zero where it is a point. Data only.
template <class T>
struct SkeletonPoint {
  Vec3<T> x, tangent;
};

/// What differs from 0 by less is not told from it: 8 roundings in directions, whose coordinates have one each, and
/// some more of what is made of them.
template <class T>
inline constexpr T carrier_noise = T(8) * Epsilon<T>::value;

inline namespace ABUT_ISA {

namespace offered_detail {

template <class T>
ABUT_HD inline void add_between(const CarrierPair<T>& p, Vec3<T> a, Vec3<T> b, Vec3<T> normal, T gap, bool doubtful) {
  const Extremum found = extremum(local_form(p.a, a, normal), local_form(p.b, b, -normal), gap);
  add(*p.out, {a, b, normal, gap, doubtful && found == Extremum::minimum ? Extremum::undecided : found});
}

/// The common normal by the points, or by the tangents where these tell it better; zero where neither does.
template <class T>
ABUT_HD inline Vec3<T> common_normal(const CarrierPair<T>& p, const SkeletonPoint<T>& a, const SkeletonPoint<T>& b) {
  const Vec3<T> d = b.x - a.x, n = cross(a.tangent, b.tangent);
  const T apart = length(d), size = p.size + length(a.x) + length(b.x), sine = length(n);
  if (apart > max(carrier_noise<T>, sine) * size) return d * (T(1) / apart);
  // curves that touch have a double root, known to the square root of rounding, and so are their tangents
  if (!(sine > sqrt(carrier_noise<T>))) return {};
  return n * ((dot(n, d) < T(0) ? T(-1) : T(1)) / sine);
}

}  // namespace offered_detail

/// a's origin becomes the frame's.
template <class T>
ABUT_HD inline CarrierPair<T> carrier_pair(const Carrier<T>& a, const Carrier<T>& b, StationaryPairs<T>& out) {
  CarrierPair<T> p{a, b, &out, T(0)};
  p.b.origin = b.origin - a.origin;
  p.a.origin = {};
  p.size = length(p.b.origin);
  if (a.kind != CarrierKind::cone) p.size += abs(a.radius) + abs(a.minor_radius);
  if (b.kind != CarrierKind::cone) p.size += abs(b.radius) + abs(b.minor_radius);
  return p;
}

/// A stationary pair of the skeletons, neither of which is a plane or a cone.
template <class T>
ABUT_HD inline void offer(const CarrierPair<T>& p, const SkeletonPoint<T>& a, const SkeletonPoint<T>& b,
                          bool doubtful) {
  using namespace offered_detail;
  const bool sides = is_surface(p.a.kind) || is_surface(p.b.kind);
  Vec3<T> m = common_normal(p, a, b);
  if (!(squared_length(m) > T(0))) {  // they touch without a normal
    if (sides) {
      p.out->not_isolated = true;  // a whole circle or sphere of normals
      return;
    }
    const bool a_turns = squared_length(a.tangent) > T(0), b_turns = squared_length(b.tangent) > T(0);
    m = epa_detail::perpendicular(a_turns ? a.tangent : b_turns ? b.tangent : Vec3<T>{T(0), T(0), T(1)});
  }
  const T apart = dot(b.x - a.x, m), ra = offset(p.a), rb = offset(p.b);
  for (int side = 0; side < (sides ? 2 : 1); ++side) {
    const T sign = side == 0 ? T(1) : T(-1);
    const Vec3<T> u = m * sign;
    add_between(p, multiply_add(u, ra, a.x), multiply_add(u, -rb, b.x), u, sign * apart - ra - rb, doubtful);
  }
}

/// The skeleton's point a, and the point b of a plane or a cone with its outward normal.
template <class T>
ABUT_HD inline void offer_on_surface(const CarrierPair<T>& p, Vec3<T> a, Vec3<T> b, Vec3<T> outward, bool doubtful) {
  const T ra = offset(p.a);
  const Vec3<T> u = -outward;
  offered_detail::add_between(p, multiply_add(u, ra, a), b, u, dot(b - a, u) - ra, doubtful);
}

}  // namespace ABUT_ISA
}  // namespace abut
