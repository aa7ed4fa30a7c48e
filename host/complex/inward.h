// Moves the boundary of a volume inward, so that the dilated complex has the volume's faces again.
#pragma once

#include "host/complex/topology.h"

namespace abut::host {

/// Each vertex to where the planes of its facets meet once they are all moved inward by `distance`; where there are
/// more planes than meet in a point, to where the squares of what they are off by are least. `triangles`: those of the
/// boundary, outward. Throws `InvalidInput` where that turns a triangle over.
void move_inward(std::vector<Vec3<double>>& points, std::span<const std::array<std::uint32_t, 3>> triangles,
                 double distance);

}  // namespace abut::host
