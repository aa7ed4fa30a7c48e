// Circles with circles and cones, in positions that squaring makes double.
#include "abut/brep/conic_revolved.h"

#include <gtest/gtest.h>

#include <cmath>

namespace abut {
namespace {

using V = Vec3<double>;
const V o{}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};
const double h = sqrt_half<double>;

/// In the frame of a's origin.
template <class Solve>
StationaryPairs<double> solved(const Carrier<double>& a, const Carrier<double>& b, Solve solve) {
  StationaryPairs<double> out;
  clear(out);
  solve(carrier_pair(a, b, out));
  return out;
}

int minima(const StationaryPairs<double>& out) {
  int count = 0;
  for (std::uint32_t i = 0; i < out.count; ++i) count += out.pairs[i].extremum == Extremum::minimum ? 1 : 0;
  return count;
}

TEST(ConicRevolved, CirclesSideBySideInAPlaneHaveFourOnTheLineOfCentres) {
  const auto out = solved(circle_carrier(o, z, 1.0), circle_carrier(x * 5.0, z, 2.0), circle_and_circle<double>);
  ASSERT_EQ(out.count, 4u);
  EXPECT_EQ(minima(out), 1);
  for (std::uint32_t i = 0; i < 4; ++i) EXPECT_NEAR(out.pairs[i].a.y, 0, 1e-15);
}

TEST(ConicRevolved, LinkedCirclesCrossingTheAxisKeepBothDirections) {
  // the first passes through the second's axis, at right angles to its plane's diameter
  const auto out = solved(circle_carrier(o, y, 1.0), circle_carrier(x, z, 2.0), circle_and_circle<double>);
  EXPECT_TRUE(out.complete);
  for (std::uint32_t i = 0; i < out.count; ++i) {
    const StationaryPair<double>& p = out.pairs[i];
    EXPECT_NEAR(length(p.b - x), 2, 1e-14);
    EXPECT_NEAR(dot(p.b - p.a, cross(z, p.b - x)), 0, 1e-14);
    EXPECT_NEAR(dot(p.b - p.a, cross(y, p.a)), 0, 1e-14);
  }
}

TEST(ConicRevolved, AMeridianOfATorusIsConformalToItsCircle) {
  const auto out = solved(circle_carrier(o, z, 3.0), circle_carrier(x * 3.0, y, 1.0), circle_and_circle<double>);
  EXPECT_TRUE(out.not_isolated);
  EXPECT_FALSE(out.complete);  // the far side is looked at by samples
  EXPECT_GE(out.count, 2u);
}

TEST(ConicRevolved, ACircleAboveAConeHasASymmetricPair) {
  const auto out = solved(circle_carrier(V{5, 0, 0}, x, 1.0), cone_carrier(o, z, h, h, 1.0), conic_and_cone<double>);
  bool seen = false;
  for (std::uint32_t i = 0; i < out.count; ++i) {
    const StationaryPair<double>& p = out.pairs[i];
    if (std::abs(p.a.z - 1) > 1e-12 || std::abs(p.a.y) > 1e-12 || p.b.x + 5 < 0) continue;
    seen = seen || std::abs(p.gap - 4 * h) < 1e-14;
  }
  EXPECT_TRUE(seen);
}

TEST(ConicRevolved, AnEllipseInACirclesPlaneHasItsVertices) {
  const auto out = solved(circle_carrier(o, z, 5.0), ellipse_carrier(o, x, y, 2.0, 1.0), circle_and_ellipse<double>);
  EXPECT_EQ(out.count, 8u);
  EXPECT_TRUE(
      solved(circle_carrier(o, z, 5.0), ellipse_carrier(z, x, y, 2.0, 2.0), circle_and_ellipse<double>).not_isolated);
}

}  // namespace
}  // namespace abut
