// The depth of polytopes in solids of revolution about one axis by testing all directions that can be the narrowest:
// what `axis_search` is for two polytopes.
//
// The width along a direction is that of the solids and of one vertex of each polytope. It is least along a face
// normal; across an edge, where one angle is open between the normals of its two faces; or, of a vertex of each, in
// the plane of the axis and of their sum, where one angle is open between their edges. Each is an arc for
// `least_width_on_arc`, cut where a vertex of another polytope takes over. Sums of such shapes are no more than that.
#pragma once

#include "abut/narrow/axis_foot.h"
#include "abut/narrow/axis_parts.h"
#include "abut/narrow/direction_answer.h"

namespace abut {
inline namespace ABUT_ISA {
namespace revolved_axis_detail {

/// An arc of the plane of two unit vectors, and what the plane sees of the solids. Data only.
struct SeenArc {
  Vec3<double> e1, e2;
  PlanarSum sum;

  ABUT_HD PlaneVector seen(Vec3<double> v) const { return {dot(v, e1), dot(v, e2)}; }
};

/// Looks from `from` to `to` where the vertices that add up to `at` are the polytopes' farthest.
ABUT_HD inline void try_arc(SeenArc& arc, Vec3<double> at, PlaneVector from, PlaneVector to, double tolerance,
                            BoundedWidth& best) {
  arc.sum.centre = arc.seen(at);
  ArcWidth found{from, best.width, Huge<double>::value};
  least_width_on_arc(arc.sum, from, to, tolerance, found);
  best.lower = min(best.lower, found.lower);
  if (!(found.width < best.width)) return;
  best.width = found.width;
  best.normal = unit_vector(multiply_add(arc.e1, found.direction.x, arc.e2 * found.direction.y));
}

/// The vertex that is farthest along u and, of several, just after it.
template <class Stored>
ABUT_HD inline std::uint32_t farthest_after(const AxisPolytope<Stored>& p, const SeenArc& arc, PlaneVector u,
                                            double tiny) {
  using namespace arc_detail;
  std::uint32_t best = 0;
  PlaneVector at = arc.seen(p.at(0));
  for (std::uint32_t v = 1; v < p.vertex_count(); ++v) {
    const PlaneVector other = arc.seen(p.at(v));
    const PlaneVector d{other.x - at.x, other.y - at.y};
    const double more = dot(d, u);
    if (more > tiny || (more >= -tiny && dot(d, turned(u)) > tiny)) best = v, at = other;
  }
  return best;
}

/// The direction from which on a vertex is a polytope's farthest. Data only.
struct VertexChange {
  PlaneVector at;
  std::uint32_t vertex;
};

/// Where after u, and before `next`, another vertex takes over from vertex `now`: moves `next` there. Returns whether
/// one does.
template <class Stored>
ABUT_HD inline bool next_change(const AxisPolytope<Stored>& p, const SeenArc& arc, PlaneVector u, double tiny,
                                std::uint32_t now, VertexChange& next) {
  using namespace arc_detail;
  const PlaneVector at = arc.seen(p.at(now));
  bool changes = false;
  for (std::uint32_t k = 0; k < p.vertex_count(); ++k) {
    const PlaneVector other = arc.seen(p.at(k));
    const PlaneVector d{other.x - at.x, other.y - at.y};
    const double rise = dot(d, turned(u)), less = max(-dot(d, u), 0.0);
    if (!(rise > tiny)) continue;
    const PlaneVector change = unit2(turned_by(u, rise, less));
    if (!(cross(change, next.at) > 0)) continue;
    next = {change, k};
    changes = true;
  }
  return changes;
}

/// How many edges and vertices there are, and pairs of them, at most.
inline constexpr std::uint32_t most_axis_arcs = 20000;

/// An edge across which directions are looked at. Data only.
struct EdgeOfPart {
  int polytope;     ///< whose it is
  Vec3<double> at;  ///< the place of all and the edge
};

/// The arc across an edge, of a quarter turn at most. Returns false if rounding leads round in a circle.
template <class Stored>
ABUT_HD inline bool walk_quarter(const AxisParts<Stored>& p, const EdgeOfPart& edge, SeenArc& arc, PlaneVector from,
                                 PlaneVector to, BoundedWidth& best) {
  constexpr int most = AxisParts<Stored>::most_polytopes;
  std::uint32_t v[most] = {};
  std::uint32_t steps = 1;
  for (int k = 0; k < p.polytopes; ++k) {
    if (k == edge.polytope) continue;
    v[k] = farthest_after(p.polytope[k], arc, from, p.tolerance);
    steps += p.polytope[k].vertex_count();
  }
  for (PlaneVector u = from; steps > 0; --steps) {
    VertexChange next{to, 0};
    int changed = -1;
    Vec3<double> sum = edge.at;
    for (int k = 0; k < p.polytopes; ++k) {
      if (k == edge.polytope) continue;
      sum = sum + p.polytope[k].at(v[k]);
      if (next_change(p.polytope[k], arc, u, p.tolerance, v[k], next)) changed = k;
    }
    if (arc_detail::cross(u, next.at) > 0) try_arc(arc, sum, u, next.at, p.tolerance, best);
    if (changed < 0) return true;
    v[changed] = next.vertex;
    u = next.at;
  }
  return false;
}

/// Counter-clockwise from `from` to `to`; a whole circle where they are equal.
template <class Stored>
ABUT_HD inline bool walk_arc(const AxisParts<Stored>& p, const EdgeOfPart& edge, SeenArc& arc, PlaneVector from,
                             PlaneVector to, BoundedWidth& best) {
  const double turn = arc_detail::turn_from(from, to);
  const double span = turn > 0 ? turn : 4;
  PlaneVector u = from;
  for (int quarter = 1; quarter <= 4; ++quarter) {
    const bool last = span <= quarter;
    const PlaneVector next = last ? to : arc_detail::turned(u);
    if (!walk_quarter(p, edge, arc, u, next, best)) return false;
    if (last) break;
    u = next;
  }
  return true;
}

/// All directions across an edge. Returns false if that is not all, where the edge or a face of it has no size or
/// rounding leads round in a circle.
template <class Stored>
ABUT_HD inline bool try_edge(const AxisParts<Stored>& p, int own, std::uint32_t e, BoundedWidth& best) {
  const AxisPolytope<Stored>& polytope = p.polytope[own];
  const axis_detail::Features<Stored> features = polytope.features();
  const ShapeEdge& edge = features.edge(e);
  const Vec3<double> v0 = features.at(edge.v0), along = features.at(edge.v1) - v0;
  const double length2 = dot(along, along);
  const bool whole = edge.f0 == no_face;
  if (!(length2 > 0)) return whole;  // a segment that is a point
  const Vec3<double> d = along * (1 / sqrt(length2)), at = multiply_add(v0, polytope.side, p.place);
  Vec3<double> n0 = epa_detail::perpendicular(d), n1 = n0, ignored;
  if (!whole && (!axis_detail::face_plane(features, edge.f0, n0, ignored) ||
                 !axis_detail::face_plane(features, edge.f1, n1, ignored))) {
    return false;
  }
  // Counter-clockwise about d from the normal of f0, which runs along d, to that of f1; those of a flat polygon are
  // half a turn apart. Rounding may turn faces that are nearly in one plane the other way round.
  SeenArc arc;
  arc.e1 = unit_vector(multiply_add(d, -dot(d, n0), n0) * polytope.side);
  arc.e2 = cross(d, arc.e1);
  see_solids(p, arc.e1, arc.e2, arc.sum);
  const PlaneVector start{1, 0}, to = whole ? start : arc_detail::unit2(arc.seen(n1 * polytope.side));
  const bool swapped = to.x > 0 && to.y < 0;
  if (!whole && !(to.x < 0 || to.y != 0)) return true;
  return walk_arc(p, {own, at}, arc, swapped ? to : start, swapped ? start : to, best);
}

/// All directions across a solid's segment: of a cylinder's axis, where one end takes over from the other.
template <class Stored>
ABUT_HD inline bool try_segments(const AxisParts<Stored>& p, const SymmetricTerm& t, BoundedWidth& best) {
  const bool lines = t.kind == SymmetricTerm::Kind::lines;
  if (!lines && t.kind != SymmetricTerm::Kind::cylinder) return true;
  for (int k = lines ? 0 : 2; k < 3; ++k) {
    if (!(t.extent[k] > 0)) continue;
    SeenArc arc;
    arc.e1 = unit_vector(epa_detail::perpendicular(t.axis[k]));
    arc.e2 = cross(t.axis[k], arc.e1);
    see_solids(p, arc.e1, arc.e2, arc.sum);
    if (!walk_arc(p, {-1, p.place}, arc, {1, 0}, {1, 0}, best)) return false;
  }
  return true;
}

/// One vertex of each polytope. `which`: a number below the product of the counts.
template <class Stored>
ABUT_HD inline void try_vertices(const AxisParts<Stored>& p, std::uint32_t which, BoundedWidth& best) {
  Vec3<double> q = p.place;
  std::uint32_t v[AxisParts<Stored>::most_polytopes];
  for (int k = 0; k < p.polytopes; ++k) {
    const std::uint32_t count = p.polytope[k].vertex_count();
    v[k] = which % count;
    which /= count;
    q = q + p.polytope[k].at(v[k]);
  }
  const Vec3<double> aside = multiply_add(p.axis, -dot(q, p.axis), q);
  const Vec3<double> across = length(aside) > p.tolerance ? aside : epa_detail::perpendicular(p.axis);
  SeenArc arc;
  arc.e1 = p.axis;
  arc.e2 = unit_vector(multiply_add(p.axis, -dot(p.axis, across), across));
  Wedge wedge{{1, 0}, {1, 0}, true, false};
  for (int i = 0; i < p.polytopes; ++i) {
    const AxisPolytope<Stored>& polytope = p.polytope[i];
    const VertexSet<double, Stored>& set = polytope.core.vertices;
    const Vec3<double> at = polytope.at(v[i]);
    for (std::uint32_t k = set.adjacency_begin[v[i]]; k < set.adjacency_begin[v[i] + 1] && !wedge.empty; ++k) {
      clip(wedge, arc.seen(polytope.at(set.adjacency[k]) - at), p.tolerance);
    }
  }
  if (wedge.empty) return;
  see_solids(p, arc.e1, arc.e2, arc.sum);
  try_arc(arc, q, wedge.from, wedge.to, p.tolerance, best);
}

/// Of how many vertices of all polytopes, one of each, sums are looked at; 0: of too many.
template <class Stored>
ABUT_HD inline std::uint32_t vertex_sums(const AxisParts<Stored>& p) {
  std::uint32_t sums = 1, edges = 0, vertices = 0;
  for (int k = 0; k < p.polytopes; ++k) {
    const std::uint32_t count = p.polytope[k].vertex_count();
    if (count > most_axis_arcs) return 0;
    sums *= count;
    if (sums > most_axis_arcs) return 0;
    edges += p.polytope[k].edge_count();
    vertices += p.polytope[k].vertex_count();
  }
  const std::uint32_t looks = p.polytopes > 1 ? vertices : 1;
  return edges <= most_axis_arcs && edges * looks <= most_axis_arcs ? sums : 0;
}

/// All directions that can be the narrowest. Returns false if some could not be looked at.
template <class Stored, class Support>
ABUT_PHASE bool search_parts(const AxisParts<Stored>& p, const Support& support, std::uint32_t sums,
                             BoundedWidth& best) {
  const auto measure = [&](Vec3<double> n) {
    const double width = dot(n, support(n).w);
    best.lower = min(best.lower, width);
    if (width < best.width) best.width = width, best.normal = n;
  };
  measure(best.normal);
  for (int k = 0; k < p.polytopes; ++k) {
    const axis_detail::Features<Stored> features = p.polytope[k].features();
    Vec3<double> normal, at;
    for (std::uint32_t f = 0; f < features.face_count(); ++f) {
      if (axis_detail::face_plane(features, f, normal, at)) measure(normal * p.polytope[k].side);
    }
    for (std::uint32_t e = 0; e < features.edge_count(); ++e) {
      if (!try_edge(p, k, e, best)) return false;
    }
  }
  for (int k = 0; k < p.solids.count; ++k) {
    if (!try_segments(p, p.solids.term[k], best)) return false;
  }
  for (std::uint32_t which = 0; which < sums; ++which) try_vertices(p, which, best);
  return true;
}

}  // namespace revolved_axis_detail

/// The depth of cores that are polytopes and solids of revolution about one axis, or sums of such. `out` is the best
/// known so far. Returns whether the bounds meet; else, and in float, nothing is said.
template <class T, class Scan, class Stored>
ABUT_PHASE bool revolved_axis_search(const PairProblem<T, Stored>& p, const CoreDifference<T, Scan, Stored>& support,
                                     CoreAnswer<T>& out) {
  using namespace revolved_axis_detail;
  if constexpr (sizeof(T) < sizeof(double)) {
    return false;
  } else {
    AxisParts<Stored> parts;
    if (!parts_of(p, parts) || parts.polytopes == 0 || !parts.one_axis) return false;
    const double off = parts.off + parts.off_axis;
    const double limit = limit_of(direction_limit<T, Stored> * p.size, off);
    const std::uint32_t sums = vertex_sums(parts);
    if (!(off <= terms_limit<T, Stored> * p.size) || sums == 0) return false;
    BoundedWidth best{out.normal, Huge<double>::value, Huge<double>::value};
    if (!search_parts(parts, support, sums, best)) return false;
    best.width = dot(best.normal, support(best.normal).w);
    best.lower -= off;
    const auto foot = [&](CoreAnswer<T>& answer) { set_axis_foot(p, parts, max(limit, 8 * parts.tolerance), answer); };
    return take_direction(p, support, best, limit, foot, out);
  }
}
template <class T, class Scan, class Stored>
ABUT_HD inline bool revolved_axis_search(const PairProblem<T, Stored>&, const DifferenceSupport<T, Scan, Stored>&,
                                         CoreAnswer<T>&) {
  return false;
}

}  // namespace ABUT_ISA
}  // namespace abut
