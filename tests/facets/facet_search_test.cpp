// The search of facets in every instruction set that this machine runs: packs of pairs of facets find what one pair at
// a time finds, to the bit and in the same order.
#include "host/exec/isa/facets/facet_search.h"

#include <gtest/gtest.h>

#include <bit>
#include <vector>

#include "abut/facets/placed_pair.h"
#include "host/exec/instruction_set.h"
#include "tests/facets/surfaces.h"

namespace abut {
namespace {

using test::FacetScene;

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

/// All of a contact, as numbers.
std::vector<std::uint64_t> words(const FacetContact<double>& c) {
  return {c.facet_a,
          c.facet_b,
          bits(c.separation),
          bits(c.normal.n.x),
          bits(c.normal.n.y),
          bits(c.normal.n.z),
          static_cast<std::uint64_t>(c.normal.of),
          bits(c.a.x),
          bits(c.a.y),
          bits(c.a.z),
          c.feature_a.code,
          c.feature_b.code,
          static_cast<std::uint64_t>(c.kind)};
}

using Words = std::vector<std::vector<std::uint64_t>>;

/// What a table finds in a pair, in its order: contacts, pairs of facets, pairs with their distances; of candidates the
/// same; then its counts.
Words found(const FacetSearchTable& table, const SurfacePair<double>& pair) {
  Words out;
  FacetSearchCounts counts;
  const FacetSink sink{&out,
                       [](void* to, const FacetContact<double>& c) { static_cast<Words*>(to)->push_back(words(c)); }};
  table.contacts(pair, nullptr, counts, sink);
  table.all(pair, nullptr, counts, sink);
  std::vector<FacetIndices> listed;
  table.candidates(pair, counts, &listed,
                   [](void* to, FacetIndices f, double) { static_cast<std::vector<FacetIndices>*>(to)->push_back(f); });
  table.candidates(pair, counts, &out, [](void* to, FacetIndices f, double distance) {
    static_cast<Words*>(to)->push_back({f.a, f.b, bits(distance)});
  });
  const FacetCandidates candidates{listed.data(), listed.size()};
  table.contacts(pair, &candidates, counts, sink);
  table.all(pair, &candidates, counts, sink);
  out.push_back({counts.box_pairs, counts.facet_pairs, counts.distances});
  return out;
}

/// Holds all sets to `scalar`. Returns how many contacts and pairs there were.
std::size_t expect_same(FacetScene& scene, double alert) {
  const PartsView parts = scene.bodies.parts();
  scene.trees.build(Cpu{1}, scene.shapes, parts, scene.pairs);
  PlacedPair at;
  at.pair.a = scene.trees.view(parts.shape[0]), at.pair.b = scene.trees.view(parts.shape[1]);
  EXPECT_TRUE(place_pair(parts, {0, 1}, alert, 1e-6, at));
  const Words expected = found(facet_search_table(InstructionSet::scalar), at.pair);
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    EXPECT_EQ(found(facet_search_table(set), at.pair), expected);
  }
  return expected.size() - 1;
}

FacetScene scene_of(const Mesh& a, const Mesh& b, const Pose& at_b) {
  FacetScene scene;
  scene.bodies.add({}, scene.add_mesh(a)), scene.bodies.add(at_b, scene.add_mesh(b));
  return scene;
}

TEST(FacetSearch, OfSolidsThatAreApartOrOverlapIsThatOfOneFacetAtATime) {
  test::Random random(31);
  const Mesh ball = test::ball_mesh(2, [](const Vec3<double>& d) { return 1 + 0.3 * d.x * d.y; });
  const Mesh other = test::ball_mesh(2, [](const Vec3<double>& d) { return 0.9 + 0.3 * d.y * d.y; });
  std::size_t seen = 0;
  for (int k = 0; k < 60; ++k) {
    const Pose at{random.direction() * random.uniform(1.2, 2.2), random.rotation()};
    FacetScene scene = scene_of(ball, other, at);
    seen += expect_same(scene, random.magnitude(1e-3, 0.3));
  }
  EXPECT_GT(seen, 5000u);
}

/// Some of the triangles are segments, and any number is left for the last pack.
TEST(FacetSearch, OfTrianglesThatHangTogetherNowhereIsThatOfOneFacetAtATime) {
  test::Random random(32);
  std::size_t seen = 0;
  for (int k = 0; k < 80; ++k) {
    FacetScene scene =
        scene_of(test::soup(random, 1 + k % 61), test::soup(random, 1 + k % 23), {random.in_ball(), random.rotation()});
    seen += expect_same(scene, random.magnitude(1e-3, 1));
  }
  EXPECT_GT(seen, 1000u);
}

TEST(FacetSearch, OfFacesInOnePlaneIsThatOfOneFacetAtATime) {
  const auto flat = [](double, double) { return 0.0; };
  for (const double height : {0.0, 1e-17, 0.01}) {
    FacetScene scene = scene_of(test::grid_mesh(4, 1, flat), test::grid_mesh(3, 0.7, flat),
                                {{0.1, 0.05, height}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}});
    EXPECT_GT(expect_same(scene, 0.02), 50u);
  }
}

}  // namespace
}  // namespace abut
