#include "abut/facets/facet_tree.h"

#include <gtest/gtest.h>

#include <cstring>
#include <set>

#include "host/facets/tree_build.h"
#include "tests/support/random.h"

namespace abut {
namespace {

std::vector<Box<double>> random_boxes(test::Random& random, std::uint32_t count) {
  std::vector<Box<double>> boxes;
  for (std::uint32_t k = 0; k < count; ++k) {
    const Vec3<double> p = random.in_cube(), h{random.magnitude(1e-3, 0.1), random.magnitude(1e-3, 0.1), 0};
    boxes.push_back({p - h, p + h});
  }
  return boxes;
}

int depth_of(const std::vector<FacetNode>& nodes, std::uint32_t at = 0) {
  if (is_leaf(nodes[at])) return 1;
  return 1 + std::max(depth_of(nodes, at + 1), depth_of(nodes, nodes[at].first));
}

TEST(FacetTree, HoldsEveryBoxOnceInBoxesThatContainIt) {
  test::Random random(1);
  for (const std::uint32_t count : {1u, 2u, 3u, 17u, 1000u}) {
    const std::vector<Box<double>> boxes = random_boxes(random, count);
    const host::BuiltTree tree = host::build_facet_tree(boxes);
    std::vector<int> seen(count, 0);
    std::vector<std::uint32_t> path;
    const auto visit = [&](const auto& self, std::uint32_t at) -> void {
      const FacetNode& n = tree.nodes[at];
      path.push_back(at);
      if (is_leaf(n)) {
        for (std::uint32_t k = n.first; k < n.first + n.count; ++k) {
          const Box<double>& b = boxes[tree.order[k]];
          ++seen[tree.order[k]];
          for (const std::uint32_t p : path) {
            const Vec3<double> c = widen(tree.nodes[p].centre), h = widen(tree.nodes[p].half);
            EXPECT_TRUE(contains(Box<double>{c - h, c + h}, b));
          }
        }
      } else {
        self(self, at + 1), self(self, n.first);
      }
      path.pop_back();
    };
    visit(visit, 0);
    EXPECT_EQ(seen, std::vector<int>(count, 1));
  }
}

TEST(FacetTree, IsTheSameByAllThreads) {
  test::Random random(7);
  std::vector<Box<double>> boxes = random_boxes(random, 20000);
  boxes.insert(boxes.end(), 5000, Box<double>{{0, 0, 0}, {0.1, 0.1, 0.1}});
  const host::BuiltTree one = host::build_facet_tree(boxes, 4),
                        all = host::build_facet_tree(boxes, 4, host::TreeThreads::arena);
  EXPECT_EQ(one.order, all.order);
  ASSERT_EQ(one.nodes.size(), all.nodes.size());
  EXPECT_EQ(std::memcmp(one.nodes.data(), all.nodes.data(), one.nodes.size() * sizeof(FacetNode)), 0);
}

TEST(FacetTree, IsSplitBetweenGroupsThatAreFarApart) {
  test::Random random(8);
  std::vector<Box<double>> boxes = random_boxes(random, 90);
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<Box<double>> all = boxes;
    const Vec3<double> away{axis == 0 ? -50.0 : 0, axis == 1 ? -50.0 : 0, axis == 2 ? -50.0 : 0};
    for (const Box<double>& b : random_boxes(random, 10)) all.push_back({b.lo + away, b.hi + away});
    const host::BuiltTree tree = host::build_facet_tree(all);
    for (int k = 0; k < 10; ++k) EXPECT_GE(tree.order[k], 90u);
  }
}

TEST(FacetTree, IsNoDeeperThanASearchHasRoomFor) {
  // Sizes and places that halve from one to the next make the heuristic split off one box at a time.
  std::vector<Box<double>> boxes;
  double at = 1;
  for (int k = 0; k < 2000; ++k, at *= 0.97) boxes.push_back({{at, 0, 0}, {at * 1.01, at, at}});
  EXPECT_LT(depth_of(host::build_facet_tree(boxes).nodes), most_tree_depth);
  const std::vector<Box<double>> same(5000, Box<double>{{1, 1, 1}, {2, 2, 2}});
  EXPECT_LT(depth_of(host::build_facet_tree(same).nodes), 16);
}

template <class T>
class FacetTreePairs : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(FacetTreePairs, Scalars);

/// Against all pairs of leaves; none is left out whose boxes are within reach, by points on them.
TYPED_TEST(FacetTreePairs, VisitTheLeavesThatAllPairsOfBoxesGive) {
  using T = TypeParam;
  test::Random random(2);
  const host::BuiltTree a = host::build_facet_tree(random_boxes(random, 200)),
                        b = host::build_facet_tree(random_boxes(random, 150));
  for (int k = 0; k < 50; ++k) {
    const T scale = k % 2 == 0 ? T(1) : T(0.25), alert = round_to<T>(random.magnitude(1e-4, 0.1));
    const Mat3<double> r = random.rotation();
    RelativePose<T> pose;
    for (int i = 0; i < 9; ++i) pose.rotation.m[i] = round_to<T>(r.m[i]);
    pose.translation = narrowed<T>(random.in_ball() * 2.0);
    const FacetFrame<T> frame = facet_frame(pose, scale, alert, T(1.75), T(1.75) * scale);
    std::set<std::pair<std::uint32_t, std::uint32_t>> found, wanted;
    std::uint64_t seen = 0;
    traverse_facet_trees(
        a.nodes.data(), b.nodes.data(), frame,
        [&](const FacetNode& x, const FacetNode& y) {
          EXPECT_TRUE((found.insert({x.first, y.first}).second));
        },
        [&] { ++seen; });
    for (const FacetNode& x : a.nodes) {
      for (const FacetNode& y : b.nodes) {
        if (is_leaf(x) && is_leaf(y) && may_be_near(frame, x, y)) wanted.insert({x.first, y.first});
      }
    }
    // Boxes of inner nodes may leave out what leaves alone would not, as they are larger only in one direction's view:
    // so a search may visit fewer, never others.
    for (const auto& leaf : found) EXPECT_TRUE(wanted.contains(leaf));
    EXPECT_LE(found.size(), wanted.size());
    EXPECT_LT(seen, a.nodes.size() * b.nodes.size());
  }
}

/// Points of two boxes within the alert distance: the boxes are never beyond reach.
TYPED_TEST(FacetTreePairs, BoxesWithPointsWithinTheDistanceAreNear) {
  using T = TypeParam;
  test::Random random(3);
  int near = 0;
  for (int k = 0; k < 20000; ++k) {
    const auto node = [&] {
      FacetNode n{};
      n.centre = narrowed<float>(random.in_cube());
      n.half = narrowed<float>(
          Vec3<double>{random.magnitude(1e-4, 1), random.magnitude(1e-4, 1), random.magnitude(1e-4, 1)});
      return n;
    };
    const FacetNode a = node(), b = node();
    const auto in = [&](const FacetNode& n) {
      const Vec3<double> c = widen(n.centre), h = widen(n.half), u = random.in_cube();
      const Vec3<double> corner{u.x > 0 ? 1.0 : -1.0, u.y > 0 ? 1.0 : -1.0, u.z > 0 ? 1.0 : -1.0};
      const Vec3<double> w = k % 2 == 0 ? u : corner;
      return Vec3<double>{c.x + w.x * h.x, c.y + w.y * h.y, c.z + w.z * h.z};
    };
    // A rotation that is off by as much as bodies may have.
    Mat3<double> r = random.rotation();
    for (double& m : r.m) m += random.uniform(-1e-6, 1e-6);
    const double alert = random.magnitude(1e-6, 1e-1);
    const Vec3<double> p = in(a), q = in(b), d = random.direction() * alert;
    RelativePose<T> pose;
    for (int i = 0; i < 9; ++i) pose.rotation.m[i] = round_to<T>(r.m[i]);
    pose.translation = narrowed<T>(p + d - rotate(r, q));
    const FacetFrame<T> frame = facet_frame(pose, T(1), round_to<T>(alert), T(3), T(3));
    ASSERT_TRUE(may_be_near(frame, a, b)) << k;
    FacetNode moved = b;
    moved.centre.x += 4;
    near += may_be_near(frame, a, moved);
  }
  EXPECT_LT(near, 4000);
}

}  // namespace
}  // namespace abut
