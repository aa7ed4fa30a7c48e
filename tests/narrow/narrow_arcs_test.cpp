// Narrow directions: where almost level arcs are lowest, in closed form and against sampled widths.
#include "abut/narrow/narrow_arcs.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/narrow/parts_pairs.h"

namespace abut {
namespace {

using namespace revolved_axis_detail;
using test::ConeAndCorner;
using test::Cones;
using test::NearlyCoaxialCones;
using test::Random;

TEST(LowestOfArcs, OfAnAlmostLevelValleyIsFoundByItsSlope) {
  // Of two spheroids whose axes are apart by `off`, widths at the equator are 0.8 less their way along `off`.
  Random random(6);
  for (int i = 0; i < 40; ++i) {
    const double off = random.magnitude(1e-12, 1e-3), angle = random.uniform(0, 2 * std::numbers::pi);
    ShapeSet shapes;
    const std::uint32_t spheroid = shapes.add_ellipsoid({0.4, 0.4, 0.8});
    const ShapeSetView<double> view = shapes.view<double>();
    const Vec3<double> apart{off * std::cos(angle), off * std::sin(angle), 0};
    const PairProblem<double> p =
        test::problem_of(view, spheroid, spheroid, {apart, rotation_from_quaternion(1, 0, 0, angle)});
    const double unit = power_of_two<double>(p.exponent);
    const auto support = core_difference<LinearScan>(p);
    AxisParts<double> parts;
    ASSERT_TRUE(parts_of(p, parts));
    int visits = 0;
    for_lowest_of_arcs(parts, support, unit_vector(Vec3<double>{1, 0.3, 0.2}), [&](Vec3<double> n) {
      ++visits;
      const Vec3<double> w = support(n).w;
      EXPECT_NEAR(dot(n, w) * unit, 0.8 - off, 1e-15) << off;
      // The support point lies along the direction: to a rounding.
      EXPECT_LT(length(multiply_add(n, -dot(n, w), w)), 1e-15) << off;
    });
    EXPECT_EQ(visits, 1);
  }
}

TEST(LowestOfArcs, OfCreasesIsTheLeastOfManyWidths) {
  Random random(7);
  int found = 0;
  for (int i = 0; i < 200; ++i) {
    const double tilt = random.magnitude(1e-9, 1e-2);
    const NearlyCoaxialCones pair(random, tilt, Cones::equal);
    double sampled[2] = {HUGE_VAL, HUGE_VAL};
    for (int k = 0; k < 2; ++k) {
      ConeCrease crease = crease_of(pair.parts.solids.term[k], random.direction());
      for (int j = 0; j < 2000; ++j) {
        sampled[k] = std::min(sampled[k], pair.width(crease.direction()));
        crease = crease_of(pair.parts.solids.term[k], multiply_add(crease.along, 0.004, crease.direction()));
      }
    }
    double lowest[2] = {HUGE_VAL, HUGE_VAL};
    int visits = 0;
    for_lowest_of_arcs(pair.parts, pair.support(), random.direction(), [&](Vec3<double> n) {
      if (++visits == 1) return;  // of the valley
      for (int k = 0; k < 2; ++k) {
        if (std::abs(height_of_apex(pair.parts.solids.term[k], n)) > 1e-15) continue;
        lowest[k] = std::min(lowest[k], pair.width(n));
      }
    });
    EXPECT_GT(visits, 2);
    // Where the other crease crosses, the width has a corner: slopes do not tell it, and widths to a step.
    for (int k = 0; k < 2; ++k) found += lowest[k] <= sampled[k] + 4e-6 * tilt + 1e-15;
  }
  EXPECT_EQ(found, 400);
}

TEST(SettleDirection, MovesToWhereTheSupportPointLiesAlong) {
  const ConeAndCorner c(0.05);
  const auto support = core_difference<LinearScan>(c.problem);
  const double side = std::hypot(0.8, 0.6);
  const Vec3<double> n{-0.8 / side, 0, 0.6 / side};
  BoundedWidth best{n, dot(n, support(n).w), 0};
  settle_direction(c.parts, support, best);
  EXPECT_NEAR(length(best.normal - n), 0, 1e-15);  // it lies on the crease: nothing is better
  // Of two ellipsoids there is one direction, near the least of many.
  Random random(8);
  for (int i = 0; i < 40; ++i) {
    ShapeSet shapes;
    shapes.add_ellipsoid({random.uniform(0.3, 1), random.uniform(0.3, 1), random.uniform(0.3, 1)});
    const auto view = shapes.view<double>();
    const PairProblem<double> p = test::problem_of(view, 0, 0, {random.in_ball() * 0.2, random.rotation()});
    AxisParts<double> parts;
    ASSERT_TRUE(parts_of(p, parts));
    const auto difference = core_difference<LinearScan>(p);
    BoundedWidth least{{1, 0, 0}, HUGE_VAL, HUGE_VAL};
    for (double reach = 3; reach > 1e-5; reach *= 0.7) {
      const Vec3<double> about = least.normal;
      for (int k = 0; k < 100; ++k) {
        const Vec3<double> at = unit_vector(about + random.in_ball() * reach);
        const double width = dot(at, difference(at).w);
        if (width < least.width) least.width = width, least.normal = at;
      }
    }
    const double sampled = least.width;
    settle_direction(parts, difference, least);
    const Vec3<double> w = difference(least.normal).w;
    EXPECT_LE(dot(least.normal, w), sampled + 1e-15) << i;
    EXPECT_LT(length(multiply_add(least.normal, -dot(least.normal, w), w)), 1e-15) << i;
  }
}

}  // namespace
}  // namespace abut
