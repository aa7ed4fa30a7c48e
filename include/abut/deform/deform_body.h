// One deforming body as searches see it, wherever its arrays lie: facets, edges, elements, and shares of its surface.
//
// Source: Montanari 2017, sections 3.3 and 4.3; docs/explanation/deforming.md says where this departs.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abut/core/vec2.h"
#include "abut/deform/deform_tree.h"
#include "abut/facets/facet.h"

namespace abut {

/// Lists of nodes are flat: those of facet f are facets[3 f] to facets[3 f + 2], by the body's own numbers. Data only.
struct DeformBodyView {
  DeformTree tree;
  const Vec3<double>* nodes = nullptr;  ///< of the batch, in the world
  std::uint32_t node_begin = 0;         ///< its own among them
  bool solid = false;
  bool closed = false;                                                  ///< solid, and each edge is run both ways
  const std::uint32_t* facets = nullptr;                                ///< three nodes each
  const std::uint32_t* facet_edges = nullptr;                           ///< three each: from corner k to the next
  const std::uint32_t* edges = nullptr;                                 ///< two nodes each
  const std::uint32_t* tetrahedra = nullptr;                            ///< four each
  const std::uint32_t* hexahedra = nullptr;                             ///< eight each
  const std::uint32_t *node_offsets = nullptr, *node_facets = nullptr;  ///< facets of each node, ascending
  const std::uint32_t *edge_offsets = nullptr, *edge_facets = nullptr;  ///< and of each edge
  std::uint32_t tetrahedron_count = 0;
};

/// Two bodies, or one and itself. Data only.
struct DeformPair {
  const DeformBodyView *a, *b;
  bool same;
  double alert;
};

inline namespace ABUT_ISA {

/// The N nodes of row i of a flat list.
template <int N>
ABUT_INLINE const std::uint32_t* row_of(const std::uint32_t* list, std::uint32_t i) {
  return list + static_cast<std::size_t>(i) * N;
}

ABUT_INLINE const Vec3<double>& node_of(const DeformBodyView& body, std::uint32_t node) {
  return body.nodes[static_cast<std::size_t>(body.node_begin) + node];
}

ABUT_INLINE Facet<double> facet_of(const DeformBodyView& body, std::uint32_t i) {
  const std::uint32_t* f = row_of<3>(body.facets, i);
  return {{node_of(body, f[0]), node_of(body, f[1]), node_of(body, f[2])}};
}
ABUT_INLINE Facet<double> facet_of(const DeformBodyView& body, const LeafFacet& f) {
  return {{body.nodes[f.node[0]], body.nodes[f.node[1]], body.nodes[f.node[2]]}};
}

ABUT_INLINE double facet_area(const DeformBodyView& body, std::uint32_t facet) {
  return length(area_normal(facet_of(body, facet))) / 2;
}

namespace deform_body_detail {

/// A third of the areas of some facets, added in their order.
ABUT_HD inline double share_of(const DeformBodyView& body, const std::uint32_t* facets, std::uint32_t count) {
  double sum = 0;
  for (std::uint32_t k = 0; k < count; ++k) sum += facet_area(body, facets[k]) / 3;
  return sum;
}

/// The sum of the unit normals of some facets.
ABUT_HD inline Vec3<double> outward(const DeformBodyView& body, const std::uint32_t* facets, std::uint32_t count) {
  Vec3<double> sum{0, 0, 0};
  for (std::uint32_t k = 0; k < count; ++k) sum = sum + unit_or_zero(area_normal(facet_of(body, facets[k])));
  return sum;
}

}  // namespace deform_body_detail

/// `DeformingAreas` of one node and of one edge.
ABUT_HD inline double area_of_node(const DeformBodyView& body, std::uint32_t node) {
  const std::uint32_t begin = body.node_offsets[node];
  return deform_body_detail::share_of(body, body.node_facets + begin, body.node_offsets[node + 1] - begin);
}
ABUT_HD inline double area_of_edge(const DeformBodyView& body, std::uint32_t edge) {
  const std::uint32_t begin = body.edge_offsets[edge];
  return deform_body_detail::share_of(body, body.edge_facets + begin, body.edge_offsets[edge + 1] - begin);
}

/// `GapSides` of a node, 0 on what is no solid, and of an edge of a solid.
ABUT_HD inline Vec3<double> outward_of_node(const DeformBodyView& body, std::uint32_t node) {
  if (!body.solid) return {0, 0, 0};
  const std::uint32_t begin = body.node_offsets[node];
  return deform_body_detail::outward(body, body.node_facets + begin, body.node_offsets[node + 1] - begin);
}
ABUT_HD inline Vec3<double> outward_of_edge(const DeformBodyView& body, std::uint32_t edge) {
  const std::uint32_t begin = body.edge_offsets[edge];
  return deform_body_detail::outward(body, body.edge_facets + begin, body.edge_offsets[edge + 1] - begin);
}

}  // namespace ABUT_ISA
}  // namespace abut
