// Whether convex parts cover a surface: exactly, facet by facet.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/core/vec3.h"

namespace abut::host {

/// Data only.
struct Cover {
  std::uint64_t uncovered = 0;        ///< facets that are not covered whole
  std::vector<std::uint32_t> facets;  ///< their numbers
  std::uint32_t first = 0;            ///< of them
  Vec3<double> where{0, 0, 0};        ///< a point of it in no part, to within rounding error
};

/// `parts`: points whose convex hulls, closed, are to cover the triangles; flat ones count for nothing. Every
/// coordinate counts as the number it is, of any size.
Cover find_uncovered(std::span<const Vec3<double>> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
                     const std::vector<std::vector<Vec3<double>>>& parts);

}  // namespace abut::host
