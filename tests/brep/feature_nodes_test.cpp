// Nodes of trees of features held against each other: what is left out has no minimum, or does not pass.
#include "abut/brep/feature_nodes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace abut::test {
namespace {

/// A ray in one direction.
template <class T>
PolyhedralCone<T> ray(Vec3<T> direction) {
  PolyhedralCone<T> out{};
  const Carrier<T> across = line_carrier(Vec3<T>{0, 0, 0}, direction);
  const Vec3<T> sides[4] = {across.x, across.y, -across.x, -across.y};
  for (int i = 0; i < 4; ++i) out.generators[i] = direction, out.normals[i] = sides[i];
  out.axis = direction, out.cosine = 1, out.sine = 0, out.count = 1;
  return out;
}

/// A root with two leaves: unit cubes on the x axis, whose cones are rays along it, out of the cubes' far side.
template <class T>
struct TwoCubes {
  FeatureNode<T> nodes[3];
  PolyhedralCone<T> cones[3];

  explicit TwoCubes(T way) {
    for (int n = 0; n < 3; ++n) {
      FeatureNode<T>& node = nodes[n];
      node.box.centre = {T(n == 0 ? 0 : n == 1 ? -1 : 1), 0, 0};
      for (int k = 0; k < 3; ++k) node.box.half[k] = T(0.5);
      if (n == 0) node.box.half[0] = T(1.5);
      node.radius = length(Vec3<T>{node.box.half[0], node.box.half[1], node.box.half[2]});
      node.nearing = node.nearing_with = node.passing = node.passing_with = 1;
      node.feature = n == 0 ? of_many_features : static_cast<std::uint32_t>(n - 1);
      cones[n] = ray(Vec3<T>{way, 0, 0});
    }
    nodes[0].second = 2;
  }
  FeatureTreeView<T> view() const { return {nodes, cones, 3}; }
};

template <class T>
RelativePose<T> shift(T x, T y = 0) {
  return {{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {x, y, 0}};
}

template <class T>
class FeatureNodesOf : public testing::Test {
 protected:
  TwoCubes<T> a{1}, b{-1};
  FeatureTrees<T> trees{a.view(), b.view()};

  bool near(FeatureNodes at, const RelativePose<T>& pose, const NearbyMinima<T>& asked, T& bound) const {
    return may_be_near(
        trees, at, asked, [&] { return placed_node(pose, trees.b, at.b); },
        [&] { return may_be_antipodal(trees.a.cones[at.a], trees.b.cones[at.b], pose.rotation); }, bound);
  }
  bool near(FeatureNodes at, const RelativePose<T>& pose, T reach) const {
    T bound = 0;
    return near(at, pose, {{}, reach, true}, bound);
  }
  bool passes(FeatureNodes at, const RelativePose<T>& pose) const {
    return may_pass(trees, at, [&] { return placed_node(pose, trees.b, at.b); });
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(FeatureNodesOf, Scalars);

TYPED_TEST(FeatureNodesOf, AreNearWithinReachOfTheirBoxesAlone) {
  using T = TypeParam;
  EXPECT_TRUE(this->near({0, 0}, shift<T>(5), T(2.001)));
  EXPECT_FALSE(this->near({0, 0}, shift<T>(5), T(1.999)));
  EXPECT_TRUE(this->near({2, 1}, shift<T>(5), T(2.001)));
  EXPECT_FALSE(this->near({1, 1}, shift<T>(5), T(3.999)));
  T bound = 0;
  EXPECT_TRUE(this->near({0, 0}, shift<T>(5), {{}, T(3), true}, bound));
  EXPECT_NEAR(bound, T(2), T(1e-6));
  bound = T(2.5);  // what is known of a parent stays
  EXPECT_TRUE(this->near({0, 0}, shift<T>(5), {{}, T(3), true}, bound));
  EXPECT_EQ(bound, T(2.5));
  bound = T(2.5);
  EXPECT_TRUE(this->near({0, 0}, shift<T>(5000), {{}, T(3), false}, bound)) << "reach is not asked";
}

TYPED_TEST(FeatureNodesOf, AreNearOnlyWhereDirectionsMayBeOppositeAndKindsHaveMinima) {
  using T = TypeParam;
  RelativePose<T> pose = shift<T>(5);
  const T c = std::cos(T(0.1)), s = std::sin(T(0.1));
  pose.rotation = {{c, -s, 0, s, c, 0, 0, 0, 1}};
  EXPECT_FALSE(this->near({0, 0}, pose, T(9)));
  T bound = 0;
  const auto widened = [](T by) { return WiderCones<T>{std::cos(by), std::sin(by), true}; };
  EXPECT_TRUE(this->near({0, 0}, pose, {widened(T(0.11)), T(9), true}, bound));
  EXPECT_FALSE(this->near({0, 0}, pose, {widened(T(0.09)), T(9), true}, bound));
  this->a.nodes[0].nearing_with = 2;
  EXPECT_FALSE(this->near({0, 0}, shift<T>(5), T(9)));
  EXPECT_TRUE(this->near({2, 1}, shift<T>(5), T(9)));
}

TYPED_TEST(FeatureNodesOf, PassOnlyWhereBoxesTouch) {
  using T = TypeParam;
  EXPECT_TRUE(this->passes({0, 0}, shift<T>(T(2.99))));
  EXPECT_FALSE(this->passes({0, 0}, shift<T>(T(3.01))));
  EXPECT_TRUE(this->passes({0, 0}, shift<T>(T(2.9), T(0.99))));
  EXPECT_FALSE(this->passes({0, 0}, shift<T>(T(2.9), T(1.01)))) << "the balls about them meet";
  this->b.nodes[0].passing = 2;
  EXPECT_FALSE(this->passes({0, 0}, shift<T>(0)));
}

TYPED_TEST(FeatureNodesOf, OpenTheLargerOneUntilBothAreLeaves) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> leaves, open{{0, 0}};
  int opened = 0;
  while (!open.empty()) {
    const FeatureNodes at{open.back().first, open.back().second};
    open.pop_back();
    if (are_leaves(this->trees, at)) {
      leaves.emplace_back(at.a, at.b);
    } else {
      ++opened;
      open_nodes(this->trees, at, [&](FeatureNodes child) { open.emplace_back(child.a, child.b); });
    }
  }
  std::sort(leaves.begin(), leaves.end());
  EXPECT_EQ(leaves, (std::vector<std::pair<std::uint32_t, std::uint32_t>>{{1, 1}, {1, 2}, {2, 1}, {2, 2}}));
  EXPECT_EQ(opened, 3);
}

TYPED_TEST(FeatureNodesOf, ReachASurfaceWithTheBallAboutTheirBoxes) {
  using T = TypeParam;
  const Carrier<T> plane = plane_carrier(Vec3<T>{0, 0, 0}, Vec3<T>{1, 0, 0});
  const T radius = this->a.nodes[2].radius;  // about (1, 0, 0)
  EXPECT_TRUE(may_reach(this->a.nodes[2], shift<T>(radius - T(1.001)), plane, T(0)));
  EXPECT_FALSE(may_reach(this->a.nodes[2], shift<T>(radius - T(0.999)), plane, T(0)));
  EXPECT_TRUE(may_reach(this->a.nodes[2], shift<T>(radius - T(0.999)), plane, T(0.002)));
  EXPECT_FALSE(may_reach(this->a.nodes[2], shift<T>(-radius - T(1.001)), plane, T(0)));
}

}  // namespace
}  // namespace abut::test
