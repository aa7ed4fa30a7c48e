// Local minima of the distance to surfaces on a CUDA device: the stages of local_minima.h on a stream.
#include "kernels/surface/local_minima.h"

#include "kernels/backend.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

template <class T>
std::size_t find_local_minima_workspace(std::uint64_t count, std::uint32_t most) {
  return bytes_of<device::MinimaScratch<T>>(device::CudaQueue(nullptr), count, most);
}
template std::size_t find_local_minima_workspace<float>(std::uint64_t, std::uint32_t);
template std::size_t find_local_minima_workspace<double>(std::uint64_t, std::uint32_t);

template <class T>
void find_local_minima(void* stream, const LocalMinimaSearch<T>& search, void* workspace) {
  device::CudaQueue queue(stream);
  Workspace memory(workspace);
  device::find_local_minima(queue, search,
                            device::MinimaScratch<T>(memory, queue, search.queries.count, search.options.most));
}
template void find_local_minima<float>(void*, const LocalMinimaSearch<float>&, void*);
template void find_local_minima<double>(void*, const LocalMinimaSearch<double>&, void*);

}  // namespace abut::backend
