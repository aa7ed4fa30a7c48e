// Witness points of curved cores along a known normal: on flat ends, on sides, and on sums.
#include "abut/narrow/flat_witness.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;

class FlatWitness : public testing::Test {
 protected:
  /// The witness on A in A's frame, of shapes 0 and 1 that are `depth` deep along z.
  Vec3<double> witness(const ShapeSet& shapes, const Pose& pose, double depth, double limit) {
    const auto view = shapes.view<double>();
    const PairProblem<double> p = test::problem_of(view, 0, 1, pose);
    const double unit = power_of_two<double>(p.exponent);
    CoreAnswer<double> out = no_answer<double>();
    out.normal = {0, 0, 1};
    out.separation = -depth / unit;
    out.witness.residual2 = Huge<double>::value;
    flat_witness(core_difference<LinearScan>(p), 1e-30, out);
    EXPECT_LT(std::sqrt(out.witness.residual2) * unit, limit);
    return out.witness.a * unit;
  }
};

TEST_F(FlatWitness, OfCylindersEndToEndIsInBothDiscs) {
  Random random(1);
  for (int k = 0; k < 100; ++k) {
    ShapeSet shapes;
    const double ra = random.uniform(0.2, 1), rb = random.uniform(0.2, 1);
    shapes.add_cylinder(ra, 1);
    shapes.add_cylinder(rb, 1);
    const double angle = random.uniform(0, 6.3), far = random.uniform(0, 0.9) * (ra + rb);
    const Vec3<double> at{far * std::cos(angle), far * std::sin(angle), 1.95};
    const Vec3<double> a = witness(shapes, test::moved_by(at), 0.05, 1e-7);
    EXPECT_NEAR(a.z, 1, 1e-7) << k;
    EXPECT_LE(std::hypot(a.x, a.y), ra + 1e-7) << k;
    EXPECT_LE(std::hypot(a.x - at.x, a.y - at.y), rb + 1e-7) << k;
  }
}

TEST_F(FlatWitness, OfACylinderThatLiesOnABoxIsOnItsSide) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_cylinder(0.5, 0.75);
  const Mat3<double> across{{0, 0, 1, 1, 0, 0, 0, 1, 0}};  // its axis along x
  const Vec3<double> a = witness(shapes, {{0.5, 0.25, 1.45}, across}, 0.05, 1e-7);
  EXPECT_NEAR(a.z, 1, 1e-7);
  EXPECT_NEAR(a.y, 0.25, 1e-6) << "below the axis";
  EXPECT_LE(std::abs(a.x - 0.5), 0.75 + 1e-7);
  EXPECT_LE(a.x, 1 + 1e-7);
}

TEST_F(FlatWitness, OfASumIsInTheSumOfItsFaces) {
  ShapeSet shapes;
  const std::uint32_t box = shapes.add_box({1, 1, 1});
  const std::uint32_t cylinder = shapes.add_cylinder(0.5, 0.25);
  const std::uint32_t sum = shapes.add_minkowski_sum(box, cylinder);
  const auto view = shapes.view<double>();
  const PairProblem<double> p = test::problem_of(view, sum, box, test::moved_by({2.3, 0.5, 2.2}));
  const double unit = power_of_two<double>(p.exponent);
  CoreAnswer<double> out = no_answer<double>();
  out.normal = {0, 0, 1};
  out.separation = -0.05 / unit;
  out.witness.residual2 = Huge<double>::value;
  flat_witness(core_difference<LinearScan>(p), 1e-30, out);
  EXPECT_LT(std::sqrt(out.witness.residual2) * unit, 1e-7);
  const Vec3<double> a = out.witness.a * unit;
  EXPECT_NEAR(a.z, 1.25, 1e-7);
  EXPECT_GE(a.x, 1.3 - 1e-7) << "B's face begins there";
  EXPECT_LE(a.x, 1.5 + 1e-7) << "and A's ends";
}

TEST_F(FlatWitness, OfVertexSetsIsNotLookedFor) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  const PairProblem<double> p = test::problem_of(view, 0, 0, test::moved_by({0, 0, 1.9}));
  CoreAnswer<double> out = no_answer<double>();
  out.witness.residual2 = 4;
  flat_witness(vertex_difference<LinearScan>(p), 1e-30, out);
  EXPECT_EQ(out.witness.residual2, 4);
}

TEST(FlatDifference, IsTheFarthestPartProjectedAlongTheNormal) {
  ShapeSet shapes;
  shapes.add_cylinder(1, 1);
  shapes.add_cylinder(0.5, 1);
  const auto view = shapes.view<double>();
  const PairProblem<double> p = test::problem_of(view, 0, 1, test::moved_by({0.25, 0, 1.9}));
  const double unit = power_of_two<double>(p.exponent);
  const auto whole = core_difference<LinearScan>(p);
  const flat_detail::FlatDifference<double, LinearScan, double> flat{whole, {0, 0, 1}};
  Random random(2);
  for (int k = 0; k < 200; ++k) {
    const Vec3<double> u = random.direction(), w = flat(u).w * unit;
    EXPECT_NEAR(w.z, 0, 1e-16);
    // Both discs together, moved by what B is off.
    const double across = std::hypot(u.x, u.y);
    EXPECT_NEAR(w.x * u.x + w.y * u.y, 1.5 * across - 0.25 * u.x, 1e-7);
  }
}

}  // namespace
}  // namespace abut
