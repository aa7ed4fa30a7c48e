// Room in device memory for what a search writes (written_arrays.h).
#pragma once

#include "tests/support/on_device.h"
#include "tests/support/written_arrays.h"

namespace abut::test {

/// Filled before. `ArraysIn`: called with a workspace, lays out the arrays.
template <class ArraysIn>
class DeviceBlock {
 public:
  explicit DeviceBlock(ArraysIn arrays_in) : arrays_in_(arrays_in), block_(block_bytes(arrays_in)) {
    EXPECT_EQ(cudaMemset(block_.data(), unwritten, block_.size()), cudaSuccess);
  }
  auto view() const {
    Workspace w(block_.data());
    return arrays_in_(w);
  }
  /// After all that was enqueued.
  std::vector<unsigned char> download() const {
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    return block_.download();
  }

 private:
  ArraysIn arrays_in_;
  OnDevice<unsigned char> block_;
};

/// Room for the answers of a batch. `arrays_in(w, pairs, capacity)` lays them out, `read(block, pairs, capacity)` takes
/// them from a block that was downloaded.
template <auto arrays_in, auto read>
class DeviceAnswers {
 public:
  DeviceAnswers(std::uint64_t pairs, std::uint64_t capacity)
      : pairs_(pairs), capacity_(capacity), block_({pairs, capacity}) {}
  auto view() const { return block_.view(); }
  auto download() const {
    std::vector<unsigned char> block = block_.download();
    return read(block, pairs_, capacity_);
  }

 private:
  struct ArraysIn {
    std::uint64_t pairs, capacity;
    auto operator()(Workspace& w) const { return arrays_in(w, pairs, capacity); }
  };
  std::uint64_t pairs_, capacity_;
  DeviceBlock<ArraysIn> block_;
};

}  // namespace abut::test
