// Against closed forms, and against the variance along many directions.
#include "host/complex/principal_axis.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "tests/support/random.h"

namespace abut {
namespace {

using Points = std::vector<Vec3<double>>;

host::PrincipalAxis axis_of(const Points& points) {
  std::vector<std::uint32_t> all(points.size());
  std::iota(all.begin(), all.end(), 0u);
  return host::principal_axis(all, points);
}
double variance_along(const Points& points, const Vec3<double>& n) {
  double mean = 0, sum = 0;
  for (const Vec3<double>& p : points) mean += dot(n, p) / static_cast<double>(points.size());
  for (const Vec3<double>& p : points) sum += (dot(n, p) - mean) * (dot(n, p) - mean);
  return sum / static_cast<double>(points.size());
}

TEST(PrincipalAxis, OfPointsOnALineIsTheLine) {
  test::Random random(1);
  for (int round = 0; round < 100; ++round) {
    const Vec3<double> d = random.direction(), at = random.in_cube() * 10.0;
    const host::PrincipalAxis p = axis_of({at - d * 2.0, at, at + d * 2.0});
    EXPECT_NEAR(std::abs(dot(p.axis, d)), 1, 1e-12);
    EXPECT_NEAR(p.variance, 8.0 / 3, 1e-9);
  }
}

TEST(PrincipalAxis, OfABoxIsItsLongestSide) {
  test::Random random(2);
  for (int round = 0; round < 100; ++round) {
    const Mat3<double> turn = random.rotation();
    Points points;
    for (int k = 0; k < 8; ++k) {
      points.push_back(rotate(turn, Vec3<double>{k & 1 ? 3.0 : -3.0, k & 2 ? 1.0 : -1.0, k & 4 ? 0.5 : -0.5}));
    }
    const host::PrincipalAxis p = axis_of(points);
    EXPECT_NEAR(std::abs(dot(p.axis, rotate(turn, Vec3<double>{1, 0, 0}))), 1, 1e-9);
    EXPECT_NEAR(p.variance, 9, 1e-9);
  }
}

TEST(PrincipalAxis, HasNearlyTheMostVariance) {
  test::Random random(3);
  for (int round = 0; round < 300; ++round) {
    Points points;
    const Vec3<double> size{random.magnitude(1e-3, 1), random.magnitude(1e-3, 1), random.magnitude(1e-3, 1)};
    const Mat3<double> turn = random.rotation();
    for (int k = 0; k < 50; ++k) {
      const Vec3<double> p = random.in_cube();
      points.push_back(rotate(turn, Vec3<double>{p.x * size.x, p.y * size.y, p.z * size.z}));
    }
    const host::PrincipalAxis p = axis_of(points);
    EXPECT_NEAR(length(p.axis), 1, 1e-12);
    EXPECT_NEAR(p.variance, variance_along(points, p.axis), 1e-9 * p.variance);
    for (int k = 0; k < 300; ++k) {
      EXPECT_LE(variance_along(points, random.direction()), 1.25 * p.variance) << "round " << round;
    }
  }
}

TEST(PrincipalAxis, OfOnePointOrEqualOnesIsAnyWithoutVariance) {
  for (const Points& points : {Points{{1, 2, 3}}, Points(1000, Vec3<double>{1, 2, 4})}) {
    const host::PrincipalAxis p = axis_of(points);
    EXPECT_EQ(p.variance, 0);
    EXPECT_EQ(length(p.axis), 1);
  }
}

/// Opposite normals, as of both sides of a plate: their mean is nothing.
TEST(PrincipalAxis, OfOppositeDirectionsIsAlongThem) {
  const host::PrincipalAxis p = axis_of({{0, 0, 1}, {0, 0, -1}, {0, 0, 1}, {0, 0, -1}});
  EXPECT_EQ(std::abs(p.axis.z), 1);
  EXPECT_EQ(p.variance, 1);
}

TEST(PrincipalAxis, OfHugeAndOfTinyPointsIsFinite) {
  test::Random random(4);
  for (const double scale : {1e-150, 1e-100, 1e-20, 1e20, 1e70}) {
    const Vec3<double> d = random.direction() * scale;
    const host::PrincipalAxis p = axis_of({d, -d, d * 0.5});
    EXPECT_NEAR(length(p.axis), 1, 1e-12) << scale;
    EXPECT_TRUE(p.variance == 0 || std::abs(dot(p.axis, d)) > scale * (1 - 1e-9)) << scale;
  }
}

}  // namespace
}  // namespace abut
