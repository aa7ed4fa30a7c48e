// The least width along an arc of directions: against a dense sample of them, and where all are equally short.
#include "abut/narrow/arc_width.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/random.h"

namespace abut {
namespace {

using test::Random;

constexpr double tolerance = 1e-15;

PlaneVector at_angle(double angle) { return {std::cos(angle), std::sin(angle)}; }

PlanarOutline random_outline(Random& random) {
  const double half = random.uniform(0.1, 1), radius = random.uniform(0.1, 1);
  const PlaneVector axis = at_angle(random.uniform(-3, 3));
  switch (static_cast<int>(random.uniform(0, 4))) {
    case 0: return {axis, half, 0, 0, 2, 0, false};
    case 1: return {axis, 0, half * half, radius * radius, 2, 0, false};
    case 2: return {axis, half, 0, radius * radius, 2, 0, false};
    default: {
      const double length = std::hypot(radius, 2 * half);
      return {axis, half, 0, radius * radius, radius / length, 2 * half / length, true};
    }
  }
}

double width_at(const PlanarSum& sum, PlaneVector u) { return arc_detail::smooth_sum(sum, u).at(u).h; }

TEST(ArcWidth, NoSampledDirectionIsNarrowerThanTheBound) {
  Random random(3);
  for (int round = 0; round < 400; ++round) {
    PlanarSum sum;
    sum.count = 2;
    for (int k = 0; k < 2; ++k) sum.outline[k] = random_outline(random);
    sum.centre = {random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2)};
    const double from = random.uniform(-3, 3), span = round % 3 == 0 ? 2 * M_PI : random.uniform(0.01, 6);
    const PlaneVector start = at_angle(from), end = span > 6.2 ? start : at_angle(from + span);
    ArcWidth found{start, Huge<double>::value, Huge<double>::value};
    least_width_on_arc(sum, start, end, tolerance, found);
    EXPECT_NEAR(found.width, width_at(sum, found.direction), 1e-14) << round;
    EXPECT_LE(found.lower, found.width) << round;
    EXPECT_GE(found.lower, found.width - 1e-14) << round;
    double least = Huge<double>::value;
    for (int k = 0; k <= 4000; ++k) least = std::min(least, width_at(sum, at_angle(from + span * k / 4000)));
    EXPECT_LE(found.lower, least + 1e-14) << round;
    // A support point is 4.3 from the origin at most, and half a step is as far as a sample may be.
    EXPECT_GE(found.width, least - 4.3 * span / 8000) << round;
  }
}

TEST(ArcWidth, APointIsLeastAwayFromIt) {
  test::Random random(7);
  for (int round = 0; round < 200; ++round) {
    PlanarSum sum;
    sum.count = round % 3;
    for (int k = 0; k < sum.count; ++k) sum.outline[k] = {at_angle(random.uniform(-3, 3)), 0, 0, 0, 2, 0, false};
    sum.centre = {random.uniform(-0.2, 0.2), random.uniform(-0.2, 0.2)};
    const double length = std::hypot(sum.centre.x, sum.centre.y);
    const PlaneVector start = at_angle(random.uniform(-3, 3));
    ArcWidth found{start, Huge<double>::value, Huge<double>::value};
    least_width_on_arc(sum, start, start, 1e-15, found);
    EXPECT_NEAR(found.width, -length, 1e-16) << round;
    EXPECT_NEAR(found.lower, -length, 1e-16) << round;
    EXPECT_NEAR(width_at(sum, found.direction), -length, 1e-16) << round;
  }
}

TEST(ArcWidth, ACircleIsEquallyWideEverywhere) {
  PlanarSum sum;
  sum.count = 2;
  sum.outline[0] = {{1, 0}, 0, 1, 1, 2, 0, false};
  sum.outline[1] = {{0.6, 0.8}, 0, 0.25, 0.25, 2, 0, false};
  sum.centre = {0, 0};
  ArcWidth found{{1, 0}, Huge<double>::value, Huge<double>::value};
  least_width_on_arc(sum, {1, 0}, {1, 0}, tolerance, found);
  EXPECT_NEAR(found.width, 1.5, 1e-15);
  EXPECT_NEAR(found.lower, 1.5, 1e-14);
}

TEST(ArcWidth, AnArcHasNothingOfTheRestOfTheCircle) {
  PlanarSum sum;
  sum.count = 1;
  sum.outline[0] = {{1, 0}, 0, 4, 1, 2, 0, false};  // an ellipse, least across its axis
  sum.centre = {0, 0};
  ArcWidth found{{1, 0}, Huge<double>::value, Huge<double>::value};
  least_width_on_arc(sum, {1, 0}, at_angle(0.5), tolerance, found);
  EXPECT_NEAR(found.width, std::hypot(2 * std::cos(0.5), std::sin(0.5)), 1e-14);
}

}  // namespace
}  // namespace abut
