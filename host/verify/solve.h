// Back from the world, by a pose whose matrix is a rotation within 1e-6 only.
#pragma once

#include "abut/core/pose.h"

namespace abut::verification {

/// x of m x = v.
inline Vec3<double> solve(const Mat3<double>& m, Vec3<double> v) {
  const Vec3<double> x{m.m[0], m.m[3], m.m[6]}, y{m.m[1], m.m[4], m.m[7]}, z{m.m[2], m.m[5], m.m[8]};
  const double determinant = dot(x, cross(y, z));
  return {dot(v, cross(y, z)) / determinant, dot(x, cross(v, z)) / determinant, dot(x, cross(y, v)) / determinant};
}

}  // namespace abut::verification
