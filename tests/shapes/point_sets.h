// Point sets for the hull tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

#include "abut/core/vec3.h"

namespace abut::test {

using Points = std::vector<Vec3<double>>;

/// Uniform in [lo, hi); the same everywhere, unlike the standard's distributions.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  double uniform(double lo, double hi) { return lo + (hi - lo) * static_cast<double>(engine_() >> 11) * 0x1p-53; }
  Vec3<double> in_cube() { return {uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)}; }
  Vec3<double> on_sphere() {
    while (true) {
      const Vec3<double> v = in_cube();
      const double l = length(v);
      if (l > 0.1 && l < 1) return v * (1 / l);
    }
  }
  Mat3<double> rotation() {
    const Vec3<double> x = on_sphere();
    const Vec3<double> z0 = cross(x, on_sphere());
    const Vec3<double> z = z0 * (1 / length(z0));
    const Vec3<double> y = cross(z, x);
    return {{x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z}};
  }

 private:
  std::mt19937_64 engine_;
};

/// n x n x n points that fill the cube [-1, 1]^3.
inline Points grid(int n) {
  Points points;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      for (int k = 0; k < n; ++k) {
        points.push_back({2.0 * i / (n - 1) - 1, 2.0 * j / (n - 1) - 1, 2.0 * k / (n - 1) - 1});
      }
    }
  }
  return points;
}

inline Points cloud_on_sphere(int n, std::uint64_t seed) {
  Random random(seed);
  Points points;
  for (int i = 0; i < n; ++i) points.push_back(random.on_sphere());
  return points;
}

/// Regular polygons of `n` corners at z = -1 and z = 1.
inline Points prism(int n) {
  Points points;
  for (int i = 0; i < n; ++i) {
    const double a = 2 * 3.14159265358979323846 * i / n;
    points.push_back({std::cos(a), std::sin(a), -1});
    points.push_back({std::cos(a), std::sin(a), 1});
  }
  return points;
}

inline Points moved(Points points, const Mat3<double>& r, Vec3<double> shift, double scale = 1) {
  for (Vec3<double>& p : points) p = rotate(r, p) * scale + shift;
  return points;
}

inline Points scaled(Points points, double x, double y, double z) {
  for (Vec3<double>& p : points) p = {p.x * x, p.y * y, p.z * z};
  return points;
}

inline bool same(Vec3<double> a, Vec3<double> b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

}  // namespace abut::test
