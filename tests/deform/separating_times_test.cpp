#include "abut/deform/separating_times.h"

#include <gtest/gtest.h>

#include "tests/deform/impact_cases.h"

namespace abut {
namespace {

using test::Integer;
using test::WideReal;

template <class T>
class SeparatingTimes : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SeparatingTimes, Scalars);

/// A hull of one corner that comes from `start` to `end`, along x.
template <class T>
MovingHull<T, 3> on_a_line(T start, T end) {
  MovingHull<T, 3> hull{};
  for (int k = 0; k < 3; ++k) hull.start[k] = {start, T(0), T(0)}, hull.end[k] = {end, T(0), T(0)};
  return hull;
}

TYPED_TEST(SeparatingTimes, EndWhereTheHeightReachesTheDistanceAndNeverBehind) {
  using T = TypeParam;
  const MovingHull<T, 3> hull = on_a_line(T(0.75), T(-0.25));
  const Vec3<T> x{T(4), T(0), T(0)};
  const T until = separated_until(hull, x, T(0), T(0)), off = separated_until(hull, x, T(0.25), T(0));
  EXPECT_LT(until, T(0.75));
  EXPECT_NEAR(until, 0.75, 32 * test::epsilon<T>);
  EXPECT_LT(off, T(0.5));
  EXPECT_NEAR(off, 0.5, 32 * test::epsilon<T>);
  EXPECT_EQ(separated_until(hull, -x, T(0), T(0)), until) << "either sign";
  EXPECT_EQ(separated_until(hull, x, T(0), T(0.875)), T(1)) << "on the other side";
  EXPECT_EQ(separated_until(hull, x, T(0), T(0.75)), T(0.75)) << "not at the time itself";
  EXPECT_EQ(separated_until(hull, Vec3<T>{T(0), T(1), T(0)}, T(0), T(0)), T(0));
  EXPECT_EQ(separated_until(hull, Vec3<T>{T(0), T(0), T(0)}, T(0), T(0)), T(0));
  EXPECT_EQ(separated_until(on_a_line(T(0.5), T(0.25)), x, T(0.2), T(0)), T(1));
}

/// The exact heights of nodes' differences, which the hull has rounded.
TYPED_TEST(SeparatingTimes, HoldForCoordinatesAsTheyWereGiven) {
  using T = TypeParam;
  test::Random random(32);
  int proofs = 0;
  for (int i = 0; i < 20000; ++i) {
    const test::ImpactCase c = test::random_case(random, 2);
    const MovingNodes<T> n = test::rounded<T>(test::moved(c, 1, random.in_cube() * 1e3).nodes);
    MovingHull<T, 4> hull;
    ASSERT_TRUE(moving_hull(n, hull));
    const Vec3<T> d = narrowed<T>(random.in_cube());
    const T distance = i % 2 == 0 ? T(0) : T(random.magnitude(1e-3, 1));
    const T until = separated_until(hull, d, distance / hull.unit, T(0));
    if (!(until > T(0))) continue;
    ++proofs;
    WideReal low = 1e300, high = -1e300;
    const auto at = [&](int k, WideReal t) {
      const auto mix = [&](T a, T b) { return WideReal(WideReal(a) * (1 - t) + WideReal(b) * t); };
      return WideReal(WideReal(d.x) * mix(n.start[k].x, n.end[k].x) + WideReal(d.y) * mix(n.start[k].y, n.end[k].y) +
                      WideReal(d.z) * mix(n.start[k].z, n.end[k].z));
    };
    const WideReal norm = sqrt(WideReal(d.x) * d.x + WideReal(d.y) * d.y + WideReal(d.z) * d.z);
    for (const WideReal& t : {WideReal(0), WideReal(until)}) {
      for (int a = 0; a < 2; ++a) {
        for (int b = 2; b < 4; ++b) {
          const WideReal h = (at(a, t) - at(b, t)) / norm;
          low = std::min(low, h), high = std::max(high, h);
        }
      }
    }
    ASSERT_TRUE(low > WideReal(distance) || high < -WideReal(distance)) << i << " " << low << " " << high;
  }
  EXPECT_GT(proofs, 500);
}

}  // namespace
}  // namespace abut
