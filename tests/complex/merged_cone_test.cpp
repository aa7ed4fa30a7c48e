// Merged cones by sampling: they hold both, and are hardly wider than they have to be.
#include "host/complex/merged_cone.h"

#include <gtest/gtest.h>

#include "tests/support/random.h"

namespace abut {
namespace {

using Cone = PolarCone<double>;
constexpr double pi = 3.14159265358979323846;

Cone cone(const Vec3<double>& axis, double half, bool two_sided = false) {
  return {axis, half < pi ? std::cos(half) : -1, std::sin(half), two_sided};
}
double half_angle(const Cone& c) { return c.cosine <= -1 ? pi : std::atan2(c.sine, c.cosine); }
double angle(const Vec3<double>& a, const Vec3<double>& b) { return std::atan2(length(cross(a, b)), dot(a, b)); }
/// By how much a direction is beyond the cone.
double beyond(const Cone& c, const Vec3<double>& n) {
  const double d = angle(c.axis, n);
  return (c.two_sided ? std::min(d, pi - d) : d) - half_angle(c);
}
/// On the cone's border.
Vec3<double> on_border(const Cone& c, const Vec3<double>& towards) {
  const Vec3<double> across = unit_vector(towards - c.axis * dot(towards, c.axis));
  return c.axis * std::cos(half_angle(c)) + across * std::sin(half_angle(c));
}
void expect_holds(const Cone& merged, const Cone& part, test::Random& random) {
  for (int k = 0; k < 20; ++k) {
    const Vec3<double> n = on_border(part, random.direction());
    ASSERT_LE(beyond(merged, n), 1e-9);
    ASSERT_TRUE(!part.two_sided || beyond(merged, -n) <= 1e-9);
  }
}
Cone random_cone(test::Random& random, bool two_sided) {
  const double least = random.below(3) == 0 ? 0 : random.magnitude(1e-6, 1);
  return cone(random.direction(), random.below(4) == 0 ? least : least * random.uniform(0, 3), two_sided);
}

TEST(MergedCone, HoldsBothAndIsTheSmallest) {
  test::Random random(1);
  for (int round = 0; round < 5000; ++round) {
    const Cone a = random_cone(random, false), b = random_cone(random, false);
    const Cone c = host::merged_cone(a, b);
    expect_holds(c, a, random), expect_holds(c, b, random);
    if (HasFatalFailure()) return;
    const double between = angle(a.axis, b.axis), of_a = half_angle(a), of_b = half_angle(b);
    const double least = std::max({of_a, of_b, 0.5 * (between + of_a + of_b)});
    ASSERT_LE(half_angle(c), least < 3.13 ? least + 1e-9 : pi) << "round " << round;
    EXPECT_FALSE(c.two_sided);
    EXPECT_NEAR(length(c.axis), 1, 1e-12);
    EXPECT_NEAR(c.sine * c.sine + (c.cosine <= -1 ? 1 : c.cosine * c.cosine), 1, 1e-9);
  }
}

TEST(MergedCone, OfOneWithTwoSidesHasTwoAndHoldsTheNearerOnes) {
  test::Random random(2);
  for (int round = 0; round < 5000; ++round) {
    const Cone a = random_cone(random, round % 2 == 0), b = random_cone(random, round % 3 == 0 || round % 2 != 0);
    const Cone c = host::merged_cone(a, b);
    expect_holds(c, a, random), expect_holds(c, b, random);
    if (HasFatalFailure()) return;
    EXPECT_TRUE(c.two_sided || c.cosine <= -1);
    const double d = angle(a.axis, b.axis), between = std::min(d, pi - d);
    const double least = std::max({half_angle(a), half_angle(b), 0.5 * (between + half_angle(a) + half_angle(b))});
    ASSERT_LE(half_angle(c), least < 3.13 ? least + 1e-9 : pi) << "round " << round;
  }
}

TEST(MergedCone, IsTheSameWhicheverComesFirst) {
  test::Random random(3);
  for (int round = 0; round < 1000; ++round) {
    const Cone a = random_cone(random, round % 3 == 0), b = random_cone(random, round % 5 == 0);
    const Cone c = host::merged_cone(a, b), d = host::merged_cone(b, a);
    EXPECT_NEAR(half_angle(c), half_angle(d), 1e-9);
    const double apart = angle(c.axis, d.axis);
    EXPECT_LE(c.two_sided ? std::min(apart, pi - apart) : apart, 1e-7) << "round " << round;
  }
}

TEST(MergedCone, OfOneInTheOtherIsTheOther) {
  const Vec3<double> z{0, 0, 1}, tilted = unit_vector(Vec3<double>{0.1, 0, 1});
  EXPECT_EQ(half_angle(host::merged_cone(cone(z, 0.5), cone(tilted, 0.2))), 0.5);
  EXPECT_EQ(half_angle(host::merged_cone(cone(tilted, 0.2), cone(z, 0.5))), 0.5);
  EXPECT_EQ(half_angle(host::merged_cone(cone(z, 0.5), cone(z, 0.5))), 0.5);
  EXPECT_EQ(host::merged_cone(cone(z, pi), cone(z, 0.5)).cosine, -1);
}

TEST(MergedCone, OfOppositeRaysHoldsBothAndOfALineIsTheLine) {
  test::Random random(4);
  for (int round = 0; round < 1000; ++round) {
    const Vec3<double> n = random.direction();
    const Vec3<double> back =
        unit_vector(-n + random.direction() * (round % 2 == 0 ? 0 : random.magnitude(1e-18, 1e-6)));
    for (const double half : {0.0, 1e-6, 0.3, 1.6}) {
      const Cone a = cone(n, half), b = cone(back, 0.1);
      expect_holds(host::merged_cone(a, b), a, random), expect_holds(host::merged_cone(a, b), b, random);
      if (HasFatalFailure()) return;
    }
    const Cone line = host::merged_cone(cone(n, 0, true), cone(back, 0));
    EXPECT_TRUE(line.two_sided);
    EXPECT_LE(half_angle(line), 1e-6);
  }
}

}  // namespace
}  // namespace abut
