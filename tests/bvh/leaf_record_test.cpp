// The test that decides about a candidate pair: boxes and groups, both ways round.
#include "abut/bvh/leaf_record.h"

#include <gtest/gtest.h>

#include "abut/core/pose.h"
#include "tests/support/random.h"

namespace abut {
namespace {

LeafRecord record(Vec3<double> lo, Vec3<double> hi, std::uint32_t groups = 1, std::uint32_t meets = ~0u) {
  return {{lo, hi}, 0, 0, groups, meets};
}

TEST(LeafRecord, BoxesThatTouchMayPair) {
  const LeafRecord a = record({0, 0, 0}, {1, 1, 1});
  EXPECT_TRUE(may_pair(a, record({1, 0, 0}, {2, 1, 1})));
  EXPECT_TRUE(may_pair(a, record({1, 1, 1}, {2, 2, 2})));
  EXPECT_FALSE(may_pair(a, record({1 + 0x1p-52, 0, 0}, {2, 1, 1}))) << "decided in double";
  EXPECT_FALSE(may_pair(a, record({0, 0, -2}, {1, 1, -0x1p-52})));
}

TEST(LeafRecord, EachPartHasToMeetAGroupOfTheOther) {
  test::Random random(1);
  int yes = 0;
  for (int k = 0; k < 2000; ++k) {
    const auto bits = [&] { return static_cast<std::uint32_t>(random.bits() & random.bits() & random.bits()) & 0xff; };
    const LeafRecord a = record({0, 0, 0}, {1, 1, 1}, bits(), bits()), b = record({0, 0, 0}, {1, 1, 1}, bits(), bits());
    bool a_meets = false, b_meets = false;
    for (int g = 0; g < 8; ++g) {
      a_meets = a_meets || ((b.groups >> g & 1) == 1 && (a.meets >> g & 1) == 1);
      b_meets = b_meets || ((a.groups >> g & 1) == 1 && (b.meets >> g & 1) == 1);
    }
    EXPECT_EQ(may_pair(a, b), a_meets && b_meets);
    EXPECT_EQ(may_pair(b, a), may_pair(a, b));
    yes += may_pair(a, b) ? 1 : 0;
  }
  EXPECT_GT(yes, 20);
}

TEST(LeafRecord, WhatHasNoBoxPairsWithNothing) {
  LeafRecord none = record({0, 0, 0}, {1, 1, 1});
  none.box = empty_box<double>();
  EXPECT_FALSE(may_pair(none, record({-9, -9, -9}, {9, 9, 9})));
  EXPECT_FALSE(may_pair(none, none));
}

}  // namespace
}  // namespace abut
