// Contact pipelines on a CUDA device: what lies between their stages, and graphs of them.
#include "kernels/contacts/step.h"

#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

using device::CudaQueue;

void copy_listed(void* stream, const ListedCopy& copy) {
  CudaQueue queue(stream);
  device::copy_listed(queue, copy);
}

void note_numbers(void* stream, const StepNumbers& numbers) {
  CudaQueue queue(stream);
  device::note_numbers(queue, numbers);
}

void copy_on_device(void* stream, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  ABUT_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, static_cast<cudaStream_t>(stream)));
}

void zero(void* stream, void* memory, std::size_t bytes) {
  if (bytes > 0) ABUT_CUDA_CHECK(cudaMemsetAsync(memory, 0, bytes, static_cast<cudaStream_t>(stream)));
}

bool may_capture(void* stream) {
  const auto s = static_cast<cudaStream_t>(stream);
  if (s == nullptr || s == cudaStreamLegacy) return false;
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  ABUT_CUDA_CHECK(cudaStreamIsCapturing(s, &status));
  return status == cudaStreamCaptureStatusNone;
}

void begin_capture(void* stream) {
  ABUT_CUDA_CHECK(cudaStreamBeginCapture(static_cast<cudaStream_t>(stream), cudaStreamCaptureModeThreadLocal));
}

void* end_capture(void* stream) {
  cudaGraph_t graph = nullptr;
  ABUT_CUDA_CHECK(cudaStreamEndCapture(static_cast<cudaStream_t>(stream), &graph));
  cudaGraphExec_t ready = nullptr;
  const cudaError_t code = cudaGraphInstantiate(&ready, graph, 0);
  (void)cudaGraphDestroy(graph);
  ABUT_CUDA_CHECK(code);
  return ready;
}

void drop_capture(void* stream) noexcept {
  cudaGraph_t graph = nullptr;
  if (cudaStreamEndCapture(static_cast<cudaStream_t>(stream), &graph) == cudaSuccess) (void)cudaGraphDestroy(graph);
  (void)cudaGetLastError();
}

void launch_graph(void* stream, void* graph) {
  ABUT_CUDA_CHECK(cudaGraphLaunch(static_cast<cudaGraphExec_t>(graph), static_cast<cudaStream_t>(stream)));
}

void release_graph(void* graph) noexcept { (void)cudaGraphExecDestroy(static_cast<cudaGraphExec_t>(graph)); }

}  // namespace abut::backend
