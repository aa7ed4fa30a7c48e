// The host's tree over boxes that trees find hard: built, and refitted to any other boxes, a traversal finds what a
// loop over all finds, and the nearest box is the nearest.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "abut/bvh/nearest.h"
#include "abut/bvh/traversal.h"
#include "host/bvh/lbvh.h"
#include "tests/bvh/box_clouds.h"
#include "tests/bvh/tree_check.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::BoxCloud;
using test::cloud_of;

class LbvhOf : public testing::TestWithParam<BoxCloud> {};

void expect_links(const Lbvh& tree) {
  if (tree.leaf_count() == 0) return;
  const std::vector<std::uint64_t> codes(tree.codes(), tree.codes() + tree.leaf_count());
  ASSERT_TRUE(std::is_sorted(codes.begin(), codes.end()));
  test::expect_tree(codes, tree.nodes(), tree.parents());
}

/// Each leaf looks for the leaves behind it, as searches for the pairs of one set do.
std::vector<Pair> pairs_of(const Lbvh& tree, const std::vector<Box<double>>& boxes) {
  std::vector<Pair> out;
  const std::uint32_t n = tree.leaf_count();
  for (std::uint32_t leaf = 0; leaf < n; ++leaf) {
    const std::uint32_t own = tree.item(leaf);
    const BvhNode& node = tree.nodes()[leaf_node(n, leaf)];
    traverse(tree.nodes(), n, node.skip, box_of(node), [&](std::uint32_t, std::uint32_t other) {
      if (overlaps(boxes[own], boxes[other])) out.push_back({std::min(own, other), std::max(own, other)});
    });
  }
  std::sort(out.begin(), out.end(), [](Pair x, Pair y) { return x.a != y.a ? x.a < y.a : x.b < y.b; });
  return out;
}

TEST_P(LbvhOf, IsTheTreeOfItsCodesAndFindsThePairsOfALoop) {
  Lbvh tree;
  for (const std::uint32_t n : {1u, 2u, 3u, 64u, 501u, 5u}) {
    const std::vector<Box<double>> boxes = cloud_of(GetParam(), n, 11 + n);
    tree.build(boxes.data(), n);
    ASSERT_NO_FATAL_FAILURE(expect_links(tree)) << n << " boxes";
    test::expect_same_bits(pairs_of(tree, boxes), test::pairs_by_loop(boxes), "pairs");
  }
}

TEST_P(LbvhOf, RefittedToAnyOtherBoxesFindsTheirPairs) {
  constexpr std::uint32_t n = 200;
  Lbvh tree;
  const std::vector<Box<double>> first = cloud_of(GetParam(), n, 12);
  tree.build(first.data(), n);
  for (const BoxCloud& other : test::box_clouds) {
    const std::vector<Box<double>> boxes = cloud_of(other, n, 13);
    tree.refit(boxes.data());
    ASSERT_NO_FATAL_FAILURE(expect_links(tree)) << other;
    test::expect_same_bits(pairs_of(tree, boxes), test::pairs_by_loop(boxes), other.name);
  }
}

/// A tree with the records that searches about points read.
class Searched {
 public:
  explicit Searched(const std::vector<Box<double>>& boxes) {
    const auto n = static_cast<std::uint32_t>(boxes.size());
    tree_.build(boxes.data(), n);
    for (std::uint32_t leaf = 0; leaf < n; ++leaf) {
      records_.push_back({boxes[tree_.item(leaf)], tree_.item(leaf), 0, 1, 1});
    }
  }
  BoxTreeView view() const {
    return {tree_.nodes(), records_.data(), tree_.codes(), tree_.leaf_count(), tree_.frame()};
  }
  std::vector<std::uint32_t> within(Vec3<double> p, double distance) const {
    std::vector<std::uint32_t> out;
    visit_within(view(), p, distance, [&](const LeafRecord& record) { out.push_back(record.part); });
    std::sort(out.begin(), out.end());
    return out;
  }

 private:
  Lbvh tree_;
  std::vector<LeafRecord> records_;
};

/// Boxes that hold the point, or are nearer than distances that vanish in a tree of this scale
/// (abut/pairs/find_near.h).
std::vector<std::uint32_t> holding(const std::vector<Box<double>>& boxes, Vec3<double> p, double scale) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    if (is_empty(boxes[i])) continue;
    const Vec3<double>&lo = boxes[i].lo, &hi = boxes[i].hi;
    const double gap = std::max({lo.x - p.x, p.x - hi.x, lo.y - p.y, p.y - hi.y, lo.z - p.z, p.z - hi.z, 0.0});
    if (gap * scale < 0x1p-538) out.push_back(i);
  }
  return out;
}

TEST_P(LbvhOf, PointsInsideBoxesHaveTheseAndTheLowestIsNearest) {
  const std::vector<Box<double>> boxes = cloud_of(GetParam(), 150, 14);
  const Searched searched(boxes);
  for (const Box<double>& box : boxes) {
    if (is_empty(box)) continue;
    for (const Vec3<double>& p : {box.lo, box.hi, Vec3<double>{box.lo.x, box.hi.y, box.lo.z}}) {
      const std::vector<std::uint32_t> expected = holding(boxes, p, searched.view().frame.scale);
      const NearestBox nearest = nearest_box(searched.view(), p);
      ASSERT_EQ(nearest.distance, 0);
      ASSERT_EQ(nearest.part, expected.front());
      ASSERT_EQ(searched.within(p, 0), expected);
    }
  }
}

TEST_P(LbvhOf, AnInfiniteRadiusHasEveryBoxThatIsNotEmptyAndANegativeOneNone) {
  const std::vector<Box<double>> boxes = cloud_of(GetParam(), 150, 15);
  const Searched searched(boxes);
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    if (!is_empty(boxes[i])) expected.push_back(i);
  }
  constexpr double infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(searched.within({1, 2, 3}, infinite), expected);
  EXPECT_EQ(searched.within({-1e300, 2, 1e-300}, infinite), expected);
  EXPECT_TRUE(searched.within(boxes[1].lo, -0x1p-1074).empty());
  EXPECT_TRUE(searched.within({std::numeric_limits<double>::quiet_NaN(), 0, 0}, infinite).empty());
  EXPECT_TRUE(searched.within({0, infinite, 0}, 1).empty());
}

INSTANTIATE_TEST_SUITE_P(Clouds, LbvhOf, testing::ValuesIn(test::box_clouds), [](const auto& cloud) {
  std::string name = cloud.param.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

}  // namespace
}  // namespace abut
