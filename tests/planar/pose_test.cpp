// Poses of the plane: turns as complex numbers, and relative poses that are as good far from the origin.
#include "abut/planar/pose.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "tests/support/random.h"

namespace abut {
namespace {

PlanarPose random_pose(test::Random& random, double far) {
  const double angle = random.uniform(0, 7);
  return {{random.uniform(-far, far), random.uniform(-far, far)}, {std::cos(angle), std::sin(angle)}};
}

TEST(PlanarPoses, TurnAsComplexNumbersDo) {
  test::Random random(1);
  for (int k = 0; k < 500; ++k) {
    const Vec2<double> r = random_pose(random, 1).rotation, v{random.uniform(-1, 1), random.uniform(-1, 1)};
    const std::complex<double> turned = std::complex<double>(r.x, r.y) * std::complex<double>(v.x, v.y);
    EXPECT_NEAR(rotate(r, v).x, turned.real(), 4e-16);
    EXPECT_NEAR(rotate(r, v).y, turned.imag(), 4e-16);
    EXPECT_LT(length(rotate_back(r, rotate(r, v)) - v), 1e-15);
  }
  EXPECT_EQ(rotate({0, 1}, {1, 0}).y, 1) << "counter-clockwise";
}

TEST(PlanarPoses, TheRelativePoseTakesPointsOfBToA) {
  test::Random random(2);
  for (int k = 0; k < 500; ++k) {
    const PlanarPose a = random_pose(random, 2), b = random_pose(random, 2);
    const Vec2<double> ca{random.uniform(-1, 1), random.uniform(-1, 1)},
        cb{random.uniform(-1, 1), random.uniform(-1, 1)};
    const RelativePose<double> pose = relative_pose(a, b, ca, cb);
    const Vec2<double> x{random.uniform(-1, 1), random.uniform(-1, 1)};  // from B's box centre
    const Vec2<double> world = rotate(b.rotation, x + cb) + b.position;
    const Vec2<double> in_a = rotate_back(a.rotation, world - a.position) - ca;
    const Vec3<double> found = transform(pose, in_space(x));
    EXPECT_LT(length(in_plane(found) - in_a), 4e-15);
    EXPECT_EQ(found.z, 0);
    EXPECT_EQ(pose.rotation.m[8], 1);
  }
}

TEST(PlanarPoses, FarFromTheOriginTheyAreAsAtTheOrigin) {
  const double far = 0x1p40;
  const PlanarPose a{{0.25, 0.5}, {0.6, 0.8}}, b{{1.5, -0.75}, {0.8, -0.6}};
  const PlanarPose a_far{{0.25 + far, 0.5 - far}, {0.6, 0.8}}, b_far{{1.5 + far, -0.75 - far}, {0.8, -0.6}};
  const RelativePose<double> p = relative_pose(a, b, {0, 0}, {0.125, 0}),
                             q = relative_pose(a_far, b_far, {0, 0}, {0.125, 0});
  EXPECT_EQ(p.translation.x, q.translation.x);
  EXPECT_EQ(p.translation.y, q.translation.y);
}

}  // namespace
}  // namespace abut
