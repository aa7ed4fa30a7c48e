// Overlaps of curved kinds: the balls that are taken off them, and the direction of least width.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "abut/narrow/query.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;
using test::Regime;
using test::ShapePairs;
using Support = CoreDifference<double, LinearScan>;

constexpr double eps = Epsilon<double>::value;

/// Every curved kind, and two sums.
ShapeSet curved_shapes(std::uint64_t seed) {
  Random random(seed);
  ShapeSet set;
  const auto size = [&] { return random.uniform(0.3, 1); };
  for (int round = 0; round < 3; ++round) {
    const std::uint32_t ellipsoid = set.add_ellipsoid({size(), size(), size()});
    const std::uint32_t cylinder = set.add_cylinder(size(), size());
    set.add_cone(size(), size());
    set.add_minkowski_sum(ellipsoid, cylinder, {random.in_ball(), random.rotation()});
    set.add_minkowski_sum(cylinder, set.add_box({size(), size(), size()}), {random.in_ball(), random.rotation()});
  }
  return set;
}

class CurvedOverlap : public testing::Test {
 protected:
  /// The problem of pair i.
  PairProblem<double> problem(const ShapeSetView<double>& view, const ShapePairs& in, std::size_t i) {
    const auto centre = [&](std::uint32_t shape) {
      const double* c = view.headers[shape].centre;
      return Vec3<double>{c[0], c[1], c[2]};
    };
    const Pose b = in.pose(i);
    PairProblem<double> p{};
    const RelativePose<double> pose = relative_pose(Pose{}, b, centre(in.pairs[i].a), centre(in.pairs[i].b));
    EXPECT_EQ(make_problem(view, in.pairs[i].a, in.pairs[i].b, pose, 1e300, p), Status::converged);
    return p;
  }
  EpaMemory memory() { return {memory_.get(), capacity}; }
  bool depth_by_epa(const PairProblem<double>& p, const Support& support, CoreAnswer<double>& out,
                    std::uint32_t& iterations) {
    GjkState<double, SimplexPoints<double>> s;
    gjk_start(s, -p.pose.translation, true);
    gjk(s, support, NoCutoff<double>::value);
    const OverlapOptions<double> options{0, memory(), nullptr, {}};
    return s.overlap && overlapping_answer(p, s, support, options, out, iterations);
  }

 private:
  static constexpr std::uint32_t capacity = 4096;
  std::unique_ptr<std::byte[]> memory_ = std::make_unique<std::byte[]>(polytope_bytes<double>(capacity));
};

TEST_F(CurvedOverlap, WithoutTheirBallsEllipsoidsAreAsDeepAsEpaSays) {
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

TEST_F(CurvedOverlap, SupportPointsMoveAsTheirDerivativeSays) {
  const ShapeSet shapes = curved_shapes(7);
  const auto view = shapes.view<double>();
  const ShapePairs in = test::random_pairs(shapes, 400, Regime::deep, 9);
  Random random(11);
  int moved = 0;
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    const PairProblem<double> p = problem(view, in, i);
    const Support support = core_difference<LinearScan>(p);
    const Vec3<double> u = random.direction(), du = random.direction();
    constexpr double h = 1e-6;
    const Vec3<double> ahead = multiply_add(du, h, u), behind = multiply_add(du, -h, u);
    const Vec3<double> steps = least_width_detail::step_of_difference(support, ahead) -
                               least_width_detail::step_of_difference(support, behind);
    const Vec3<double> measured = (support(ahead).w - support(behind).w - steps) * (0.5 / h);
    if (length(measured) > 100) continue;  // from a cone's apex to its rim
    const Vec3<double> stated = least_width_detail::turn_of_difference(support, u, du);
    EXPECT_LT(length(measured - stated), 1e-7 * (1 + length(measured))) << i;
    moved += length(measured) > 0.01 ? 1 : 0;
  }
  EXPECT_GT(moved, 200);
}

TEST_F(CurvedOverlap, LeastWidthIsNarrowestAmongItsNeighbours) {
  const ShapeSet shapes = curved_shapes(13);
  const auto view = shapes.view<double>();
  const ShapePairs in = test::random_pairs(shapes, 600, Regime::shallow, 15);
  Random random(17);
  int smooth = 0, creased = 0;
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    const PairProblem<double> p = problem(view, in, i);
    const Support support = core_difference<LinearScan>(p);
    CoreAnswer<double> known = no_answer<double>();
    std::uint32_t iterations = 0;
    if (!depth_by_epa(p, support, known, iterations)) continue;
    LeastWidth<double> found;
    const Vec3<double> about = multiply_add(random.in_ball(), 0.02, known.normal);
    found.normal = about * (1 / length(about));
    if (!least_width(support, 2 * eps * p.size, found)) continue;
    (dot(found.edge, found.edge) > 0 ? creased : smooth) += 1;
    EXPECT_NEAR(dot(found.normal, found.normal), 1, 8 * eps);
    EXPECT_NEAR(found.width, dot(found.normal, support(found.normal).w), 32 * eps * p.size) << i;
    for (int k = 0; k < 8; ++k) {
      const Vec3<double> beside = multiply_add(random.direction(), 1e-4, found.normal);
      const Vec3<double> n = beside * (1 / length(beside));
      EXPECT_GE(dot(n, support(n).w), found.width - 64 * eps * p.size) << i;
    }
  }
  EXPECT_GT(smooth, 50);
  EXPECT_GT(creased, 50);
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

TEST_F(CurvedOverlap, FloatBoundsHoldForRoundedMatrices) {
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

TEST_F(CurvedOverlap, DepthIsThatOfTheMatrixAsItIs) {
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
TEST_F(CurvedOverlap, DepthIsThatOfATermsMatrixAsItIs) {
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

TEST_F(CurvedOverlap, FloatBoundsFarApartAreNotCalledMet) {
  Random random(29);
  int open = 0, met = 0;
  for (int i = 0; i < 30; ++i) {
    ShapeSet shapes;
    const double radius = random.uniform(0.3, 1), inner = random.uniform(0.05, 0.3);
    // Sums of more terms than the search along common axes takes: EPA has to grow all around them.
    const auto sum = [&](double of) {
      const std::uint32_t leaf = shapes.add_cylinder(of / 4, 1.25);
      const std::uint32_t two = shapes.add_minkowski_sum(leaf, i % 2 == 0 ? leaf : shapes.add_cone(of / 4, 1.25));
      return shapes.add_minkowski_sum(two, two);
    };
    const std::uint32_t a = sum(radius), b = sum(inner);
    const auto view = shapes.view<float>();
    PairProblem<float> p{};
    const RelativePose<double> pose{Pose{}.rotation, random.direction() * random.magnitude(1e-6, 1e-2)};
    ASSERT_EQ(make_problem(view, a, b, pose, 1e300, p), Status::converged);
    const Contact<float> c = query_pair_fully<float>(p, memory()).contact;
    const double reach = static_cast<double>(p.size * power_of_two<float>(p.exponent) + std::abs(c.separation));
    (status_of(c.status) == Status::iteration_limit ? open : met) += 1;
    if (status_of(c.status) == Status::converged) {
      EXPECT_LE(static_cast<double>(c.bound_gap), 1.001 * static_cast<double>(Epsilon<float>::value) * reach) << i;
    }
  }
  EXPECT_GT(open, 3);
  EXPECT_GT(met, 3);
}

/// 44 and 27 iterations each without the directions of least width, 20 and 14 with them.
TEST_F(CurvedOverlap, TakesFewVertices) {
  Random random(19);
  ShapeSet cylinders, mixed;
  for (ShapeSet* set : {&cylinders, &mixed}) {
    for (int k = 0; k < 8; ++k) set->add_cylinder(random.uniform(0.2, 1), random.uniform(0.2, 1));
  }
  for (int k = 0; k < 8; ++k) mixed.add_box({random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)});
  for (const ShapeSet* set : {&cylinders, &mixed}) {
    const ShapePairs in = test::random_pairs(*set, 400, Regime::shallow, 21);
    const Contacts<double> out = test::query_all<double>(*set, in, Cpu{1});
    double sum = 0;
    int count = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
      if (set->header(in.pairs[i].a).kind == set->header(in.pairs[i].b).kind && set == &mixed) continue;
      EXPECT_NE(status_of(out.status[i]), Status::iteration_limit);
      sum += out.epa_iterations[i];
      ++count;
    }
    EXPECT_LT(sum / count, set == &mixed ? 18 : 24);
  }
}

}  // namespace
}  // namespace abut
