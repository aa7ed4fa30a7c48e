#include "abut/bvh/construction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "tests/bvh/tree_check.h"

namespace abut {
namespace {

using test::Tree;

std::vector<Box<float>> random_boxes(std::size_t count, std::mt19937_64& random) {
  std::uniform_real_distribution<float> place(-2, 2), size(0, 0.1f);
  std::vector<Box<float>> boxes;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3<float> lo{place(random), place(random), place(random)};
    boxes.push_back({lo, lo + Vec3<float>{size(random), size(random), size(random)}});
  }
  return boxes;
}

/// Builds with the leaves in several orders, each of which has to give the same tree.
void expect_right_in_any_order(std::vector<std::uint64_t> codes, std::mt19937_64& random) {
  std::sort(codes.begin(), codes.end());
  const std::vector<Box<float>> boxes = random_boxes(codes.size(), random);
  std::vector<std::uint32_t> order(codes.size());
  std::iota(order.begin(), order.end(), 0u);
  for (int trial = 0; trial < 4; ++trial) {
    Tree tree(codes);
    for (const std::uint32_t i : order) build_from_leaf(tree.arrays(), i, 1000 + i, boxes[i]);
    ASSERT_NO_FATAL_FAILURE(test::expect_tree(codes, tree.nodes.data(), tree.parents.data()));
    for (std::uint32_t i = 0; i < tree.size(); ++i) {
      const BvhNode& leaf = tree.nodes[leaf_node(tree.size(), i)];
      ASSERT_EQ(leaf.child, 1000 + i);
      ASSERT_TRUE(test::same_box(box_of(leaf), boxes[i]));
    }
    for (const std::uint32_t slot : tree.slots) ASSERT_EQ(slot, bvh_nobody);
    if (trial == 0) std::reverse(order.begin(), order.end());
    if (trial > 0) std::shuffle(order.begin(), order.end(), random);
  }
}

// Not inlined: g++ 12 would follow the two leaves into branches that they never take, and warn of the bounds there.
[[gnu::noinline]] std::vector<std::uint64_t> two_codes() { return {1, 2}; }

TEST(Build, OneLeafIsItsOwnRoot) {
  Tree tree({42});
  build_from_leaf(tree.arrays(), 0, 7, Box<float>{{0, 0, 0}, {1, 1, 1}});
  EXPECT_TRUE(is_leaf(1, 0));
  EXPECT_EQ(tree.nodes[0].child, 7u);
  EXPECT_EQ(tree.nodes[0].skip, bvh_end);
  EXPECT_EQ(tree.parents[0], bvh_end);
}

TEST(Build, TwoLeavesHangOnTheRoot) {
  const std::vector<std::uint64_t> codes = two_codes();
  Tree tree(codes);
  build_from_leaf(tree.arrays(), 1, 1, Box<float>{{1, 1, 1}, {2, 2, 2}});
  build_from_leaf(tree.arrays(), 0, 0, Box<float>{{0, 0, 0}, {1, 1, 1}});
  EXPECT_EQ(tree.nodes[0].child, 1u);
  EXPECT_EQ(tree.nodes[1].skip, 2u);
  EXPECT_EQ(tree.nodes[2].skip, bvh_end);
  EXPECT_EQ(tree.nodes[0].skip, bvh_end);
  EXPECT_TRUE(test::same_box(box_of(tree.nodes[0]), {{0, 0, 0}, {2, 2, 2}}));
}

TEST(Build, RandomCodesGiveTheTreeOfTheDefinition) {
  std::mt19937_64 random(21);
  for (std::size_t n = 1; n < 70; ++n) {
    std::vector<std::uint64_t> codes(n);
    for (std::uint64_t& code : codes) code = random() >> 1;
    ASSERT_NO_FATAL_FAILURE(expect_right_in_any_order(codes, random));
  }
  std::vector<std::uint64_t> codes(5000);
  for (std::uint64_t& code : codes) code = random() >> 1;
  expect_right_in_any_order(codes, random);
}

TEST(Build, EqualCodesAreToldApartByPosition) {
  std::mt19937_64 random(22);
  for (const std::size_t n : {2u, 3u, 4u, 7u, 64u, 1000u}) {
    for (const std::uint64_t code : {std::uint64_t{0}, ~std::uint64_t{0} >> 1, std::uint64_t{1} << 40}) {
      ASSERT_NO_FATAL_FAILURE(expect_right_in_any_order(std::vector<std::uint64_t>(n, code), random));
    }
  }
}

TEST(Build, RunsOfEqualCodesBetweenOthersGiveTheTreeOfTheDefinition) {
  std::mt19937_64 random(23);
  for (int trial = 0; trial < 200; ++trial) {
    // Few distinct codes that differ in low or in high bits: every mixture of runs.
    std::vector<std::uint64_t> codes(1 + random() % 40);
    const int shift = static_cast<int>(random() % 60);
    for (std::uint64_t& code : codes) code = (random() % 5) << shift;
    ASSERT_NO_FATAL_FAILURE(expect_right_in_any_order(codes, random));
  }
}

TEST(Build, CodesThatDifferInOneMoreBitEachGiveTheDeepestTree) {
  std::mt19937_64 random(24);
  std::vector<std::uint64_t> codes{0};
  for (int bit = 0; bit < 63; ++bit) codes.push_back(std::uint64_t{1} << bit);
  expect_right_in_any_order(codes, random);
}

TEST(Refit, GivesTheBoxesOfANewBuildAndKeepsTheLinks) {
  std::mt19937_64 random(25);
  for (const std::size_t n : {1u, 2u, 3u, 10u, 1000u}) {
    std::vector<std::uint64_t> codes(n);
    for (std::uint64_t& code : codes) code = random() % 500;
    std::sort(codes.begin(), codes.end());
    Tree tree(codes), rebuilt(codes);
    const std::vector<Box<float>> before = random_boxes(n, random);
    for (std::uint32_t i = 0; i < n; ++i) build_from_leaf(tree.arrays(), i, i, before[i]);
    for (int step = 0; step < 3; ++step) {
      std::vector<Box<float>> after = random_boxes(n, random);
      if (n > 5) after[3] = empty_box<float>();
      for (std::uint32_t k = 0; k < n; ++k) {
        const auto i = static_cast<std::uint32_t>((k * std::size_t{7} + 3) % n);  // any order; 7 divides none of the n
        refit_from_leaf(tree.arrays(), i, after[i]);
      }
      for (const std::uint32_t slot : tree.slots) ASSERT_EQ(slot, bvh_nobody);
      for (std::uint32_t i = 0; i < n; ++i) build_from_leaf(rebuilt.arrays(), i, i, after[i]);
      for (std::uint32_t i = 0; i < 2 * n - 1; ++i) {
        ASSERT_TRUE(test::same_box(box_of(tree.nodes[i]), box_of(rebuilt.nodes[i]))) << i;
        ASSERT_EQ(tree.nodes[i].child, rebuilt.nodes[i].child);
        ASSERT_EQ(tree.nodes[i].skip, rebuilt.nodes[i].skip);
      }
    }
  }
}

}  // namespace
}  // namespace abut
