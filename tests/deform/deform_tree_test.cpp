// Trees of deforming bodies: boxes hold their facets, and searches find what all boxes with all find.
#include "abut/deform/deform_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "abut/deform/deforming_bodies.h"
#include "tests/deform/scenes.h"

namespace abut {
namespace {

using test::Nodes;

void check_boxes(const DeformingBodies& bodies, std::uint32_t body) {
  const DeformTree tree = bodies.tree(body);
  const TreeFrame& frame = bodies.frame();
  std::multiset<std::uint32_t> seen;
  for (std::uint32_t k = 0; k < tree.node_count; ++k) {
    const DeformNode& node = tree.nodes[k];
    if (!is_leaf(node)) {
      ASSERT_TRUE(contains(box_of(node), box_of(tree.nodes[k + 1])));
      ASSERT_TRUE(contains(box_of(node), box_of(tree.nodes[node.first])));
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      seen.insert(tree.facets[i].id);
      const auto own = bodies.facets(body)[tree.facets[i].id];
      for (std::size_t c = 0; c < 3; ++c) {
        ASSERT_EQ(tree.facets[i].node[c], bodies.node_begin(body) + own[c]);
        const Vec3<double> p = (bodies.nodes()[tree.facets[i].node[c]] - frame.origin) * frame.scale;
        ASSERT_TRUE(double(node.lo.x) < p.x && p.x < double(node.hi.x));
        ASSERT_TRUE(double(node.lo.y) < p.y && p.y < double(node.hi.y));
        ASSERT_TRUE(double(node.lo.z) < p.z && p.z < double(node.hi.z));
      }
    }
  }
  ASSERT_EQ(seen.size(), bodies.facets(body).size());
  for (std::uint32_t f = 0; f < seen.size(); ++f) ASSERT_EQ(seen.count(f), 1u);
}

TEST(DeformTree, HoldsAllFacetsThroughManySteps) {
  test::Random random(41);
  Nodes flat;
  DeformingBodies bodies;
  bodies.add(test::sheet(40, flat));
  bodies.add(test::cube(5, true, {3, 0, 0}, flat));
  for (int step = 0; step < 20; ++step) {
    Nodes nodes = flat;
    test::wind(nodes, 0.15 * step, 0.1, 0.01, random);
    for (Vec3<double>& p : nodes) p = p + Vec3<double>{1e6, -1e5, 0};
    bodies.move(Cpu{}, nodes);
    check_boxes(bodies, 0), check_boxes(bodies, 1);
  }
}

TEST(DeformTree, FindsAllPairsOfLeavesWithinReachOnce) {
  test::Random random(42);
  Nodes nodes;
  DeformingBodies bodies;
  bodies.add(test::sheet(12, nodes));
  test::wind(nodes, 3, 0.03, 0.02, random);
  bodies.add(test::cube(4, false, {-0.2, 0.2, -0.2}, nodes));
  bodies.move(Cpu{}, nodes);
  for (const std::uint32_t other : {0u, 1u}) {
    const DeformTree a = bodies.tree(0), b = bodies.tree(other);
    for (const float reach : {0.0f, 0.05f}) {
      std::multiset<std::pair<std::uint32_t, std::uint32_t>> found;
      const auto add = [&](std::uint32_t i, std::uint32_t j) {
        const bool turned = other == 0 && j < i;
        found.insert({turned ? j : i, turned ? i : j});
      };
      search_deform_trees(a.nodes, b.nodes, {0, 0}, reach,
                          [&](const DeformNode& na, const DeformNode& nb) { add(na.first, nb.first); });
      std::size_t expected = 0;
      for (std::uint32_t i = 0; i < a.node_count; ++i) {
        for (std::uint32_t j = other == 0 ? i : 0; j < b.node_count; ++j) {
          if (!is_leaf(a.nodes[i]) || !is_leaf(b.nodes[j])) continue;
          if (i != j || other != 0) {
            if (!within_reach(box_of(a.nodes[i]), box_of(b.nodes[j]), reach)) continue;
          }
          ++expected;
          ASSERT_EQ(found.count({a.nodes[i].first, b.nodes[j].first}), 1u);
        }
      }
      EXPECT_EQ(found.size(), expected);
      EXPECT_GT(expected, 50u);
    }
  }
}

}  // namespace
}  // namespace abut
