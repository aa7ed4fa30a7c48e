// Which pair of facets tells of what: all pairs of facets together tell of every node and facet, and of all edges,
// once.
#include "abut/deform/pair_gaps.h"

#include <gtest/gtest.h>

#include <map>

#include "host/deform/bodies_state.h"
#include "tests/deform/brute_force.h"
#include "tests/deform/scenes.h"

namespace abut {
namespace {

TEST(PairGaps, OrdersKeepKindAndFeaturesAndSortByThem) {
  const std::uint32_t last = 0x7fffffffu;
  std::uint64_t before = 0;
  for (const std::uint32_t kind : {0u, 1u, 2u}) {
    for (const std::uint32_t first : {0u, 5u, last}) {
      for (const std::uint32_t second : {0u, 5u, last}) {
        const std::uint64_t order = gap_order(kind, first, second);
        EXPECT_EQ(gap_kind_of(order), kind);
        EXPECT_EQ(gap_first_of(order), first);
        EXPECT_EQ(gap_second_of(order), second);
        EXPECT_TRUE(order > before || order == 0);
        before = order;
      }
    }
  }
}

TEST(PairGaps, KeysTellNodesOfAFromNodesOfBAndFromEdges) {
  const Pair bodies{3, 8};
  const std::uint64_t of_a = gap_key(bodies, gap_order(0, 4, 9)), of_b = gap_key(bodies, gap_order(1, 4, 9));
  const std::uint64_t edges = gap_key(bodies, gap_order(2, 4, 9));
  EXPECT_NE(of_a, of_b);
  EXPECT_NE(of_a, edges);
  EXPECT_NE(of_a, gap_key({3, 9}, gap_order(0, 4, 9)));
  const Feature node = make_feature(FeatureKind::vertex, 4), facet = make_feature(FeatureKind::face, 9);
  EXPECT_EQ(of_a, contact_key(bodies, node, facet));
  EXPECT_EQ(of_b, contact_key(bodies, facet, node));
}

TEST(PairGaps, OfAllSearchedPairsAreAllMeetingsOnce) {
  test::Random random(63);
  test::Nodes nodes;
  DeformingBodies bodies;
  bodies.add(test::sheet(4, nodes));
  test::wind(nodes, 1.2, 0.1, 0.02, random);
  bodies.add(test::cube(1, true, {0, 0, 0}, nodes));
  bodies.move(Cpu{}, nodes);
  DeformBodyView view[2] = {bodies.state().view(bodies.state().at(0)), bodies.state().view(bodies.state().at(1))};
  view[1].closed = false;  // else what lies opposite on it is left out
  std::map<test::Meeting, test::Wide> expected = test::all_meetings(bodies, HUGE_VALL);
  std::size_t told = 0;
  test::visit_all_facets(bodies, [&](std::uint32_t a, std::uint32_t b, std::uint32_t f, std::uint32_t g) {
    const DeformPair pair{&view[a], &view[b], a == b, 1e9};
    pair_gaps(pair, facet_word(f, g, false), [&](std::uint64_t order, const FacetGap<double>& gap) {
      const int kind = static_cast<int>(gap_kind_of(order));
      const auto at = expected.find({kind, a, b, {gap.node[0], gap.node[1], gap.node[2], gap.node[3]}});
      ASSERT_NE(at, expected.end()) << "told twice, or nothing that is asked";
      EXPECT_NEAR(std::abs(gap.gap), double(at->second), 1e-12);
      EXPECT_EQ(gap.node_of_b, kind == 1);
      expected.erase(at);
      ++told;
    });
  });
  EXPECT_TRUE(expected.empty()) << expected.size() << " were not told";
  EXPECT_GT(told, 2000u);
}

TEST(PairGaps, HaveTheAreaOfTheNodeOrHalfOfThatOfBothEdges) {
  test::Nodes nodes;
  DeformingBodies bodies;
  bodies.add(test::sheet(4, nodes));
  bodies.add(test::sheet(2, nodes));
  bodies.move(Cpu{}, nodes);
  const DeformBodyView a = bodies.state().view(bodies.state().at(0)), b = bodies.state().view(bodies.state().at(1));
  const DeformPair pair{&a, &b, false, 1};
  // Node 6 of the first is inside, with six facets of 1/32; node 0 of the second is a corner of two of 1/8.
  EXPECT_NEAR(gap_area(pair, gap_order(0, 6, 0)), 6.0 / 32 / 3, 1e-15);
  EXPECT_NEAR(gap_area(pair, gap_order(1, 0, 0)), 2.0 / 8 / 3, 1e-15);
  const double border = 1.0 / 8 / 3, inside = 2.0 / 32 / 3;
  std::uint32_t e = 0;
  for (; a.edges[2 * e] != 6 || a.edges[2 * e + 1] != 7;) ++e;
  EXPECT_NEAR(gap_area(pair, gap_order(2, e, 0)), (border + inside) / 2, 1e-15) << "edge 0 of the second is a border";
}

}  // namespace
}  // namespace abut
