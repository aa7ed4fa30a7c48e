// Nearest points of separated cores: closed forms, bounds on random pairs, and vertices that are nearly one.
#include "abut/narrow/separation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::problem_of;
using test::Random;

constexpr double eps = Epsilon<double>::value;

double good2_of(const PairProblem<double>& p) { return 4 * eps * eps * p.size * p.size; }

TEST(Separation, OfBoxesIsTheDistanceOfTheirIntervals) {
  Random random(1);
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_box({0.5, 0.25, 2});
  const auto view = shapes.view<double>();
  int apart = 0;
  for (int k = 0; k < 1000; ++k) {
    const Vec3<double> at = random.in_cube() * 4.0;
    const PairProblem<double> p = problem_of(view, 0, 1, test::moved_by(at));
    const double unit = power_of_two<double>(p.exponent);
    const auto support = vertex_difference<LinearScan>(p);
    auto s = test::gjk_of(p, support);
    CoreAnswer<double> out = no_answer<double>();
    const Vec3<double> gap{std::fmax(std::abs(at.x) - 1.5, 0.0), std::fmax(std::abs(at.y) - 1.25, 0.0),
                           std::fmax(std::abs(at.z) - 3, 0.0)};
    const double distance = length(gap);
    if (distance > 0 && distance < 1e-10) continue;
    ASSERT_EQ(separated_answer(s, support, good2_of(p), out), distance > 0) << k;
    if (distance == 0) continue;
    ++apart;
    EXPECT_NEAR(out.separation * unit, distance, 8 * eps * p.size * unit) << k;
    EXPECT_LE(out.lower * unit, distance + 8 * eps * unit * p.size) << k;
    EXPECT_LE(out.bound_gap, 8 * eps * p.size) << k;
    EXPECT_NEAR(length(out.normal), 1, 4 * eps);
    EXPECT_LT(length(out.normal * distance -
                     Vec3<double>{std::copysign(gap.x, at.x), std::copysign(gap.y, at.y), std::copysign(gap.z, at.z)}),
              64 * eps)
        << k;
  }
  EXPECT_GT(apart, 300);
}

TEST(Separation, OnlyABoundBeyondTheRoundingOfTheSupportPointsProvesIt) {
  EXPECT_FALSE(proves_separation(4 * eps, 1.0));
  EXPECT_TRUE(proves_separation(4.1 * eps, 1.0));
  EXPECT_FALSE(proves_separation(4.1 * eps, 4.0));
  EXPECT_FALSE(proves_separation(-1.0, 1.0));
}

TEST(Separation, BoundsHoldAndMeetOnRandomHulls) {
  Random random(2);
  ShapeSet shapes;
  for (const int count : {4, 8, 30, 100}) shapes.add_hull(test::ellipsoid_points(random, count));
  const auto view = shapes.view<double>();
  for (int k = 0; k < 1000; ++k) {
    const PairProblem<double> p = problem_of(view, random.below(4), random.below(4),
                                             {random.direction() * random.uniform(1.1, 2), random.rotation()});
    const auto support = vertex_difference<LinearScan>(p);
    auto s = test::gjk_of(p, support);
    CoreAnswer<double> out = no_answer<double>();
    ASSERT_TRUE(separated_answer(s, support, good2_of(p), out));
    // The bound is the width along the normal, and the witness points are as far apart as the upper one.
    EXPECT_NEAR(out.lower, -dot(out.normal, support(out.normal).w), 8 * eps * p.size) << k;
    EXPECT_LE(out.bound_gap, 8 * eps * p.size) << k;
    EXPECT_LE(out.witness.residual2, 64 * eps * eps * p.size * p.size) << k;
    EXPECT_LE(dot(out.normal, out.witness.a), dot(out.normal, support(out.normal).a) + 8 * eps) << "on A";
  }
}

TEST(Separation, PlanesThroughAFurtherVertexRaiseTheBound) {
  // v is known, its direction only roughly: a plane through more of the feature knows it.
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 0, test::moved_by({2.5, 0.25, 0.125}));
  const auto support = vertex_difference<LinearScan>(p);
  auto s = test::gjk_of(p, support);
  NearestFeature<double> f = supporting_feature(s, support);
  CoreAnswer<double> out = no_answer<double>();
  ASSERT_TRUE(separated_answer(s, support, good2_of(p), out));
  const double exact = out.separation;
  out.normal = unit_vector(Vec3<double>{1, 1e-6, 0});
  out.lower = -dot(out.normal, support(out.normal).w);
  ASSERT_LT(out.lower, exact - 1e-8);
  separated_detail::raise_bound(f, s.v, support, good2_of(p), out);
  EXPECT_NEAR(out.lower, exact, 4 * eps);
  EXPECT_NEAR(out.normal.y, 0, 4 * eps);
}

TEST(Separation, ExactSignsAreNeverWorse) {
  Random random(3);
  int better = 0;
  for (int k = 0; k < 200; ++k) {
    // Hulls whose vertices come in clusters that are nearly one.
    ShapeSet shapes;
    for (int i = 0; i < 2; ++i) {
      std::vector<Vec3<double>> points;
      for (int j = 0; j < 5; ++j) {
        const Vec3<double> at = random.in_ball();
        for (int n = 0; n < 3; ++n) points.push_back(at + random.in_ball() * random.magnitude(1e-16, 1e-12));
      }
      shapes.add_hull(points);
    }
    const auto view = shapes.view<double>();
    const PairProblem<double> p = problem_of(view, 0, 1, {random.direction() * 2.5, random.rotation()});
    const auto support = vertex_difference<LinearScan>(p);
    auto s = test::gjk_of(p, support);
    CoreAnswer<double> out = no_answer<double>();
    if (!separated_answer(s, support, good2_of(p), out)) continue;
    CoreAnswer<double> exact = out;
    separated_exactly(s, support, 0.0, exact);
    EXPECT_LE(open2(exact), open2(out)) << k;
    EXPECT_LE(exact.lower, exact.separation + 8 * eps) << k;
    better += open2(exact) < open2(out) ? 1 : 0;
  }
  EXPECT_GT(better, 0);
}

TEST(Separation, WhereEpasPlaneTellsCoresApartGjkHasTheNearestPoints) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  const double gap = 0x1p-40;
  const PairProblem<double> p = problem_of(view, 0, 0, test::moved_by({2 + gap, 0.5, 0.25}));
  const double unit = power_of_two<double>(p.exponent);
  const auto support = vertex_difference<LinearScan>(p);
  auto s = test::gjk_of(p, support);
  s.overlap = true;  // as if rounding had taken it for inside
  CoreAnswer<double> by_epa = no_answer<double>();
  by_epa.normal = {1, 0, 0};
  by_epa.separation = by_epa.lower = gap / unit;
  by_epa.witness.residual2 = 1;
  ASSERT_TRUE(meet_in_between(s, support, good2_of(p), no_answer<double>(), by_epa));
  EXPECT_NEAR(by_epa.separation * unit, gap, 16 * eps);
  EXPECT_LE(by_epa.witness.residual2, 64 * eps * eps);
  EXPECT_NEAR(by_epa.witness.a.x * unit, 1, 16 * eps);
}

}  // namespace
}  // namespace abut
