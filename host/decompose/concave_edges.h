// Edges at which a piece's surface is concave, and planes that hold many of them.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "host/decompose/part_hull.h"
#include "host/decompose/piece.h"

namespace abut::host {

/// Data only.
struct ConcaveEdge {
  double weight;
  Vec3<double> at, to;              ///< its ends
  Vec3<double> normal_a, normal_b;  ///< of the faces at it
};

/// All of them: those that lie deepest in the hull, are longest and sharpest come first. `half_extent`: the body's.
std::vector<ConcaveEdge> concave_edges(const Piece& piece, const PartHull& hull, double half_extent);

/// The plane through edge `i` that holds the longest ring of others round the solid, some of the first of which are
/// looked at. Where a solid stands on another it is the one between them: the edges of a collar or a neck are such a
/// ring, whose plane is along none of its faces. None if there is no ring: of any two edges that meet there is a plane,
/// and most are of no use.
std::optional<Plane> shared_plane(const std::vector<ConcaveEdge>& edges, std::size_t i, double half_extent);

}  // namespace abut::host
