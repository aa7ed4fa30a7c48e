// All that host code sees of the CUDA side: plain C++ signatures.
#pragma once

#include <cstddef>

#include "abut/narrow/batch.h"

namespace abut::backend {

/// Null, or one line that says why no CUDA device can be used.
const char* cuda_unavailable_reason();

/// Device memory that `query_batch` needs, in bytes.
template <class T>
std::size_t query_workspace(std::size_t pair_count);

/// Answers a batch whose arrays all lie in device memory. Asynchronous on `stream` (a cudaStream_t); no allocation, no
/// synchronisation. `workspace` is aligned to 256 bytes. Throws `CudaError`, `InvalidInput`.
template <class T>
void query_batch(void* stream, const QueryBatch<T>& batch, void* workspace, std::size_t workspace_bytes);

/// A batch of parts whose arrays lie in host memory: uploads, answers, downloads, waits. `batch.poses` is null.
template <class T>
void query_host_batch(void* stream, const QueryBatch<T>& batch);

}  // namespace abut::backend
