// How far a pair that was apart still is: motions against the points that move, and clearances that are never too
// large.
#include "abut/contacts/clearance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/bodies/body_set.h"
#include "abut/shapes/shape_set.h"
#include "tests/support/random.h"

namespace abut {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

TEST(PartPlace, IsWhereThePartIsAndHowFarItReaches) {
  ShapeSet shapes;
  shapes.add_sphere(1);
  shapes.add_segment({3, 0, 0}, {3, 0, 8}, 0.5);
  BodySet bodies;
  bodies.add({{7, 8, 9}, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}}, 1u);
  const PartPlace p = part_place(&shapes.header(0), bodies.parts(), 0);
  EXPECT_EQ(p.shape, 1u);
  EXPECT_EQ(p.position[1], 8);
  EXPECT_EQ(p.rotation[1], -1);
  EXPECT_GE(p.reach, std::hypot(3, 8) + 0.5) << "the farthest point";
  EXPECT_EQ(p.version, 0u);
}

TEST(SafeLength, IsNotBelowTheLengthWhateverItsUnit) {
  test::Random random(12);
  for (int k = 0; k < 3000; ++k) {
    const double unit = std::ldexp(1, static_cast<int>(random.below(2000)) - 1000);
    const Vec3<double> v = random.in_ball();
    const double exact = std::hypot(v.x, v.y, v.z), found = safe_length(v * unit) / unit;
    EXPECT_NEAR(found, exact, 8e-16 * exact + (unit < 0x1p-990 ? exact : 0)) << unit;
    EXPECT_GE(found, exact * (1 - 4e-16)) << unit;
  }
  EXPECT_TRUE(std::isnan(safe_length({nan, 0, 0})));
  EXPECT_EQ(safe_length({0, 0, 0}), 0);
}

TEST(Stretch, OfRotationsDifferenceIsTwiceTheSineOfHalfTheAngle) {
  test::Random random(13);
  for (int k = 0; k < 3000; ++k) {
    const double angle = random.magnitude(1e-5, 3.1);
    const Vec3<double> axis = random.direction() * std::sin(angle / 2);
    const Mat3<double> first = random.rotation(),
                       second = times(rotation_from_quaternion(std::cos(angle / 2), axis.x, axis.y, axis.z), first);
    const double unit = std::ldexp(1, static_cast<int>(random.below(1800)) - 900);
    Vec3<double> rows[3];
    for (int i = 0; i < 3; ++i) {
      rows[i] = Vec3<double>{second.m[3 * i] - first.m[3 * i], second.m[3 * i + 1] - first.m[3 * i + 1],
                             second.m[3 * i + 2] - first.m[3 * i + 2]} *
                unit;
    }
    const double exact = 2 * std::sin(angle / 2);
    EXPECT_NEAR(stretch(rows) / unit, exact, 1e-7 * exact + 4e-16) << angle;
  }
}

TEST(Stretch, IsTheLargestSingularValueOfAnyMatrix) {
  test::Random random(14);
  for (int k = 0; k < 2000; ++k) {
    // Axes of known lengths, turned on both sides.
    const double length[3] = {1, random.uniform(), k % 3 == 0 ? 0 : random.magnitude(1e-9, 1)};
    const Mat3<double> left = random.rotation(), right = random.rotation();
    Vec3<double> rows[3];
    for (int i = 0; i < 3; ++i) {
      rows[i] = {0, 0, 0};
      for (int a = 0; a < 3; ++a) {
        const Vec3<double> axis{right.m[a], right.m[3 + a], right.m[6 + a]};
        rows[i] = rows[i] + axis * (left.m[3 * i + a] * length[a]);
      }
    }
    EXPECT_GE(stretch(rows), 1 - 1e-14) << k;
    EXPECT_LE(stretch(rows), length[2] == 0 ? 1 + 1e-7 : std::sqrt(2) + 1e-7) << k;
  }
  const Vec3<double> none[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  EXPECT_EQ(stretch(none), 0);
  const Vec3<double> tiny[3] = {{1e-310, 0, 0}, {0, 1e-310, 0}, {0, 0, 1e-310}};
  EXPECT_GE(stretch(tiny), 1e-310);
  EXPECT_LE(stretch(tiny), 3.1e-310) << "the sum of all";
  const Vec3<double> bad[3] = {{0, 0, 0}, {0, nan, 0}, {0, 0, 0}};
  EXPECT_FALSE(stretch(bad) < 1e300);
}

TEST(MotionBound, HoldsForAllPointsOfTheShapeAndIsNotFarAboveTheFarthest) {
  test::Random random(11);
  for (int k = 0; k < 2000; ++k) {
    ShapeHeader header{};
    const Vec3<double> centre = random.in_ball() * random.magnitude(1e-3, 10);
    header.centre[0] = centre.x, header.centre[1] = centre.y, header.centre[2] = centre.z;
    header.size = random.magnitude(1e-3, 10);
    const double pace = random.magnitude(1e-200, 1), far = random.magnitude(1e-3, 1e3);
    const Vec3<double> axis = random.direction() * std::sin(pace / 2);
    const Mat3<double> first = random.rotation(),
                       turn = times(rotation_from_quaternion(std::cos(pace / 2), axis.x, axis.y, axis.z), first);
    const Vec3<double> from = random.in_ball() * far, to = from + random.in_ball() * random.magnitude(1e-200, 1);
    PartPlace before{}, now{};
    for (int i = 0; i < 9; ++i) before.rotation[i] = first.m[i], now.rotation[i] = turn.m[i];
    const double p[3] = {from.x, from.y, from.z}, q[3] = {to.x, to.y, to.z};
    std::copy(p, p + 3, before.position), std::copy(q, q + 3, now.position);
    const double bound = motion_bound(header, before, now);
    double farthest = 0;
    for (int i = 0; i < 30; ++i) {
      const Vec3<double> x = centre + random.direction() * header.size;
      // The difference of the poses first: both places of a point are known to rounding only.
      Mat3<double> difference;
      for (int j = 0; j < 9; ++j) difference.m[j] = turn.m[j] - first.m[j];
      farthest = std::max(farthest, length((to - from) + rotate(difference, x)));
    }
    EXPECT_LE(farthest, bound);
    EXPECT_LE(bound, 4 * farthest + 1e-300);
  }
}

TEST(MotionBound, OfAnotherShapeOrABadPoseIsHuge) {
  ShapeHeader header{};
  header.size = 1;
  PartPlace before{}, now{};
  for (const int k : {0, 4, 8}) before.rotation[k] = now.rotation[k] = 1;
  EXPECT_EQ(motion_bound(header, before, now), 0);
  now.shape = 1;
  EXPECT_EQ(motion_bound(header, before, now), Huge<double>::value);
  now.shape = 0, now.version = 1;
  EXPECT_EQ(motion_bound(header, before, now), Huge<double>::value);
  now.version = 0, now.position[2] = nan;
  EXPECT_EQ(motion_bound(header, before, now), Huge<double>::value);
  now.position[2] = 0, now.rotation[3] = inf;
  EXPECT_EQ(motion_bound(header, before, now), Huge<double>::value);
}

TEST(Clearance, IsALittleLessThanWhatIsProved) {
  EXPECT_LT(proved_clearance(1, 2), 1);
  EXPECT_NEAR(proved_clearance(1, 2), 1, 1e-4 * 3);
  EXPECT_LT(proved_clearance(-1, 2), -1);
  test::Random random(13);
  for (int k = 0; k < 1000; ++k) {
    const double c = random.uniform(0, 2), m = random.uniform(0, 2);
    const long double exact = static_cast<long double>(c) - static_cast<long double>(m);
    EXPECT_LE(static_cast<long double>(lessened(c, m)), exact);
    EXPECT_NEAR(lessened(c, m), c - m, 8e-16);
  }
}

TEST(Clearance, OfAPairThatWasNotThereIsNone) {
  const double before[] = {3, 5};
  EXPECT_EQ(remaining_clearance(before, no_match, 1), -inf);
  EXPECT_NEAR(remaining_clearance(before, 1, 1), 4, 1e-15);
  EXPECT_TRUE(may_be_within(remaining_clearance(before, no_match, 1), 0));
  EXPECT_FALSE(may_be_within(2, 1));
  EXPECT_TRUE(may_be_within(1, 1));
  EXPECT_TRUE(may_be_within(nan, 1));
}

TEST(Clearance, AlertDistancesOfBothPartsCount) {
  const double alert[] = {0.5, 0.25, 4};
  EXPECT_EQ(alert_between(alert, {1, 2}, 1), 5.25);
  EXPECT_EQ(alert_between(nullptr, {1, 2}, 1), 1);
}

}  // namespace
}  // namespace abut
