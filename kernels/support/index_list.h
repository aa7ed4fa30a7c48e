// A list of numbers in device memory that threads append to, in any order.
#pragma once

#include "abut/core/atomic.h"

namespace abut::device {

/// Numbers of pairs, or their places in a sorted order, and how many. Data only.
struct IndexList {
  std::uint32_t* index;
  std::uint64_t* count;

  ABUT_HD void append(std::uint64_t i) const { index[atomic_add(count, 1)] = static_cast<std::uint32_t>(i); }
};

}  // namespace abut::device
