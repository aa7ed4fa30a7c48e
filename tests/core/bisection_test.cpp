#include "abut/core/bisection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace {

TEST(Bisect, FindsWhatAScanFinds) {
  std::mt19937 random(7);
  for (std::uint64_t count = 0; count < 70; ++count) {
    std::vector<std::uint32_t> sorted(count);
    for (auto& value : sorted) value = static_cast<std::uint32_t>(random() % 40);
    std::sort(sorted.begin(), sorted.end());
    for (std::uint32_t wanted = 0; wanted <= 41; ++wanted) {
      std::uint64_t expected = 0;
      while (expected < count && sorted[expected] < wanted) ++expected;
      EXPECT_EQ(abut::first_not_before(count, [&](std::uint64_t i) { return sorted[i] < wanted; }), expected)
          << count << " values, " << wanted;
    }
  }
}

TEST(Bisect, CountsBeyond32BitsDoNotOverflow) {
  const std::uint64_t count = ~std::uint64_t{0}, first = count - 3;
  EXPECT_EQ(abut::first_not_before(count, [&](std::uint64_t i) { return i < first; }), first);
  EXPECT_EQ(abut::first_not_before(count, [](std::uint64_t) { return true; }), count);
  EXPECT_EQ(abut::first_not_before(count, [](std::uint64_t) { return false; }), 0u);
}

}  // namespace
