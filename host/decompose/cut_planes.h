// The plane that cuts a piece best.
#pragma once

#include <optional>

#include "host/decompose/part_hull.h"
#include "host/decompose/piece.h"

namespace abut::host {

/// Planes that a piece may be cut by, each twice at most but for rounding: across the box's axes and the principal axes
/// of its corners, and through its concave edges along either face and midway.
std::vector<Plane> candidate_planes(const Piece& piece, const PartHull& hull, double size);

/// What is left of the piece by the plane after which the hulls of what is left have the least volume. Fewer than two
/// pieces where no plane cuts it. Uses several threads; the same with any number.
std::vector<Piece> best_cut(const Piece& piece, const PartHull& hull, double size);

}  // namespace abut::host
