#include "abut/core/ordered_bits.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <iterator>

#include "tests/support/random.h"

namespace abut {
namespace {

TEST(OrderedBits, SortAsNumbersDoAndComeBack) {
  const double sorted[] = {-HUGE_VAL, -1e300, -1.5, -1, -5e-324, -0.0, 0.0, 5e-324, 1, 1.5, 1e300, HUGE_VAL};
  for (std::size_t i = 0; i < std::size(sorted); ++i) {
    const double back = from_ordered_bits(ordered_bits(sorted[i]));
    EXPECT_EQ(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(sorted[i]));
    if (i > 0) {
      EXPECT_LT(ordered_bits(sorted[i - 1]), ordered_bits(sorted[i]));
    }
  }
  test::Random random(2);
  for (int k = 0; k < 10000; ++k) {
    const double a = random.uniform(-1, 1) * random.magnitude(1e-100, 1e100), b = random.uniform(-1, 1);
    EXPECT_EQ(ordered_bits(a) < ordered_bits(b), a < b);
    EXPECT_EQ(from_ordered_bits(ordered_bits(a)), a);
  }
}

}  // namespace
}  // namespace abut
