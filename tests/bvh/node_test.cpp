// The numbers of a tree's nodes, and the links of trees that are built.
#include "abut/bvh/node.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/bvh/built_tree.h"

namespace abut {
namespace {

TEST(Node, LeavesComeBehindTheInternalNodes) {
  for (const std::uint32_t n : {1u, 2u, 3u, 1000u}) {
    std::set<std::uint32_t> leaves;
    for (std::uint32_t k = 0; k < n; ++k) leaves.insert(leaf_node(n, k));
    for (std::uint32_t node = 0; node < 2 * n - 1; ++node) EXPECT_EQ(is_leaf(n, node), leaves.count(node) == 1);
    EXPECT_EQ(*leaves.rbegin(), 2 * n - 2);
  }
  EXPECT_TRUE(is_leaf(1, 0)) << "the root of one box";
}

TEST(Node, BoxesComeBackAsTheyWereSet) {
  BvhNode node{{}, 7, {}, 9};
  set_box(node, {{1, 2, 3}, {4, 5, 6}});
  EXPECT_EQ(box_of(node).lo.z, 3);
  EXPECT_EQ(box_of(node).hi.x, 4);
  EXPECT_EQ(node.child, 7u);
  EXPECT_EQ(node.skip, 9u);
}

TEST(Node, ChildrenAndSkipsMakeEveryTreeAWalkThroughAllNodes) {
  for (const std::uint32_t n : {1u, 2u, 3u, 130u, 1000u}) {
    const test::Parts parts = test::crowd(n, n);
    const test::BuiltTree tree(test::boxed(parts, parts.view()));
    // Child where there is one: every node once, the leaves in their order.
    std::set<std::uint32_t> seen;
    std::uint32_t leaf = 0;
    for (std::uint32_t node = 0; node != bvh_end;) {
      EXPECT_TRUE(seen.insert(node).second);
      if (is_leaf(n, node)) {
        EXPECT_EQ(node, leaf_node(n, leaf++));
        node = tree->nodes[node].skip;
        continue;
      }
      // The second child is the first one's skip, and both boxes lie in this one.
      const BvhNode& first = tree->nodes[tree->nodes[node].child];
      EXPECT_TRUE(contains(box_of(tree->nodes[node]), box_of(first)));
      EXPECT_TRUE(contains(box_of(tree->nodes[node]), box_of(tree->nodes[first.skip])));
      node = tree->nodes[node].child;
    }
    EXPECT_EQ(seen.size(), 2 * n - 1);
    EXPECT_EQ(leaf, n);
  }
}

}  // namespace
}  // namespace abut
