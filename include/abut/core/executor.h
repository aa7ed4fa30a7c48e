// Executors: values passed first to the batch functions, as the standard's execution policies are. Host only.
#pragma once

namespace abut {

/// The cores of this machine (oneTBB). Results do not depend on `threads`.
struct Cpu {
  int threads = 0;  ///< 0: all cores
};

/// A CUDA device. `stream` is a cudaStream_t; work is enqueued on it.
struct Cuda {
  void* stream = nullptr;
};

}  // namespace abut
