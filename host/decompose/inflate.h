// A part made larger by a little on all sides.
#pragma once

#include "host/decompose/part_hull.h"

namespace abut::host {

/// The hull's points moved so that each of its planes moves outwards by `way` or more: not much more, but at corners
/// that are sharp. What is a needle stays where it is.
std::vector<Vec3<double>> inflated(const PartHull& hull, double way);

/// Whether a corner is so sharp that it would have to be moved a million times as far as its planes.
bool has_needle(const PartHull& hull);

/// Corners of a hull that holds all that is within `way` of another one, flat or not, and nothing farther than
/// twice that.
std::vector<Vec3<double>> thickened(const PartHull& hull, double way);

}  // namespace abut::host
