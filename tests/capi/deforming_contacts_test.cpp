// Pairs of facets and contacts of deforming bodies through the C interface, and derivatives of gaps.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "tests/capi/deforming_bodies.h"
#include "tests/capi/refused.h"

namespace abut::test {
namespace {

constexpr double alert = 0.03;
const abut_deforming_contact_options near{sizeof near, alert};

/// Arrays for what a search finds, and how much of each there is.
struct Found {
  std::vector<abut_pair> bodies, facets, crossing_bodies;
  std::vector<std::uint64_t> offsets, crossing_pairs;
  std::vector<std::uint8_t> crossing;
  std::vector<abut_deforming_contact> contacts;
  std::uint64_t body_count = 0, count = 0, crossing_count = 0;

  void make_room() {
    bodies.resize(body_count), offsets.resize(body_count + 1, 77);
    facets.resize(count), crossing.resize(count), contacts.resize(count);
    crossing_bodies.resize(crossing_count), crossing_pairs.resize(crossing_count);
  }
  abut_pair_list body_list() { return {sizeof(abut_pair_list), bodies.data(), bodies.size(), &body_count, nullptr}; }
  abut_deforming_pair_list pair_list() {
    return {sizeof(abut_deforming_pair_list), offsets.data(), facets.data(), crossing.data(), facets.size(), &count};
  }
  abut_deforming_contact_list contact_list() {
    return {sizeof(abut_deforming_contact_list),
            offsets.data(),
            contacts.data(),
            contacts.size(),
            &count,
            crossing_bodies.data(),
            crossing_pairs.data(),
            crossing_bodies.size(),
            &crossing_count};
  }

  /// Every byte of every array; the numbers are 0.
  void mark() {
    each_array([](auto* begin, auto* end) { std::fill(begin, end, marker); });
    body_count = count = crossing_count = 0;
  }
  bool is_marked() {
    bool all = true;
    each_array([&](auto* begin, auto* end) { all = all && std::count(begin, end, marker) == end - begin; });
    return all;
  }

 private:
  static constexpr unsigned char marker = 0x5a;

  template <class Each>
  void each_array(const Each& each) {
    const auto bytes = [&](auto& array) {
      auto* const begin = reinterpret_cast<unsigned char*>(array.data());
      each(begin, begin + array.size() * sizeof array[0]);
    };
    bytes(bodies), bytes(offsets), bytes(facets), bytes(crossing), bytes(contacts);
    bytes(crossing_bodies), bytes(crossing_pairs);
  }
};

template <class C, class E>
void expect_same_pairs(const std::vector<C>& c, const std::vector<E>& cpp) {
  ASSERT_EQ(c.size(), cpp.size());
  EXPECT_EQ(std::memcmp(c.data(), cpp.data(), c.size() * sizeof c[0]), 0);
}

void expect_same(const Found& c, const DeformingPairs& cpp) {
  expect_same_pairs(c.bodies, cpp.bodies);
  expect_same_pairs(c.facets, cpp.facets);
  EXPECT_EQ(c.offsets, cpp.offsets);
  EXPECT_EQ(c.crossing, cpp.crossing);
}

void expect_same(const Found& c, const DeformingContacts& cpp) {
  expect_same_pairs(c.bodies, cpp.bodies);
  expect_same_pairs(c.crossing_bodies, cpp.crossing_bodies);
  EXPECT_EQ(c.offsets, cpp.offsets);
  EXPECT_EQ(c.crossing_pairs, cpp.crossing_pairs);
  ASSERT_EQ(c.contacts.size(), cpp.contacts.size());
  for (std::size_t i = 0; i < c.contacts.size(); ++i) {
    const abut_deforming_contact& a = c.contacts[i];
    const FacetGap<double>& b = cpp.contacts[i];
    for (std::size_t k = 0; k < 4; ++k) {
      ASSERT_EQ(a.nodes[k], b.node[k]);
      ASSERT_EQ(a.weights[k], b.weight[k]);
    }
    ASSERT_EQ(a.gap, b.gap);
    ASSERT_EQ(a.normal[0], b.normal.x);
    ASSERT_EQ(a.normal[1], b.normal.y);
    ASSERT_EQ(a.normal[2], b.normal.z);
    ASSERT_EQ(a.area, cpp.areas[i]);
    ASSERT_EQ(a.key, cpp.keys[i]);
    ASSERT_EQ(a.kind, static_cast<std::uint32_t>(b.kind));
    ASSERT_EQ(a.support, b.support);
    ASSERT_EQ(a.node_of_b, b.node_of_b ? 1 : 0);
  }
}

/// The number first, then all that there is.
template <class Call>
Found asked_twice(const Call& call) {
  Found found;
  EXPECT_OK(call(found));
  found.make_room();
  EXPECT_OK(call(found));
  return found;
}

Found pairs_of(const BothDeforming& in) {
  return asked_twice([&](Found& to) {
    const auto bodies = to.body_list();
    const auto out = to.pair_list();
    return abut_find_deforming_pairs(1, in.c, &near, &bodies, &out);
  });
}
Found contacts_of(const BothDeforming& in) {
  return asked_twice([&](Found& to) {
    const auto bodies = to.body_list();
    const auto out = to.contact_list();
    return abut_find_deforming_contacts(1, in.c, &near, &bodies, &out);
  });
}

TEST(CDeformingContacts, AreThoseOfTheLibrary) {
  const BothDeforming in;
  const Found pairs = pairs_of(in);
  EXPECT_GT(pairs.count, 100u);
  expect_same(pairs, find_deforming_pairs(Cpu{}, in.bodies, {alert}));
  const Found contacts = contacts_of(in);
  EXPECT_GT(contacts.count, 100u);
  EXPECT_GT(contacts.crossing_count, 0u);
  expect_same(contacts, find_deforming_contacts(Cpu{}, in.bodies, {alert}));
}

TEST(CDeformingContacts, AFinderKeepsItsLastAnswer) {
  BothDeforming in;
  abut_deforming_contact_finder* finder = nullptr;
  ASSERT_OK(abut_deforming_contact_finder_new(0.02, &finder));
  DeformingContactFinder cpp(0.02);
  Found none;
  none.make_room();
  auto bodies = none.body_list();
  auto to = none.contact_list();
  ASSERT_OK(abut_deforming_contact_finder_contacts(finder, &bodies, &to));
  EXPECT_EQ(none.count, 0u);
  EXPECT_EQ(none.offsets, std::vector<std::uint64_t>{0});
  Random random(3);
  for (int step = 0; step < 5; ++step) {
    for (Vec3<double>& p : in.nodes) p = p + random.in_cube() * 0.002;
    in.move();
    ASSERT_OK(abut_deforming_contact_finder_find_contacts(1, finder, in.c, &near));
    ASSERT_OK(abut_deforming_contact_finder_find_pairs(1, finder, in.c, &near));
    expect_same(asked_twice([&](Found& found) {
                  const auto list = found.body_list();
                  const auto out = found.contact_list();
                  return abut_deforming_contact_finder_contacts(finder, &list, &out);
                }),
                cpp.find_contacts(Cpu{}, in.bodies, {alert}));
    expect_same(asked_twice([&](Found& found) {
                  const auto list = found.body_list();
                  const auto out = found.pair_list();
                  return abut_deforming_contact_finder_pairs(finder, &list, &out);
                }),
                cpp.find_pairs(Cpu{}, in.bodies, {alert}));
  }
  abut_deforming_finder_counts counts{};
  counts.size = sizeof counts;
  ASSERT_OK(abut_deforming_contact_finder_counts(finder, &counts));
  EXPECT_EQ(counts.searches, cpp.counts().searches);
  EXPECT_EQ(counts.reuses, cpp.counts().reuses);
  EXPECT_GT(counts.reuses, 5u);
  const abut_deforming_contact_options bad{sizeof bad, -1};
  EXPECT_INPUT(abut_deforming_contact_finder_find_contacts(1, finder, in.c, &bad), "alert_distance is -1");
  bodies = none.body_list(), to = none.contact_list(), none.count = 5;
  ASSERT_OK(abut_deforming_contact_finder_contacts(finder, &bodies, &to));
  EXPECT_EQ(none.count, 0u) << "a search that fails leaves no answer";
  ASSERT_OK(abut_deforming_contact_finder_free(finder));
  EXPECT_INPUT(abut_deforming_contact_finder_new(-1, &finder), "DeformingContactFinder: skin is -1");
}

void expect_numbers_alone(Found& to, const Found& all) {
  EXPECT_EQ(to.count, all.count);
  EXPECT_EQ(to.body_count, all.body_count);
  EXPECT_EQ(to.crossing_count, all.crossing_count);
  EXPECT_TRUE(to.is_marked());
}

TEST(CDeformingContacts, TooLittleRoomWritesNumbersAlone) {
  const BothDeforming in;
  const Found all = contacts_of(in);
  const auto refuse = [&](auto change, const std::string& what) {
    Found to = all;
    to.mark();
    abut_pair_list bodies = to.body_list();
    abut_deforming_contact_list out = to.contact_list();
    change(bodies, out);
    expect_refused(abut_find_deforming_contacts(1, in.c, &near, &bodies, &out), ABUT_TOO_SMALL, what);
    expect_numbers_alone(to, all);
  };
  refuse([](auto& bodies, auto&) { --bodies.capacity; }, "bodies_found->capacity is " +
                                                             std::to_string(all.body_count - 1) + "; needed are " +
                                                             std::to_string(all.body_count));
  refuse([](auto&, auto& out) { --out.capacity; }, "out->capacity is " + std::to_string(all.count - 1));
  refuse([](auto&, auto& out) { out.crossing_capacity = 0; }, "out->crossing_capacity is 0; needed are ");
}

TEST(CDeformingContacts, TooLittleRoomForPairsWritesNumbersAlone) {
  const BothDeforming in;
  const Found all = pairs_of(in);
  Found to = all;
  to.mark();
  const abut_pair_list bodies = to.body_list();
  abut_deforming_pair_list out = to.pair_list();
  --out.capacity;
  expect_refused(abut_find_deforming_pairs(1, in.c, &near, &bodies, &out), ABUT_TOO_SMALL,
                 "out->capacity is " + std::to_string(all.count - 1) + "; needed are " + std::to_string(all.count));
  expect_numbers_alone(to, all);
}

TEST(CDeformingContacts, WhatIsWrongIsRefusedInOneLine) {
  const BothDeforming in;
  Found to;
  const abut_pair_list bodies = to.body_list();
  const abut_deforming_contact_list contacts = to.contact_list();
  const abut_deforming_pair_list pairs = to.pair_list();
  expect_structure_is_checked("bodies_found", bodies, [&](const abut_pair_list* list) {
    return abut_find_deforming_contacts(1, in.c, &near, list, &contacts);
  });
  expect_structure_is_checked("out", contacts, [&](const abut_deforming_contact_list* out) {
    return abut_find_deforming_contacts(1, in.c, &near, &bodies, out);
  });
  expect_structure_is_checked("out", pairs, [&](const abut_deforming_pair_list* out) {
    return abut_find_deforming_pairs(1, in.c, &near, &bodies, out);
  });
  expect_size_is_checked("options", near, [&](const abut_deforming_contact_options* options) {
    return abut_find_deforming_pairs(1, in.c, options, &bodies, &pairs);
  });
  const abut_deforming_contact_options bad{sizeof bad, -1};
  EXPECT_INPUT(abut_find_deforming_contacts(1, in.c, &bad, &bodies, &contacts),
               "find_deforming_contacts: alert_distance is -1; allowed is 0 or more, finite");
  EXPECT_INPUT(abut_find_deforming_pairs(-1, in.c, &near, &bodies, &pairs), "cpu.threads is -1");
  abut_pair_list nowhere = bodies;
  nowhere.count = nullptr;
  EXPECT_INPUT(abut_find_deforming_pairs(1, in.c, &near, &nowhere, &pairs), "bodies_found->count is null");
  EXPECT_OK(abut_find_deforming_pairs(1, in.c, nullptr, &bodies, &pairs));
}

TEST(CDeformingContacts, AreasAndDerivativesAreThoseOfTheLibrary) {
  const BothDeforming in;
  std::size_t nodes = 0, edges = 0;
  abut_deforming_area_arrays areas{};
  areas.size = sizeof areas;
  ASSERT_OK(abut_deforming_areas(1, in.c, &areas, &nodes, &edges));
  std::vector<double> of_nodes(nodes), of_edges(edges);
  areas = {sizeof areas, of_nodes.data(), nodes, of_edges.data(), edges - 1};
  expect_refused(abut_deforming_areas(1, in.c, &areas, nullptr, nullptr), ABUT_TOO_SMALL,
                 "out->edge_capacity is " + std::to_string(edges - 1) + "; needed are " + std::to_string(edges));
  EXPECT_EQ(of_nodes[0], 0);
  areas.edge_capacity = edges;
  ASSERT_OK(abut_deforming_areas(1, in.c, &areas, nullptr, nullptr));
  const DeformingAreas cpp = deforming_areas(Cpu{}, in.bodies);
  EXPECT_EQ(of_nodes, cpp.of_nodes);
  std::vector<double> joined;
  for (const auto& of : cpp.of_edges) joined.insert(joined.end(), of.begin(), of.end());
  EXPECT_EQ(of_edges, joined);

  Found found = contacts_of(in);
  const abut_gap_list gaps{sizeof gaps, found.contacts.data(), found.contacts.size()};
  std::vector<GapMatrix> c(found.count), wanted(found.count);
  ASSERT_OK(abut_gap_hessians(1, &gaps, &in.nodes[0].x, in.nodes.size(), c[0].data()));
  gap_hessians(Cpu{}, find_deforming_contacts(Cpu{}, in.bodies, {alert}).contacts, in.nodes, wanted);
  EXPECT_EQ(c, wanted);
  EXPECT_INPUT(abut_gap_hessians(1, &gaps, &in.nodes[0].x, 1, c[0].data()), "gap_hessians: gap 0 has node ");
  EXPECT_INPUT(abut_gap_hessians(1, &gaps, &in.nodes[0].x, in.nodes.size(), nullptr), "hessians is null");
  for (const std::uint32_t kind : {256u, 2u}) {
    found.contacts[2].kind = kind;
    EXPECT_INPUT(
        abut_gap_hessians(1, &gaps, &in.nodes[0].x, in.nodes.size(), c[0].data()),
        "gaps->contacts[2].kind is " + std::to_string(kind) + "; allowed are ABUT_NODE_FACET and ABUT_EDGE_EDGE");
  }
  found.contacts[2].kind = ABUT_NODE_FACET;
  expect_structure_is_checked("gaps", gaps, [&](const abut_gap_list* list) {
    return abut_gap_hessians(1, list, &in.nodes[0].x, in.nodes.size(), c[0].data());
  });
}

}  // namespace
}  // namespace abut::test
