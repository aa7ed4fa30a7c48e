// Room for one search for local minima.
#pragma once

#include <vector>

#include "abut/surface/piece_minima.h"

namespace abut::test {

template <class T>
struct OwnMinimaRoom {
  explicit OwnMinimaRoom(std::uint32_t most, std::uint32_t most_open = 64)
      : minima(most), open(most_open), numbers(most_search_numbers) {}
  MinimaRoom<T> room() {
    return {minima.data(), static_cast<std::uint32_t>(minima.size()), open.data(),
            static_cast<std::uint32_t>(open.size()), numbers.data()};
  }
  std::vector<FoundMinimum<T>> minima;
  std::vector<Vec3<T>> open;
  std::vector<T> numbers;
};

}  // namespace abut::test
