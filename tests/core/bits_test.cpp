// Bits of words against the standard library's.
#include "abut/core/bits.h"

#include <gtest/gtest.h>

#include <bit>

#include "tests/support/random.h"

namespace abut {
namespace {

TEST(Bits, TheLowestIsFoundInEveryPlace) {
  for (int k = 0; k < 32; ++k) {
    EXPECT_EQ(lowest_bit(std::uint32_t{1} << k), k);
    EXPECT_EQ(lowest_bit(~std::uint32_t{0} << k), k);
  }
  for (int k = 0; k < 64; ++k) {
    EXPECT_EQ(lowest_bit(std::uint64_t{1} << k), k);
    EXPECT_EQ(lowest_bit(~std::uint64_t{0} << k), k);
    EXPECT_EQ(bit_count(std::uint64_t{1} << k), 1);
  }
}

TEST(Bits, OfRandomWordsAreThoseOfTheStandardLibrary) {
  test::Random random(1);
  for (int k = 0; k < 10000; ++k) {
    const std::uint64_t word = random.bits() & random.bits() << random.below(64);
    if (word == 0) continue;
    EXPECT_EQ(lowest_bit(word), std::countr_zero(word));
    EXPECT_EQ(bit_count(word), std::popcount(word));
    const auto low = static_cast<std::uint32_t>(word);
    if (low != 0) {
      EXPECT_EQ(lowest_bit(low), std::countr_zero(low));
    }
  }
  EXPECT_EQ(bit_count(0), 0);
  EXPECT_EQ(bit_count(~std::uint64_t{0}), 64);
}

TEST(Bits, TakenOneByOneAreAllThereAre) {
  const std::uint64_t word = 0x8000000100040021ull;
  std::uint64_t again = 0;
  int count = 0;
  for (std::uint64_t rest = word; rest != 0; rest &= rest - 1, ++count) again |= std::uint64_t{1} << lowest_bit(rest);
  EXPECT_EQ(again, word);
  EXPECT_EQ(count, bit_count(word));
}

}  // namespace
}  // namespace abut
