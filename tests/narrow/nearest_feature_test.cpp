// Nearest points as the supporting feature says them: directions and planes that are known, and polished answers.
#include "abut/narrow/nearest_feature.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/narrow/core_answer.h"
#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;

const RelativePose<double> identity{Pose{}.rotation, {0, 0, 0}};

/// B is a point at the origin.
NearestFeature<double> feature_of(std::initializer_list<Vec3<double>> points) {
  NearestFeature<double> f{};
  std::uint32_t count = 0;
  for (const Vec3<double>& w : points) f.point[count] = {w, w, {0, 0, 0}, count, 0}, ++count;
  f.two = count >= 2;
  f.three = count >= 3;
  for (; count < 3; ++count) f.point[count] = f.point[0];
  return f;
}

TEST(NearestFeature, AFaceHasItsNormalOnTheSideOfV) {
  Random random(1);
  for (int k = 0; k < 500; ++k) {
    const Vec3<double> n = random.direction(), side = unit_vector(cross(n, random.direction()));
    const Vec3<double> foot = n * random.uniform(0.5, 2), other = cross(n, side);
    const NearestFeature<double> f = feature_of({foot + side, foot - side * 0.5 + other, foot - other * 0.7});
    Vec3<double> unit{0, 0, 0};
    ASSERT_TRUE(direction_of(f, n + random.in_ball() * 0.1, identity, unit));
    EXPECT_LT(length(unit - n), 4e-15);
    EXPECT_NEAR(plane_distance(f.point, n), dot(foot, n), 4e-16 * 4);
  }
}

TEST(NearestFeature, AnEdgeHasWhatOfVIsAcrossIt) {
  Vec3<double> unit{0, 0, 0};
  ASSERT_TRUE(direction_of(feature_of({{-1, 0, 2}, {1, 0, 2}}), {0.3, 0.4, 0.4}, identity, unit));
  EXPECT_NEAR(unit.x, 0, 1e-16);
  EXPECT_NEAR(unit.y, std::sqrt(0.5), 2e-16);
  EXPECT_NEAR(unit.z, std::sqrt(0.5), 2e-16);
}

TEST(NearestFeature, AVertexHasVItself) {
  Vec3<double> unit{0, 0, 0};
  ASSERT_TRUE(direction_of(feature_of({{1, 2, 2}}), {1, 2, 2}, identity, unit));
  EXPECT_LT(length(unit * 3.0 - Vec3<double>{1, 2, 2}), 1e-15);
  unit = {7, 0, 0};
  EXPECT_FALSE(direction_of(feature_of({{0, 0, 0}}), {0, 0, 0}, identity, unit));
  EXPECT_EQ(unit.x, 7) << "what was there stays";
}

TEST(NearestFeature, APolishedAnswerHasTheDirectionThatRoundingHasSpoilt) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = test::problem_of(view, 0, 0, test::moved_by({2.5, 0.25, 0.125}));
  const auto support = vertex_difference<LinearScan>(p);
  const double unit = power_of_two<double>(p.exponent), gap = 0.5 / unit;
  auto s = test::gjk_of(p, support);
  const NearestFeature<double> f = supporting_feature(s, support);
  ASSERT_TRUE(f.three);
  const FeatureAnswer<double> given = answer_of(s, f, p.pose, 0.0);
  EXPECT_NEAR(given.separation, gap, 1e-15);
  EXPECT_NEAR(given.lower, gap, 1e-15);
  // v is off by a part in a thousand.
  FeatureAnswer<double> polished = given;
  polished.normal = unit_vector(Vec3<double>{1, 1e-3, 0});
  ASSERT_TRUE(polished_answer(f, s.v + Vec3<double>{0, 1e-4, 0}, support, 0.0, polished));
  EXPECT_NEAR(polished.normal.x, 1, 1e-16);
  EXPECT_NEAR(polished.normal.y, 0, 1e-16);
  EXPECT_NEAR(polished.separation, gap, 1e-16);
  EXPECT_NEAR(polished.bound_gap, 0, 1e-16);
  EXPECT_NEAR(polished.witness.a.x * unit, 1, 1e-15);
  EXPECT_TRUE(is_good(polished, 1e-15, 1e-30));
}

TEST(NearestFeature, WhatIsOpenIsNotGood) {
  FeatureAnswer<double> a{};
  a.bound_gap = 3;
  a.witness.residual2 = 16;
  EXPECT_EQ(open2(a), 25);
  EXPECT_FALSE(is_good(a, 2.9, 5.0));
  EXPECT_FALSE(is_good(a, 3.0, 3.9)) << "a residual counts up to twice as long";
  EXPECT_TRUE(is_good(a, 3.0, 4.0));
}

TEST(NearestFeature, ReplacingTakesAllOrNothing) {
  FeatureAnswer<double> a{}, b{};
  b.normal = {0, 1, 0};
  b.separation = 1, b.lower = 2, b.bound_gap = 3;
  b.witness.a = {4, 5, 6};
  b.witness.residual2 = 7;
  b.witness.used[1] = true;
  replace(false, a, b);
  EXPECT_EQ(a.separation + a.lower + a.bound_gap + a.witness.residual2 + length(a.witness.a) + length(a.normal), 0);
  EXPECT_FALSE(a.witness.used[1]);
  replace(true, a, b);
  EXPECT_EQ(a.normal.y, 1);
  EXPECT_EQ(a.separation + 10 * a.lower + 100 * a.bound_gap, 321);
  EXPECT_EQ(a.witness.a.z, 6);
  EXPECT_EQ(a.witness.residual2, 7);
  EXPECT_TRUE(a.witness.used[1]);
}

}  // namespace
}  // namespace abut
