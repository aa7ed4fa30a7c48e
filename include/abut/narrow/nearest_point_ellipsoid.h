// Closed form: the point of an ellipsoid nearest to a given point, inside or outside. Over a scalar or a pack of lanes.
//
// The secular equation (Hart 1994; Eberly, "Distance from a point to an ellipse, an ellipsoid, or a hyperellipsoid") is
// solved by Newton from the left, where it is convex and decreasing, so that the steps only ascend; the unknown is
// measured from the pole of the shortest axis, which keeps it exact for points near the plane across that axis.
#pragma once

#include "abut/narrow/nearest_point.h"

namespace abut {
inline namespace ABUT_ISA {

/// Whether `nearest_on_ellipsoid` may be asked: no axis so short that squares of the axes' ratios, or of a point of the
/// pair over an axis, overflow.
template <class T>
ABUT_INLINE MaskOf<T> has_nearest_on_ellipsoid(Vec3<T> half) {
  using R = RealOf<T>;
  const T longest = max_abs(half);
  const T shortest = min(min(half.x, half.y), half.z);
  return mask_and(shortest > T(R(sizeof(R) == 4 ? 0x1p-40 : 0x1p-200)),
                  shortest * T(R(sizeof(R) == 4 ? 0x1p12 : 0x1p100)) > longest);
}

namespace nearest_detail {

/// The secular equation of an ellipsoid and a point: the sum of (weight / (u + pole))^2 is 1. Data only.
template <class T>
struct Secular {
  T ratio[3];   ///< (h / shortest)^2
  T pole[3];    ///< that less 1
  T weight[3];  ///< |c| h / shortest^2
};

/// The left side less 1, and its slope.
template <class T>
ABUT_INLINE T excess(const Secular<T>& e, T at, T& slope) {
  using R = RealOf<T>;
  T sum = T(R(-1));
  slope = T(R(0));
  for (int i = 0; i < 3; ++i) {
    const MaskOf<T> counts = e.weight[i] > T(R(0));
    const T inverse = T(R(1)) / (at + e.pole[i]);
    const T term = e.weight[i] * inverse;
    sum = select(counts, fma(term, term, sum), sum);
    slope = select(counts, fma(term * term, inverse, slope), slope);
  }
  slope = T(R(-2)) * slope;
  return sum;
}

template <class T>
ABUT_INLINE T largest_root(const Secular<T>& e) {
  const T zero = T(RealOf<T>(0));
  T u = zero;  // the root is not below any of these
  for (int i = 0; i < 3; ++i) u = max(u, e.weight[i] - e.pole[i]);
  MaskOf<T> active = u >= zero;
  for (int k = 0; k < 64 && any(active); ++k) {
    T slope;
    const T f = excess(e, u, slope);
    const T next = u - f / slope;
    active = mask_and(mask_and(active, f > zero), slope<zero, next> u);
    u = select(active, next, u);
  }
  return u;
}

/// The point for the root `u`; where the given point `c` lies on the plane across the shortest axes, with what remains
/// for them.
template <class T>
ABUT_INLINE void point_at(const Secular<T>& e, T u, const T* h, const T* c, T* p) {
  using M = MaskOf<T>;
  using R = RealOf<T>;
  const T zero = T(R(0));
  T remaining = T(R(1));
  M on_plane[3];
  for (int i = 0; i < 3; ++i) {
    const T below = u + e.pole[i];
    on_plane[i] = mask_not(below > zero);
    p[i] = select(on_plane[i], zero, e.ratio[i] * c[i] / below);
    remaining = remaining - (p[i] / h[i]) * (p[i] / h[i]);
  }
  on_plane[1] = mask_and(on_plane[1], mask_not(on_plane[0]));
  on_plane[2] = mask_and(on_plane[2], mask_not(mask_or(on_plane[0], on_plane[1])));
  const T share = sqrt(max(remaining, zero));
  for (int i = 0; i < 3; ++i) p[i] = select(mask_and(on_plane[i], remaining > zero), h[i] * share, p[i]);
}

}  // namespace nearest_detail

/// To be asked only where `has_nearest_on_ellipsoid`.
template <class T>
ABUT_HD inline SurfacePoint<T> nearest_on_ellipsoid(Vec3<T> half, Vec3<T> q) {
  using M = MaskOf<T>;
  using R = RealOf<T>;
  using I = IndexOf<T>;
  const T one = T(R(1));
  const T h[3] = {half.x, half.y, half.z};
  const T c[3] = {q.x, q.y, q.z};
  const T shortest = min(min(h[0], h[1]), h[2]);
  nearest_detail::Secular<T> e;
  for (int i = 0; i < 3; ++i) {
    const T r = h[i] / shortest;
    e.ratio[i] = r * r;
    e.pole[i] = (r - one) * (r + one);
    e.weight[i] = abs(c[i]) / shortest * r;
  }
  T p[3];
  nearest_detail::point_at(e, nearest_detail::largest_root(e), h, c, p);
  const T g[3] = {p[0] / h[0] / h[0] * shortest, p[1] / h[1] / h[1] * shortest, p[2] / h[2] / h[2] * shortest};
  const T inverse = one / sqrt(fma(g[0], g[0], fma(g[1], g[1], g[2] * g[2])));
  SurfacePoint<T> out;
  out.p = {p[0], p[1], p[2]};
  out.normal = {g[0] * inverse, g[1] * inverse, g[2] * inverse};
  const Vec3<T> between = q - out.p;
  out.distance = dot(between, out.normal);
  // so far away the difference says the direction better than the gradient
  const M far = out.distance > max_abs(half);
  const T distance = length(between);
  out.normal = select<T>(far, between * (one / distance), out.normal);
  out.distance = select(far, distance, out.distance);
  out.carrier = {{I(on_ellipsoid), I(0), I(0)}, I(1)};
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
