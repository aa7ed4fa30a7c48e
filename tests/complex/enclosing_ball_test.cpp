// The smallest ball against all balls through up to four of the points.
#include "host/complex/enclosing_ball.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "tests/support/random.h"

namespace abut {
namespace {

using Points = std::vector<Vec3<double>>;

host::Ball ball_of(const Points& points) {
  std::vector<std::uint32_t> all(points.size());
  std::iota(all.begin(), all.end(), 0u);
  return host::enclosing_ball(points.data(), all);
}
bool holds(const Vec3<double>& centre, double radius, const Points& points) {
  for (const Vec3<double>& p : points) {
    if (!(length(p - centre) <= radius)) return false;
  }
  return true;
}

/// The centre, in the span of the points, as far from all of them: by Gauss elimination of sum_k (p_k . p_j) w_k.
bool through(const Points& p, Vec3<double>& centre) {
  const std::size_t n = p.size() - 1;
  double m[3][4] = {};
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3<double> d = p[i + 1] - p[0];
    for (std::size_t k = 0; k < n; ++k) m[i][k] = 2 * dot(d, p[k + 1] - p[0]);
    m[i][3] = dot(d, d);
  }
  for (std::size_t i = 0; i < n; ++i) {
    std::size_t most = i;
    for (std::size_t k = i; k < n; ++k) most = std::abs(m[k][i]) > std::abs(m[most][i]) ? k : most;
    std::swap(m[i], m[most]);
    if (std::abs(m[i][i]) < 1e-9) return false;
    for (std::size_t k = 0; k < n; ++k) {
      if (k == i) continue;
      const double f = m[k][i] / m[i][i];
      for (std::size_t c = 0; c < 4; ++c) m[k][c] -= f * m[i][c];
    }
  }
  centre = p[0];
  for (std::size_t i = 0; i < n; ++i) centre = centre + (p[i + 1] - p[0]) * (m[i][3] / m[i][i]);
  return true;
}

double brute_force_radius(const Points& points) {
  double least = 1e300;
  for (std::uint32_t mask = 1; mask < 1u << points.size(); ++mask) {
    Points chosen;
    for (std::size_t k = 0; k < points.size(); ++k) {
      if ((mask >> k & 1) != 0) chosen.push_back(points[k]);
    }
    Vec3<double> centre;
    if (chosen.size() > 4 || !through(chosen, centre)) continue;
    const double radius = length(chosen[0] - centre);
    if (radius < least && holds(centre, radius * (1 + 1e-9), points)) least = radius;
  }
  return least;
}

void expect_ball(const Points& points, const Vec3<double>& centre, double radius) {
  const host::Ball ball = ball_of(points);
  EXPECT_NEAR(length(ball.centre - centre), 0, 1e-7 * radius);
  EXPECT_NEAR(ball.radius, radius, 1e-9 * radius);
  EXPECT_TRUE(holds(ball.centre, ball.radius, points));
}

TEST(EnclosingBall, IsTheSmallestOfAllThroughUpToFourPoints) {
  test::Random random(1);
  for (int round = 0; round < 600; ++round) {
    Points points;
    const Vec3<double> squash{1, round % 3 == 0 ? 0.0 : 1.0, round % 4 == 0 ? 1e-3 : 1.0};
    for (std::uint32_t k = 1 + random.below(9); k > 0; --k) {
      const Vec3<double> p = random.in_cube();
      points.push_back({p.x * squash.x, p.y * squash.y, p.z * squash.z});
    }
    const host::Ball ball = ball_of(points);
    ASSERT_TRUE(holds(ball.centre, ball.radius, points)) << "round " << round;
    ASSERT_NEAR(ball.radius, brute_force_radius(points), 1e-8) << "round " << round;
  }
}

TEST(EnclosingBall, OfOnePointHoweverOftenHasNoRadius) {
  expect_ball({{1, 2, 3}}, {1, 2, 3}, 0);
  expect_ball({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, {1, 2, 3}, 0);
}

TEST(EnclosingBall, OfDuplicatesIsThatOfThePoints) {
  Points points;
  for (int k = 0; k < 100; ++k) points.push_back({k % 2 == 0 ? -1.0 : 1.0, 0, 0});
  expect_ball(points, {0, 0, 0}, 1);
}

TEST(EnclosingBall, OfPointsOnALineIsBetweenItsEnds) {
  Points points;
  const Vec3<double> d = unit_vector(Vec3<double>{1, 2, 3});
  for (int k = 0; k <= 1000; ++k) points.push_back(d * (0.001 * (k * 389 % 1001)) + Vec3<double>{5, 5, 5});
  expect_ball(points, d * 0.5 + Vec3<double>{5, 5, 5}, 0.5);
}

TEST(EnclosingBall, OfPointsOnACircleOrASphereIsThatOne) {
  test::Random random(2);
  Points circle, sphere;
  const Mat3<double> turn = random.rotation();
  for (int k = 0; k < 1000; ++k) {
    const double angle = 6.283185307179586 * k / 1000;
    circle.push_back(rotate(turn, Vec3<double>{std::cos(angle), std::sin(angle), 0}));
  }
  for (int k = 0; k < 10000; ++k) sphere.push_back(random.direction() * 3.0);
  expect_ball(circle, {0, 0, 0}, 1);
  const host::Ball ball = ball_of(sphere);
  EXPECT_TRUE(holds(ball.centre, ball.radius, sphere));
  EXPECT_NEAR(ball.radius, 3, 1e-4);
  EXPECT_LE(ball.radius, 3 * (1 + 1e-9));
}

TEST(EnclosingBall, OfACubesCornersIsAboutItsMiddle) {
  Points corners;
  for (int k = 0; k < 8; ++k) corners.push_back({k & 1 ? 1.0 : 0.0, k & 2 ? 1.0 : 0.0, k & 4 ? 1.0 : 0.0});
  expect_ball(corners, {0.5, 0.5, 0.5}, std::sqrt(0.75));
}

TEST(EnclosingBall, OfManyPointsHoldsThemAndIsNoLargerThanAnyKnownBall) {
  test::Random random(3);
  for (int round = 0; round < 20; ++round) {
    Points points;
    for (int k = 0; k < 10000; ++k) points.push_back(random.in_ball());
    points.push_back({1, 0, 0}), points.push_back({-1, 0, 0});  // the ball of radius 1 is the smallest
    expect_ball(points, {0, 0, 0}, 1);
  }
}

TEST(EnclosingBall, HoldsPointsThatAreNearlyOneOrNearlyOnALine) {
  test::Random random(4);
  for (int round = 0; round < 500; ++round) {
    Points points;
    const Vec3<double> at = random.in_cube() * 1000.0, d = random.direction();
    const double spread = random.magnitude(1e-14, 1), off = random.magnitude(1e-18, 1e-6);
    for (int k = 0; k < 12; ++k) points.push_back(at + d * (spread * random.uniform()) + random.in_cube() * off);
    const host::Ball ball = ball_of(points);
    ASSERT_TRUE(holds(ball.centre, ball.radius, points)) << "round " << round;
    double widest = 0;
    for (const Vec3<double>& p : points) {
      for (const Vec3<double>& q : points) widest = std::max(widest, length(p - q));
    }
    ASSERT_LE(ball.radius, 0.62 * widest + 1e-12) << "round " << round;  // Jung: sqrt(3/8) of the diameter
  }
}

}  // namespace
}  // namespace abut
