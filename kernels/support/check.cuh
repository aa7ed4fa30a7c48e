// Every CUDA call and every launch is checked: the error names call and place.
#pragma once

#include <cuda_runtime.h>

#include <string>

#include "abut/core/error.h"

namespace abut::backend {

inline void check(cudaError_t code, const char* call, const char* file, int line) {
  if (code == cudaSuccess) return;
  (void)cudaGetLastError();  // leave no error behind for the caller's next call
  throw CudaError(std::string(call) + " at " + file + ":" + std::to_string(line) + ": " + cudaGetErrorString(code));
}

}  // namespace abut::backend

#define ABUT_CUDA_CHECK(call) ::abut::backend::check((call), #call, __FILE__, __LINE__)
#define ABUT_LAUNCH_CHECK(kernel) ::abut::backend::check(cudaGetLastError(), kernel, __FILE__, __LINE__)
