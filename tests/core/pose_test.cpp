#include "abut/core/pose.h"

#include <gtest/gtest.h>

#include "tests/support/random.h"

namespace abut {
namespace {

TEST(Pose, QuaternionsGiveRotationsWhateverTheirLength) {
  test::Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const double q[4] = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const Mat3<double> r = rotation_from_quaternion(q[0], q[1], q[2], q[3]);
    const Mat3<double> longer = rotation_from_quaternion(8 * q[0], 8 * q[1], 8 * q[2], 8 * q[3]);
    const Mat3<double> product = transpose_times(r, r);
    for (int k = 0; k < 9; ++k) {
      EXPECT_NEAR(product.m[k], k % 4 == 0 ? 1 : 0, 1e-15);
      EXPECT_EQ(r.m[k], longer.m[k]);
    }
  }
}

TEST(Pose, QuarterTurnAboutZTakesXToY) {
  const Mat3<double> r = rotation_from_quaternion(1, 0, 0, 1);
  const Vec3<double> v = rotate(r, Vec3<double>{1, 0, 0});
  EXPECT_NEAR(v.x, 0, 1e-16);
  EXPECT_NEAR(v.y, 1, 1e-16);
}

TEST(Pose, RelativePoseTakesPointsOfBToTheFrameOfA) {
  test::Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const Pose a{random.in_ball() * 10.0, random.rotation()};
    const Pose b{random.in_ball() * 10.0, random.rotation()};
    const Vec3<double> ca = random.in_ball();
    const Vec3<double> cb = random.in_ball();
    const Vec3<double> p = random.in_ball();
    const Vec3<double> world = rotate(b.rotation, p + cb) + b.position;
    const Vec3<double> expected = rotate_back(a.rotation, world - a.position) - ca;
    EXPECT_LT(length(transform(relative_pose(a, b, ca, cb), p) - expected), 2e-14);
  }
}

TEST(Pose, RelativePoseIsAsGoodFarFromTheOrigin) {
  const Pose a{{1e6, -1e6, 1e6}, rotation_from_quaternion(1, 2, 3, 4)};
  Pose b = a;
  b.position.x += 0.5;  // exact at this distance
  const RelativePose<double> near =
      relative_pose({{0, 0, 0}, a.rotation}, {{0.5, 0, 0}, b.rotation}, {0, 0, 0}, {0, 0, 0});
  const RelativePose<double> far = relative_pose(a, b, {0, 0, 0}, {0, 0, 0});
  EXPECT_EQ(near.translation.x, far.translation.x);
  EXPECT_EQ(near.translation.y, far.translation.y);
}

TEST(Pose, GivenMatricesAreUsedAsTheyAre) {
  Pose b;
  b.rotation.m[1] = 3e-7;
  const RelativePose<double> r = relative_pose(Pose{}, b, {0, 0, 0}, {0, 0, 0});
  for (int k = 0; k < 9; ++k) EXPECT_EQ(r.rotation.m[k], b.rotation.m[k]);
}

TEST(Pose, ComposingPutsThePartIntoTheWorld) {
  test::Random random(3);
  const Pose body{random.in_ball(), random.rotation()};
  const Pose part{random.in_ball(), random.rotation()};
  const Vec3<double> p = random.in_ball();
  const Pose world = compose(body, part);
  const Vec3<double> expected = rotate(body.rotation, rotate(part.rotation, p) + part.position) + body.position;
  EXPECT_LT(length(rotate(world.rotation, p) + world.position - expected), 1e-15);
}

}  // namespace
}  // namespace abut
