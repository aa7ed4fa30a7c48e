#include "kernels/surface/closest_points.h"

#include "kernels/backend.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

template <class T>
void find_closest_points(void* stream, const ClosestPointSearch<T>& s) {
  device::CudaQueue queue(stream);
  queue.for_each(s.queries.count, device::FindClosestPoint<T>{s.surfaces, s.queries, s.options, s.out, s.caches});
}
template void find_closest_points<float>(void*, const ClosestPointSearch<float>&);
template void find_closest_points<double>(void*, const ClosestPointSearch<double>&);

}  // namespace abut::backend
