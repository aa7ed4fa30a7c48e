// The convex hull of points, as decomposition asks of it: planes, corners, volume.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "host/decompose/plain.h"
#include "host/shapes/topology.h"

namespace abut::host {

/// Data only.
struct PartHull {
  std::vector<Vec3<double>> points;  ///< its corners; of a flat one all points
  std::vector<Polygon> faces;        ///< counter-clockwise from outside; none if it is flat
  std::vector<Plane> planes;         ///< of the faces
  Box box;
  double volume = 0;

  bool flat() const { return faces.empty(); }
};

PartHull part_hull(std::span<const Vec3<double>> points);

/// Its faces cut into fans of triangles.
std::vector<std::array<std::uint32_t, 3>> triangles_of(const PartHull& hull);

/// Where the hull looks away from `normal` least: the largest height of its points.
double support(const PartHull& hull, const Vec3<double>& normal);

}  // namespace abut::host
