// Shapes as a viewer draws them: closed triangle surfaces of the shape with its rounding, in three degrees of detail.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/shapes/mesh.h"
#include "abut/shapes/shape_set.h"

namespace abut::cli {

struct DrawnSurface {
  std::vector<Vec3<double>> points;
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< counter-clockwise seen from outside
};

inline constexpr int detail_count = 3;

struct DrawnShape {
  DrawnSurface detail[detail_count];  ///< the finest first
  bool smooth = false;  ///< an ellipsoid or a sphere: its normals are those of x^2 / a^2 + ..., and not the triangles'
};

struct DrawOptions {
  std::size_t most_points = 5000;  ///< of the finest surface; larger ones are drawn by support points
  double least_radius = 0;         ///< points and segments get this, or they would not be seen
};

/// A mesh as it is, without a rounding; one with more points coarsened on a grid. What is not closed, or not outward,
/// is drawn from both sides.
DrawnShape drawn_mesh(const Mesh& mesh, const DrawOptions& options);

DrawnShape drawn_shape(const ShapeSet& shapes, std::uint32_t shape, const DrawOptions& options);

}  // namespace abut::cli
