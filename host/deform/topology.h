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
  bool solid = false, closed = false, self_contact = true;  ///< closed: solid, and each edge is run both ways
};

/// Throws `InvalidInput` as `DeformingBodies::add`.
DeformTopology deform_topology(const DeformingMesh& mesh);

}  // namespace abut::host
