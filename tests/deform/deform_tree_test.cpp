// Trees of deforming bodies: boxes hold their facets, and searches find what all boxes with all find.
#include "abut/deform/deform_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
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

/// Half of the surface of the box of some facets, each coordinate moved to the next float outward.
long double half_surface(const DeformTree& tree, std::uint32_t begin, std::uint32_t end) {
  long double size[3] = {};
  for (int axis = 0; axis < 3; ++axis) {
    float lo = HUGE_VALF, hi = -HUGE_VALF;
    for (std::uint32_t i = begin; i < end; ++i) {
      for (const std::uint32_t v : tree.facets[i].node) {
        const TreePoint& p = tree.points[v];
        const float at = axis == 0 ? p.x : axis == 1 ? p.y : p.z;
        lo = std::min(lo, std::nextafter(at, -HUGE_VALF)), hi = std::max(hi, std::nextafter(at, HUGE_VALF));
      }
    }
    size[axis] = static_cast<long double>(hi) - static_cast<long double>(lo);
  }
  return size[0] * size[1] + size[1] * size[2] + size[2] * size[0];
}

/// Facets below node k: [begin, end) in the order of the leaves.
void facets_below(const DeformTree& tree, std::uint32_t k, std::uint32_t& begin, std::uint32_t& end) {
  std::uint32_t left = k, right = k;
  while (!is_leaf(tree.nodes[left])) ++left;
  while (!is_leaf(tree.nodes[right])) right = tree.nodes[right].first;
  begin = tree.nodes[left].first, end = tree.nodes[right].first + tree.nodes[right].count;
}

TEST(DeformTree, CostsTheSurfacesOfItsNodesOverThoseOfItsFacets) {
  test::Random random(43);
  for (const std::uint32_t cells : {1u, 3u, 20u, 70u}) {  // of the last there are several runs
    Nodes nodes;
    DeformingBodies bodies;
    bodies.add(test::sheet(cells, nodes));
    bodies.move(Cpu{}, nodes);
    test::wind(nodes, 1, 0.1, 0.01, random);
    bodies.move(Cpu{2}, nodes);
    const DeformTree tree = bodies.tree(0);
    long double of_nodes = 0, of_facets = 0;
    for (std::uint32_t k = 0; k < tree.node_count; ++k) {
      std::uint32_t begin = 0, end = 0;
      facets_below(tree, k, begin, end);
      of_nodes += half_surface(tree, begin, end) * (is_leaf(tree.nodes[k]) ? end - begin : 1);
    }
    for (std::uint32_t i = 0; i < 2 * cells * cells; ++i) of_facets += half_surface(tree, i, i + 1);
    EXPECT_NEAR(bodies.quality(0).cost, double(of_nodes / of_facets), 1e-12 * double(of_nodes / of_facets)) << cells;
  }
}

}  // namespace
}  // namespace abut
