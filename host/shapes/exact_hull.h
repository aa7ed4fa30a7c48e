// Convex hull of points of any affine dimension, with exact topology.
//
// Solids: incremental insertion with conflict lists (Quickhull: Barber, Dobkin & Huhdanpaa 1996), every sign exact.
// Departs from it where a point lies in a face's plane: such a face counts as visible, so that no triangle without area
// arises and every point that is no vertex of the hull disappears.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/core/vec3.h"

namespace abut::host {

struct HullTriangle {
  std::array<std::uint32_t, 3> vertex;     ///< counter-clockwise from outside
  std::array<std::uint32_t, 3> neighbour;  ///< across vertex[k], vertex[k + 1]
};

struct ExactHull {
  int dimension = -1;  ///< 0 point, 1 segment, 2 flat polygon, 3 solid; -1 without points
  /// Solid: the triangles. Coplanar ones are not merged.
  std::vector<HullTriangle> triangles;
  /// Point, segment: its one or two vertices. Polygon: its strictly convex corners in order.
  std::vector<std::uint32_t> corners;
};

/// All coordinates have to be finite; nothing is a tolerance. The same points give the same hull.
ExactHull exact_hull(std::span<const Vec3<double>> points);

}  // namespace abut::host
