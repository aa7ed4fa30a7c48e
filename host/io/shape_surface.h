// The surface of a core as a viewer sees it: its own polygons, or for curved kinds and sums an inscribed polyhedron.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/shapes/shape_set.h"

namespace abut::io {

/// Points in the shape's own frame; polygons counter-clockwise seen from outside, none for points and segments.
struct ShapeSurface {
  std::vector<Vec3<double>> points;
  std::vector<std::vector<std::uint32_t>> polygons;
};

/// Inscribed polyhedra have some hundred vertices on the curved surface.
ShapeSurface surface_of(const ShapeSet& shapes, std::uint32_t shape);

}  // namespace abut::io
