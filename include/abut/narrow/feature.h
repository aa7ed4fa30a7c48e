// Features: from the support points that carry a witness point to the vertex, edge or face of the shape.
//
// Ids come from the simplex alone, without support calls. Vertices that no edge joins lie on a common face; where
// rounding has put them on none (nearly coplanar faces), the answer is the face among theirs that looks most along the
// normal.
#pragma once

#include "abut/core/contact.h"
#include "abut/narrow/convex_core.h"
#include "abut/narrow/witness.h"

namespace abut {
inline namespace ABUT_ISA {
namespace feature_detail {

/// Local ids of one shape.
struct Topology {
  const std::uint32_t* begin;  ///< of the shape's vertices, into `neighbours`
  const std::uint32_t* neighbours;
  const std::uint32_t* edge_to;
  const ShapeEdge* edges;
};

/// The edge between two vertices, or `no_face`.
ABUT_HD inline std::uint32_t edge_between(const Topology& t, std::uint32_t v, std::uint32_t w) {
  for (std::uint32_t k = t.begin[v]; k < t.begin[v + 1]; ++k) {
    if (t.neighbours[k] == w) return t.edge_to[k];
  }
  return no_face;
}

ABUT_HD inline bool face_has(const Topology& t, std::uint32_t face, std::uint32_t v) {
  for (std::uint32_t k = t.begin[v]; k < t.begin[v + 1]; ++k) {
    const ShapeEdge& e = t.edges[t.edge_to[k]];
    if (e.f0 == face || e.f1 == face) return true;
  }
  return false;
}

/// The face that holds most of the vertices; among equals the one that looks most along `normal`, which tells the two
/// sides of a flat polygon apart.
template <class T>
ABUT_HD inline std::uint32_t common_face(const Topology& t, const CarrierIds& ids, const T* const* plane_normal,
                                         Vec3<T> normal) {
  std::uint32_t best = no_face;
  std::uint32_t most = 0;
  T highest = T(0);
  // The vertex of fewest edges first; a face that holds all vertices ends the search.
  std::uint32_t first = 0;
  const auto degree = [&](std::uint32_t i) { return t.begin[id_at(ids, i) + 1] - t.begin[id_at(ids, i)]; };
  for (std::uint32_t i = 1; i < ids.count; ++i) first = degree(i) < degree(first) ? i : first;
  for (std::uint32_t n = 0; n < ids.count; ++n) {
    const std::uint32_t v = id_at(ids, (first + n) % ids.count);
    for (std::uint32_t k = 2 * t.begin[v]; k < 2 * t.begin[v + 1]; ++k) {
      const ShapeEdge& e = t.edges[t.edge_to[k / 2]];
      const std::uint32_t f = k % 2 == 0 ? e.f0 : e.f1;
      if (f == no_face) continue;
      std::uint32_t held = 0;
      for (std::uint32_t j = 0; j < ids.count; ++j) held += face_has(t, f, id_at(ids, j)) ? 1 : 0;
      const T along = dot(Vec3<T>{plane_normal[0][f], plane_normal[1][f], plane_normal[2][f]}, normal);
      if (held == ids.count && along > T(0)) return f;
      const bool better = held > most || (held == most && (along > highest || (along == highest && f < best)));
      best = better ? f : best;
      most = better ? held : most;
      highest = better ? along : highest;
    }
  }
  return best;
}

/// The face of a box that holds the vertices, if there is just one. Bit i of a box's vertex id is the side of axis i
/// that it lies on; the faces are in the order -y, -z, -x, +x, +y, +z.
ABUT_HD inline std::uint32_t box_face(const CarrierIds& ids) {
  std::uint32_t all = 7, some = 0;
  for (std::uint32_t k = 0; k < ids.count; ++k) all &= id_at(ids, k), some |= id_at(ids, k);
  const bool high = all != 0;
  switch (7 & ~(all ^ some)) {  // the axes on one side of which they all lie
    case 1: return high ? 3 : 2;
    case 2: return high ? 4 : 0;
    case 4: return high ? 5 : 1;
    default: return no_face;
  }
}

/// Of three vertices, the face beside the edge of the first two that holds the third and looks along `normal`;
/// `no_face` where both sides do, or none: `common_face` knows then. Faces that hold both ends of an edge lie beside
/// it.
template <class T>
ABUT_HD inline std::uint32_t face_beside(const Topology& t, const CarrierIds& ids, const T* const* plane_normal,
                                         Vec3<T> normal) {
  const std::uint32_t edge = edge_between(t, ids.id[0], ids.id[1]);
  if (edge == no_face) return no_face;
  const auto holds = [&](std::uint32_t f) {
    if (f == no_face) return false;
    const Vec3<T> plane{plane_normal[0][f], plane_normal[1][f], plane_normal[2][f]};
    return dot(plane, normal) > T(0) && face_has(t, f, ids.id[2]);
  };
  const std::uint32_t f0 = t.edges[edge].f0, f1 = t.edges[edge].f1;
  const bool first = holds(f0), second = holds(f1);
  return first == second ? no_face : first ? f0 : f1;
}

template <class T>
ABUT_HD inline Feature feature_of_vertices(const ShapeSetView<T>& set, const ShapeHeader& h, const CarrierIds& ids,
                                           Vec3<T> normal) {
  const Topology t{set.adjacency_begin + h.adjacency_offset, set.adjacency, set.adjacency_edge,
                   set.edges + h.edge_offset};
  if (ids.count == 2) {
    const std::uint32_t edge = edge_between(t, ids.id[0], ids.id[1]);
    if (edge != no_face) return make_feature(FeatureKind::edge, edge);
  }
  const std::uint32_t side = h.kind == ShapeKind::box ? box_face(ids) : no_face;
  if (side != no_face) return make_feature(FeatureKind::face, side);
  const T* const planes[3] = {set.plane_nx + h.face_offset, set.plane_ny + h.face_offset, set.plane_nz + h.face_offset};
  std::uint32_t face = ids.count == 3 ? face_beside(t, ids, planes, normal) : no_face;
  if (face == no_face) face = common_face(t, ids, planes, normal);
  return face == no_face ? Feature{0} : make_feature(FeatureKind::face, face);
}

/// How many of the carriers have this id.
ABUT_HD inline std::uint32_t count_of(const CarrierIds& ids, std::uint32_t id) {
  std::uint32_t count = 0;
  for (std::uint32_t k = 0; k < ids.count; ++k) count += id_at(ids, k) == id ? 1 : 0;
  return count;
}

/// Whether the normal is the axis to what a curved core's normal is known to: several points of a rim are its cap then,
/// and one place on the rim else.
template <class T>
ABUT_INLINE bool along_axis(Vec3<T> normal) {
  return fma(normal.x, normal.x, normal.y * normal.y) <= T(16) * Epsilon<T>::value;
}

template <class T>
ABUT_HD inline Feature feature_of_cylinder(const CarrierIds& ids, Vec3<T> normal) {
  const std::uint32_t bottom = count_of(ids, on_bottom_rim), top = count_of(ids, on_top_rim);
  if (bottom > 0 && top > 0) return make_feature(FeatureKind::face, 2);
  return make_feature(along_axis(normal) ? FeatureKind::face : FeatureKind::edge, top > 0 ? 1 : 0);
}

template <class T>
ABUT_HD inline Feature feature_of_cone(const CarrierIds& ids, Vec3<T> normal) {
  const std::uint32_t rim = count_of(ids, on_bottom_rim);
  if (rim == 0) return make_feature(FeatureKind::vertex, 0);
  if (rim < ids.count) return make_feature(FeatureKind::face, 1);
  return make_feature(along_axis(normal) ? FeatureKind::face : FeatureKind::edge, 0);
}

/// As `topological_feature`, of anything but one vertex of a vertex set.
template <class T>
ABUT_PHASE Feature other_feature(const ShapeSetView<T>& set, const ShapeHeader& h, const CarrierIds& ids,
                                 Vec3<T> normal) {
  if (ids.count == 0 || h.kind == ShapeKind::minkowski_sum) return Feature{0};
  if (h.kind == ShapeKind::ellipsoid) return make_feature(FeatureKind::face, 0);
  if (h.kind == ShapeKind::cylinder) return feature_of_cylinder(ids, normal);
  if (h.kind == ShapeKind::cone) return feature_of_cone(ids, normal);
  return feature_of_vertices(set, h, ids, normal);
}

}  // namespace feature_detail

/// The feature of a shape that carries a witness point; `normal`: outward there, in the shape's frame.
template <class T>
ABUT_INLINE Feature topological_feature(const ShapeSetView<T>& set, const ShapeHeader& h, const CarrierIds& ids,
                                        Vec3<T> normal) {
  if (ids.count == 1 && is_vertex_set(h.kind)) return make_feature(FeatureKind::vertex, ids.id[0]);
  return feature_detail::other_feature(set, h, ids, normal);
}
template <class T>
ABUT_INLINE Feature topological_feature(const ShapeSetView<T>& set, std::uint32_t shape, const CarrierIds& ids,
                                        Vec3<T> normal) {
  return topological_feature(set, set.headers[shape], ids, normal);
}

}  // namespace ABUT_ISA
}  // namespace abut
