// Contacts of facets as a device finds them, run on cores: the bits of the `Cpu` executor.
#include <gtest/gtest.h>

#include "kernels/facets/find_facet_contacts.h"
#include "tests/support/facet_answers.h"
#include "tests/support/guarded.h"
#include "tests/support/host_queue.h"

namespace abut {
namespace {

using test::FacetAnswer;
using test::FacetQuestions;
using test::HostQueue;

/// Data only.
struct Asked {
  FacetOptions options;
  std::uint64_t capacity = 0;
  const std::uint64_t* count = nullptr;
  bool short_lists = false;  ///< room for one pair of nodes a pair of parts alone
  std::uint32_t pool_capacity = device::NodePool::most_open;
};

template <class T>
FacetAnswer<T> by_stages(const FacetQuestions& q, const Asked& asked, Contacts<T>* records) {
  const std::uint64_t pairs = q.scene.pairs.size();
  const auto arrays_in = [&](Workspace& to) { return test::facet_arrays_in<T>(to, pairs, asked.capacity); };
  std::vector<unsigned char> block(test::block_bytes(arrays_in), test::unwritten);
  Workspace w(block.data());
  std::vector<FacetSurfaceView<double>> surfaces(q.scene.trees.shape_count());
  for (std::uint32_t s = 0; s < surfaces.size(); ++s) {
    if (q.scene.trees.has(s)) surfaces[s] = q.scene.trees.view(s);
  }
  const backend::FacetSearch<T> search{{surfaces.data(), static_cast<std::uint32_t>(surfaces.size())},
                                       q.parts(),
                                       q.scene.pairs.data(),
                                       pairs,
                                       asked.count,
                                       records != nullptr,
                                       records != nullptr ? records->view() : ContactsView<T>{},
                                       asked.options,
                                       arrays_in(w)};
  HostQueue queue;
  const backend::FacetSizes sizes{pairs, search.parts.count, asked.options.room};
  test::Guarded memory(bytes_of<device::FacetScratch>(queue, sizes));
  Workspace scratch(memory.data());
  device::FacetScratch of(scratch, queue, sizes);
  if (asked.short_lists) of.nodes.capacity = pairs, of.round_steps = 4;
  of.pool_capacity = asked.pool_capacity;
  device::find_facet_contacts(queue, search, of);
  return test::read_facets<T>(block, pairs, asked.capacity);
}

/// All that there is.
constexpr FacetRoom enough{1u << 16, 1u << 17};

template <class T>
class DeviceFacets : public testing::Test {
 protected:
  /// Returns how many contacts there are in all.
  std::uint64_t expect_answers_of_cpu(FacetQuestions q) {
    q.build();
    std::uint64_t sum = 0;
    Contacts<T> contacts = q.records<T>();
    for (const bool of_features : {true, false}) {
      for (Contacts<T>* records : {static_cast<Contacts<T>*>(nullptr), &contacts}) {
        for (const bool join : {true, false}) {
          if (!join && (!of_features || records != nullptr)) continue;
          SCOPED_TRACE(q.name + (of_features ? ", features" : ", all") + (records ? ", records" : "") +
                       (join ? "" : ", parts apart"));
          FacetOptions options{.alert_distance = q.alert, .contacts = of_features, .join_parts = join};
          const FacetContacts<T> expected = q.by_cpu<T>(options, records);
          sum += expected.size();
          // Just as much room as is needed.
          options.room = enough;
          const FacetAnswer<T> first = by_stages<T>(q, {options, 0}, records);
          EXPECT_EQ(first.needed, expected.size());
          EXPECT_GE(first.room_needed.facet_pairs, expected.counts.distances);
          if (records == nullptr) {
            EXPECT_EQ(first.room_needed.facet_pairs, expected.counts.distances);
          }
          options.room = first.room_needed;
          const FacetAnswer<T> got = by_stages<T>(q, {options, expected.size()}, records);
          test::expect_same_bits(got.contacts, expected);
        }
      }
    }
    return sum;
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceFacets, Scalars);

TYPED_TEST(DeviceFacets, OfCrowdsHaveTheBitsOfTheCpu) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    EXPECT_GT(this->expect_answers_of_cpu(test::crowd_of_facets(seed, 60, 2)), 1000u);
  }
}

TYPED_TEST(DeviceFacets, OfOneLargePairAmongSmallOnesHaveTheBitsOfTheCpu) {
  EXPECT_GT(this->expect_answers_of_cpu(test::large_and_small(40, 60)), 10000u);
}

TYPED_TEST(DeviceFacets, OfBodiesInOnePlaneHaveTheBitsOfTheCpu) {
  EXPECT_GT(this->expect_answers_of_cpu(test::in_one_plane()), 300u);
}

TYPED_TEST(DeviceFacets, OfBodiesOfPartsHaveTheBitsOfTheCpu) {
  FacetQuestions q = test::bodies_of_parts(60);
  EXPECT_GT(this->expect_answers_of_cpu(test::bodies_of_parts(60)), 300u);
  q.build();
  const FacetOptions joined{.alert_distance = q.alert};
  FacetOptions apart = joined;
  apart.join_parts = false;
  EXPECT_GT(q.by_cpu<TypeParam>(apart, nullptr).size(), q.by_cpu<TypeParam>(joined, nullptr).size() + 20);
}

TYPED_TEST(DeviceFacets, OfOverlapsHaveTheBitsOfTheCpu) {
  EXPECT_GT(this->expect_answers_of_cpu(test::overlaps()), 50u);
}

TYPED_TEST(DeviceFacets, OfCrossingWavesHaveTheBitsOfTheCpu) {
  EXPECT_GT(this->expect_answers_of_cpu(test::crossing_waves()), 1000u);
}

TYPED_TEST(DeviceFacets, OfPosesThatAreNotFiniteAreNone) {
  EXPECT_GT(this->expect_answers_of_cpu(test::not_finite()), 100u);
}

TYPED_TEST(DeviceFacets, OfNoPairsAreNone) { EXPECT_EQ(this->expect_answers_of_cpu(test::no_pairs()), 0u); }

TYPED_TEST(DeviceFacets, BelowNodesThatNoListHasRoomForAreFoundAllTheSame) {
  using T = TypeParam;
  FacetQuestions q = test::large_and_small(20, 20);
  q.build();
  FacetOptions options{.alert_distance = q.alert};
  const FacetContacts<T> expected = q.by_cpu<T>(options, nullptr);
  ASSERT_GT(expected.counts.box_pairs, 10 * q.scene.pairs.size());
  options.room = enough;
  for (const std::uint32_t pool : {device::NodePool::most_open, 1u, 2u, 33u, 60u}) {
    for (const bool short_lists : {true, false}) {
      SCOPED_TRACE(pool);
      const Asked asked{options, expected.size(), nullptr, short_lists, pool};
      test::expect_same_bits(by_stages<T>(q, asked, nullptr).contacts, expected);
    }
  }
}

TYPED_TEST(DeviceFacets, WithTooLittleRoomSayWhatIsNeededAndWriteNone) {
  using T = TypeParam;
  FacetQuestions q = test::crowd_of_facets(1, 30, 1.5);
  q.build();
  Contacts<T> records = q.records<T>();
  FacetOptions options{.alert_distance = q.alert, .room = enough};
  const FacetAnswer<T> all = by_stages<T>(q, {options, 1u << 16}, &records);
  ASSERT_GT(all.needed, 100u);
  const FacetRoom& room = all.room_needed;
  ASSERT_GT(room.contacts, all.needed) << "none is found twice";
  const auto expect_nothing = [&](const FacetAnswer<T>& got) {
    EXPECT_EQ(got.needed, ~std::uint64_t{0});
    EXPECT_EQ(got.contacts.offsets, std::vector<std::uint64_t>(q.scene.pairs.size() + 1, 0));
  };
  options.room = {room.facet_pairs, room.contacts - 1};
  FacetAnswer<T> got = by_stages<T>(q, {options, all.needed}, &records);
  expect_nothing(got);
  EXPECT_EQ(got.room_needed.facet_pairs, room.facet_pairs);
  EXPECT_EQ(got.room_needed.contacts, room.contacts);
  for (const std::uint64_t less : {std::uint64_t{0}, std::uint64_t{1}, room.facet_pairs - 1}) {
    options.room = {less, room.contacts};
    got = by_stages<T>(q, {options, all.needed}, &records);
    expect_nothing(got);
    EXPECT_EQ(got.room_needed.facet_pairs, room.facet_pairs);
  }
  options.room = room;
  for (const std::uint64_t capacity : {std::uint64_t{0}, all.needed - 1}) {
    got = by_stages<T>(q, {options, capacity}, &records);
    EXPECT_EQ(got.needed, all.needed);
    EXPECT_EQ(got.contacts.offsets, all.contacts.offsets);
  }
}

TYPED_TEST(DeviceFacets, NumbersOfPairsAreReadOnTheDevice) {
  using T = TypeParam;
  FacetQuestions q = test::crowd_of_facets(2, 20, 1.5);
  q.build();
  const FacetOptions options{.alert_distance = q.alert, .room = enough};
  const std::uint64_t pairs = q.scene.pairs.size();
  const FacetContacts<T> all = q.by_cpu<T>(options, nullptr);
  for (const std::uint64_t count : {std::uint64_t{0}, pairs / 2, pairs, pairs + 1}) {
    const std::uint64_t n = count <= pairs ? count : 0;
    const FacetAnswer<T> got = by_stages<T>(q, {options, all.size(), &count}, nullptr);
    EXPECT_EQ(got.needed, all.offsets[n]);
    for (std::uint64_t i = 0; i <= pairs; ++i) ASSERT_EQ(got.contacts.offsets[i], all.offsets[std::min(i, n)]) << i;
    for (std::uint64_t k = 0; k < got.needed; ++k) ASSERT_EQ(got.contacts.key[k], all.key[k]) << k;
  }
}

}  // namespace
}  // namespace abut
