// The sort of a Queue on cores.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <type_traits>
#include <vector>

#include "kernels/support/queue.h"

namespace abut::test {

template <class Key, class Value>
void sort_stably(device::SortBuffers<Key, Value>& s) {
  const std::uint64_t mask = s.bits < 64 ? (std::uint64_t{1} << s.bits) - 1 : ~std::uint64_t{0};
  std::vector<std::uint64_t> order(s.count);
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint64_t a, std::uint64_t b) { return (s.keys[a] & mask) < (s.keys[b] & mask); });
  for (std::uint64_t i = 0; i < s.count; ++i) s.spare_keys[i] = s.keys[order[i]];
  if constexpr (!std::is_same_v<Value, device::NoValue>) {
    for (std::uint64_t i = 0; i < s.count; ++i) s.spare_values[i] = s.values[order[i]];
  }
  s.swap();
}

}  // namespace abut::test
