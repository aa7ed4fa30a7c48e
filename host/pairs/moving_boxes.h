// What finders of pairs have in common: boxes that are made anew at every step, and their neighbour list.
#pragma once

#include <span>

#include "host/pairs/neighbour_list.h"

namespace abut {

/// Memory is kept from step to step.
struct MovingBoxes {
  Buffer<Box<double>> boxes;
  NeighbourList neighbours;
  Buffer<Pair> pairs;

  /// `make(boxes)` checks what is given and makes a box for each part. Of the view nothing is read but the count,
  /// bodies and masks, and these after `make`. Runs in the calling task arena; after an exception begins anew.
  template <class Make>
  std::span<const Pair> find(const PartsView& parts, const Make& make) {
    try {
      make(boxes);
      const std::size_t count = neighbours.find(boxes.data(), parts);
      // An eighth more than is needed: the number of pairs goes up and down.
      if (count > pairs.capacity()) pairs.resize(count + count / 8);
      neighbours.write(pairs.data());
      return {pairs.data(), count};
    } catch (...) {
      neighbours.reset();
      throw;
    }
  }

  /// In bytes.
  std::size_t capacity() const {
    return sizeof(Box<double>) * boxes.capacity() + neighbours.capacity() + sizeof(Pair) * pairs.capacity();
  }
};

}  // namespace abut
