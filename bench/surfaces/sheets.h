// Wavy sheets of 10 x 10 bicubic patches, size about 1, and points near them.
#pragma once

#include <algorithm>
#include <vector>

#include "abut/surface/closest_points.h"
#include "tests/support/random.h"

namespace abut::bench {

inline constexpr int sheet_patches = 10;
inline constexpr double sheet_step = 1e-4;  ///< how far a point moves from step to step

/// Control points of a square grid of side 2, each moved at random by a quarter of the spacing.
inline NurbsSurface wavy_sheet(test::Random& random, bool rational) {
  constexpr int degree = 3, count = sheet_patches + degree;
  std::vector<double> knots;
  for (int i = -degree; i <= sheet_patches + degree; ++i) {
    knots.push_back(std::clamp(i, 0, sheet_patches) / double{sheet_patches});
  }
  NurbsSurface s;
  s.u = s.v = {degree, knots};
  const auto moved = [&](int i) { return 2.0 * i / (count - 1) - 1 + random.uniform(-0.04, 0.04); };
  for (int i = 0; i < count; ++i) {
    for (int j = 0; j < count; ++j) {
      s.points.push_back({moved(i), moved(j), random.uniform(-0.1, 0.1)});
      if (rational) s.weights.push_back(random.uniform(0.5, 2));
    }
  }
  return s;
}

struct SheetQueries {
  SurfaceSet surfaces;
  std::vector<std::uint32_t> which;
  std::vector<Vec3<double>> points, ways;  ///< ways: where each goes in a step
};

/// Points within `reach` of a point of the surface; of 1 or more, anywhere in the cube around it.
inline SheetQueries sheet_queries(int surfaces, int points_each, bool rational, double reach) {
  test::Random random(rational ? 2 : 1);
  SheetQueries w;
  for (int k = 0; k < surfaces; ++k) w.surfaces.add(wavy_sheet(random, rational));
  const auto in_cube = [&] {
    return Vec3<double>{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
  };
  for (int i = 0; i < surfaces * points_each; ++i) {
    const auto k = static_cast<std::uint32_t>(i / points_each);
    const Vec3<double> on = point_at(w.surfaces.surface(k), random.uniform(0, 1), random.uniform(0, 1)).point;
    w.which.push_back(k);
    w.points.push_back(reach < 1 ? on + in_cube() * reach : in_cube());
    w.ways.push_back(unit_vector(in_cube()) * sheet_step);
  }
  return w;
}

}  // namespace abut::bench
