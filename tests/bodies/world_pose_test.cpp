// The pose of one part of a view: the body's pose and the part's own, composed.
#include "abut/bodies/world_pose.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

#include "abut/bodies/body_set.h"
#include "tests/support/random.h"

namespace abut {
namespace {

TEST(WorldPose, IsTheBodysPoseTimesTheParts) {
  test::Random random(1);
  for (int k = 0; k < 100; ++k) {
    const Pose body{random.in_ball() * 5.0, random.rotation()}, own{random.in_ball(), random.rotation()};
    BodySet bodies;
    bodies.add({}, 0u);
    bodies.add(body, std::vector<Part>{{0, own}});
    const Pose found = world_pose(bodies.parts(), 1);
    const Vec3<double> x = random.in_ball();
    const Vec3<double> expected = rotate(body.rotation, rotate(own.rotation, x) + own.position) + body.position;
    EXPECT_LT(length(rotate(found.rotation, x) + found.position - expected), 1e-14);
  }
}

TEST(WorldPose, FollowsABodyThatMoves) {
  BodySet bodies;
  bodies.add({{1, 2, 3}, Pose{}.rotation}, 0u);
  const PartsView view = bodies.parts();
  EXPECT_EQ(world_pose(view, 0).position.y, 2);
  bodies.set_pose(0, {{4, 5, 6}, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}});
  const Pose now = world_pose(bodies.parts(), 0);
  EXPECT_EQ(now.position.z, 6);
  EXPECT_EQ(now.rotation.m[1], -1);
  EXPECT_EQ(now.rotation.m[3], 1);
  EXPECT_EQ(now.rotation.m[8], 1);
}

TEST(WorldPose, IsUsableWhereItIsFiniteAndItsMatrixHasNoEntryBeyondTwo) {
  constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is_usable({}));
  EXPECT_TRUE(is_usable({{1e300, -1e300, 0}, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}}));
  for (const double bad : {nan, inf, -inf}) {
    for (double Vec3<double>::*const x : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z}) {
      Pose pose;
      pose.position.*x = bad;
      EXPECT_FALSE(is_usable(pose)) << bad;
    }
  }
  for (const double bad : {nan, inf, -inf, 2.1, -2.1}) {
    for (int k = 0; k < 9; ++k) {
      Pose pose;
      pose.rotation.m[k] = bad;
      EXPECT_FALSE(is_usable(pose)) << bad << " at " << k;
    }
  }
}

}  // namespace
}  // namespace abut
