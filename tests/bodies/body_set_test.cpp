#include "abut/bodies/body_set.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>

#include "abut/core/error.h"

namespace abut {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Pose quarter_turn_about_z(Vec3<double> position) { return {position, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}}; }

std::string message_of(BodySet& set, const Pose& pose, const BodyOptions& options = {}) {
  try {
    set.add(pose, 0, options);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(BodySet, EmptySetHasNoBodiesAndNoParts) {
  const BodySet set;
  EXPECT_EQ(set.size(), 0u);
  EXPECT_EQ(set.part_count(), 0u);
  EXPECT_EQ(set.parts().count, 0u);
  EXPECT_EQ(set.first_part(0), 0u);
}

TEST(BodySet, PartsAreNumberedInTheOrderOfTheBodies) {
  BodySet set;
  const std::array<Part, 3> parts{Part{7, {}}, Part{8, {}}, Part{9, {}}};
  EXPECT_EQ(set.add(Pose{}, 5), 0u);
  EXPECT_EQ(set.add(Pose{}, parts), 1u);
  EXPECT_EQ(set.add(Pose{}, std::span<const Part>{}), 2u);
  EXPECT_EQ(set.add(Pose{}, 6), 3u);
  EXPECT_EQ(set.size(), 4u);
  ASSERT_EQ(set.part_count(), 5u);
  const PartsView view = set.parts();
  const std::array<std::uint32_t, 5> shapes{5, 7, 8, 9, 6}, bodies{0, 1, 1, 1, 3};
  for (std::uint32_t i = 0; i < 5; ++i) {
    EXPECT_EQ(view.shape[i], shapes[i]);
    EXPECT_EQ(view.body[i], bodies[i]);
  }
  EXPECT_EQ(set.first_part(1), 1u);
  EXPECT_EQ(set.first_part(2), 4u);
  EXPECT_EQ(set.first_part(3), 4u);
  EXPECT_EQ(set.first_part(4), 5u);
}

TEST(BodySet, PartPoseIsTheBodysPoseTimesThePose) {
  BodySet set;
  const std::array<Part, 1> parts{Part{0, quarter_turn_about_z({1, 0, 0})}};
  set.add(quarter_turn_about_z({10, 20, 30}), parts);
  const Pose pose = set.part_pose(0);
  EXPECT_EQ(pose.position.x, 10);
  EXPECT_EQ(pose.position.y, 21);
  EXPECT_EQ(pose.position.z, 30);
  const std::array<double, 9> half_turn{-1, 0, 0, 0, -1, 0, 0, 0, 1};
  for (int k = 0; k < 9; ++k) EXPECT_EQ(pose.rotation.m[k], half_turn[static_cast<std::size_t>(k)]) << k;
  EXPECT_EQ(set.parts().body_x[0], 10);
  EXPECT_EQ(set.parts().body_y[0], 20);
  EXPECT_EQ(set.parts().body_z[0], 30);
  EXPECT_EQ(set.parts().r[0][0], -1);
  EXPECT_EQ(set.parts().py[0], 21);
}

TEST(BodySet, MovingABodyMovesItsPartsAndNoOthers) {
  BodySet set, fresh;
  const std::array<Part, 2> parts{Part{0, quarter_turn_about_z({1, 2, 3})}, Part{1, {}}};
  const Pose there = quarter_turn_about_z({-4, 5, 6});
  for (int i = 0; i < 3; ++i) {
    set.add(Pose{}, parts);
    fresh.add(i == 1 ? there : Pose{}, parts);
  }
  set.set_pose(1, there);
  for (std::uint32_t i = 0; i < 6; ++i) {
    const Pose pose = set.part_pose(i), expected = fresh.part_pose(i);
    EXPECT_EQ(pose.position.x, expected.position.x);
    EXPECT_EQ(pose.position.y, expected.position.y);
    EXPECT_EQ(pose.position.z, expected.position.z);
    for (int k = 0; k < 9; ++k) EXPECT_EQ(pose.rotation.m[k], expected.rotation.m[k]);
    EXPECT_EQ(set.parts().body_y[i], fresh.parts().body_y[i]);
  }
  EXPECT_EQ(set.pose(1).position.x, -4);
}

TEST(BodySet, OptionsReachEveryPart) {
  BodySet set;
  const std::array<Part, 2> parts{};
  set.add(Pose{}, 0);
  set.add(Pose{}, parts, {.groups = 6, .meets = 5, .self_contact = true, .alert_distance = 0.25});
  const PartsView view = set.parts();
  EXPECT_EQ(view.groups[0], 1u);
  EXPECT_EQ(view.meets[0], 0xffffffffu);
  EXPECT_EQ(view.self_contact[0], 0);
  EXPECT_EQ(view.alert[0], 0);
  for (int i = 1; i < 3; ++i) {
    EXPECT_EQ(view.groups[i], 6u);
    EXPECT_EQ(view.meets[i], 5u);
    EXPECT_NE(view.self_contact[i], 0);
    EXPECT_EQ(view.alert[i], 0.25);
  }
}

TEST(BodySet, RotationsOffByLessThanAMillionthAreUsedAsGiven) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> error(-5e-7, 5e-7);
  BodySet set;
  for (int trial = 0; trial < 100; ++trial) {
    Pose pose{{0, 0, 0}, rotation_from_quaternion(normal(random), normal(random), normal(random), normal(random))};
    for (double& entry : pose.rotation.m) entry += error(random);
    const std::uint32_t body = set.add(pose, 0);
    for (int k = 0; k < 9; ++k) EXPECT_EQ(set.pose(body).rotation.m[k], pose.rotation.m[k]);
  }
}

TEST(BodySet, WhatIsNoRotationIsRefused) {
  BodySet set;
  EXPECT_NE(message_of(set, {{0, 0, 0}, {{1.0001, 0, 0, 0, 1, 0, 0, 0, 1}}}), "");
  EXPECT_NE(message_of(set, {{0, 0, 0}, {{1, 1e-5, 0, 0, 1, 0, 0, 0, 1}}}), "");
  EXPECT_NE(message_of(set, {{0, 0, 0}, {{0, 0, 0, 0, 0, 0, 0, 0, 0}}}), "");
  EXPECT_NE(message_of(set, {{0, 0, 0}, {{1, 0, 0, 0, 1, 0, 0, 0, 1e200}}}), "");
  EXPECT_NE(message_of(set, {{0, 0, 0}, {{1, 0, 0, 0, 1, 0, 0, 0, -1}}}).find("mirror"), std::string::npos);
  EXPECT_EQ(set.size(), 0u);
  EXPECT_EQ(set.part_count(), 0u);
}

TEST(BodySet, WhatIsNotFiniteIsRefusedWithItsNameAndValue) {
  BodySet set;
  for (const double bad : {infinity, -infinity, nan}) {
    Pose pose;
    pose.position.y = bad;
    EXPECT_NE(message_of(set, pose).find("pose.position"), std::string::npos);
    pose = {};
    pose.rotation.m[4] = bad;
    EXPECT_NE(message_of(set, pose).find("pose.rotation"), std::string::npos);
    EXPECT_NE(message_of(set, {}, {.alert_distance = bad}).find("alert_distance"), std::string::npos);
    EXPECT_NE(message_of(set, {}, {.alert_distance = bad}).find(std::isnan(bad) ? "nan" : "inf"), std::string::npos);
    const std::array<Part, 2> parts{Part{}, Part{0, {{bad, 0, 0}, Pose{}.rotation}}};
    try {
      set.add(Pose{}, parts);
      ADD_FAILURE();
    } catch (const InvalidInput& error) {
      EXPECT_NE(std::string(error.what()).find("parts[1].pose.position"), std::string::npos) << error.what();
    }
  }
  EXPECT_NE(message_of(set, {}, {.alert_distance = -1}), "");
  EXPECT_EQ(set.size(), 0u);
  EXPECT_EQ(set.part_count(), 0u);
}

TEST(BodySet, IndicesOutOfRangeAreRefusedAndChangeNothing) {
  BodySet set;
  EXPECT_THROW(set.set_pose(0, Pose{}), InvalidInput);
  set.add(Pose{}, 0);
  EXPECT_THROW(set.set_pose(1, Pose{}), InvalidInput);
  EXPECT_THROW(set.pose(1), InvalidInput);
  EXPECT_THROW(set.part_pose(1), InvalidInput);
  EXPECT_THROW(set.first_part(2), InvalidInput);
  EXPECT_THROW(set.set_pose(0, {{nan, 0, 0}, Pose{}.rotation}), InvalidInput);
  EXPECT_EQ(set.pose(0).position.x, 0);
}

}  // namespace
}  // namespace abut
