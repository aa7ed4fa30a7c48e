// Pair queries on a CUDA device: the stages of query_stages.h on a stream. A source instantiates them for one scalar,
// so that two compilers work at the same time.
#pragma once

#include "kernels/backend.h"
#include "kernels/narrow/full_answers.cuh"
#include "kernels/narrow/query_stages.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

template <class T>
std::size_t query_workspace(std::uint64_t pair_count, std::uint32_t row_count) {
  return bytes_of<device::QueryScratch<T>>(device::CudaQueue(nullptr), pair_count, row_count);
}

template <class T>
void query_batch(void* stream, const QueryBatch<T>& batch, const std::uint64_t* count, std::uint32_t row_count,
                 void* workspace) {
  device::CudaQueue queue(stream);
  Workspace memory(workspace);
  device::query_batch(queue, batch, count, device::QueryScratch<T>(memory, queue, batch.pair_count, row_count));
}

template <class T>
void intersect_batch(void* stream, const QueryBatch<T>& batch, std::uint8_t* out) {
  device::CudaQueue queue(stream);
  device::intersect_batch(queue, batch, out);
}

}  // namespace abut::backend
