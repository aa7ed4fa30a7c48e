// Arrays that are laid out in a device's memory, copied there at once. The library's own.
#pragma once

#include <algorithm>
#include <vector>

#include "host/exec/device_checks.h"

namespace abut::host {

/// `lay_out(memory, copy)` takes room from `begin` on, and has `copy(to, from, count)` fill arrays that lie in the
/// first `bytes`; `upload(from)` is to copy these to the device, and not to return before that is done. Returns what
/// was laid out.
template <class LayOut, class Upload>
auto stage_and_copy(void* begin, std::size_t bytes, const LayOut& lay_out, const Upload& upload) {
  std::vector<unsigned char> staged(bytes);
  const auto stage = [&](const void* to, const auto* from, std::size_t count) {
    const auto at = static_cast<const unsigned char*>(to) - static_cast<unsigned char*>(begin);
    std::copy_n(reinterpret_cast<const unsigned char*>(from), count * sizeof(*from), staged.data() + at);
  };
  Workspace arrays(begin);
  auto laid = lay_out(arrays, stage);
  upload(staged.data());
  return laid;
}

/// A table of views and the arrays that they point to: `lay_out(memory, copy)` takes room for the table and then for
/// what it points to, has `copy(to, from, count)` fill each array, and returns the table, which comes to lie at the
/// beginning of the `bytes` at `begin`. Waits for the copy.
template <class LayOut>
auto copy_staged(const Cuda& cuda, void* begin, std::size_t bytes, const LayOut& lay_out) {
  return stage_and_copy(
      begin, bytes,
      [&](Workspace& arrays, const auto& stage) {
        auto table = lay_out(arrays, stage);
        stage(begin, table.data(), table.size());
        return table;
      },
      [&](const unsigned char* staged) {
        backend::copy_to_device(cuda.stream, begin, staged, bytes);
        backend::wait(cuda.stream);
      });
}

}  // namespace abut::host
