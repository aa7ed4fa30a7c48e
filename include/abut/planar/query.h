// One pair query in the plane: GJK in `T`, then the answer in double from the features it found, by EPA where nothing
// proves the cores separated.
//
// The steps of abut/narrow/query.h, one dimension down. A normal is all that a search has to find: features, witness
// points and bounds follow from the vertices that lie farthest along it (facing_features.h). Where the bounds do not
// meet, GJK in double, and last the normals of all edges, among which the depth is always and the distance but for a
// vertex near a vertex.
#pragma once

#include "abut/narrow/query.h"
#include "abut/narrow/tie_breaking.h"
#include "abut/planar/expanding_polygon.h"
#include "abut/planar/facing_features.h"

namespace abut {

/// What a query knows of two cores, in the pair's unit and A's box-centre frame. Data only.
struct PlanarFound {
  Vec3<double> normal;
  PlanarAlong along;
  double bound_gap;  ///< between the bounds of the separation
  bool farther, normal_undefined;
  std::uint32_t gjk_iterations, epa_iterations;
};

inline namespace ABUT_ISA {
namespace planar_detail {

template <class Scan, class T, class Stored>
ABUT_INLINE DifferenceSupport<T, Scan, Stored> difference_of(const PlanarPlaced<T, Stored>& placed) {
  return {placed.a, placed.b, placed.pose};
}

/// Bounds and witness points that are so near have met.
template <class T>
ABUT_INLINE bool is_good(const PlanarProblem<T>& p, const PlanarFound& found) {
  const double reach = static_cast<double>(p.size) + abs(found.along.separation);
  return max(found.bound_gap, found.along.beside) <= 2 * touching_units * Epsilon<double>::value * reach;
}

ABUT_INLINE double open_of(const PlanarFound& found) { return max(found.bound_gap, found.along.beside); }

/// Along `normal` the cores are apart, or may be.
template <class T>
ABUT_HD inline void set_apart(const PlanarProblem<T>& p, Vec3<double> normal, PlanarFound& out) {
  out.normal = normal;
  out.along = planar_along(p, normal);
  const double s = out.along.separation, beside = out.along.beside;
  out.bound_gap = beside > 0 ? sqrt(fma(s, s, beside * beside)) - s : 0;
}

/// What decides between edges that are equally near.
ABUT_HD inline TieRank rank_of(const PlanarFound& found, const LastNormal& last) {
  return {last.known ? dot(unit_or_zero(widen(last.direction)), found.normal) : 0.0, found.along.feature_a,
          found.along.feature_b};
}

/// Of the polygon's edges that are as near as the one found, along other normals, takes the one along the last normal,
/// or else that of the lowest features, A's first. All that tie are among its edges: one that is not lies beyond an
/// edge that is nearer, and EPA would not have ended.
template <class T, class Support>
ABUT_RARE void break_tie(const PlanarProblem<T>& p, const Support& support, const PolygonDepth& depth,
                         const PolygonEdge* edges, const LastNormal& last, PlanarFound& out) {
  const double tie = tie_units * static_cast<double>(p.size);
  const Vec3<double> first = out.normal;
  TieRank best{};
  bool ranked = false;
  for (std::uint32_t k = 0; k < depth.edges; ++k) {
    const Vec3<double> normal = edges[k].normal;
    if (!(edges[k].offset <= depth.depth + tie) || dot(normal, first) >= same_normal) continue;
    const double width = dot(normal, support(normal).w);
    if (!(width <= depth.depth + tie)) continue;
    PlanarFound other = out;
    set_apart(p, normal, other);
    other.bound_gap = max(width - depth.nearest, 0.0);
    if (!is_good(p, other)) continue;
    if (!ranked) best = rank_of(out, last);
    ranked = true;
    const TieRank rank = rank_of(other, last);
    if (!comes_before(rank, best)) continue;
    best = rank;
    out = other;
  }
}

/// The direction from the origin of the vertex or the edge of C that GJK's simplex holds; zero if there is none.
template <class Support>
ABUT_HD inline Vec3<double> direction_of(const PolygonVertex* points, std::uint32_t count, const Support& support) {
  Vec3<double> u = points[0].w;
  if (count == 2) {
    u = left_of(polygon_detail::edge_vector(support, points[0], points[1]));
    if (dot(u, polygon_detail::nearer(points[0].w, points[1].w)) < 0) u = -u;
  }
  return unit_or_zero(u);
}

/// Answers from a search in `R`, `T` or double. Returns whether the answer is as good as double can make it.
template <class Scan, class T, class R>
ABUT_PHASE bool search(const PlanarProblem<T>& p, const PlanarPlaced<R, T>& placed, const PolygonMemory& memory,
                       const LastNormal& last, PlanarFound& out) {
  const auto support = difference_of<Scan>(placed);
  const auto wide = difference_of<Scan>(p.wide);
  GjkState<R, SimplexIds, 2> s;
  gjk_start(s, -placed.pose.translation, true);
  gjk(s, support, static_cast<R>(query_detail::cutoff_of(p.alert, p.rounding_a + p.rounding_b, p.size)));
  out.gjk_iterations += s.iterations;
  out.farther = s.farther;
  out.normal_undefined = false;
  if (s.farther) {
    const Vec3<double> u = unit_or_zero(widen(s.v));
    const SupportPoint<double> w = wide(-u);
    out.normal = -u;
    out.along = {dot(u, w.w), 0, w.a, Feature{0}, Feature{0}};
    out.bound_gap = 0;
    return true;
  }
  PolygonVertex points[3];
  std::uint32_t count = 0;
  for (int k = 0; k < 3; ++k) {
    if (!s.simplex.used[k]) continue;
    points[count++] = polygon_detail::polygon_vertex(wide.point(s.simplex.id_a[k], s.simplex.id_b[k]));
  }
  if (count == 0) points[count++] = polygon_detail::polygon_vertex(wide({1, 0, 0}));  // GJK made no step
  const double scale = max(static_cast<double>(sqrt(s.ww_max)), static_cast<double>(p.size));
  if (!s.overlap && count < 3) {
    const Vec3<double> u = direction_of(points, count, wide);
    if (dot(u, u) > 0) {
      set_apart(p, -u, out);
      if (proves_separation(out.along.separation, scale * scale)) return is_good(p, out);
    }
  }
  const PolygonDepth found = polygon_depth(wide, points, count, scale, memory);
  out.epa_iterations += found.iterations;
  set_apart(p, found.normal, out);
  out.normal_undefined = found.normal_undefined;
  if (!(found.depth < 0)) out.bound_gap = max(found.depth - found.nearest, 0.0);
  const double touching = 4 * touching_units * static_cast<double>(Epsilon<T>::value) * static_cast<double>(p.size);
  if (found.depth > touching) break_tie(p, wide, found, memory.edges, last, out);
  return is_good(p, out);
}

/// f(e), counter-clockwise, for each edge of a polygon, for both sides of a segment.
template <class T, class F>
ABUT_INLINE void for_edges(const VertexSet<double, T>& set, const F& f) {
  for (std::uint32_t i = 0; set.count > 1 && i < set.count; ++i) {
    const Vec3<double> e = vertex(set, i + 1 == set.count ? 0 : i + 1) - vertex(set, i);
    if (max_abs(e) > 0) f(e);
  }
}

/// The normals of all edges of C that are the best to within rounding error, and from vertex to vertex where they face
/// each other. Takes what leaves least open.
template <class Scan, class T>
ABUT_RARE void sweep(const PlanarProblem<T>& p, PlanarFound& out) {
  const auto support = difference_of<Scan>(p.wide);
  const auto bound = [&](Vec3<double> normal) { return -dot(normal, support(normal).w); };
  const auto for_normals = [&](const auto& f) {
    for_edges(p.wide.a, [&](Vec3<double> e) { f(unit_or_zero(-left_of(e))); });
    for_edges(p.wide.b, [&](Vec3<double> e) { f(unit_or_zero(left_of(rotate(p.wide.pose.rotation, e)))); });
  };
  double best = -Huge<double>::value;
  for_normals([&](Vec3<double> normal) { best = max(best, bound(normal)); });
  const double nearly = best - touching_units * Epsilon<double>::value * static_cast<double>(p.size);
  const auto offer = [&](Vec3<double> normal) {
    PlanarFound found = out;
    set_apart(p, normal, found);
    if (found.along.separation < nearly) return;
    if (best <= 0) found.bound_gap = max(best - found.along.separation, 0.0);  // from the narrowest width of all
    if (open_of(found) < open_of(out)) out = found;
  };
  // Vertices rounded to `T` may lie inside of an edge that leaves them out.
  const auto offer_lines = [&] {
    const along_detail::Sides<T> s = along_detail::sides_along(p, out.normal);
    const Vec3<double> a = vertex(p.wide.a, s.of_a.at[1]) - vertex(p.wide.a, s.of_a.at[0]);
    const Vec3<double> b =
        rotate(p.wide.pose.rotation, vertex(p.wide.b, s.of_b.at[1]) - vertex(p.wide.b, s.of_b.at[0]));
    if (max_abs(a) > 0) offer(unit_or_zero(-left_of(a)));
    if (max_abs(b) > 0 && !is_good(p, out)) offer(unit_or_zero(-left_of(b)));
  };
  offer_lines();
  for_normals([&](Vec3<double> normal) {
    if (bound(normal) < nearly || is_good(p, out)) return;
    offer(normal);
    if (feature_kind(out.along.feature_a) != FeatureKind::vertex) return;
    if (feature_kind(out.along.feature_b) != FeatureKind::vertex || best <= 0) return;
    const Vec3<double> w = support.point(feature_index(out.along.feature_a), feature_index(out.along.feature_b)).w;
    if (max_abs(w) > 0) offer(unit_or_zero(-w));
  });
}

}  // namespace planar_detail

/// Room for a polygon between any two shapes of a view.
template <class T>
ABUT_INLINE std::uint32_t polygon_capacity(const PlanarShapeSetView<T>& shapes) {
  return polygon_capacity(shapes.most_vertices, shapes.most_vertices);
}

/// Answers `p`. `memory` has room for `polygon_capacity` of the view, or of the two shapes. `cache`: null, or keeps the
/// normal of an overlap, as that of space does.
template <class T, class Scan = LinearScan>
ABUT_HD inline PlanarFound find_planar(const PlanarProblem<T>& p, const PolygonMemory& memory,
                                       CachedPolytope* cache = nullptr) {
  using namespace planar_detail;
  PlanarFound out{{1, 0, 0}, {0, 0, {0, 0, 0}, Feature{0}, Feature{0}}, 0, false, false, 0, 0};
  const LastNormal last = cache != nullptr ? kept_normal(*cache) : LastNormal{{0, 0, 0}, false};
  bool good = search<Scan, T, T>(p, p.own, memory, last, out);
  if constexpr (sizeof(T) < sizeof(double)) {
    if (!good) good = search<Scan, T, double>(p, p.wide, memory, last, out);
  }
  if (!good) sweep<Scan>(p, out);
  if (cache != nullptr) {
    clear(*cache);
    if (out.along.separation < 0) keep_normal(*cache, narrowed<float>(out.normal));
  }
  return out;
}

/// The record: in A's box-centre frame and in the caller's unit, the key left 0.
template <class T>
ABUT_HD inline PlanarContact<T> planar_contact(const PlanarProblem<T>& p, const PlanarFound& found) {
  using namespace query_detail;
  const double s = found.along.separation;
  const T beside = round_to<T>(found.along.beside);
  RecordInput<T> in;
  in.normal = narrowed<T>(found.normal);
  in.separation = in.lower = round_to<T>(s);
  in.bound_gap = round_to<T>(found.bound_gap);
  in.witness = narrowed<T>(found.along.witness);
  in.residual2 = beside * beside;
  in.rounding_a = p.rounding_a;
  in.rounding_b = p.rounding_b;
  in.size = p.size;
  in.unit = power_of_two<T>(p.exponent);
  in.terms =
      T(4);  // the bound is lowered by four rounding errors, and by four more for those of the pose and the vertices
  in.farther = found.farther;
  const RecordNumbers<T> n = record_numbers(in);
  const Status status = record_status(found.farther, n.open, n.touching);
  PlanarContact<T> c;
  c.separation = n.separation;
  c.normal = in_plane(in.normal);
  c.witness_a = in_plane(n.witness_a);
  c.witness_b = in_plane(n.witness_b);
  c.point = in_plane(n.point);
  c.feature_a = found.along.feature_a;
  c.feature_b = found.along.feature_b;
  c.lower_bound = n.lower_bound;
  c.bound_gap = n.bound_gap;
  c.status = static_cast<std::uint8_t>(static_cast<std::uint8_t>(status) |
                                       (found.normal_undefined ? normal_undefined_flag : 0));
  c.gjk_iterations = count8(found.gjk_iterations);
  c.epa_iterations = count8(found.epa_iterations);
  c.key = 0;
  return c;
}

/// The patch of an answer, likewise. `margin`: in the caller's unit.
template <class T>
ABUT_HD inline PlanarPatch<T> planar_patch(const PlanarProblem<T>& p, const PlanarFound& found, double margin) {
  const double rounding = static_cast<double>(p.rounding_a) + static_cast<double>(p.rounding_b);
  const double scaled = min(margin * power_of_two<double>(-p.exponent), 0x1p20);
  const double tolerance = patch_units * static_cast<double>(Epsilon<T>::value) * static_cast<double>(p.size);
  const double s = found.along.separation;
  const PlanarReach reach = planar_reach(p, found.normal, max(s, rounding) + scaled + tolerance);
  // Midway between the witness points.
  const double height =
      fma(0.5, s - rounding, dot(found.normal, found.along.witness) + static_cast<double>(p.rounding_a));
  const double unit = power_of_two<double>(p.exponent);
  const Vec3<double> up = left_of(found.normal);
  const auto point_at = [&](double x) {
    return in_plane(narrowed<T>(multiply_add(up, x, found.normal * height) * unit));
  };
  return {point_at(reach.low), point_at(reach.high), round_to<T>((reach.high - reach.low) * unit),
          point_at(0.5 * (reach.low + reach.high))};
}

}  // namespace ABUT_ISA
}  // namespace abut
