// Separated cores: the nearest points from GJK's last state, with the direction taken again from the feature that
// supports them where rounding left the bounds apart.
#pragma once

#include "abut/narrow/core_answer.h"

namespace abut {
inline namespace ABUT_ISA {

/// The direction of v from the feature that supports it. The edges of C come from the shapes' own vertices and are
/// nearly exact however near the shapes are, while v itself is a small difference of rounded points.
template <class T>
ABUT_HD inline bool polished_direction(const SupportPoint<T>* points, int count, Vec3<T> v, const RelativePose<T>& pose,
                                       Vec3<T>& unit) {
  Vec3<T> u = v;
  if (count == 3) {
    u = cross(witness_detail::edge(points[0], points[1], pose), witness_detail::edge(points[0], points[2], pose));
    u = dot(u, v) < T(0) ? -u : u;
  } else if (count == 2) {
    const Vec3<T> e = witness_detail::edge(points[0], points[1], pose);
    const T ee = dot(e, e);
    for (int k = 0; k < 2; ++k) u = multiply_add(e, -(dot(u, e) / ee), u);
  }
  const T uu = dot(u, u);
  if (!(uu > T(0))) return false;
  unit = u * (T(1) / sqrt(uu));
  return true;
}

/// The nearest points of separated cores from GJK's last state. Where rounding of v leaves the bounds apart, the
/// polished direction closes them, or finds a vertex still nearer to the origin, and GJK goes on from there.
/// Returns whether the bound proves that they are separated.
template <class T, class Kept, class Support>
ABUT_PHASE bool separated_answer(GjkState<T, Kept>& s, const Support& support, T good2, CoreAnswer<T>& out) {
  if (s.overlap) return false;
  const T good_gap = T(2) * Epsilon<T>::value * sqrt(s.ww_max);
  for (int round = 0; round < 4; ++round) {
    const T distance = sqrt(s.vv);
    out.normal = s.v * (T(-1) / distance);
    out.separation = distance;
    out.lower = s.vw / distance;
    SupportPoint<T> points[3];
    const int count = supporting_feature(s, support, points);
    set_witness(out, points, s.v, support.pose, good2);
    if (distance - out.lower <= good_gap) break;

    Vec3<T> unit;
    if (!polished_direction(points, count, s.v, support.pose, unit)) break;
    const SupportPoint<T> p = support(-unit);
    const T lower = dot(unit, p.w);
    // Every vertex of the simplex lies at this distance; the nearest one knows it best.
    T upper = dot(unit, points[0].w);
    T nearest = dot(points[0].w, points[0].w);
    for (int k = 1; k < 3; ++k) {
      const T ww = dot(points[k].w, points[k].w);
      upper = ww < nearest ? dot(unit, points[k].w) : upper;
      nearest = min(nearest, ww);
    }
    if (!(upper > T(0))) break;
    // An upper bound only if the foot of the origin lies in the feature.
    CoreAnswer<T> polished = out;
    polished.normal = -unit;
    polished.separation = upper;
    polished.lower = lower;
    set_witness(polished, points, unit * upper, support.pose, good2);
    const bool foot_inside = polished.witness.residual2 <= T(4) * good2;
    if (foot_inside && lower > out.lower) out = polished;
    if (out.separation - out.lower <= good_gap) break;
    if (foot_inside) {
      s.v = unit * upper;
      s.vv = upper * upper;
    }
    s.active = true;
    const std::uint32_t before = s.iterations;
    gjk(s, support, NoCutoff<T>::value);
    if (s.overlap || s.iterations <= before + 1) break;
  }
  out.gap = max(out.separation - out.lower, T(0));
  return !s.overlap && out.lower > T(touching_units) * Epsilon<T>::value * sqrt(s.ww_max);
}

}  // namespace ABUT_ISA
}  // namespace abut
