// The debug mode of pair queries.
#include "kernels/narrow/check_pairs.h"

#include "kernels/backend.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

bool is_device_memory(const void* pointer) {
  cudaPointerAttributes attributes{};
  ABUT_CUDA_CHECK(cudaPointerGetAttributes(&attributes, pointer));
  return attributes.type != cudaMemoryTypeUnregistered && attributes.devicePointer != nullptr;
}

void find_bad_pair(void* stream, const NamedPairs& in, std::uint64_t* lowest) {
  device::CudaQueue queue(stream);
  queue.fill(lowest, 1, 0xff);
  queue.for_each(in.pair_count,
                 device::FindBadPair{in.pairs, in.count, in.shape, in.part_count, in.shape_count, lowest});
}

}  // namespace abut::backend
