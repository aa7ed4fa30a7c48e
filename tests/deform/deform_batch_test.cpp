// Deforming bodies by the stages of a device, run on cores, against those of the Cpu: whole records over many steps.
#include "abut/deform/deform_batch.h"

#include <gtest/gtest.h>

#include "host/deform/bodies_on_device.h"
#include "tests/deform/deform_film.h"
#include "tests/deform/queue_device.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

constexpr DeformRoom enough{1u << 18, 1u << 17, 1u << 17, 1u << 17};

/// Bodies by the stages.
class Queued {
 public:
  explicit Queued(DeformingBodies bodies, const DeformRoom& room = enough) : there(device, std::move(bodies), room) {}
  void move(const Nodes& nodes) { there.move(device, nodes.data(), false); }
  const DeformingBodies& bodies() const { return there.bodies(); }
  DeformingPairs find_pairs(double alert) { return there.find_pairs(device, alert); }
  DeformingContacts find_contacts(double alert) { return there.find_contacts(device, alert); }

  QueueDevice device;
  host::BodiesOnDevice there;
};

TEST(DeformBatch, GivesPairsContactsFaultsAndCostsOfTheCpuToTheBitOverManySteps) {
  FilmCounts all;
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const DeformFilm film(seed);
    Queued there(film.bodies());
    const FilmCounts counts = expect_those_of_cpu(film, there, 22);
    all.pairs += counts.pairs, all.contacts += counts.contacts, all.self_contacts += counts.self_contacts;
    all.crossings += counts.crossings, all.faults += counts.faults;
    EXPECT_GT(counts.builds, 2u) << "no tree was built anew";
  }
  EXPECT_GT(all.pairs, 10000u);
  EXPECT_GT(all.contacts, 10000u);
  EXPECT_GT(all.self_contacts, 1000u);
  EXPECT_GT(all.crossings, 100u);
  EXPECT_GT(all.faults, 30u);
}

TEST(DeformBatch, RefitsTreesToTheBoxesOfTheCpu) {
  const DeformFilm film(4, 40);
  DeformingBodies here = film.bodies();
  Queued there(film.bodies());
  for (int step = 0; step < 8; ++step) {
    const Nodes nodes = film.at(step);
    here.move(Cpu{2}, nodes), there.move(nodes);
    for (std::uint32_t b = 0; b < here.body_count(); ++b) {
      const DeformTree a = here.tree(b), c = there.there.tree(b);
      ASSERT_EQ(a.nodes == nullptr, c.nodes == nullptr);
      if (a.nodes == nullptr) continue;
      ASSERT_EQ(a.node_count, c.node_count);
      EXPECT_EQ(std::memcmp(a.nodes, c.nodes, a.node_count * sizeof(DeformNode)), 0)
          << "step " << step << " body " << b;
    }
  }
}

TEST(DeformBatch, WithTooLittleRoomAsksAgainUntilAllIsThere) {
  const DeformFilm film(5);
  DeformingBodies here = film.bodies();
  const Nodes nodes = film.at(9);
  here.move(Cpu{2}, nodes);
  const auto expected = find_deforming_contacts(Cpu{}, here, {.alert_distance = 0.1});
  const auto expected_pairs = find_deforming_pairs(Cpu{}, here, {.alert_distance = 0.1});
  ASSERT_GT(expected.contacts.size(), 500u);
  for (std::uint64_t DeformRoom::*which :
       {&DeformRoom::node_pairs, &DeformRoom::leaf_pairs, &DeformRoom::facet_pairs, &DeformRoom::contacts}) {
    DeformRoom room = enough;
    room.*which = 1;
    Queued there(film.bodies(), room);
    there.move(nodes);
    expect_same_contacts(there.find_contacts(0.1), expected);
    EXPECT_GE(there.device.searches, 2);
    const int before = there.device.searches;
    expect_same_contacts(there.find_contacts(0.1), expected);
    expect_same_pairs(there.find_pairs(0.1), expected_pairs);
    EXPECT_EQ(there.device.searches, before + 2) << "the room is kept";
  }
  Queued none(film.bodies(), {0, 0, 0, 0});
  none.move(nodes);
  expect_same_pairs(none.find_pairs(0.1), expected_pairs);
  expect_same_contacts(none.find_contacts(0.1), expected);
}

TEST(DeformBatch, AfterASearchThatThereIsNoMemoryForAnswersASmallerOne) {
  const DeformFilm film(5);
  DeformingBodies here = film.bodies();
  const Nodes nodes = film.at(9);
  here.move(Cpu{2}, nodes);
  const auto expected = find_deforming_contacts(Cpu{}, here, {.alert_distance = 0.001});
  ASSERT_GT(expected.contacts.size(), 10u);
  Queued there(film.bodies(), {1, 1, 1, 1});
  there.move(nodes);
  expect_same_contacts(there.find_contacts(0.001), expected);
  const DeformRoom room = there.there.room();
  there.device.most_bytes = there.device.asked_bytes;
  EXPECT_EQ(complaint([&] { there.find_contacts(1); }), "CudaError");
  EXPECT_EQ(std::memcmp(&there.there.room(), &room, sizeof(room)), 0) << "room that was never had";
  expect_same_contacts(there.find_contacts(0.001), expected);
}

TEST(DeformBatch, TakesOverTreesAndNodesThatAreThereAlready) {
  const DeformFilm film(6);
  DeformingBodies here = film.bodies(), moved = film.bodies();
  for (int step = 0; step < 5; ++step) here.move(Cpu{2}, film.at(step)), moved.move(Cpu{1}, film.at(step));
  Queued there(std::move(moved));
  EXPECT_FALSE(there.there.has_moved());
  FilmCounts counts;
  expect_those_of_cpu(here, there, film.at(8), counts);
  EXPECT_GT(counts.contacts, 100u);

  // A solver writes where the nodes are.
  const Nodes next = film.at(9);
  std::copy(next.begin(), next.end(), there.there.batch().nodes);
  there.there.move(there.device, there.there.batch().nodes, true);
  here.move(Cpu{2}, next);
  expect_same_contacts(there.find_contacts(0.05), find_deforming_contacts(Cpu{}, here, {.alert_distance = 0.05}));
  there.there.move(there.device, film.at(8).data(), true);
  here.move(Cpu{2}, film.at(8));
  expect_same_contacts(there.find_contacts(0.05), find_deforming_contacts(Cpu{}, here, {.alert_distance = 0.05}));
}

TEST(DeformBatch, OfNoBodiesOrFarOnesHasNothing) {
  Queued none{DeformingBodies()};
  none.move({});
  EXPECT_EQ(none.find_contacts(1).offsets, std::vector<std::uint64_t>{0});
  DeformingBodies two;
  Nodes nodes;
  two.add(sheet(2, nodes));
  two.add(cube(1, true, {9, 9, 9}, nodes));
  Queued there(std::move(two));
  there.move(nodes);
  EXPECT_TRUE(there.find_pairs(0.01).facets.empty());
  EXPECT_EQ(there.find_contacts(0.01).offsets, std::vector<std::uint64_t>{0});
}

}  // namespace
}  // namespace abut::test
