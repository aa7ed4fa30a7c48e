// The list that the leaf solvers fill.
#include "abut/brep/stationary_pair.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(StationaryPair, OneTooManyIsTold) {
  StationaryPairs<double> out;
  clear(out);
  for (std::uint32_t i = 0; i < StationaryPairs<double>::most; ++i)
    add(out, {{}, {}, {}, double(i), Extremum::minimum});
  EXPECT_TRUE(out.complete);
  EXPECT_FALSE(out.capacity);
  add(out, {});
  EXPECT_EQ(out.count, StationaryPairs<double>::most);
  EXPECT_EQ(out.pairs[out.count - 1].gap, double(out.count - 1));
  EXPECT_FALSE(out.complete);
  EXPECT_TRUE(out.capacity);
}

}  // namespace
}  // namespace abut
