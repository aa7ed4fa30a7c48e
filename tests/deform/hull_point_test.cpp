#include "abut/deform/hull_point.h"

#include <gtest/gtest.h>

#include "tests/deform/impact_cases.h"

namespace abut {
namespace {

template <class T>
class HullPoints : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(HullPoints, Scalars);

template <class T, int N>
void expect_nearest(test::MovingPair pair, const MovingNodes<T>& n, T t, double tolerance) {
  MovingHull<T, N> hull;
  ASSERT_TRUE(moving_hull(n, hull));
  const HullPoint<T> near = nearest_hull_point(hull_at(hull, t));
  const double truth = test::true_distance(pair, test::in_double(n), t).template convert_to<double>();
  EXPECT_NEAR(static_cast<double>(length(near.point) * hull.unit), truth, tolerance * static_cast<double>(hull.unit));
  T sum = 0;
  for (int k = 0; k < 4; ++k) {
    EXPECT_GE(near.weight[k], T(0));
    sum += near.weight[k];
  }
  EXPECT_NEAR(sum, N == 3 ? 1 : 2, 4 * test::epsilon<T>);
}

TYPED_TEST(HullPoints, AreAsFarAsTheTruth) {
  using T = TypeParam;
  test::Random random(36);
  const double tolerance = 256 * test::epsilon<T>;
  for (int i = 0; i < 2000; ++i) {
    const MovingNodes<T> n = test::rounded<T>(test::random_case(random, 1).nodes);
    const T t = T(random.uniform());
    expect_nearest<T, 3>(test::MovingPair::vertex_triangle, n, t, tolerance);
    expect_nearest<T, 4>(test::MovingPair::edge_edge, n, t, tolerance);
  }
}

TYPED_TEST(HullPoints, OfWhatDegeneratesAreAsFarAsTheTruth) {
  using T = TypeParam;
  test::Random random(37);
  for (int i = 0; i < 4000; ++i) {
    const test::Shape shape = static_cast<test::Shape>(i % 8);
    const test::ImpactCase c = test::impact_case(random, shape, 3, {1, 0.5, 0.25});
    const MovingNodes<T> n = test::rounded<T>(c.nodes);
    const T t = T(random.below(9)) / T(8);
    const double tolerance = 1e3 * test::epsilon<T>;
    if (c.pair == test::MovingPair::edge_edge) {
      expect_nearest<T, 4>(c.pair, n, t, tolerance);
    } else {
      expect_nearest<T, 3>(c.pair, n, t, tolerance);
    }
  }
}

TYPED_TEST(HullPoints, OneOfAllDirectionsKeepsAnyHullAway) {
  using T = TypeParam;
  test::Random random(38);
  for (int i = 0; i < 3000; ++i) {
    const MovingNodes<T> n = test::rounded<T>(test::random_case(random, 1).nodes);
    MovingHull<T, 4> hull;
    ASSERT_TRUE(moving_hull(n, hull));
    const HullAtTime<T, 4> now = hull_at(hull, T(0.5));
    const T distance = length(nearest_hull_point(now).point);
    T best = T(0);
    for (int k = 0; k < hull_direction_count<4>; ++k) {
      const Vec3<T> d = hull_direction(now, k);
      T low = T(1e30), high = T(-1e30);
      for (const Vec3<T>& w : now.corner) low = min(low, dot(d, w)), high = max(high, dot(d, w));
      best = max(best, max(low, -high) / max(length(d), T(1e-20)));
    }
    EXPECT_NEAR(best, distance, 1e3 * test::epsilon<T>) << i;
  }
}

}  // namespace
}  // namespace abut
