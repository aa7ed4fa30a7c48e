// Pairs in the plane on a CUDA device: the kernel of query_pairs.h on a stream.
#include "kernels/planar/query_pairs.h"

#include "kernels/backend.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

using device::CudaQueue;

template <class T>
std::size_t query_planar_pairs_workspace(const PlanarShapeSetView<T>& shapes) {
  return bytes_of<device::PlanarScratch>(CudaQueue(nullptr), device::planar_capacity(shapes));
}

template <class T>
void query_planar_pairs(void* stream, const PlanarBatch<T>& batch, const std::uint64_t* count, std::uint64_t capacity,
                        void* workspace) {
  CudaQueue queue(stream);
  Workspace memory(workspace);
  const device::PlanarCapacity polygons = device::planar_capacity(batch.shapes);
  device::query_planar_pairs(queue, batch, count, capacity, polygons, device::PlanarScratch(memory, queue, polygons));
}

#define ABUT_INSTANTIATE(T)                                                           \
  template std::size_t query_planar_pairs_workspace<T>(const PlanarShapeSetView<T>&); \
  template void query_planar_pairs<T>(void*, const PlanarBatch<T>&, const std::uint64_t*, std::uint64_t, void*);
ABUT_INSTANTIATE(float)
ABUT_INSTANTIATE(double)
#undef ABUT_INSTANTIATE

}  // namespace abut::backend
