// Pair queries on a CUDA device: the stages of query_stages.h on a stream.
#include "kernels/backend.h"
#include "kernels/narrow/query_stages.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

using device::CudaQueue;
using device::QueryScratch;

const char* cuda_unavailable_reason() {
  static thread_local std::string reason;
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaSuccess && count > 0) return nullptr;
  (void)cudaGetLastError();
  reason = code == cudaSuccess ? "no CUDA device" : std::string("no CUDA device: ") + cudaGetErrorString(code);
  return reason.c_str();
}

void copy_to_device(void* stream, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  ABUT_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, static_cast<cudaStream_t>(stream)));
}

template <class T>
std::size_t query_workspace(std::uint64_t pair_count) {
  return bytes_of<QueryScratch<T>>(CudaQueue(nullptr), pair_count);
}

template <class T>
void query_batch(void* stream, const QueryBatch<T>& batch, const std::uint64_t* count, void* workspace) {
  CudaQueue queue(stream);
  Workspace memory(workspace);
  device::query_batch(queue, batch, count, QueryScratch<T>(memory, queue, batch.pair_count));
}

template std::size_t query_workspace<float>(std::uint64_t);
template std::size_t query_workspace<double>(std::uint64_t);
template void query_batch<float>(void*, const QueryBatch<float>&, const std::uint64_t*, void*);
template void query_batch<double>(void*, const QueryBatch<double>&, const std::uint64_t*, void*);

}  // namespace abut::backend
