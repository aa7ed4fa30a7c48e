// Closed forms where they can be drawn.
#include "abut/brep/closed_pairs.h"

#include <gtest/gtest.h>

#include <cmath>

namespace abut {
namespace {

using V = Vec3<double>;
const V o{}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
const double h = 0.70710678118654752440;

template <class Solve>
StationaryPairs<double> solved(const Carrier<double>& a, const Carrier<double>& b, Solve solve) {
  StationaryPairs<double> out;
  clear(out);
  solve(carrier_pair(a, b, out));
  return out;
}

TEST(ClosedPairs, APointSeesACircleNearAndFar) {
  const auto out = solved(point_carrier(o), circle_carrier(V{3, 0, 4}, z, 1.0), point_and_circle<double>);
  ASSERT_EQ(out.count, 2u);
  EXPECT_NEAR(out.pairs[0].gap, std::sqrt(4.0 + 16), 1e-14);
  EXPECT_NEAR(out.pairs[1].gap, std::sqrt(16.0 + 16), 1e-14);
  EXPECT_EQ(out.pairs[1].extremum, Extremum::not_minimum);
  EXPECT_EQ(out.pairs[0].extremum, Extremum::minimum);
}

TEST(ClosedPairs, APointSeesBothSidesOfACone) {
  const auto out = solved(point_carrier(o), cone_carrier(x * -2.0, z, h, h, 1.0), point_and_cone<double>);
  ASSERT_EQ(out.count, 2u);
  EXPECT_NEAR(out.pairs[0].gap, 2 * h, 1e-15);
  EXPECT_NEAR(length(out.pairs[0].b - V{-1, 0, 1}), 0, 1e-15);
  EXPECT_NEAR(length(out.pairs[1].b - V{-1, 0, -1}), 0, 1e-15);
}

TEST(ClosedPairs, ALineAndAConeHaveTwoIfItIsSteep) {
  EXPECT_EQ(solved(line_carrier(o, y), cone_carrier(x * -2.0, z, h, h, 1.0), line_and_cone<double>).count, 2u);
  EXPECT_EQ(solved(line_carrier(o, z), cone_carrier(x * -2.0, z, h, h, 1.0), line_and_cone<double>).count, 0u);
  const V along = unit_vector(V{0, 0.3, 1});
  EXPECT_EQ(solved(line_carrier(o, along), cone_carrier(x * -2.0, z, h, h, 1.0), line_and_cone<double>).count, 0u);
}

TEST(ClosedPairs, ConesSideBySideHaveOneWhereTheyFaceEachOther) {
  // apexes up, axes apart and a little inclined away from each other: rulings face each other along x
  const auto out = solved(cone_carrier(o, x, h, h, 1.0), cone_carrier(V{3, 1, 0}, y, h, h, 1.0), cone_and_cone<double>);
  for (std::uint32_t i = 0; i < out.count; ++i) {
    const StationaryPair<double>& p = out.pairs[i];
    EXPECT_NEAR(length(p.b - p.a - p.normal * p.gap), 0, 1e-14);
  }
  EXPECT_TRUE(solved(cone_carrier(o, z, h, h, 1.0), cone_carrier(x, z, h, h, 1.0), cone_and_cone<double>).not_isolated);
  EXPECT_EQ(solved(cone_carrier(o, z, h, h, 1.0), cone_carrier(x, z, 0.8, 0.6, 1.0), cone_and_cone<double>).count, 0u);
}

TEST(ClosedPairs, AnEllipseHasAHighestAndALowestPoint) {
  const Carrier<double> e = ellipse_carrier(o, x, z, 3.0, 2.0);
  StationaryPairs<double> out;
  clear(out);
  conic_and_plane(carrier_pair(e, plane_carrier(z * -5.0, z), out), e.x * 3.0, e.y * 2.0);
  ASSERT_EQ(out.count, 2u);
  EXPECT_EQ(out.pairs[0].gap, 7);
  EXPECT_EQ(out.pairs[0].extremum, Extremum::not_minimum);
  EXPECT_EQ(out.pairs[1].gap, 3);
  EXPECT_EQ(out.pairs[1].extremum, Extremum::minimum);
}

TEST(ClosedPairs, LinesHaveTheirCommonPerpendicular) {
  const auto out = solved(line_carrier(o, x), line_carrier(V{5, 7, 2}, y), line_and_line<double>);
  ASSERT_EQ(out.count, 1u);
  EXPECT_EQ(out.pairs[0].gap, 2);
  EXPECT_EQ(out.pairs[0].a.x, 5);
  EXPECT_EQ(out.pairs[0].b.y, 0);
  EXPECT_TRUE(solved(line_carrier(o, x), line_carrier(y, -x), line_and_line<double>).not_isolated);
}

TEST(ClosedPairs, PlanesThatFaceEachOtherAreConformal) {
  EXPECT_TRUE(solved(plane_carrier(o, z), plane_carrier(z, -z), straight_and_plane<double>).not_isolated);
  EXPECT_FALSE(solved(plane_carrier(o, z), plane_carrier(z, z), straight_and_plane<double>).not_isolated);
  EXPECT_FALSE(solved(plane_carrier(o, z), plane_carrier(z, x), straight_and_plane<double>).not_isolated);
  EXPECT_TRUE(solved(line_carrier(o, x), plane_carrier(z, z), straight_and_plane<double>).not_isolated);
  EXPECT_TRUE(
      solved(plane_carrier(o, x), cone_carrier(o, V{h, h, 0}, h, h, 1.0), straight_and_plane<double>).not_isolated);
}

TEST(ClosedPairs, ABallAndALineAndAPlane) {
  EXPECT_EQ(solved(point_carrier(o), point_carrier(x), point_and_point<double>).pairs[0].gap, 1);
  EXPECT_EQ(solved(sphere_carrier(o, 1.0), line_carrier(x * 3.0, z), point_and_line<double>).pairs[0].gap, 2);
  EXPECT_EQ(solved(sphere_carrier(o, 1.0), plane_carrier(x * 3.0, -x), point_and_plane<double>).pairs[0].gap, 2);
}

}  // namespace
}  // namespace abut
