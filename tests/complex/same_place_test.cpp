#include "abut/complex/same_place.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "host/complex/quasi_lmd_search.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using Found = QuasiLmd<double>;

/// Vertex 0, edge 0, triangle 0, vertex 1, ... of complexes that have nothing else.
struct Simplices {
  ComplexSimplex of[9] = {};
  ComplexPair<double> pair{};

  Simplices() {
    for (std::uint32_t i = 0; i < 9; ++i) of[i].dimension = static_cast<std::uint8_t>(i % 3), of[i].id = i / 3;
    pair.a.simplices = pair.b.simplices = of;
    pair.tolerance = 1e-6, pair.apart = 1e-13, pair.reach = 10;
  }
};

Found at(std::uint32_t a, std::uint32_t b, double x, bool is_lmd = false) {
  return {a, b, {x, 0, 0}, {0, 0, 1}, 1, is_lmd};
}

TEST(SamePlace, OrderIsByTheFeaturesOfAAndThenB) {
  const Simplices s;
  EXPECT_TRUE(comes_before(s.pair, at(0, 2, 0), at(3, 0, 0)));
  EXPECT_TRUE(comes_before(s.pair, at(3, 0, 0), at(1, 0, 0))) << "vertices before edges";
  EXPECT_TRUE(comes_before(s.pair, at(1, 3, 0), at(1, 1, 0)));
  EXPECT_FALSE(comes_before(s.pair, at(1, 1, 0), at(1, 1, 0)));
}

TEST(SamePlace, TheOneOfFewerDimensionsSaysMore) {
  const Simplices s;
  EXPECT_TRUE(says_more(s.pair, at(6, 0, 0), at(0, 1, 0)));
  EXPECT_FALSE(says_more(s.pair, at(0, 1, 0), at(6, 0, 0)));
  EXPECT_TRUE(says_more(s.pair, at(0, 1, 0), at(1, 0, 0))) << "of as many the first";
}

TEST(SamePlace, BothPointsAreOne) {
  const Simplices s;
  EXPECT_TRUE(at_one_place(s.pair, at(0, 0, 0), at(1, 0, 3.9e-6)));
  EXPECT_FALSE(at_one_place(s.pair, at(0, 0, 0), at(1, 0, 4.1e-6)));
  Found turned = at(1, 0, 0);
  turned.normal = {1e-5, 0, 1};
  EXPECT_FALSE(at_one_place(s.pair, at(0, 0, 0), turned));
}

/// Three in a row, the outer ones not at one place: the middle one is gone and takes the last along, and what was found
/// of the last does not come to the first by way of it.
TEST(SamePlace, WhatIsGoneTakesAlongWhatIsAtItsPlaceButTellsNothingOfOthers) {
  const Simplices s;
  const Found first = at(0, 0, 0), middle = at(0, 1, 3e-6), last = at(1, 1, 6e-6, true);
  std::vector<Found> found{last, first, middle};
  host::keep_places(s.pair, found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].b, 0u);
  EXPECT_FALSE(found[0].is_lmd);
  found = {middle, last};
  host::keep_places(s.pair, found);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].is_lmd);
}

/// In any order, by looking at all there are.
TEST(SamePlace, WhatIsKeptDoesNotHangOnTheOrder) {
  const Simplices s;
  test::Random random(5);
  for (int round = 0; round < 200; ++round) {
    std::vector<Found> found, expected;
    for (std::uint32_t a = 0; a < 9; ++a) {
      for (std::uint32_t b = 0; b < 9; ++b) {
        if (random.below(3) != 0) continue;
        found.push_back(at(a, b, random.uniform(0, 2e-5), random.below(4) == 0));
      }
    }
    for (const Found& f : found) {
      Found kept = f;
      bool gone = false;
      for (const Found& other : found) {
        if ((other.a == f.a && other.b == f.b) || !at_one_place(s.pair, f, other)) continue;
        gone = gone || says_more(s.pair, other, f);
        kept.is_lmd = kept.is_lmd || other.is_lmd;
      }
      if (!gone) expected.push_back(kept);
    }
    std::sort(expected.begin(), expected.end(),
              [&](const Found& x, const Found& y) { return comes_before(s.pair, x, y); });
    for (std::size_t i = found.size(); i > 1; --i)
      std::swap(found[i - 1], found[random.below(static_cast<std::uint32_t>(i))]);
    host::keep_places(s.pair, found);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      EXPECT_TRUE(found[k].a == expected[k].a && found[k].b == expected[k].b);
      EXPECT_EQ(found[k].is_lmd, expected[k].is_lmd);
    }
  }
}

}  // namespace
}  // namespace abut
