// Numbers in binary files.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>

namespace abut::io {

/// The number at `offset`, which must lie inside `bytes` as a whole.
template <class Number>
Number number_at(std::string_view bytes, std::size_t offset, std::endian order) {
  using Bits =
      std::conditional_t<sizeof(Number) == 1, std::uint8_t,
                         std::conditional_t<sizeof(Number) == 2, std::uint16_t,
                                            std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>>>;
  std::uint64_t bits = 0;
  for (std::size_t k = 0; k < sizeof(Number); ++k) {
    const std::size_t place = order == std::endian::little ? k : sizeof(Number) - 1 - k;
    bits |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[offset + k])) << (8 * place);
  }
  return std::bit_cast<Number>(static_cast<Bits>(bits));
}

}  // namespace abut::io
