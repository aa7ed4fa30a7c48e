// The depth of polytopes in solids that planes mirror: against every sampled direction, and against closed forms.
#include "abut/narrow/parts_overlap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "host/torture/case_check.h"
#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::problem_of;
using test::Random;
using Support = CoreDifference<double, LinearScan>;

/// An answer that knows one direction.
CoreAnswer<double> along(const Support& support, Vec3<double> normal) {
  CoreAnswer<double> out = no_answer<double>();
  out.normal = normal;
  out.separation = out.lower = -dot(normal, support(normal).w);
  out.witness.residual2 = Huge<double>::value;
  return out;
}

TEST(PartsOverlap, ATriangleInABallLeavesItByTheShortestWay) {
  Random random(1);
  int answered = 0;
  for (int k = 0; k < 60; ++k) {
    ShapeSet shapes;
    const auto corner = [&] { return random.in_ball() * 0.3; };
    shapes.add_triangle(corner(), corner(), corner());
    shapes.add_ellipsoid({1, 1, 1});
    shapes.add_sphere(1);
    const auto view = shapes.view<double>();
    const Pose pose = test::moved_by(random.in_ball() * 0.2);
    test::ShapePairs with_sphere;
    with_sphere.add({0, 2}, pose);
    const Contacts<double> by_radius = test::query_all<double>(shapes, with_sphere, Cpu{1});
    const PairProblem<double> p = problem_of(view, 0, 1, pose);
    const Support support = core_difference<LinearScan>(p);
    CoreAnswer<double> out = along(support, random.direction());
    if (!parts_overlap(p, support, out)) continue;
    ++answered;
    const double depth = -out.separation;
    EXPECT_NEAR(depth, dot(out.normal, support(out.normal).w), 1e-14) << k;
    for (int i = 0; i < 2000; ++i) {
      const Vec3<double> n = random.direction();
      EXPECT_GE(dot(n, support(n).w), depth - out.bound_gap - 1e-14) << k;
    }
    // One radius less the distance of the centre, which the closed form of a sphere says.
    EXPECT_NEAR(depth * power_of_two<double>(p.exponent), -by_radius.separation[0], 1e-13) << k;
  }
  EXPECT_GT(answered, 20);
}

TEST(PartsOverlap, ABoxInACylinderIsAsDeepAsTheNearestWay) {
  ShapeSet shapes;
  shapes.add_hull(std::vector<Vec3<double>>{{-.1, -.1, -.1},
                                            {.1, -.1, -.1},
                                            {-.1, .1, -.1},
                                            {.1, .1, -.1},
                                            {-.1, -.1, .1},
                                            {.1, -.1, .1},
                                            {-.1, .1, .1},
                                            {.1, .1, .1}});
  shapes.add_cylinder(1, 0.5);
  const auto view = shapes.view<double>();
  // Along the axis: half lengths and how far it is off; the radius is more.
  const PairProblem<double> p = problem_of(view, 0, 1, test::moved_by({0.05, 0.02, 0.2}));
  const Support support = core_difference<LinearScan>(p);
  CoreAnswer<double> out = along(support, unit_vector(Vec3<double>{1, 2, 3}));
  ASSERT_TRUE(parts_overlap(p, support, out));
  EXPECT_NEAR(-out.separation * power_of_two<double>(p.exponent), 0.1 + 0.5 - 0.2, 1e-14);
  EXPECT_NEAR(out.normal.z, 1, 1e-14);
  EXPECT_LT(out.witness.residual2, 1e-28);
}

TEST(PartsOverlap, ProvesDepthsAlongArcs) {
  // Without the stages before it, which answer some of them.
  Random random(2);
  int answered = 0;
  for (const io::PairCase& c : io::read_cases(ABUT_TEST_DATA "/regress/depths_along_arcs.json")) {
    if (!c.expected) continue;
    SCOPED_TRACE(c.name);
    ShapeSet shapes;
    const std::uint32_t a = io::add_shape(shapes, c.shape_a), b = io::add_shape(shapes, c.shape_b);
    const auto view = shapes.view<double>();
    const PairProblem<double> p = problem_of(view, a, b, torture::exact_relative_pose(c.pose_a, c.pose_b));
    const Support support = core_difference<LinearScan>(p);
    CoreAnswer<double> out = along(support, random.direction());
    if (!parts_overlap(p, support, out)) continue;
    ++answered;
    const double unit = power_of_two<double>(p.exponent);
    EXPECT_NEAR(out.separation * unit, c.expected->separation + view.headers[a].rounding + view.headers[b].rounding,
                c.expected->tolerance + 1e-13 * unit);
  }
  EXPECT_EQ(answered, 15);
}

TEST(PartsOverlap, IsForDifferencesWithASolidInDouble) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_ellipsoid({1, 0.5, 0.75});
  shapes.add_point({0, 0, 0});
  const auto view = shapes.view<double>();
  const auto asked = [&](std::uint32_t a, std::uint32_t b) {
    const PairProblem<double> p = problem_of(view, a, b, test::moved_by({0.1, 0.2, 0.3}));
    const Support support = core_difference<LinearScan>(p);
    CoreAnswer<double> out = along(support, {1, 0, 0});
    return parts_overlap(p, support, out);
  };
  EXPECT_FALSE(asked(0, 0)) << "no solid";
  EXPECT_TRUE(asked(1, 1)) << "no polytope";
  EXPECT_TRUE(asked(1, 2)) << "a point is none";
  EXPECT_TRUE(asked(0, 1));
  const PairProblem<double> p = problem_of(view, 0, 0, test::moved_by({0.1, 0.2, 0.3}));
  CoreAnswer<double> out = no_answer<double>();
  EXPECT_FALSE(parts_overlap(p, vertex_difference<LinearScan>(p), out));
  const auto floats = shapes.view<float>();
  const PairProblem<float> q = problem_of(floats, 0, 1, test::moved_by({0.1, 0.2, 0.3}));
  CoreAnswer<float> in_float = no_answer<float>();
  EXPECT_FALSE(parts_overlap(q, core_difference<LinearScan>(q), in_float));
}

}  // namespace
}  // namespace abut
