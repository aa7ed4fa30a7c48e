// Trees of several worlds, by what runs on a device, on cores: their pairs, and what searching one costs.
#include <gtest/gtest.h>

#include "abut/bodies/world.h"
#include "abut/pairs/find_pairs.h"
#include "tests/bvh/built_tree.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::boxed;
using test::BuiltTree;
using test::crowd;
using test::Found;
using test::found_by;
using test::HostQueue;
using test::Parts;
using test::self_pairs;

Parts in_worlds(Parts parts, std::uint32_t worlds, std::int32_t first) {
  std::mt19937_64 random(worlds);
  for (std::size_t i = 0; i < parts.pose.size(); ++i) {
    parts.world.push_back(random() % 20 == 0 ? shared_world : first + static_cast<std::int32_t>(random() % worlds));
  }
  return parts;
}

TEST(DeviceWorlds, PairsAreThoseOfTheCpu) {
  for (const std::uint32_t n : {1u, 2u, 65u, 3000u}) {
    // The last are more than a tree tells apart, or no worlds at all: right all the same.
    for (const std::int32_t first : {0, 5000, (1 << 20) - 3, 0x7ffffff0, -100}) {
      Parts parts = in_worlds(crowd(n, 7 + n), 5, first);
      const std::vector<Pair> expected = find_pairs(Cpu{2}, parts.headers.data(), n, parts.view(), 0.1);
      BuiltTree tree(boxed(parts, parts.view(), 0.1));
      EXPECT_NE(tree->state->by_world, 0u);
      const Found found = self_pairs(tree, parts.view(), expected.size() + 100);
      ASSERT_EQ(found.count, expected.size());
      ASSERT_NO_FATAL_FAILURE(test::expect_same_bits(found.pairs, expected, "pair"));
      for (Pose& pose : parts.pose) pose.position = pose.position * 0.9;
      tree.refit(boxed(parts, parts.view(), 0.1));
      const std::vector<Pair> moved = find_pairs(Cpu{2}, parts.headers.data(), n, parts.view(), 0.1);
      const Found again = self_pairs(tree, parts.view(), moved.size(), false);
      ASSERT_NO_FATAL_FAILURE(test::expect_same_bits(again.pairs, moved, "pair after a refit"));
    }
  }
}

TEST(DeviceWorlds, PairsOfTwoSetsAreThoseOfTheCpu) {
  const Parts parts = in_worlds(crowd(1500, 3), 4, 0);
  Parts without = parts;
  without.world.clear();
  for (const bool first_has : {false, true}) {
    for (const bool second_has : {false, true}) {
      const PartsView a = (first_has ? parts : without).view();
      const Parts copy = second_has ? parts : without;
      const PartsView b = copy.view();
      const std::vector<Pair> expected = find_cross_pairs(Cpu{2}, parts.headers.data(), 1500, a, b, 0);
      const BuiltTree tree({parts.headers.data(), b, 0});
      const Found found =
          found_by(expected.size(), 1500, [&](HostQueue& queue, const PairList& list, const auto& scratch) {
            device::find_cross_pairs(queue, {parts.headers.data(), a, 0}, *tree, list, scratch);
          });
      ASSERT_NO_FATAL_FAILURE(test::expect_same_bits(found.pairs, expected, "pair"));
    }
  }
}

TEST(DeviceWorlds, PointsAreNearPartsOfAll) {
  const Parts parts = in_worlds(crowd(500, 3), 4, 0);
  Parts one = parts;
  one.world.clear();
  const BuiltTree tree(boxed(parts, parts.view())), plain(boxed(one, one.view()));
  for (const Pose& pose : parts.pose) {
    const auto nearest = [&](const BuiltTree& t) {
      return nearest_box(device::box_tree(*t), pose.position + Vec3<double>{0.3, 0, 0});
    };
    EXPECT_EQ(nearest(tree).part, nearest(plain).part);
    EXPECT_EQ(nearest(tree).distance, nearest(plain).distance);
  }
}

// Copies of a scene in one place: each thread looks at the nodes of its own world, and at some above several.
TEST(DeviceWorlds, ThatLieOverEachOtherCostNoMoreThanSideBySide) {
  const Parts once = crowd(200, 4);
  Parts over;
  for (std::int32_t world = 0; world < 64; ++world) {
    for (std::size_t i = 0; i < once.pose.size(); ++i) {
      over.add_sphere(once.pose[i].position, 0.5);
      over.world.push_back(world);
    }
  }
  const BuiltTree tree(boxed(over, over.view()));
  std::uint64_t seen = 0;
  for (std::uint32_t i = 0; i < over.pose.size(); ++i) {
    const BvhNode leaf = tree->nodes[leaf_node(tree->part_count, i)];
    traverse_before(tree->nodes, tree->part_count, leaf.skip, device::search_detail::end_of_world(*tree, i),
                    box_of(leaf), [&](std::uint32_t other, std::uint32_t) {
                      ++seen;
                      ASSERT_EQ(tree->worlds[other], tree->worlds[i]);
                    });
  }
  const Found found = self_pairs(tree, over.view(), 10000000);
  EXPECT_GE(seen, found.count);
  EXPECT_GT(found.count, 64u * 200);
}

}  // namespace
}  // namespace abut
