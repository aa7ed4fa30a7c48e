// A hash of bits, to compare what two machines computed: equal arrays give equal hashes on all of them.
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>

#include "tests/support/same_bits.h"

namespace abut::test {

/// FNV-1a, 64 bits (Fowler, Noll, Vo), over bytes in the order of little-endian memory.
class BitHash {
 public:
  template <class E, std::size_t n>
  void add(std::span<E, n> values) {
    static_assert(std::has_unique_object_representations_v<E> || std::is_floating_point_v<E>, "no padding");
    for (const std::byte byte : std::as_bytes(values)) {
      state_ = (state_ ^ std::to_integer<std::uint64_t>(byte)) * 0x100000001b3ull;
    }
  }
  template <class T>
  void add(const Contacts<T>& contacts) {
    for_each_array<T>([&](const char*, auto array) { add(std::span(contacts.*array)); });
  }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325ull;
};

}  // namespace abut::test
