// Volume, centroid and inertia of the solid inside a triangle mesh, by signed tetrahedra.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "abut/core/vec3.h"

namespace abut::host {

struct MassProperties {
  double area = 0;
  double volume = 0;               ///< negative when the triangles are clockwise seen from outside
  Vec3<double> centroid{0, 0, 0};  ///< `origin` when the volume is zero
  Mat3<double> inertia{};          ///< about the centroid, density 1; positive also when the volume is negative
};

/// Tetrahedra have their common apex at `origin`; near the middle of the solid is best. Lengths are scaled by a power
/// of two inside, so that only results that are themselves out of range overflow.
MassProperties mass_properties(std::span<const Vec3<double>> vertices,
                               std::span<const std::array<std::uint32_t, 3>> triangles, Vec3<double> origin);

}  // namespace abut::host
