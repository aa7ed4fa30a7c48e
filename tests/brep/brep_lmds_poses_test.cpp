// Poses whose local minima are known beforehand.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/brep/brep_lmds.h"
#include "tests/brep/lmd_judge.h"

namespace abut::test {
namespace {

constexpr double pi = M_PI;

Mat3<double> no_turn() { return {{1, 0, 0, 0, 1, 0, 0, 0, 1}}; }
Mat3<double> about_x(double a) { return {{1, 0, 0, 0, std::cos(a), -std::sin(a), 0, std::sin(a), std::cos(a)}}; }
Mat3<double> about_y(double a) { return {{std::cos(a), 0, std::sin(a), 0, 1, 0, -std::sin(a), 0, std::cos(a)}}; }

BrepLmds lmds(const Brep& a, const Brep& b, const Mat3<double>& turn, const Vec3<double>& shift,
              const BrepLmdOptions& options = {}) {
  return find_brep_lmds(ContactBrep(a), ContactBrep(b), {turn, shift}, options);
}

/// How many of the minima are at this distance; with a filter.
template <class F>
int count(const BrepLmds& found, double distance, const F& filter) {
  return static_cast<int>(std::count_if(found.minima.begin(), found.minima.end(), [&](const BrepLmd& m) {
    return std::abs(m.distance - distance) < 1e-9 && filter(m);
  }));
}
int count(const BrepLmds& found, double distance) {
  return count(found, distance, [](const BrepLmd&) { return true; });
}
bool has(const BrepLmds& found, double distance, const Vec3<double>& a, const Vec3<double>& b) {
  return count(found, distance,
               [&](const BrepLmd& m) { return length(m.point_a - a) + length(m.point_b - b) < 1e-7; }) == 1;
}

TEST(BrepLmdPoses, ABoxOverABoxHasItsFourCorners) {
  const BrepLmds found = lmds(box(4, 4, 1), box(1, 1, 1), no_turn(), {1, 1.5, 1.25});
  EXPECT_EQ(found.status, BrepLmdStatus::complete);
  EXPECT_EQ(found.minima.size(), 4u);
  for (const double x : {1.0, 2.0}) {
    for (const double y : {1.5, 2.5}) EXPECT_TRUE(has(found, 0.25, {x, y, 1}, {x, y, 1.25})) << x << " " << y;
  }
}

TEST(BrepLmdPoses, ABoxHalfOverABoxHasCornersAndCrossingsOfEdges) {
  const BrepLmds found = lmds(box(2, 2, 1), box(2, 2, 1), no_turn(), {1, 1, 1.5});
  EXPECT_TRUE(has(found, 0.5, {1, 1, 1}, {1, 1, 1.5}));
  EXPECT_TRUE(has(found, 0.5, {2, 2, 1}, {2, 2, 1.5}));
  EXPECT_TRUE(has(found, 0.5, {2, 1, 1}, {2, 1, 1.5}));
  EXPECT_TRUE(has(found, 0.5, {1, 2, 1}, {1, 2, 1.5}));
  EXPECT_EQ(found.minima.size(), 4u);
}

TEST(BrepLmdPoses, ACylinderLyingOnAPlateHasTheEndsOfItsLowestLine) {
  for (const int sectors : {1, 2, 3}) {
    const BrepLmds found = lmds(box(6, 6, 1), cylinder(0.5, 2, sectors), about_x(-pi / 2), {3, 1, 1.75});
    EXPECT_EQ(found.status, BrepLmdStatus::complete);
    EXPECT_EQ(found.minima.size(), 2u) << sectors;
    EXPECT_TRUE(has(found, 0.25, {3, 1, 1}, {3, 1, 1.25}));
    EXPECT_TRUE(has(found, 0.25, {3, 3, 1}, {3, 3, 1.25}));
  }
}

TEST(BrepLmdPoses, ACylinderStandingOnAPlateHasSamplesOfItsRim) {
  const BrepLmds found = lmds(box(6, 6, 1), cylinder(0.5, 2, 1), no_turn(), {3, 2, 1.125});
  ASSERT_GE(found.minima.size(), 3u);
  EXPECT_EQ(count(found, 0.125), static_cast<int>(found.minima.size()));
  Vec3<double> sum{0, 0, 0};
  for (const BrepLmd& m : found.minima) {
    EXPECT_TRUE(m.sampled);
    EXPECT_NEAR(length(m.point_b - Vec3<double>{3, 2, 1.125}), 0.5, 1e-12);
    sum = sum + (m.point_b - Vec3<double>{3, 2, 1.125});
  }
  EXPECT_LT(length(sum), 1e-9);  // all around
}

TEST(BrepLmdPoses, ABallInAHoleHasTheNearerSideOfTheHole) {
  const BrepLmds found = lmds(block_with_hole(1), ball(0.3, 2), no_turn(), {1.6, 1.25, 1});
  EXPECT_TRUE(has(found, 0.1, {2, 1.25, 1}, {1.9, 1.25, 1}));
  EXPECT_EQ(found.minima.size(), 1u);
  const BrepLmds amid = lmds(block_with_hole(1), ball(0.3, 2), no_turn(), {1.5, 1.25, 1});
  EXPECT_GE(count(amid, 0.2, [](const BrepLmd& m) { return m.sampled; }), 3);
}

TEST(BrepLmdPoses, AShaftInAHoleOnOneAxisHasSamplesAtBothRims) {
  const BrepLmds found = lmds(block_with_hole(1), cylinder(0.4, 1, 2), no_turn(), {1.5, 1.25, 0.5});
  const auto at = [](double z) {
    return [z](const BrepLmd& m) { return std::abs(m.point_b.z - z) < 1e-9 && m.sampled; };
  };
  EXPECT_GE(count(found, 0.1, at(0.5)), 3);
  EXPECT_GE(count(found, 0.1, at(1.5)), 3);
  EXPECT_EQ(count(found, 0.1), static_cast<int>(found.minima.size()));
  // Longer than the hole: at the hole's rims.
  const BrepLmds through = lmds(block_with_hole(1), cylinder(0.4, 4, 2), no_turn(), {1.5, 1.25, -1});
  EXPECT_GE(count(through, 0.1, at(0)), 3);
  EXPECT_GE(count(through, 0.1, at(2)), 3);
}

TEST(BrepLmdPoses, AShaftBesideTheHolesAxisHasTheEndsOfItsNearestLine) {
  const BrepLmds found = lmds(block_with_hole(1), cylinder(0.4, 1, 2), no_turn(), {1.55, 1.25, 0.5});
  EXPECT_TRUE(has(found, 0.05, {2, 1.25, 0.5}, {1.95, 1.25, 0.5}));
  EXPECT_TRUE(has(found, 0.05, {2, 1.25, 1.5}, {1.95, 1.25, 1.5}));
  EXPECT_EQ(found.minima.size(), 2u);
}

TEST(BrepLmdPoses, CrossedCylindersHaveOneMinimumBetweenTheirSides) {
  const BrepLmds found = lmds(cylinder(0.5, 4, 2), cylinder(0.25, 4, 3), about_x(-pi / 2), {1, -2, 2.5});
  EXPECT_TRUE(has(found, 0.25, {0.5, 0, 2.5}, {0.75, 0, 2.5}));
  EXPECT_EQ(found.minima.size(), 1u);
  EXPECT_EQ(feature_kind(found.minima[0].feature_a), FeatureKind::face);
  EXPECT_EQ(feature_kind(found.minima[0].feature_b), FeatureKind::face);
}

TEST(BrepLmdPoses, AConesTipOverAPlateIsAVertex) {
  const BrepLmds found = lmds(box(4, 4, 1), frustum(0.8, 0, 1.5, 1), about_x(pi + 0.1), {2, 2, 3});
  const Vec3<double> tip{2, 2 - 1.5 * -std::sin(0.1), 3 - 1.5 * std::cos(0.1)};
  ASSERT_EQ(found.minima.size(), 1u);
  EXPECT_TRUE(has(found, tip.z - 1, {tip.x, tip.y, 1}, tip));
  EXPECT_EQ(feature_kind(found.minima[0].feature_b), FeatureKind::vertex);
}

TEST(BrepLmdPoses, ARingOverABallHasACircleOnTheAxisAndAPointAside) {
  // The tube's circle of radius 1.2 lies 2 over the ball's centre: everywhere as far.
  const BrepLmds found = lmds(ball(0.7, 1), ring(1.2, 0.3, 2), no_turn(), {0, 0, 2});
  EXPECT_GE(count(found, std::sqrt(1.44 + 4) - 1), 3);
  EXPECT_EQ(count(found, std::sqrt(1.44 + 4) - 1), static_cast<int>(found.minima.size()));
  const BrepLmds aside = lmds(ball(0.7, 1), ring(1.2, 0.3, 2), no_turn(), {0.2, 0, 2});
  EXPECT_EQ(aside.minima.size(), 1u);
  EXPECT_EQ(count(aside, std::sqrt(1 + 4) - 1), 1);
}

TEST(BrepLmdPoses, ARingInAGrooveHasItsFloorAndBothOfItsRims) {
  // On one axis: tube 0.2 around the groove's floor of radius 0.8, from z = 1 to 1.5.
  const BrepLmds found = lmds(grooved_shaft(1, 2), ring(1.05, 0.2, 2), no_turn(), {0, 0, 1.25});
  EXPECT_GE(count(found, 0.05, [](const BrepLmd& m) { return m.sampled; }), 3);  // floor: 1.05 - 0.2 - 0.8
  // The rims of the groove are (1, 1) and (1, 1.5); the tube's centre is (1.05, 1.25).
  EXPECT_GE(count(found, std::sqrt(0.05 * 0.05 + 0.0625) - 0.2), 6);
}

TEST(BrepLmdPoses, BoxesEdgeToEdgeHaveOneMinimum) {
  // Both stand on an edge; the edges cross at right angles.
  const double h = std::sqrt(2.0);
  Brep lower = moved(box(2, 2, 2), {{0, 0, 0}, about_x(pi / 4)});  // its highest edge along x, at z = 2 h
  const BrepLmds edges = lmds(lower, box(2, 2, 2), about_y(pi / 4), {1 - h, -1, 2 * h + 0.25 + h});
  ASSERT_EQ(edges.minima.size(), 1u);
  EXPECT_NEAR(edges.minima[0].distance, 0.25, 1e-12);
  EXPECT_EQ(feature_kind(edges.minima[0].feature_a), FeatureKind::edge);
  EXPECT_EQ(feature_kind(edges.minima[0].feature_b), FeatureKind::edge);
}

TEST(BrepLmdPoses, ABallInANotchHasItsWallsAndNeverTheConcaveCorner) {
  Brep notched;
  add_prism(notched, {polygon({{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 3}, {0, 3}})}, 0, 2);
  const BrepLmds found = lmds(notched, ball(0.5, 2), no_turn(), {1.75, 1.625, 1});
  EXPECT_EQ(found.minima.size(), 2u);
  EXPECT_TRUE(has(found, 0.125, {1.75, 1, 1}, {1.75, 1.125, 1}));
  EXPECT_TRUE(has(found, 0.25, {1, 1.625, 1}, {1.25, 1.625, 1}));
  // Over the end of the concave edge, where it meets the top: the two edges of the top alone answer.
  const BrepLmds over = lmds(notched, ball(0.5, 2), no_turn(), {1.125, 1.125, 3});
  EXPECT_EQ(over.minima.size(), 2u);
  const double distance = std::sqrt(0.125 * 0.125 + 1) - 0.5;
  for (const Vec3<double>& on : {Vec3<double>{1, 1.125, 2}, Vec3<double>{1.125, 1, 2}})
    EXPECT_EQ(count(over, distance, [&](const BrepLmd& m) { return length(m.point_a - on) < 1e-9; }), 1);
}

TEST(BrepLmdPoses, LinkedRingsHaveTwoMinima) {
  // Squared, circles of radius 1.2 in two planes at right angles, 0.9 apart, are 3.69 + 2.16 (b - a) - 2.88 a b from
  // one another, with the cosines a and b of their angles: least where both are 1 or both are -1.
  const BrepLmds found = lmds(ring(1.2, 0.2, 2), ring(1.2, 0.2, 1), about_x(pi / 2), {0.9, 0, 0});
  EXPECT_EQ(found.status, BrepLmdStatus::complete);
  EXPECT_EQ(found.minima.size(), 2u) << told(found);
  EXPECT_TRUE(has(found, 0.5, {1.4, 0, 0}, {1.9, 0, 0}));
  EXPECT_TRUE(has(found, 0.5, {-1, 0, 0}, {-0.5, 0, 0}));
}

TEST(BrepLmdPoses, ASmoothEdgeFromWhichAHollowRisesIsNone) {
  // A floor at y = 0 that runs into a hollow of radius 1 about (0, 1). From a ball whose centre is above that, the
  // hollow comes nearer on the way up: the smooth edge at (0, 0) is nearest only along itself.
  const Profile floor = {{{-2, -1}, {2, -1}}, {{2, -1}, {2, 1}},  {{2, 1}, {1, 1}}, {{1, 1}, {0, 0}, {0, 1}, -pi / 2},
                         {{0, 0}, {-2, 0}},   {{-2, 0}, {-2, -1}}};
  Brep hollow;
  add_prism(hollow, {floor}, 0, 2);
  const BrepLmds above = lmds(hollow, ball(0.2, 2), no_turn(), {0, 1.6, 1.1});
  EXPECT_EQ(above.status, BrepLmdStatus::complete);
  EXPECT_EQ(above.minima.size(), 1u) << told(above);
  EXPECT_TRUE(has(above, std::hypot(1, 0.6) - 0.2, {1, 1, 1.1},
                  Vec3<double>{0, 1.6, 1.1} + unit_vector(Vec3<double>{1, -0.6, 0}) * 0.2));
  // Below that centre it is the nearest point of both.
  const BrepLmds below = lmds(hollow, ball(0.2, 2), no_turn(), {0, 0.7, 1.1});
  EXPECT_TRUE(has(below, 0.5, {0, 0, 1.1}, {0, 0.5, 1.1})) << told(below);
}

TEST(BrepLmdPoses, OneWithinTheOthersMaterialIsToldAsCrossing) {
  const BrepLmds found = lmds(box(4, 4, 4), ball(0.5, 2), no_turn(), {2, 2.1, 1.9});
  EXPECT_EQ(found.status, BrepLmdStatus::crossing);
  EXPECT_TRUE(found.minima.empty());
  EXPECT_TRUE(lmds(ball(0.5, 2), box(4, 4, 4), no_turn(), {-2, -2.1, -1.9}).minima.empty());
}

}  // namespace
}  // namespace abut::test
