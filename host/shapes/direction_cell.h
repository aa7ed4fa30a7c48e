// Cells of a cube map of directions, as the shapes' tables number them (abut/shapes/shape_set_view.h).
#pragma once

#include <cstdint>

#include "abut/core/vec3.h"

namespace abut::host {

/// Part of a face of the cube: directions with `main`, 1 or -1, on `axis` and the other two components from (u, v) to
/// (u + width, v + width). A face has 2 / width rows and columns.
struct DirectionCell {
  std::uint32_t axis;
  double main, u, v, width;

  /// The one at (0, 0) to (1, 1) of the cell.
  Vec3<double> direction(double s, double t) const {
    const double a = u + s * width, b = v + t * width;
    return axis == 0 ? Vec3<double>{main, a, b} : axis == 1 ? Vec3<double>{a, main, b} : Vec3<double>{a, b, main};
  }
  /// Among the cells of its width.
  std::uint32_t number() const {
    const auto divisions = static_cast<std::uint32_t>(2 / width);
    const auto row = static_cast<std::uint32_t>((u + 1) / width), column = static_cast<std::uint32_t>((v + 1) / width);
    return ((2 * axis + (main < 0 ? 1 : 0)) * divisions + row) * divisions + column;
  }
};

}  // namespace abut::host
