// What the algorithms of kernels/ ask of a device, and what they hand to it. They are templates over a `Queue`:
// `CudaQueue` enqueues on a stream (cuda_queue.cuh); the tests have one that runs the same steps on cores, so that all
// but the launches is tested where there is no GPU.
//
// A Queue does what it is asked in order, reads nothing back and allocates nothing. It has:
//
//   void for_each(count, body)               body(i) for all i < count, in any order and at the same time
//   void for_each_of(number, most, body)     the same for i < min(*number, most); `number` lies in device memory
//   void for_each_between(begin, end, most, body)
//                                            body(i) for *begin <= i < *end, which lie in device memory and are at most
//                                            `most` apart
//   void for_each_tile<lanes>(begin, end, most, body)
//                                            body(i, tile) for the same, by tiles of that many threads (tile_scan.h)
//   void fill(data, count, byte)             sets the bytes of `count` elements
//   void copy(to, from, count)               of elements
//   size_t sort_bytes<Key, Value>(count)     temporary memory of the next one
//   void sort(buffers, temporary, bytes)     sorts keys with their values, stably; see `SortBuffers`
//   size_t scan_bytes(count)                 temporary memory of the next one
//   void scan(sums, count, temporary, bytes) each of these numbers of 64 bits becomes the sum of all before it
//   size_t reduce_bytes<Reduction>(count)    temporary memory of the next one
//   void reduce(count, reduction, out, temporary, bytes)
//                                            *out = reduction.join of reduction.of(i) for all i < count, from
//                                            reduction.neutral(); joined in any order: `join` has to be exact
//
// Bodies are copied to the device: trivially copyable, 4 KB at most. One may have
// `threads_per_block`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

namespace abut::device {

/// Threads of a block on a device, where a body says nothing else, and of tiles. Kernels that take 130 registers and
/// more have small blocks: more warps fit.
inline constexpr unsigned block_size = 256, tile_block_size = 64;

/// Values of keys that are sorted alone.
using NoValue = std::uint8_t;

/// Two arrays each for keys and values: `keys` and `values` hold the input and afterwards the result; which of the
/// arrays that is may change. Only the `bits` lowest bits of keys count. With `NoValue` there are no arrays of values.
template <class Key, class Value>
struct SortBuffers {
  Key* keys;
  Key* spare_keys;
  Value* values;
  Value* spare_values;
  std::uint64_t count;
  int bits;

  void swap() {
    std::swap(keys, spare_keys);
    std::swap(values, spare_values);
  }
};

}  // namespace abut::device
