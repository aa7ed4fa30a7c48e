#include "abut/surface/knot_positions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "abut/core/error.h"
#include "tests/surface/nurbs_cases.h"

namespace abut {
namespace {

constexpr double eps = Epsilon<double>::value;

/// How far the farthest one of many points of the surface is off its nearest knot position.
double widest_gap(const NurbsSurface& s, const std::vector<KnotPosition>& knots) {
  double widest = 0;
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 40; ++j) {
      const Vec3<double> p = point_at(s, s.u.begin() + (s.u.end() - s.u.begin()) * (i + 0.5) / 40,
                                      s.v.begin() + (s.v.end() - s.v.begin()) * (j + 0.5) / 40)
                                 .point;
      double nearest = std::numeric_limits<double>::infinity();
      for (const KnotPosition& knot : knots) nearest = std::min(nearest, length(knot.point - p));
      widest = std::max(widest, nearest);
    }
  }
  return widest;
}

/// Onto a line: it has no normal anywhere.
NurbsSurface folded() { return {{1, {0, 0, 1, 1}}, {1, {0, 0, 1, 1}}, {{0, 0, 0}, {1, 0, 0}, {8, 0, 0}, {9, 0, 0}}}; }

std::string refusal(const NurbsSurface& s, const KnotPositionOptions& options) {
  try {
    knot_positions(s, options);
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "not refused";
}

TEST(KnotPositions, ASphereIsCoveredToTheDistance) {
  const NurbsSurface sphere = test::unit_sphere();
  const std::vector<KnotPosition> knots = knot_positions(sphere, {0.2, 0.01});
  EXPECT_GT(knots.size(), 500u);
  EXPECT_LT(widest_gap(sphere, knots), 0.2);
  for (const KnotPosition& knot : knots) {
    EXPECT_NEAR(length(knot.point), 1, 8 * eps);
    EXPECT_LT(test::distance(knot.normal, knot.point), 1e-13);
    EXPECT_EQ(test::distance(knot.point, point_at(sphere, knot.u, knot.v).point), 0);
  }
}

TEST(KnotPositions, AFlatSquareIsOneKnotUnlessALargestLengthIsGiven) {
  const NurbsSurface square = test::flat_square(8);
  const std::vector<KnotPosition> one = knot_positions(square, {0.01, 0.01});
  ASSERT_EQ(one.size(), 1u);
  EXPECT_EQ(test::distance(one[0].point, {4, 4, 0}), 0);
  EXPECT_EQ(test::distance(one[0].normal, {0, 0, 1}), 0);
  KnotPositionOptions options{0.01, 0.01};
  options.largest = 1;
  const std::vector<KnotPosition> many = knot_positions(square, options);
  EXPECT_EQ(many.size(), 64u);
  options.largest = 0.99;
  EXPECT_EQ(knot_positions(square, options).size(), 256u);
}

TEST(KnotPositions, HalvesComeOneBehindTheOther) {
  KnotPositionOptions options{1, 1};
  options.largest = 2;
  const std::vector<KnotPosition> knots = knot_positions(test::flat_square(4), options);
  ASSERT_EQ(knots.size(), 4u);  // split along v first, as D_u is not above D_v
  EXPECT_EQ(knots[0].u, 0.25);
  EXPECT_EQ(knots[0].v, 0.25);
  EXPECT_EQ(knots[1].u, 0.75);
  EXPECT_EQ(knots[1].v, 0.25);
  EXPECT_EQ(knots[3].u, 0.75);
  EXPECT_EQ(knots[3].v, 0.75);
}

TEST(KnotPositions, AClosedCylinderIsSplitAcrossItsSeamAlongEitherParameter) {
  const NurbsSurface tube = test::cylinder(0.5);
  const std::vector<KnotPosition> around = knot_positions(tube, {0.3, 0.1});
  EXPECT_EQ(around.size(), 16u);
  EXPECT_LT(widest_gap(tube, around), 0.5);
  EXPECT_EQ(knot_positions(test::exchanged(tube), {0.3, 0.1}).size(), around.size());
  // As printed, both corners of an edge being one point, it would be one knot.
  EXPECT_EQ(knot_positions(tube, {100, 0.1}).size(), 2u);
}

TEST(KnotPositions, ALongCylinderNeedsALargestLength) {
  // Half of it is 10 long and straight, 2 across and curved: the longer direction alone is asked, as printed.
  const NurbsSurface tube = test::cylinder(10);
  EXPECT_EQ(knot_positions(tube, {0.3, 0.1}).size(), 2u);
  KnotPositionOptions options{0.3, 0.1};
  options.largest = 0.3;
  const std::vector<KnotPosition> knots = knot_positions(tube, options);
  EXPECT_LT(widest_gap(tube, knots), 0.3);
}

TEST(KnotPositions, ATorusIsSplitAcrossBothSeams) {
  const NurbsSurface torus = test::torus(3, 1);
  EXPECT_EQ(knot_positions(torus, {100, 4}).size(), 4u);
  // A quarter of it is longer around the axis. Its normals are asked for on the top of the tube, where all are the
  // same.
  EXPECT_EQ(knot_positions(torus, {0.4, 0.05}).size(), 4u);
  KnotPositionOptions options{0.4, 0.05};
  options.largest = 2;
  const std::vector<KnotPosition> knots = knot_positions(torus, options);
  EXPECT_LT(widest_gap(torus, knots), 0.8);
  for (const KnotPosition& knot : knots) EXPECT_NEAR(length(knot.normal), 1, 4 * eps);
}

TEST(KnotPositions, NormalsBoundTheAngleWhereTheDistanceDoesNot) {
  const NurbsSurface sphere = test::unit_sphere();
  const std::vector<KnotPosition> coarse = knot_positions(sphere, {1e-3, 0.5}),
                                  fine = knot_positions(sphere, {1e-3, 0.1});
  EXPECT_LT(8u, coarse.size());
  EXPECT_LT(coarse.size(), fine.size());
  EXPECT_LT(widest_gap(sphere, fine), 0.5);
}

TEST(KnotPositions, LargerTolerancesGiveFewerKnots) {
  for (const NurbsSurface& s : {test::unit_sphere(), test::torus(3, 1), test::cylinder(0.5)}) {
    std::size_t before = std::numeric_limits<std::size_t>::max();
    for (const double distance : {0.1, 0.2, 0.4, 0.8, 1.6, 10.0}) {
      const std::size_t now = knot_positions(s, {distance, 0.02}).size();
      EXPECT_LE(now, before);
      before = now;
    }
    EXPECT_LE(before, 4u);
    before = std::numeric_limits<std::size_t>::max();
    for (const double angle : {0.05, 0.1, 0.3, 0.9, 4.0}) {
      const std::size_t now = knot_positions(s, {0.01, angle}).size();
      EXPECT_LE(now, before);
      before = now;
    }
    EXPECT_LE(before, 4u);
  }
}

TEST(KnotPositions, WithoutANormalTheDistanceAloneDecides) {
  const std::vector<KnotPosition> knots = knot_positions(folded(), {1, 3.1});
  EXPECT_EQ(knots.size(), 8u);
  for (const KnotPosition& knot : knots) EXPECT_EQ(max_abs(knot.normal), 0);
}

TEST(KnotPositions, AnEdgeThatIsOnePointIsNoObstacle) {
  const NurbsSurface dome{
      {2, {0, 0, 0, 1, 1, 1}},
      {2, {0, 0, 0, 1, 1, 1}},
      {{0, 0, 1}, {1, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 1, 1}, {1, 1, 0}, {0, 0, 1}, {0, 1, 1}, {0, 1, 0}}};
  const std::vector<KnotPosition> knots = knot_positions(dome, {0.1, 0.02});
  EXPECT_GT(knots.size(), 100u);
  EXPECT_LT(widest_gap(dome, knots), 0.1);
  for (const KnotPosition& knot : knots) EXPECT_NEAR(length(knot.normal), 1, 4 * eps);
}

TEST(KnotPositions, OfTwoOppositeSidesTheLongerOneCounts) {
  NurbsSurface triangle{{1, {0, 0, 1, 1}}, {1, {0, 0, 1, 1}}, {{0, 0, 0}, {-2, 1, 0}, {0, 0, 0}, {2, 1, 0}}};
  KnotPositionOptions options{1, 1};
  options.largest = 2.3;  // the side is 4 long, its halves 2, the other two sides 2.24
  EXPECT_EQ(knot_positions(triangle, options).size(), 2u);
  EXPECT_EQ(knot_positions(test::exchanged(triangle), options).size(), 2u);
  std::swap(triangle.points[0], triangle.points[1]), std::swap(triangle.points[2], triangle.points[3]);
  EXPECT_EQ(knot_positions(triangle, options).size(), 2u);
}

TEST(KnotPositions, OptionsAreChecked) {
  const NurbsSurface s = test::unit_sphere();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal(s, {0, 1}), "knot_positions: distance is 0; allowed is above 0, finite");
  EXPECT_EQ(refusal(s, {nan, 1}), "knot_positions: distance is nan; allowed is above 0, finite");
  EXPECT_EQ(refusal(s, {1, -1}), "knot_positions: angle is -1; allowed is 0 or more, finite");
  EXPECT_EQ(refusal(s, {1, 1, 0}), "knot_positions: most is 0; allowed is 1 or more");
  EXPECT_EQ(refusal(s, {1, 1, 10, 0}), "knot_positions: largest is 0; allowed is above 0");
  NurbsSurface bad = s;
  bad.u.degree = 9;
  EXPECT_EQ(refusal(bad, {1, 1}), "NurbsSurface: u.degree is 9; allowed are 1 to 7");
}

TEST(KnotPositions, TooManyKnotsAreRefusedByName) {
  const NurbsSurface s = test::unit_sphere();
  const std::size_t count = knot_positions(s, {0.2, 0.01}).size();
  EXPECT_EQ(refusal(s, {0.2, 0.01, count}), "not refused");
  EXPECT_EQ(refusal(s, {0.2, 0.01, count - 1}), "knot_positions: most is " + std::to_string(count - 1) +
                                                    "; allowed is no fewer than distance, angle and largest ask for");
}

TEST(KnotPositions, LengthsBelowTheSpacingOfNumbersAreRefusedByName) {
  EXPECT_EQ(
      refusal(folded(), {1e-300, 1}),
      "knot_positions: distance is 1e-300 and largest is inf; allowed are lengths that 128 halvings come down to");
  KnotPositionOptions options{1, 1};
  options.largest = 1e-300;
  EXPECT_EQ(refusal(test::flat_square(1), options),
            "knot_positions: distance is 1 and largest is 1e-300; allowed are lengths that 128 halvings come down to");
}

TEST(KnotPositions, ACornerOfWeightZeroIsRefused) {
  NurbsSurface square = test::flat_square(1);
  square.weights = {1, 1, 1, 0};
  EXPECT_EQ(refusal(square, {0.1, 0.1}),
            "knot_positions: the surface has no finite point at u = 1, v = 1; allowed are weights above 0 there");
}

}  // namespace
}  // namespace abut
