// Patches that reach no further than the features that touch: most of those of bodies that overlap a little. The same
// polygons as in patch.h, from what lies about the features alone.
//
// Over a face, the part of the other body about a vertex that the face's plane cuts off at the patch's level has its
// corners on the vertex's edges, and its shadow is the patch. Where two edges cross, the sum of both heights falls off
// from the crossing in four planes that meet over the edges: so the patch has its four corners there. Either holds as
// long as every corner lies over the features; else `false` is returned, and nothing is said. What a vertex alone
// bounds to less than can matter is one point.
#pragma once

#include "abut/contacts/patch_walk.h"

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

/// A polygon of the plan. Data only.
struct PlanPolygon {
  PlanPoint* at;
  std::uint32_t count;
};

/// The corners of the patch from points with A's or B's height and the other's by `other`.
template <class Other>
ABUT_HD inline void set_corners(PlanPolygon polygon, bool of_b, double tolerance, const Other& other,
                                const PatchMemory& m, Patch& patch) {
  PlanPoint* const p = polygon.at;
  std::uint32_t count = polygon.count;
  patch_detail::drop_flat_corners(p, count, tolerance);
  for (std::uint32_t i = 0; i < count; ++i) {
    const double mine = p[i].height, others = other(p[i]);
    m.corners[i] = {p[i].u, p[i].v, of_b ? (others - mine) / 2 : (mine - others) / 2, -(mine + others)};
  }
  patch.count = count;
  patch_detail::measure(m.corners, patch);
}

}  // namespace small_patch_detail

/// A shape in its own frame and another unit. Data only.
template <class T>
struct ScaledShape {
  const ShapeSetView<T>& set;
  const ShapeHeader& header;
  double scale;  ///< of stored vertices
};

/// Whether the patch reaches no farther than `extent` from a vertex: the other body is nowhere nearer than at its top.
/// `up`: the way to the other body in the shape's own frame.
template <class T>
ABUT_HD inline bool is_a_point(ScaledShape<T> shape, std::uint32_t vertex, Vec3<double> up, double band,
                               double extent) {
  const ShapeSetView<T>& set = shape.set;
  const ShapeHeader& h = shape.header;
  const auto at = [&](std::uint32_t v) {
    const std::uint32_t i = h.vertex_offset + v;
    return widen(Vec3<T>{set.x[i], set.y[i], set.z[i]});
  };
  const Vec3<double> top = at(vertex);
  const std::uint32_t end = set.adjacency_begin[h.adjacency_offset + vertex + 1];
  for (std::uint32_t k = set.adjacency_begin[h.adjacency_offset + vertex]; k < end; ++k) {
    const Vec3<double> way = (at(set.adjacency[k]) - top) * shape.scale;
    const double fall = -dot(way, up), fall2 = fall * fall;
    if (!(fall > band && (dot(way, way) - fall2) * (band * band) <= extent * extent * fall2)) return false;
  }
  return true;
}

/// A vertex of one body over a face of the other; `of_b`: the vertex is B's. Takes room for two points more than the
/// vertex has edges.
template <class T>
ABUT_HD inline bool patch_at_vertex(SeenFeature<T> vertex, SeenFeature<T> face, bool of_b, const PatchReach& reach,
                                    const PatchMemory& m, Patch& patch) {
  using namespace small_patch_detail;
  const SeenShape<T>&s = vertex.shape, &t = face.shape;
  const std::uint32_t f = t.header->face_offset + face.index();
  const PlanPoint top = place(s, vertex.index()), first = place(t, t.set->face_vertices[t.set->face_begin[f]]);
  FacetPlane plane;
  // The normal is that of the face, to a float's rounding.
  if (!plane_of(t, face.index(), first, 0.999, plane)) return false;
  double highest = first.height;
  for (std::uint32_t k = t.set->face_begin[f] + 1; k < t.set->face_begin[f + 1]; ++k) {
    highest = max(highest, place(t, t.set->face_vertices[k]).height);
  }
  const double sum = top.height + height_of(plane, top.u, top.v), excess = sum - (top.height + highest - reach.band);
  const std::uint32_t begin = relief_detail::neighbour_begin(s, vertex.index());
  const std::uint32_t end = relief_detail::neighbour_begin(s, vertex.index() + 1);
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
  if (!lie_over(t, face.index(), m.points, count)) return false;
  PlanPoint* const hull = m.polygon[0];
  count = patch_detail::hull_of(m.points, count, hull);
  set_corners(
      {hull, count}, of_b, reach.tolerance, [&](const PlanPoint& p) { return height_of(plane, p.u, p.v); }, m, patch);
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

/// A way along an edge. Data only.
struct EdgeWay {
  double at;   ///< the part of the edge where it begins
  double way;  ///< 1: to the edge's end; -1: back
};

/// Where over the edge `r`, along `from`, the sum of the heights has fallen by `excess`: a point that has to lie over
/// the edge and over `face` of the other body.
ABUT_HD inline bool ridge_corner(const Ridge& r, EdgeWay from, double excess, const Ridge& other, PlanPoint& corner,
                                 std::uint32_t& face) {
  const double way = from.way;
  const double slope0 = way * (other.plane[0].slope_u * r.du + other.plane[0].slope_v * r.dv);
  const double slope1 = way * (other.plane[1].slope_u * r.du + other.plane[1].slope_v * r.dv);
  const int side = slope1 < slope0 ? 1 : 0;  // the lower of the planes is the body
  const double fall = -(way * r.dh + (side == 1 ? slope1 : slope0));
  if (!(fall > 0)) return false;
  const double t = from.at + way * (excess / fall);
  if (!(t >= 0 && t <= 1)) return false;
  corner = {r.from.u + t * r.du, r.from.v + t * r.dv, r.from.height + t * r.dh};
  face = other.face[side];
  return true;
}

}  // namespace small_patch_detail

/// An edge of A across one of B.
template <class T>
ABUT_HD inline bool patch_at_edges(SeenFeature<T> edge_a, SeenFeature<T> edge_b, const PatchReach& reach,
                                   const PatchMemory& m, Patch& patch) {
  using namespace small_patch_detail;
  const SeenShape<T>&a = edge_a.shape, &b = edge_b.shape;
  Ridge p, q;
  if (!load_ridge(a, edge_a.index(), p) || !load_ridge(b, edge_b.index(), q)) return false;
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
  if (!ridge_corner(p, {s, 1}, excess, q, c[0], over[0]) || !ridge_corner(q, {r, turned}, excess, p, c[1], over[1]) ||
      !ridge_corner(p, {s, -1}, excess, q, c[2], over[2]) || !ridge_corner(q, {r, -turned}, excess, p, c[3], over[3])) {
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
  set_corners({c, 4}, false, reach.tolerance, height_over_b, m, patch);
  return true;
}

/// Two faces of boxes that lie on each other: their other faces stand upright, so that nothing else belongs to the
/// patch. Takes room for 16 points.
template <class T>
ABUT_HD inline bool patch_at_box_faces(SeenFeature<T> face_a, SeenFeature<T> face_b, const PatchReach& reach,
                                       const PatchMemory& m, Patch& patch) {
  using namespace small_patch_detail;
  const auto of_box = [](SeenFeature<T> face) { return face.shape.header->kind == ShapeKind::box; };
  if (!of_box(face_a) || !of_box(face_b)) return false;
  PlanPoint pa[4], pb[4];
  const auto lies_flat = [&](SeenFeature<T> face) {
    FacetPlane p;
    const bool visible = plane_of(face.shape, face.index(), PlanPoint{0, 0, 0}, 0, p);
    return visible && p.slope_u * p.slope_u + p.slope_v * p.slope_v <= reach.tolerance * reach.tolerance;
  };
  if (!lies_flat(face_a) || !lies_flat(face_b)) return false;
  const auto load = [](SeenFeature<T> face, PlanPoint* p) {
    const SeenShape<T>& s = face.shape;
    const std::uint32_t begin = s.set->face_begin[s.header->face_offset + face.index()];
    for (std::uint32_t k = 0; k < 4; ++k) p[k] = place(s, s.set->face_vertices[begin + (s.mirrored ? 3 - k : k)]);
  };
  load(face_a, pa);
  load(face_b, pb);
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
      {p, count}, false, reach.tolerance, [&](const PlanPoint&) { return height_b; }, m, patch);
  return patch.count > 2;  // along their outlines rounding decides
}

/// The patch of two features, if it lies over them. Whether it is found does not depend on `m.capacity`.
template <class T>
ABUT_HD inline PatchSearch find_small_patch(SeenFeature<T> a, SeenFeature<T> b, const PatchReach& reach,
                                            const PatchMemory& m, Patch& patch) {
  const FeatureKind ka = feature_kind(a.feature), kb = feature_kind(b.feature);
  const auto known = [](SeenFeature<T> f, FeatureKind kind) {
    const ShapeHeader& h = *f.shape.header;
    return kind == FeatureKind::vertex ? f.index() < h.vertex_count
           : kind == FeatureKind::edge ? f.index() < h.edge_count
                                       : kind == FeatureKind::face && f.index() < h.face_count;
  };
  if (!known(a, ka) || !known(b, kb)) return PatchSearch::unknown;
  const auto edges = [](SeenFeature<T> vertex) {
    const std::uint32_t i = vertex.index();
    return relief_detail::neighbour_begin(vertex.shape, i + 1) - relief_detail::neighbour_begin(vertex.shape, i);
  };
  bool found = false;
  if (ka == FeatureKind::vertex && kb == FeatureKind::face) {
    if (edges(a) + 2 > m.capacity) return PatchSearch::out_of_capacity;
    found = patch_at_vertex(a, b, false, reach, m, patch);
    if (!found) return walk_at_vertex(a, b, false, reach, m, patch);
  } else if (ka == FeatureKind::face && kb == FeatureKind::vertex) {
    if (edges(b) + 2 > m.capacity) return PatchSearch::out_of_capacity;
    found = patch_at_vertex(b, a, true, reach, m, patch);
    if (!found) return walk_at_vertex(b, a, true, reach, m, patch);
  } else if (ka == FeatureKind::face && kb == FeatureKind::face) {
    if (m.capacity < 16) return PatchSearch::out_of_capacity;
    found = patch_at_box_faces(a, b, reach, m, patch);
  } else if (ka == FeatureKind::edge && kb == FeatureKind::edge) {
    found = patch_at_edges(a, b, reach, m, patch);
    if (!found) return walk_at_edges(a, b, reach, m, patch);
  }
  return found ? PatchSearch::found : PatchSearch::unknown;
}

}  // namespace ABUT_ISA
}  // namespace abut
