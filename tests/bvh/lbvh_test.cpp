// The host's tree and its sort: in parallel, and with the same bits for every number of threads.
#include "host/bvh/lbvh.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "tests/bvh/tree_check.h"

namespace abut {
namespace {

std::vector<Box<double>> random_boxes(std::uint32_t count, double spread, std::mt19937_64& random) {
  std::uniform_real_distribution<double> place(-spread, spread), size(0, 0.1);
  std::vector<Box<double>> boxes;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3<double> lo{place(random), place(random), place(random)};
    boxes.push_back({lo, lo + Vec3<double>{size(random), size(random), size(random)}});
  }
  return boxes;
}

void expect_whole(const Lbvh& tree, const std::vector<Box<double>>& boxes) {
  const std::uint32_t n = tree.leaf_count();
  ASSERT_EQ(n, boxes.size());
  std::vector<std::uint64_t> codes;
  std::vector<bool> seen(n, false);
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t item = tree.item(i);
    ASSERT_LT(item, n);
    ASSERT_FALSE(seen[item]);
    seen[item] = true;
    codes.push_back(tree.code(i));
    ASSERT_EQ(tree.code(i), morton_code(tree.frame(), boxes[item]));
    if (i > 0) {
      ASSERT_TRUE(tree.code(i - 1) < tree.code(i) || (tree.code(i - 1) == tree.code(i) && tree.item(i - 1) < item));
    }
    const BvhNode& leaf = tree.nodes()[leaf_node(n, i)];
    ASSERT_EQ(leaf.child, item);
    ASSERT_TRUE(test::same_box(box_of(leaf), to_tree(tree.frame(), boxes[item])));
  }
  test::expect_tree(codes, tree.nodes(), tree.parents());
}

TEST(CodeSort, OrdersByCodeThenItemAtEverySize) {
  std::mt19937_64 random(41);
  Buffer<CodedItem> items, spare;
  for (const std::uint32_t n : {0u, 1u, 2u, 100u, 4095u, 4096u, 65536u, 65537u, 300000u}) {
    for (const std::uint64_t mask :
         {std::uint64_t{0}, std::uint64_t{7}, std::uint64_t{0x7ff} << 33, ~std::uint64_t{0}}) {
      items.resize(n);
      std::vector<CodedItem> expected;
      for (std::uint32_t i = 0; i < n; ++i) expected.push_back(items[i] = {random() & mask, i});
      std::stable_sort(expected.begin(), expected.end(),
                       [](const CodedItem& a, const CodedItem& b) { return a.code < b.code; });
      sort_by_code(items, spare);
      ASSERT_EQ(items.size(), n);
      for (std::uint32_t i = 0; i < n; ++i) {
        ASSERT_EQ(items[i].code, expected[i].code);
        ASSERT_EQ(items[i].item, expected[i].item);
      }
    }
  }
}

TEST(Lbvh, OfRandomBoxesIsTheTreeOfTheDefinition) {
  std::mt19937_64 random(42);
  Lbvh tree;
  for (const std::uint32_t n : {1u, 2u, 3u, 100u, 20000u, 5u}) {
    const std::vector<Box<double>> boxes = random_boxes(n, 10, random);
    tree.build(boxes.data(), n);
    ASSERT_NO_FATAL_FAILURE(expect_whole(tree, boxes));
  }
  tree.build(nullptr, 0);
  EXPECT_EQ(tree.leaf_count(), 0u);
}

TEST(Lbvh, OfIdenticalAndOfEmptyBoxesIsWhole) {
  std::vector<Box<double>> boxes(5000, Box<double>{{1e6, 1e6, 1e6}, {1e6 + 1, 1e6 + 1, 1e6 + 1}});
  Lbvh tree;
  tree.build(boxes.data(), 5000);
  ASSERT_NO_FATAL_FAILURE(expect_whole(tree, boxes));
  for (std::size_t i = 0; i < boxes.size(); i += 3) boxes[i] = empty_box<double>();
  tree.build(boxes.data(), 5000);
  ASSERT_NO_FATAL_FAILURE(expect_whole(tree, boxes));
  EXPECT_TRUE(is_empty(box_of(tree.nodes()[leaf_node(5000, 4999)])));
  for (Box<double>& box : boxes) box = empty_box<double>();
  tree.build(boxes.data(), 5000);
  ASSERT_NO_FATAL_FAILURE(expect_whole(tree, boxes));
}

TEST(Lbvh, HasTheSameBitsForEveryNumberOfThreadsAndRun) {
  const tbb::global_control four(tbb::global_control::max_allowed_parallelism, 4);
  std::mt19937_64 random(43);
  const std::uint32_t n = 50000;
  const std::vector<Box<double>> boxes = random_boxes(n, 5, random), moved = random_boxes(n, 5, random);
  Lbvh built, refitted;
  tbb::task_arena(1).execute([&] {
    built.build(boxes.data(), n);
    refitted.build(boxes.data(), n);
    refitted.refit(moved.data());
  });
  for (const int threads : {1, 2, 4, 4, 4}) {
    Lbvh tree;
    tbb::task_arena(threads).execute([&] { tree.build(boxes.data(), n); });
    ASSERT_EQ(std::memcmp(tree.nodes(), built.nodes(), (2 * n - 1) * sizeof(BvhNode)), 0) << threads;
    tbb::task_arena(threads).execute([&] { tree.refit(moved.data()); });
    ASSERT_EQ(std::memcmp(tree.nodes(), refitted.nodes(), (2 * n - 1) * sizeof(BvhNode)), 0) << threads;
  }
}

TEST(Lbvh, RefitToTheBoxesItWasBuiltFromChangesNothing) {
  std::mt19937_64 random(44);
  const std::vector<Box<double>> boxes = random_boxes(3000, 5, random);
  Lbvh tree, same;
  tree.build(boxes.data(), 3000);
  same.build(boxes.data(), 3000);
  same.refit(boxes.data());
  EXPECT_EQ(std::memcmp(tree.nodes(), same.nodes(), 5999 * sizeof(BvhNode)), 0);
}

TEST(Scene, OfEvenlySpreadBoxesIsTheirUnion) {
  std::mt19937_64 random(45);
  const std::vector<Box<double>> boxes = random_boxes(20000, 5, random);
  const Box<double> scene = scene_of(boxes.data(), 20000);
  for (const Box<double>& box : boxes) ASSERT_TRUE(contains(scene, box));
  EXPECT_GT(scene.lo.x, -5.1);
  EXPECT_LT(scene.hi.z, 5.2);
}

TEST(Scene, LeavesOutTheBodyThatHasEscaped) {
  std::mt19937_64 random(46);
  std::vector<Box<double>> boxes = random_boxes(5000, 5, random);
  boxes[77] = {{1e12, -1e15, 3}, {1e12 + 1, -1e15 + 1, 4}};
  const Box<double> scene = scene_of(boxes.data(), 5000);
  EXPECT_LT(scene.hi.x, 20);
  EXPECT_GT(scene.lo.y, -20);
  Lbvh tree;
  tree.build(boxes.data(), 5000);
  ASSERT_NO_FATAL_FAILURE(expect_whole(tree, boxes));
  std::vector<std::uint64_t> codes;
  for (std::uint32_t i = 0; i < 5000; ++i) codes.push_back(tree.code(i));
  EXPECT_GT(std::unique(codes.begin(), codes.end()) - codes.begin(), 4900) << "most boxes keep a cell of their own";
}

TEST(Scene, WithMostBoxesInOnePlaceIsTheUnion) {
  std::vector<Box<double>> boxes(1000, Box<double>{{0, 0, 0}, {0, 0, 0}});
  boxes[5] = {{7, 8, 9}, {7, 8, 9}};
  EXPECT_EQ(scene_of(boxes.data(), 1000).hi.y, 8);
}

}  // namespace
}  // namespace abut
