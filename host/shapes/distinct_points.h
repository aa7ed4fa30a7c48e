// Finds points that occur more than once.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/core/vec3.h"

namespace abut::host {

/// For each point the index of the first point with equal coordinates (0 equals -0). At most 2^31 finite points.
std::vector<std::uint32_t> first_occurrences(std::span<const Vec3<double>> points);

}  // namespace abut::host
