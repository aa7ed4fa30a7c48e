// The depth of a polytope in a solid of revolution by testing all directions that can be the narrowest: what
// `axis_search` is for two polytopes.
//
// The width along a direction is that of the solid and of one vertex of the polytope. It is least along a face normal;
// across an edge, where one angle is open between the normals of its two faces; or, of a vertex, in the plane of the
// solid's axis and the vertex, where one angle is open between its edges. Each is an arc for `least_width_on_arc`.
#pragma once

#include "abut/narrow/axis_search.h"
#include "abut/narrow/core_answer.h"
#include "abut/narrow/overlapping.h"
#include "abut/narrow/symmetric_terms.h"

namespace abut {
inline namespace ABUT_ISA {
namespace revolved_axis_detail {

/// Widths along m of a polytope and, along -m, of the solid. Data only.
template <class Stored>
struct Pair {
  axis_detail::Features<Stored> polytope;
  SymmetricTerm solid;  ///< mirrored, so that its width along m is meant
  Vec3<double> centre;  ///< of the solid, in the polytope's frame of vertices
  double tolerance;
};

/// The best direction so far and the bound on all. Data only.
struct Best {
  Vec3<double> m;
  double width, lower;
};

/// What a plane sees of the solid. `d`: the plane's unit normal.
ABUT_HD inline PlanarOutline outline_of(const SymmetricTerm& t, Vec3<double> e1, Vec3<double> e2, Vec3<double> d) {
  using symmetric_detail::square;
  const Vec3<double> spin = t.axis[t.spin];
  const double half = t.extent[t.spin], radius = t.extent[(t.spin + 1) % 3];
  const double x = dot(spin, e1), y = dot(spin, e2), z = dot(spin, d);
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

/// Looks along an arc of the plane of e1 and e2 on which vertex `at` is the polytope's farthest.
template <class Stored>
ABUT_HD inline void try_arc(const Pair<Stored>& p, Vec3<double> at, Vec3<double> e1, Vec3<double> e2, PlaneVector from,
                            PlaneVector to, Best& best) {
  const Vec3<double> d = cross(e1, e2), q = at - p.centre;
  PlanarSum sum;
  sum.count = 1;
  sum.outline[0] = outline_of(p.solid, e1, e2, d);
  sum.centre = {dot(q, e1), dot(q, e2)};
  ArcWidth found{from, best.width, Huge<double>::value};
  least_width_on_arc(sum, from, to, p.tolerance, found);
  best.lower = min(best.lower, found.lower);
  if (!(found.width < best.width)) return;
  best.width = found.width;
  best.m = unit_vector(multiply_add(e1, found.direction.x, e2 * found.direction.y));
}

template <class Stored>
ABUT_HD inline void try_edge(const Pair<Stored>& p, std::uint32_t e, Best& best) {
  using arc_detail::cross2;
  using arc_detail::unit2;
  const ShapeEdge& edge = p.polytope.edge(e);
  Vec3<double> n0, n1, at0, at1;
  if (!axis_detail::face_plane(p.polytope, edge.f0, n0, at0) ||
      !axis_detail::face_plane(p.polytope, edge.f1, n1, at1)) {
    return;
  }
  const Vec3<double> v0 = p.polytope.at(edge.v0), v1 = p.polytope.at(edge.v1);
  const Vec3<double> along = v1 - v0;
  const double length2 = dot(along, along);
  if (!(length2 > 0)) return;
  const Vec3<double> d = along * (1 / sqrt(length2));
  // Counter-clockwise about d from the normal of f0, which runs along d, to that of f1; those of a flat polygon are
  // half a turn apart. Rounding may turn faces that are nearly in one plane the other way round.
  const Vec3<double> e1 = unit_vector(multiply_add(d, -dot(d, n0), n0)), e2 = cross(d, e1);
  const PlaneVector to = unit2({dot(n1, e1), dot(n1, e2)});
  const bool swapped = to.x > 0 && to.y < 0;
  if (to.x < 0 || to.y != 0)
    try_arc(p, v0, e1, e2, swapped ? to : PlaneVector{1, 0}, swapped ? PlaneVector{1, 0} : to, best);
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
  // Of half a turn both ends may be in and all between them out: those are on the arcs of edges.
  const bool half_turn = dot2(wedge.from, wedge.to) < 0 && abs(cross2(wedge.from, wedge.to)) <= eps;
  const bool middle_out = half_turn && dot2(turned(wedge.from), w) > reach;
  wedge.empty = from_in == to_in && (!from_in || middle_out);
  if (from_in && !to_in) wedge.to = {-u.x, -u.y};
  if (!from_in && to_in) wedge.from = u;
}

template <class Stored>
ABUT_HD inline void try_vertex(const Pair<Stored>& p, std::uint32_t v, Best& best) {
  const VertexSet<double, Stored>& set = p.polytope.core->vertices;
  const Vec3<double> at = p.polytope.at(v);
  const Vec3<double> axis = p.solid.axis[p.solid.spin];
  const Vec3<double> q = at - p.centre;
  const Vec3<double> aside = multiply_add(axis, -dot(q, axis), q);
  const Vec3<double> start = abs(axis.x) < 0.6 ? Vec3<double>{1, 0, 0} : Vec3<double>{0, 1, 0};
  const Vec3<double> across = length(aside) > p.tolerance ? aside : multiply_add(axis, -dot(axis, start), start);
  const Vec3<double> e2 = unit_vector(multiply_add(axis, -dot(axis, across), across));
  Wedge wedge{{1, 0}, {1, 0}, true, false};
  for (std::uint32_t k = set.adjacency_begin[v]; k < set.adjacency_begin[v + 1] && !wedge.empty; ++k) {
    const Vec3<double> w = p.polytope.at(set.adjacency[k]) - at;
    clip(wedge, {dot(w, axis), dot(w, e2)}, p.tolerance);
  }
  if (!wedge.empty) try_arc(p, at, axis, e2, wedge.from, wedge.to, best);
}

/// A polytope's share of a pair of cores, and the other's. Returns whether they are what their names say.
template <class Stored>
ABUT_HD inline bool pair_of(const ConvexCore<double, Stored>& polytope, const RelativePose<double>& pose,
                            const ConvexCore<double, Stored>& solid, const RelativePose<double>& solid_pose,
                            double& off, Pair<Stored>& out) {
  const bool has_faces = is_vertex_set(polytope.header->kind) && (polytope.header->flags & convex_faces_flag) != 0 &&
                         polytope.header->face_count > 0;
  Vec3<double> centre;
  if (!has_faces || is_vertex_set(solid.header->kind) || !symmetric_detail::term_of(solid, out.solid, centre)) {
    return false;
  }
  if (out.solid.spin < 0) return false;
  off = symmetric_detail::turn_term(solid_pose.rotation, out.solid);
  if (out.solid.spin == 3) out.solid.spin = 0;
  for (int k = 0; k < 3; ++k) out.solid.axis[k] = -out.solid.axis[k];
  out.polytope = {&polytope, pose};
  out.centre = solid_pose.translation + rotate(solid_pose.rotation, centre);
  return true;
}

}  // namespace revolved_axis_detail

inline constexpr std::uint32_t most_axis_arcs = 20000;

/// The depth of a polytope and a solid of revolution. `out` is the best known so far. Returns whether the bounds meet;
/// else, and in float, nothing is said.
template <class T, class Scan, class Stored>
ABUT_PHASE bool revolved_axis_search(const PairProblem<T, Stored>& p, const CoreDifference<T, Scan, Stored>& support,
                                     CoreAnswer<T>& out) {
  using namespace revolved_axis_detail;
  if constexpr (sizeof(T) < sizeof(double)) {
    return false;
  } else {
    const RelativePose<double> identity{{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {0, 0, 0}};
    Pair<Stored> pair;
    pair.tolerance = 2 * Epsilon<double>::value * p.size;
    double off = 0;
    const bool a_is_polytope = pair_of(p.a, identity, p.b, p.pose, off, pair);
    if (!a_is_polytope && !pair_of(p.b, p.pose, p.a, identity, off, pair)) return false;
    constexpr double unit = sizeof(Stored) < sizeof(T) ? static_cast<double>(Epsilon<Stored>::value) / 32
                                                       : 8 * static_cast<double>(Epsilon<T>::value);
    const double limit = unit * p.size;
    const std::uint32_t edges = pair.polytope.edge_count(), vertices = pair.polytope.core->vertices.count;
    if (!(off <= limit) || edges + vertices > most_axis_arcs) return false;
    const double side = a_is_polytope ? 1 : -1;
    Best best{out.normal * side, Huge<double>::value, Huge<double>::value};
    const auto measure = [&](Vec3<double> m) {
      const Vec3<double> n = m * side;
      const double width = dot(n, support(n).w);
      best.lower = min(best.lower, width);
      if (width < best.width) best.width = width, best.m = m;
    };
    measure(best.m);
    Vec3<double> normal, at;
    for (std::uint32_t f = 0; f < pair.polytope.face_count(); ++f) {
      if (axis_detail::face_plane(pair.polytope, f, normal, at)) measure(normal);
    }
    for (std::uint32_t e = 0; e < edges; ++e) try_edge(pair, e, best);
    for (std::uint32_t v = 0; v < vertices; ++v) try_vertex(pair, v, best);
    const Vec3<double> n = best.m * side;
    const double width = dot(n, support(n).w);
    const double open = max(width - (best.lower - off), 0.0);
    if (!(open <= 2 * limit) || !(width >= -2 * limit)) return false;
    CoreAnswer<T> answer = out;
    answer.normal = n;
    answer.separation = answer.lower = -width;
    answer.gap = open;
    answer.witness.residual2 = Huge<double>::value;
    const double good2 = limit * limit;
    witness_apart(support, p.size + max_abs(p.pose.translation), good2, answer);
    if (!(answer.witness.residual2 <= 4 * good2)) return false;
    out = answer;
    return true;
  }
}
template <class T, class Scan, class Stored>
ABUT_HD inline bool revolved_axis_search(const PairProblem<T, Stored>&, const DifferenceSupport<T, Scan, Stored>&,
                                         CoreAnswer<T>&) {
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
