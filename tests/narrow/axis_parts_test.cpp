// Cores as polytopes and solids: what a pair is made of, the outlines that a plane sees, and wedges of its directions.
#include "abut/narrow/axis_parts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using namespace revolved_axis_detail;
using test::problem_of;
using test::Random;

TEST(AxisParts, APairIsItsPolytopesItsSolidsAndItsPlace) {
  ShapeSet shapes;
  const std::uint32_t cylinder = shapes.add_cylinder(0.5, 1);
  const std::uint32_t box = shapes.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  const std::uint32_t sum = shapes.add_minkowski_sum(cylinder, box);
  const std::uint32_t point = shapes.add_point({0, 0, 0});
  const std::uint32_t two = shapes.add_minkowski_sum(sum, box);
  const std::uint32_t four = shapes.add_minkowski_sum(two, two);
  const auto view = shapes.view<double>();
  AxisParts<double> parts;
  const PairProblem<double> p = problem_of(view, cylinder, box, test::moved_by({1, 2, 3}));
  ASSERT_TRUE(parts_of(p, parts));
  EXPECT_EQ(parts.polytopes, 1);
  EXPECT_EQ(parts.polytope[0].side, -1) << "B is mirrored";
  EXPECT_EQ(parts.solids.count, 1);
  EXPECT_EQ(parts.solids.count_a, 1);
  EXPECT_TRUE(parts.has_axis && parts.one_axis);
  EXPECT_EQ(std::abs(parts.axis.z), 1);
  EXPECT_EQ(length(parts.place + p.pose.translation), 0);
  EXPECT_LT(parts.off + parts.off_axis, 1e-15);
  ASSERT_TRUE(parts_of(problem_of(view, sum, point, Pose{}), parts));
  EXPECT_EQ(parts.polytopes, 1) << "a point is a place";
  EXPECT_FALSE(parts_of(problem_of(view, four, point, Pose{}), parts)) << "more polytopes than are looked at";
}

TEST(AxisParts, AxesThatLeanAreToldByHowFar) {
  ShapeSet shapes;
  shapes.add_cylinder(0.5, 2);
  shapes.add_ellipsoid({1, 1, 1});
  shapes.add_ellipsoid({1, 2, 3});
  const auto view = shapes.view<double>();
  AxisParts<double> parts;
  const double angle = 1e-3;
  const Pose leaned{{0.1, 0, 0},
                    {{1, 0, 0, 0, std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle)}}};
  const PairProblem<double> p = problem_of(view, 0, 0, leaned);
  ASSERT_TRUE(parts_of(p, parts));
  EXPECT_NEAR(parts.off_axis * power_of_two<double>(p.exponent), 2 * std::sin(angle), 1e-14);
  ASSERT_TRUE(parts_of(problem_of(view, 1, 1, leaned), parts));
  EXPECT_FALSE(parts.has_axis) << "balls have any";
  ASSERT_TRUE(parts_of(problem_of(view, 0, 2, Pose{}), parts));
  EXPECT_FALSE(parts.one_axis) << "an ellipsoid of three axes turns about none";
}

TEST(AxisParts, APlaneSeesEachSolidAsWideAsItIs) {
  Random random(1);
  ShapeSet shapes;
  shapes.add_ellipsoid({0.5, 1, 0.75});
  shapes.add_ellipsoid({0.5, 0.5, 1});
  shapes.add_ellipsoid({1, 0.5, 0.5});
  shapes.add_cylinder(0.5, 1);
  shapes.add_cone(0.75, 0.5);
  shapes.add_ellipsoid({1, 1, 1});
  const std::uint32_t point = shapes.add_point({0, 0, 0});
  const auto view = shapes.view<double>();
  for (std::uint32_t k = 0; k < point; ++k) {
    for (int i = 0; i < 100; ++i) {
      AxisParts<double> parts;
      const PairProblem<double> p = problem_of(view, point, k, {{0, 0, 0}, random.rotation()});
      ASSERT_TRUE(parts_of(p, parts));
      const Vec3<double> d = random.direction(), e1 = unit_vector(cross(d, random.direction())), e2 = cross(d, e1);
      PlanarSum sum;
      see_solids(parts, e1, e2, sum);
      ASSERT_EQ(sum.count, 1);
      sum.centre = {0, 0};
      for (int j = 0; j < 24; ++j) {
        const PlaneVector u{std::cos(j * M_PI / 12), std::sin(j * M_PI / 12)};
        const Vec3<double> n = e1 * u.x + e2 * u.y;
        const double width = dot(n, core_difference<LinearScan>(p)(n).w);
        EXPECT_NEAR(arc_detail::smooth_sum(sum, u).at(u).h, width, 1e-14) << k;
      }
    }
  }
}

TEST(Wedges, AreTheDirectionsThatNoVectorIsAheadOf) {
  Random random(2);
  int whole = 0, empty = 0, arcs = 0;
  for (int k = 0; k < 500; ++k) {
    Wedge wedge{{1, 0}, {1, 0}, true, false};
    std::vector<PlaneVector> given;
    for (std::uint32_t i = 0, n = random.below(5); i < n; ++i) {
      const double angle = random.uniform(0, 7);
      given.push_back({std::cos(angle), std::sin(angle)});
      clip(wedge, given.back(), 1e-15);
    }
    (wedge.whole ? whole : wedge.empty ? empty : arcs) += 1;
    for (int i = 0; i < 360; ++i) {
      const PlaneVector m{std::cos(i * M_PI / 180 + 1e-4), std::sin(i * M_PI / 180 + 1e-4)};
      double most = -1;
      for (const PlaneVector& w : given) most = std::fmax(most, arc_detail::dot(m, w));
      if (std::abs(most) < 1e-9) continue;
      const bool in_wedge =
          !wedge.empty && (wedge.whole || (arc_detail::cross(wedge.from, m) > 0 && arc_detail::cross(m, wedge.to) > 0));
      EXPECT_EQ(in_wedge, most < 0) << k << " at " << i;
    }
  }
  EXPECT_GT(whole, 50);
  EXPECT_GT(empty, 50);
  EXPECT_GT(arcs, 100);
}

TEST(Wedges, NothingIsCutOffByAVectorThatIsNone) {
  Wedge wedge{{1, 0}, {1, 0}, true, false};
  clip(wedge, {1e-16, 0}, 1e-15);
  EXPECT_TRUE(wedge.whole);
}

}  // namespace
}  // namespace abut
