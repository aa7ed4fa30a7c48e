// A coordinate by its number.
#pragma once

#include "abut/core/vec3.h"

namespace abut::host {

/// x, y or z for axis 0, 1 or 2.
inline double component(const Vec3<double>& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

}  // namespace abut::host
