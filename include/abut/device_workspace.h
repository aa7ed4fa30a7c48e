// Device memory that is freed by itself, to work in: `query_pairs(cuda.with(memory), ...)`. Host only.
#pragma once

#include <memory>

#include "abut/core/executor.h"

namespace abut {

/// Device memory that is allocated in the order of the stream, and freed so at the end; the stream has to outlive it.
/// What is in it is not defined. Throws `CudaError` when CUDA cannot be used or memory does not suffice.
class DeviceWorkspace {
 public:
  DeviceWorkspace(const Cuda& cuda, std::size_t bytes);
  ~DeviceWorkspace();
  DeviceWorkspace(DeviceWorkspace&&) noexcept;
  DeviceWorkspace& operator=(DeviceWorkspace&&) noexcept;

  void* data() const;
  std::size_t size() const;
  operator Workspace() const { return {data(), size()}; }

 private:
  struct Block;
  std::unique_ptr<Block> block_;
};

}  // namespace abut
