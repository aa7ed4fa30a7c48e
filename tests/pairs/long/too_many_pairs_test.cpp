// The real limit of the pair search: half a minute of counting, and no memory for what is counted.
#include <gtest/gtest.h>

#include <string>

#include "abut/core/error.h"
#include "abut/pairs/find_pairs.h"
#include "tests/pairs/parts_fixture.h"

namespace abut {
namespace {

TEST(FindPairs, MoreThan32BitsCountAreRefused) {
  test::Parts parts;
  for (int i = 0; i < 93000; ++i) parts.add_sphere({0, 0, 0}, 1);  // 4.32e9 pairs
  try {
    find_pairs(Cpu{}, {parts.headers.data(), 93000}, parts.view(), 0);
    ADD_FAILURE();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("4294967295"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace abut
