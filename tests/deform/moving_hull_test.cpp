#include "abut/deform/moving_hull.h"

#include <gtest/gtest.h>

#include "tests/deform/impact_cases.h"

namespace abut {
namespace {

template <class T>
class MovingHulls : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(MovingHulls, Scalars);

/// Exact, where the differences are.
template <class T>
void expect_corner(Vec3<T> corner, T unit, Vec3<T> a, Vec3<T> b) {
  EXPECT_EQ(corner.x * unit, a.x - b.x);
  EXPECT_EQ(corner.y * unit, a.y - b.y);
  EXPECT_EQ(corner.z * unit, a.z - b.z);
}

TYPED_TEST(MovingHulls, CornersAreDifferencesOverAPowerOfTwo) {
  using T = TypeParam;
  test::Random random(31);
  for (int i = 0; i < 300; ++i) {
    const MovingNodes<T> n = test::rounded<T>(test::moved(test::random_case(random, 5), 0x1p-30, {0, 0, 0}).nodes);
    MovingHull<T, 3> triangle;
    MovingHull<T, 4> edges;
    ASSERT_TRUE(moving_hull(n, triangle));
    ASSERT_TRUE(moving_hull(n, edges));
    T most = 0;
    for (int k = 0; k < 3; ++k) {
      expect_corner(triangle.start[k], triangle.unit, n.start[k + 1], n.start[0]);
      expect_corner(triangle.end[k], triangle.unit, n.end[k + 1], n.end[0]);
      most = std::max({most, max_abs(triangle.start[k]), max_abs(triangle.end[k])});
    }
    EXPECT_GE(most, T(0.5));
    EXPECT_LT(most, T(1));
    const int order[4][2] = {{0, 2}, {1, 2}, {1, 3}, {0, 3}};
    for (int k = 0; k < 4; ++k) {
      expect_corner(edges.end[k], edges.unit, n.end[order[k][0]], n.end[order[k][1]]);
    }
    expect_corner(edges.edge_start[1], edges.unit, n.start[3], n.start[2]);
    expect_corner(triangle.edge_end[1], triangle.unit, n.end[3], n.end[1]);
  }
}

TYPED_TEST(MovingHulls, FarFromTheWorldsOriginKeepTheDigitsOfDifferences) {
  using T = TypeParam;
  MovingNodes<T> n;
  for (int k = 0; k < 4; ++k) n.start[k] = n.end[k] = {T(1 << 20), T(0), T(0)};
  n.start[2].x += T(0.25);
  MovingHull<T, 3> hull;
  ASSERT_TRUE(moving_hull(n, hull));
  EXPECT_EQ(hull.start[1].x * hull.unit, T(0.25));
}

TYPED_TEST(MovingHulls, TheSmallestAndTheLargestNumbersHaveAUnitThatIsOne) {
  using T = TypeParam;
  const T least = std::numeric_limits<T>::denorm_min(), most = std::numeric_limits<T>::max();
  MovingHull<T, 4> hull;
  MovingNodes<T> n{};
  ASSERT_TRUE(moving_hull(n, hull));
  EXPECT_GT(hull.unit, T(0));
  n.start[0].x = least;
  ASSERT_TRUE(moving_hull(n, hull));
  EXPECT_EQ(hull.start[0].x * hull.unit, least);
  n.start[0].x = most;
  EXPECT_FALSE(moving_hull(n, hull));
}

}  // namespace
}  // namespace abut
