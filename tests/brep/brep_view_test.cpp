// Leaves of a search on a device: what is left of a pair of features.
#include "abut/brep/brep_view.h"

#include <gtest/gtest.h>

#include <vector>

namespace abut::test {
namespace {

template <class T>
LeafFeature<T> canonical(const Carrier<T>& carrier) {
  LeafFeature<T> out{};
  out.carrier = carrier, out.has_carrier = true, out.is_face = is_surface(carrier.kind);
  return out;
}

/// One feature each.
template <class T>
struct Two {
  LeafFeature<T> f, g;
  FeatureNode<T> x, y;

  BrepPair<T> at(const Vec3<T>& shift, T reach) const {
    const RelativePose<T> pose{{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, shift};
    return {{{&x, nullptr, 1}, &f, 1}, {{&y, nullptr, 1}, &g, 1}, pose, reach, T(1e-3)};
  }
};

template <class T>
class BrepLeaf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(BrepLeaf, Scalars);

TYPED_TEST(BrepLeaf, OfTwoBallsHasTheirDistanceWithinReach) {
  using T = TypeParam;
  const Vec3<T> o{0, 0, 0};
  const Two<T> balls{canonical(sphere_carrier(o, T(1))), canonical(sphere_carrier(o, T(2))), {}, {}};
  const auto solve = [&](T reach, std::vector<T>& gaps) {
    return solve_leaf(balls.at({0, 0, 5}, reach), {0, 0}, [&](const StationaryPair<T>& s) { gaps.push_back(s.gap); });
  };
  std::vector<T> gaps;
  const BrepVerdict near = solve(T(2.5), gaps);
  ASSERT_EQ(gaps.size(), 1u);
  EXPECT_NEAR(gaps[0], T(2), T(1e-6));
  EXPECT_EQ(near.count, 1);
  EXPECT_TRUE(near.has_solver && near.complete);
  EXPECT_FALSE(near.not_isolated);
  EXPECT_EQ(solve(T(1.5), gaps).count, 0) << "beyond the reach";
  EXPECT_EQ(gaps.size(), 1u);
}

TYPED_TEST(BrepLeaf, OfTwoCirclesListsMinimaAlone) {
  using T = TypeParam;
  const Vec3<T> o{0, 0, 0}, z{0, 0, 1};
  const Two<T> circles{canonical(circle_carrier(o, z, T(1))), canonical(circle_carrier(o, z, T(1))), {}, {}};
  std::vector<T> gaps;
  const BrepVerdict all =
      solve_leaf(circles.at({3, 0, 0}, T(100)), {0, 0}, [&](const StationaryPair<T>& s) { gaps.push_back(s.gap); });
  ASSERT_EQ(all.count, gaps.size());
  ASSERT_EQ(gaps.size(), 1u) << "the others are saddles and the farthest points";
  EXPECT_NEAR(gaps[0], T(1), T(1e-5));
}

TYPED_TEST(BrepLeaf, OfConformalOrFreeFormFeaturesSaysSoAndListsNone) {
  using T = TypeParam;
  const Vec3<T> o{0, 0, 0}, z{0, 0, 1};
  Two<T> shaft{canonical(cylinder_carrier(o, z, T(1))), canonical(cylinder_carrier(o, z, T(-2))), {}, {}};
  const auto none = [](const StationaryPair<T>&) { ADD_FAILURE(); };
  EXPECT_TRUE(solve_leaf(shaft.at(o, T(100)), {0, 0}, none).not_isolated);
  shaft.g.has_carrier = false;
  const BrepVerdict free = solve_leaf(shaft.at({9, 0, 0}, T(100)), {0, 0}, none);
  EXPECT_FALSE(free.has_solver);
  EXPECT_EQ(free.count, 0);
}

TYPED_TEST(BrepLeaf, IsLeftOutByRingsThatAreFartherApartThanTheReach) {
  using T = TypeParam;
  const Vec3<T> o{0, 0, 0}, z{0, 0, 1};
  Two<T> shaft{canonical(cylinder_carrier(o, z, T(1))), canonical(cylinder_carrier(o, z, T(-3))), {}, {}};
  shaft.f.ring = {o, z, T(1), T(1), T(0), T(5)}, shaft.g.ring = {o, z, T(3), T(3), T(0), T(5)};
  EXPECT_TRUE(rings_are_near(shaft.at(o, T(1)), {0, 0})) << "they have none";
  shaft.f.has_ring = shaft.g.has_ring = true;
  EXPECT_TRUE(rings_are_near(shaft.at(o, T(2.001)), {0, 0}));
  EXPECT_FALSE(rings_are_near(shaft.at(o, T(1.999)), {0, 0}));
}

TYPED_TEST(BrepLeaf, PassesWhereBothPiecesComeToTheOtherSurface) {
  using T = TypeParam;
  const Vec3<T> o{0, 0, 0}, z{0, 0, 1};
  Two<T> two{canonical(plane_carrier(o, z)), canonical(plane_carrier(o, z)), {}, {}};
  two.x.radius = T(1), two.y.radius = T(2);
  EXPECT_TRUE(pieces_may_pass(two.at({0, 0, T(0.999)}, 0), {0, 0}));
  EXPECT_FALSE(pieces_may_pass(two.at({0, 0, T(1.002)}, 0), {0, 0})) << "A's piece does not come to B's plane";
  two.x.radius = T(3);
  EXPECT_FALSE(pieces_may_pass(two.at({0, 0, T(2.002)}, 0), {0, 0})) << "B's piece does not come to A's plane";
  two.f.has_carrier = false;
  EXPECT_TRUE(pieces_may_pass(two.at({0, 0, T(2.002)}, 0), {0, 0})) << "A's surface has no carrier";
}

}  // namespace
}  // namespace abut::test
