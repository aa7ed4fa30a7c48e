// Checks of device pointers before anything is enqueued. Nothing is looked behind.
#pragma once

#include <cstdint>
#include <string>

#include "abut/core/error.h"
#include "abut/core/executor.h"
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

inline void check_bytes(const char* function, const char* name, const Workspace& memory, std::size_t needed) {
  if (memory.size() < needed) {
    throw InvalidInput(std::string(function) + ": " + name + " has " + std::to_string(memory.size()) +
                       " bytes; needed are " + std::to_string(needed));
  }
  check_pointer(function, name, memory.data(), Workspace::alignment);
}

inline void check_workspace(const char* function, const Cuda& cuda, std::size_t needed) {
  check_bytes(function, "cuda.workspace", cuda.workspace, needed);
}

/// Memory for a copy. Returns whether there is anything to copy.
inline bool check_copy(const char* function, const Workspace& memory, std::size_t needed) {
  if (needed == 0) return false;
  check_bytes(function, "memory", memory, needed);
  need_device();
  return true;
}

}  // namespace abut::host
