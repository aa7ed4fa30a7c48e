// Pair queries on a CUDA device: one thread a pair, the per-pair function of include/abut/narrow/batch.h.
//
// Two launches. The first gives EPA room for few vertices in the thread's local memory and works in `T` alone: enough
// for nearly all pairs. The second answers the rest, few threads with much room in the caller's workspace, in double
// where float leaves doubt. Both are enqueued unasked, so that nothing is read back in between.
#include "kernels/backend.h"
#include "kernels/support/check.cuh"

namespace abut::backend {
namespace {

constexpr std::uint32_t local_capacity = 16;  // measured on grains: few overlapping pairs need more than 16 vertices
constexpr std::uint32_t large_capacity = 2048;
constexpr unsigned block_size = 128;
constexpr unsigned large_threads = 256;  // their workspace stays near 100 MB in double

template <class T>
__global__ void query_pairs_kernel(const __grid_constant__ QueryBatch<T> batch, std::uint8_t* unfinished) {
  const std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= batch.pair_count) return;
  alignas(16) unsigned char memory[polytope_bytes<T>(local_capacity)];
  unfinished[i] = answer_pair<T, LinearScan, Effort::quick>(batch, i, EpaMemory{memory, local_capacity}) ? 0 : 1;
}

template <class T>
__global__ void query_unfinished_kernel(const __grid_constant__ QueryBatch<T> batch, const std::uint8_t* unfinished,
                                        unsigned char* memory, std::size_t bytes_per_thread) {
  const std::uint64_t thread = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  const EpaMemory mine{memory + thread * bytes_per_thread, large_capacity};
  for (std::uint64_t i = thread; i < batch.pair_count; i += large_threads) {
    if (unfinished[i] != 0) answer_pair<T, LinearScan, Effort::full>(batch, i, mine);
  }
}

std::size_t round_up(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

/// A float query that is in doubt is answered in double in the same memory.
std::size_t bytes_per_large_thread() { return round_up(polytope_bytes<double>(large_capacity)); }

}  // namespace

const char* cuda_unavailable_reason() {
  static thread_local std::string reason;
  int count = 0;
  const cudaError_t code = cudaGetDeviceCount(&count);
  if (code == cudaSuccess && count > 0) return nullptr;
  (void)cudaGetLastError();
  reason = code == cudaSuccess ? "no CUDA device" : std::string("no CUDA device: ") + cudaGetErrorString(code);
  return reason.c_str();
}

template <class T>
std::size_t query_workspace(std::size_t pair_count) {
  return round_up(pair_count) + large_threads * bytes_per_large_thread();
}

template <class T>
void query_batch(void* stream, const QueryBatch<T>& batch, void* workspace, std::size_t workspace_bytes) {
  if (batch.pair_count == 0) return;
  const std::size_t needed = query_workspace<T>(batch.pair_count);
  if (workspace == nullptr || workspace_bytes < needed) {
    throw InvalidInput("query_pairs: workspace has " + std::to_string(workspace == nullptr ? 0 : workspace_bytes) +
                       " bytes; needed are " + std::to_string(needed));
  }
  if (batch.pair_count > 0x7fffffffull * block_size) {
    throw InvalidInput("query_pairs: " + std::to_string(batch.pair_count) + " pairs are more than one launch takes");
  }
  const auto cuda_stream = static_cast<cudaStream_t>(stream);
  auto* unfinished = static_cast<std::uint8_t*>(workspace);
  auto* memory = static_cast<unsigned char*>(workspace) + round_up(batch.pair_count);
  const auto blocks = static_cast<unsigned>((batch.pair_count + block_size - 1) / block_size);
  query_pairs_kernel<T><<<blocks, block_size, 0, cuda_stream>>>(batch, unfinished);
  ABUT_LAUNCH_CHECK("query_pairs_kernel");
  query_unfinished_kernel<T>
      <<<large_threads / 32, 32, 0, cuda_stream>>>(batch, unfinished, memory, bytes_per_large_thread());
  ABUT_LAUNCH_CHECK("query_unfinished_kernel");
}

template std::size_t query_workspace<float>(std::size_t);
template std::size_t query_workspace<double>(std::size_t);
template void query_batch<float>(void*, const QueryBatch<float>&, void*, std::size_t);
template void query_batch<double>(void*, const QueryBatch<double>&, void*, std::size_t);

}  // namespace abut::backend
