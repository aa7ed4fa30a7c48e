// What kernels/ runs on a device, run on cores: every step waits for the one before, the bodies of a step run at the
// same time and in no order. Temporary memory is used up to its last byte.
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cstring>
#include <numeric>
#include <type_traits>

#include "kernels/narrow/tile_scan.h"
#include "kernels/support/queue.h"
#include "kernels/support/team.h"
#include "tests/support/sort_stably.h"

namespace abut::test {

class HostQueue {
 public:
  template <class Body>
  void for_each(std::uint64_t count, const Body& body) {
    static_assert(std::is_trivially_copyable_v<Body> && sizeof(Body) <= 4096);
    tbb::parallel_for(tbb::blocked_range<std::uint64_t>(0, count, 64), [&](const auto& range) {
      for (std::uint64_t i = range.end(); i-- != range.begin();) body(i);
    });
  }
  template <class Body>
  void for_each_of(const std::uint64_t* number, std::uint64_t most, const Body& body) {
    for_each(std::min(*number, most), body);
  }
  template <class Body>
  void for_each_between(const std::uint64_t* begin, const std::uint64_t* end, std::uint64_t most, const Body& body) {
    if (*end - *begin > most) std::abort();
    const std::uint64_t first = *begin;
    for_each(*end - first, [&body, first](std::uint64_t i) { body(first + i); });
  }
  template <int lanes, class Body>
  void for_each_tile(const std::uint64_t* begin, const std::uint64_t* end, std::uint64_t most, const Body& body) {
    for_each_between(begin, end, most, [&body](std::uint64_t i) { body(i, device::WholeTile<lanes>{}); });
  }
  template <class Body>
  void for_each_team(const std::uint64_t* number, std::uint64_t most, const Body& body) {
    for_each(std::min(*number, most), [&body](std::uint64_t i) {
      typename Body::Shared shared;
      std::memset(static_cast<void*>(&shared), 0x5a, sizeof(shared));
      body(i, device::WholeTeam<32>{}, shared);
    });
  }
  template <class E>
  void fill(E* data, std::uint64_t count, int byte) {
    std::memset(static_cast<void*>(data), byte, count * sizeof(E));
  }
  template <class E>
  void copy(E* to, const E* from, std::uint64_t count) {
    std::copy_n(from, count, to);
  }

  template <class Key, class Value>
  std::size_t sort_bytes(std::uint64_t count) const {
    return count + 1;
  }
  template <class Key, class Value>
  void sort(device::SortBuffers<Key, Value>& s, void* temporary, std::size_t bytes) {
    std::memset(temporary, 0x5a, sort_bytes<Key, Value>(s.count));
    if (bytes < sort_bytes<Key, Value>(s.count)) std::abort();
    sort_stably(s);
    fill(s.spare_keys, s.count, 0x5a);  // nothing may count on what is left there
    if constexpr (!std::is_same_v<Value, device::NoValue>) fill(s.spare_values, s.count, 0x5a);
  }

  std::size_t scan_bytes(std::uint64_t count) const { return count + 1; }
  void scan(std::uint64_t* sums, std::uint64_t count, void* temporary, std::size_t bytes) {
    std::memset(temporary, 0x5a, scan_bytes(count));
    if (bytes < scan_bytes(count)) std::abort();
    std::exclusive_scan(sums, sums + count, sums, std::uint64_t{0});
    std::memset(temporary, 0x5a, scan_bytes(count));  // no part of the sums may lie there
  }

  template <class Reduction>
  std::size_t reduce_bytes(std::uint64_t count) const {
    return count + 1;
  }
  template <class Reduction>
  void reduce(std::uint64_t count, const Reduction& reduction, typename Reduction::Value* out, void* temporary,
              std::size_t bytes) {
    std::memset(temporary, 0x5a, reduce_bytes<Reduction>(count));
    if (bytes < reduce_bytes<Reduction>(count)) std::abort();
    typename Reduction::Value all = Reduction::neutral();
    for (std::uint64_t i = count; i-- != 0;) all = Reduction::join(all, reduction.of(i));
    *out = all;
  }
};

}  // namespace abut::test
