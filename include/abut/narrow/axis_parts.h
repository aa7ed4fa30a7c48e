// Cores as polytopes and ellipsoids, cylinders and cones, and the arcs of directions on which their difference can be
// narrowest: what `revolved_axis_search` looks at.
#pragma once

#include "abut/narrow/axis_search.h"
#include "abut/narrow/symmetric_terms.h"

namespace abut {
inline namespace ABUT_ISA {
namespace revolved_axis_detail {

/// A polytope of A - B, without its place: one of B is mirrored through the origin. Data only.
template <class Stored>
struct AxisPolytope {
  ConvexCore<double, Stored> core;
  Mat3<double> rotation;
  double side;  ///< -1: mirrored

  ABUT_HD Vec3<double> at(std::uint32_t v) const { return rotate(rotation, vertex(core.vertices, v)) * side; }
  ABUT_HD std::uint32_t edge_count() const { return core.header->edge_count; }
  ABUT_HD std::uint32_t vertex_count() const { return core.vertices.count; }
  ABUT_HD axis_detail::Features<Stored> features() const { return {&core, {rotation, {0, 0, 0}}}; }
};

/// A - B: polytopes, and ellipsoids, cylinders and cones. Data only.
template <class Stored>
struct AxisParts {
  static constexpr int most_polytopes = 3;
  AxisPolytope<Stored> polytope[most_polytopes];
  SymmetricTerms solids;
  int polytopes;
  Vec3<double> axis;  ///< unit, of the first solid that is no ball; of balls alone: any
  bool has_axis;
  bool one_axis;                ///< all solids turn about it
  Vec3<double> place, place_a;  ///< of the sum of all centres, and of A's
  double off;                   ///< how far the solids are from what is said of them
  double off_axis;              ///< and from turning about the axis
  double tolerance;
};

template <class Stored>
ABUT_HD inline bool add_polytope(const ConvexCore<double, Stored>& core, const Mat3<double>& rotation, double side,
                                 AxisParts<Stored>& out) {
  if (core.vertices.count == 1) {
    const Vec3<double> at = rotate(rotation, vertex(core.vertices, 0));
    out.place = multiply_add(at, side, out.place);
    if (side > 0) out.place_a = out.place_a + at;
    return true;
  }
  const bool known =
      core.vertices.count == 2 || ((core.header->flags & convex_faces_flag) != 0 && core.header->face_count > 0);
  if (!known || out.polytopes == AxisParts<Stored>::most_polytopes) return false;
  out.polytope[out.polytopes++] = {core, rotation, side};
  return true;
}

template <class Stored>
ABUT_HD inline bool add_solid(const ConvexCore<double, Stored>& core, const Mat3<double>& rotation, double side,
                              AxisParts<Stored>& out) {
  SymmetricTerms& solids = out.solids;
  if (solids.count == SymmetricTerms::capacity) return false;
  SymmetricTerm& t = solids.term[solids.count];
  Vec3<double> centre;
  if (!symmetric_detail::term_of(core, t, centre)) return false;
  out.off += symmetric_detail::turn_term(rotation, t);
  for (int k = 0; k < 3; ++k) t.axis[k] = t.axis[k] * side;
  ++solids.count;
  if (side > 0) ++solids.count_a;
  if (t.spin == 3) return true;
  out.one_axis = out.one_axis && t.spin >= 0;
  if (t.spin < 0) return true;
  const Vec3<double> axis = t.axis[t.spin];
  if (!out.has_axis) out.axis = axis;
  out.has_axis = true;
  out.off_axis += length(cross(axis, out.axis)) * symmetric_detail::largest_extent(t);
  return true;
}

/// Adds the terms of a core. Returns whether all are what is looked at.
template <class Stored>
ABUT_HD inline bool add_parts(const ConvexCore<double, Stored>& core, const Mat3<double>& rotation, double side,
                              AxisParts<Stored>& out) {
  bool all = true;
  const auto add = [&](const ConvexCore<double, Stored>& leaf, const Mat3<double>& turn) {
    all = all &&
          (is_vertex_set(leaf.header->kind) ? add_polytope(leaf, turn, side, out) : add_solid(leaf, turn, side, out));
  };
  if (core.header->kind != ShapeKind::minkowski_sum) {
    add(core, rotation);
    return all;
  }
  core_detail::for_terms(core, [&](const ConvexCore<double, Stored>& leaf, const Mat3<double>& turn) {
    add(leaf, times(rotation, turn));
  });
  return all;
}

/// Returns whether A - B consists of polytopes, ellipsoids, cylinders and cones.
template <class Stored>
ABUT_HD inline bool parts_of(const PairProblem<double, Stored>& p, AxisParts<Stored>& out) {
  const Mat3<double> identity{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
  out.polytopes = out.solids.count = out.solids.count_a = 0;
  out.axis = {0, 0, 1};
  out.has_axis = false;
  out.one_axis = true;
  out.place = -p.pose.translation;
  out.place_a = {0, 0, 0};
  out.off = out.off_axis = 0;
  out.tolerance = 2 * Epsilon<double>::value * p.size;
  return add_parts(p.a, identity, 1, out) && add_parts(p.b, p.pose.rotation, -1, out);
}

/// What a plane sees of an ellipsoid. `d`: the plane's unit normal.
ABUT_HD inline PlanarOutline outline_of_ellipsoid(const SymmetricTerm& t, Vec3<double> e1, Vec3<double> e2,
                                                  Vec3<double> d) {
  using symmetric_detail::square;
  double q11 = 0, q12 = 0, q22 = 0, area2 = 0;
  for (int k = 0; k < 3; ++k) {
    const double x = dot(t.axis[k], e1) * t.extent[k], y = dot(t.axis[k], e2) * t.extent[k];
    q11 = fma(x, x, q11);
    q12 = fma(x, y, q12);
    q22 = fma(y, y, q22);
    area2 += square(t.extent[(k + 1) % 3] * t.extent[(k + 2) % 3] * dot(t.axis[k], d));
  }
  const double half = 0.5 * (q11 - q22), root = sqrt(fma(half, half, q12 * q12));
  const double most = 0.5 * (q11 + q22) + root;
  const PlaneVector along = half > 0 ? PlaneVector{half + root, q12} : PlaneVector{q12, root - half};
  return {arc_detail::dot(along, along) > 0 ? arc_detail::unit2(along) : PlaneVector{1, 0},
          0,
          most,
          most > 0 ? area2 / most : 0,
          2,
          0,
          false};
}

/// What a plane sees of a solid. `d`: the plane's unit normal.
ABUT_HD inline PlanarOutline outline_of(const SymmetricTerm& t, Vec3<double> e1, Vec3<double> e2, Vec3<double> d) {
  using symmetric_detail::square;
  if (t.kind == SymmetricTerm::Kind::ellipsoid && t.spin < 0) return outline_of_ellipsoid(t, e1, e2, d);
  const int spin = t.spin == 3 ? 0 : t.spin;
  const double half = t.extent[spin], radius = t.extent[(spin + 1) % 3];
  const double x = dot(t.axis[spin], e1), y = dot(t.axis[spin], e2), z = dot(t.axis[spin], d);
  const double along = sqrt(fma(x, x, y * y));
  const PlaneVector axis = along > 0 ? PlaneVector{x / along, y / along} : PlaneVector{1, 0};
  const double r2 = square(radius);
  if (t.kind == SymmetricTerm::Kind::ellipsoid) {
    return {axis, 0, fma(r2 * z, z, square(half * along)), r2, 2, 0, false};
  }
  const bool cone = t.kind == SymmetricTerm::Kind::cone;
  const PlaneVector side = symmetric_detail::side_normal(radius, half);
  const bool changes = cone && side.x < along;
  const double cosine = changes ? side.x / along : 2.0;
  const double sine = changes ? sqrt((along - side.x) * (along + side.x)) / along : 0.0;
  return {axis, half * along, r2 * z * z, r2, cosine, sine, cone};
}

/// What a plane sees of all solids; the sum's centre is still to be set.
template <class Stored>
ABUT_HD inline void see_solids(const AxisParts<Stored>& p, Vec3<double> e1, Vec3<double> e2, PlanarSum& out) {
  const Vec3<double> d = cross(e1, e2);
  out.count = p.solids.count;
  for (int k = 0; k < p.solids.count; ++k) out.outline[k] = outline_of(p.solids.term[k], e1, e2, d);
}

/// The directions of a plane in which m.w <= 0 for all w so far. Data only.
struct Wedge {
  PlaneVector from, to;  ///< counter-clockwise, half a turn at most
  bool whole, empty;
};
ABUT_HD inline void clip(Wedge& wedge, PlaneVector w, double tiny) {
  using namespace arc_detail;
  const double length2 = dot(w, w);
  if (wedge.empty || !(length2 > tiny * tiny)) return;
  const PlaneVector u = turned(unit2(w));
  if (wedge.whole) {
    wedge = {u, {-u.x, -u.y}, false, false};
    return;
  }
  constexpr double eps = 4 * Epsilon<double>::value;
  const double reach = eps * sqrt(length2);
  const bool from_in = dot(wedge.from, w) <= reach, to_in = dot(wedge.to, w) <= reach;
  // Of nearly half a turn both ends may be in, to within rounding error, and all between them out: those are on the
  // arcs of edges.
  const bool middle_out = dot(wedge.from, wedge.to) < 0 && dot(turned(wedge.from), w) > reach;
  wedge.empty = from_in == to_in && (!from_in || middle_out);
  if (from_in && !to_in) wedge.to = {-u.x, -u.y};
  if (!from_in && to_in) wedge.from = u;
  // One direction alone is on the arcs of edges, too; as an arc it would be a whole circle.
  if (dot(wedge.from, wedge.to) > 0 && !(cross(wedge.from, wedge.to) > eps)) wedge.empty = true;
}

}  // namespace revolved_axis_detail
}  // namespace ABUT_ISA
}  // namespace abut
