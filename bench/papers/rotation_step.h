// A step of a body's rotation, for the benchmarks that let bodies move.
#pragma once

#include <cmath>

#include "abut/core/pose.h"

namespace abut::papers {

/// The rotation after a turn by this vector: about its direction, by its length in radians.
inline Mat3<double> turned(const Mat3<double>& rotation, Vec3<double> turn) {
  const Vec3<double> v = turn * 0.5;
  const double half = length(v), share = half > 0 ? std::sin(half) / half : 1;
  return times(rotation_from_quaternion(std::cos(half), v.x * share, v.y * share, v.z * share), rotation);
}

}  // namespace abut::papers
