// Pairs whose shortest ways out are a circle, an arc or a whole patch of directions: the reference is certain of them,
// whatever its hint.
#include <gtest/gtest.h>

#include "host/reference/examination.h"
#include "host/reference/revolution.h"
#include "tests/reference/cases.h"

namespace abut::reference::test {
namespace {

Core curved(CoreKind kind, Vec3<double> half, double rounding = 0) {
  Core c;
  c.kind = kind;
  c.half = half;
  c.rounding = rounding;
  c.size = std::sqrt(half.x * half.x + half.y * half.y + half.z * half.z) + rounding;
  return c;
}
Core cylinder(double radius, double half) { return curved(CoreKind::cylinder, {radius, radius, half}); }
Core cone(double radius, double half) { return curved(CoreKind::cone, {radius, radius, half}); }
Core spheroid(double across, double along) { return curved(CoreKind::ellipsoid, {across, across, along}); }

constexpr Mat3<double> upright{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, flipped{{1, 0, 0, 0, -1, 0, 0, 0, -1}};

/// From any hint, and with A's axis in any direction. Truth to 1e-15 of the size.
void expect_depth(const Core& a, const Core& b, const RelativePose<double>& pose, double depth) {
  Random random(7);
  const Reference reference({a, b});
  const Examination examination(reference, 0, 1, pose);
  const double scale = a.size + b.size + depth;
  const Vec3<double> hints[] = {{0, 0, 1}, {1, 0, 0}, {0, 0.6, -0.8}, random.direction(), random.direction()};
  for (const Vec3<double>& hint : hints) {
    const Answer answer = examination.answer_near(hint, {Vec3<double>{0, 0, 0}, pose.translation}, 2.5e-15);
    EXPECT_TRUE(answer.certified) << answer.lower << ' ' << answer.upper;
    EXPECT_LE(answer.lower, -depth + 1e-15 * scale);
    EXPECT_GE(answer.upper, -depth - 1e-15 * scale);
  }
}

TEST(Revolution, ShaftsInHolesLeaveSidewaysOrAlong) {
  for (const double z : {0.0, 0.3, 1.25}) {
    for (const auto& rotation : {upright, flipped}) {
      expect_depth(cylinder(0.25, 1), cylinder(0.25, 1), {rotation, {0, 0, z}}, std::min(0.5, 2 - z));
      expect_depth(cylinder(0.1, 3), cylinder(0.5, 0.5), {rotation, {0, 0, z}}, std::min(0.6, 3.5 - z));
      expect_depth(cylinder(2, 0.5), cylinder(2, 1), {rotation, {0, 0, z}}, 1.5 - z);
    }
  }
}

TEST(Revolution, OffTheAxisByAnything) {
  for (const double x : {1e-3, 1e-6, 1e-9, 1e-12, 0x1p-52, 0.25, 0.125}) {
    expect_depth(cylinder(0.25, 1), cylinder(0.25, 1), {upright, {x, 0, 0.5}}, 0.5 - x);
    expect_depth(cylinder(0.25, 1), core({{0, 0, -1}, {0, 0, 1}}), {upright, {0, -x, 0.5}}, 0.25 - x);
    // Along the slope of the cone: from the axis x nearer to the side, all of whose normals are (2, 1) / sqrt(5).
    expect_depth(cone(1, 1), core({{0, 0, 0}}), {upright, {x, 0, -0.25}}, (1.25 - 2 * x) / std::sqrt(5.0));
  }
}

TEST(Revolution, BallsOnTheAxisOfACone) {
  expect_depth(cone(1, 1), curved(CoreKind::ellipsoid, {2, 2, 2}), {upright, {0, 0, 0}}, 2 + 1 / std::sqrt(5.0));
  expect_depth(cone(1, 1), core({{0, 0, 0}}, 2), {flipped, {0, 0, 0}}, 2 + 1 / std::sqrt(5.0));
  expect_depth(cone(1, 1), core({{0, 0, 0}}, 0.5), {upright, {0, 0, -0.75}}, 0.75);  // by the base
}

TEST(Revolution, ConesInThemselvesAndUpsideDown) {
  for (const auto& [r, h] : {std::pair{0.25, 1.0}, {1.0, 0.5}, {0.75, 1.5}}) {
    const double along_side = 2 * r * 2 * h / std::sqrt(4 * h * h + r * r);  // the base seen along the side
    expect_depth(cone(r, h), cone(r, h), {upright, {0, 0, 0}}, std::min(along_side, 2 * h));
  }
  // Mirrored in its own middle: both sides have the same normal.
  const double r = 0.25, h = 1;
  expect_depth(cone(r, h), cone(r, h), {flipped, {0, 0, 0}}, 2 * r * h / std::sqrt(4 * h * h + r * r));
}

TEST(Revolution, SpheroidsInThemselves) {
  expect_depth(spheroid(0.5, 1), spheroid(0.5, 1), {upright, {0, 0, 0}}, 1);
  expect_depth(spheroid(1, 0.25), spheroid(1, 0.25), {flipped, {0, 0, 0}}, 0.5);
  expect_depth(spheroid(1, 1), spheroid(1, 1), {upright, {0, 0, 0}}, 2);
  expect_depth(spheroid(1, 0.001), spheroid(1, 0.001), {upright, {0, 0, 0}}, 0.002);
  // About x and about z: shortest across both.
  const Core about_x = curved(CoreKind::ellipsoid, {1, 0.5, 0.5});
  expect_depth(spheroid(0.5, 1), about_x, {upright, {0, 0, 0}}, 1);
}

TEST(Revolution, BallsOnTheAxisOfASpheroid) {
  // From (0, 0, z) on the long axis, within (a^2 - c^2) ... of the middle, the nearest points are a circle.
  const double a = 0.5, c = 1, z = 0.25, latitude = z / (c * c - a * a);
  const double depth = std::sqrt(a * a * (1 - c * c * latitude * latitude) + a * a * a * a * latitude * latitude);
  expect_depth(spheroid(a, c), core({{0, 0, 0}}), {upright, {0, 0, z}}, depth);
}

TEST(Revolution, CornersAndTipsOnAnAxisLeaveAnArc) {
  const Core corner =
      core({{0, 0, -1}, {1, 0, -1}, {0, 1, -1}, {1, 1, -1}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {1, 1, 1}});
  expect_depth(cylinder(0.25, 1), corner, {upright, {0, 0, 0.5}}, 0.25);
  expect_depth(cone(0.5, 1), core({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), {upright, {0, 0, 0}},
               0.5 / std::sqrt(4.25) * 1);
  // A patch: a ball's centre in a corner.
  expect_depth(spheroid(0.5, 0.5), core({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}), {upright, {0, 0, 0}}, 0.5);
  // The tip of a cone that lies across.
  const Mat3<double> across{{0, 0, 1, 0, 1, 0, -1, 0, 0}};  // z to x
  expect_depth(cylinder(0.25, 1), cone(0.5, 1), {across, {-1, 0, 0}}, 0.25);
}

TEST(Revolution, AxesThatARotationHasTurnedTogether) {
  Random random(8);
  for (int i = 0; i < 20; ++i) {
    // Two cylinders of one frame, seen from a third: both matrices are off a rotation by rounding.
    CoreTerm turned{cylinder(0.25, 1), random.rotation()};
    Core a;
    a.kind = CoreKind::sum;
    a.terms = {turned, {core({{0, 0, 0}}), turned.rotation}};
    a.size = turned.core.size;
    expect_depth(a, cylinder(0.1, 2), {turned.rotation, {0, 0, 0}}, 0.35);
  }
}

TEST(Revolution, ProfilesAreBoundedOverAnyRange) {
  Random random(9);
  for (int i = 0; i < 500; ++i) {
    Profile profile;
    const Long disc = static_cast<Long>(random.uniform(0, 1)), half = static_cast<Long>(random.uniform(0, 1)),
               across = static_cast<Long>(random.uniform(0.01, 1)), along = static_cast<Long>(random.uniform(0.01, 1)),
               height = static_cast<Long>(random.uniform(-2, 2));
    const int up = i % 2 == 0 ? 1 : -1;
    if (i % 3 != 0) profile.add_disc(disc);
    if (i % 3 != 1) profile.add_cone(disc, half, up);
    if (i % 5 != 2) profile.add_spheroid(across, along);
    profile.add_segment(-half, 2 * half);
    profile.add_ball(0.5L);
    const auto value = [&](Long latitude) {
      const Long s = std::cos(latitude), z = std::sin(latitude);
      Long sum = 0.5L + height * z + std::max(-half * z, 2 * half * z);
      if (i % 3 != 0) sum += disc * s;
      if (i % 3 != 1) sum += std::max(up * half * z, disc * s - up * half * z);
      if (i % 5 != 2) sum += std::hypot(across * s, along * z);
      return sum;
    };
    const Long from = static_cast<Long>(random.uniform(-1.5, 1.4)),
               to = static_cast<Long>(random.uniform(static_cast<double>(from), 1.5));
    const Profile::Least least = profile.least(from, to, height, 1e-15L);
    EXPECT_NEAR(static_cast<double>(value(least.latitude)), static_cast<double>(least.bound), 3e-15) << i;
    for (int k = 0; k <= 200; ++k) {
      EXPECT_GE(static_cast<double>(value(from + (to - from) * k / 200) - least.bound), -1e-17) << i << ' ' << k;
    }
  }
}

}  // namespace
}  // namespace abut::reference::test
