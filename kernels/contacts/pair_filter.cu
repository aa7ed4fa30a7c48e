// The filter of pairs on a CUDA device: the algorithm of pair_filter.h on a stream.
#include "kernels/contacts/pair_filter.h"

#include "kernels/backend.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

using device::CudaQueue;

void take_part_places(void* stream, const ShapeHeader* headers, const PartsView& parts, PartPlace* part_places) {
  CudaQueue queue(stream);
  device::take_part_places(queue, headers, parts, part_places);
}

std::size_t filter_pairs_workspace(std::uint32_t part_count, std::uint64_t capacity) {
  return bytes_of<device::FilterScratch>(CudaQueue(nullptr), part_count, capacity);
}

void filter_pairs(void* stream, const FilterStep& step, void* workspace) {
  CudaQueue queue(stream);
  Workspace memory(workspace);
  device::filter_pairs(queue, step,
                       device::FilterScratch(memory, queue, step.parts.parts.count, step.now.list.capacity));
}

template <class T>
void learn_clearances(void* stream, const FilterStep& step, const Strided<T>& lower_bounds) {
  CudaQueue queue(stream);
  device::learn_clearances(queue, step, lower_bounds);
}
template void learn_clearances<float>(void*, const FilterStep&, const Strided<float>&);
template void learn_clearances<double>(void*, const FilterStep&, const Strided<double>&);

}  // namespace abut::backend
