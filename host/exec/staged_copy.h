// A table of views and the arrays that they point to, copied to a device at once. The library's own.
#pragma once

#include <algorithm>
#include <vector>

#include "host/exec/device_checks.h"

namespace abut::host {

/// `lay_out(memory, copy)` takes room for the table and then for what it points to, has `copy(to, from, count)` fill
/// each array, and returns the table, which comes to lie at the beginning of the `bytes` at `begin`. Waits for the
/// copy.
template <class LayOut>
auto copy_staged(const Cuda& cuda, void* begin, std::size_t bytes, const LayOut& lay_out) {
  std::vector<unsigned char> staged(bytes);
  const auto stage = [&](const void* to, const auto* from, std::size_t count) {
    const auto at = static_cast<const unsigned char*>(to) - static_cast<unsigned char*>(begin);
    std::copy_n(reinterpret_cast<const unsigned char*>(from), count * sizeof(*from), staged.data() + at);
  };
  Workspace arrays(begin);
  const auto table = lay_out(arrays, stage);
  stage(begin, table.data(), table.size());
  backend::copy_to_device(cuda.stream, begin, staged.data(), bytes);
  backend::wait(cuda.stream);
  return table;
}

}  // namespace abut::host
