#include "abut/bvh/part_box.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

namespace abut {
namespace {

using Wide = long double;  // the vertices' true places, to 11 bits more than the boxes have

ShapeHeader header(Vec3<double> centre, Vec3<double> half, double rounding) {
  ShapeHeader h{};
  h.centre[0] = centre.x;
  h.centre[1] = centre.y;
  h.centre[2] = centre.z;
  h.half_extent[0] = half.x;
  h.half_extent[1] = half.y;
  h.half_extent[2] = half.z;
  h.rounding = rounding;
  h.size = length(half) + rounding;
  return h;
}

TEST(PartBox, OfABoxAtRestIsTheBoxUpToTheSlack) {
  const Box<double> box = part_box(header({1, 2, 3}, {4, 5, 6}, 0.5), Pose{{10, 20, 30}, Pose{}.rotation}, 0.25);
  const double slack = 2 * part_box_slack * 16;
  const double lo[3] = {11 - 4.75, 22 - 5.75, 33 - 6.75}, hi[3] = {11 + 4.75, 22 + 5.75, 33 + 6.75};
  const double got_lo[3] = {box.lo.x, box.lo.y, box.lo.z}, got_hi[3] = {box.hi.x, box.hi.y, box.hi.z};
  for (int i = 0; i < 3; ++i) {
    EXPECT_LT(got_lo[i], lo[i]);
    EXPECT_GT(got_lo[i], lo[i] - slack);
    EXPECT_GT(got_hi[i], hi[i]);
    EXPECT_LT(got_hi[i], hi[i] + slack);
  }
}

TEST(PartBox, OfACubeTurnedByEighthOfATurnIsWiderByRootTwo) {
  const Pose pose{{0, 0, 0}, rotation_from_quaternion(std::cos(M_PI / 8), 0, 0, std::sin(M_PI / 8))};
  const Box<double> box = part_box(header({0, 0, 0}, {1, 1, 1}, 0), pose, 0);
  EXPECT_NEAR(box.hi.x, std::sqrt(2.0), 1e-4);
  EXPECT_NEAR(box.lo.y, -std::sqrt(2.0), 1e-4);
  EXPECT_NEAR(box.hi.z, 1, 1e-4);
}

TEST(PartBox, ContainsEveryDilatedVertexAtAnyPoseAndDistance) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 2000; ++trial) {
    const double far = std::pow(10.0, 15 * unit(random));
    // A shape far from its own origin, or one at it: there only the rounding of the position is left to allow for.
    const Vec3<double> centre{trial % 2 == 0 ? normal(random) * far / 1000 : 0, normal(random), normal(random)};
    const Vec3<double> half{unit(random), unit(random), unit(random) * 1e-6};
    const ShapeHeader shape = header(centre, half, unit(random));
    const Pose pose{{far * normal(random), far * normal(random), normal(random)},
                    rotation_from_quaternion(normal(random), normal(random), normal(random), normal(random))};
    const Box<double> box = part_box(shape, pose, 0);
    for (int corner = 0; corner < 8; ++corner) {
      const auto end = [corner](int bit, double middle, double extent) {
        return static_cast<Wide>(middle) + static_cast<Wide>((corner & bit) != 0 ? extent : -extent);
      };
      const Wide v[3] = {end(1, centre.x, half.x), end(2, centre.y, half.y), end(4, centre.z, half.z)};
      const double p[3] = {pose.position.x, pose.position.y, pose.position.z};
      const double lo[3] = {box.lo.x, box.lo.y, box.lo.z}, hi[3] = {box.hi.x, box.hi.y, box.hi.z};
      for (int i = 0; i < 3; ++i) {
        Wide w = static_cast<Wide>(p[i]);
        for (int k = 0; k < 3; ++k) w += static_cast<Wide>(pose.rotation.m[3 * i + k]) * v[k];
        ASSERT_LE(static_cast<Wide>(lo[i]), w - static_cast<Wide>(shape.rounding));
        ASSERT_GE(static_cast<Wide>(hi[i]), w + static_cast<Wide>(shape.rounding));
      }
    }
  }
}

TEST(PartBox, SpheresAtTheirAlertDistanceOverlapInEveryDirection) {
  std::mt19937_64 random(8);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 20000; ++trial) {
    const double ra = unit(random), rb = std::pow(10.0, 6 * unit(random) - 3), alert = unit(random);
    const double own_a = unit(random), own_b = 100 * unit(random);
    Vec3<double> d{normal(random), trial % 3 == 0 ? 0 : normal(random), trial % 2 == 0 ? 0 : normal(random)};
    d = d * ((ra + rb + alert + own_a + own_b) / length(d));
    Pose a, b;
    a.position = Vec3<double>{normal(random), normal(random), normal(random)} * 1e6;
    b.position = a.position + d;
    const Box<double> box_a = part_box(header({0, 0, 0}, {0, 0, 0}, ra), a, alert / 2 + own_a);
    const Box<double> box_b = part_box(header({0, 0, 0}, {0, 0, 0}, rb), b, alert / 2 + own_b);
    ASSERT_TRUE(overlaps(box_a, box_b)) << "trial " << trial;
  }
}

// The query takes the transpose of A's rotation as its inverse, so a matrix that is not quite a rotation makes its
// distances differ from those in the world.
TEST(PartBox, PointsAtTheAlertDistanceInAFrameThatIsOffByAMillionthOverlap) {
  std::mt19937_64 random(9);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> error(-1e-6, 1e-6), unit(0, 1);
  for (int trial = 0; trial < 20000; ++trial) {
    const double alert = std::pow(10.0, 8 * unit(random) - 6);
    Pose a{{0, 0, 0}, rotation_from_quaternion(normal(random), normal(random), normal(random), normal(random))};
    for (double& entry : a.rotation.m) entry += error(random);
    const Vec3<double> corner{3, 4, 5};
    Vec3<double> d{normal(random), normal(random), normal(random)};
    if (trial % 2 == 0) d = {1, 0, 0};
    // Where the query sees B: at `seen` in A's frame, so in the world at the solution of R^T w = seen.
    const Vec3<double> seen = corner + d * (alert / length(d));
    Vec3<double> w = rotate(a.rotation, seen);
    for (int step = 0; step < 5; ++step) w = w + rotate(a.rotation, seen - rotate_back(a.rotation, w));
    Pose b;
    b.position = w;
    const Box<double> box_a = part_box(header(corner, {0, 0, 0}, 0), a, alert / 2);
    const Box<double> box_b = part_box(header({0, 0, 0}, {0, 0, 0}, 0), b, alert / 2);
    ASSERT_TRUE(overlaps(box_a, box_b)) << "trial " << trial << " alert " << alert;
  }
}

TEST(PartBox, OfAPoseThatIsNotFiniteIsEmpty) {
  const ShapeHeader sphere = header({0, 0, 0}, {0, 0, 0}, 1), box = header({1, 0, 0}, {1, 2, 3}, 0);
  for (const double bad : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()}) {
    for (const ShapeHeader& shape : {sphere, box}) {
      for (int k = 0; k < 12; ++k) {
        Pose pose;
        (k < 9 ? pose.rotation.m[k] : k == 9 ? pose.position.x : k == 10 ? pose.position.y : pose.position.z) = bad;
        EXPECT_TRUE(is_empty(part_box(shape, pose, 0))) << k;
      }
    }
  }
  EXPECT_FALSE(is_empty(part_box(sphere, Pose{{1e300, -1e300, 0}, Pose{}.rotation}, 0)));
}

}  // namespace
}  // namespace abut
