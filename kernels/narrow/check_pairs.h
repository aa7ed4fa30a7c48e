// What the debug mode of the `Cuda` executor looks for: pairs that name what is not there.
#pragma once

#include "abut/core/atomic.h"
#include "abut/core/contact.h"

namespace abut::device {

/// Looks at one pair. Data only but for that.
struct FindBadPair {
  const Pair* pairs;
  const std::uint64_t* count;  ///< null: all; else how many there are
  const std::uint32_t* shape;  ///< of each part; null: pairs join shapes
  std::uint32_t part_count, shape_count;
  std::uint64_t* lowest;  ///< bad pair

  ABUT_HD bool is_good(std::uint32_t part) const {
    if (shape == nullptr) return part < shape_count;
    return part < part_count && shape[part] < shape_count;
  }
  ABUT_HD void operator()(std::uint64_t i) const {
    if (count != nullptr && i >= *count) return;
    const Pair pair = pairs[i];
    if (!is_good(pair.a) || !is_good(pair.b)) atomic_lower(lowest, i);
  }
};

}  // namespace abut::device
