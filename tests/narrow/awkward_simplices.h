// Families of simplices that ask for right signs: flat, thin, with repeated vertices, with the origin near a feature.
#pragma once

#include <vector>

#include "tests/support/random.h"

namespace abut::test {

inline constexpr int awkward_families = 9;

/// One to four vertices near the unit ball, rounded to `T`; families 0 and 1 are benign: random, and nearly flat.
template <class T>
std::vector<Vec3<T>> awkward_simplex(Random& random, int family) {
  const std::uint32_t count = family < 2 ? 4 : 1 + random.below(4);
  const auto whole = [&] { return static_cast<double>(random.below(5)) - 2; };
  const double unit = sizeof(T) == sizeof(float) ? 0x1p-24 : 0x1p-53;
  const double tiny = random.magnitude(unit / 8, 1e-2);
  const Vec3<double> a = random.in_ball(), d = random.in_ball(), g = random.in_ball(), h = random.in_ball();
  const auto spread = [&] { return random.uniform(-1, 1); };
  std::vector<Vec3<double>> w;
  for (std::uint32_t k = 0; k < count; ++k) {
    switch (family) {
      case 0: w.push_back(random.in_ball()); break;
      case 1: w.push_back(a + d * spread() + g * spread() + h * (tiny * spread())); break;
      case 2: w.push_back(a + d * spread() + g * (tiny * spread()) + h * (tiny * spread())); break;  // nearly collinear
      case 3: w.push_back({whole(), whole(), whole()}); break;                                       // often dependent
      case 4: w.push_back(d * spread() + g * (tiny * spread())); break;  // nearly a line through the origin
      case 5: w.push_back(a + Vec3<double>{spread(), spread(), spread()} * tiny); break;  // small and far
      case 6: w.push_back(k == 0 || random.below(2) == 0 ? random.in_ball() : w[0] + h * (tiny * spread())); break;
      default: w.push_back(random.in_ball()); break;
    }
  }
  if (family == 8) {  // thin triangles above the origin that hold its foot
    const Vec3<double> along = cross(a, d) * (1 / length(cross(a, d))), across = cross(a, along);
    w.clear();
    for (std::uint32_t k = 0; k < count; ++k) w.push_back(a + along * spread() + across * (tiny * spread()));
  }
  if (family == 7) {  // the origin near a point of some face or edge, or on it but for rounding
    const double s = random.below(3) == 0 ? 0 : random.uniform(), t = random.uniform() * (1 - s);
    const Vec3<double> p = w[0] * (1 - s - t) + w[w.size() > 1 ? 1 : 0] * s + w[w.size() > 2 ? 2 : 0] * t;
    for (Vec3<double>& v : w) v = v - p + h * tiny;
  }
  std::vector<Vec3<T>> out;
  for (const Vec3<double>& v : w) out.push_back({static_cast<T>(v.x), static_cast<T>(v.y), static_cast<T>(v.z)});
  return out;
}

}  // namespace abut::test
