// Which worlds meet, and their places in a tree's codes.
#include "abut/bodies/world.h"

#include <gtest/gtest.h>

#include <limits>

namespace abut {
namespace {

constexpr std::int32_t last_world = std::numeric_limits<std::int32_t>::max();

TEST(World, MeetsItselfAndTheSharedOne) {
  for (const std::int32_t a : {shared_world, 0, 1, 7, last_world}) {
    for (const std::int32_t b : {shared_world, 0, 1, 7, last_world}) {
      EXPECT_EQ(worlds_meet(a, b), a == b || a < 0 || b < 0) << a << " and " << b;
      EXPECT_EQ(worlds_meet(a, b), worlds_meet(b, a)) << a << " and " << b;
    }
  }
}

TEST(World, SlotsAscendFromTheSharedOneAndEndWithTheCodes) {
  EXPECT_EQ(world_slot(shared_world), 0u);
  EXPECT_EQ(world_slot(0), 1u);
  EXPECT_EQ(world_slot(41), 42u);
  const auto last = static_cast<std::int32_t>(coded_worlds) - 3;
  EXPECT_EQ(world_slot(last), coded_worlds - 2) << "the last that has a slot of its own";
  for (const std::int32_t world : {last + 1, last + 2, last_world}) {
    EXPECT_EQ(world_slot(world), coded_worlds - 1) << world << " shares the last slot";
  }
  EXPECT_EQ(world_slot(last_world) << world_shift >> world_shift, world_slot(last_world)) << "a slot fits above a code";
}

}  // namespace
}  // namespace abut
