// The search of facets in every instruction set that this machine runs: packs of pairs of facets find what one pair at
// a time finds, to the bit and in the same order.
#include "host/exec/isa/facets/facet_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <type_traits>
#include <vector>

#include "abut/facets/contact_record.h"
#include "abut/facets/placed_pair.h"
#include "host/exec/instruction_set.h"
#include "tests/facets/surfaces.h"
#include "tests/support/upper_halves.h"

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

/// What a search puts where. Called with clear upper halves, as it is code for the baseline.
struct Put {
  Words contacts;
  std::vector<FacetIndices> may_cross;

  FacetSink sink() {
    return {this,
            [](void* to, const FacetContact<double>& c) {
              test::expect_clear_upper_halves();
              static_cast<Put*>(to)->contacts.push_back(words(c));
            },
            [](void* to, FacetIndices f) {
              test::expect_clear_upper_halves();
              static_cast<Put*>(to)->may_cross.push_back(f);
            }};
  }
};

/// What a table finds in a pair, in its order: contacts, crossings, pairs of facets, pairs with their distances; of
/// candidates the same; then its counts. What may cross is not the same for all tables: those are what does.
Words found(const FacetSearchTable& table, const SurfacePair<double>& pair) {
  Put put;
  Words& out = put.contacts;
  FacetSearchCounts counts;
  const FacetSink sink = put.sink();
  table.contacts(pair, nullptr, counts, sink);
  test::expect_clear_upper_halves();
  table.crossings(pair, {put.may_cross.data(), put.may_cross.size()}, Huge<double>::value, sink);
  test::expect_clear_upper_halves();
  table.all(pair, nullptr, counts, sink);
  test::expect_clear_upper_halves();
  std::vector<FacetIndices> listed;
  table.candidates(pair, counts, &listed,
                   [](void* to, FacetIndices f, double) { static_cast<std::vector<FacetIndices>*>(to)->push_back(f); });
  test::expect_clear_upper_halves();
  table.candidates(pair, counts, &out, [](void* to, FacetIndices f, double distance) {
    test::expect_clear_upper_halves();
    static_cast<Words*>(to)->push_back({f.a, f.b, bits(distance)});
  });
  const FacetCandidates candidates{listed.data(), listed.size()};
  table.contacts(pair, &candidates, counts, sink);
  test::expect_clear_upper_halves();
  table.crossings(pair, {put.may_cross.data(), put.may_cross.size()}, Huge<double>::value, sink);
  test::expect_clear_upper_halves();
  table.all(pair, &candidates, counts, sink);
  test::expect_clear_upper_halves();
  out.push_back({counts.box_pairs, counts.facet_pairs, counts.distances});
  return out;
}

/// The one pair of a scene.
PlacedPair placed(FacetScene& scene, double alert) {
  const PartsView parts = scene.bodies.parts();
  scene.trees.build(Cpu{1}, scene.shapes, parts, scene.pairs);
  PlacedPair at;
  at.pair.a = scene.trees.view(parts.shape[0]), at.pair.b = scene.trees.view(parts.shape[1]);
  EXPECT_TRUE(place_pair(parts, {0, 1}, alert, 1e-6, at));
  return at;
}

/// Holds all sets to `scalar`. Returns how many contacts and pairs there were.
std::size_t expect_same(FacetScene& scene, double alert) {
  const PlacedPair at = placed(scene, alert);
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

/// Contacts by their facets and bits, without their order.
Words sorted(Words contacts) {
  std::sort(contacts.begin(), contacts.end());
  return contacts;
}

/// What `crossings` leaves out is no deeper than what was asked for, and what it puts is what it would have put.
TEST(FacetSearch, LeavesOutOnlyCrossingsThatAreShallow) {
  test::Random random(33);
  const Mesh ball = test::ball_mesh(2, [](const Vec3<double>& d) { return 1 + 0.3 * d.x * d.y; });
  const Mesh other = test::ball_mesh(3, [](const Vec3<double>& d) { return 0.9 + 0.3 * d.y * d.y; });
  const auto sheet = [](double x, double y) { return 0.3 * x * x - 0.4 * y * y; };
  const FacetSearchTable& table = facet_search_table(InstructionSet::scalar);
  std::size_t crossings = 0, left_out = 0;
  for (int k = 0; k < 60; ++k) {
    const Pose pose{random.direction() * random.uniform(1.2, 1.9), random.rotation()};
    FacetScene scene = scene_of(ball, k % 3 == 0 ? test::grid_mesh(6, 1, sheet) : other, pose);
    const PlacedPair at = placed(scene, 1e-3);
    FacetSearchCounts counts;
    Put features, all, deep;
    table.contacts(at.pair, nullptr, counts, features.sink());
    const FacetCandidates candidates{features.may_cross.data(), features.may_cross.size()};
    table.crossings(at.pair, candidates, Huge<double>::value, all.sink());
    const double least = -random.magnitude(0.03, 0.5);
    table.crossings(at.pair, candidates, least, deep.sink());
    crossings += all.contacts.size(), left_out += all.contacts.size() - deep.contacts.size();
    const auto is_shallow = [&](const std::vector<std::uint64_t>& c) { return std::bit_cast<double>(c[2]) >= least; };
    std::erase_if(all.contacts, is_shallow), std::erase_if(deep.contacts, is_shallow);
    EXPECT_EQ(all.contacts, deep.contacts) << k;
  }
  EXPECT_GT(crossings, 1000u);
  EXPECT_GT(left_out, crossings / 8) << "the test asks for too little";
}

/// One pair of facets at a time: the crossing and the features of `visit_facet_contacts`.
TEST(FacetSearch, FindsAllThatPairsOfFacetsHave) {
  test::Random random(34);
  const FacetSearchTable& table = facet_search_table(chosen_instruction_set());
  for (int k = 0; k < 40; ++k) {
    FacetScene scene =
        scene_of(test::soup(random, 1 + k % 37), test::soup(random, 1 + k % 23), {random.in_ball(), random.rotation()});
    const PlacedPair at = placed(scene, random.magnitude(1e-3, 0.3));
    Put batch, expected;
    FacetSearchCounts counts;
    table.contacts(at.pair, nullptr, counts, batch.sink());
    table.crossings(at.pair, {batch.may_cross.data(), batch.may_cross.size()}, Huge<double>::value, batch.sink());
    for (std::uint32_t i = 0; i < at.pair.a.facet_count; ++i) {
      for (std::uint32_t j = 0; j < at.pair.b.facet_count; ++j) {
        visit_facet_contacts(at.pair, facets_at(at.pair, i, j),
                             [&](const FacetContact<double>& c) { expected.contacts.push_back(words(c)); });
      }
    }
    EXPECT_EQ(sorted(batch.contacts), sorted(expected.contacts)) << k;
  }
}

/// Numbers of contacts, 13 of each.
template <class T>
FacetContactsView<T> view_of(std::vector<T>& numbers) {
  FacetContactsView<T> out;
  T* const first = numbers.data();
  out.separation = {first, 13};
  StridedVec3<T>* const vectors[] = {&out.normal, &out.witness_a, &out.witness_b, &out.point};
  for (int k = 0; k < 4; ++k) *vectors[k] = {first + 1 + 3 * k, first + 2 + 3 * k, first + 3 + 3 * k, 13};
  return out;
}

/// A set places the pair and stores its contacts as it is done one at a time.
template <class T>
void expect_stored(const FacetSearchTable& table, const PlacedPair& as, const FacetScene& scene,
                   const std::vector<FacetContact<double>>& contacts) {
  const Pair pair{0, 1};
  std::vector<T> expected(13 * contacts.size()), found(expected);
  for (std::size_t k = 0; k < contacts.size(); ++k) store_facet_contact(view_of(expected), k, pair, as, contacts[k]);
  PlacedPair at;
  at.pair.a = as.pair.a, at.pair.b = as.pair.b;
  EXPECT_TRUE(table.place(scene.bodies.parts(), pair, 0.1, 1e-6, at));
  test::expect_clear_upper_halves();
  const ContactsOfPair of{pair, at, contacts.data(), contacts.size()};
  if constexpr (std::is_same_v<T, float>) {
    table.store_f32(view_of(found), 0, of);
  } else {
    table.store_f64(view_of(found), 0, of);
  }
  test::expect_clear_upper_halves();
  EXPECT_EQ(found, expected);
}

TEST(FacetSearch, PlacesPairsAndStoresContactsAsIsDoneOneAtATime) {
  test::Random random(34);
  const Mesh ball = test::ball_mesh(2, [](const Vec3<double>& d) { return 1 + 0.3 * d.x * d.y; });
  FacetScene scene = scene_of(ball, ball, {random.direction() * 2.0, random.rotation()});
  const PlacedPair at = placed(scene, 0.1);
  const FacetSearchTable& scalar = facet_search_table(InstructionSet::scalar);
  std::vector<FacetContact<double>> contacts;
  FacetSearchCounts counts;
  scalar.all(at.pair, nullptr, counts, {&contacts, [](void* to, const FacetContact<double>& c) {
                                          static_cast<std::vector<FacetContact<double>>*>(to)->push_back(c);
                                        }});
  ASSERT_GT(contacts.size(), 10u);
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    expect_stored<float>(facet_search_table(set), at, scene, contacts);
    expect_stored<double>(facet_search_table(set), at, scene, contacts);
  }
}

}  // namespace
}  // namespace abut
