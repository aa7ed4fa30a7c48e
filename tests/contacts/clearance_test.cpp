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

/// A part's place after a step of about that pace, and its shape.
struct MovedPart {
  explicit MovedPart(test::Random& random, double pace) {
    centre = random.in_ball() * random.magnitude(1e-3, 10);
    header.centre[0] = centre.x, header.centre[1] = centre.y, header.centre[2] = centre.z;
    header.size = random.magnitude(1e-3, 10);
    const Vec3<double> axis = random.direction() * std::sin(pace / 2);
    first = random.rotation();
    turned = times(rotation_from_quaternion(std::cos(pace / 2), axis.x, axis.y, axis.z), first);
    from = random.in_ball() * random.magnitude(1e-3, 1e3);
    to = from + random.in_ball() * random.magnitude(1e-200, 1);
  }
  PartMotion motion() const {
    PartPlace before{}, now{};
    for (int i = 0; i < 9; ++i) before.rotation[i] = first.m[i], now.rotation[i] = turned.m[i];
    const double p[3] = {from.x, from.y, from.z}, q[3] = {to.x, to.y, to.z};
    std::copy(p, p + 3, before.position), std::copy(q, q + 3, now.position);
    return part_motion(header, before, now);
  }
  /// By how much a point of the shape has moved; the difference of the poses first: both places of a point are known to
  /// rounding only.
  Vec3<double> moved(Vec3<double> x) const {
    Mat3<double> difference;
    for (int j = 0; j < 9; ++j) difference.m[j] = turned.m[j] - first.m[j];
    return (to - from) + rotate(difference, x);
  }
  Vec3<double> some_point(test::Random& random) const { return centre + random.direction() * header.size; }

  ShapeHeader header{};
  Vec3<double> centre, from, to;
  Mat3<double> first, turned;
};

TEST(MotionBetween, HoldsForAllPointsOfBothShapesAndIsNotFarAboveTheFarthest) {
  test::Random random(11);
  for (int k = 0; k < 2000; ++k) {
    const double pace = random.magnitude(1e-200, 1);
    const MovedPart a(random, pace);
    MovedPart b(random, pace);
    if (k % 2 == 0) b.to = b.from + (a.to - a.from);  // both go the same way
    const double bound = motion_between(a.motion(), b.motion());
    double farthest = 0;
    for (int i = 0; i < 60; ++i) {
      farthest = std::max(farthest, length(b.moved(b.some_point(random)) - a.moved(a.some_point(random))));
    }
    EXPECT_LE(farthest, bound);
    EXPECT_LE(bound, 4 * farthest + 1e-14 * (length(a.to - a.from) + length(b.to - b.from)) + 1e-300) << k;
  }
}

TEST(MotionBetween, PartsThatMoveAsOneHaveNotMoved) {
  test::Random random(15);
  for (int k = 0; k < 200; ++k) {
    MovedPart a(random, 1), b(random, 1);
    a.turned = a.first, b.turned = b.first;
    a.from = {1, 2, 3}, b.from = {5, 6, 7};
    const Vec3<double> way = random.in_ball();
    a.to = a.from + way, b.to = b.from + way;
    EXPECT_LE(motion_between(a.motion(), b.motion()), 1e-14);
    const double turn = k % 2 == 0 ? 0.25 : 0;
    const PartMotion still{{0, 0, 0}, 0}, gone{way, turn};
    EXPECT_NEAR(motion_between(still, gone), length(way) + turn, 1e-11);
    EXPECT_GE(motion_between(still, gone), length(way) + turn);
    EXPECT_EQ(motion_between(still, gone), motion_between(gone, still));
  }
}

TEST(PartMotion, OfAPointIsKnownToWithinWhatItSays) {
  // A shape of no size far from its frame's origin, about which it turns; its place is put back.
  test::Random random(16);
  int moved_off = 0;
  for (int k = 0; k < 2000; ++k) {
    MovedPart part(random, random.magnitude(1e-3, 1));
    part.header.size = 0;
    Mat3<double> difference;
    for (int j = 0; j < 9; ++j) difference.m[j] = part.turned.m[j] - part.first.m[j];
    part.to = part.from - rotate(difference, part.centre);
    const PartMotion motion = part.motion();
    const double shift[3] = {motion.shift.x, motion.shift.y, motion.shift.z};
    const double from[3] = {part.from.x, part.from.y, part.from.z}, to[3] = {part.to.x, part.to.y, part.to.z};
    const double c[3] = {part.centre.x, part.centre.y, part.centre.z};
    long double off2 = 0;
    for (int i = 0; i < 3; ++i) {
      long double exact = static_cast<long double>(to[i]) - static_cast<long double>(from[i]);
      for (int j = 0; j < 3; ++j) {
        exact +=
            (static_cast<long double>(part.turned.m[3 * i + j]) - static_cast<long double>(part.first.m[3 * i + j])) *
            static_cast<long double>(c[j]);
      }
      const long double off = static_cast<long double>(shift[i]) - exact;
      off2 += off * off;
    }
    EXPECT_LE(std::sqrt(off2), static_cast<long double>(motion.turn)) << k;
    moved_off += off2 > 0;
  }
  EXPECT_GT(moved_off, 1000);
}

TEST(PartMotion, OfAnotherShapeOrABadPoseIsNotKnown) {
  ShapeHeader header{};
  header.size = 1;
  PartPlace before{}, now{};
  for (const int k : {0, 4, 8}) before.rotation[k] = now.rotation[k] = 1;
  const auto known = [&] { return part_motion(header, before, now).turn < Huge<double>::value; };
  EXPECT_TRUE(known());
  EXPECT_EQ(motion_between(part_motion(header, before, now), PartMotion{{0, 0, 0}, 0}), 0);
  now.shape = 1;
  EXPECT_FALSE(known());
  now.shape = 0, now.version = 1;
  EXPECT_FALSE(known());
  now.version = 0, now.position[2] = nan;
  EXPECT_FALSE(known());
  EXPECT_EQ(motion_between(part_motion(header, before, now), PartMotion{{0, 0, 0}, 0}), Huge<double>::value);
  now.position[2] = 0, now.rotation[3] = inf;
  EXPECT_FALSE(known());
  now.rotation[3] = 1e308, now.rotation[4] = -1e308, header.size = 1e10;
  EXPECT_FALSE(known());
}

TEST(Clearance, IsALittleLessThanWhatIsProved) {
  EXPECT_LT(proved_clearance(1, 2), 1);
  EXPECT_NEAR(proved_clearance(1, 2), 1, 1e-4 * 3);
  EXPECT_LT(proved_clearance(-1, 2), -1);
  EXPECT_LT(proved_clearance(-3, 1), -3);
  test::Random random(13);
  for (int k = 0; k < 1000; ++k) {
    const double c = random.uniform(0, 2), m = random.magnitude(1e-6, 2);  // differences that are rounded
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
