// Patches that reach no further than the features that touch: most of those of bodies that overlap a little. The same
// polygons as in patch.h, from what lies about the features alone.
//
// Over a face, the part of the other body about a vertex that the face's plane cuts off at the patch's level has its
// corners on the vertex's edges, and its shadow is the patch. Where two edges cross, the sum of both heights falls off
// from the crossing in four planes that meet over the edges: so the patch has its four corners there. Either holds as
// long as every corner lies over the features; else `false` is returned, and nothing is said. What a vertex alone
// bounds to less than can matter is one point.
#pragma once

#include "abut/contacts/patch_trace.h"

namespace abut {
/// Patches of no more than this part of the pair's size are one point, the contact point.
template <class T>
inline constexpr double smallest_patch = sizeof(T) == sizeof(float) ? 0x1p-11 : 0x1p-30;

inline namespace ABUT_ISA {
namespace small_patch_detail {

/// Whether points lie over a face.
template <class T>
ABUT_HD inline bool lie_over(const SeenShape<T>& s, std::uint32_t face, const PlanPoint* points, std::uint32_t count) {
  const std::uint32_t f = s.header->face_offset + face;
  const std::uint32_t begin = s.set->face_begin[f], end = s.set->face_begin[f + 1];
  PlanPoint p = place(s, s.set->face_vertices[end - 1]);
  for (std::uint32_t k = begin; k < end; ++k) {
    const PlanPoint q = place(s, s.set->face_vertices[k]);
    const double du = s.mirrored ? p.u - q.u : q.u - p.u, dv = s.mirrored ? p.v - q.v : q.v - p.v;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (!(du * (points[i].v - p.v) - dv * (points[i].u - p.u) >= 0)) return false;
    }
    p = q;
  }
  return true;
}

/// The corners of the patch from points with A's or B's height and the other's by `other`.
template <class Other>
ABUT_HD inline void set_corners(PlanPoint* p, std::uint32_t count, bool of_b, double tolerance, const Other& other,
                                const PatchMemory& m, Patch& patch) {
  patch_detail::drop_flat_corners(p, count, tolerance);
  for (std::uint32_t i = 0; i < count; ++i) {
    const double mine = p[i].height, others = other(p[i]);
    m.corners[i] = {p[i].u, p[i].v, of_b ? (others - mine) / 2 : (mine - others) / 2, -(mine + others)};
  }
  patch.count = count;
  patch_detail::measure(m.corners, patch);
}

}  // namespace small_patch_detail

/// Whether the patch reaches no farther than `extent` from a vertex: the other body is nowhere nearer than at its top.
/// `up`: the way to the other body in the shape's own frame; `scale`: of stored vertices.
template <class T>
ABUT_HD inline bool is_a_point(const ShapeSetView<T>& set, const ShapeHeader& h, std::uint32_t vertex, Vec3<double> up,
                               double scale, double band, double extent) {
  const auto at = [&](std::uint32_t v) {
    const std::uint32_t i = h.vertex_offset + v;
    return widen(Vec3<T>{set.x[i], set.y[i], set.z[i]});
  };
  const Vec3<double> top = at(vertex);
  const std::uint32_t end = set.adjacency_begin[h.adjacency_offset + vertex + 1];
  for (std::uint32_t k = set.adjacency_begin[h.adjacency_offset + vertex]; k < end; ++k) {
    const Vec3<double> way = (at(set.adjacency[k]) - top) * scale;
    const double fall = -dot(way, up), fall2 = fall * fall;
    if (!(fall > band && (dot(way, way) - fall2) * (band * band) <= extent * extent * fall2)) return false;
  }
  return true;
}

/// A vertex of `s` over a face of `t`; `of_b`: `s` is B. Takes room for two points more than the vertex has edges.
template <class T>
ABUT_HD inline bool patch_at_vertex(const SeenShape<T>& s, std::uint32_t vertex, const SeenShape<T>& t,
                                    std::uint32_t face, bool of_b, const PatchReach& reach, const PatchMemory& m,
                                    Patch& patch) {
  using namespace small_patch_detail;
  const std::uint32_t f = t.header->face_offset + face;
  const PlanPoint top = place(s, vertex), first = place(t, t.set->face_vertices[t.set->face_begin[f]]);
  FacetPlane plane;
  // The normal is that of the face, to a float's rounding.
  if (!plane_of(t, face, first, 0.999, plane)) return false;
  double highest = first.height;
  for (std::uint32_t k = t.set->face_begin[f] + 1; k < t.set->face_begin[f + 1]; ++k) {
    highest = max(highest, place(t, t.set->face_vertices[k]).height);
  }
  const double sum = top.height + height_of(plane, top.u, top.v), excess = sum - (top.height + highest - reach.band);
  const std::uint32_t begin = relief_detail::neighbour_begin(s, vertex);
  const std::uint32_t end = relief_detail::neighbour_begin(s, vertex + 1);
  if (!(excess >= 0)) return false;
  std::uint32_t count = 0;
  m.points[count++] = top;
  for (std::uint32_t k = begin; k < end; ++k) {
    const PlanPoint w = place(s, s.set->adjacency[k]);
    const double fall = sum - (w.height + height_of(plane, w.u, w.v));
    if (!(fall > excess)) return false;
    const double x = excess / fall;
    m.points[count++] = {top.u + x * (w.u - top.u), top.v + x * (w.v - top.v),
                         top.height + x * (w.height - top.height)};
  }
  if (!lie_over(t, face, m.points, count)) return false;
  PlanPoint* const hull = m.polygon[0];
  count = patch_detail::hull_of(m.points, count, hull);
  set_corners(
      hull, count, of_b, reach.tolerance, [&](const PlanPoint& p) { return height_of(plane, p.u, p.v); }, m, patch);
  return true;
}

namespace small_patch_detail {

/// An edge with its two planes. Data only.
struct Ridge {
  PlanPoint from, to;
  std::uint32_t face[2];
  FacetPlane plane[2];
  double du, dv, dh;
};

template <class T>
ABUT_HD inline bool load_ridge(const SeenShape<T>& s, std::uint32_t edge, Ridge& r) {
  const ShapeEdge& e = s.set->edges[s.header->edge_offset + edge];
  if (e.f0 == no_face) return false;
  r.from = place(s, e.v0);
  r.to = place(s, e.v1);
  r.face[0] = e.f0;
  r.face[1] = e.f1;
  r.du = r.to.u - r.from.u;
  r.dv = r.to.v - r.from.v;
  r.dh = r.to.height - r.from.height;
  return plane_of(s, e.f0, r.from, 1e-3, r.plane[0]) && plane_of(s, e.f1, r.from, 1e-3, r.plane[1]);
}

/// Where over the edge `r`, from its point `at` in direction `way`, the sum of the heights has fallen by `excess`: a
/// point that has to lie over the edge and over `face` of the other body.
ABUT_HD inline bool ridge_corner(const Ridge& r, double at, double way, double excess, const Ridge& other,
                                 PlanPoint& corner, std::uint32_t& face) {
  const double slope0 = way * (other.plane[0].slope_u * r.du + other.plane[0].slope_v * r.dv);
  const double slope1 = way * (other.plane[1].slope_u * r.du + other.plane[1].slope_v * r.dv);
  const int side = slope1 < slope0 ? 1 : 0;  // the lower of the planes is the body
  const double fall = -(way * r.dh + (side == 1 ? slope1 : slope0));
  if (!(fall > 0)) return false;
  const double t = at + way * (excess / fall);
  if (!(t >= 0 && t <= 1)) return false;
  corner = {r.from.u + t * r.du, r.from.v + t * r.dv, r.from.height + t * r.dh};
  face = other.face[side];
  return true;
}

}  // namespace small_patch_detail

/// An edge of A across one of B.
template <class T>
ABUT_HD inline bool patch_at_edges(const SeenShape<T>& a, std::uint32_t edge_a, const SeenShape<T>& b,
                                   std::uint32_t edge_b, const PatchReach& reach, const PatchMemory& m, Patch& patch) {
  using namespace small_patch_detail;
  Ridge p, q;
  if (!load_ridge(a, edge_a, p) || !load_ridge(b, edge_b, q)) return false;
  const double det = p.du * q.dv - p.dv * q.du;
  const double lengths2 = (p.du * p.du + p.dv * p.dv) * (q.du * q.du + q.dv * q.dv);
  if (!(det * det > 1e-6 * lengths2)) return false;
  const double wu = q.from.u - p.from.u, wv = q.from.v - p.from.v;
  const double s = (wu * q.dv - wv * q.du) / det, r = (wu * p.dv - wv * p.du) / det;
  if (!(s >= 0 && s <= 1 && r >= 0 && r <= 1)) return false;
  const double height_a = p.from.height + s * p.dh, height_b = q.from.height + r * q.dh;
  const double level = max(p.from.height, p.to.height) + max(q.from.height, q.to.height) - reach.band;
  const double excess = height_a + height_b - level;
  if (!(excess >= 0)) return false;
  PlanPoint* const c = m.polygon[0];
  const double turned = det > 0 ? 1 : -1;
  std::uint32_t over[4];
  if (!ridge_corner(p, s, 1, excess, q, c[0], over[0]) || !ridge_corner(q, r, turned, excess, p, c[1], over[1]) ||
      !ridge_corner(p, s, -1, excess, q, c[2], over[2]) || !ridge_corner(q, r, -turned, excess, p, c[3], over[3])) {
    return false;
  }
  for (int k = 0; k < 4; ++k) {
    if (!lie_over(k % 2 == 0 ? b : a, over[k], c + k, 1)) return false;
  }
  // Corners over B's edge: from B's heights to A's.
  for (int k = 1; k < 4; k += 2) {
    c[k].height = min(height_of(p.plane[0], c[k].u, c[k].v), height_of(p.plane[1], c[k].u, c[k].v));
  }
  const auto height_over_b = [&](const PlanPoint& x) {
    return min(height_of(q.plane[0], x.u, x.v), height_of(q.plane[1], x.u, x.v));
  };
  set_corners(c, 4, false, reach.tolerance, height_over_b, m, patch);
  return true;
}

/// Two faces of boxes that lie on each other: their other faces stand upright, so that nothing else belongs to the
/// patch. Takes room for 16 points.
template <class T>
ABUT_HD inline bool patch_at_box_faces(const SeenShape<T>& a, std::uint32_t face_a, const SeenShape<T>& b,
                                       std::uint32_t face_b, const PatchReach& reach, const PatchMemory& m,
                                       Patch& patch) {
  using namespace small_patch_detail;
  if (a.header->kind != ShapeKind::box || b.header->kind != ShapeKind::box) return false;
  PlanPoint pa[4], pb[4];
  const auto lies_flat = [&](const SeenShape<T>& s, std::uint32_t face) {
    FacetPlane p;
    const bool visible = plane_of(s, face, PlanPoint{0, 0, 0}, 0, p);
    return visible && p.slope_u * p.slope_u + p.slope_v * p.slope_v <= reach.tolerance * reach.tolerance;
  };
  if (!lies_flat(a, face_a) || !lies_flat(b, face_b)) return false;
  const auto load = [](const SeenShape<T>& s, std::uint32_t face, PlanPoint* p) {
    const std::uint32_t begin = s.set->face_begin[s.header->face_offset + face];
    for (std::uint32_t k = 0; k < 4; ++k) p[k] = place(s, s.set->face_vertices[begin + (s.mirrored ? 3 - k : k)]);
  };
  load(a, face_a, pa);
  load(b, face_b, pb);
  double lowest[2] = {pa[0].height, pb[0].height}, highest[2] = {pa[0].height, pb[0].height};
  for (int k = 1; k < 4; ++k) {
    lowest[0] = min(lowest[0], pa[k].height), highest[0] = max(highest[0], pa[k].height);
    lowest[1] = min(lowest[1], pb[k].height), highest[1] = max(highest[1], pb[k].height);
  }
  // Level to the last digits, and so within the band all over.
  if (!(highest[0] - lowest[0] + (highest[1] - lowest[1]) <= min(reach.band, reach.tolerance))) return false;
  PlanPoint* p = pa;
  std::uint32_t count = 4;
  PlanPoint* out = m.polygon[0];
  for (int k = 0; k < 4; ++k) {
    const PlanPoint q = pb[k], r = pb[k < 3 ? k + 1 : 0];
    std::uint32_t outside = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      m.inside[i] = (r.u - q.u) * (p[i].v - q.v) - (r.v - q.v) * (p[i].u - q.u);
      outside += m.inside[i] >= 0 ? 0 : 1;
    }
    if (outside == count) return false;
    if (outside == 0) continue;
    count = patch_detail::clip(p, count, m.inside, out);
    p = out;
    out = out == m.polygon[0] ? m.polygon[1] : m.polygon[0];
  }
  const double height_b = (lowest[1] + highest[1]) / 2;
  set_corners(
      p, count, false, reach.tolerance, [&](const PlanPoint&) { return height_b; }, m, patch);
  return patch.count > 2;  // along their outlines rounding decides
}

/// The patch round a vertex of one body over a face of the other, wherever it reaches to; `of_b`: the vertex is B's.
template <class T>
ABUT_HD inline PatchSearch trace_at_vertex(const SeenShape<T>& a, const SeenShape<T>& b, std::uint32_t vertex,
                                           std::uint32_t face, bool of_b, const PatchReach& reach, const PatchMemory& m,
                                           Patch& patch) {
  using namespace trace_detail;
  const SeenShape<T>& s = of_b ? b : a;
  Walk<T> walk(a, b, reach.tolerance, m);
  PatchSearch entered = walk.enter_facet(of_b, face);
  if (entered != PatchSearch::found) return entered;
  const std::uint32_t end = relief_detail::neighbour_begin(s, vertex + 1);
  entered = PatchSearch::unknown;
  for (std::uint32_t k = relief_detail::neighbour_begin(s, vertex); k < end && entered == PatchSearch::unknown; ++k) {
    const ShapeEdge& e = s.set->edges[s.header->edge_offset + s.set->adjacency_edge[k]];
    bool first = false;
    entered = walk.enter_either(!of_b, e.f0, e.f1, first);
  }
  if (entered != PatchSearch::found) return entered;
  const Facet &fs = of_b ? walk.facet_b() : walk.facet_a(), &ft = of_b ? walk.facet_a() : walk.facet_b();
  std::uint32_t i = 0;
  while (i + 1 < fs.count && vertex_of(s, fs, i) != vertex) ++i;
  const PlanPoint top = fs.at[i], next = fs.at[after(fs, i)], last = fs.at[before(fs, i)];
  double highest = ft.at[0].height;
  for (std::uint32_t n = 1; n < ft.count; ++n) highest = max(highest, ft.at[n].height);
  const double level = top.height + highest - reach.band;
  if (!(top.height + height_of(ft.plane, top.u, top.v) >= level)) return PatchSearch::unknown;
  return trace_patch(walk, top, next.u - top.u + (last.u - top.u), next.v - top.v + (last.v - top.v), level, m, patch);
}

/// The patch round the crossing of an edge of A and one of B, wherever it reaches to.
template <class T>
ABUT_HD inline PatchSearch trace_at_edges(const SeenShape<T>& a, std::uint32_t edge_a, const SeenShape<T>& b,
                                          std::uint32_t edge_b, const PatchReach& reach, const PatchMemory& m,
                                          Patch& patch) {
  const ShapeEdge &ea = a.set->edges[a.header->edge_offset + edge_a],
                  &eb = b.set->edges[b.header->edge_offset + edge_b];
  if (ea.f0 == no_face || eb.f0 == no_face) return PatchSearch::unknown;
  const PlanPoint p0 = place(a, ea.v0), p1 = place(a, ea.v1), q0 = place(b, eb.v0), q1 = place(b, eb.v1);
  const double pu = p1.u - p0.u, pv = p1.v - p0.v, qu = q1.u - q0.u, qv = q1.v - q0.v, det = pu * qv - pv * qu;
  if (!(det * det > 1e-6 * ((pu * pu + pv * pv) * (qu * qu + qv * qv)))) return PatchSearch::unknown;
  const double wu = q0.u - p0.u, wv = q0.v - p0.v;
  const double s = (wu * qv - wv * qu) / det, r = (wu * pv - wv * pu) / det;
  if (!(s >= 0 && s <= 1 && r >= 0 && r <= 1)) return PatchSearch::unknown;
  const PlanPoint from{p0.u + s * pu, p0.v + s * pv, p0.height + s * (p1.height - p0.height)};
  const double level = max(p0.height, p1.height) + max(q0.height, q1.height) - reach.band;
  if (!(from.height + (q0.height + r * (q1.height - q0.height)) >= level)) return PatchSearch::unknown;
  // Along both edges at once, forwards unless the facet there is not seen. Going along B's edge where that leads to the
  // left of A's is over A's facet 0, which is left of its edge as seen from outside; for B it is the same.
  trace_detail::Walk<T> walk(a, b, reach.tolerance, m);
  bool p_forwards = true, q_forwards = true;
  PatchSearch entered = walk.enter_either(true, det > 0 ? ea.f0 : ea.f1, det > 0 ? ea.f1 : ea.f0, q_forwards);
  if (entered != PatchSearch::found) return entered;
  entered = walk.enter_either(false, det > 0 ? eb.f0 : eb.f1, det > 0 ? eb.f1 : eb.f0, p_forwards);
  if (entered != PatchSearch::found) return entered;
  const double along_p = p_forwards ? 1 : -1, along_q = q_forwards ? 1 : -1;
  return trace_patch(walk, from, along_p * pu + along_q * qu, along_p * pv + along_q * qv, level, m, patch);
}

/// The patch of two features, if it lies over them. Whether it is found does not depend on `m.capacity`.
template <class T>
ABUT_HD inline PatchSearch find_small_patch(const SeenShape<T>& a, Feature of_a, const SeenShape<T>& b, Feature of_b,
                                            const PatchReach& reach, const PatchMemory& m, Patch& patch) {
  const FeatureKind ka = feature_kind(of_a), kb = feature_kind(of_b);
  const std::uint32_t ia = feature_index(of_a), ib = feature_index(of_b);
  const auto known = [](FeatureKind kind, std::uint32_t i, const ShapeHeader& h) {
    return kind == FeatureKind::vertex ? i < h.vertex_count
           : kind == FeatureKind::edge ? i < h.edge_count
                                       : kind == FeatureKind::face && i < h.face_count;
  };
  if (!known(ka, ia, *a.header) || !known(kb, ib, *b.header)) return PatchSearch::unknown;
  const auto edges = [](const SeenShape<T>& s, std::uint32_t vertex) {
    return relief_detail::neighbour_begin(s, vertex + 1) - relief_detail::neighbour_begin(s, vertex);
  };
  bool found = false;
  if (ka == FeatureKind::vertex && kb == FeatureKind::face) {
    if (edges(a, ia) + 2 > m.capacity) return PatchSearch::out_of_capacity;
    found = patch_at_vertex(a, ia, b, ib, false, reach, m, patch);
    if (!found) return trace_at_vertex(a, b, ia, ib, false, reach, m, patch);
  } else if (ka == FeatureKind::face && kb == FeatureKind::vertex) {
    if (edges(b, ib) + 2 > m.capacity) return PatchSearch::out_of_capacity;
    found = patch_at_vertex(b, ib, a, ia, true, reach, m, patch);
    if (!found) return trace_at_vertex(a, b, ib, ia, true, reach, m, patch);
  } else if (ka == FeatureKind::face && kb == FeatureKind::face) {
    if (m.capacity < 16) return PatchSearch::out_of_capacity;
    found = patch_at_box_faces(a, ia, b, ib, reach, m, patch);
  } else if (ka == FeatureKind::edge && kb == FeatureKind::edge) {
    found = patch_at_edges(a, ia, b, ib, reach, m, patch);
    if (!found) return trace_at_edges(a, ia, b, ib, reach, m, patch);
  }
  return found ? PatchSearch::found : PatchSearch::unknown;
}

}  // namespace ABUT_ISA
}  // namespace abut
