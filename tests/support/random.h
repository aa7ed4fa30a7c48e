// Random numbers for tests: the seed is fixed and printed with a failure, the sequence is the same everywhere.
#pragma once

#include <cmath>
#include <cstdint>

#include "abut/core/pose.h"

namespace abut::test {

class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t bits() {  // splitmix64
    std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
    return z ^ (z >> 31);
  }
  /// In [0, 1).
  double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
  double uniform(double low, double high) { return low + (high - low) * uniform(); }
  /// Log-uniform.
  double magnitude(double low, double high) { return low * std::pow(high / low, uniform()); }
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(bits() % n); }

  Vec3<double> in_cube() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }
  Vec3<double> in_ball() {
    for (;;) {
      const Vec3<double> v = in_cube();
      if (dot(v, v) < 1 && dot(v, v) > 1e-6) return v;
    }
  }
  Vec3<double> direction() {
    const Vec3<double> v = in_ball();
    return v * (1 / length(v));
  }
  Mat3<double> rotation() {
    for (;;) {
      const double q[4] = {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
      const double n = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
      if (n < 1 && n > 1e-4) return rotation_from_quaternion(q[0], q[1], q[2], q[3]);
    }
  }

 private:
  std::uint64_t state_;
};

}  // namespace abut::test
