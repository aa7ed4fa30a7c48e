// What finders of pairs have in common: boxes that are made anew at every step, and the pairs that are kept of them.
#pragma once

#include <span>

#include "host/detect/kept_pairs.h"

namespace abut {

/// Memory is kept from step to step.
struct MovingBoxes {
  Buffer<Box<double>> boxes;
  KeptPairs kept;
  Buffer<Pair> pairs;

  /// `make(boxes)` checks what is given and makes a box for each part. Of the view nothing is read but the count,
  /// bodies and masks, and these after `make`. Runs in the calling task arena; after an exception begins anew.
  template <class Make>
  std::span<const Pair> find(const PartsView& parts, const Make& make) {
    try {
      make(boxes);
      const std::size_t count = kept.find(boxes.data(), parts);
      // An eighth more than is needed: the number of pairs goes up and down.
      if (count > pairs.capacity()) pairs.resize(count + count / 8);
      kept.write(pairs.data());
      return {pairs.data(), count};
    } catch (...) {
      kept.reset();
      throw;
    }
  }

  /// In bytes.
  std::size_t capacity() const {
    return sizeof(Box<double>) * boxes.capacity() + kept.capacity() + sizeof(Pair) * pairs.capacity();
  }
};

}  // namespace abut
