#include "abut/facets/placed_pair.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/facets/surfaces.h"

namespace abut {
namespace {

using test::FacetScene;

/// Corners of B in A's frame and unit, against the poses themselves.
TEST(PlacedPair, HasTheCornersOfBWhereTheBodiesHaveThem) {
  test::Random random(1);
  FacetScene scene;
  const Mesh ball = test::ball_mesh(1, [](const Vec3<double>& d) { return 3 + d.x * d.y; });
  scene.add_mesh(ball, {.rounding = 0.25});
  scene.shapes.add_hull(test::ellipsoid_points(random, 12));
  scene.bodies.add({random.in_ball() * 9.0, random.rotation()}, 0);
  scene.bodies.add({random.in_ball() * 9.0, random.rotation()}, 1);
  const PartsView parts = scene.bodies.parts();
  scene.trees.build(Cpu{}, scene.shapes, parts, scene.pairs);
  PlacedPair at;
  at.pair.a = scene.trees.view(0), at.pair.b = scene.trees.view(1);
  ASSERT_TRUE(place_pair(parts, {0, 1}, 0.5, 1e-6, at));
  EXPECT_EQ(at.unit, std::ldexp(1.0, at.pair.a.exponent));
  EXPECT_EQ(at.pair.rounding_a, 0.25 / at.unit);
  EXPECT_EQ(at.pair.alert, 0.5 / at.unit + 0.25 / at.unit);
  const double unit_b = std::ldexp(1.0, at.pair.b.exponent);
  for (std::uint32_t i = 0; i < at.pair.b.facet_count; ++i) {
    const Facet<double> own = facet_at(at.pair.b, i), placed = facet_of_b(at.pair, i);
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> world = rotate(at.b.rotation, own.v[k] * unit_b + centre_of(at.pair.b)) + at.b.position;
      const Vec3<double> back = rotate(at.a.rotation, placed.v[k] * at.unit + centre_of(at.pair.a)) + at.a.position;
      EXPECT_LT(length(world - back), 1e-13);
    }
  }
}

TEST(PlacedPair, IsNoneWhereAPoseIsNotFinite) {
  FacetScene scene;
  scene.shapes.add_box({1, 1, 1});
  scene.bodies.add({}, 0), scene.bodies.add({}, 0);
  PartsView parts = scene.bodies.parts();
  scene.trees.build(Cpu{}, scene.shapes, parts, scene.pairs);
  PlacedPair at;
  at.pair.a = at.pair.b = scene.trees.view(0);
  EXPECT_TRUE(place_pair(parts, {0, 1}, 0, 0, at));
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(),
                           -std::numeric_limits<double>::infinity()}) {
    const double row[2] = {0, bad}, entry[2] = {1, bad};
    PartsView moved = parts, turned = parts;
    moved.pz = row, turned.r[4] = entry;
    EXPECT_FALSE(place_pair(moved, {0, 1}, 0, 0, at)) << bad;
    EXPECT_FALSE(place_pair(turned, {0, 1}, 0, 0, at)) << bad;
  }
}

}  // namespace
}  // namespace abut
