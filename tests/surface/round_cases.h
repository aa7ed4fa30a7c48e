// Closed surfaces with two poles, for tests.
#pragma once

#include <cmath>
#include <cstdint>

#include "abut/surface/nurbs.h"
#include "tests/support/random.h"

namespace abut::test {

/// A ball with random bumps, about the origin, of radius about 1: u from pole to pole over 0..5, v wraps over 0..8. Its
/// normals point outwards.
inline NurbsSurface lumpy_ball(std::uint64_t seed, int degree) {
  Random random(seed);
  constexpr int rows = 5, columns = 8;
  constexpr double pi = 3.14159265358979323846;
  NurbsSurface out;
  out.u.degree = out.v.degree = degree;
  for (int k = -degree; k <= rows + degree; ++k) out.u.knots.push_back(k < 0 ? 0 : k > rows ? rows : k);
  for (int k = -degree; k <= columns + degree; ++k) out.v.knots.push_back(k);
  const int last = rows + degree - 1;
  for (int i = 0; i <= last; ++i) {
    const double theta = pi * i / last;
    for (int j = 0; j < columns; ++j) {
      const double phi = 2 * pi * j / columns, r = i == 0 || i == last ? 1 : random.uniform(0.8, 1.2);
      const double s = i == last ? 0 : std::sin(theta);
      out.points.push_back({r * s * std::cos(phi), r * s * std::sin(phi), r * std::cos(theta)});
    }
    for (int j = 0; j < degree; ++j) out.points.push_back(out.points[out.points.size() - columns]);
  }
  return out;
}

}  // namespace abut::test
