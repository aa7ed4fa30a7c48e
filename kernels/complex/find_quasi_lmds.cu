// Quasi-LMDs on a CUDA device: the stages of find_quasi_lmds.h on a stream.
#include "kernels/complex/find_quasi_lmds.h"

#include "kernels/backend.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

using device::CudaQueue;

std::size_t find_quasi_lmds_workspace(std::uint64_t pair_count, const QuasiLmdRoom& room) {
  return bytes_of<device::ComplexScratch>(CudaQueue(nullptr), pair_count, room);
}

template <class T>
void find_quasi_lmds(void* stream, const ComplexSearch& search, const QuasiLmdsView<T>& out, void* workspace) {
  CudaQueue queue(stream);
  Workspace memory(workspace);
  device::find_quasi_lmds(queue, search, out, device::ComplexScratch(memory, queue, search.pair_count, search.room));
}
template void find_quasi_lmds<float>(void*, const ComplexSearch&, const QuasiLmdsView<float>&, void*);
template void find_quasi_lmds<double>(void*, const ComplexSearch&, const QuasiLmdsView<double>&, void*);

void find_no_complex(void* stream, const NamedPairs& in, const ComplexViews& complexes, std::uint64_t* lowest) {
  CudaQueue queue(stream);
  queue.fill(lowest, 1, 0xff);
  queue.for_each(in.pair_count, device::FindNoComplex{in, complexes, lowest});
}

}  // namespace abut::backend
