// Rows of items without wide registers: appending those that a mask names, sorting a short row, writing it out as
// pairs.
#pragma once

#include <cstddef>

#include "abut/core/contact.h"
#include "abut/core/isa.h"
#include "host/exec/isa/lanes/insertion_sort.h"

namespace abut {
inline namespace ABUT_ISA {

/// Appends those of sixteen numbers that `bits` names, each plus `offset`.
ABUT_INLINE std::uint32_t* append(std::uint32_t* to, const std::uint32_t* numbers, std::uint32_t bits,
                                  std::uint32_t offset = 0) {
  for (; bits != 0; bits &= bits - 1) *to++ = numbers[lowest_bit(bits)] + offset;
  return to;
}

/// Longest row that `sort_short` takes.
inline constexpr std::size_t longest_short_row = 16;

/// Sorts up to sixteen numbers.
ABUT_INLINE void sort_short(std::uint32_t* row, std::size_t count) { insertion_sort(row, count); }

/// Pairs that `write_row` writes at a time: no more than there are.
inline constexpr std::uint32_t pairs_at_once = 1;

ABUT_INLINE void write_row(Pair* out, std::uint32_t a, const std::uint32_t* row, std::uint32_t count) {
  for (std::uint32_t k = 0; k < count; ++k) out[k] = {a, row[k]};
}

}  // namespace ABUT_ISA
}  // namespace abut
