// Faces of meshes with more than three corners, cut into triangles.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/core/vec3.h"

namespace abut::host {

/// Cuts a polygon into triangles between its corners, which run as it does, and appends them. Concave ones are cut
/// right, with collinear corners, and with holes that edges there and back join to the outline. Signs are exact, of the
/// polygon seen along the coordinate axis that its normal (Newell's) is most along: that is the rule for one that is
/// not plane. Of the diagonals that may be cut the shortest is first. The facets do not depend on where the polygon
/// begins, and not on which way it runs.
///
/// All edges stay, but for those that run there and back at once; of what runs round the same corners again and again
/// one round stays. A triangle has an area, unless all that is left of
/// the polygon has none. False: the polygon crosses itself, seen along each of the three axes; its triangles overlap.
/// Three corners are taken as they are, fewer give nothing. All corners have to be in `points`, and to be finite.
bool cut_polygon(std::span<const Vec3<double>> points, std::span<const std::uint32_t> corners,
                 std::vector<std::array<std::uint32_t, 3>>& triangles);

}  // namespace abut::host
