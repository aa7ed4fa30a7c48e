// The unit of a pair, what cannot be queried, and the same problem in double.
#include "abut/narrow/problem.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::moved_by;
using test::problem_of;
using test::Random;

constexpr double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();

ShapeSet two_boxes(double unit = 1) {
  ShapeSet shapes;
  shapes.add_box(Vec3<double>{1, 2, 2} * unit, 0.25 * unit);
  shapes.add_box(Vec3<double>{2, 3, 6} * unit);
  return shapes;
}

TEST(UnitExponent, IsThatOfTheCLibrary) {
  Random random(1);
  for (int k = 0; k < 10000; ++k) {
    const double x = random.magnitude(1e-150, 1e150);
    EXPECT_EQ(problem_detail::exponent_of(x), std::ilogb(x)) << x;
  }
  for (const double x : {1.0, 2.0, 0x1p32, 0x1p-32, std::nextafter(2.0, 0.0), std::nextafter(0x1p32, 0.0)}) {
    EXPECT_EQ(problem_detail::exponent_of(x), std::ilogb(x)) << x;
  }
  EXPECT_EQ(problem_detail::unit_exponent(0), 0);
  EXPECT_EQ(problem_detail::unit_exponent(0x1p-1050), -1000) << "2^-exponent is finite";
}

TEST(Problem, TheLargerOfSizeAndDistanceIsBetweenOneAndTwo) {
  const ShapeSet shapes = two_boxes();
  const auto view = shapes.view<double>();
  const PairProblem<double> near = problem_of(view, 0, 1, moved_by({0, 0, 1}));
  EXPECT_EQ(near.size * power_of_two<double>(near.exponent), 3 + 0.25 + 7);
  EXPECT_EQ(near.rounding_a * power_of_two<double>(near.exponent), 0.25);
  EXPECT_EQ(near.rounding_b, 0);
  EXPECT_EQ(near.alert, Huge<double>::value);
  EXPECT_GE(near.size, 1);
  EXPECT_LT(near.size, 2);
  const PairProblem<double> far = problem_of(view, 0, 1, moved_by({0, 0, 1000}));
  EXPECT_EQ(far.pose.translation.z * power_of_two<double>(far.exponent), 1000);
  EXPECT_GE(far.pose.translation.z, 1);
  EXPECT_LT(far.pose.translation.z, 2);
}

TEST(Problem, APowerOfTwoChangesTheExponentAlone) {
  const ShapeSet shapes = two_boxes(), larger = two_boxes(0x1p300);
  const auto view = shapes.view<double>(), of_larger = larger.view<double>();
  const PairProblem<double> p = problem_of(view, 0, 1, moved_by({1, 2, 3}), 5);
  const PairProblem<double> q = problem_of(of_larger, 0, 1, moved_by(Vec3<double>{1, 2, 3} * 0x1p300), 5 * 0x1p300);
  EXPECT_EQ(q.exponent, p.exponent + 300);
  EXPECT_EQ(q.size, p.size);
  EXPECT_EQ(q.alert, p.alert);
  EXPECT_EQ(q.rounding_a, p.rounding_a);
  EXPECT_EQ(q.pose.translation.y, p.pose.translation.y);
  for (std::uint32_t k = 0; k < 8; ++k) EXPECT_EQ(vertex(q.b.vertices, k).z, vertex(p.b.vertices, k).z);
}

TEST(Problem, AlertDistancesAreRoundedUpAndHugeOnesAreNone) {
  const ShapeSet shapes = two_boxes();
  const auto view = shapes.view<float>();
  Random random(2);
  for (int k = 0; k < 200; ++k) {
    const double alert = random.magnitude(1e-6, 1e3);
    const PairProblem<float> p = problem_of(view, 0, 1, Pose{}, alert);
    EXPECT_GE(static_cast<double>(p.alert) * power_of_two<double>(p.exponent), alert);
    EXPECT_LE(static_cast<double>(p.alert) * power_of_two<double>(p.exponent), alert * (1 + 0x1p-21));
  }
  EXPECT_EQ(problem_of(view, 0, 1, Pose{}, 1e9).alert, Huge<float>::value);
}

TEST(Problem, WhatCannotBeQueriedHasAStatus) {
  const ShapeSet shapes = two_boxes(), huge = two_boxes(1e200);
  const auto view = shapes.view<double>();
  const auto of_huge = huge.view<float>();
  PairProblem<double> p;
  const Mat3<double> identity = Pose{}.rotation;
  const auto status = [&](const RelativePose<double>& pose) { return make_problem(view, 0, 1, pose, inf, p); };
  EXPECT_EQ(status({identity, {0, 0, 0}}), Status::converged);
  EXPECT_EQ(status({identity, {0, nan, 0}}), Status::invalid_pose);
  EXPECT_EQ(status({identity, {inf, 0, 0}}), Status::invalid_pose);
  Mat3<double> bad = identity;
  bad.m[5] = nan;
  EXPECT_EQ(status({bad, {0, 0, 0}}), Status::invalid_pose);
  bad.m[5] = -2;
  EXPECT_EQ(status({bad, {0, 0, 0}}), Status::converged) << "2 is allowed";
  bad.m[5] = std::nextafter(2, 3);
  EXPECT_EQ(status({bad, {0, 0, 0}}), Status::invalid_pose);
  PairProblem<float> q;
  EXPECT_EQ(make_problem(of_huge, 0, 1, {identity, {0, 0, 0}}, inf, q), Status::degenerate_shape)
      << "no unit of a float is so long";
}

TEST(Problem, InDoubleItIsTheFloatsExactly) {
  ShapeSet shapes = test::mixed_shapes(3);
  test::add_curved_and_large(shapes, 4);
  const auto view = shapes.view<float>();
  Random random(5);
  for (int k = 0; k < 300; ++k) {
    const std::uint32_t a = random.below(shapes.size()), b = random.below(shapes.size());
    const PairProblem<float> p = problem_of(view, a, b, {random.in_ball(), random.rotation()}, k % 2 == 0 ? inf : 0.1);
    const PairProblem<double, float> w = widened(p);
    EXPECT_EQ(w.exponent, p.exponent);
    EXPECT_EQ(w.size, static_cast<double>(p.size));
    EXPECT_EQ(w.alert, k % 2 == 0 ? Huge<double>::value : static_cast<double>(p.alert));
    EXPECT_EQ(w.a.header, p.a.header);
    EXPECT_EQ(w.b.half.y, static_cast<double>(p.b.half.y));
    for (int i = 0; i < 9; ++i) EXPECT_EQ(w.pose.rotation.m[i], static_cast<double>(p.pose.rotation.m[i]));
    if (!joins_vertex_sets(p)) continue;
    const auto wide = vertex_difference<LinearScan>(w);
    for (std::uint32_t i = 0; i < wide.a.count; ++i) {
      EXPECT_EQ(vertex(wide.a, i).x, static_cast<double>(vertex(p.a.vertices, i).x));
    }
  }
}

}  // namespace
}  // namespace abut
