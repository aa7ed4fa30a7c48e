// Symptoms.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/brep/brep_lmds.h"
#include "abut/core/error.h"
#include "tests/brep/lmd_judge.h"

namespace abut::test {
namespace {

const Mat3<double> no_turn{{1, 0, 0, 0, 1, 0, 0, 0, 1}};
const Mat3<double> upright{{1, 0, 0, 0, 0, -1, 0, 1, 0}};

BrepLmdStatus status(const Brep& a, const Brep& b, const Mat3<double>& turn, const Vec3<double>& shift) {
  const BrepLmdStatus one = find_brep_lmds(ContactBrep(a), ContactBrep(b), {turn, shift}).status;
  const BrepLmdStatus other =
      find_brep_lmds(ContactBrep(b), ContactBrep(a), {transpose_times(turn, no_turn), -rotate_back(turn, shift)})
          .status;
  EXPECT_EQ(one, other);
  return one;
}

TEST(BrepLmdFaults, BallsThatOverlapByMoreThanARadiusAreNotToldAsCrossing) {
  EXPECT_EQ(status(ball(1, 2), ball(1, 2), no_turn, {1.5, 0, 0}), BrepLmdStatus::crossing);
  EXPECT_EQ(status(ball(1, 2), ball(1, 2), no_turn, {0.5, 0, 0}), BrepLmdStatus::crossing);
}

TEST(BrepLmdFaults, ARingThroughAPlateIsNotToldAsCrossing) {
  EXPECT_EQ(status(box(4, 4, 0.2), ring(1.2, 0.3, 2), upright, {2, 2, 0.1}), BrepLmdStatus::crossing);
}

TEST(BrepLmdFaults, ABeadOnARingIsNotToldAsCrossing) {
  EXPECT_EQ(status(ring(1.2, 0.3, 2), ball(0.7, 2), no_turn, {1.2, 0, 0}), BrepLmdStatus::crossing);
}

TEST(BrepLmdFaults, ARingWithAShaftThroughItsTubeIsNotToldAsCrossing) {
  EXPECT_EQ(status(ring(1.2, 0.3, 2), cylinder(0.1, 6, 2), no_turn, {1.2, 0, -3}), BrepLmdStatus::crossing);
  EXPECT_EQ(status(cylinder(1, 6, 2), ring(1.2, 0.3, 2), upright, {1.2, 0, 3}), BrepLmdStatus::crossing);
}

TEST(BrepLmdFaults, ShaftsThatCrossAreToldAsCrossing) {
  EXPECT_EQ(status(cylinder(0.5, 6, 2), cylinder(0.5, 6, 2), upright, {0, 3, 3}), BrepLmdStatus::crossing);
  EXPECT_EQ(status(cylinder(0.5, 6, 2), cylinder(0.3, 6, 2), upright, {0.1, 3, 3}), BrepLmdStatus::crossing);
}

TEST(BrepLmdFaults, ConesThatCrossByTheirSidesAreNotToldAsCrossing) {
  const Mat3<double> turn{{0.88246810529892361, 0.40794911687958635, 0.23415285855033585, -0.24591103993072402,
                           0.82448350249983482, -0.50966137242859078, -0.40097107572781088, 0.39217913272224281,
                           0.82789958587192913}};
  EXPECT_EQ(status(frustum(0.8, 0, 1.5, 2), frustum(0.8, 0, 1.5, 2), turn,
                   {-0.074424490143964364, 0.23892136310417986, -1.0178996629694652}),
            BrepLmdStatus::crossing);
}

TEST(BrepLmdFaults, CrossingsInRandomPosesAreAllTold) {
  const auto solids = solids_told_twice(1, 2);
  Random random(77);
  SolidLmdTally tally;
  for (std::size_t i = 0; i < solids.size(); ++i) {
    for (std::size_t j = i; j < solids.size(); ++j) {
      const double size = 0.5 * (solids[i].solid.size() + solids[j].solid.size());
      judge_lmds(solids[i], solids[j], {random.rotation(), random.direction() * (0.3 * size)}, tally);
    }
  }
  for (const std::string& s : tally.untold) ADD_FAILURE() << s;
  EXPECT_GT(tally.crossing, 40);
}

TEST(BrepLmdFaults, BoxesThatOverlapWithFacesInCommonPlanesAreNotToldAsCrossing) {
  EXPECT_EQ(status(box(2, 2, 2), box(2, 2, 2), no_turn, {1, 0, 0}), BrepLmdStatus::crossing);
  EXPECT_EQ(status(box(2, 2, 2), box(2, 2, 2), no_turn, {1, 1, 0}), BrepLmdStatus::crossing);
  EXPECT_EQ(status(box(2, 2, 2), box(1, 1, 2), no_turn, {0.5, 0.5, 0}), BrepLmdStatus::crossing);
}

TEST(BrepLmdFaults, RingsAtTheirFocalDistancesHaveAMaximumAmongTheMinima) {
  // Squared, the circles are 3.88 + 2.4 (b - a) - 2.88 a b from one another, with the cosines a and b of their angles:
  // least where both are 1 or both are -1. Told too is a = 1, b = -1, from which it falls every way: each point there
  // is at the other ring's axis, 1 + gap * curvature is 0, and its quotient in extremum.h times 0 is not a number.
  const BrepLmds found =
      find_brep_lmds(ContactBrep(ring(1.2, 0.2, 2)), ContactBrep(ring(1.2, 0.2, 1)), {upright, {1, 0, 0}});
  EXPECT_EQ(found.minima.size(), 2u) << told(found);
}

TEST(BrepLmdFaults, ARotationWithANotANumberIsAcceptedAndNeverEnds) {
  Mat3<double> turn = no_turn;
  turn.m[4] = std::nan("");
  EXPECT_THROW(find_brep_lmds(ContactBrep(box(1, 1, 1)), ContactBrep(ball(1, 1)), {turn, {3, 0, 0}}), InvalidInput);
}

TEST(BrepLmdFaults, HalvesOfABallByOtherAxesAreFollowedOnTheSurfaceOfTheFirst) {
  const ContactBrep one(ball(1, 2)), other(two_half_balls_by_other_axes());
  const std::vector<Brep> partners = {ring(1.2, 0.3, 2), cylinder(0.4, 3, 2), box(1, 2, 3), ball(0.9, 3)};
  Random random(91);
  int crossing = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const ContactBrep partner(partners[static_cast<std::size_t>(trial) % partners.size()]);
    const RelativePose<double> pose{random.rotation(), random.direction() * random.uniform(0.2, 3.0)};
    const BrepLmds x = find_brep_lmds(one, partner, pose), y = find_brep_lmds(other, partner, pose);
    EXPECT_EQ(x.status, y.status) << "trial " << trial;
    crossing += x.status == BrepLmdStatus::crossing ? 1 : 0;
    if (x.status != BrepLmdStatus::complete || y.status != BrepLmdStatus::complete) continue;
    ASSERT_FALSE(x.minima.empty());
    ASSERT_FALSE(y.minima.empty());
    EXPECT_NEAR(x.minima[0].distance, y.minima[0].distance, 1e-12);
  }
  EXPECT_GT(crossing, 50);
  EXPECT_LT(crossing, 150);
}

TEST(BrepLmdFaults, BranchesOfSheetsWereCalledComplete) {
  const ContactBrep bead(ball(0.2, 2));
  const RelativePose<double> beside{no_turn, {-1, 0.5, -1}};
  const ContactBrep angle(squares_about_y({{1, 0, 0}, {0, 0, 1}}));
  const BrepLmds known = find_brep_lmds(angle, bead, beside);
  EXPECT_EQ(known.status, BrepLmdStatus::complete);
  ASSERT_EQ(known.minima.size(), 1u);
  EXPECT_NEAR(known.minima[0].distance, std::sqrt(2.0) - 0.2, 1e-12);  // normals point into the angle and out of it
  EXPECT_EQ(find_brep_lmds(angle, bead, {no_turn, {0.5, 0.5, 0.6}}).minima.size(), 2u);
  const ContactBrep branch(squares_about_y({{1, 0, 0}, {0, 0, 1}, {std::sqrt(0.5), 0, std::sqrt(0.5)}}));
  EXPECT_EQ(branch.notes().size(), 1u + 9u);
  const BrepLmds found = find_brep_lmds(branch, bead, beside);
  EXPECT_EQ(found.status, BrepLmdStatus::incomplete);
  EXPECT_GT(found.unsolved, 0u);
}

TEST(BrepLmdFaults, SizeIsTheLongestSideOfTheBoxAboutTheModel) {
  EXPECT_NEAR(ContactBrep(box(3, 1, 1)).size(), 3, 1e-12);
  EXPECT_NEAR(ContactBrep(ball(1, 1)).size(), 2, 1e-12);
}

}  // namespace
}  // namespace abut::test
