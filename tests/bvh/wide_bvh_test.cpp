// The tree that cores search: whatever the boxes are, each is there once, what is above bounds what is below, and trees
// that were refitted give the pairs of new ones.
#include "host/bvh/wide_bvh.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "host/pairs/pair_search.h"
#include "tests/bvh/box_clouds.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::BoxCloud;
using test::cloud_of;

class WideBvhOf : public testing::TestWithParam<BoxCloud> {};

/// One lane of a block as a box; empty where it stands for nothing.
Box<float> lane_of(const BoxBlock& block, std::uint32_t lane) {
  const Box<float> box{{block.lo[0][lane], block.lo[1][lane], block.lo[2][lane]},
                       {block.hi[0][lane], block.hi[1][lane], block.hi[2][lane]}};
  return std::isnan(box.lo.x) ? empty_box<float>() : box;
}

bool same(const Box<float>& a, const Box<float>& b) {
  return (is_empty(a) && is_empty(b)) || (contains(a, b) && contains(b, a));
}

/// Whether the lane has the box's coordinates in the tree, each one of the two floats next to it; what lies beyond
/// 2^126 lies there.
bool stands_for(const Box<float>& lane, const TreeFrame& frame, const Box<double>& box) {
  if (is_empty(box)) return is_empty(lane);
  const Vec3<double> lo = (box.lo - frame.origin) * frame.scale, hi = (box.hi - frame.origin) * frame.scale;
  const auto near = [](float x, double t) {
    const double cut = std::clamp(t, -0x1p126, 0x1p126);
    return round_down(cut) <= x && x <= round_up(cut);
  };
  return near(lane.lo.x, lo.x) && near(lane.lo.y, lo.y) && near(lane.lo.z, lo.z) && near(lane.hi.x, hi.x) &&
         near(lane.hi.y, hi.y) && near(lane.hi.z, hi.z);
}

void expect_whole(const WideBvh& tree, const std::vector<Box<double>>& boxes) {
  const WideBvhView view = tree.view();
  const auto n = static_cast<std::uint32_t>(boxes.size());
  ASSERT_EQ(view.item_count, n);
  std::vector<std::uint32_t> items(view.items, view.items + n);
  std::sort(items.begin(), items.end());
  for (std::uint32_t i = 0; i < n; ++i) ASSERT_EQ(items[i], i) << "each box is there once";
  ASSERT_GE(view.level_count, 2u);
  for (std::uint32_t position = 0; position < block_width * view.level_begin[1]; ++position) {
    const Box<float> lane = lane_of(view.blocks[position / block_width], position % block_width);
    const Box<double> box = position < n ? boxes[view.items[position]] : empty_box<double>();
    ASSERT_TRUE(stands_for(lane, tree.frame(), box)) << "position " << position;
  }
  std::uint32_t below = view.level_begin[1];
  for (std::uint32_t level = 1; level < view.level_count; ++level) {
    const std::uint32_t begin = view.level_begin[level], blocks = view.level_begin[level + 1] - begin;
    ASSERT_EQ(blocks, (below + block_width - 1) / block_width);
    for (std::uint32_t k = 0; k < block_width * blocks; ++k) {
      Box<float> bound = empty_box<float>();
      for (std::uint32_t lane = 0; k < below && lane < block_width; ++lane) {
        bound = unite(bound, lane_of(view.blocks[view.level_begin[level - 1] + k], lane));
      }
      ASSERT_TRUE(same(lane_of(view.blocks[begin + k / block_width], k % block_width), bound))
          << "lane " << k << " of level " << level;
    }
    below = blocks;
  }
  ASSERT_EQ(below, 1u) << "the last level is one block";
}

std::vector<Pair> pairs_of(const WideBvh& tree, const std::vector<Box<double>>& boxes) {
  const auto n = static_cast<std::uint32_t>(boxes.size());
  std::vector<std::uint32_t> body(n), all(n, 1);
  std::iota(body.begin(), body.end(), 0u);
  PartsView parts;
  parts.count = n;
  parts.body = body.data();
  parts.groups = parts.meets = all.data();
  PairSearch search;
  std::vector<Pair> pairs(search.find({&tree, boxes.data(), &parts}));
  search.write(pairs.data());
  return pairs;
}

TEST_P(WideBvhOf, HasEachBoxOnceAndBoundsItAtEveryLevel) {
  WideBvh tree;  // the same memory for all sizes, up and down
  for (const std::uint32_t n : {0u, 1u, 2u, 15u, 16u, 17u, 255u, 256u, 257u, 4095u, 4096u, 4097u, 17u, 0u, 300u}) {
    const std::vector<Box<double>> boxes = cloud_of(GetParam(), n, 3 + n);
    tree.build(boxes.data(), n);
    ASSERT_NO_FATAL_FAILURE(expect_whole(tree, boxes)) << n << " boxes";
  }
}

TEST_P(WideBvhOf, FindsThePairsOfALoop) {
  for (const std::uint32_t n : {1u, 2u, 16u, 17u, 500u}) {
    const std::vector<Box<double>> boxes = cloud_of(GetParam(), n, 5);
    WideBvh tree;
    tree.build(boxes.data(), n);
    test::expect_same_bits(pairs_of(tree, boxes), test::pairs_by_loop(boxes), "pairs");
  }
}

// Whatever the tree was made for: its order and frame are then those of other boxes.
TEST_P(WideBvhOf, RefittedToAnyOtherBoxesFindsThePairsOfANewOne) {
  constexpr std::uint32_t n = 300;
  const std::vector<Box<double>> first = cloud_of(GetParam(), n, 6);
  WideBvh tree;
  tree.build(first.data(), n);
  for (const BoxCloud& other : test::box_clouds) {
    const std::vector<Box<double>> boxes = cloud_of(other, n, 7);
    tree.refit(boxes.data());
    ASSERT_NO_FATAL_FAILURE(expect_whole(tree, boxes)) << other;
    test::expect_same_bits(pairs_of(tree, boxes), test::pairs_by_loop(boxes), other.name);
  }
  tree.refit(first.data());
  WideBvh fresh;
  fresh.build(first.data(), n);
  test::expect_same_bits(pairs_of(tree, first), pairs_of(fresh, first), "pairs");
}

TEST_P(WideBvhOf, HasTheSameOrderForEveryNumberOfThreads) {
  const tbb::global_control four(tbb::global_control::max_allowed_parallelism, 4);
  constexpr std::uint32_t n = 20000;
  const std::vector<Box<double>> boxes = cloud_of(GetParam(), n, 8);
  WideBvh one;
  tbb::task_arena(1).execute([&] { one.build(boxes.data(), n); });
  const std::uint32_t blocks = one.view().level_begin[one.view().level_count];
  for (const int threads : {2, 4}) {
    WideBvh many;
    tbb::task_arena(threads).execute([&] { many.build(boxes.data(), n); });
    ASSERT_EQ(std::memcmp(many.view().items, one.view().items, n * sizeof(std::uint32_t)), 0);
    ASSERT_EQ(std::memcmp(many.view().blocks, one.view().blocks, blocks * sizeof(BoxBlock)), 0);
    EXPECT_EQ(many.median_extent(), one.median_extent());
  }
}

INSTANTIATE_TEST_SUITE_P(Clouds, WideBvhOf, testing::ValuesIn(test::box_clouds), [](const auto& cloud) {
  std::string name = cloud.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

// A sample's median in the tree's unit, where one box in three is ten times as large.
TEST(WideBvhExtent, IsThatOfTheMiddleBox) {
  for (const std::uint32_t n : {1u, 3u, 1024u, 1026u, 9999u}) {
    std::vector<Box<double>> boxes;
    for (std::uint32_t i = 0; i < n; ++i) {
      const double size = i % 3 == 1 ? 10 : 1;
      boxes.push_back(test::box_at({double(i % 100), double(i / 100), 0}, {0.5 * size, size, 0.25 * size}));
    }
    WideBvh tree;
    tree.build(boxes.data(), n);
    EXPECT_NEAR(static_cast<double>(tree.median_extent()) / tree.frame().scale, 1, 1e-6) << n;
  }
  const std::vector<Box<double>> none(100, empty_box<double>());
  WideBvh tree;
  tree.build(none.data(), 100);
  EXPECT_EQ(tree.median_extent(), 0);
}

}  // namespace
}  // namespace abut
