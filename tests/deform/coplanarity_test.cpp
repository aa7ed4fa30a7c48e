#include "abut/deform/coplanarity.h"

#include <gtest/gtest.h>

#include "tests/deform/impact_cases.h"

namespace abut {
namespace {

using test::WideReal;
using Wide = Vec3<WideReal>;

template <class T>
class Coplanarities : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Coplanarities, Scalars);

Wide at(const MovingNodes<double>& n, int k, const WideReal& t) {
  const auto mix = [&](double a, double b) { return WideReal(WideReal(a) * (1 - t) + WideReal(b) * t); };
  return {mix(n.start[k].x, n.end[k].x), mix(n.start[k].y, n.end[k].y), mix(n.start[k].z, n.end[k].z)};
}

/// Of the plane through a, parallel to the two edges, from p, by the nodes; less than 0 where there is no plane.
WideReal plane_distance(const Wide& e, const Wide& f, const Wide& r) {
  const Wide n{e.y * f.z - e.z * f.y, e.z * f.x - e.x * f.z, e.x * f.y - e.y * f.x};
  const WideReal nn = n.x * n.x + n.y * n.y + n.z * n.z;
  if (nn == 0) return -1;
  return abs(n.x * r.x + n.y * r.y + n.z * r.z) / sqrt(nn);
}
Wide less(const Wide& a, const Wide& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

TYPED_TEST(Coplanarities, ThePlaneIsFartherThanTheDistanceWhereverThatIsTold) {
  using T = TypeParam;
  test::Random random(34);
  int proofs = 0, whole = 0;
  for (int i = 0; i < 1500; ++i) {
    const MovingNodes<T> n = test::rounded<T>(test::random_case(random, 2).nodes);
    const MovingNodes<double> wide = test::in_double(n);
    const T distance = i % 3 == 0 ? T(0) : T(random.magnitude(1e-3, 0.3));
    MovingHull<T, 4> hull;
    ASSERT_TRUE(moving_hull(n, hull));
    const Coplanarity<T> c = coplanarity(hull, distance / hull.unit);
    const T from = T(random.uniform(0, 0.5)), until = plane_away_until(c, from);
    if (!(until > from)) continue;
    ++proofs, whole += until == T(1);
    for (int s = 0; s <= 30; ++s) {
      const WideReal t = WideReal(from) + (WideReal(until) - WideReal(from)) * s / 30;
      const Wide p[4] = {at(wide, 0, t), at(wide, 1, t), at(wide, 2, t), at(wide, 3, t)};
      ASSERT_GT(plane_distance(less(p[1], p[0]), less(p[3], p[2]), less(p[2], p[0])), WideReal(distance)) << i;
    }
  }
  EXPECT_GT(proofs, 500);
  EXPECT_GT(whole, 50);
}

TYPED_TEST(Coplanarities, AVertexOverATriangleIsToldUntilItsHeightIsTheDistance) {
  using T = TypeParam;
  MovingNodes<T> n{{{T(0.25), T(0.25), T(0.75)}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}};
  for (int k = 0; k < 4; ++k) n.end[k] = n.start[k];
  n.end[0].z = T(-0.25);
  MovingHull<T, 3> hull;
  ASSERT_TRUE(moving_hull(n, hull));
  const T until = plane_away_until(coplanarity(hull, T(0)), T(0));
  EXPECT_LE(until, T(0.75));
  EXPECT_NEAR(until, 0.75, 1e3 * test::epsilon<T>);
  const T off = plane_away_until(coplanarity(hull, T(0.25) / hull.unit), T(0));
  EXPECT_LE(off, T(0.5));
  EXPECT_NEAR(off, 0.5, 1e3 * test::epsilon<T>);
}

TYPED_TEST(Coplanarities, WithoutAPlaneNothingIsTold) {
  using T = TypeParam;
  MovingHull<T, 4> hull{};
  hull.start[0] = hull.end[0] = {T(0.5), T(0.5), T(0.5)};
  EXPECT_EQ(plane_away_until(coplanarity(hull, T(0)), T(0.25)), T(0.25));
  hull.edge_start[0] = hull.edge_end[0] = hull.edge_start[1] = hull.edge_end[1] = {T(1), T(0), T(0)};
  EXPECT_EQ(plane_away_until(coplanarity(hull, T(0)), T(0.25)), T(0.25));
}

}  // namespace
}  // namespace abut
