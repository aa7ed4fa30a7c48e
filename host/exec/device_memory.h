// Device memory of the library's own, for calls that may allocate.
#pragma once

#include "abut/core/executor.h"
#include "kernels/backend.h"

namespace abut::host {

/// Freed when the stream has passed its end.
class DeviceMemory {
 public:
  DeviceMemory(const Cuda& cuda, std::size_t bytes)
      : stream_(cuda.stream), data_(bytes > 0 ? backend::allocate(cuda.stream, bytes) : nullptr), size_(bytes) {}
  ~DeviceMemory() {
    if (data_ != nullptr) backend::release(stream_, data_);
  }
  DeviceMemory(const DeviceMemory&) = delete;
  DeviceMemory& operator=(const DeviceMemory&) = delete;
  void* data() const { return data_; }
  std::size_t size() const { return size_; }
  operator Workspace() const { return {data_, size_}; }

 private:
  void* stream_;
  void* data_;
  std::size_t size_;
};

}  // namespace abut::host
