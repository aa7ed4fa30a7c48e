// A convex hull with few corners instead of one with many.
#pragma once

#include "host/decompose/part_hull.h"

namespace abut::host {

/// Of the hull's own corners, the farthest from what there is so far first: it lies inside. At least four.
PartHull inner_hull(const PartHull& hull, std::size_t most_points);

/// Bounded by planes of the hull's own faces, and of its box, those that cut off most first: the hull lies inside, but
/// for rounding. With at most `most_points` corners, and no fewer than a box has.
PartHull outer_hull(const PartHull& hull, std::size_t most_points);

}  // namespace abut::host
