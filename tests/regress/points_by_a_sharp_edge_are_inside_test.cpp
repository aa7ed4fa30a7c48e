// A vertex a rounding off a sharp edge makes a triangle without a direction. Its normal made points more than a body's
// length outside of the edge inside.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/shapes/mesh.h"
#include "host/decompose/shell_distance.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

constexpr double half_angle = M_PI / 12;

/// A wedge along z with a sharp edge there, split by `m` on one of its sides.
Mesh wedge(const Vec3<double>& m) {
  const double c = std::cos(half_angle), s = std::sin(half_angle);
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {0, 0, 1}, {c, s, 0}, {c, s, 1}, {c, -s, 0}, {c, -s, 1}, m};
  mesh.triangles = {{0, 1, 3}, {0, 3, 2}, {2, 3, 5}, {2, 5, 4}, {0, 2, 4}, {1, 5, 3},  // the upper side, the back, ends
                    {0, 4, 6}, {4, 5, 6}, {5, 1, 6}, {0, 6, 1}};                       // the lower side; the sliver
  return mesh;
}

/// Signed, from the wedge.
double expected(const Vec3<double>& p) {
  const double c = std::cos(half_angle), s = std::sin(half_angle);
  return std::max({inner({-s, c, 0}, p), inner({-s, -c, 0}, p), p.x - c, -p.z, p.z - 1});
}

TEST(SharpEdges, ThatAVertexAlmostLiesOnHaveTheirTrueSides) {
  test::Random random(7);
  double worst = 0;
  for (int k = 0; k < 60; ++k) {
    const double off = random.magnitude(1e-17, 1e-15), turn = random.uniform(0, 2 * M_PI);
    const double along = k % 3 == 0 ? 0 : off;  // also where the triangle has no area at all
    const Mesh mesh = wedge({along * std::cos(turn), along * std::sin(turn), random.uniform(0.1, 0.9)});
    const ShellDistance distance(mesh.vertices, mesh.triangles);
    for (int i = 0; i < 500; ++i) {
      const Vec3<double> p{random.uniform(-1, 1.5), random.uniform(-1, 1), random.uniform(-0.5, 1.5)};
      const double d = distance(p), true_side = expected(p);
      if (std::fabs(true_side) < 1e-9) continue;
      EXPECT_EQ(d < 0, true_side < 0) << p.x << ' ' << p.y << ' ' << p.z << " off " << along;
      if (true_side > 0) worst = std::min(worst, d);
    }
  }
  EXPECT_EQ(worst, 0);
}

}  // namespace
}  // namespace abut::host
