// The runtime's functions that nvcc's code calls: registration and launches.
#include "runtime.h"

using namespace cores;

extern "C" void** __cudaRegisterFatBinary(void* f) {
  const std::lock_guard lock(global_lock);
  Module* m = new Module();
  m->fatbin = f;
  modules.push_back(m);
  return (void**)m;
}
extern "C" void __cudaRegisterFatBinaryEnd(void**) {}
extern "C" void __cudaUnregisterFatBinary(void**) {}
extern "C" void __cudaRegisterFunction(void** h, const char* host, char*, const char* name, int, uint3*, uint3*, dim3*,
                                       dim3*, int*) {
  const std::lock_guard lock(global_lock);
  add_kernel(h, host, name);
}
extern "C" void __cudaRegisterVar(void**, char*, char*, const char*, int, size_t, int, int) {}
extern "C" char __cudaInitModule(void**) { return 1; }
namespace {
struct Configuration {
  dim3 g, b;
  size_t s;
  cudaStream_t st;
};
thread_local std::vector<Configuration> pushed;
}  // namespace
extern "C" unsigned __cudaPushCallConfiguration(dim3 g, dim3 b, size_t s, cudaStream_t st) {
  pushed.push_back({g, b, s, st});
  return 0;
}
extern "C" cudaError_t __cudaPopCallConfiguration(dim3* g, dim3* b, size_t* s, void* st) {
  if (pushed.empty()) return cudaErrorMissingConfiguration;
  Configuration c = pushed.back();
  pushed.pop_back();
  *g = c.g;
  *b = c.b;
  *s = c.s;
  *(cudaStream_t*)st = c.st;
  return cudaSuccess;
}
extern "C" cudaError_t __cudaGetKernel(cudaKernel_t* out, const void* f) {
  const std::lock_guard lock(global_lock);
  auto it = kernels.find(f);
  if (it == kernels.end()) return cudaErrorInvalidDeviceFunction;
  *out = (cudaKernel_t)it->second;
  return cudaSuccess;
}
extern "C" cudaError_t __cudaLaunchKernel(cudaKernel_t k, dim3 g, dim3 b, void** a, size_t s, cudaStream_t st) {
  return launch_kernel(k, g, b, a, s, st);
}
extern "C" cudaError_t __cudaLaunchKernel_ptsz(cudaKernel_t k, dim3 g, dim3 b, void** a, size_t s, cudaStream_t st) {
  return launch_kernel(k, g, b, a, s, st);
}
extern "C" cudaError_t cudaLaunchKernel(const void* f, dim3 g, dim3 b, void** a, size_t s, cudaStream_t st) {
  return launch_kernel(f, g, b, a, s, st);
}
extern "C" cudaError_t cudaLaunchKernelExC(const cudaLaunchConfig_t* c, const void* f, void** a) {
  return launch_kernel(f, c->gridDim, c->blockDim, a, c->dynamicSmemBytes, c->stream);
}
