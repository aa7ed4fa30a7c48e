// Nearest points of separated cores as the feature of C says that supports v: its direction and plane, its bounds, its
// witness points. Over a scalar or a pack of lanes.
#pragma once

#include "abut/narrow/gjk.h"
#include "abut/narrow/witness.h"

namespace abut {

/// Three support points of C, the first repeated where fewer carry the feature. Data only.
template <class T>
struct NearestFeature {
  SupportPoint<T> point[3];
  MaskOf<T> two, three;  ///< points that differ: two or more, three
};

/// Data only.
template <class T>
struct FeatureAnswer {
  Vec3<T> normal;  ///< unit, from A to B
  T separation, lower, bound_gap;
  Witness<T> witness;
};

inline namespace ABUT_ISA {

/// The direction of v from the feature that supports it. The edges of C come from the shapes' own vertices and are
/// nearly exact however near the shapes are, while v itself is a small difference of rounded points. Returns where it
/// is one.
template <class T>
ABUT_HD inline MaskOf<T> direction_of(const NearestFeature<T>& f, Vec3<T> v, const RelativePose<T>& pose,
                                      Vec3<T>& unit) {
  using M = MaskOf<T>;
  using R = RealOf<T>;
  const T zero = T(R(0));
  Vec3<T> u = v;
  if (any(f.three)) {
    const TriangleCorner<T> corner = witness_detail::best_corner_of(f.point, pose);
    const Vec3<T> n = cross(corner.e1, corner.e2);
    u = select<T>(f.three, select<T>(dot(n, v) < zero, -n, n), u);
  }
  const M edge_only = mask_and(f.two, mask_not(f.three));
  if (any(edge_only)) {
    const Vec3<T> e = witness_detail::edge(f.point[0], f.point[1], pose);
    const T ee = dot(e, e);
    Vec3<T> across = v;
    for (int k = 0; k < 2; ++k) across = multiply_add(e, -(dot(across, e) / ee), across);
    u = select<T>(edge_only, across, u);
  }
  const T uu = dot(u, u);
  const M found = uu > zero;
  unit = select<T>(found, u * (T(R(1)) / sqrt(uu)), unit);
  return found;
}

/// How far along `unit` the plane through the points lies. Every vertex lies at this distance; the one nearest to the
/// origin knows it best.
template <class T>
ABUT_HD inline T plane_distance(const SupportPoint<T>* points, Vec3<T> unit) {
  T distance = dot(unit, points[0].w);
  T nearest = dot(points[0].w, points[0].w);
  for (int k = 1; k < 3; ++k) {
    const T ww = dot(points[k].w, points[k].w);
    distance = select(ww < nearest, dot(unit, points[k].w), distance);
    nearest = min(nearest, ww);
  }
  return distance;
}

/// What GJK's state `s` says, whose supporting feature is `f`.
template <class T, class SimplexData>
ABUT_HD inline FeatureAnswer<T> answer_of(const GjkState<T, SimplexData>& s, const NearestFeature<T>& f,
                                          const RelativePose<T>& pose, T good2) {
  using R = RealOf<T>;
  const T distance = sqrt(s.vv);
  FeatureAnswer<T> out;
  out.normal = s.v * (T(R(-1)) / distance);
  out.separation = distance;
  out.lower = s.vw / distance;
  out.bound_gap = distance - out.lower;
  out.witness = witness_on_triangle(f.point, s.v, pose, good2);
  return out;
}

/// The answer along the direction of the feature itself. Returns where there is one. Its separation is an upper bound
/// only where the foot of the origin lies in the feature.
template <class T, class Support>
ABUT_HD inline MaskOf<T> polished_answer(const NearestFeature<T>& f, Vec3<T> v, const Support& support, T good2,
                                         FeatureAnswer<T>& out) {
  using R = RealOf<T>;
  const T zero = T(R(0));
  Vec3<T> unit = -out.normal;
  const MaskOf<T> found = direction_of(f, v, support.pose, unit);
  out.normal = -unit;
  out.separation = plane_distance(f.point, unit);
  out.lower = dot(unit, support(-unit).w);
  out.bound_gap = out.separation - out.lower;
  out.witness = witness_on_triangle(f.point, unit * out.separation, support.pose, good2);
  const T square = out.separation * out.separation;
  return mask_and(found, out.separation > zero, square > T(R(1) / Huge<R>::value));
}

/// Takes `b` for `a` where m.
template <class T>
ABUT_INLINE void replace(MaskOf<T> m, FeatureAnswer<T>& a, const FeatureAnswer<T>& b) {
  a.normal = select<T>(m, b.normal, a.normal);
  a.separation = select(m, b.separation, a.separation);
  a.lower = select(m, b.lower, a.lower);
  a.bound_gap = select(m, b.bound_gap, a.bound_gap);
  a.witness.a = select<T>(m, b.witness.a, a.witness.a);
  a.witness.residual2 = select(m, b.witness.residual2, a.witness.residual2);
  for (int k = 0; k < 3; ++k) a.witness.used[k] = mask_select(m, b.witness.used[k], a.witness.used[k]);
}

/// What is open of an answer, squared: its bounds, and its witness points.
template <class T>
ABUT_INLINE T open2(const FeatureAnswer<T>& a) {
  return a.bound_gap * a.bound_gap + a.witness.residual2;
}

/// Whether bounds and witness points meet to a rounding error of the support points.
template <class T>
ABUT_INLINE MaskOf<T> is_good(const FeatureAnswer<T>& a, T good_gap, T good2) {
  return mask_and(a.bound_gap <= good_gap, a.witness.residual2 <= T(RealOf<T>(4)) * good2);
}

}  // namespace ABUT_ISA
}  // namespace abut
