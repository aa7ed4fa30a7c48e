// Facets of a mesh that go through each other.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/core/vec3.h"

namespace abut::host {

/// Pairs of triangles, the first `most` by number, that have points in common other than corners and edges that they
/// share; decided exactly. Triangles with two equal corners have none. `same`: only pairs with the same number there.
std::vector<std::array<std::uint32_t, 2>> self_intersections(std::span<const Vec3<double>> vertices,
                                                             std::span<const std::array<std::uint32_t, 3>> triangles,
                                                             std::span<const std::uint32_t> same, std::size_t most);

}  // namespace abut::host
