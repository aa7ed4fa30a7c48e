#include "abut/bodies/place_part.h"
#include "kernels/backend.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

template <class Q>
void place_parts(void* stream, const BodyPosesView<Q>& bodies, const double* local, const PartsView& parts) {
  device::CudaQueue queue(stream);
  queue.for_each(parts.count, PlacePart<Q>{bodies, parts.body, local, PartPoses(parts)});
}

template void place_parts<float>(void*, const BodyPosesView<float>&, const double*, const PartsView&);
template void place_parts<double>(void*, const BodyPosesView<double>&, const double*, const PartsView&);

}  // namespace abut::backend
