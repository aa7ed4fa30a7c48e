// Spheres that all touch: where they lie, and that both searches find all that is within the distance.
#include "bench/papers/tree_scaling.h"

#include <gtest/gtest.h>

namespace abut::papers {
namespace {

TEST(TreeScaling, FiveSpheresAllTouch) {
  for (int a = 0; a < 5; ++a) {
    for (int b = 0; b < a; ++b) {
      const auto [p, r] = mutual_sphere(a);
      const auto [q, s] = mutual_sphere(b);
      EXPECT_NEAR(length(p - q), r + s, 1e-15) << a << " " << b;
    }
  }
}

TEST(TreeScaling, FacetsAreSortedOnceForEachNodeAboveThem) {
  // A root, a leaf of two, and an inner node with leaves of one and two.
  FacetNode nodes[5] = {};
  nodes[0].first = 2, nodes[1].count = 2, nodes[2].first = 4, nodes[3].count = 1, nodes[4].count = 2;
  EXPECT_EQ(facets_sorted(nodes, 5), 5u + 2u + 3u + 1u + 2u);
}

TEST(TreeScaling, BothSearchesFindAllPairsWithinTheDistance) {
  for (int bodies = 2; bodies <= 5; ++bodies) {
    const MutualSpheres spheres(bodies, 1);
    const TreeCosts one = spheres.one_tree(), each = spheres.tree_a_body();
    const std::uint64_t within = spheres.within();
    EXPECT_EQ(spheres.facets(), 80u * static_cast<unsigned>(bodies));
    EXPECT_GT(within, spheres.pairs()) << "every two are near";
    EXPECT_GE(one.found, within);
    EXPECT_GE(each.found, within);
    EXPECT_GE(one.nodes, spheres.facets() - 1) << "leaves of two facets at most";
    EXPECT_GT(one.sorted, each.sorted) << "one tree is deeper";
    EXPECT_GT(one.visited, 0u);
  }
}

}  // namespace
}  // namespace abut::papers
