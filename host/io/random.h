// A small generator whose numbers are the same on every machine: integers, +, -, *, / and sqrt only.
#pragma once

#include <cmath>
#include <cstdint>

#include "abut/core/contact.h"

namespace abut::io {

/// splitmix64 (Steele, Lea, Flood 2014).
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next() { return mix64(state_ += 0x9e3779b97f4a7c15ull); }

  /// In [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  /// In [0, count), without bias.
  std::uint64_t below(std::uint64_t count) {
    const std::uint64_t skip = (0 - count) % count;  // 2^64 mod count: the rest is a multiple of it
    for (;;) {
      const std::uint64_t x = next();
      if (x >= skip) return x % count;
    }
  }

  /// A unit quaternion w, x, y, z, uniform on the sphere of rotations. Marsaglia's rejection (1972) has Shoemake's
  /// distribution and needs no sine, whose last bit depends on the machine.
  void rotation(double q[4]) {
    const double s = disc(q[0], q[1]);
    const double t = disc(q[2], q[3]);
    const double k = std::sqrt((1 - s) / t);
    q[2] *= k;
    q[3] *= k;
  }

 private:
  /// A point of the unit disc but its centre; its squared length.
  double disc(double& x, double& y) {
    for (;;) {
      x = 2 * uniform() - 1;
      y = 2 * uniform() - 1;
      const double s = x * x + y * y;
      if (s < 1 && s > 0) return s;
    }
  }

  std::uint64_t state_;
};

}  // namespace abut::io
