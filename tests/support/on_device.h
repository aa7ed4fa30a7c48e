// Device copies of host arrays for the tests that need a GPU, freed at their end.
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <vector>

#include "abut/bodies/cuda_parts.h"

namespace abut::test {

template <class E>
class OnDevice {
 public:
  explicit OnDevice(std::size_t count) : count_(count) {
    EXPECT_EQ(cudaMalloc(reinterpret_cast<void**>(&data_), (count > 0 ? count : 1) * sizeof(E)), cudaSuccess);
  }
  OnDevice(const E* host, std::size_t count) : OnDevice(count) { upload(host); }
  ~OnDevice() { (void)cudaFree(data_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;
  void upload(const E* host) {
    EXPECT_EQ(cudaMemcpy(data_, host, count_ * sizeof(E), cudaMemcpyHostToDevice), cudaSuccess);
  }
  std::vector<E> download() const {
    std::vector<E> host(count_);
    EXPECT_EQ(cudaMemcpy(host.data(), data_, count_ * sizeof(E), cudaMemcpyDeviceToHost), cudaSuccess);
    return host;
  }
  E* data() const { return data_; }
  std::size_t size() const { return count_; }

 private:
  E* data_ = nullptr;
  std::size_t count_;
};

/// A copy of parts. New poses keep their places, so that a graph may be replayed on them.
class PartsOnDevice {
 public:
  explicit PartsOnDevice(const PartsView& host) : memory_(device_parts_bytes(host)) { upload(host); }
  void upload(const PartsView& host) {
    view_ = copy_parts(Cuda{}, host, {memory_.data(), memory_.size()});
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
  const PartsView& view() const { return view_; }

 private:
  OnDevice<unsigned char> memory_;
  PartsView view_;
};

}  // namespace abut::test
