// Executors: values passed first to the batch functions, as the standard's execution policies are. Host only.
#pragma once

#include "abut/core/workspace.h"

namespace abut {

/// The cores of this machine (oneTBB). Results do not depend on `threads`, nor on the instruction set, which is the
/// widest that this machine runs or what the environment variable ABUT_INSTRUCTION_SET names (scalar, avx2, avx512,
/// neon; another value is `InvalidInput`).
struct Cpu {
  int threads = 0;  ///< 0: all cores
};

/// A CUDA device. `stream` is a cudaStream_t; work is enqueued on it.
struct Cuda {
  void* stream = nullptr;
  /// For debugging: pair queries first look at every index and every pointer that they are given, allocate a few bytes
  /// and wait, and throw `InvalidInput` as the `Cpu` does. Not while a graph is captured.
  bool checked = false;
  /// Device memory that a function works in, aligned to 256 bytes, of at least as many bytes as its `..._workspace`
  /// says. It may be used again once the stream has passed the call. Functions that need none leave it alone.
  Workspace workspace{};

  /// The same device and stream, working in `memory`: `query_pairs(cuda.with(memory), ...)`.
  Cuda with(const Workspace& memory) const { return {stream, checked, memory}; }
};

}  // namespace abut
