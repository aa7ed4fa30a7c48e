// Arrays that a search writes into one block of memory, which may lie on a device: laid out, taken from there, and
// looked at behind what was written.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/core/workspace.h"
#include "abut/narrow/batch.h"

namespace abut::test {

/// What every byte of a block is before.
inline constexpr int unwritten = 0x5a;

/// Room for so many vectors, one after another.
template <class T>
StridedVec3<T> vectors_in(Workspace& w, std::uint64_t count) {
  T* const data = w.take<T>(3 * count);
  return {data, data + 1, data + 2, 3};
}

/// Bytes of the arrays that `arrays_in(workspace)` lays out, wherever they are aligned.
template <class ArraysIn>
std::size_t block_bytes(const ArraysIn& arrays_in) {
  Workspace counting;
  arrays_in(counting);
  return counting.bytes() + Workspace::alignment;
}

/// The first `n`.
template <class E, class F>
void take_written(std::vector<E>& to, const Strided<F>& from, std::uint64_t n) {
  for (std::uint64_t k = 0; k < n; ++k) to.push_back(from.data[k * static_cast<std::uint64_t>(from.stride)]);
}
template <class T>
void take_written(std::vector<Vec3<T>>& to, const StridedVec3<T>& from, std::uint64_t n) {
  for (std::uint64_t k = 0; k < 3 * n; k += 3) to.push_back({from.x[k], from.y[k], from.z[k]});
}

/// Whether elements `first` to `last` are as the block was filled.
template <class E>
bool is_unwritten(const E* data, std::uint64_t first, std::uint64_t last) {
  const auto* const bytes = reinterpret_cast<const unsigned char*>(data);
  for (std::uint64_t b = first * sizeof(E); b < last * sizeof(E); ++b) {
    if (bytes[b] != unwritten) return false;
  }
  return true;
}

}  // namespace abut::test
