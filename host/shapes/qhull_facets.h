// The only place that talks to qhull: points in, polygons out.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "abut/core/vec3.h"
#include "host/shapes/topology.h"

namespace abut::host {

/// qhull's facets, coplanar ones merged, as cycles of point indices in no particular order and orientation. Empty if
/// qhull failed; `message` then says why, in one line. `options`: qhull's own, for instance "Pp". Never prints, never
/// ends the process.
std::vector<Polygon> qhull_facets(std::span<const Vec3<double>> points, const char* options, std::string& message);

}  // namespace abut::host
