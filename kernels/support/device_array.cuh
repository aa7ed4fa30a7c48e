// Owning device memory for the paths that may allocate, with copies on a stream.
#pragma once

#include <cstddef>
#include <utility>

#include "kernels/support/check.cuh"

namespace abut::backend {

template <class E>
class DeviceArray {
 public:
  DeviceArray() = default;
  DeviceArray(std::size_t count, cudaStream_t stream) : count_(count), stream_(stream) {
    if (count > 0) ABUT_CUDA_CHECK(cudaMallocAsync(reinterpret_cast<void**>(&data_), count * sizeof(E), stream));
  }
  DeviceArray(DeviceArray&& other) noexcept { *this = std::move(other); }
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(count_, other.count_);
    std::swap(stream_, other.stream_);
    return *this;
  }
  ~DeviceArray() {
    if (data_ != nullptr) (void)cudaFreeAsync(data_, stream_);
  }

  /// Null for a null `host`.
  static DeviceArray uploaded(const E* host, std::size_t count, cudaStream_t stream) {
    if (host == nullptr) return {};
    DeviceArray array(count, stream);
    if (count > 0) {
      ABUT_CUDA_CHECK(cudaMemcpyAsync(array.data_, host, count * sizeof(E), cudaMemcpyHostToDevice, stream));
    }
    return array;
  }
  void download(E* host) const {
    if (count_ == 0) return;
    ABUT_CUDA_CHECK(cudaMemcpyAsync(host, data_, count_ * sizeof(E), cudaMemcpyDeviceToHost, stream_));
  }
  E* data() const { return data_; }

 private:
  E* data_ = nullptr;
  std::size_t count_ = 0;
  cudaStream_t stream_ = nullptr;
};

}  // namespace abut::backend
