// The plane that cuts a piece best.
#pragma once

#include <vector>

#include "host/decompose/part_count.h"
#include "host/decompose/part_hull.h"
#include "host/decompose/piece.h"
#include "host/decompose/work.h"

namespace abut::host {

/// What a plane leaves of the piece: of some across the box's axes and the principal axes of its corners, and some
/// through its concave edges, along either face and midway, that after which the hulls of what is left have the least
/// volume, or not much more, but are more alike or end a concave edge. With `count` it is that after which fewest parts
/// are needed, as the best cuts of what it leaves tell, and of those the one that leaves the least volume. Fewer than
/// two pieces where no plane cuts it. `half_extent`: the body's. What it takes is added to `work`. Uses several
/// threads; the same with any number.
std::vector<Piece> best_cut(const Piece& piece, const PartHull& hull, double half_extent, Work& work,
                            const PartCount* count = nullptr);

}  // namespace abut::host
