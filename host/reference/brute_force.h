// The answer for one pair by looking at every feature: no pruning, no Gauss map, only the lists of faces and edges.
#pragma once

#include "host/reference/polytope.h"

namespace abut::reference {

struct BruteForce {
  Wide separation = 0;         ///< of the cores
  Vec3<Wide> normal{0, 0, 0};  ///< from A to B; zero where the closest points coincide and no face or edge pair tells
  Vec3<Wide> a{0, 0, 0}, b{0, 0, 0};  ///< closest points; only where the cores are apart
};

/// Overlap: the least width over all face normals and all cross products of an edge of A and an edge of B, both signs:
/// every width is at least the depth, and the direction of the depth is among them. Apart: the nearest of all pairs of
/// vertex, edge and triangle.
BruteForce brute_force_pair(const Placed& a, const Placed& b);

}  // namespace abut::reference
