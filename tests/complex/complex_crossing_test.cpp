#include "abut/complex/complex_crossing.h"

#include <gtest/gtest.h>

#include "tests/complex/cell_surface.h"
#include "tests/complex/complex_scene.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::ComplexScene;

bool cross(const SimplicialComplex& a, const SimplicialComplex& b, const Pose& pose) {
  ComplexScene scene;
  scene.add(a, {.dilation = 0.01}), scene.add(b, {.dilation = 0.01}, pose);
  scene.pairs = {{0, 1}};
  return scene.find({}).crossing[0] != 0;
}

TEST(ComplexCrossing, CubesAlongTheAxesCrossWhereTheirSurfacesMeet) {
  test::Random random(3);
  int crossing = 0;
  for (int k = 0; k < 400; ++k) {
    const Vec3<double> at = random.in_cube() * 2.5;
    const double most = max_abs(at);
    if (std::abs(most - 1.5) < 1e-9 || std::abs(most - 0.5) < 1e-9) continue;
    // A cube of half 0.5 and one of 1: apart from 1.5 on, one inside of the other below 0.5.
    const bool meet = most < 1.5 && most > 0.5;
    EXPECT_EQ(cross(test::box_surface(1, 1, 1), test::box_surface(0.5, 0.5, 0.5), {at}), meet)
        << at.x << ' ' << at.y << ' ' << at.z;
    crossing += meet ? 1 : 0;
  }
  EXPECT_GT(crossing, 50);
}

TEST(ComplexCrossing, AWireThroughASheetAndAPointOnOneAreTold) {
  const SimplicialComplex sheet = test::flat_plate(4, 2);
  SimplicialComplex wire;
  wire.vertices = {{0, 0, -1}, {0.1, 0, 1}}, wire.segments = {{0, 1}};
  EXPECT_TRUE(cross(sheet, wire, {{0.3, 0.2, 0}}));
  EXPECT_TRUE(cross(wire, sheet, {{0.3, 0.2, 0}}));
  EXPECT_FALSE(cross(sheet, wire, {{0.3, 0.2, 1.5}}));
  EXPECT_FALSE(cross(sheet, wire, {{1.3, 0.2, 0}}));
  SimplicialComplex point;
  point.vertices = {{0, 0, 0}}, point.points = {0};
  EXPECT_TRUE(cross(sheet, point, {{0.25, 0.125, 0}}));
  EXPECT_FALSE(cross(sheet, point, {{0.25, 0.125, 1e-6}}));
  EXPECT_TRUE(cross(wire, point, {{0.05, 0, 0}}));
  EXPECT_TRUE(cross(point, point, {}));
  SimplicialComplex across = wire;
  across.vertices = {{-1, 0, 0}, {1, 0, 0}};
  EXPECT_TRUE(cross(across, wire, {}));
  EXPECT_FALSE(cross(across, wire, {{0, 1e-9, 0}}));
}

TEST(ComplexCrossing, IsNotLookedForWhereItIsNotAsked) {
  ComplexScene scene;
  scene.add(test::box_surface(1, 1, 1), {.dilation = 0.01}),
      scene.add(test::box_surface(1, 1, 1), {.dilation = 0.01}, {{0.5, 0.3, 0.2}});
  scene.pairs = {{0, 1}};
  EXPECT_EQ(scene.find({.crossings = false}).crossing[0], 0);
  EXPECT_EQ(scene.find({}).crossing[0], 1);
}

}  // namespace
}  // namespace abut
