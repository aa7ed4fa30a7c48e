#include "examples/dem/mutual_contacts.h"

#include <gtest/gtest.h>

namespace dem {
namespace {

using Counts = std::vector<std::uint64_t>;

TEST(MutualContacts, OfFourThatAllTouchATailAndOneAlone) {
  const abut::Pair pairs[] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}, {0, 4}, {4, 5}};
  const MutualContacts m = mutual_contacts(7, pairs);
  EXPECT_EQ(m.touched, (Counts{1, 1, 1, 3, 1})) << "6; 5; 4; 1 to 3; 0";
  EXPECT_EQ(m.rows, (Counts{3, 2, 1, 0, 1})) << "3, 5 and 6; 2 and 4; 1; none; 0";
  EXPECT_EQ(m.sets, (Counts{0, 1, 2, 0, 4})) << "6; 4 and 5; 0 to 3";
}

TEST(MutualContacts, OfNoGrainsAreNone) {
  const MutualContacts m = mutual_contacts(0, {});
  EXPECT_TRUE(m.touched.empty() && m.rows.empty() && m.sets.empty());
}

}  // namespace
}  // namespace dem
