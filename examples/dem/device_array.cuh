// Memory and launches on a CUDA device.
#pragma once

#include <cuda_runtime.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "abut/core/error.h"

namespace dem {

inline void check_cuda(cudaError_t code, const char* what) {
  if (code != cudaSuccess) throw abut::CudaError(std::string(what) + ": " + cudaGetErrorString(code));
}

template <class E>
std::vector<E> downloaded(const E* from, std::size_t count) {
  std::vector<E> out(count);
  check_cuda(cudaMemcpy(out.data(), from, count * sizeof(E), cudaMemcpyDeviceToHost), "download");
  return out;
}

/// Device memory, zeros at first, freed at the end.
template <class E>
class DeviceArray {
 public:
  DeviceArray() = default;
  explicit DeviceArray(std::size_t size) : size_(size) {
    check_cuda(cudaMalloc(reinterpret_cast<void**>(&data_), bytes()), "cudaMalloc");
    check_cuda(cudaMemset(data_, 0, bytes()), "cudaMemset");
  }
  ~DeviceArray() { (void)cudaFree(data_); }
  DeviceArray(DeviceArray&& other) noexcept { swap(other); }
  DeviceArray& operator=(DeviceArray&& other) noexcept {
    swap(other);
    return *this;
  }
  E* data() const { return data_; }
  std::size_t size() const { return size_; }

  void upload(const std::vector<E>& from) {
    check_cuda(cudaMemcpy(data_, from.data(), from.size() * sizeof(E), cudaMemcpyHostToDevice), "upload");
  }
  std::vector<E> download(std::size_t count) const { return downloaded(data_, count); }

 private:
  std::size_t bytes() const { return (size_ == 0 ? 1 : size_) * sizeof(E); }
  void swap(DeviceArray& other) {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
  }
  E* data_ = nullptr;
  std::size_t size_ = 0;
};

template <class Body>
__global__ void for_each_kernel(std::uint64_t count, Body body) {
  const std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) body(i);
}

/// body(i) for all i < count, on a stream.
template <class Body>
void for_each_on(cudaStream_t stream, std::uint64_t count, const Body& body) {
  constexpr unsigned block = 256;
  if (count == 0) return;
  for_each_kernel<<<static_cast<unsigned>((count + block - 1) / block), block, 0, stream>>>(count, body);
  check_cuda(cudaGetLastError(), "launch");
}

}  // namespace dem
