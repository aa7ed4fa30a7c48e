// What is kept of pairs and contacts follows them through any order and over many steps: against maps and against the
// permutation that was made.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "abut/contacts/history.h"
#include "abut/detect.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;

std::vector<std::uint32_t> shuffled(std::uint32_t count, Random& random) {
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  for (std::uint32_t i = count; i-- > 1;) std::swap(order[i], order[random.below(i + 1)]);
  return order;
}

/// Contacts of hulls and boxes, with features of all sorts.
template <class T>
struct Records {
  std::vector<Pair> pairs;
  Contacts<T> contacts;

  explicit Records(std::uint64_t seed) {
    Random random(seed);
    ShapeSet shapes;
    shapes.add_box({0.5, 0.4, 0.3});
    for (const int points : {6, 12, 30}) shapes.add_hull(test::ellipsoid_points(random, points));
    BodySet bodies;
    for (int i = 0; i < 250; ++i) {
      bodies.add({{random.uniform(0, 5), random.uniform(0, 5), random.uniform(0, 5)}, random.rotation()},
                 random.below(4));
    }
    Detection<T> found = detect<T>(Cpu{}, shapes, bodies, {0.1});
    pairs = std::move(found.pairs);
    contacts = std::move(found.contacts);
  }
  ContactIds ids() const {
    return {pairs.data(),
            contacts.feature_a.data(),
            contacts.feature_b.data(),
            contacts.key.data(),
            contacts.status.data(),
            pairs.size(),
            nullptr};
  }
  Records taken(const std::vector<std::uint32_t>& order) const {
    Records out = *this;
    out.pairs.clear();
    for (const std::uint32_t i : order) out.pairs.push_back(pairs[i]);
    out.contacts.resize(order.size());
    test::for_each_array<T>([&](const char*, auto array) {
      for (std::size_t i = 0; i < order.size(); ++i) (out.contacts.*array)[i] = (contacts.*array)[order[i]];
    });
    return out;
  }
};

TEST(HistoryOrder, ContactsAreFoundAgainInAnyOrderByAnyThreads) {
  const Records<double> all(61);
  const auto count = static_cast<std::uint32_t>(all.pairs.size());
  ASSERT_GT(count, 200u);
  Random random(62);
  for (int round = 0; round < 5; ++round) {
    std::vector<std::uint32_t> before = shuffled(count, random), now = shuffled(count, random);
    before.resize(count - 40 * round), now.resize(count - 25 * round);
    std::vector<std::uint32_t> place(count, no_match), expected;
    for (std::uint32_t i = 0; i < before.size(); ++i) place[before[i]] = i;
    for (const std::uint32_t i : now) expected.push_back(place[i]);
    const Records<double> old = all.taken(before), fresh = all.taken(now);
    for (const int threads : {1, 2}) EXPECT_EQ(match_contacts(Cpu{threads}, old.ids(), fresh.ids()), expected);
  }
}

TEST(HistoryOrder, AContactOfOtherPartsOrFeaturesIsANewOne) {
  const Records<double> old(63);
  Records<double> fresh = old;
  const auto rekey = [&](std::size_t i) {
    Contacts<double>& c = fresh.contacts;
    c.key[i] = contact_key(fresh.pairs[i], c.feature_a[i], c.feature_b[i]);
  };
  std::vector<std::uint32_t> expected;
  for (std::uint32_t i = 0; i < old.pairs.size(); ++i) {
    if (i % 5 == 1) std::swap(fresh.pairs[i].a, fresh.pairs[i].b);
    if (i % 5 == 2) fresh.contacts.feature_a[i].code ^= 1;
    if (i % 5 == 3) fresh.contacts.feature_b[i].code ^= std::uint64_t{1} << 63;
    if (i % 5 == 4) std::swap(fresh.contacts.feature_a[i], fresh.contacts.feature_b[i]);
    const bool same = i % 5 == 0 || (i % 5 == 4 && old.contacts.feature_a[i].code == old.contacts.feature_b[i].code);
    rekey(i);
    expected.push_back(same ? i : no_match);
  }
  EXPECT_EQ(match_contacts(Cpu{}, old.ids(), fresh.ids()), expected);
}

/// A sorted list of pairs of few parts, each with a chance of its own.
std::vector<Pair> some_pairs(Random& random, std::uint32_t parts, std::uint32_t one_in) {
  std::vector<Pair> out;
  for (std::uint32_t a = 0; a < parts; ++a) {
    for (std::uint32_t b = a + 1; b < parts; ++b) {
      if (random.below(one_in) == 0) out.push_back({a, b});
    }
  }
  return out;
}

TEST(HistoryOrder, AgesOfPairsAreThoseOfAMapOverManySteps) {
  struct Kept {
    std::uint32_t born, age;
    double sum;
  };
  Random random(64);
  std::vector<Pair> before;
  std::vector<Kept> kept;
  std::map<std::pair<std::uint32_t, std::uint32_t>, Kept> by_pair;
  for (std::uint32_t step = 1; step <= 40; ++step) {
    const std::vector<Pair> pairs = some_pairs(random, step % 9 == 0 ? 3 : 70, step % 4 == 0 ? 1 : 3);
    const std::vector<std::uint32_t> places = match_pairs(Cpu{static_cast<int>(step % 3)}, before, pairs);
    std::vector<Kept> now(pairs.size(), Kept{77, 77, 77});
    carry<Kept>(Cpu{static_cast<int>(step % 3)}, places, kept, now);
    std::map<std::pair<std::uint32_t, std::uint32_t>, Kept> next;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      const auto old = by_pair.find({pairs[i].a, pairs[i].b});
      const Kept expected = old == by_pair.end() ? Kept{0, 0, 0} : old->second;
      ASSERT_EQ(std::tie(now[i].born, now[i].age, now[i].sum), std::tie(expected.born, expected.age, expected.sum))
          << pairs[i].a << ", " << pairs[i].b << " at step " << step;
      if (now[i].born == 0) now[i].born = step;
      now[i].age += 1, now[i].sum += 0.5 * step;
      next[{pairs[i].a, pairs[i].b}] = now[i];
    }
    by_pair = next, before = pairs, kept = now;
  }
}

// Through a step at which a pair was not there nothing passes.
TEST(HistoryOrder, PlacesOfTwoStepsMakeThoseOfBothWhereThePairWasAlwaysThere) {
  Random random(65);
  const std::vector<Pair> first = some_pairs(random, 60, 2), second = some_pairs(random, 60, 2),
                          third = some_pairs(random, 60, 2);
  const std::vector<std::uint32_t> one = match_pairs(Cpu{}, first, second), two = match_pairs(Cpu{}, second, third),
                                   both = match_pairs(Cpu{}, first, third);
  std::vector<std::uint32_t> numbers(first.size()), halfway(second.size()), carried(third.size());
  std::iota(numbers.begin(), numbers.end(), 1u);
  carry<std::uint32_t>(Cpu{}, one, numbers, halfway);
  carry<std::uint32_t>(Cpu{}, two, halfway, carried);
  std::size_t there = 0, lost = 0;
  for (std::size_t i = 0; i < third.size(); ++i) {
    const bool always = two[i] != no_match && one[two[i]] != no_match;
    EXPECT_EQ(carried[i], always ? both[i] + 1 : 0u) << i;
    there += always ? 1 : 0, lost += !always && both[i] != no_match ? 1 : 0;
  }
  EXPECT_GT(there, 100u);
  EXPECT_GT(lost, 100u);
}

TEST(HistoryOrder, PairsInOtherOrderAreOtherPairsAndTheGreatestNumbersCount) {
  constexpr std::uint32_t most = 0xffffffffu;
  const std::vector<Pair> before{{0, 0}, {0, most}, {1, 0}, {most - 1, most}, {most, 0}, {most, most}};
  const std::vector<Pair> now{{0, 1}, {0, most}, {1, 0}, {most, 0}, {most, most - 1}, {most, most}};
  EXPECT_EQ(match_pairs(Cpu{}, before, now), (std::vector<std::uint32_t>{no_match, 1, 2, 4, no_match, 5}));
  EXPECT_EQ(match_pairs(Cpu{}, {}, now), std::vector<std::uint32_t>(6, no_match));
  EXPECT_TRUE(match_pairs(Cpu{}, before, {}).empty());
}

}  // namespace
}  // namespace abut
