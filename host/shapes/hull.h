// Convex hulls through qhull.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/core/vec3.h"
#include "host/shapes/topology.h"

namespace abut::host {

/// The convex hull of a set of points.
struct Hull {
  int dimension = 0;                    ///< 0 point, 1 segment, 2 flat polygon with two opposite faces, 3 solid
  std::vector<std::uint32_t> vertices;  ///< ascending indices into the points; of equal points the first
  Topology topology;                    ///< ids are positions in `vertices`; coplanar facets are merged
};

/// Points within a few rounding errors (of the extent) of a line or plane through all count as collinear or coplanar,
/// and points that lie outside the hull by no more than that may be dropped. The same points give the same hull.
/// Thread-safe. Throws `InvalidInput` when there is no point, a coordinate is not finite, or qhull fails.
Hull convex_hull(std::span<const Vec3<double>> points);

/// The hull's faces cut into fans of triangles of the points, counter-clockwise from outside.
std::vector<std::array<std::uint32_t, 3>> hull_triangles(const Hull& hull);

}  // namespace abut::host
