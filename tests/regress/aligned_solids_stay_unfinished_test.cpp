// Solids with their axes along common axes, corner on corner or rim on rim, ended unfinished: bounds or witness points
// stayed apart though depth and normal were right. Distances and depths follow from plane geometry.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/shapes.h"

namespace abut {
namespace {

template <class T>
void expect_finished_in(const ShapeSet& shapes, std::uint32_t a, std::uint32_t b, const Pose& pose, double separation) {
  test::ShapePairs pair;
  pair.add({a, b}, pose);
  const Contact<T> c = test::query_all<T>(shapes, pair, Cpu{1})[0];
  const double size = shapes.header(a).size + shapes.header(b).size + std::abs(separation);
  EXPECT_NE(status_of(c.status), Status::iteration_limit);
  EXPECT_NEAR(c.separation, separation, 2 * size * static_cast<double>(Epsilon<T>::value));
  EXPECT_LE(c.lower_bound, separation);
  EXPECT_GE(c.lower_bound + c.bound_gap, separation - 16 * size * static_cast<double>(Epsilon<T>::value));
  const Vec3<T> between = c.witness_b - c.witness_a - c.normal * c.separation;
  EXPECT_LE(static_cast<double>(length(between)), 2 * size * static_cast<double>(Epsilon<T>::value));
}
void expect_finished(const ShapeSet& shapes, const Pose& pose, double separation, std::uint32_t a = 0,
                     std::uint32_t b = 1) {
  expect_finished_in<double>(shapes, a, b, pose, separation);
  expect_finished_in<float>(shapes, a, b, pose, separation);
}

TEST(AlignedSolids, ARodBesideTheRimOfALyingCone) {
  // The edge that both share lies along the rod, where the rim is curved more than across it.
  ShapeSet shapes;
  shapes.add_cylinder(0.5, 1);
  shapes.add_cone(2, 0.25);
  expect_finished(shapes, {{3.75, 0, -1}, {{0, 1, 0, 0, 0, 1, 1, 0, 0}}}, std::hypot(1.75, 0.25) - 0.5);
}

TEST(AlignedSolids, AConesRimOverTheRimOfAFlatEnd) {
  ShapeSet shapes;
  shapes.add_cylinder(0.375, 0.125);
  shapes.add_cone(0.125, 0.25, 0.375);
  expect_finished(shapes, {{-0.25, 0.375, -0.375}, {{0, 0, -1, -1, 0, 0, 0, 1, 0}}}, -0.25);
}

TEST(AlignedSolids, AFlatEndBesideTheRimOfACone) {
  ShapeSet shapes;
  shapes.add_cone(0.5, 0.5, 2);
  shapes.add_cylinder(0.5, 0.5);
  expect_finished(shapes, {{2.5, -0.5, -0.5}, {{0, 0, 1, -1, 0, 0, 0, -1, 0}}}, -0.5);
}

TEST(AlignedSolids, AnEllipsoidsFootOnTheEdgeOfATriangle) {
  ShapeSet shapes;
  shapes.add_triangle({0, 0, -0.5}, {0, 0, 0.5}, {0.375, 0, 0});
  shapes.add_ellipsoid({0.375, 1, 0.25});
  expect_finished(shapes, {{0, 0, 0}, {{0, -1, 0, 0, 0, -1, 1, 0, 0}}}, -0.25);
}

TEST(AlignedSolids, AnEllipsoidsFootNextToTheEdgeOfATriangle) {
  ShapeSet shapes;
  shapes.add_triangle({0, 0, 0}, {0.5, 0, 0}, {0, 0.75, 0});
  shapes.add_ellipsoid({0.25, 0.75, 0.125});
  expect_finished(shapes, {{0, 0.2500000000000003, 0}, {{0, 1, 0, -1, 0, 0, 0, 0, 1}}}, -0.125);
}

TEST(AlignedSolids, ASpheroidsFootOnTheLongEdgeOfANarrowTriangle) {
  ShapeSet shapes;
  shapes.add_triangle({-2, 0, 0}, {2, 0, 0}, {0, 0.25, 0});
  shapes.add_ellipsoid({0.125, 0.125, 0.25});
  expect_finished(shapes, {{0, 0, 0}, {{0, 0, -1, 1, 0, 0, 0, -1, 0}}}, -0.125);
}

TEST(AlignedSolids, CylindersWhoseWaysOutAreAsLongAlongOneAxisAndAcrossIt) {
  // The matrix in float is no rotation by a rounding.
  ShapeSet shapes;
  shapes.add_cylinder(0.25, 0.25);
  shapes.add_cylinder(0.25, 0.25);
  expect_finished(shapes, {{-0.35, -0.05, 0}, {{0.6, 0, 0.8, 0.8, 0, -0.6, 0, 1, 0}}}, -0.25);
}

TEST(AlignedSolids, BallsOnOneAnotherTurnedByAMatrixThatIsRounded) {
  ShapeSet shapes;
  shapes.add_ellipsoid({0.1, 0.1, 0.1});
  shapes.add_ellipsoid({0.1, 0.1, 0.1});
  const double c = 0.5, s = std::sqrt(0.75);
  expect_finished(shapes, {{0, 0, 0}, {{1, 0, 0, 0, c, -s, 0, s, c}}}, -0.2);
}

TEST(AlignedSolids, ASegmentsEndInTheMiddleOfASpheroidAcrossIt) {
  ShapeSet shapes;
  shapes.add_segment({0, 0, -0.125}, {0, 0, 0.125});
  shapes.add_ellipsoid({0.125, 0.125, 0.25});
  const double c = 0.5, s = std::sqrt(0.75);
  expect_finished(shapes, {{0, 0, -0.125}, {{0, c, -s, 0, -s, -c, -1, 0, 0}}}, -0.125);
}

TEST(AlignedSolids, ARectanglesCornerNextToARim) {
  ShapeSet shapes;
  const auto segment = shapes.add_segment({0, 0, -0.5}, {0, 0, 0.5}),
             half = shapes.add_segment({0, 0, -0.25}, {0, 0, 0.25});
  const auto cone = shapes.add_cone(0.5, 0.5);
  const auto sum = shapes.add_minkowski_sum(segment, half, {{0, 0, 0}, {{0, 1, 0, 0, 0, 1, 1, 0, 0}}});
  const double y = 0.5000000000014571;
  expect_finished_in<double>(shapes, cone, sum, {{0.5, y, -0.25}, {{0, 0, 1, -1, 0, 0, 0, -1, 0}}}, y - 0.5);
}

TEST(AlignedSolids, ATrianglesCornerAtTheCentreOfCurvatureOfAnEllipsoid) {
  // Across, the ellipsoid is curved at its end as much as the corner lies deep, 0.1^2 / 0.2.
  ShapeSet shapes;
  shapes.add_ellipsoid({0.1, 0.2, 0.8}, 1.6);
  shapes.add_triangle({0, 0, 0}, {0.4, 0, 0}, {0, 1.6, 0});
  expect_finished(shapes, {{0, -0.55, 0}, {{0, 0, -1, 1, 0, 0, 0, -1, 0}}}, -1.65);
}

TEST(AlignedSolids, ATriangleInASumOfAConeAndALyingRodGoesOutAlongAQuarterOfACircle) {
  ShapeSet shapes;
  const auto cone = shapes.add_cone(0.4, 1.6), rod = shapes.add_cylinder(0.4, 0.4);
  const auto sum = shapes.add_minkowski_sum(cone, rod, {{0.4, 0, 1.6}, {{1, 0, 0, 0, 0, -1, 0, 1, 0}}});
  const auto triangle = shapes.add_triangle({0, 0, -0.8}, {0, 0, 0.8}, {0.2, 0, 0});
  expect_finished(shapes, {{0, 0.4, 0}, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}}, -0.4, sum, triangle);
}

TEST(AlignedSolids, AConesTipInASumOfATriangleAndARod) {
  // Along the cone's axis and along the normals of its side.
  ShapeSet shapes;
  const auto triangle = shapes.add_triangle({0, 0, 0}, {2, 0, 0}, {0, 0.375, 0}), rod = shapes.add_cylinder(0.5, 0.5);
  const auto sum = shapes.add_minkowski_sum(triangle, rod, {{0.75, 0, 0}, {{0, 1, 0, 0, 0, 1, 1, 0, 0}}});
  const auto cone = shapes.add_cone(0.5, 0.5);
  expect_finished(shapes, {{3.25, 0, 0}, {{0, 0, -1, 1, 0, 0, 0, -1, 0}}}, -0.5, sum, cone);
}

TEST(AlignedSolids, ALyingRodBesideARimThatEndsNextToTheNearestPoint) {
  ShapeSet shapes;
  shapes.add_cylinder(0.1, 0.1);
  shapes.add_cylinder(0.1, 0.1);
  const double x = 0.400000000000197, z = 0.20000000000019433;
  expect_finished(shapes, {{-x, 0.10000000000005878, -z}, {{1, 0, 0, 0, 0, -1, 0, 1, 0}}},
                  std::hypot(x - 0.1, z - 0.1) - 0.1);
}

TEST(AlignedSolids, ASumsCornerOnTheAxisOfARodGoesOutAlongAnArcAboutIt) {
  ShapeSet shapes;
  const auto rod = shapes.add_cylinder(0.4, 0.6);
  const auto cone = shapes.add_cone(0.2, 0.2), triangle = shapes.add_triangle({-0.2, 0, 0}, {0.2, 0, 0}, {0, 1.6, 0});
  const auto sum = shapes.add_minkowski_sum(cone, triangle, {{0, 0, 0}, {{0, 1, 0, -1, 0, 0, 0, 0, 1}}});
  expect_finished(shapes, {{0.2, -0.2, -0.54}, {{0, 0, -1, 0, 1, 0, 1, 0, 0}}}, -0.4, rod, sum);
}

}  // namespace
}  // namespace abut
