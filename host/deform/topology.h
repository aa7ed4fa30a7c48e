// Facets, edges and elements of a deforming body: what stays as it is while nodes move.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/deform/deforming_bodies.h"
#include "host/complex/topology.h"

namespace abut::host {

/// Data only.
struct DeformTopology {
  std::uint32_t node_count = 0;
  std::vector<std::array<std::uint32_t, 3>> facets;
  std::vector<FacetOrigin> origins;
  std::vector<std::array<std::uint32_t, 2>> edges;        ///< ascending, the lower node first
  std::vector<std::array<std::uint32_t, 3>> facet_edges;  ///< from corner k to the next
  NumberLists facets_of_node, facets_of_edge;             ///< ascending
  std::vector<std::array<std::uint32_t, 4>> tetrahedra;
  std::vector<std::array<std::uint32_t, 8>> hexahedra;
  bool solid = false, self_contact = true;
};

/// Throws `InvalidInput` as `DeformingBodies::add`.
DeformTopology deform_topology(const DeformingMesh& mesh);

/// Of the tetrahedron at each corner of a hexahedron, the corner's neighbours: their volume is positive.
inline constexpr std::array<std::array<int, 3>, 8> hexahedron_corners = {
    {{1, 3, 4}, {2, 0, 5}, {3, 1, 6}, {0, 2, 7}, {7, 5, 0}, {4, 6, 1}, {5, 7, 2}, {6, 4, 3}}};

}  // namespace abut::host
