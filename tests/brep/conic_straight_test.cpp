// Points and lines with circles and ellipses, in positions that can be drawn.
#include "abut/brep/conic_straight.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace abut {
namespace {

using V = Vec3<double>;
const V o{}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

/// In the frame of a's origin.
StationaryPairs<double> solved(const Carrier<double>& a, const Carrier<double>& b) {
  StationaryPairs<double> out;
  clear(out);
  straight_and_conic(carrier_pair(a, b, out));
  return out;
}

TEST(ConicStraight, AnEllipsesCentreHasFourPairsAndAPointFarAwayTwo) {
  const Carrier<double> e = ellipse_carrier(o, x, y, 3.0, 2.0);
  const StationaryPairs<double> centre = solved(point_carrier(o), e);
  ASSERT_EQ(centre.count, 4u);
  int minima = 0;
  for (std::uint32_t i = 0; i < 4; ++i)
    minima += std::abs(centre.pairs[i].gap - 2) < 1e-14 && centre.pairs[i].extremum == Extremum::minimum ? 1 : 0;
  EXPECT_EQ(minima, 2);
  EXPECT_EQ(solved(point_carrier(V{10, 4, 1}), e).count, 2u);
}

TEST(ConicStraight, OnTheEvoluteThereIsADoubleRoot) {
  // the cusp at (a^2 - b^2) / a is a triple root with (a, 0); elsewhere on it, two pairs meet
  const double t = 0.7, c = std::cos(t), s = std::sin(t);
  const V on{5.0 / 3 * c * c * c, -5.0 / 2 * s * s * s, 0};
  const StationaryPairs<double> out = solved(point_carrier(on), ellipse_carrier(o, x, y, 3.0, 2.0));
  EXPECT_TRUE(out.complete);
  double nearest = 1;
  for (std::uint32_t i = 0; i < out.count; ++i)
    nearest = std::min(nearest, length(out.pairs[i].b + on - V{3 * c, 2 * s, 0}));
  EXPECT_LT(nearest, 1e-6);
}

TEST(ConicStraight, ALineThroughACirclesPlaneHasTwoOrFour) {
  const Carrier<double> c = circle_carrier(o, z, 2.0);
  const StationaryPairs<double> in_plane = solved(line_carrier(o, x), c);
  EXPECT_EQ(in_plane.count, 4u);  // two crossings, two farthest
  EXPECT_EQ(solved(line_carrier(y * 5.0, x), c).count, 2u);
  EXPECT_TRUE(solved(line_carrier(o, z), c).not_isolated);
}

TEST(ConicStraight, ATangentTouchesWithoutDecision) {
  const StationaryPairs<double> out = solved(line_carrier(y * 2.0, x), circle_carrier(o, z, 2.0));
  bool touches = false;
  for (std::uint32_t i = 0; i < out.count; ++i)
    touches = touches || (out.pairs[i].gap < 1e-12 && out.pairs[i].extremum == Extremum::undecided);
  EXPECT_TRUE(touches);
}

}  // namespace
}  // namespace abut
