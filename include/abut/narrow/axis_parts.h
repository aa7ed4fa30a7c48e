// Cores as polytopes and solids of revolution about one axis, and the arcs of directions on which their difference can
// be narrowest: what `revolved_axis_search` looks at.
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

/// A solid of revolution about the axis of all. Data only.
struct AxisSolid {
  SymmetricTerm::Kind kind;
  double half, radius;
  double side;  ///< -1: its own axis points the other way
  bool of_a;
};

/// A - B. Data only.
template <class Stored>
struct AxisParts {
  static constexpr int most_polytopes = 3, most_solids = 4;
  AxisPolytope<Stored> polytope[most_polytopes];
  AxisSolid solid[most_solids];
  int polytopes, solids;
  Vec3<double> axis;  ///< unit; of balls alone: any
  bool has_axis;
  Vec3<double> place, place_a;  ///< of the sum of all centres, and of A's
  double off;                   ///< how far the solids are from what is said of them
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
  SymmetricTerm t;
  Vec3<double> centre;
  if (out.solids == AxisParts<Stored>::most_solids || !symmetric_detail::term_of(core, t, centre) || t.spin < 0) {
    return false;
  }
  out.off += symmetric_detail::turn_term(rotation, t);
  const bool ball = t.spin == 3;
  if (ball) t.spin = 0;
  const Vec3<double> axis = t.axis[t.spin] * side;
  if (!ball && !out.has_axis) {
    out.axis = axis;
    out.has_axis = true;
  }
  const bool along = dot(axis, out.axis) >= 0;
  if (!ball) out.off += length(cross(axis, out.axis)) * symmetric_detail::largest_extent(t);
  out.solid[out.solids++] = {t.kind, t.extent[t.spin], t.extent[(t.spin + 1) % 3], ball || along ? 1.0 : -1.0,
                             side > 0};
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

/// Returns whether A - B consists of polytopes, one at least, and of solids of revolution about one axis.
template <class Stored>
ABUT_HD inline bool parts_of(const PairProblem<double, Stored>& p, AxisParts<Stored>& out) {
  const Mat3<double> identity{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
  out.polytopes = out.solids = 0;
  out.axis = {0, 0, 1};
  out.has_axis = false;
  out.place = -p.pose.translation;
  out.place_a = {0, 0, 0};
  out.off = 0;
  out.tolerance = 2 * Epsilon<double>::value * p.size;
  return add_parts(p.a, identity, 1, out) && add_parts(p.b, p.pose.rotation, -1, out) && out.polytopes > 0;
}

/// What a plane sees of a solid. `d`: the plane's unit normal.
ABUT_HD inline PlanarOutline outline_of(const AxisSolid& t, Vec3<double> spin, Vec3<double> e1, Vec3<double> e2,
                                        Vec3<double> d) {
  using symmetric_detail::square;
  const double x = dot(spin, e1) * t.side, y = dot(spin, e2) * t.side, z = dot(spin, d);
  const double along = sqrt(fma(x, x, y * y));
  const PlaneVector axis = along > 0 ? PlaneVector{x / along, y / along} : PlaneVector{1, 0};
  const double r2 = square(t.radius);
  if (t.kind == SymmetricTerm::Kind::ellipsoid) {
    return {axis, 0, fma(r2 * z, z, square(t.half * along)), r2, 2, 0, false};
  }
  const bool cone = t.kind == SymmetricTerm::Kind::cone;
  const PlaneVector side = symmetric_detail::side_normal(t.radius, t.half);
  const bool changes = cone && side.x < along;
  const double cosine = changes ? side.x / along : 2.0;
  const double sine = changes ? sqrt((along - side.x) * (along + side.x)) / along : 0.0;
  return {axis, t.half * along, r2 * z * z, r2, cosine, sine, cone};
}

/// What a plane sees of all solids; the sum's centre is still to be set.
template <class Stored>
ABUT_HD inline void see_solids(const AxisParts<Stored>& p, Vec3<double> e1, Vec3<double> e2, PlanarSum& out) {
  const Vec3<double> d = cross(e1, e2);
  out.count = p.solids;
  for (int k = 0; k < p.solids; ++k) out.outline[k] = outline_of(p.solid[k], p.axis, e1, e2, d);
}

/// The directions of a plane in which m.w <= 0 for all w so far. Data only.
struct Wedge {
  PlaneVector from, to;  ///< counter-clockwise, half a turn at most
  bool whole, empty;
};
ABUT_HD inline void clip(Wedge& wedge, PlaneVector w, double tiny) {
  using namespace arc_detail;
  const double length2 = dot2(w, w);
  if (wedge.empty || !(length2 > tiny * tiny)) return;
  const PlaneVector u = turned(unit2(w));
  if (wedge.whole) {
    wedge = {u, {-u.x, -u.y}, false, false};
    return;
  }
  constexpr double eps = 4 * Epsilon<double>::value;
  const double reach = eps * sqrt(length2);
  const bool from_in = dot2(wedge.from, w) <= reach, to_in = dot2(wedge.to, w) <= reach;
  // Of nearly half a turn both ends may be in, to rounding, and all between them out: those are on the arcs of edges.
  const bool middle_out = dot2(wedge.from, wedge.to) < 0 && dot2(turned(wedge.from), w) > reach;
  wedge.empty = from_in == to_in && (!from_in || middle_out);
  if (from_in && !to_in) wedge.to = {-u.x, -u.y};
  if (!from_in && to_in) wedge.from = u;
  // One direction alone is on the arcs of edges, too; as an arc it would be a whole circle.
  if (dot2(wedge.from, wedge.to) > 0 && !(cross2(wedge.from, wedge.to) > eps)) wedge.empty = true;
}

}  // namespace revolved_axis_detail
}  // namespace ABUT_ISA
}  // namespace abut
