// Words of pairs of facets, and the facets of two leaves against distances in extended precision.
#include "abut/deform/near_facets.h"

#include <gtest/gtest.h>

#include <set>

#include "abut/deform/deforming_contacts.h"
#include "host/deform/bodies_state.h"
#include "tests/deform/brute_force.h"
#include "tests/deform/scenes.h"

namespace abut {
namespace {

TEST(NearFacets, WordsKeepBothFacetsAndSortByThem) {
  const std::uint32_t last = (1u << facet_bits) - 1;
  std::uint64_t before = 0;
  for (const std::uint32_t a : {0u, 1u, 77u, last}) {
    for (const std::uint32_t b : {0u, 1u, 77u, last}) {
      for (const bool crossing : {false, true}) {
        const std::uint64_t word = facet_word(a, b, crossing);
        EXPECT_EQ(facet_a_of(word), a);
        EXPECT_EQ(facet_b_of(word), b);
        EXPECT_EQ(crosses(word), crossing);
        EXPECT_TRUE(word > before || (a == 0 && b == 0 && !crossing));
        before = word;
      }
    }
  }
}

/// Pairs that all leaves with all tell of, however far apart their boxes are.
std::multiset<std::uint64_t> of_all_leaves(const DeformPair& pair, float reach) {
  std::multiset<std::uint64_t> out;
  for (std::uint32_t i = 0; i < pair.a->tree.node_count; ++i) {
    for (std::uint32_t j = pair.same ? i : 0; j < pair.b->tree.node_count; ++j) {
      const DeformNode &na = pair.a->tree.nodes[i], &nb = pair.b->tree.nodes[j];
      if (!is_leaf(na) || !is_leaf(nb)) continue;
      meet_leaves(pair, na, nb, reach, [&](std::uint64_t word) { out.insert(word & ~std::uint64_t{1}); });
    }
  }
  return out;
}

TEST(NearFacets, OfAllLeavesAreThoseWithinTheAlertDistanceOnce) {
  test::Random random(62);
  test::Nodes nodes;
  DeformingBodies bodies;
  bodies.add(test::sheet(8, nodes));
  test::wind(nodes, 2, 0.05, 0.02, random);
  bodies.add(test::cube(3, true, {-0.3, 0.2, -0.3}, nodes));
  bodies.move(Cpu{}, nodes);
  const double alert = 0.04;
  const auto view = [&](std::uint32_t b) {
    DeformBodyView out = bodies.state().view(bodies.state().at(b));
    out.tree = bodies.tree(b);
    return out;
  };
  const DeformBodyView a = view(0), b = view(1);
  const float reach = static_cast<float>(2 * alert * bodies.frame().scale);
  std::multiset<std::uint64_t> expected[2];
  std::size_t doubtful = 0;
  test::visit_all_facets(bodies, [&](std::uint32_t of, std::uint32_t with, std::uint32_t f, std::uint32_t g) {
    if (of == 1) return;
    const test::Wide d = test::facet_facet(test::corners(bodies, of, f), test::corners(bodies, with, g));
    if (std::abs(d - alert) < 1e-12L) ++doubtful;
    if (d <= alert) expected[with].insert(facet_word(f, g, false));
  });
  ASSERT_EQ(doubtful, 0u);
  EXPECT_GT(expected[0].size(), 100u);
  EXPECT_GT(expected[1].size(), 50u);
  EXPECT_EQ(of_all_leaves({&a, &a, true, alert}, reach), expected[0]);
  EXPECT_EQ(of_all_leaves({&a, &b, false, alert}, reach), expected[1]);
}

}  // namespace
}  // namespace abut
