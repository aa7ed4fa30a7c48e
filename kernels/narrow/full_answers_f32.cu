#include "kernels/narrow/full_answers.cuh"

namespace abut::device {

template void CudaQueue::for_each(std::uint64_t, const stages_detail::FullAnswers<float>&);
template void CudaQueue::for_each(std::uint64_t, const stages_detail::Intersects<float>&);

}  // namespace abut::device
