// What a distance may be.
#pragma once

#include <cmath>

namespace abut::host {

/// Finite and not negative.
inline bool is_distance(double value) { return std::isfinite(value) && value >= 0; }

}  // namespace abut::host
