// Contact patches on a CUDA device: the stages of find_patches.h on a stream.
#include "kernels/contacts/find_patches.h"

#include "kernels/backend.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

using device::CudaQueue;

template <class T>
std::size_t find_patches_workspace(const PatchSizes& sizes) {
  return bytes_of<device::PatchScratch<T>>(CudaQueue(nullptr), sizes);
}

template <class T>
void find_patches(void* stream, const QueryBatch<T>& batch, const std::uint64_t* count, const PatchOptions& options,
                  const PatchesView<T>& out, void* workspace) {
  CudaQueue queue(stream);
  Workspace memory(workspace);
  device::find_patches(queue, batch, count, options, out,
                       device::PatchScratch<T>(memory, queue, patch_sizes(batch, options, out)));
}

template <class T>
void find_no_volume(void* stream, const QueryBatch<T>& batch, const std::uint64_t* count, std::uint64_t* lowest) {
  CudaQueue queue(stream);
  queue.fill(lowest, 1, 0xff);
  queue.for_each(batch.pair_count, device::patches_detail::FindNoVolume<T>{batch, count, lowest});
}

#define ABUT_INSTANTIATE(T)                                                                             \
  template std::size_t find_patches_workspace<T>(const PatchSizes&);                                    \
  template void find_patches<T>(void*, const QueryBatch<T>&, const std::uint64_t*, const PatchOptions&, \
                                const PatchesView<T>&, void*);                                          \
  template void find_no_volume<T>(void*, const QueryBatch<T>&, const std::uint64_t*, std::uint64_t*);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut::backend
