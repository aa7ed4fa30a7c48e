// Random draws for the generators: the same numbers on every machine (integers, +, -, *, / and sqrt only). Compilers
// evaluate arguments and operands in either order, g++ one way on x86-64 and the other on ARM: at most one of a call or
// an operator may draw. Braces have an order.
#pragma once

#include <cmath>
#include <cstdint>

#include "abut/core/pose.h"
#include "host/io/random.h"

namespace abut::torture {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed) {}

  double uniform(double low, double high) { return low + (high - low) * random_.uniform(); }
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(random_.below(count)); }
  /// In [low, high].
  std::uint32_t between(std::uint32_t low, std::uint32_t high) { return low + below(high - low + 1); }
  bool chance(double probability) { return random_.uniform() < probability; }
  double sign() { return random_.below(2) == 0 ? -1 : 1; }
  /// About log-uniform between two positive numbers: a uniform exponent, a uniform mantissa.
  double magnitude(double low, double high) {
    const int first = std::ilogb(low), last = std::ilogb(high);
    const int exponent = first + static_cast<int>(below(static_cast<std::uint32_t>(last - first + 1)));
    const double x = std::ldexp(1 + random_.uniform(), exponent);
    return x < low ? low : x > high ? high : x;
  }

  /// As `magnitude`, of either sign.
  double signed_magnitude(double low, double high) {
    const double s = sign();
    return s * magnitude(low, high);
  }

  Vec3<double> in_ball() {
    for (;;) {
      const Vec3<double> v{uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)};
      const double n = dot(v, v);
      if (n < 1 && n > 1e-4) return v;
    }
  }
  Vec3<double> direction() {
    const Vec3<double> v = in_ball();
    return v * (1 / length(v));
  }
  Mat3<double> rotation() {
    double q[4];
    random_.rotation(q);
    return rotation_from_quaternion(q[0], q[1], q[2], q[3]);
  }
  /// A multiple of 2^-10 in [low, high]: sums and products of a few of them are exact, in float too.
  double lattice(int low, int high) {
    return static_cast<double>(low * 1024 +
                               static_cast<int>(below(static_cast<std::uint32_t>((high - low) * 1024 + 1)))) *
           0x1p-10;
  }

 private:
  io::Random random_;
};

}  // namespace abut::torture
