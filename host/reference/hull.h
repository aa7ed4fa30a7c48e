// Convex hull of points of any affine dimension, with exact topology: by another method than the library's own
// (host/shapes/exact_hull.h), with which it shares nothing.
//
// Solids: gift wrapping (Chand & Kapur 1970), every sign exact. The plane of a known facet turns about one of its edges
// until it holds another facet. Departs from it where more than three points lie in a plane: the facet is their convex
// polygon, cut into triangles at the end. Simple instead of fast: a facet takes time proportional to the points.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/core/vec3.h"

namespace abut::reference {

struct HullTriangle {
  std::array<std::uint32_t, 3> vertex;     ///< counter-clockwise from outside
  std::array<std::uint32_t, 3> neighbour;  ///< across vertex[k], vertex[k + 1]
};

struct Hull {
  int dimension = -1;  ///< 0 point, 1 segment, 2 flat polygon, 3 solid; -1 without points
  /// Solid: the triangles. Coplanar ones are not merged.
  std::vector<HullTriangle> triangles;
  /// Point, segment: its one or two vertices. Polygon: its strictly convex corners in order.
  std::vector<std::uint32_t> corners;
};

/// All coordinates have to be finite. Of equal points the first is the vertex. The same points give the same hull.
Hull convex_hull(const std::vector<Vec3<double>>& points);

}  // namespace abut::reference
