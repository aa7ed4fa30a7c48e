// Deforming bodies on a CUDA device: the stages of move_bodies.h and find_deforming.h on a stream.
#include "kernels/backend.h"
#include "kernels/deform/find_deforming.h"
#include "kernels/deform/move_bodies.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

using device::CudaQueue;

void find_body_faults(void* stream, const DeformBatch& batch) {
  CudaQueue queue(stream);
  device::find_body_faults(queue, batch);
}

void refit_bodies(void* stream, const DeformBatch& batch, const TreeFrame& frame) {
  CudaQueue queue(stream);
  device::refit_bodies(queue, batch, frame);
}

std::size_t find_deforming_workspace(const DeformSearch& search) {
  return bytes_of<device::DeformScratch>(CudaQueue(nullptr), search);
}

DeformFound find_deforming(void* stream, const DeformSearch& search, void* workspace) {
  CudaQueue queue(stream);
  Workspace memory(workspace);
  return device::find_deforming(queue, search, device::DeformScratch(memory, queue, search));
}

}  // namespace abut::backend
