// A part made larger by a little on all sides.
#pragma once

#include "host/decompose/part_hull.h"

namespace abut::host {

/// The hull's points moved so that each of its planes moves outwards by `way` or more: not much more, but at corners
/// that are sharp needles.
std::vector<Vec3<double>> inflated(const PartHull& hull, double way);

/// Corners of a hull that holds all that is within `way` of points which lie in a plane, and nothing farther than twice
/// that.
std::vector<Vec3<double>> thickened(const PartHull& flat, double way);

}  // namespace abut::host
