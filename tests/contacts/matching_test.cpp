// Pairs and contacts looked for in what was there before: against a map and a search through all.
#include "abut/contacts/matching.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include "tests/support/random.h"

namespace abut {
namespace {

using test::Random;

TEST(Matching, ListsOfMoreThanThereIsRoomForAreEmpty) {
  const std::uint64_t some = 5, many = 11;
  EXPECT_EQ(listed(nullptr, 10), 10u);
  EXPECT_EQ(listed(&some, 10), 5u);
  EXPECT_EQ(listed(&some, 5), 5u);
  EXPECT_EQ(listed(&many, 10), 0u);
}

TEST(Matching, TheOrderIsByAThenB) {
  for (std::uint32_t k = 0; k < 81; ++k) {
    const Pair x{k % 3, k / 3 % 3}, y{k / 9 % 3, k / 27};
    const std::pair<std::uint32_t, std::uint32_t> p{x.a, x.b}, q{y.a, y.b};
    EXPECT_EQ(comes_before(x, y), p < q);
    EXPECT_EQ(same_pair(x, y), p == q);
  }
}

TEST(Matching, APairIsFoundAtThePlaceThatAMapHas) {
  Random random(1);
  for (const std::uint32_t n : {0u, 1u, 2u, 500u}) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> places;
    while (places.size() < n) {
      const std::uint32_t a = random.below(40);
      places[{a, random.below(40)}] = 0;
    }
    std::vector<Pair> sorted;
    for (auto& [pair, place] : places) {
      place = static_cast<std::uint32_t>(sorted.size());
      sorted.push_back({pair.first, pair.second});
    }
    for (std::uint32_t k = 0; k < 1600; ++k) {
      const auto found = places.find({k % 40, k / 40});
      EXPECT_EQ(find_pair(sorted.data(), sorted.size(), {k % 40, k / 40}),
                found == places.end() ? no_match : found->second);
    }
  }
}

/// Contacts of few pairs and features, so that there are many of each.
struct Listed {
  std::vector<Pair> pairs;
  std::vector<Feature> a, b;
  std::vector<std::uint64_t> key;
  std::vector<std::uint8_t> status;

  Listed(Random& random, int count) {
    for (int k = 0; k < count; ++k) {
      const std::uint32_t first = random.below(4);
      pairs.push_back({first, random.below(4)});
      a.push_back(make_feature(FeatureKind::face, random.below(2)));
      b.push_back(make_feature(FeatureKind::edge, random.below(2)));
      key.push_back(contact_key(pairs.back(), a.back(), b.back()));
      status.push_back(static_cast<std::uint8_t>(random.below(status_count)));
    }
  }
  ContactIds ids() const {
    return {pairs.data(), a.data(), b.data(), key.data(), status.data(), pairs.size(), nullptr};
  }
  std::vector<std::uint32_t> by_key() const {
    std::vector<std::uint32_t> place(pairs.size());
    std::iota(place.begin(), place.end(), 0);
    std::stable_sort(place.begin(), place.end(), [&](std::uint32_t x, std::uint32_t y) { return key[x] < key[y]; });
    return place;
  }
};

/// The first contact of `before` that is contact i of `now`, by looking at all.
std::uint32_t search(const Listed& before, const Listed& now, std::size_t i) {
  if (!is_contact(now.status[i])) return no_match;
  for (std::uint32_t k = 0; k < before.pairs.size(); ++k) {
    if (is_contact(before.status[k]) && same_pair(before.pairs[k], now.pairs[i]) && before.a[k].code == now.a[i].code &&
        before.b[k].code == now.b[i].code) {
      return k;
    }
  }
  return no_match;
}

TEST(Matching, AContactIsFoundWhereASearchThroughAllFindsIt) {
  Random random(2);
  int matched = 0, none = 0;
  for (const bool equal_keys : {false, true}) {
    for (int round = 0; round < 20; ++round) {
      Listed before(random, 40), now(random, 40);
      if (equal_keys) {  // equal by chance: told apart by what keys are made of
        for (auto* list : {&before, &now}) {
          for (std::uint64_t& k : list->key) k &= 1;
        }
      }
      const std::vector<std::uint32_t> place = before.by_key();
      std::vector<std::uint64_t> key;
      for (const std::uint32_t k : place) key.push_back(before.key[k]);
      for (std::size_t i = 0; i < 40; ++i) {
        const std::uint32_t found = find_contact(before.ids(), {key.data(), place.data(), key.size()}, now.ids(), i);
        EXPECT_EQ(found, search(before, now, i));
        ++(found == no_match ? none : matched);
      }
    }
  }
  EXPECT_GT(matched, 20);
  EXPECT_GT(none, 50);
}

TEST(Matching, WithoutAStatusAllAreContacts) {
  ContactIds ids{};
  EXPECT_TRUE(is_listed_contact(ids, 3));
  const std::uint8_t status[] = {static_cast<std::uint8_t>(Status::touching),
                                 static_cast<std::uint8_t>(Status::farther_than_alert)};
  ids.status = status;
  EXPECT_TRUE(is_listed_contact(ids, 0));
  EXPECT_FALSE(is_listed_contact(ids, 1));
}

}  // namespace
}  // namespace abut
