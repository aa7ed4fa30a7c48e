#include "host/exec/more_room.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

using host::more_room;

constexpr std::uint64_t most = 0xffffffffu;

TEST(MoreRoom, StaysWhereItIsEnough) {
  EXPECT_EQ(more_room(0, 0), 0u);
  EXPECT_EQ(more_room(7, 7), 7u);
  EXPECT_EQ(more_room(2 * most, 3), 2 * most);
}

TEST(MoreRoom, DoublesAndHasAnEighthMoreThanIsWanted) {
  EXPECT_EQ(more_room(100, 101), 200u);
  EXPECT_EQ(more_room(100, 1600), 1800u);
  EXPECT_EQ(more_room(0, 1), 1u);
}

TEST(MoreRoom, EndsWithPlacesOf32BitsUnlessMoreIsWanted) {
  EXPECT_EQ(more_room(3000000000, 3000000001), most);
  EXPECT_EQ(more_room(1, 4000000000), most);
  EXPECT_EQ(more_room(1, most), most);
  EXPECT_EQ(more_room(1, most + 1), most + 1);
}

}  // namespace
}  // namespace abut
