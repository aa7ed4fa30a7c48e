// The device and its kernels' attributes: an H100 of fewer multiprocessors.
#include <algorithm>
#include <cstring>

#include "runtime.h"

using namespace cores;

extern "C" cudaError_t cudaGetDeviceCount(int* n) {
  *n = 1;
  return cudaSuccess;
}
extern "C" cudaError_t cudaGetDevice(int* d) {
  *d = 0;
  return cudaSuccess;
}
extern "C" cudaError_t cudaSetDevice(int d) { return d == 0 ? cudaSuccess : fail(cudaErrorInvalidDevice); }
extern "C" cudaError_t cudaDriverGetVersion(int* v) {
  *v = 13000;
  return cudaSuccess;
}
extern "C" cudaError_t cudaRuntimeGetVersion(int* v) {
  *v = 13000;
  return cudaSuccess;
}
extern "C" cudaError_t cudaDeviceGetAttribute(int* v, cudaDeviceAttr a, int d) {
  init();
  if (d != 0) return fail(cudaErrorInvalidDevice);
  switch (a) {
    case cudaDevAttrMultiProcessorCount: *v = config.multiprocessors; break;
    case cudaDevAttrMaxThreadsPerBlock: *v = 1024; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *v = 2048; break;
    case cudaDevAttrComputeCapabilityMajor: *v = config.architecture / 10; break;
    case cudaDevAttrComputeCapabilityMinor: *v = config.architecture % 10; break;
    case cudaDevAttrWarpSize: *v = 32; break;
    case cudaDevAttrMaxGridDimX: *v = 0x7fffffff; break;
    case cudaDevAttrMaxGridDimY:
    case cudaDevAttrMaxGridDimZ: *v = 65535; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *v = 49152; break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *v = 232448; break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *v = 233472; break;
    case cudaDevAttrL2CacheSize: *v = 50 << 20; break;
    case cudaDevAttrMemoryPoolsSupported: *v = 1; break;
    case cudaDevAttrClockRate: *v = 1755000; break;
    case cudaDevAttrReservedSharedMemoryPerBlock: *v = 1024; break;
    default: *v = 0; fprintf(stderr, "cores: attribute %d: 0\n", (int)a);
  }
  return cudaSuccess;
}
extern "C" cudaError_t cudaGetDeviceProperties(cudaDeviceProp* p, int d) {
  init();
  if (d != 0) return fail(cudaErrorInvalidDevice);
  memset(p, 0, sizeof *p);
  strcpy(p->name, "PTX on cores");
  p->totalGlobalMem = config.memory;
  p->major = config.architecture / 10;
  p->minor = config.architecture % 10;
  p->multiProcessorCount = config.multiprocessors;
  p->maxThreadsPerBlock = 1024;
  p->warpSize = 32;
  p->sharedMemPerBlock = 49152;
  p->maxThreadsPerMultiProcessor = 2048;
  p->regsPerBlock = 65536;
  p->regsPerMultiprocessor = 65536;
  p->sharedMemPerMultiprocessor = 233472;
  p->l2CacheSize = 50 << 20;
  return cudaSuccess;
}
extern "C" cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* a, const void* f) {
  const std::lock_guard lock(global_lock);
  init();
  Kernel* k = find_kernel(f);
  if (!k) return fail(cudaErrorInvalidDeviceFunction);
  memset(a, 0, sizeof *a);
  a->sharedSizeBytes = k->info->smem;
  a->maxThreadsPerBlock = std::min(1024u, k->info->maxntid);
  a->numRegs = 32;
  a->ptxVersion = a->binaryVersion = config.architecture;
  a->maxDynamicSharedSizeBytes = k->dynamic_max;
  return cudaSuccess;
}
extern "C" cudaError_t cudaFuncSetAttribute(const void* f, cudaFuncAttribute a, int v) {
  const std::lock_guard lock(global_lock);
  init();
  Kernel* k = find_kernel(f);
  if (!k) return fail(cudaErrorInvalidDeviceFunction);
  if (a == cudaFuncAttributeMaxDynamicSharedMemorySize) k->dynamic_max = v;
  return cudaSuccess;
}
extern "C" cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* n, const void* f, int threads,
                                                                              size_t dyn, unsigned) {
  const std::lock_guard lock(global_lock);
  init();
  Kernel* k = find_kernel(f);
  if (!k) return fail(cudaErrorInvalidDeviceFunction);
  const size_t s = k->info->smem + dyn + 1024;
  *n = (int)std::min<size_t>({32, 2048 / (size_t)threads, 233472 / s});
  return cudaSuccess;
}
extern "C" cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* n, const void* f, int threads, size_t dyn) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(n, f, threads, dyn, 0);
}
