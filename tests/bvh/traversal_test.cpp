#include "abut/bvh/traversal.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "host/bvh/lbvh.h"

namespace abut {
namespace {

std::vector<Box<double>> random_boxes(std::uint32_t count, std::mt19937_64& random) {
  std::uniform_real_distribution<double> place(-1, 1), size(0, 0.2);
  std::vector<Box<double>> boxes;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3<double> lo{place(random), place(random), place(random)};
    boxes.push_back({lo, lo + Vec3<double>{size(random), size(random), size(random)}});
  }
  return boxes;
}

const Box<float> everything{{-1e30f, -1e30f, -1e30f}, {1e30f, 1e30f, 1e30f}};

TEST(Traverse, OfEverythingReachesEachLeafOnceInOrder) {
  std::mt19937_64 random(31);
  for (const std::uint32_t n : {1u, 2u, 3u, 17u, 1000u}) {
    Lbvh tree;
    tree.build(random_boxes(n, random).data(), n);
    std::uint32_t next = 0;
    traverse(tree.nodes(), n, 0, everything, [&](std::uint32_t position, std::uint32_t item) {
      ASSERT_EQ(position, next++);
      ASSERT_EQ(item, tree.item(position));
    });
    EXPECT_EQ(next, n);
  }
}

TEST(Traverse, FromALeafsSkipReachesTheLeavesBehindIt) {
  std::mt19937_64 random(32);
  const std::uint32_t n = 300;
  Lbvh tree;
  tree.build(random_boxes(n, random).data(), n);
  for (std::uint32_t leaf = 0; leaf < n; ++leaf) {
    std::uint32_t next = leaf + 1;
    traverse(tree.nodes(), n, tree.nodes()[leaf_node(n, leaf)].skip, everything,
             [&](std::uint32_t position, std::uint32_t) { ASSERT_EQ(position, next++); });
    ASSERT_EQ(next, n);
  }
}

TEST(Traverse, FindsTheLeavesThatBruteForceFinds) {
  std::mt19937_64 random(33);
  const std::uint32_t n = 2000;
  Lbvh tree;
  tree.build(random_boxes(n, random).data(), n);
  std::size_t hits = 0;
  for (const Box<double>& query_box : random_boxes(200, random)) {
    const Box<float> query = to_tree(tree.frame(), query_box);
    std::vector<std::uint32_t> expected, found;
    for (std::uint32_t i = 0; i < n; ++i) {
      if (overlaps(box_of(tree.nodes()[leaf_node(n, i)]), query)) expected.push_back(i);
    }
    traverse(tree.nodes(), n, 0, query, [&](std::uint32_t position, std::uint32_t) { found.push_back(position); });
    ASSERT_EQ(found, expected);
    hits += found.size();
  }
  EXPECT_GT(hits, 200u);
}

TEST(Traverse, OfTheEmptyBoxReachesNothing) {
  std::mt19937_64 random(34);
  Lbvh tree;
  tree.build(random_boxes(50, random).data(), 50);
  traverse(tree.nodes(), 50, 0, empty_box<float>(), [](std::uint32_t, std::uint32_t) { FAIL(); });
}

}  // namespace
}  // namespace abut
