// A part without volume had the concavity 0 wherever it lay. Of a part that is flat to rounding, planes were laid
// through corners of single faces, and turned by a middle that was rounded: they cut some of it off, and what was cut
// off was not measured.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/decompose.h"
#include "host/decompose/part_hull.h"
#include "host/decompose/protrusion.h"
#include "tests/decompose/solids.h"
#include "tests/support/random.h"

namespace abut {
namespace {

Mesh points(std::vector<Vec3<double>> p) { return {std::move(p), {}}; }

TEST(FlatParts, ReachOutAsFarAsTheyDo) {
  const Mesh body = test::box_mesh({-1, -1, -1}, {1, 1, 1});
  const auto expect_concavity = [&](double expected, const Mesh& part) {
    const double found = measure_parts(body, {body, part}).concavity;
    EXPECT_GE(found, expected);
    EXPECT_LE(found, 1.02 * expected + 1.0 / 2000);
  };
  expect_concavity(10, points({{11, 0, 0}}));
  expect_concavity(2, points({{0, 0, 0}, {0, 0, -3}}));
  expect_concavity(10, points({{11, 0, 0}, {11, 1, 0}, {11, 0, 1}}));
  expect_concavity(0, points({{0, 0, 0}, {0.5, 0, 0}, {0, 1, 0}}));
  expect_concavity(3, points({{2, 0, 0}, {0, 4, 0}, {0, 0, 0}, {0.5, 0.5, 0}}));
  EXPECT_EQ(measure_parts(body, {points({{11, 0, 0}})}).largest_gap, host::infinity);

  // Farthest in the middle: a triangle across the hole of a torus.
  const Mesh torus = test::torus_mesh(3, 1, 64, 32);
  const host::Protrusion found = host::protrusion(
      host::Body(torus), host::part_hull(std::vector<Vec3<double>>{{3, 0, 0}, {-1.5, 2.6, 0}, {-1.5, -2.6, 0}}), 0.001);
  EXPECT_LE(found.lower, 2.01);
  EXPECT_GE(found.upper, 2 * std::cos(M_PI / 64));
  EXPECT_LE(found.upper - found.lower, 0.001);
}

TEST(ThinParts, LieWithinTheirPlanes) {
  test::Random random(11);
  int thin = 0;
  for (int i = 0; i < 400; ++i) {
    const Mat3<double> turn = random.rotation();
    const double thickness = random.magnitude(1e-18, 1e-13);
    std::vector<Vec3<double>> p;
    const auto rounded = [&](double x, double y) {
      return rotate(turn, {x, y, thickness * random.uniform(-1, 1)}) + Vec3<double>{3, 1, 2};
    };
    const Vec3<double> corners[3] = {{1, 0, 0}, {-1, 0.7, 0}, {-0.2, -1, 0}};
    for (int k = 0; k < 12; ++k) {  // along the sides of a triangle, so that others of it are hardly more than edges
      const Vec3<double>&a = corners[k % 3], &b = corners[(k + 1) % 3];
      const double way = k < 3 ? 0 : random.uniform();
      p.push_back(rounded(a.x + (b.x - a.x) * way, a.y + (b.y - a.y) * way));
    }
    const host::PartHull hull = host::part_hull(p);
    if (hull.flat()) continue;
    ++thin;
    for (const host::Plane& plane : hull.planes) {
      EXPECT_NEAR(host::norm(plane.normal), 1, 1e-12);
      for (const Vec3<double>& q : p) ASSERT_LE(plane.height(q), 5e-12) << i;
    }
    EXPECT_GE(hull.volume, 0);
  }
  EXPECT_GT(thin, 300);
}

/// The edge of a blade a billionth thicker is a hundredth farther out.
TEST(SharpParts, AreNotWithinALimitThatTheirEdgesPass) {
  const auto blade = [](double edge, double back) {
    Mesh mesh;
    mesh.vertices = {{edge, -1, 0}, {edge, 1, 0}, {-1, -1, -back}, {-1, 1, -back}, {-1, -1, back}, {-1, 1, back}};
    mesh.triangles = {{0, 1, 5}, {0, 5, 4}, {1, 0, 2}, {1, 2, 3}, {2, 4, 5}, {2, 5, 3}, {0, 4, 2}, {1, 3, 5}};
    return mesh;
  };
  const double half_angle = 1e-7;
  const host::Body body(blade(1, 2 * half_angle));
  const host::PartHull hull = host::part_hull(blade(1.009, 2.009 * half_angle).vertices);
  EXPECT_FALSE(host::stays_within(body, hull, 0.004, 0.0005));
  EXPECT_TRUE(host::stays_within(body, hull, 0.012, 0.0005));
}

}  // namespace
}  // namespace abut
