// What runs on a device to build and search a tree of parts, run on cores: against the host's tree, the pair search of
// the `Cpu` executor, and brute force.
#include <gtest/gtest.h>

#include <cstring>
#include <limits>

#include "abut/pairs/find_pairs.h"
#include "host/bvh/lbvh.h"
#include "tests/bvh/built_tree.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::boxed;
using test::BuiltTree;
using test::crowd;
using test::expect_rows_of;
using test::Found;
using test::found_by;
using test::HostQueue;
using test::Parts;
using test::self_pairs;

TEST(DeviceTree, IsTheTreeOfTheHostToTheBit) {
  for (const std::uint32_t n : {1u, 2u, 3u, 130u, 1023u, 1024u, 1025u, 20000u}) {
    const Parts parts = crowd(n, n);
    const PartsView view = parts.view();
    const BoxedParts of = boxed(parts, view, 0.25);
    const BuiltTree tree(of);
    std::vector<Box<double>> boxes;
    for (std::uint32_t i = 0; i < n; ++i) boxes.push_back(device::box_of_part(of, i));
    Lbvh host;
    host.build(boxes.data(), n);
    ASSERT_EQ(std::memcmp(&tree->state->frame, &host.frame(), sizeof(TreeFrame)), 0) << n;
    ASSERT_EQ(std::memcmp(tree->nodes, host.nodes(), (2 * n - 1) * sizeof(BvhNode)), 0) << n;
    ASSERT_EQ(std::memcmp(tree->parents, host.parents(), (2 * n - 1) * sizeof(std::uint32_t)), 0) << n;
    for (std::uint32_t i = 0; i < n; ++i) {
      ASSERT_EQ(tree->records[i].part, host.item(i));
      ASSERT_EQ(tree->codes[i], host.code(i));
    }
  }
}

TEST(DeviceTree, OfStragglersAndOfPartsWithoutAPoseIsTheHostsToo) {
  for (const bool all : {false, true}) {
    Parts parts = crowd(3000, 5);
    parts.pose[17].position = {1e14, -1e15, 3};
    for (std::size_t i = 0; i < parts.pose.size(); i += all ? 1 : 3) {
      parts.pose[i].position.y = std::numeric_limits<double>::quiet_NaN();
    }
    const PartsView view = parts.view();
    const BoxedParts of = boxed(parts, view);
    const BuiltTree tree(of);
    std::vector<Box<double>> boxes;
    for (std::uint32_t i = 0; i < view.count; ++i) boxes.push_back(device::box_of_part(of, i));
    Lbvh host;
    host.build(boxes.data(), view.count);
    EXPECT_EQ(std::memcmp(&tree->state->frame, &host.frame(), sizeof(TreeFrame)), 0);
    EXPECT_EQ(std::memcmp(tree->nodes, host.nodes(), (2 * view.count - 1) * sizeof(BvhNode)), 0);
  }
}

TEST(DeviceTree, RefitFollowsThePartsAndSaysHowItHasGrown) {
  Parts parts = crowd(5000, 9);
  const BuiltTree fresh(boxed(parts, parts.view()));
  BuiltTree tree(boxed(parts, parts.view()));
  EXPECT_EQ(tree->state->area, tree->state->built_area);
  EXPECT_GT(tree->state->area, 0u);
  tree.refit(boxed(parts, parts.view()));
  EXPECT_EQ(tree->state->area, tree->state->built_area);
  EXPECT_EQ(std::memcmp(tree->nodes, fresh->nodes, 9999 * sizeof(BvhNode)), 0);

  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> place(-4, 4);
  for (Pose& pose : parts.pose)
    pose.position = pose.position + Vec3<double>{place(random), place(random), place(random)};
  const PartsView moved = parts.view();
  tree.refit(boxed(parts, moved));
  EXPECT_GT(tree->state->area, tree->state->built_area);
  const Found found = self_pairs(tree, moved, 1000000);
  test::expect_same_bits(found.pairs, find_pairs(Cpu{2}, {parts.headers.data(), 5000}, moved, 0), "pair");
  const BuiltTree again(boxed(parts, moved));
  EXPECT_LT(again->state->area, tree->state->area);
}

TEST(DevicePairs, AreThoseOfTheCpuInItsOrder) {
  for (const std::uint32_t n : {1u, 2u, 65u, 3000u}) {
    for (const double alert : {0.0, 0.3}) {
      const Parts parts = crowd(n, 7 + n);
      const PartsView view = parts.view();
      const std::vector<Pair> expected = find_pairs(Cpu{2}, {parts.headers.data(), n}, view, alert);
      const BuiltTree tree(boxed(parts, view, alert));
      const Found found = self_pairs(tree, view, expected.size() + 100);
      ASSERT_EQ(found.count, expected.size());
      ASSERT_NO_FATAL_FAILURE(test::expect_same_bits(found.pairs, expected, "pair"));
      ASSERT_NO_FATAL_FAILURE(expect_rows_of(found));
      EXPECT_GE(expected.size() + 300, n) << "too few to say anything";
    }
  }
}

TEST(DevicePairs, FullListsHaveEachPairBothWaysRound) {
  const Parts parts = crowd(2000, 21);
  const PartsView view = parts.view();
  std::vector<Pair> expected = find_pairs(Cpu{2}, {parts.headers.data(), 2000}, view, 0);
  for (std::size_t i = expected.size(); i-- > 0;) expected.push_back({expected[i].b, expected[i].a});
  std::sort(expected.begin(), expected.end(), [](Pair p, Pair q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
  const Found found = self_pairs(BuiltTree(boxed(parts, view)), view, expected.size(), true);
  ASSERT_NO_FATAL_FAILURE(test::expect_same_bits(found.pairs, expected, "pair"));
  expect_rows_of(found);
}

TEST(DevicePairs, TooSmallACapacitySaysWhatIsNeeded) {
  const Parts parts = crowd(2000, 22);
  const PartsView view = parts.view();
  const BuiltTree tree(boxed(parts, view));
  const std::vector<Pair> expected = find_pairs(Cpu{2}, {parts.headers.data(), 2000}, view, 0);
  for (const std::uint64_t capacity : {std::uint64_t{0}, std::uint64_t{1}, expected.size() - 1}) {
    const Found found = self_pairs(tree, view, capacity);
    EXPECT_EQ(found.count, expected.size()) << capacity;
    for (const std::uint64_t row : found.rows) ASSERT_LE(row, capacity);
  }
  test::expect_same_bits(self_pairs(tree, view, expected.size()).pairs, expected, "pair");
}

TEST(DevicePairs, OfNothingAreNone) {
  const PartsView none;
  const PartTree tree;
  const Parts parts = crowd(5, 23);
  const PartsView view = parts.view();
  const BuiltTree five(boxed(parts, view));
  const Found self = found_by(10, 0, [&](HostQueue& queue, const PairList& list, const auto& scratch) {
    device::find_pairs(queue, tree, none, false, list, scratch);
  });
  EXPECT_EQ(self.count, 0u);
  EXPECT_EQ(self.rows, std::vector<std::uint64_t>(1, 0));
  const Found of_none = found_by(10, 0, [&](HostQueue& queue, const PairList& list, const auto& scratch) {
    device::find_cross_pairs(queue, {parts.headers.data(), none, 0}, *five, list, scratch);
  });
  EXPECT_EQ(of_none.count, 0u);
  const Found with_none = found_by(10, 5, [&](HostQueue& queue, const PairList& list, const auto& scratch) {
    device::find_cross_pairs(queue, boxed(parts, view), tree, list, scratch);
  });
  EXPECT_EQ(with_none.count, 0u);
  EXPECT_EQ(with_none.rows, std::vector<std::uint64_t>(6, 0));
}

TEST(DevicePairs, OfTwoSetsAreThoseOfTheCpu) {
  for (const auto& [n, m] : {std::pair{1u, 2000u}, {2000u, 1u}, {1500u, 1100u}}) {
    Parts a = crowd(n, 31), b = crowd(m, 32);
    for (std::uint32_t& s : b.shape) s += n;  // one table of shapes
    std::vector<ShapeHeader> headers = a.headers;
    headers.insert(headers.end(), b.headers.begin(), b.headers.end());
    if (n > 2) a.pose[2].position.z = std::numeric_limits<double>::infinity();
    const PartsView of_a = a.view(), of_b = b.view();
    const std::vector<Pair> expected = find_cross_pairs(Cpu{2}, {headers.data(), n + m}, of_a, of_b, 0.2);
    const BuiltTree tree({headers.data(), of_b, 0.2});
    const Found found =
        found_by(expected.size() + 1, n, [&](HostQueue& queue, const PairList& list, const auto& scratch) {
          device::find_cross_pairs(queue, {headers.data(), of_a, 0.2}, *tree, list, scratch);
        });
    ASSERT_NO_FATAL_FAILURE(test::expect_same_bits(found.pairs, expected, "pair"));
    ASSERT_NO_FATAL_FAILURE(expect_rows_of(found));
  }
}

}  // namespace
}  // namespace abut
