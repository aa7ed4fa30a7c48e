// The problem of two shapes of the plane: its unit, what it refuses, and the same in double.
#include "abut/planar/problem.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/planar/planar_cases.h"

namespace abut {
namespace {

RelativePose<double> at(double x, double y, Vec2<double> turn = {1, 0}) {
  return {{{turn.x, -turn.y, 0, turn.y, turn.x, 0, 0, 0, 1}}, {x, y, 0}};
}

/// A box of half extents 1 and 2 and a disc of radius 3.
PlanarShapeSet box_and_disc(double unit = 1) {
  PlanarShapeSet shapes;
  shapes.add_polygon(
      std::vector<Vec2<double>>{{-unit, -2 * unit}, {unit, -2 * unit}, {unit, 2 * unit}, {-unit, 2 * unit}});
  shapes.add_disc(3 * unit);
  return shapes;
}

TEST(PlanarProblems, HaveAUnitInWhichTheLargerLengthIsBetweenOneAndTwo) {
  const PlanarShapeSet shapes = box_and_disc();
  const auto view = shapes.view<double>();
  PlanarProblem<double> p;
  ASSERT_EQ(make_planar_problem(view, 0, 1, at(1, 1), HUGE_VAL, p), Status::converged);
  const double unit = power_of_two<double>(p.exponent);
  EXPECT_NEAR(p.size * unit, std::sqrt(5.0) + 3, 1e-15 * 8);
  EXPECT_GE(p.size, 1);
  EXPECT_LT(p.size, 2);
  EXPECT_EQ(p.rounding_a, 0);
  EXPECT_EQ(p.rounding_b * unit, 3);
  EXPECT_EQ(p.own.pose.translation.x * unit, 1);
  EXPECT_EQ(p.alert, Huge<double>::value);
  ASSERT_EQ(make_planar_problem(view, 0, 1, at(1000, 1), 7, p), Status::converged);
  EXPECT_GE(p.own.pose.translation.x, 1);
  EXPECT_LT(p.own.pose.translation.x, 2);
  EXPECT_GE(p.alert * power_of_two<double>(p.exponent), 7);
}

TEST(PlanarProblems, OfFloatsAreTheSameInDouble) {
  const PlanarShapeSet shapes = box_and_disc(0.1);
  const auto view = shapes.view<float>();
  PlanarProblem<float> p;
  ASSERT_EQ(make_planar_problem(view, 0, 0, at(0.3, 0.7, {0.6, 0.8}), HUGE_VAL, p), Status::converged);
  for (std::uint32_t v = 0; v < 4; ++v) {
    EXPECT_EQ(vertex(p.wide.a, v).x, static_cast<double>(vertex(p.own.a, v).x));
    EXPECT_EQ(vertex(p.wide.b, v).y, static_cast<double>(vertex(p.own.b, v).y));
  }
  EXPECT_EQ(p.wide.pose.translation.y, static_cast<double>(p.own.pose.translation.y));
  EXPECT_EQ(p.wide.pose.rotation.m[3], static_cast<double>(0.8f));
}

TEST(PlanarProblems, WhatCannotBeQueriedHasAStatus) {
  const PlanarShapeSet shapes = box_and_disc();
  const auto view = shapes.view<float>();
  PlanarProblem<float> p;
  const auto status = [&](const RelativePose<double>& pose) {
    return make_planar_problem(view, 0, 1, pose, HUGE_VAL, p);
  };
  EXPECT_EQ(status(at(0, 0, {0.6, 0.8})), Status::converged);
  EXPECT_EQ(status(at(std::nan(""), 0)), Status::invalid_pose);
  EXPECT_EQ(status(at(0, HUGE_VAL)), Status::invalid_pose);
  EXPECT_EQ(status(at(0, 0, {1 + 1e-6, 0})), Status::converged) << "a rotation to a part in a million";
  EXPECT_EQ(status(at(0, 0, {1 + 3e-6, 0})), Status::invalid_pose);
  EXPECT_EQ(status(at(1e200, 0)), Status::degenerate_shape) << "lengths that a float cannot hold";
}

}  // namespace
}  // namespace abut
