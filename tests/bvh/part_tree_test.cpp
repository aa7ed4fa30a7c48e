// When a tree that has been refitted is to be built anew: what its area says of the nodes that a search visits.
#include "abut/bvh/part_tree.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/bvh/built_tree.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::boxed;
using test::BuiltTree;
using test::Parts;

/// Nodes that the search for all pairs visits.
std::uint64_t nodes_visited(const PartTree& tree) {
  std::uint64_t visited = 0;
  for (std::uint32_t leaf = 0; leaf < tree.part_count; ++leaf) {
    const BvhNode of = tree.nodes[leaf_node(tree.part_count, leaf)];
    traverse(
        tree.nodes, tree.part_count, of.skip, box_of(of), [](std::uint32_t, std::uint32_t) {},
        [&](std::uint32_t) { ++visited; });
  }
  return visited;
}

/// What has become of a tree: its area over that when it was built, and the nodes that a search visits over those of a
/// tree built where the parts now are.
struct Wear {
  double area, visits;
  bool advised;
};

/// Moves every part by `motion(its number, its position)` and refits, at most `steps` times or until it is advised to
/// build anew.
template <class Motion>
Wear wear(Parts parts, int steps, const Motion& motion) {
  BuiltTree tree(boxed(parts, parts.view()));
  Wear wear{1, 1, false};
  for (int step = 0; step < steps && !wear.advised; ++step) {
    for (std::uint32_t i = 0; i < parts.pose.size(); ++i) {
      parts.pose[i].position = parts.pose[i].position + motion(i, parts.pose[i].position);
    }
    tree.refit(boxed(parts, parts.view()));
    wear.advised = rebuild_advised(*tree->state);
  }
  wear.area = static_cast<double>(tree->state->area) / static_cast<double>(tree->state->built_area);
  const BuiltTree fresh(boxed(parts, parts.view()));
  wear.visits = static_cast<double>(nodes_visited(*tree)) / static_cast<double>(nodes_visited(*fresh));
  return wear;
}

TEST(TreeWear, WhereBuildingIsAdvisedSearchesVisitLessThanTwiceTheNodes) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> step(0, 0.3);
  const auto walk = [&](std::uint32_t, Vec3<double>) { return Vec3<double>{step(random), step(random), step(random)}; };
  const auto shear = [](std::uint32_t, Vec3<double> p) { return Vec3<double>{0.1 * p.z, 0, 0}; };
  const Parts spheres = test::random_spheres(20000, random);
  for (const Wear& worn : {wear(spheres, 20, walk), wear(spheres, 20, shear), wear(test::crowd(20000, 1), 20, walk)}) {
    RecordProperty("visits", std::to_string(worn.visits));
    EXPECT_TRUE(worn.advised);
    EXPECT_LT(worn.area, 1.6);
    EXPECT_GT(worn.visits, 1.5);
    EXPECT_LT(worn.visits, 2);
  }
}

TEST(TreeWear, PartsThatHardlyMoveAdviseNothing) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> step(0, 0.02);
  const Parts spheres = test::random_spheres(5000, random);
  const auto rest = [](std::uint32_t, Vec3<double>) { return Vec3<double>{0, 0, 0}; };
  const auto tremble = [&](std::uint32_t, Vec3<double>) {
    return Vec3<double>{step(random), step(random), step(random)};
  };
  EXPECT_EQ(wear(spheres, 3, rest).area, 1);
  const Wear trembled = wear(spheres, 10, tremble);
  EXPECT_FALSE(trembled.advised);
  EXPECT_LT(trembled.visits, 1.1);
}

// What the area cannot tell: a scene that grows as a whole is no slower to search, only larger than the frame says.
TEST(TreeWear, AGrowingSceneIsAdvisedWithoutNeed) {
  std::mt19937_64 random(3);
  const Wear grown =
      wear(test::random_spheres(5000, random), 10, [](std::uint32_t, Vec3<double> p) { return p * 0.1; });
  EXPECT_TRUE(grown.advised);
  EXPECT_LT(grown.visits, 1.1);
}

TEST(TreeWear, IsToldFromTheStateAlone) {
  PartTreeState state{{{0, 0, 0}, 1}, 100, 150};
  EXPECT_FALSE(rebuild_advised(state));
  state.area = 151;
  EXPECT_TRUE(rebuild_advised(state));
  EXPECT_FALSE(rebuild_advised(state, 2));
  EXPECT_FALSE(rebuild_advised({{{0, 0, 0}, 1}, 0, 0}));
  EXPECT_TRUE(rebuild_advised({{{0, 0, 0}, 1}, 0, 1}));
}

TEST(PartTree, TakesOneBlockOfMemory) {
  for (const std::uint32_t n : {0u, 1u, 2u, 1000u}) {
    const std::size_t bytes = part_tree_bytes(n);
    const PartTree tree = part_tree_in(test::somewhere<void>(), n);
    const auto* const begin = test::somewhere<unsigned char>();
    EXPECT_EQ(reinterpret_cast<unsigned char*>(tree.state), begin);
    EXPECT_LE(reinterpret_cast<unsigned char*>(tree.records + n), begin + bytes);
    EXPECT_LE(bytes, 160 * std::size_t{n} + 6 * 256) << "per part";
  }
}

}  // namespace
}  // namespace abut
