// Pairs of facets and contacts against all pairs of features in extended precision.
#include "abut/deform/deforming_contacts.h"

#include <gtest/gtest.h>

#include "tests/deform/brute_force.h"
#include "tests/deform/scenes.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::Nodes;

constexpr double doubt = 1e-13;  ///< distances this near the alert distance may be told either way: rounding

/// Sheets, cubes of both kinds and a soup of triangles, that go through each other and themselves.
struct Scene {
  DeformingBodies bodies;
  Nodes nodes;

  Scene(std::uint64_t seed, std::uint32_t n) {
    test::Random random(seed);
    bodies.add(test::sheet(n, nodes));
    test::wind(nodes, 2.5, 0.08, 0.01, random);
    bodies.add(test::cube(2, false, {0.1, 0.2, 0.1}, nodes));
    bodies.add(test::cube(2, true, {-0.9, 0.3, -0.4}, nodes));
    DeformingMesh soup;
    for (std::uint32_t i = 0; i < 20; ++i) {
      const Vec3<double> at = random.in_cube() * 0.6;
      for (int k = 0; k < 3; ++k) nodes.push_back(at + random.in_cube() * 0.2);
      soup.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
    }
    soup.node_count = 60;
    soup.self_contact = seed % 2 == 0;
    bodies.add(soup);
    for (Vec3<double>& p : nodes) p = p + random.in_cube() * 0.02;
    bodies.move(Cpu{}, nodes);
  }
};

TEST(DeformingPairs, AreThoseOfAllPairsOfFacetsOnFoldedSheetsAndSolids) {
  std::size_t found = 0, crossing = 0;
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    const Scene scene(seed, 12);
    for (const double alert : {0.0, 0.01, 0.06}) {
      const DeformingPairs pairs = find_deforming_pairs(Cpu{}, scene.bodies, {.alert_distance = alert});
      std::set<std::array<std::uint32_t, 4>> there;
      for (std::size_t p = 0; p < pairs.bodies.size(); ++p) {
        for (std::size_t i = pairs.offsets[p]; i < pairs.offsets[p + 1]; ++i) {
          const bool is_new =
              there.insert({pairs.bodies[p].a, pairs.bodies[p].b, pairs.facets[i].a, pairs.facets[i].b}).second;
          EXPECT_TRUE(is_new) << "a pair twice";
          crossing += pairs.crossing[i];
        }
      }
      found += there.size();
      test::visit_all_facets(scene.bodies, [&](std::uint32_t a, std::uint32_t b, std::uint32_t f, std::uint32_t g) {
        const test::Wide d = test::facet_facet(test::corners(scene.bodies, a, f), test::corners(scene.bodies, b, g));
        const bool told = there.erase({a, b, f, g}) > 0;
        if (d <= alert - doubt || (d == 0 && alert == 0)) {
          ASSERT_TRUE(told) << "seed " << seed << ", bodies " << a << " " << b << ", facets " << f << " " << g;
        } else if (d > alert + doubt) {
          ASSERT_FALSE(told) << "seed " << seed << ", bodies " << a << " " << b << ", facets " << f << " " << g;
        }
      });
      EXPECT_TRUE(there.empty()) << "pairs that are not to be searched";
    }
  }
  EXPECT_GT(found, 10000u);
  EXPECT_GT(crossing, 500u);
}

test::Meeting meeting_of(const DeformingBodies&, Pair of, const FacetGap<double>& gap) {
  std::array<std::uint32_t, 4> node{};
  for (std::size_t k = 0; k < 4; ++k) node[k] = gap.node[k];
  return {gap.kind == GapKind::edge_edge ? 2 : gap.node_of_b ? 1 : 0, of.a, of.b, node};
}

TEST(DeformingContacts, AreAllNodesWithFacetsAndEdgesWithEdgesEachOnce) {
  std::size_t nodes = 0, edges = 0;
  for (std::uint64_t seed = 10; seed < 14; ++seed) {
    const Scene scene(seed, 10);
    for (const double alert : {0.01, 0.05}) {
      const DeformingContacts found = find_deforming_contacts(Cpu{}, scene.bodies, {.alert_distance = alert});
      std::map<test::Meeting, test::Wide> all = test::all_meetings(scene.bodies, test::Wide(alert + doubt));
      std::set<std::uint64_t> keys;
      for (std::size_t p = 0; p < found.bodies.size(); ++p) {
        for (std::size_t i = found.offsets[p]; i < found.offsets[p + 1]; ++i) {
          const FacetGap<double>& gap = found.contacts[i];
          const auto at = all.find(meeting_of(scene.bodies, found.bodies[p], gap));
          ASSERT_NE(at, all.end()) << "seed " << seed << ": invented, or told twice";
          EXPECT_NEAR(std::abs(gap.gap), double(at->second), doubt);
          EXPECT_TRUE(keys.insert(found.keys[i]).second);
          ++(gap.kind == GapKind::edge_edge ? edges : nodes);
          all.erase(at);
        }
      }
      for (const auto& [meeting, distance] : all) {
        EXPECT_GT(distance, test::Wide(alert - doubt)) << "seed " << seed << ": missed, kind " << std::get<0>(meeting);
      }
    }
  }
  EXPECT_GT(nodes, 800u);
  EXPECT_GT(edges, 2500u);
}

TEST(DeformingContacts, HaveTheGapAsTheWeightedSumOfNodes) {
  const Scene scene(3, 12);
  const DeformingContacts found = find_deforming_contacts(Cpu{}, scene.bodies, {.alert_distance = 0.05});
  ASSERT_GT(found.contacts.size(), 1000u);
  for (const FacetGap<double>& gap : found.contacts) {
    Vec3<double> sum{0, 0, 0};
    for (int k = 0; k < 4; ++k) sum = sum + scene.bodies.nodes()[gap.node[k]] * gap.weight[k];
    EXPECT_LT(length(sum - gap.normal * gap.gap), 1e-12);
    EXPECT_NEAR(length(gap.normal), 1, 1e-12);
  }
}

bool same_bits(const DeformingContacts& a, const DeformingContacts& b) {
  const auto same_gap = [](const FacetGap<double>& g, const FacetGap<double>& h) {
    bool same = g.kind == h.kind && g.support == h.support && g.node_of_b == h.node_of_b && g.gap == h.gap;
    for (int k = 0; k < 4; ++k) same = same && g.node[k] == h.node[k] && g.weight[k] == h.weight[k];
    return same && g.normal.x == h.normal.x && g.normal.y == h.normal.y && g.normal.z == h.normal.z;
  };
  return a.offsets == b.offsets && a.keys == b.keys && a.areas == b.areas && a.crossing_pairs == b.crossing_pairs &&
         std::equal(a.contacts.begin(), a.contacts.end(), b.contacts.begin(), b.contacts.end(), same_gap);
}

TEST(DeformingContacts, HaveTheSameBitsForAnyNumberOfThreadsAndAnyTree) {
  test::Random random(77);
  Nodes nodes;
  DeformingBodies one, many({.rebuild_at = 1e-9}), late({.rebuild_at = 1e9});
  for (DeformingBodies* bodies : {&one, &many, &late}) {
    nodes.clear();
    bodies->add(test::sheet(60, nodes));
    bodies->add(test::cube(6, false, {0.1, 0.2, 0.1}, nodes));
    bodies->move(Cpu{}, nodes);  // trees of flat sheets
  }
  test::wind(nodes, 3, 0.05, 0.003, random);
  one.move(Cpu{.threads = 1}, nodes), many.move(Cpu{.threads = 2}, nodes), late.move(Cpu{.threads = 2}, nodes);
  EXPECT_EQ(many.quality(0).builds, 2u);
  EXPECT_EQ(late.quality(0).builds, 1u);
  EXPECT_EQ(one.quality(0).cost, many.quality(0).cost);
  const DeformingContacts first = find_deforming_contacts(Cpu{.threads = 1}, one, {.alert_distance = 0.02});
  ASSERT_GT(first.contacts.size(), 10000u);
  EXPECT_TRUE(same_bits(first, find_deforming_contacts(Cpu{.threads = 2}, many, {.alert_distance = 0.02})));
  EXPECT_TRUE(same_bits(first, find_deforming_contacts(Cpu{.threads = 2}, late, {.alert_distance = 0.02})));
}

TEST(DeformingContactFinder, GivesTheBitsOfASearchWhileNodesMoveLessThanTheSkin) {
  test::Random random(5);
  Nodes nodes;
  DeformingBodies bodies;
  bodies.add(test::sheet(16, nodes));
  test::wind(nodes, 2.5, 0.08, 0.01, random);
  bodies.add(test::cube(2, true, {-0.2, 0.3, -0.4}, nodes));
  DeformingContactFinder finder(0.02);
  for (int step = 0; step < 60; ++step) {
    for (Vec3<double>& p : nodes) p = p + random.in_cube() * 0.002;
    const double z = nodes[3].z;
    if (step == 30) nodes[3].z = NAN;
    bodies.move(Cpu{}, nodes);
    nodes[3].z = z;
    const DeformingContactOptions asked{.alert_distance = step % 2 == 0 ? 0.03 : 0.025};
    ASSERT_TRUE(same_bits(finder.find_contacts(Cpu{}, bodies, asked), find_deforming_contacts(Cpu{}, bodies, asked)))
        << "step " << step;
  }
  EXPECT_GT(finder.counts().reuses, 30u);
  EXPECT_GT(finder.counts().searches, 5u);
}

// Fast ones and slow ones, that come near each other in a box and go away again.
TEST(DeformingContactFinder, SearchesBodiesThatMoveFastAlone) {
  test::Random random(6);
  Nodes nodes;
  DeformingBodies bodies;
  for (int i = 0; i < 27; ++i) {
    const Vec3<double> at{double(i % 3), double(i / 3 % 3), double(i / 9)};
    bodies.add(test::cube(1 + i % 2, i % 4 == 0, at * 1.01, nodes));
  }
  const Nodes start = nodes;
  DeformingContactFinder finder(0.04);
  for (int step = 0; step < 150; ++step) {
    for (std::uint32_t b = 0; b < 27; ++b) {
      const double turn = step * (b % 9 == 0 ? 0.9 : 0.02) + b;
      const Vec3<double> way = Vec3<double>{std::sin(turn), std::cos(1.3 * turn), std::sin(0.7 * turn)} * 0.03;
      const std::uint32_t end = b < 26 ? bodies.node_begin(b + 1) : bodies.node_count();
      for (std::uint32_t i = bodies.node_begin(b); i < end; ++i) nodes[i] = start[i] + way;
    }
    bodies.move(Cpu{}, nodes);
    const DeformingContactOptions asked{.alert_distance = step % 3 == 0 ? 0.02 : 0.017};
    ASSERT_TRUE(same_bits(finder.find_contacts(Cpu{}, bodies, asked), find_deforming_contacts(Cpu{}, bodies, asked)))
        << "step " << step;
  }
  EXPECT_GT(finder.counts().searches, 30u);
}

// Two of three come nearer than the skin together: one has moved away before the other was searched again.
TEST(DeformingContactFinder, KnowsThatAnotherBodyMayHaveBeenOnItsOtherSide) {
  Nodes start;
  DeformingBodies bodies;
  bodies.add(test::cube(2, false, {0, 0, 0}, start));
  bodies.add(test::cube(2, false, {3, 0, 0}, start));
  bodies.add(test::cube(4, false, {0, 9, 0}, start));
  const double skin = 0.1;
  const DeformingContactOptions asked{.alert_distance = 0.05};
  DeformingContactFinder finder(skin);
  const auto pairs_at = [&](double first, double second) {
    Nodes nodes = start;
    for (std::uint32_t i = 0; i < bodies.node_begin(2); ++i) nodes[i].x += i < bodies.node_begin(1) ? first : second;
    bodies.move(Cpu{}, nodes);
    const DeformingPairs found = finder.find_pairs(Cpu{}, bodies, asked);
    EXPECT_EQ(found.facets.size(), find_deforming_pairs(Cpu{}, bodies, asked).facets.size());
    return found.facets.size();
  };
  const std::size_t alone = pairs_at(0, 0);
  EXPECT_EQ(pairs_at(-0.45 * skin, 0), alone);
  EXPECT_EQ(pairs_at(-0.45 * skin, -2 + 0.05 + 0.7 * skin), alone) << "1.15 skins beyond the alert distance";
  EXPECT_EQ(finder.counts().searches, 2u);
  EXPECT_GT(pairs_at(0.45 * skin, -2 + 0.05 + 0.25 * skin), alone);
  EXPECT_EQ(finder.counts().searches, 2u) << "neither has moved by half of the skin since it was searched";
}

TEST(DeformingContacts, AreGoneWithABodyWhoseNodeIsNaNAndOfTheOthersTheSame) {
  Scene scene(4, 12);
  const DeformingContactOptions asked{.alert_distance = 0.05};
  const DeformingContacts whole = find_deforming_contacts(Cpu{}, scene.bodies, asked);
  Nodes nodes = scene.nodes;
  nodes[scene.bodies.node_begin(1) + 5].y = NAN;
  scene.bodies.move(Cpu{}, nodes);
  EXPECT_EQ(scene.bodies.status(1).fault, BodyFault::unusable_node);
  EXPECT_EQ(scene.bodies.status(1).index, 5u);
  EXPECT_EQ(scene.bodies.status(0).fault, BodyFault::none);
  const DeformingContacts left = find_deforming_contacts(Cpu{}, scene.bodies, asked);
  std::vector<std::uint64_t> kept;
  for (std::size_t p = 0; p < whole.bodies.size(); ++p) {
    if (whole.bodies[p].a == 1 || whole.bodies[p].b == 1) continue;
    kept.insert(kept.end(), whole.keys.begin() + std::ptrdiff_t(whole.offsets[p]),
                whole.keys.begin() + std::ptrdiff_t(whole.offsets[p + 1]));
  }
  EXPECT_LT(kept.size(), whole.keys.size());
  EXPECT_EQ(left.keys, kept);
}

TEST(DeformingContacts, HaveSharesOfTheSurfaceThatAddUpToIt) {
  Nodes nodes;
  DeformingBodies bodies;
  bodies.add(test::cube(4, false, {0, 0, 0}, nodes));
  bodies.add(test::cube(3, true, {0, 0, 1.01}, nodes));
  bodies.move(Cpu{}, nodes);
  const DeformingAreas areas = deforming_areas(Cpu{}, bodies);
  double of_nodes = 0;
  for (const double a : areas.of_nodes) of_nodes += a;
  EXPECT_NEAR(of_nodes, 12, 1e-12);
  for (const auto& of_edges : areas.of_edges) {
    double sum = 0;
    for (const double a : of_edges) sum += a;
    EXPECT_NEAR(sum, 6, 1e-12);
  }
  const DeformingContacts found = find_deforming_contacts(Cpu{}, bodies, {.alert_distance = 0.02});
  for (std::size_t i = 0; i < found.contacts.size(); ++i) {
    if (found.contacts[i].kind == GapKind::node_facet) {
      EXPECT_EQ(found.areas[i], areas.of_nodes[found.contacts[i].node[0]]);
    }
  }
}

TEST(DeformingContacts, HaveNegativeGapsWhereACubeHasGoneIntoAnother) {
  Nodes nodes;
  DeformingBodies bodies;
  bodies.add(test::cube(3, false, {0, 0, 0}, nodes));
  Nodes upper;
  bodies.add(test::cube(2, false, {0.21, 0.22, 0.99}, upper));
  for (Vec3<double>& p : upper) p = {0.21 + (p.x - 0.21) * 0.5, 0.22 + (p.y - 0.22) * 0.5, p.z};
  nodes.insert(nodes.end(), upper.begin(), upper.end());
  bodies.move(Cpu{}, nodes);
  const DeformingContacts found = find_deforming_contacts(Cpu{}, bodies, {.alert_distance = 0.02});
  std::size_t below = 0;
  for (const FacetGap<double>& gap : found.contacts) {
    if (gap.kind != GapKind::node_facet || gap.support != 15 || !gap.node_of_b) continue;
    EXPECT_NEAR(gap.gap, -0.01, 1e-12);
    EXPECT_NEAR(gap.normal.z, 1, 1e-12);
    ++below;
  }
  EXPECT_GE(below, 6u);
  ASSERT_EQ(found.crossing_bodies.size(), 1u);
  EXPECT_GT(found.crossing_pairs[0], 8u);
}

TEST(DeformingContacts, OfAThinPlateDoNotTakeItsOtherSideForGoneThrough) {
  Nodes nodes;
  DeformingBodies bodies;
  bodies.add(test::cube(2, false, {0, 0, 0}, nodes));
  for (Vec3<double>& p : nodes) p.z *= 0.01;
  Nodes upper;
  bodies.add(test::cube(2, false, {0.1, 0.1, 0.015}, upper));
  nodes.insert(nodes.end(), upper.begin(), upper.end());
  bodies.move(Cpu{}, nodes);
  const DeformingContacts found = find_deforming_contacts(Cpu{}, bodies, {.alert_distance = 0.02});
  EXPECT_GT(found.contacts.size(), 20u);
  for (const FacetGap<double>& gap : found.contacts) EXPECT_GT(gap.gap, 0.0049);
}

TEST(DeformingContacts, RefuseWhatIsNotAllowedByName) {
  Nodes nodes;
  DeformingBodies bodies;
  bodies.add(test::sheet(2, nodes));
  EXPECT_EQ(test::complaint([&] { find_deforming_pairs(Cpu{}, bodies, {}); }),
            "find_deforming_pairs: no positions were given; allowed is after DeformingBodies::move");
  bodies.move(Cpu{}, nodes);
  EXPECT_EQ(test::complaint([&] { find_deforming_contacts(Cpu{}, bodies, {.alert_distance = -1}); }),
            "find_deforming_contacts: alert_distance is -1; allowed is 0 or more, finite");
  EXPECT_EQ(test::complaint([&] { DeformingContactFinder(NAN); }),
            "DeformingContactFinder: skin is nan; allowed is 0 or more, finite");
}

}  // namespace
}  // namespace abut
