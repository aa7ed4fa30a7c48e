// What sorting needs besides the keys and values that are sorted.
#pragma once

#include <type_traits>

#include "abut/core/workspace.h"
#include "kernels/support/queue.h"

namespace abut::device {

/// Arrays of up to `capacity` keys, with values or without, to be filled and sorted. Data only.
template <class Key, class Value = NoValue>
struct SortScratch {
  Key *keys, *spare_keys;
  Value *values = nullptr, *spare_values = nullptr;  ///< null: keys are sorted alone
  std::size_t temporary_bytes;
  unsigned char* temporary;

  template <class Queue>
  SortScratch(Workspace& w, const Queue& queue, std::uint64_t capacity)
      : keys(w.take<Key>(capacity)), spare_keys(w.take<Key>(capacity)) {
    if constexpr (!std::is_same_v<Value, NoValue>) {
      values = w.take<Value>(capacity);
      spare_values = w.take<Value>(capacity);
    }
    temporary_bytes = queue.template sort_bytes<Key, Value>(capacity);
    temporary = w.take<unsigned char>(temporary_bytes);
  }
};

/// What is sorted: keys, and the numbers of what they belong to. Data only.
struct NumberKeys {
  std::uint64_t* keys;
  std::uint32_t* values;
};

/// Sorts the first `count` keys by their `bits` lowest bits, stably. Returns the buffers: `keys` and `values` have the
/// result.
template <class Queue, class Key, class Value>
SortBuffers<Key, Value> sort(Queue& queue, const SortScratch<Key, Value>& s, std::uint64_t count, int bits) {
  SortBuffers<Key, Value> sorted{s.keys, s.spare_keys, s.values, s.spare_values, count, bits};
  queue.sort(sorted, s.temporary, s.temporary_bytes);
  return sorted;
}

/// Sorts `count` numbers by a first key of `bits` bits and by a second one of 64, stably. `second` and then `first`
/// are launched with what is to be sorted, and write its keys; `second` writes the numbers too.
template <class Queue, class Second, class First>
NumberKeys sort_by_two(Queue& queue, const SortScratch<std::uint64_t, std::uint32_t>& s, std::uint64_t count,
                       const Second& second, const First& first, int bits) {
  queue.for_each(count, second(NumberKeys{s.keys, s.values}));
  auto sorted = sort(queue, s, count, 64);
  queue.for_each(count, first(NumberKeys{sorted.keys, sorted.values}));
  sorted.bits = bits;
  queue.sort(sorted, s.temporary, s.temporary_bytes);
  return {sorted.keys, sorted.values};
}

}  // namespace abut::device
