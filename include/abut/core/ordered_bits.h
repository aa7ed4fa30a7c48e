// Numbers as words that sort as they do.
#pragma once

#include <cstdint>

#include "abut/core/isa.h"

namespace abut {
inline namespace ABUT_ISA {

/// A word that goes up with `x`, which is a number; of two zeros the negative one is less.
ABUT_INLINE std::uint64_t ordered_bits(double x) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  const std::uint64_t bits = __builtin_bit_cast(std::uint64_t, x);
  return (bits & sign) != 0 ? ~bits : bits | sign;
}

/// The number of which these are the ordered bits.
ABUT_INLINE double from_ordered_bits(std::uint64_t ordered) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;
  return __builtin_bit_cast(double, (ordered & sign) != 0 ? ordered & ~sign : ~ordered);
}

}  // namespace ABUT_ISA
}  // namespace abut
