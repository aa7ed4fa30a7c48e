// Lower bounds on widths in caps of directions: against sampled widths in closed form, and by how they err.
#include "abut/narrow/width_bounds.h"

#include <gtest/gtest.h>

#include <numbers>

#include "tests/narrow/parts_pairs.h"

namespace abut {
namespace {

using namespace revolved_axis_detail;
using test::direction_near;
using test::PartsPair;
using test::Random;
using test::width_of;

/// The least width about a corner of many directions in a cap.
double least_sampled(Random& random, const SymmetricTerms& solids, Vec3<double> corner, const DirectionCap& cap) {
  double least = HUGE_VAL;
  for (int k = 0; k < 60; ++k) {
    const Vec3<double> n = k == 0 ? cap.middle : direction_near(random, cap.middle, cap.reach);
    least = std::min(least, dot(corner, n) + width_of(solids, n));
  }
  return least;
}

TEST(BoundsOfCaps, AreBelowAllWidths) {
  Random random(3);
  int bends = 0, valleys = 0;
  for (int i = 0; i < 6000; ++i) {
    PartsPair pair(random, i, 4 + i % 5);
    const DirectionCap cap{random.direction(), random.magnitude(1e-4, 0.2)};
    if (i % 2 == 0) pair.put_foot(direction_near(random, cap.middle, cap.reach), random.uniform(-0.5, 1));
    const auto& solids = pair.parts.solids;
    const PointsOfCap points = points_of_solids(solids, cap);
    double least = HUGE_VAL;
    for (int k = 0; k < 60; ++k) least = std::min(least, pair.width(direction_near(random, cap.middle, cap.reach)));
    const double width = pair.width(cap.middle);
    EXPECT_LE(bound_by_point(pair.support()(cap.middle).w, cap), least + 1e-14) << i;
    EXPECT_LE(bound_by_feet(pair.parts, cap, width, HUGE_VAL), least + 1e-14) << i;
    if (points.edges > 0 || points.sides > 0 || !(points.bent < 1e3)) continue;
    const BendOfCap bend = bend_at(pair.support(), cap.middle);
    const auto about = [&](Vec3<double> corner) {
      const double sampled = least_sampled(random, solids, corner + points.end, cap) + 1e-14;
      EXPECT_LE(bound_by_bend(corner + points.end, cap, points, bend), sampled) << i;
      const double valley = bound_at_valley(solids, pair.support(), corner + points.end, cap);
      EXPECT_LE(valley, sampled) << i;
      ++bends;
      valleys += valley > -10;
    };
    for (std::uint32_t v = 0; v < pair.parts.polytope[0].vertex_count(); ++v) {
      about(pair.parts.place + pair.parts.polytope[0].at(v));
    }
  }
  EXPECT_GT(bends, 5000);
  EXPECT_GT(valleys, 300);
}

TEST(BoundsOfCaps, NearAnArcOfEqualWidthsErrByTheThirdAndFourthPower) {
  // An ellipsoid of revolution about its own centre: the width is the same around the equator.
  ShapeSet shapes;
  shapes.add_ellipsoid({0.5, 0.5, 0.8});
  shapes.add_triangle({0, 0, 0}, {-1, 0.1, 0}, {-1, -0.1, 0});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = test::problem_of(view, 0, 1, Pose{});
  const auto support = core_difference<LinearScan>(p);
  AxisParts<double> parts;
  ASSERT_TRUE(parts_of(p, parts));
  const double radius = 0.5 / power_of_two<double>(p.exponent);
  const Vec3<double> corner = parts.place + parts.polytope[0].at(0);
  double before_bend = 0, before_valley = 0;
  for (const double reach : {4e-3, 2e-3, 1e-3}) {
    const DirectionCap cap{unit_vector(Vec3<double>{1, 0.01, 0.7 * reach}), reach};
    const double bend =
        radius - bound_by_bend(corner, cap, points_of_solids(parts.solids, cap), bend_at(support, cap.middle));
    const double valley = radius - bound_at_valley(parts.solids, support, corner, cap);
    EXPECT_GE(bend, 0);
    EXPECT_GE(valley, -1e-15);
    if (before_bend > 0) {
      EXPECT_LT(bend, before_bend / 6.5);
      EXPECT_LT(valley, before_valley / 12);
    }
    before_bend = bend;
    before_valley = valley;
  }
  EXPECT_LT(before_valley, 1e-10);
}

TEST(Twist, HoldsTheDerivativesOfTheSolidsWidths) {
  // By differences of widths in closed form, along straight ways through the direction.
  Random random(7);
  int compared = 0;
  for (int i = 0; i < 600; ++i) {
    const PartsPair pair(random, i, 4);
    const SymmetricTerms& solids = pair.parts.solids;
    const DirectionCap cap{random.direction(), random.magnitude(0.02, 0.1)};  // wider than the steps
    BendOfCap bend{};
    bend.weak = unit_vector(cross(cap.middle, random.direction()));
    bend.strong = cross(cap.middle, bend.weak);
    for (int k = 0; k < solids.count; ++k) {
      const SymmetricTerm& t = solids.term[k];
      Twist twist{};
      add_twist(t, cap, bend, twist);
      SymmetricTerms one{};
      one.term[one.count++] = t;
      const PointsOfCap points = points_of_solids(one, cap);
      if (points.edges > 0 || points.sides > 0 || !(twist.fourth < 300)) continue;
      ++compared;
      constexpr double step = 2e-3;
      const auto at = [&](double x, double y) {
        return width_of(t, cap.middle + bend.weak * (x * step) + bend.strong * (y * step));
      };
      const auto third = [&](double x, double y) {
        return (at(2 * x, 2 * y) - 2 * at(x, y) + 2 * at(-x, -y) - at(-2 * x, -2 * y)) / (2 * step * step * step);
      };
      // Of a cubic form c(x, y): what is odd and what is even in y of c(1, y) and c(x, 1).
      const double weak3 = third(1, 0), weak0 = third(0, 1);
      const double weak2 = (third(1, 1) - third(1, -1) - 2 * weak0) / 6;
      const double weak1 = (third(1, 1) + third(1, -1) - 2 * weak3) / 6;
      const double off = 1e-6 + 1e-4 * twist.fourth;
      EXPECT_NEAR(twist.weak3, weak3, off) << i;
      EXPECT_NEAR(twist.weak2, weak2, off) << i;
      EXPECT_NEAR(twist.weak1, weak1, off) << i;
      EXPECT_NEAR(twist.weak0, weak0, off) << i;
      const Vec3<double> n = direction_near(random, cap.middle, cap.reach);
      for (int way = 0; way < 8; ++way) {
        const Vec3<double> u = unit_vector(cross(n, random.direction())) * 5e-3;
        const auto along = [&](double x) { return width_of(t, n + u * x); };
        const double fourth =
            (along(2) - 4 * along(1) + 6 * along(0) - 4 * along(-1) + along(-2)) / (5e-3 * 5e-3 * 5e-3 * 5e-3);
        EXPECT_LE(std::abs(fourth), 1.01 * twist.fourth + 1e-4) << i;
      }
    }
  }
  EXPECT_GT(compared, 500);
}

TEST(PointOfFoot, IsOneOfThePolytopeNearTheFootOfTheOrigin) {
  // A cube of half length 1, 3.5 above the middle of a cylinder that reaches up 3: the foot is on the cube's face.
  std::vector<Vec3<double>> corners;
  for (int k = 0; k < 8; ++k) corners.push_back({k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0});
  ShapeSet shapes;
  shapes.add_hull(corners);
  shapes.add_cylinder(2, 3);
  const auto view = shapes.view<double>();
  const PairProblem<double> problem = test::problem_of(view, 0, 1, test::moved_by({0.25, 0, 3.5}));
  AxisParts<double> parts;
  ASSERT_TRUE(parts_of(problem, parts));
  const double unit = power_of_two<double>(problem.exponent);
  const FootSearch search{1e-12, foot_rounds_of_a_square};
  const Vec3<double> p = point_of_foot(parts, {0, 0, 1}, 0.5 / unit, search, false) * unit;
  EXPECT_NEAR(p.z, 1 - 3.5, 1e-14) << "of the cube, from B's centre";
  EXPECT_LE(std::fmax(std::abs(p.x + 0.25), std::abs(p.y)), 1 + 1e-14);
  const Vec3<double> whole = point_of_foot(parts, {0, 0, 1}, 0.5 / unit, search) * unit;
  EXPECT_LT(length(whole - Vec3<double>{0, 0, 0.5}), 1e-9) << "the foot of the origin";
}

TEST(NoneIsLeast, NeverLeavesOutADirectionThatIsLeast) {
  Random random(8);
  int asked = 0, bent = 0;
  for (int i = 0; i < 3000; ++i) {
    PartsPair pair(random, i, 4 + i % 5);
    const Vec3<double> least = random.direction();
    const double reach = random.magnitude(1e-3, 0.3);
    const DirectionCap cap{direction_near(random, least, 0.99 * reach), reach};
    if (points_of_solids(pair.parts.solids, cap).edges > 0) continue;
    // The width is curved upwards there, but little.
    const double height = bend_at(pair.support(), least).least * random.uniform(0.9, 1);
    pair.put_foot(least, height);
    double bound = height;
    for (int k = 0; k < 60; ++k) bound = std::min(bound, pair.width(direction_near(random, cap.middle, reach)));
    if (!(bound > 0.97 * height)) continue;
    ++asked;
    bent += bend_at(pair.support(), cap.middle).least < bound;
    EXPECT_FALSE(none_is_least(pair.parts, pair.support(), cap, 0.99 * bound, height + 1e-9)) << i;
  }
  EXPECT_GT(asked, 200);
  EXPECT_GT(bent, 50);
}

}  // namespace
}  // namespace abut
