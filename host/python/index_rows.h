// Rows of numbers of nodes or vertices that Python code hands over.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "host/python/array.h"

namespace abut::python {

/// Of an array (K, N) of uint32, where they lie; `array` outlives them. Throws `nb::type_error` or `nb::value_error`.
template <std::size_t N>
std::span<const std::array<std::uint32_t, N>> index_rows(const Array& array) {
  static_assert(sizeof(std::array<std::uint32_t, N>) == N * sizeof(std::uint32_t));
  const auto ids = array.require({{Scalar::u32}, {any_extent, N}}).require_host().elements<const std::uint32_t>();
  return {reinterpret_cast<const std::array<std::uint32_t, N>*>(ids.data()), ids.size() / N};
}

/// The same, copied.
template <std::size_t N>
std::vector<std::array<std::uint32_t, N>> index_rows_of(nb::handle rows, const char* name) {
  const Array array(rows, name);
  const auto all = index_rows<N>(array);
  return {all.begin(), all.end()};
}

}  // namespace abut::python
