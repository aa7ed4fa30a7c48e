// The direction along which points spread the most.
#pragma once

#include <cstdint>
#include <span>

#include "abut/core/vec3.h"

namespace abut::host {

/// Data only.
struct PrincipalAxis {
  Vec3<double> axis{1, 0, 0};  ///< unit
  double variance = 0;         ///< of the points along it
};

/// Of the points with these numbers.
PrincipalAxis principal_axis(std::span<const std::uint32_t> of, std::span<const Vec3<double>> points);

}  // namespace abut::host
