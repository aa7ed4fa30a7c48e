#include "abut/brep/clearance.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/brep/cad_file.h"
#include "abut/core/error.h"
#include "tests/brep/made_breps.h"

namespace abut::test {
namespace {

constexpr double pi = 3.14159265358979323846;

Pose turned_about_z(Vec3<double> at, double angle) {
  const double c = std::cos(angle), s = std::sin(angle);
  return {at, {{c, -s, 0, s, c, 0, 0, 0, 1}}};
}

/// Balls of radius 0.5 at x = 0, 2 and 5.
BrepAssembly balls_in_a_row() {
  return {{ball(0.5, 2)},
          {"ball"},
          {{0, turned_about_z({0, 0, 0}, 0), "a/1"},
           {0, turned_about_z({2, 0, 0}, 0.3), "a/2"},
           {0, turned_about_z({5, 0, 0}, 0.6), "b/1"}},
          {}};
}

TEST(Clearance, OfAnAssemblyEveryPairIsTold) {
  const std::vector<Clearance> found = find_clearances(Cpu{}, balls_in_a_row());
  ASSERT_EQ(found.size(), 3u);
  const double expected[3] = {1, 4, 2};
  const std::uint32_t first[3] = {0, 0, 1}, second[3] = {1, 2, 2};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found[i].a, first[i]);
    EXPECT_EQ(found[i].b, second[i]);
    EXPECT_EQ(found[i].status, BrepLmdStatus::complete);
    ASSERT_TRUE(found[i].found);
    EXPECT_NEAR(found[i].nearest.distance, expected[i], 1e-12);
    EXPECT_NEAR(found[i].nearest.normal.x, 1, 1e-12);
  }
}

TEST(Clearance, NoPairOfAnAssemblyWhoseRimsLieOnRimsIsIncomplete) {
  if (!cad_available()) GTEST_SKIP() << "this build has no OpenCASCADE";
  // 18 parts told as NURBS to 1e-11: bolts in holes, nuts on plates, holes on holes. 23 of 153 pairs were incomplete.
  const BrepAssembly as1 = read_cad(ABUT_TEST_DATA "/data/cad/caxif/as1-oc-214.stp");
  const std::vector<Clearance> found = find_clearances(Cpu{}, as1);
  ASSERT_EQ(found.size(), 153u);
  int touching = 0;
  for (const Clearance& c : found) {
    EXPECT_EQ(c.status, BrepLmdStatus::complete) << c.a << " and " << c.b;
    ASSERT_TRUE(c.found);
    EXPECT_FALSE(std::signbit(c.nearest.distance));
    touching += c.nearest.distance < 1e-9 ? 1 : 0;
  }
  // Each of 6 bolts its bracket, plate and nut; 6 nuts and 2 brackets the plate; the rod its 2 nuts and 2 brackets, and
  // these nuts a bracket each.
  EXPECT_EQ(touching, 18 + 6 + 2 + 4 + 2);
}

TEST(Clearance, WithoutAReachNothingThatTouchesIsTakenForCrossing) {
  if (!cad_available()) GTEST_SKIP() << "this build has no OpenCASCADE";
  // Minima that are apart by rounding are beyond a reach of 0: 14 pairs were told to cross.
  const BrepAssembly as1 = read_cad(ABUT_TEST_DATA "/data/cad/caxif/as1-oc-214.stp");
  for (const Clearance& c : find_clearances(Cpu{}, as1, {.reach = 0, .skip = {}})) {
    EXPECT_EQ(c.status, BrepLmdStatus::complete) << c.a << " and " << c.b;
  }
}

TEST(Clearance, PointsAreInTheWorld) {
  const std::vector<Clearance> found = find_clearances(Cpu{}, balls_in_a_row());
  EXPECT_NEAR(found[2].nearest.point_a.x, 2.5, 1e-12);
  EXPECT_NEAR(found[2].nearest.point_b.x, 4.5, 1e-12);
}

TEST(Clearance, NamesAreLeftOutByPatternsWhicheverComesFirst) {
  ClearanceOptions options;
  options.skip = {{"b*", "*2"}, {"a/1", "a/1"}};
  const std::vector<Clearance> found = find_clearances(Cpu{}, balls_in_a_row(), options);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].b, 1u);
  EXPECT_EQ(found[1].b, 2u);
  options.skip = {{"*", "*"}};
  EXPECT_TRUE(find_clearances(Cpu{}, balls_in_a_row(), options).empty());
  options.skip = {{"a", "b"}, {"", ""}, {"a/1*1", "a/2"}};
  EXPECT_EQ(find_clearances(Cpu{}, balls_in_a_row(), options).size(), 3u);
}

TEST(Clearance, WhatIsBeyondReachHasNone) {
  ClearanceOptions options;
  options.reach = 1.5;
  const std::vector<Clearance> found = find_clearances(Cpu{}, balls_in_a_row(), options);
  EXPECT_TRUE(found[0].found);
  EXPECT_FALSE(found[1].found);
  EXPECT_FALSE(found[2].found);
}

TEST(Clearance, AMotionGoesAfterThePlacements) {
  // A box beside a post, placed at x = 3 and turned about the origin: half a turn later it is on the other side.
  const BrepAssembly post{{cylinder(0.5, 2, 1)}, {"post"}, {{0, {}, "post"}}, {}};
  const BrepAssembly block{{box(1, 1, 1)}, {"block"}, {{0, turned_about_z({3, -0.5, 0.5}, 0), "block"}}, {}};
  const std::vector<Pose> motion = {turned_about_z({0, 0, 0}, 0), turned_about_z({0, 0, 0}, pi),
                                    turned_about_z({-2, 0, 0}, 0), turned_about_z({-3, 0, 0}, 0)};
  const std::vector<Clearance> found = find_clearances(Cpu{}, post, block, motion);
  ASSERT_EQ(found.size(), 4u);
  const double expected[3] = {2.5, 2.5, 0.5}, side[3] = {1, -1, 1};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(found[i].pose, i);
    EXPECT_NEAR(found[i].nearest.distance, expected[i], 1e-12);
    EXPECT_NEAR(found[i].nearest.normal.x, side[i], 1e-9);
  }
  EXPECT_EQ(found[3].status, BrepLmdStatus::crossing);
}

TEST(Clearance, AnswersDoNotDependOnThreads) {
  const std::vector<Clearance> one = find_clearances(Cpu{1}, balls_in_a_row()),
                               two = find_clearances(Cpu{2}, balls_in_a_row());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].nearest.distance, two[i].nearest.distance);
    EXPECT_EQ(one[i].nearest.point_a.y, two[i].nearest.point_a.y);
  }
}

TEST(Clearance, APoseThatIsNoneIsNamed) {
  const BrepAssembly row = balls_in_a_row();
  std::vector<Pose> motion(2);
  motion[1].rotation.m[0] = 1.1;
  try {
    find_clearances(Cpu{}, row, row, motion);
    FAIL() << "it was taken";
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "find_clearances: pose 1 is no finite translation and rotation, shorter than 1e100");
  }
  motion[1] = {};
  for (const double none : {std::nan(""), 1e101}) {
    motion[1].position.z = none;
    EXPECT_THROW(find_clearances(Cpu{}, row, row, motion), InvalidInput);
  }
  ClearanceOptions options;
  options.reach = -1;
  EXPECT_THROW(find_clearances(Cpu{}, row, options), InvalidInput);
}

}  // namespace
}  // namespace abut::test
