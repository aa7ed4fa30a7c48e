// How far a surface lies from convex parts, where they do not cover it.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "host/decompose/part_hull.h"

namespace abut::host {

/// Bounds on the largest distance of a point of some triangles from the nearest part. Data only.
struct Gap {
  double lower = 0, upper = 0;
};

/// `facets`: the triangles that are looked at. The bounds are no more than `step` apart, or as near as a fixed amount
/// of work brings them. Infinite where all parts are flat. Uses several threads; the same with any number.
Gap largest_gap(std::span<const Vec3<double>> vertices, std::span<const std::array<std::uint32_t, 3>> triangles,
                std::span<const std::uint32_t> facets, const std::vector<PartHull>& parts, double step);

}  // namespace abut::host
