// Sorting a short row of items where registers do not serve.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abut/core/isa.h"

namespace abut {
inline namespace ABUT_ISA {

ABUT_INLINE void insertion_sort(std::uint32_t* row, std::size_t count) {
  for (std::size_t i = 1; i < count; ++i) {
    const std::uint32_t x = row[i];
    std::size_t j = i;
    for (; j > 0 && row[j - 1] > x; --j) row[j] = row[j - 1];
    row[j] = x;
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
