// The kernels that may need every phase of a query: ptxas takes minutes for them, so a source of their own instantiates
// them for a scalar, with one copy of each phase.
#pragma once

#include "kernels/narrow/query_stages.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::device {

extern template void CudaQueue::for_each(std::uint64_t, const stages_detail::FullAnswers<float>&);
extern template void CudaQueue::for_each(std::uint64_t, const stages_detail::FullAnswers<double>&);
extern template void CudaQueue::for_each(std::uint64_t, const stages_detail::Intersects<float>&);
extern template void CudaQueue::for_each(std::uint64_t, const stages_detail::Intersects<double>&);

}  // namespace abut::device
