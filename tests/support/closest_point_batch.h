// Surfaces of different sizes and places, and points around each, for tests of nearest points on both executors.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "abut/surface/closest_points.h"
#include "tests/support/random.h"

namespace abut::test {

/// A wavy sheet of 3 x 3 bicubic patches, size about 5.
inline NurbsSurface wavy_sheet(Random& random, bool rational) {
  NurbsSurface s;
  s.u = s.v = {3, {0, 0, 0, 0, 0.3, 0.6, 1, 1, 1, 1}};
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 6; ++j) {
      s.points.push_back({i + random.uniform(-1, 1), j + random.uniform(-1, 1), random.uniform(-2, 2)});
      if (rational) s.weights.push_back(random.uniform(0.3, 3));
    }
  }
  return s;
}

struct ClosestPointBatch {
  SurfaceSet surfaces;
  std::vector<std::uint32_t> which;
  std::vector<Vec3<double>> points;

  SurfaceQueries queries() const { return {which, points}; }
};

inline ClosestPointBatch closest_point_batch(std::uint64_t seed, std::uint32_t surfaces, std::uint32_t points) {
  Random random(seed);
  ClosestPointBatch out;
  std::vector<std::pair<Vec3<double>, double>> places;
  for (std::uint32_t k = 0; k < surfaces; ++k) {
    NurbsSurface s = wavy_sheet(random, k % 2 == 1);
    const double size = std::pow(10.0, random.uniform(-6, 6));
    const Vec3<double> place{random.uniform(-1, 1) * 100 * size, random.uniform(-1, 1) * 100 * size, 0};
    for (Vec3<double>& p : s.points) p = p * size + place;
    out.surfaces.add(s);
    places.emplace_back(place, size);
  }
  for (std::uint32_t i = 0; i < points; ++i) {
    const std::uint32_t k = random.below(surfaces);
    const auto& [place, size] = places[k];
    const Vec3<double> from{random.uniform(-1, 6), random.uniform(-1, 6), random.uniform(-3, 3)};
    out.which.push_back(k);
    out.points.push_back(place + from * size);
  }
  return out;
}

}  // namespace abut::test
