// The balls that are taken off curved kinds: the depth against EPA, and what a matrix that is no rotation makes of
// them.
#include "abut/narrow/eroded_core.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/narrow/curved_pairs.h"

namespace abut {
namespace {

using test::curved_shapes;
using test::Random;
using test::Regime;
using test::ShapePairs;
using Support = test::CurvedSupport;

constexpr double eps = Epsilon<double>::value;

class ErodedCore : public test::CurvedPairs {};

TEST_F(ErodedCore, WithoutTheirBallsEllipsoidsAreAsDeepAsEpaSays) {
  const ShapeSet shapes = curved_shapes(3);
  const auto view = shapes.view<double>();
  int answered = 0;
  for (const Regime regime : {Regime::shallow, Regime::deep}) {
    const ShapePairs in = test::random_pairs(shapes, 600, regime, 5);
    for (std::size_t i = 0; i < in.pairs.size(); ++i) {
      const PairProblem<double> p = problem(view, in, i);
      if (joins_vertex_sets(p)) continue;
      const Support support = core_difference<LinearScan>(p);
      CoreAnswer<double> eroded = no_answer<double>(), by_epa = no_answer<double>();
      std::uint32_t steps = 0, iterations = 0;
      if (!eroded_overlap(p, support, eroded, steps)) continue;
      if (!depth_by_epa(p, support, by_epa, iterations)) continue;
      ++answered;
      const double rounding_error = 16 * eps * p.size;
      EXPECT_NEAR(eroded.separation, by_epa.separation, by_epa.bound_gap + rounding_error) << i;
      EXPECT_NEAR(eroded.separation, -dot(eroded.normal, support(eroded.normal).w), rounding_error) << i;
      EXPECT_LE(eroded.lower, -dot(by_epa.normal, support(by_epa.normal).w) + rounding_error) << i;
      // The witness point lies on A, and the other one on B.
      const Vec3<double> on_b = eroded.witness.a + eroded.normal * eroded.separation;
      EXPECT_NEAR(dot(eroded.normal, eroded.witness.a), dot(eroded.normal, support(eroded.normal).a), rounding_error)
          << i;
      EXPECT_NEAR(dot(eroded.normal, on_b), dot(eroded.normal, transform(p.pose, support(eroded.normal).b)),
                  rounding_error);
    }
  }
  EXPECT_GT(answered, 200);
}

/// A rotation but for some 1e-7, as a body set admits it.
Mat3<double> stretched_rotation(Random& random) {
  const Vec3<double> by = random.in_cube() * 4e-7;
  return times(random.rotation(), Mat3<double>{{1 + by.x, 0, 0, 0, 1 + by.y, 0, 0, 0, 1 + by.z}});
}

/// The width of the difference of a problem along its answer's normal, in the caller's unit.
template <class T>
double width_along(const PairProblem<double, T>& p, Vec3<double> normal) {
  const CoreDifference<double, LinearScan, T> support = core_difference<LinearScan>(p);
  return dot(normal, support(normal).w) / length(normal) * power_of_two<double>(p.exponent);
}

TEST_F(ErodedCore, FloatBoundsHoldForRoundedMatrices) {
  ShapeSet shapes;
  shapes.add_ellipsoid({0.05, 0.05, 0.05});
  shapes.add_ellipsoid({1, 1, 1});
  const auto view = shapes.view<float>();
  Random random(23);
  int overlapping = 0;
  for (int i = 0; i < 1000; ++i) {
    PairProblem<float> p{};
    const RelativePose<double> pose{random.rotation(), random.direction() * random.uniform(0.95, 1.04)};
    ASSERT_EQ(make_problem(view, 0, 1, pose, 1e300, p), Status::converged);
    const Contact<float> c = query_pair_fully<float>(p, memory()).contact;
    overlapping += c.epa_iterations == 0 ? 1 : 0;
    EXPECT_LE(static_cast<double>(c.lower_bound), -width_along(widened(p), widen(c.normal))) << i;
  }
  EXPECT_GT(overlapping, 900);
}

TEST_F(ErodedCore, DepthIsThatOfTheMatrixAsItIs) {
  ShapeSet shapes;
  shapes.add_ellipsoid({0.05, 0.05, 0.05});
  shapes.add_ellipsoid({1, 1, 1});
  const auto view = shapes.view<double>();
  Random random(25);
  for (int i = 0; i < 1000; ++i) {
    PairProblem<double> p{};
    const RelativePose<double> pose{stretched_rotation(random), random.direction() * random.uniform(0.95, 1.04)};
    ASSERT_EQ(make_problem(view, 0, 1, pose, 1e300, p), Status::converged);
    const Contact<double> c = query_pair<double, LinearScan>(p, memory()).contact;
    const double width = width_along(p, c.normal);
    EXPECT_EQ(c.epa_iterations, 0) << i;
    EXPECT_LE(c.lower_bound, -width) << i;
    EXPECT_NEAR(c.separation, -width, 16 * eps) << i;
  }
}

/// A stretched ball less a ball of its size is not convex: the depth is that of no direction then.
TEST_F(ErodedCore, DepthIsThatOfATermsMatrixAsItIs) {
  Random random(27);
  int answered = 0;
  for (int i = 0; i < 1000; ++i) {
    ShapeSet shapes;
    const std::uint32_t point = shapes.add_point({0, 0, 0}), ball = shapes.add_ellipsoid({1, 1, 1});
    const std::uint32_t sum = shapes.add_minkowski_sum(point, ball, {{0, 0, 0}, stretched_rotation(random)});
    const auto view = shapes.view<double>();
    PairProblem<double> p{};
    const RelativePose<double> pose{random.rotation(), random.direction() * random.magnitude(1e-6, 1e-2)};
    ASSERT_EQ(make_problem(view, sum, point, pose, 1e300, p), Status::converged);
    const Contact<double> c = query_pair<double, LinearScan>(p, memory()).contact;
    if (c.epa_iterations > 0) continue;
    ++answered;
    EXPECT_NEAR(c.separation, -width_along(p, c.normal), 16 * eps) << i;
    for (int k = 0; k < 8; ++k) {
      const Vec3<double> beside = multiply_add(random.direction(), random.magnitude(1e-3, 0.1), c.normal);
      EXPECT_GE(width_along(p, beside), -c.separation - 16 * eps) << i;
    }
  }
  EXPECT_GT(answered, 500);
}

}  // namespace
}  // namespace abut
