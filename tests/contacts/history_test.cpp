// Contact history: the places that a map of what was there would give, on both executors (the device's on cores).
#include "abut/contacts/history.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "abut/bodies/body_set.h"
#include "abut/contacts/contacts.h"
#include "abut/detect.h"
#include "kernels/contacts/history.h"
#include "tests/support/complaint.h"
#include "tests/support/guarded.h"
#include "tests/support/host_queue.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::complaint;
using test::HostQueue;
using test::somewhere;

/// Sorted pairs, each of `count` bodies' with the given probability.
std::vector<Pair> random_list(test::Random& random, std::uint32_t count, double probability) {
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < count; ++a) {
    for (std::uint32_t b = a + 1; b < count; ++b) {
      if (random.uniform(0, 1) < probability) pairs.push_back({a, b});
    }
  }
  return pairs;
}

/// The same by a map. `matched` is counted.
std::vector<std::uint32_t> by_map(const std::vector<Pair>& before, const std::vector<Pair>& now,
                                  std::uint64_t& matched) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> places;
  for (std::uint32_t i = 0; i < before.size(); ++i) places[{before[i].a, before[i].b}] = i;
  std::vector<std::uint32_t> out;
  matched = 0;
  for (const Pair& pair : now) {
    const auto found = places.find({pair.a, pair.b});
    out.push_back(found == places.end() ? no_match : found->second);
    matched += found != places.end() ? 1 : 0;
  }
  return out;
}

/// A list as a search leaves it, with room for more.
struct List {
  std::vector<Pair> pairs;
  std::uint64_t count, capacity;
  List(const std::vector<Pair>& from, std::uint64_t room) : pairs(from), count(from.size()), capacity(room) {
    pairs.resize(std::max<std::uint64_t>(room, 1), Pair{0, 0});
  }
  PairList view() { return {pairs.data(), capacity, &count}; }
};

constexpr std::uint32_t untouched = 0x5a5a5a5au;

std::vector<std::uint32_t> on_queue(List& before, List& now, std::uint64_t* matched) {
  std::vector<std::uint32_t> places(now.capacity, untouched);
  HostQueue queue;
  device::match_pairs(queue, before.view(), now.view(), places.data(), matched);
  return places;
}

TEST(MatchPairs, GivesThePlacesOfAMap) {
  test::Random random(41);
  for (const auto& [first, second] : {std::pair{0.3, 0.3}, {0.0, 0.5}, {0.5, 0.0}, {1.0, 1.0}, {0.01, 0.9}}) {
    const std::vector<Pair> before = random_list(random, 60, first), now = random_list(random, 60, second);
    std::uint64_t expected_matches = 0, matched = 77;
    const std::vector<std::uint32_t> expected = by_map(before, now, expected_matches);
    EXPECT_EQ(match_pairs(Cpu{}, before, now), expected);
    EXPECT_EQ(match_pairs(Cpu{1}, before, now), expected);
    List old_list(before, before.size() + 5), new_list(now, now.size() + 3);
    std::vector<std::uint32_t> places = on_queue(old_list, new_list, &matched);
    EXPECT_EQ(matched, expected_matches);
    EXPECT_EQ(std::count(places.end() - 3, places.end(), untouched), 3);  // there are no such pairs
    places.resize(now.size());
    EXPECT_EQ(places, expected);
  }
}

TEST(MatchPairs, AListThatHadTooLittleRoomIsEmpty) {
  test::Random random(42);
  const std::vector<Pair> pairs = random_list(random, 20, 0.5);
  std::uint64_t matched = 0;
  List before(pairs, pairs.size()), now(pairs, pairs.size());
  before.count = pairs.size() + 1;
  EXPECT_EQ(on_queue(before, now, &matched), std::vector<std::uint32_t>(pairs.size(), no_match));
  EXPECT_EQ(matched, 0u);
  std::swap(before.count, now.count);
  EXPECT_EQ(on_queue(before, now, nullptr), std::vector<std::uint32_t>(pairs.size(), untouched));
  List none({}, 0);
  EXPECT_EQ(on_queue(before, none, &matched).size(), 0u);
}

/// Contacts as their four parts, owning.
struct Ids {
  std::vector<Pair> pairs;
  std::vector<Feature> a, b;
  std::vector<std::uint64_t> key;
  std::vector<std::uint8_t> status;

  void add(Pair pair, std::uint32_t feature_a, std::uint32_t feature_b, Status how = Status::converged) {
    pairs.push_back(pair);
    a.push_back(make_feature(FeatureKind::vertex, feature_a));
    b.push_back(make_feature(FeatureKind::face, feature_b));
    key.push_back(contact_key(pair, a.back(), b.back()));
    status.push_back(static_cast<std::uint8_t>(how));
  }
  ContactIds view() const {
    return {pairs.data(), a.data(), b.data(), key.data(), status.data(), pairs.size(), nullptr};
  }
};

/// Several contacts a pair, in no order, some of them twice, some no contacts.
Ids random_ids(test::Random& random, int count) {
  Ids ids;
  for (int i = 0; i < count; ++i) {
    const Status how = random.below(10) == 0  ? Status::farther_than_alert
                       : random.below(3) == 0 ? Status::touching
                                              : Status::converged;
    ids.add({random.below(12), 12 + random.below(12)}, random.below(2), random.below(3), how);
  }
  return ids;
}

std::vector<std::uint32_t> by_search(const Ids& before, const Ids& now) {
  std::vector<std::uint32_t> out;
  for (std::size_t i = 0; i < now.pairs.size(); ++i) {
    out.push_back(no_match);
    for (std::uint32_t k = 0; k < before.pairs.size() && is_contact(now.status[i]); ++k) {
      const bool same = same_pair(before.pairs[k], now.pairs[i]) && before.a[k].code == now.a[i].code &&
                        before.b[k].code == now.b[i].code && is_contact(before.status[k]);
      if (!same) continue;
      out.back() = k;
      break;
    }
  }
  return out;
}

std::vector<std::uint32_t> on_queue(const ContactIds& before, const ContactIds& now, std::uint64_t* matched) {
  std::vector<std::uint32_t> places(now.capacity, untouched);
  HostQueue queue;
  test::Guarded memory(bytes_of<device::MatchScratch>(queue, before.capacity));
  Workspace workspace(memory.data());
  device::match_contacts(queue, before, now, places.data(), matched,
                         device::MatchScratch(workspace, queue, before.capacity));
  return places;
}

TEST(MatchContacts, GivesThePlacesOfASearch) {
  test::Random random(43);
  for (const int count : {0, 1, 400, 1500}) {
    const Ids before = random_ids(random, count), now = random_ids(random, 700);
    const std::vector<std::uint32_t> expected = by_search(before, now);
    EXPECT_EQ(match_contacts(Cpu{}, before.view(), now.view()), expected);
    EXPECT_EQ(match_contacts(Cpu{1}, before.view(), now.view()), expected);
    std::uint64_t matched = 0;
    EXPECT_EQ(on_queue(before.view(), now.view(), &matched), expected);
    const auto fresh = static_cast<std::uint64_t>(std::count(expected.begin(), expected.end(), no_match));
    EXPECT_EQ(matched, expected.size() - fresh);
    if (count == 1500) {
      EXPECT_GT(matched, 400u);
      EXPECT_GT(fresh, 50u);
    }
  }
}

TEST(MatchContacts, KeysThatAreEqualByChanceAreToldApart) {
  Ids before, now;
  for (std::uint32_t k = 0; k < 5; ++k) before.add({k, 9}, 1, 1);
  for (std::uint32_t k = 5; k-- > 0;) now.add({k, 9}, 1, 1);
  for (const Pair pair : {Pair{7, 9}, Pair{0, 8}}) now.add(pair, 1, 1);
  now.add({0, 9}, 2, 1);
  now.add({0, 9}, 1, 2);
  for (std::vector<std::uint64_t>* keys : {&before.key, &now.key}) std::fill(keys->begin(), keys->end(), 4711);
  const std::vector<std::uint32_t> expected{4, 3, 2, 1, 0, no_match, no_match, no_match, no_match};
  EXPECT_EQ(match_contacts(Cpu{}, before.view(), now.view()), expected);
  EXPECT_EQ(on_queue(before.view(), now.view(), nullptr), expected);
  // The greatest key is that of what lies beyond the last contact too.
  for (std::vector<std::uint64_t>* keys : {&before.key, &now.key}) std::fill(keys->begin(), keys->end(), ~0ull);
  ContactIds few = before.view();
  const std::uint64_t three = 3;
  few.count = &three;
  std::vector<std::uint32_t> of_few = expected;
  of_few[0] = of_few[1] = no_match;
  EXPECT_EQ(on_queue(few, now.view(), nullptr), of_few);
  EXPECT_EQ(match_contacts(Cpu{}, few, now.view()), on_queue(few, now.view(), nullptr));
}

TEST(MatchContacts, CountsAreReadAndStatusMayBeLeftOut) {
  Ids before, now;
  before.add({0, 1}, 0, 0, Status::farther_than_alert);
  now.add({0, 1}, 0, 0);
  EXPECT_EQ(match_contacts(Cpu{}, before.view(), now.view()), std::vector<std::uint32_t>{no_match});
  ContactIds all = before.view();
  all.status = nullptr;
  EXPECT_EQ(match_contacts(Cpu{}, all, now.view()), std::vector<std::uint32_t>{0});
  EXPECT_EQ(on_queue(all, now.view(), nullptr), std::vector<std::uint32_t>{0});
  const std::uint64_t two = 2;  // more than there is room for
  all.count = &two;
  EXPECT_EQ(match_contacts(Cpu{}, all, now.view()), std::vector<std::uint32_t>{no_match});
  EXPECT_EQ(on_queue(all, now.view(), nullptr), std::vector<std::uint32_t>{no_match});
}

template <class E>
void expect_carried(const std::vector<std::uint32_t>& places, const std::vector<E>& before) {
  std::vector<E> expected, now(places.size()), of_queue(places.size() + 1);
  for (const std::uint32_t place : places) expected.push_back(place == no_match ? E{} : before[place]);
  carry<E>(Cpu{}, places, before, now);
  EXPECT_EQ(std::memcmp(now.data(), expected.data(), now.size() * sizeof(E)), 0);
  std::memset(static_cast<void*>(of_queue.data()), 0x77, of_queue.size() * sizeof(E));
  const std::vector<E> full = of_queue;
  HostQueue queue;
  const std::uint64_t count = places.size() - 1;  // the last one is not there
  device::carry(queue, {places.data(), places.size(), &count}, before.data(), of_queue.data(), sizeof(E));
  EXPECT_EQ(std::memcmp(of_queue.data(), expected.data(), count * sizeof(E)), 0);
  EXPECT_EQ(std::memcmp(of_queue.data() + count, full.data() + count, 2 * sizeof(E)), 0);
}

TEST(Carry, MovesElementsOfAnySizeAndClearsWhatIsNew) {
  test::Random random(44);
  struct Twelve {
    float x, y, z;
  };
  std::vector<CachedPolytope> caches(300);
  std::vector<Twelve> vectors(300);
  std::vector<std::uint32_t> words(300), places;
  for (std::uint32_t i = 0; i < 300; ++i) {
    caches[i] = {};
    caches[i].checksum = words[i] = i + 1;
    caches[i].corners[27] = static_cast<std::uint16_t>(i + 1);
    vectors[i] = {static_cast<float>(i + 1), 2, 3};
  }
  for (int i = 0; i < 500; ++i) places.push_back(random.below(3) == 0 ? no_match : random.below(300));
  expect_carried(places, caches);
  expect_carried(places, vectors);
  expect_carried(places, words);
}

TEST(Carry, RefusesPlacesAndLengthsThatDoNotFit) {
  const std::vector<std::uint32_t> places{0, 3}, before{1, 2, 3};
  std::vector<std::uint32_t> now(2), long_now(3);
  const auto carried = [&](std::vector<std::uint32_t>& into) {
    return complaint([&] { carry<std::uint32_t>(Cpu{}, places, before, into); });
  };
  EXPECT_EQ(carried(now), "carry: place 1 is 3; before has 3 elements");
  EXPECT_EQ(carried(long_now), "carry: now has 3 elements; there are 2 places");
}

/// Caches that travel with their pairs give the answers of caches that are kept by pair, step after step.
TEST(History, CachesTravelWithTheirPairs) {
  ShapeSet shapes;
  test::Random random(45);
  for (int k = 0; k < 5; ++k) shapes.add_hull(test::ellipsoid_points(random, 30));
  BodySet bodies;
  for (int i = 0; i < 150; ++i) bodies.add({random.in_ball() * 4.0, random.rotation()}, random.below(5));
  std::vector<Pair> before;
  std::vector<CachedPolytope> kept;
  std::map<std::pair<std::uint32_t, std::uint32_t>, CachedPolytope> by_pair;
  std::uint64_t matches = 0, fresh = 0, cold = 0, warm = 0;
  for (int step = 0; step < 6; ++step) {
    const std::vector<Pair> pairs = find_pairs(Cpu{}, shapes.headers(), bodies.parts(), 0.05);
    const std::vector<std::uint32_t> places = match_pairs(Cpu{}, before, pairs);
    std::vector<CachedPolytope> caches(pairs.size()), expected_caches;
    carry<CachedPolytope>(Cpu{}, places, kept, caches);
    std::map<std::pair<std::uint32_t, std::uint32_t>, CachedPolytope> still_there;
    for (const Pair& pair : pairs) {
      const auto found = by_pair.find({pair.a, pair.b});
      expected_caches.push_back(found == by_pair.end() ? CachedPolytope{} : found->second);
      (found == by_pair.end() ? fresh : matches) += 1;
    }
    const auto query = [&](CachedPolytope* cache) {
      Contacts<double> out(pairs.size());
      query_pairs<double>(Cpu{}, shapes.view<double>(), bodies.parts(), pairs, {0.05, cache}, out.view());
      return out;
    };
    const Contacts<double> with_history = query(caches.data());
    test::expect_same_bits(query(expected_caches.data()), with_history);
    if (step > 0) {
      for (const std::uint8_t n : with_history.gjk_iterations) warm += n;
      for (const std::uint8_t n : query(nullptr).gjk_iterations) cold += n;
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) still_there[{pairs[i].a, pairs[i].b}] = expected_caches[i];
    by_pair = still_there;
    before = pairs;
    kept = caches;
    for (std::uint32_t b = 0; b < bodies.size(); ++b) {
      Pose pose = bodies.pose(b);
      pose.position = pose.position + random.in_ball() * 0.005;
      bodies.set_pose(b, pose);
    }
  }
  EXPECT_GT(matches, 1000u);
  EXPECT_GT(fresh, 50u);
  EXPECT_LT(warm, cold / 2);
}

TEST(CudaHistory, BadArgumentsAreNamed) {
  const PairList list{somewhere<Pair>(), 3, somewhere<std::uint64_t>()};
  const auto pairs = [&](const auto& change) {
    PairList before = list, now = list;
    std::uint32_t* places = somewhere<std::uint32_t>();
    std::uint64_t* matched = nullptr;
    change(before, now, places, matched);
    return complaint([&] { match_pairs(Cuda{}, before, now, places, matched); });
  };
  EXPECT_EQ(pairs([](auto& before, auto&...) { before.count = nullptr; }), "match_pairs: before.count is null");
  EXPECT_EQ(pairs([](auto&, auto& now, auto&...) { now.pairs = nullptr; }), "match_pairs: now.pairs is null");
  EXPECT_EQ(pairs([](auto&, auto&, auto& places, auto&) { places = nullptr; }), "match_pairs: places is null");
  EXPECT_EQ(pairs([](auto&, auto&, auto&, auto& matched) { matched = somewhere<std::uint64_t>(4); }),
            "match_pairs: matched is not aligned to 8 bytes");
  EXPECT_EQ(pairs([](auto&, auto& now, auto&...) { now.capacity = 1ull << 32; }),
            "match_pairs: now has room for 4294967296; allowed are 4294967295");

  const ContactIds ids{
      somewhere<Pair>(), somewhere<Feature>(), somewhere<Feature>(), somewhere<std::uint64_t>(), nullptr, 3, nullptr};
  const auto contacts = [&](const auto& change) {
    ContactIds before = ids, now = ids;
    change(before, now);
    return complaint([&] {
      match_contacts(Cuda{}.with({somewhere<void>(), 512}), before, now, somewhere<std::uint32_t>(), nullptr);
    });
  };
  EXPECT_EQ(contacts([](auto& before, auto&) { before.key = nullptr; }), "match_contacts: before.key is null");
  EXPECT_EQ(contacts([](auto&, auto& now) { now.feature_b = somewhere<Feature>(4); }),
            "match_contacts: now.feature_b is not aligned to 8 bytes");
  EXPECT_EQ(complaint([&] {
              ContactIds before = ids;
              before.pairs = nullptr;
              match_contacts(Cpu{}, before, ids);
            }),
            "match_contacts: before.pairs is null");

  const auto carried = [&](std::size_t bytes, const void* before) {
    return complaint([&] {
      carry(Cuda{}, {somewhere<std::uint32_t>(), 3, nullptr}, before, somewhere<void>(), bytes);
    });
  };
  EXPECT_EQ(carried(6, somewhere<void>()), "carry: element_bytes is 6; allowed are multiples of 4");
  EXPECT_EQ(carried(8, nullptr), "carry: before is null");
  EXPECT_EQ(carried(8, somewhere<void>(2)), "carry: before is not aligned to 4 bytes");
  if (cuda_unavailable_reason() == nullptr) return;
  EXPECT_EQ(carried(8, somewhere<void>()), "CudaError");
  EXPECT_EQ(pairs([](auto&...) {}), "CudaError");
  EXPECT_EQ(contacts([](auto&...) {}), "CudaError");
}

}  // namespace
}  // namespace abut
