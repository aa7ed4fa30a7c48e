// Pairs of cores that a closed form answers: points and segments with each other, a point with a box, cylinder, cone or
// ellipsoid. With rounding radii these are spheres and capsules. 3 to 70 times as fast as the search
// (bench/query_choices). The forms are over a scalar or a pack of lanes.
//
// Cores that touch to within rounding error have no direction of their own and are left to the general search, and so
// are poses that are no rotations to within rounding error where the closed form would need the inverse.
#pragma once

#include "abut/narrow/core_answer.h"
#include "abut/narrow/nearest_point.h"
#include "abut/narrow/nearest_point_ellipsoid.h"
#include "abut/narrow/problem.h"

namespace abut {

/// What a closed form says of two cores. Data only.
template <class T>
struct ClosedAnswer {
  Vec3<T> normal;  ///< unit, from A to B
  T separation, lower, bound_gap;
  Vec3<T> witness;  ///< on A
  T residual2;
  Carriers<T> carrier_a, carrier_b;
  MaskOf<T> found;  ///< else the rest says nothing
};

/// Two segments; a point is one of no length. Data only.
template <class T>
struct TwoSegments {
  Vec3<T> a[2], b[2];
  RelativePose<T> pose;
  T size;  ///< of the pair
};

/// A point, which lies at its own box centre, and a solid. Data only.
template <class T>
struct PointAndSolid {
  Vec3<T> half;
  RelativePose<T> pose;
  T size;
  ShapeKind kind;   ///< the solid's
  bool point_is_b;  ///< else A
};

/// Which closed form a pair of cores has.
enum class ClosedForm : std::uint8_t { none, two_points, two_segments, point_and_solid };

inline namespace ABUT_ISA {
namespace closed_form_detail {

ABUT_INLINE bool is_point(const ShapeHeader& h) { return h.kind == ShapeKind::vertex_set && h.vertex_count == 1; }
ABUT_INLINE bool is_thin(const ShapeHeader& h) { return h.kind == ShapeKind::vertex_set && h.vertex_count <= 2; }
ABUT_INLINE bool is_solid(const ShapeHeader& h) {
  return h.kind != ShapeKind::vertex_set && h.kind != ShapeKind::minkowski_sum;
}

/// Where A's origin lies in B's frame: the transpose is the inverse but for the rotation's rounding, which the second
/// step takes out.
template <class T>
ABUT_INLINE Vec3<T> origin_in_b(const RelativePose<T>& pose) {
  const Vec3<T> q = rotate_back(pose.rotation, -pose.translation);
  return q - rotate_back(pose.rotation, transform(pose, q));
}

/// Returns where the solid has a closed form.
template <class T>
ABUT_HD inline MaskOf<T> nearest_on_solid(ShapeKind kind, Vec3<T> half, Vec3<T> q, SurfacePoint<T>& out) {
  switch (kind) {
    case ShapeKind::box: out = nearest_on_box(half, q); break;
    case ShapeKind::cylinder: out = nearest_on_cylinder(half, q); break;
    case ShapeKind::cone: out = nearest_on_cone(half, q); return has_nearest_on_cone(half);
    default: out = nearest_on_ellipsoid(half, q); return has_nearest_on_ellipsoid(half);
  }
  return half.x <= half.x;
}

/// A point and a box, cylinder, cone or ellipsoid.
template <class T>
ABUT_HD inline void point_and_solid(const PointAndSolid<T>& p, ClosedAnswer<T>& out) {
  using R = RealOf<T>;
  using I = IndexOf<T>;
  constexpr R eps = Epsilon<R>::value;
  const T zero = T(R(0));
  const Carriers<T> vertex{{I(0), I(0), I(0)}, I(1)};
  SurfacePoint<T> s;
  Vec3<T> between;  // of the nearest points
  T distance;
  T off = zero;
  if (p.point_is_b) {
    out.found = nearest_on_solid(p.kind, p.half, p.pose.translation, s);
    between = p.pose.translation - s.p;
    out.normal = s.normal;
    distance = s.distance;
    out.witness = s.p;
    out.carrier_a = s.carrier;
    out.carrier_b = vertex;
  } else {
    off = off_rotation(p.pose.rotation);
    const MaskOf<T> known = nearest_on_solid(p.kind, p.half, origin_in_b(p.pose), s);
    out.found = mask_and(known, off <= T(R(16) * eps));
    between = transform(p.pose, s.p);
    const Vec3<T> normal = rotate(p.pose.rotation, -s.normal);
    out.normal = normal * (T(R(1.5)) - T(R(0.5)) * dot(normal, normal));
    // The distance in B's frame is as little itself as the rotation is one; in float, where what is far off is in
    // doubt, it has fewer roundings.
    distance = sizeof(R) < sizeof(double) ? s.distance : dot(out.normal, between);
    out.witness = {zero, zero, zero};
    out.carrier_a = vertex;
    out.carrier_b = s.carrier;
  }
  const Vec3<T> rest = multiply_add(out.normal, -s.distance, between);
  // The difference has a rounding error of its own, of a unit or so: what is beyond that is in doubt.
  const T reach = p.size + abs(s.distance);
  const T open = max(length(rest) - T(R(1.25) * eps) * reach, zero);
  out.residual2 = open * open;
  out.separation = distance;
  out.lower = s.distance;
  out.bound_gap = zero;
  // Seen from A, the solid is as little itself as the rotation is one.
  if (!p.point_is_b) out.lower = s.distance - (T(R(8) * eps) + T(R(2)) * off) * reach;
}

/// Whether nearest points so far apart have a direction of their own.
template <class T>
ABUT_INLINE MaskOf<T> has_direction(T distance, T scale) {
  using R = RealOf<T>;
  return distance > T(R(64) * Epsilon<R>::value) * scale;
}

/// Of the segment's parameter: its end, or both.
template <class T>
ABUT_INLINE Carriers<T> carrier_at(T s) {
  using R = RealOf<T>;
  using I = IndexOf<T>;
  const MaskOf<T> past_first = s > T(R(0));
  const MaskOf<T> inner = mask_and(past_first, s < T(R(1)));
  const I end = select(past_first, I(1), I(0));
  return {{select(inner, I(0), end), select(inner, I(1), I(0)), I(0)}, select(inner, I(2), I(1))};
}

/// Two points, which lie at their own box centres: B's is `at`. `size`: the pair's. Nothing but the distance's own
/// rounding is open, and what every record takes off its bound is more than that.
template <class T>
ABUT_HD inline void two_points(Vec3<T> at, T size, ClosedAnswer<T>& out) {
  using R = RealOf<T>;
  using I = IndexOf<T>;
  const T zero = T(R(0));
  const Vec3<T> r = Vec3<T>{zero, zero, zero} - at;
  const T distance = length(r);
  out.found = has_direction(distance, size + max_abs(at));
  out.normal = -(r * (T(R(1)) / distance));
  out.separation = out.lower = distance;
  out.bound_gap = out.residual2 = zero;
  out.witness = {zero, zero, zero};
  out.carrier_a = out.carrier_b = {{I(0), I(0), I(0)}, I(1)};
}

/// Two segments or points: Lumelsky 1985, with the cross product for the parameter, which keeps nearly parallel ones.
template <class T>
ABUT_HD inline void two_segments(const TwoSegments<T>& p, ClosedAnswer<T>& out) {
  using witness_detail::clamp01;
  using M = MaskOf<T>;
  using R = RealOf<T>;
  const T zero = T(R(0)), one = T(R(1));
  const Vec3<T> d1 = p.a[1] - p.a[0];
  const Vec3<T> d2 = rotate(p.pose.rotation, p.b[1] - p.b[0]);
  const Vec3<T> r = p.a[0] - transform(p.pose, p.b[0]);
  const T a = dot(d1, d1);
  const T e = dot(d2, d2);
  const Vec3<T> n = cross(d1, d2);
  const T nn = dot(n, n);
  const M skew = nn > zero;
  const M lost = mask_and(skew, nn < T(R(1) / Huge<R>::value));  // squares of such lengths have lost their digits
  T s = select(skew, clamp01(-dot(n, cross(r, d2)) / nn), zero);
  T t = select(e > zero, dot(d2, multiply_add(d1, s, r)) / e, zero);
  const M at_end = mask_not(mask_and(t > zero, t < one));
  t = select(at_end, clamp01(t), t);
  const T beside_end = select(a > zero, clamp01(-dot(d1, multiply_add(d2, -t, r)) / a), zero);
  s = select(at_end, beside_end, s);
  const Vec3<T> between = multiply_add(d2, -t, multiply_add(d1, s, r));
  // Perpendicular to the segments whose inner points are nearest, however short v is.
  const M inner_a = mask_and(s > zero, s < one);
  const M inner_b = mask_and(t > zero, t < one);
  Vec3<T> v = select<T>(inner_a, multiply_add(d1, -(dot(between, d1) / a), between), between);
  v = select<T>(inner_b, multiply_add(d2, -(dot(v, d2) / e), v), v);
  v = select<T>(mask_and(inner_a, inner_b, skew), n * (dot(n, r) / nn), v);
  const T distance = length(v);
  const T scale = p.size + max_abs(p.pose.translation);
  const Vec3<T> u = v * (one / distance);
  // The least height along u of any pair of points is the bound: where rounding took the wrong end for the nearest, or
  // the segments are too nearly parallel, it stays below.
  const T lower = dot(u, r) + min(dot(u, d1), zero) + min(-dot(u, d2), zero);
  const T rounding_error = T(R(2) * Epsilon<R>::value) * scale;
  const Vec3<T> rest = between - v;
  out.residual2 = dot(rest, rest);
  const M met = mask_and(distance - lower <= rounding_error, out.residual2 <= rounding_error * rounding_error);
  out.found = mask_and(mask_not(lost), has_direction(distance, scale), met);
  out.normal = -u;
  out.separation = distance;
  out.lower = min(lower, distance);
  out.bound_gap = distance - out.lower;
  out.witness = multiply_add(d1, s, p.a[0]);
  out.carrier_a = carrier_at(s);
  out.carrier_b = carrier_at(t);
}

template <class T, class Stored>
ABUT_INLINE TwoSegments<T> segments_of(const PairProblem<T, Stored>& p) {
  const auto end = [](const VertexSet<T, Stored>& set, std::uint32_t k) { return vertex(set, k < set.count ? k : 0); };
  return {{end(p.a.vertices, 0), end(p.a.vertices, 1)}, {end(p.b.vertices, 0), end(p.b.vertices, 1)}, p.pose, p.size};
}

template <class T>
ABUT_INLINE CarrierIds ids_of(const Carriers<T>& c) {
  return {{c.id[0], c.id[1], c.id[2]}, c.count};
}

}  // namespace closed_form_detail

/// That of two shapes, neither of which is empty.
ABUT_INLINE ClosedForm closed_form_of(const ShapeHeader& a, const ShapeHeader& b) {
  using namespace closed_form_detail;
  if (is_point(a) && is_point(b)) return ClosedForm::two_points;
  if (is_thin(a) && is_thin(b)) return ClosedForm::two_segments;
  const bool has_solid = (is_point(a) && is_solid(b)) || (is_solid(a) && is_point(b));
  return has_solid ? ClosedForm::point_and_solid : ClosedForm::none;
}

/// Answers the cores of `p` if they have a closed form. `out` was made by `no_answer`.
template <class T, class Stored>
ABUT_PHASE bool closed_form(const PairProblem<T, Stored>& p, CoreAnswer<T>& out) {
  using namespace closed_form_detail;
  ClosedAnswer<T> answer;
  switch (closed_form_of(*p.a.header, *p.b.header)) {
    case ClosedForm::none: return false;
    case ClosedForm::two_points: two_points(p.pose.translation, p.size, answer); break;
    case ClosedForm::two_segments: two_segments(segments_of(p), answer); break;
    case ClosedForm::point_and_solid: {
      const bool point_is_b = is_point(*p.b.header);
      const ConvexCore<T, Stored>& solid = point_is_b ? p.a : p.b;
      point_and_solid(PointAndSolid<T>{solid.half, p.pose, p.size, solid.header->kind, point_is_b}, answer);
    }
  }
  if (!answer.found) return false;
  out.normal = answer.normal;
  out.separation = answer.separation;
  out.lower = answer.lower;
  out.bound_gap = answer.bound_gap;
  out.witness.a = answer.witness;
  out.witness.residual2 = answer.residual2;
  out.carrier_a = ids_of(answer.carrier_a);
  out.carrier_b = ids_of(answer.carrier_b);
  return true;
}

}  // namespace ABUT_ISA
}  // namespace abut
