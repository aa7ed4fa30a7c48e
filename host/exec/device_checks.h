// Checks of device pointers before anything is enqueued. Nothing is looked behind.
#pragma once

#include <cstdint>
#include <string>

#include "abut/core/error.h"
#include "abut/core/workspace.h"
#include "kernels/backend.h"

namespace abut::host {

inline void need_device() {
  if (const char* reason = backend::cuda_unavailable_reason()) throw CudaError(reason);
  if (const char* error = backend::earlier_error()) {
    throw CudaError(std::string("an earlier CUDA call has failed: ") + error);
  }
}

/// A pointer into device memory that is needed, to what is aligned so.
inline void check_pointer(const char* function, const char* name, const void* pointer, std::size_t alignment) {
  const std::string what = std::string(function) + ": " + name;
  if (pointer == nullptr) throw InvalidInput(what + " is null");
  if (reinterpret_cast<std::uintptr_t>(pointer) % alignment != 0) {
    throw InvalidInput(what + " is not aligned to " + std::to_string(alignment) + " bytes");
  }
}

inline void check_workspace(const char* function, const void* workspace, std::size_t bytes, std::size_t needed) {
  if (bytes < needed) {
    throw InvalidInput(std::string(function) + ": workspace_bytes is " + std::to_string(bytes) + "; needed are " +
                       std::to_string(needed));
  }
  check_pointer(function, "workspace", workspace, Workspace::alignment);
}

/// Memory for a copy. Returns whether there is anything to copy.
inline bool check_copy(const char* function, const void* memory, std::size_t bytes, std::size_t needed) {
  if (needed == 0) return false;
  if (bytes < needed) {
    throw InvalidInput(std::string(function) + ": bytes is " + std::to_string(bytes) + "; needed are " +
                       std::to_string(needed));
  }
  check_pointer(function, "memory", memory, Workspace::alignment);
  need_device();
  return true;
}

}  // namespace abut::host
