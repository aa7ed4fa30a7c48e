// Point sets for the hull tests.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/support/random.h"

namespace abut::test {

using Points = std::vector<Vec3<double>>;

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
  for (int i = 0; i < n; ++i) points.push_back(random.direction());
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
