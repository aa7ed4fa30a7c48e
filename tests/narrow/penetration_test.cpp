// Depth and witness points of overlapping cores: closed forms, too little memory, and points that GJK knows already.
#include "abut/narrow/penetration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::problem_of;
using test::Random;

constexpr double eps = Epsilon<double>::value;

static_assert(ids_tell_points<SimplexIds> && !ids_tell_points<SimplexPoints<double>>);

class Penetration : public testing::Test {
 protected:
  template <class Support>
  bool answer(const PairProblem<double>& p, const Support& support, CoreAnswer<double>& out,
              std::uint32_t capacity = most, std::uint32_t most_vertices = 0xffffffffu) {
    const auto s = test::gjk_of(p, support);
    EXPECT_TRUE(s.overlap);
    OverlapOptions<double> options{4 * eps * eps, {memory_.get(), capacity}, nullptr, {}};
    options.last.known = false;
    options.most_vertices = most_vertices;
    return overlapping_answer(p, s, support, options, out, iterations);
  }
  EpaMemory memory() { return {memory_.get(), most}; }
  std::uint32_t iterations = 0;

 private:
  static constexpr std::uint32_t most = 512;
  std::unique_ptr<std::byte[]> memory_ = std::make_unique<std::byte[]>(polytope_bytes<double>(most));
};

TEST_F(Penetration, OfBoxesIsTheNarrowestOfTheirOverlaps) {
  Random random(1);
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_box({0.5, 0.25, 2});
  const auto view = shapes.view<double>();
  for (int k = 0; k < 300; ++k) {
    const Vec3<double> at{random.uniform(-1.4, 1.4), random.uniform(-1.2, 1.2), random.uniform(-2.9, 2.9)};
    const PairProblem<double> p = problem_of(view, 0, 1, test::moved_by(at));
    const auto support = vertex_difference<LinearScan>(p);
    CoreAnswer<double> out = no_answer<double>();
    ASSERT_TRUE(answer(p, support, out));
    const double depth = std::fmin(1.5 - std::abs(at.x), std::fmin(1.25 - std::abs(at.y), 3 - std::abs(at.z)));
    EXPECT_NEAR(-out.separation * power_of_two<double>(p.exponent), depth, 8e-16) << k;
    EXPECT_LE(out.bound_gap, 4 * eps) << k;
    settle(p, support, memory(), 4 * eps * eps, out);
    EXPECT_LE(out.witness.residual2, 64 * eps * eps) << k;
    const Vec3<double> a = out.witness.a * power_of_two<double>(p.exponent), b = a - out.normal * depth - at;
    EXPECT_LE(max_abs(a), 1 + 8e-16) << "on A";
    EXPECT_LE(std::abs(b.x), 0.5 + 4e-15);
    EXPECT_LE(std::abs(b.y), 0.25 + 4e-15);
  }
}

TEST_F(Penetration, OfSphericalEllipsoidsIsWhatTheirRadiiSay) {
  ShapeSet shapes;
  shapes.add_ellipsoid({1, 1, 1});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 0, test::moved_by({1.2, 0.9, 1.2}));  // 1.92 away
  CoreAnswer<double> out = no_answer<double>();
  answer(p, core_difference<LinearScan>(p), out);
  const double depth = -out.separation * power_of_two<double>(p.exponent);
  EXPECT_NEAR(depth, 2 - std::sqrt(1.44 + 0.81 + 1.44), out.bound_gap * power_of_two<double>(p.exponent) + 1e-14);
}

TEST_F(Penetration, WithoutMemoryThereIsNoAnswer) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_ellipsoid({1, 0.5, 0.75});
  const auto view = shapes.view<double>();
  const PairProblem<double> boxes = problem_of(view, 0, 0, test::moved_by({0.5, 0.25, 0.125}));
  CoreAnswer<double> out = no_answer<double>();
  EXPECT_FALSE(answer(boxes, vertex_difference<LinearScan>(boxes), out, min_polytope_vertices - 1));
  EXPECT_EQ(out.separation, 0) << "what was there stays";
  // Smooth surfaces take more than eight vertices: out of room, unless no more are allowed.
  const PairProblem<double> smooth = problem_of(view, 1, 1, {{0.4, 0.25, 0.125}, rotation_from_quaternion(3, 1, 2, 1)});
  const auto support = core_difference<LinearScan>(smooth);
  EXPECT_FALSE(answer(smooth, support, out, min_polytope_vertices));
  const double bound = out.bound_gap;
  EXPECT_GT(bound, 0) << "the bounds are open";
  EXPECT_TRUE(answer(smooth, support, out, min_polytope_vertices, min_polytope_vertices));
  answer(smooth, support, out);
  EXPECT_LT(out.bound_gap, bound) << "more room closes them";
}

TEST_F(Penetration, MovedApartThePairHasItsWitnessPoints) {
  Random random(2);
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_cylinder(0.5, 1);
  const auto view = shapes.view<double>();
  for (int k = 0; k < 100; ++k) {
    const Vec3<double> at{1.4, random.uniform(-1, 1), random.uniform(-1, 1)};
    const PairProblem<double> p = problem_of(view, 0, 1, test::moved_by(at));
    const double unit = power_of_two<double>(p.exponent);
    CoreAnswer<double> out = no_answer<double>();
    out.normal = {1, 0, 0};
    out.separation = out.lower = -0.1 / unit;
    out.witness.residual2 = Huge<double>::value;
    witness_apart(core_difference<LinearScan>(p), p.size, 4 * eps * eps, out);
    const Vec3<double> a = out.witness.a * unit;
    EXPECT_NEAR(a.x, 1, 1e-14) << k;
    EXPECT_NEAR(a.y, at.y, 1e-6) << "the cylinder's side is nearest there";
    EXPECT_LE(std::abs(a.z - at.z), 1 + 1e-14);
    EXPECT_LT(std::sqrt(out.witness.residual2) * unit, 1e-14) << k;
  }
}

TEST_F(Penetration, OfCoresThatTouchGjksSimplexHasACommonPoint) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 0, test::moved_by({2, 0.5, 0.25}));
  const double unit = power_of_two<double>(p.exponent);
  const auto support = vertex_difference<LinearScan>(p);
  const auto s = test::gjk_of(p, support);
  CoreAnswer<double> out = no_answer<double>();
  out.witness.residual2 = 1;
  common_point(s, support, out);
  EXPECT_LT(out.witness.residual2, 64 * eps * eps);
  const Vec3<double> a = out.witness.a * unit;
  EXPECT_NEAR(a.x, 1, 4e-15);
  EXPECT_LE(std::abs(a.y - 0.5), 1 + 4e-15) << "in B's face too";
  EXPECT_LE(std::abs(a.z - 0.25), 1 + 4e-15);
  out.witness.residual2 = 0;
  out.witness.a = {9, 9, 9};
  common_point(s, support, out);
  EXPECT_EQ(out.witness.a.x, 9) << "a better one is kept";
}

TEST_F(Penetration, OfEquallyNearFacesTheLastNormalDecides) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 0, test::moved_by({1.5, 1.5, 0.25}));
  const auto support = vertex_difference<LinearScan>(p);
  const auto s = test::gjk_of(p, support);
  for (const Vec3<float> last : {Vec3<float>{1, 0, 0}, Vec3<float>{0, 1, 0}}) {
    OverlapOptions<double> options{4 * eps * eps, memory(), nullptr, {}};
    options.last.known = true;
    options.last.direction = last;
    CoreAnswer<double> out = no_answer<double>();
    ASSERT_TRUE(overlapping_answer(p, s, support, options, out, iterations));
    EXPECT_NEAR(dot(out.normal, widen(last)), 1, 1e-15);
    EXPECT_NEAR(-out.separation * power_of_two<double>(p.exponent), 0.5, 1e-15);
  }
}

}  // namespace
}  // namespace abut
