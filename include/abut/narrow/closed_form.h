// Pairs of cores that a closed form answers: points and segments with each other, a point with a box, cylinder, cone or
// ellipsoid. With rounding radii these are spheres and capsules. 3 to 70 times as fast as the search
// (bench/query_choices).
//
// Cores that touch to within rounding have no direction of their own and are left to the general search, and so are
// poses that are no rotations to rounding where the closed form would need the inverse.
#pragma once

#include "abut/narrow/core_answer.h"
#include "abut/narrow/nearest_on.h"
#include "abut/narrow/problem.h"

namespace abut {
inline namespace ABUT_ISA {
namespace closed_form_detail {

ABUT_INLINE bool is_point(const ShapeHeader& h) { return h.kind == ShapeKind::vertex_set && h.vertex_count == 1; }
ABUT_INLINE bool is_thin(const ShapeHeader& h) { return h.kind == ShapeKind::vertex_set && h.vertex_count <= 2; }

/// R^T R = I to rounding.
template <class T>
ABUT_HD inline bool is_rotation(const Mat3<T>& r) {
  const Mat3<T> square = transpose_times(r, r);
  T worst = T(0);
  for (int k = 0; k < 9; ++k) worst = max(worst, abs(square.m[k] - (k % 4 == 0 ? T(1) : T(0))));
  return worst <= T(4) * Epsilon<T>::value;
}

template <class T>
ABUT_HD inline bool nearest_on_core(const ShapeHeader& h, Vec3<T> half, Vec3<T> q, SurfacePoint<T>& out) {
  switch (h.kind) {
    case ShapeKind::box: out = nearest_on_box(half, q); return true;
    case ShapeKind::cylinder: out = nearest_on_cylinder(half, q); return true;
    case ShapeKind::cone:
      if (!has_nearest_on_cone(half)) return false;
      out = nearest_on_cone(half, q);
      return true;
    case ShapeKind::ellipsoid:
      if (!has_nearest_on_ellipsoid(half)) return false;
      out = nearest_on_ellipsoid(half, q);
      return true;
    default: return false;
  }
}

/// A point and a solid. The point lies at its own box centre.
template <class T, class Stored>
ABUT_HD inline bool point_and_solid(const PairProblem<T, Stored>& p, CoreAnswer<T>& out) {
  const CarrierIds vertex{{0, 0, 0}, 1};
  SurfacePoint<T> s;
  Vec3<T> between;  // of the nearest points
  if (is_point(*p.b.header)) {
    if (!nearest_on_core(*p.a.header, p.a.half, p.pose.translation, s)) return false;
    between = p.pose.translation - s.p;
    out.normal = s.normal;
    out.witness.a = s.p;
    out.carrier_a = s.carrier;
    out.carrier_b = vertex;
  } else {
    const Mat3<T>& r = p.pose.rotation;
    if (!is_rotation(r)) return false;
    if (!nearest_on_core(*p.b.header, p.b.half, rotate_back(r, -p.pose.translation), s)) return false;
    between = transform(p.pose, s.p);
    out.normal = rotate(r, -s.normal);
    out.witness.a = {T(0), T(0), T(0)};
    out.carrier_a = vertex;
    out.carrier_b = s.carrier;
  }
  const Vec3<T> rest = multiply_add(out.normal, -s.distance, between);
  // The difference has a rounding of its own, of a unit or so: what is beyond that is in doubt.
  const T open = max(length(rest) - T(1.25) * Epsilon<T>::value * (p.size + abs(s.distance)), T(0));
  out.witness.residual2 = open * open;
  out.separation = out.lower = s.distance;
  // The transpose is the inverse to rounding only.
  if (!is_point(*p.b.header)) out.lower = s.distance - T(8) * Epsilon<T>::value * (p.size + abs(s.distance));
  return true;
}

template <class T, class Stored>
ABUT_INLINE Vec3<T> end_of(const VertexSet<T, Stored>& set, std::uint32_t k) {
  return vertex(set, k < set.count ? k : 0);
}

/// Of the segment's parameter: its end, or both.
template <class T>
ABUT_INLINE CarrierIds carrier_at(T s) {
  if (s > T(0) && s < T(1)) return {{0, 1, 0}, 2};
  return {{s > T(0) ? 1u : 0u, 0, 0}, 1};
}

/// Two segments or points: Lumelsky 1985, with the cross product for the parameter, which keeps nearly parallel ones.
template <class T, class Stored>
ABUT_HD inline bool two_segments(const PairProblem<T, Stored>& p, CoreAnswer<T>& out) {
  const Vec3<T> a0 = end_of(p.a.vertices, 0);
  const Vec3<T> d1 = end_of(p.a.vertices, 1) - a0;
  const Vec3<T> b0 = end_of(p.b.vertices, 0);
  const Vec3<T> d2 = rotate(p.pose.rotation, end_of(p.b.vertices, 1) - b0);
  const Vec3<T> r = a0 - transform(p.pose, b0);
  const T a = dot(d1, d1);
  const T e = dot(d2, d2);
  const Vec3<T> n = cross(d1, d2);
  const T nn = dot(n, n);
  if (nn > T(0) && nn < T(1) / Huge<T>::value) return false;  // squares of such lengths have lost their digits
  T s = nn > T(0) ? witness_detail::clamp01(-dot(n, cross(r, d2)) / nn) : T(0);
  T t = e > T(0) ? dot(d2, multiply_add(d1, s, r)) / e : T(0);
  if (!(t > T(0) && t < T(1))) {
    t = witness_detail::clamp01(t);
    s = a > T(0) ? witness_detail::clamp01(-dot(d1, multiply_add(d2, -t, r)) / a) : T(0);
  }
  const Vec3<T> between = multiply_add(d2, -t, multiply_add(d1, s, r));
  Vec3<T> v = between;
  // Perpendicular to the segments whose inner points are nearest, however short v is.
  const bool inner_a = s > T(0) && s < T(1);
  const bool inner_b = t > T(0) && t < T(1);
  if (inner_a && inner_b && nn > T(0)) {
    v = n * (dot(n, r) / nn);
  } else {
    if (inner_a) v = multiply_add(d1, -(dot(v, d1) / a), v);
    if (inner_b) v = multiply_add(d2, -(dot(v, d2) / e), v);
  }
  const T distance = length(v);
  const T scale = p.size + max_abs(p.pose.translation);
  if (!(distance > T(64) * Epsilon<T>::value * scale)) return false;
  const Vec3<T> u = v * (T(1) / distance);
  // The least height along u of any pair of points is the bound: where rounding took the wrong end for the nearest, or
  // the segments are too nearly parallel, it stays below.
  const T lower = dot(u, r) + min(dot(u, d1), T(0)) + min(-dot(u, d2), T(0));
  const T rounding = T(2) * Epsilon<T>::value * scale;
  const Vec3<T> rest = between - v;
  if (!(distance - lower <= rounding && dot(rest, rest) <= rounding * rounding)) return false;
  out.normal = -u;
  out.separation = distance;
  out.lower = min(lower, distance);
  out.gap = distance - out.lower;
  out.witness.a = multiply_add(d1, s, a0);
  out.witness.residual2 = dot(rest, rest);
  out.carrier_a = carrier_at(s);
  out.carrier_b = carrier_at(t);
  return true;
}

}  // namespace closed_form_detail

/// Answers the cores of `p` if they have a closed form. `out` was made by `no_answer`.
template <class T, class Stored>
ABUT_PHASE bool closed_form(const PairProblem<T, Stored>& p, CoreAnswer<T>& out) {
  using namespace closed_form_detail;
  const ShapeHeader& a = *p.a.header;
  const ShapeHeader& b = *p.b.header;
  if (is_thin(a) && is_thin(b)) return two_segments(p, out);
  if (is_point(a) || is_point(b)) return point_and_solid(p, out);
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
