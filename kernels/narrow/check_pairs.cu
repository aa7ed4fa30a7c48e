// The debug mode of pair queries: waits, allocates, and reads back.
#include "kernels/narrow/check_pairs.h"

#include "kernels/backend.h"
#include "kernels/support/cuda_queue.cuh"
#include "kernels/support/device_array.cuh"

namespace abut::backend {
namespace {

template <class E>
E read_back(const E* device, cudaStream_t stream) {
  E value;
  ABUT_CUDA_CHECK(cudaMemcpyAsync(&value, device, sizeof(E), cudaMemcpyDeviceToHost, stream));
  ABUT_CUDA_CHECK(cudaStreamSynchronize(stream));
  return value;
}

}  // namespace

bool is_device_memory(const void* pointer) {
  cudaPointerAttributes attributes{};
  ABUT_CUDA_CHECK(cudaPointerGetAttributes(&attributes, pointer));
  return attributes.devicePointer != nullptr;
}

BadPair first_bad_pair(void* stream, const NamedPairs& in) {
  const auto s = static_cast<cudaStream_t>(stream);
  BadPair bad{no_bad_pair, {0, 0}, {0, 0}};
  const auto lowest = DeviceArray<std::uint64_t>::uploaded(&bad.index, 1, s);
  device::CudaQueue queue(stream);
  queue.for_each(in.pair_count,
                 device::FindBadPair{in.pairs, in.count, in.shape, in.part_count, in.shape_count, lowest.data()});
  bad.index = read_back(lowest.data(), s);
  if (bad.index == no_bad_pair) return bad;
  bad.pair = read_back(in.pairs + bad.index, s);
  if (in.shape == nullptr) return bad;
  if (bad.pair.a < in.part_count) bad.shapes.a = read_back(in.shape + bad.pair.a, s);
  if (bad.pair.b < in.part_count) bad.shapes.b = read_back(in.shape + bad.pair.b, s);
  return bad;
}

}  // namespace abut::backend
