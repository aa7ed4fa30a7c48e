// The quaternion of a rotation, for files and pages that viewers read.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "abut/core/vec3.h"

namespace abut::io {

/// w, x, y, z; of about unit length where `r` is about a rotation (Shepperd 1978).
inline std::array<double, 4> quaternion_of(const Mat3<double>& r) {
  const double* const m = r.m;
  const double trace = m[0] + m[4] + m[8];
  if (trace > 0) {
    const double s = 2 * std::sqrt(trace + 1);
    return {s / 4, (m[7] - m[5]) / s, (m[2] - m[6]) / s, (m[3] - m[1]) / s};
  }
  const int i = m[0] >= m[4] && m[0] >= m[8] ? 0 : m[4] >= m[8] ? 1 : 2, j = (i + 1) % 3, k = (i + 2) % 3;
  const double s = 2 * std::sqrt(std::max(0.0, 1 + m[4 * i] - m[4 * j] - m[4 * k]));
  std::array<double, 4> q{(m[3 * k + j] - m[3 * j + k]) / s};
  q[static_cast<std::size_t>(1 + i)] = s / 4;
  q[static_cast<std::size_t>(1 + j)] = (m[3 * j + i] + m[3 * i + j]) / s;
  q[static_cast<std::size_t>(1 + k)] = (m[3 * k + i] + m[3 * i + k]) / s;
  return q;
}

}  // namespace abut::io
