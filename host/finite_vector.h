// Whether a vector can be worked with.
#pragma once

#include <cmath>

#include "abut/core/vec3.h"

namespace abut::host {

template <class T>
bool is_finite(const Vec3<T>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

}  // namespace abut::host
