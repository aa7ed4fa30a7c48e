// Certificates that start from a hint: as good as those without one, whatever the hint.
#include "host/reference/examination.h"

#include <gtest/gtest.h>

#include "tests/reference/cases.h"

namespace abut::reference::test {
namespace {

TEST(Examination, AnyHintGivesBoundsThatHoldTheAnswer) {
  Random random(41);
  for (int i = 0; i < 2000; ++i) {
    const Reference reference({awkward(random, i % kinds), awkward(random, random.integer(0, kinds - 1))});
    const RelativePose<double> pose = awkward_pose(random, i % pose_kinds);
    const Examination examination(reference, 0, 1, pose);
    const Answer answer = examination.answer();
    ASSERT_TRUE(answer.certified) << i;
    const Vec3<double> hints[] = {answer.normal, -answer.normal, random.direction(), {0, 0, 0}};
    for (const Vec3<double>& hint : hints) {
      const Answer near = examination.answer_near(hint, {});
      EXPECT_TRUE(near.certified) << i;
      EXPECT_LE(near.lower, answer.upper) << i;
      EXPECT_GE(near.upper, answer.lower) << i;
    }
  }
}

TEST(Examination, DistancesOfPointsFromAHintAreNotBelowTheExactOnes) {
  Random random(42);
  for (int i = 0; i < 500; ++i) {
    const Reference reference({round_hull(random, 12), awkward(random, i % kinds)});
    const Examination examination(reference, 0, 1, awkward_pose(random, i % pose_kinds));
    const Vec3<double> point = random.direction() * random.uniform(0, 2);
    for (int side = 0; side < 2; ++side) {
      const double exact = examination.distance_outside(side, point);
      const double near = examination.distance_outside_near(side, point, random.direction(), 1e-3);
      EXPECT_GE(near, exact - 1e-15) << i;
      if (near > 1e-3) {
        EXPECT_NEAR(near, exact, 1e-15) << i;
      }
    }
  }
}

Core curved(CoreKind kind, Vec3<double> half) {
  Core c;
  c.kind = kind;
  c.half = half;
  c.size = std::sqrt(half.x * half.x + half.y * half.y + half.z * half.z);
  return c;
}
void expect_separation(const Core& a, const Core& b, const RelativePose<double>& pose, Vec3<double> hint,
                       double truth) {
  const Reference reference({a, b});
  const Vec3<double> middle = pose.translation * 0.5;
  const Answer answer = Examination(reference, 0, 1, pose).answer_near(hint, {middle, middle}, 2.5e-15);
  EXPECT_LE(answer.lower, truth + 1e-15);
  EXPECT_GE(answer.upper, truth - 1e-15);
  EXPECT_LE(answer.upper - answer.lower, 1e-9);
}

TEST(Examination, CurvedCoresHaveTheirClosedForms) {
  const Core ellipsoid = curved(CoreKind::ellipsoid, {1, 2, 3}), cylinder = curved(CoreKind::cylinder, {1, 1, 2}),
             cone = curved(CoreKind::cone, {1, 1, 2}), ball = curved(CoreKind::ellipsoid, {0.5, 0.5, 0.5});
  const Core point = core({{0, 0, 0}});
  expect_separation(ellipsoid, ball, translation(2, 0, 0), {1, 0, 0}, 0.5);
  expect_separation(ellipsoid, ball, translation(0, 0, 3.25), {0, 0, 1}, -0.25);
  expect_separation(cylinder, cylinder, translation(3, 0, 0), {1, 0, 0}, 1);
  expect_separation(cylinder, cylinder, translation(0, 0, 3.5), {0, 0, 1}, -0.5);
  expect_separation(cylinder, point, translation(1 + 3, 0, 2 + 4), {0.6, 0, 0.8}, 5);
  expect_separation(cone, point, translation(0, 0, 5), {0, 0, 1}, 3);
  expect_separation(cone, point, translation(0, 0, -2.5), {0, 0, -1}, 0.5);
}

/// Two places where a point comes out of its core: how far, and which way.
struct WaysOut {
  long double depth[2];
  Vec3<double> normal[2];
};
/// Out of a cylinder of radius and half length 1, by the top or by the side.
WaysOut out_of_cylinder(const Vec3<double>& p) {
  const long double across = std::hypot(static_cast<long double>(p.x), static_cast<long double>(p.y));
  return {{1 - static_cast<long double>(p.z), 1 - across}, {{0, 0, 1}, unit(Vec3<double>{p.x, p.y, 0})}};
}
/// Out of a cone of radius and half length 1 (base at z = -1), by the base or by the side, whose normal is (2, 1) /
/// sqrt(5) in radius and height.
WaysOut out_of_cone(const Vec3<double>& p) {
  const long double across = std::hypot(static_cast<long double>(p.x), static_cast<long double>(p.y));
  const long double side = (1 - (2 * across + static_cast<long double>(p.z))) / std::sqrt(5.0L);
  const Vec3<double> radial = unit(Vec3<double>{p.x, p.y, 0});
  return {{static_cast<long double>(p.z) + 1, side}, {{0, 0, -1}, unit(Vec3<double>{2 * radial.x, 2 * radial.y, 1})}};
}

TEST(Examination, CurvedCoresDoNotTrustAHintThatIsNearlyAsGood) {
  Random random(44);
  const Core point = core({{0, 0, 0}});
  const Core cores[] = {curved(CoreKind::cylinder, {1, 1, 1}), curved(CoreKind::cone, {1, 1, 1})};
  for (int i = 0; i < 400; ++i) {
    const bool cone = i % 2 == 1;
    const double across = random.uniform(0.1, 0.4), angle = random.uniform(0, 6.28);
    const double off = std::pow(10, -random.uniform(3, 14)) * (i % 4 < 2 ? 1 : -1);
    const double level = cone ? (1 - 2 * across - std::sqrt(5)) / (1 + std::sqrt(5)) : across;  // as far from both
    const Vec3<double> p{across * std::cos(angle), across * std::sin(angle), level + off};
    const WaysOut out = cone ? out_of_cone(p) : out_of_cylinder(p);
    const Reference reference({cores[cone], point});
    const Examination examination(reference, 0, 1, translation(p.x, p.y, p.z));
    for (const Vec3<double>& normal : out.normal) {
      const Answer answer = examination.answer_near(normal, {p, p}, 2.5e-15);
      EXPECT_TRUE(answer.certified) << i;
      EXPECT_LE(answer.lower, -std::min(out.depth[0], out.depth[1])) << i;
      EXPECT_GE(answer.upper, -std::min(out.depth[0], out.depth[1])) << i;
    }
  }
}

TEST(Examination, CurvedCoresDoNotTrustTheirHint) {
  Random random(43);
  const Core box_core = box(0.5, 0.4, 0.3), ellipsoid = curved(CoreKind::ellipsoid, {0.5, 0.3, 0.4});
  const Reference reference({box_core, ellipsoid});
  for (int i = 0; i < 100; ++i) {
    const RelativePose<double> pose{random.rotation(), random.direction() * random.uniform(0.2, 1.5)};
    const Examination examination(reference, 0, 1, pose);
    const Vec3<double> none{0, 0, 0};
    const Answer one = examination.answer_near(random.direction(), {none, none}, 1e-9);
    const Answer two = examination.answer_near(random.direction(), {none, pose.translation}, 1e-9);
    EXPECT_LE(one.lower, two.upper) << i;
    EXPECT_LE(two.lower, one.upper) << i;
  }
}

}  // namespace
}  // namespace abut::reference::test
