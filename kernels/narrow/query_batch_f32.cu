#define ABUT_INLINE_PHASES  // each kernel here takes one stage
#include "kernels/narrow/query_batch.cuh"

namespace abut::backend {

template std::size_t query_workspace<float>(std::uint64_t, std::uint32_t);
template void query_batch<float>(void*, const QueryBatch<float>&, const std::uint64_t*, std::uint32_t, void*);
template void intersect_batch<float>(void*, const QueryBatch<float>&, std::uint8_t*);

}  // namespace abut::backend
