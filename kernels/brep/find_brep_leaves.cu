// Leaves of CAD models on a CUDA device: the stages of find_brep_leaves.h on a stream.
#include "kernels/brep/find_brep_leaves.h"

#include "kernels/backend.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

using device::CudaQueue;

std::size_t find_brep_leaves_workspace(const BrepLeafSearch& search) {
  return bytes_of<device::LeafScratch>(CudaQueue(nullptr), search);
}

BrepLeaves find_brep_leaves(void* stream, const BrepLeafSearch& search, void* workspace) {
  CudaQueue queue(stream);
  Workspace memory(workspace);
  return device::find_brep_leaves(queue, search, device::LeafScratch(memory, queue, search));
}

}  // namespace abut::backend
