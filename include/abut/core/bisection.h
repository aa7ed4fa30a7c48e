// Binary search, wherever the sorted numbers lie.
#pragma once

#include <cstdint>

#include "abut/core/isa.h"

namespace abut {
inline namespace ABUT_ISA {

/// The first i < count for which `is_before(i)` does not hold, or `count`: it has to hold for none behind one for which
/// it does not.
template <class Index, class IsBefore>
ABUT_INLINE Index first_not_before(Index count, const IsBefore& is_before) {
  Index lo = 0, hi = count;
  while (lo < hi) {
    const Index middle = lo + (hi - lo) / 2;
    if (is_before(middle)) {
      lo = middle + 1;
    } else {
      hi = middle;
    }
  }
  return lo;
}

}  // namespace ABUT_ISA
}  // namespace abut
