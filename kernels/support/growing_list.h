// A list in device memory that threads append to, in any order. What does not fit is counted.
#pragma once

#include <cstdint>

#include "abut/core/isa.h"

namespace abut::device {

/// Data only.
template <class E>
struct GrowingList {
  E* items;
  std::uint64_t* count;
  std::uint64_t capacity;

  ABUT_HD void put(std::uint64_t at, const E& item) const {
    if (at < capacity) items[at] = item;
  }
  ABUT_HD bool fits() const { return *count <= capacity; }
};

}  // namespace abut::device
