// The device itself: whether there is one, and copies to it.
#include "kernels/backend.h"
#include "kernels/support/check.cuh"
#include "kernels/support/unavailable.h"

namespace abut::backend {

const char* cuda_unavailable_reason() {
  static thread_local std::string reason;
  device::DeviceCount count;
  const cudaError_t code = cudaGetDeviceCount(&count.devices);
  if (code == cudaSuccess && count.devices > 0) return nullptr;
  (void)cudaGetLastError();
  if (code != cudaSuccess) count.error = cudaGetErrorString(code);
  count.too_old = code == cudaErrorInsufficientDriver;
  (void)cudaDriverGetVersion(&count.driver);
  (void)cudaRuntimeGetVersion(&count.runtime);
  (void)cudaGetLastError();
  const std::string now = device::unavailable_reason(count);
  if (now != reason) reason = now;  // else earlier pointers stay good
  return reason.c_str();
}

const char* earlier_error() {
  const cudaError_t code = cudaPeekAtLastError();
  return code == cudaSuccess ? nullptr : cudaGetErrorString(code);
}

void copy_to_device(void* stream, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  ABUT_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, static_cast<cudaStream_t>(stream)));
}

void copy_to_host(void* stream, void* to, const void* from, std::size_t bytes) {
  if (bytes == 0) return;
  ABUT_CUDA_CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, static_cast<cudaStream_t>(stream)));
}

void* allocate(void* stream, std::size_t bytes) {
  void* memory = nullptr;
  const cudaError_t code = cudaMallocAsync(&memory, bytes, static_cast<cudaStream_t>(stream));
  if (code == cudaSuccess) return memory;
  (void)cudaGetLastError();
  throw CudaError(std::to_string(bytes) + " bytes of device memory: " + cudaGetErrorString(code));
}

void release(void* stream, void* memory) noexcept { (void)cudaFreeAsync(memory, static_cast<cudaStream_t>(stream)); }

void wait(void* stream) { ABUT_CUDA_CHECK(cudaStreamSynchronize(static_cast<cudaStream_t>(stream))); }

}  // namespace abut::backend
