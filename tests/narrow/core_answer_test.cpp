// What a query knows of two cores: the points of GJK's simplex, and which triangle of them carries the witness.
#include "abut/narrow/core_answer.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::problem_of;
using test::Random;

TEST(CoreAnswer, AnEmptyOneClaimsNothing) {
  const CoreAnswer<double> none = no_answer<double>();
  EXPECT_EQ(length(none.normal), 1);
  EXPECT_EQ(none.separation, 0);
  EXPECT_EQ(none.carrier_a.count + none.carrier_b.count, 0u);
  EXPECT_FALSE(none.normal_undefined);
  EXPECT_EQ(open2(none), 0);
}

TEST(CoreAnswer, BoundsAndWitnessPointsAreOpenTogether) {
  CoreAnswer<double> a = no_answer<double>();
  a.bound_gap = 3;
  a.witness.residual2 = 16;
  EXPECT_EQ(open2(a), 25);
}

TEST(CoreAnswer, TheSimplexHasTheSupportPointsThatGjkUsed) {
  Random random(1);
  ShapeSet shapes;
  for (const int count : {6, 30}) shapes.add_hull(test::ellipsoid_points(random, count));
  const auto view = shapes.view<double>();
  int counts[5] = {0, 0, 0, 0, 0};
  for (int k = 0; k < 300; ++k) {
    const PairProblem<double> p =
        problem_of(view, 0, 1, {random.direction() * random.uniform(0.3, 1.5), random.rotation()});
    const auto support = vertex_difference<LinearScan>(p);
    const auto s = test::gjk_of(p, support);
    // The same run for cores whose ids do not tell their points.
    const auto general = core_difference<LinearScan>(p);
    const auto t = test::gjk_of(p, general);
    SupportPoint<double> by_id[4], stored[4];
    const int count = simplex_points(s, support, by_id);
    ASSERT_EQ(simplex_points(t, general, stored), count);
    ++counts[count];
    Vec3<double> v{0, 0, 0};
    for (int i = 0, slot = 0; i < count; ++i, ++slot) {
      while (!s.simplex.used[slot]) ++slot;
      v = multiply_add(by_id[i].w, s.simplex.lambda[slot], v);
      EXPECT_EQ(length(by_id[i].w - stored[i].w), 0);
      EXPECT_EQ(by_id[i].id_b, stored[i].id_b);
    }
    if (!s.overlap) {
      EXPECT_LT(length(v - s.v), 1e-15) << "v is their combination";
    }
    const NearestFeature<double> f = supporting_feature(s, support);
    EXPECT_EQ(f.two, count >= 2);
    EXPECT_EQ(f.three, count >= 3);
    if (count < 3) {
      EXPECT_EQ(f.point[2].id_a, f.point[0].id_a) << "the first is repeated";
    }
  }
  for (const int at_least_once : {1, 2, 3, 4}) EXPECT_GT(counts[at_least_once], 0) << at_least_once;
}

TEST(CoreAnswer, WithoutAStepThePointAgainstTheDirectionIsTaken) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 0, test::moved_by({3, 0, 0}));
  const auto support = vertex_difference<LinearScan>(p);
  GjkState<double> s;
  gjk_start(s, Vec3<double>{1, 1, 1}, true);
  SupportPoint<double> points[4];
  ASSERT_EQ(simplex_points(s, support, points), 1);
  EXPECT_EQ(points[0].id_a, support(-s.v).id_a);
}

/// Vertices of A with B a point at the origin.
SupportPoint<double> at(Vec3<double> a, std::uint32_t id) { return {a, a, {0, 0, 0}, id, 0}; }

TEST(CoreAnswer, OfATetrahedronTheTriangleThatHoldsTheTargetIsTaken) {
  const SupportPoint<double> points[4] = {at({0, 0, 1}, 0), at({1, 0, 0}, 1), at({0, 1, 0}, 2), at({-1, -1, 0}, 3)};
  const RelativePose<double> pose{Pose{}.rotation, {0, 0, 0}};
  // The middle of each face in turn.
  for (int skip = 0; skip < 4; ++skip) {
    Vec3<double> target{0, 0, 0};
    for (int k = 0; k < 4; ++k) target = target + (k == skip ? Vec3<double>{0, 0, 0} : points[k].a * (1.0 / 3));
    CoreAnswer<double> out = no_answer<double>();
    out.witness.residual2 = Huge<double>::value;
    offer_triangles(points, 4, target, pose, 0.0, out);
    EXPECT_LT(out.witness.residual2, 1e-30) << skip;
    EXPECT_LT(length(out.witness.a - target), 1e-15) << skip;
    ASSERT_EQ(out.carrier_a.count, 3u);
    for (const std::uint32_t id : out.carrier_a.id) EXPECT_NE(id, static_cast<std::uint32_t>(skip));
    EXPECT_EQ(out.carrier_b.count, 1u);
  }
}

TEST(CoreAnswer, ABetterWitnessIsKept) {
  const SupportPoint<double> points[3] = {at({0, 0, 0}, 0), at({1, 0, 0}, 1), at({0, 1, 0}, 2)};
  CoreAnswer<double> out = no_answer<double>();
  out.witness.residual2 = 0.01;
  out.witness.a = {9, 9, 9};
  offer_triangles(points, 3, {0.2, 0.2, 0.5}, {Pose{}.rotation, {0, 0, 0}}, 0.0, out);
  EXPECT_EQ(out.witness.a.x, 9) << "the triangle is half a unit away";
  offer_triangles(points, 3, {0.2, 0.2, 0.05}, {Pose{}.rotation, {0, 0, 0}}, 0.0, out);
  EXPECT_NEAR(out.witness.a.x, 0.2, 1e-15);
  EXPECT_NEAR(out.witness.residual2, 0.0025, 1e-15);
}

}  // namespace
}  // namespace abut
