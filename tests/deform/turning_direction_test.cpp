#include "abut/deform/turning_direction.h"

#include <gtest/gtest.h>

#include "tests/deform/impact_cases.h"

namespace abut {
namespace {

using test::WideReal;

template <class T>
class TurningDirections : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(TurningDirections, Scalars);

TYPED_TEST(TurningDirections, NoSampledTimeThatIsRuledOutIsWithinTheDistance) {
  using T = TypeParam;
  test::Random random(35);
  int proofs = 0;
  for (int i = 0; i < 2000; ++i) {
    const test::Shape shape = i % 2 == 0 ? test::Shape::flat : test::Shape::general;
    const MovingNodes<T> n = test::rounded<T>(test::impact_case(random, shape, 6, {0.5, 0.25, 0}).nodes);
    const T distance = i % 3 == 0 ? T(0) : T(random.magnitude(1e-2, 2));
    MovingHull<T, 3> hull;
    ASSERT_TRUE(moving_hull(n, hull));
    const T from = T(random.uniform(0, 0.7)), until = sides_away_until(hull, distance / hull.unit, from);
    if (!(until > from)) continue;
    ++proofs;
    for (int s = 0; s <= 20; ++s) {
      const WideReal t = WideReal(from) + (WideReal(until) - WideReal(from)) * s / 20;
      const WideReal d = test::true_distance(test::MovingPair::vertex_triangle, test::in_double(n), t);
      ASSERT_GT(d, WideReal(distance)) << i << " at " << t;
    }
  }
  EXPECT_GT(proofs, 300);
}

TYPED_TEST(TurningDirections, ASideThatTurnsInAPlaneIsFollowedToTheTimeItIsMet) {
  using T = TypeParam;
  // A vertex at the origin; a triangle in the plane z = 0, whose side from (-1, 1 - 2 t) to (1, 1) comes down on it.
  MovingNodes<T> n{{{0, 0, 0}, {-1, 1, 0}, {1, 1, 0}, {0, 4, 0}}, {{0, 0, 0}, {-1, -3, 0}, {1, 1, 0}, {0, 4, 0}}};
  MovingHull<T, 3> hull;
  ASSERT_TRUE(moving_hull(n, hull));
  T until = T(0);
  int rounds = 0;
  for (; rounds < 4; ++rounds) until = sides_away_until(hull, T(0), until);
  EXPECT_LE(until, T(0.5));
  EXPECT_NEAR(until, 0.5, 1e3 * test::epsilon<T>);
}

}  // namespace
}  // namespace abut
