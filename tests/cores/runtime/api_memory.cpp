// Memory: allocation, copies, pointers.
#include <cstdlib>
#include <cstring>

#include "runtime.h"

using namespace cores;

namespace {

cudaError_t check_kind(const void* d, const void* s, cudaMemcpyKind k) {
  const bool dd = in_arena(d), sd = in_arena(s);
  const int want = (sd ? 2 : 0) | (dd ? 1 : 0);
  if (k != cudaMemcpyDefault && want != (int)k) {
    note("copy of another kind than its pointers", (int)k, nullptr, (uint64_t)d, 0);
    return cudaErrorInvalidValue;
  }
  return cudaSuccess;
}

}  // namespace

extern "C" cudaError_t cudaMalloc(void** p, size_t n) {
  const std::lock_guard lock(global_lock);
  init();
  if (any_capture()) return refuse_in_capture();
  *p = nullptr;
  if (n == 0) return cudaSuccess;
  *p = device_alloc(n);
  return *p ? cudaSuccess : fail(cudaErrorMemoryAllocation);
}
extern "C" cudaError_t cudaFree(void* p) {
  const std::lock_guard lock(global_lock);
  init();
  if (any_capture()) return refuse_in_capture();
  flush(nullptr);
  if (!p) return cudaSuccess;
  if (!device_free(p)) {
    note("cudaFree of what is no block", 0, nullptr, (uint64_t)p, 0);
    return fail(cudaErrorInvalidValue);
  }
  return cudaSuccess;
}
extern "C" cudaError_t cudaMallocAsync(void** p, size_t n, cudaStream_t st) {
  const std::lock_guard lock(global_lock);
  init();
  if (is_capturing(st)) return refuse_in_capture();
  if (n == 0) {
    *p = nullptr;
    return cudaSuccess;
  }
  *p = device_alloc(n);
  return *p ? cudaSuccess : fail(cudaErrorMemoryAllocation);
}
extern "C" cudaError_t cudaFreeAsync(void* p, cudaStream_t st) {
  const std::lock_guard lock(global_lock);
  init();
  if (is_capturing(st)) return refuse_in_capture();
  if (!p) return cudaSuccess;
  return enqueue(st, [p] {
    if (!device_free(p)) note("cudaFreeAsync of what is no block", 0, nullptr, (uint64_t)p, 0);
  });
}
extern "C" cudaError_t cudaMallocHost(void** p, size_t n) {
  *p = malloc(n);
  return cudaSuccess;
}
extern "C" cudaError_t cudaFreeHost(void* p) {
  free(p);
  return cudaSuccess;
}
extern "C" cudaError_t cudaMemGetInfo(size_t* f, size_t* t) {
  const std::lock_guard lock(global_lock);
  init();
  *t = config.memory;
  *f = config.memory - device_bytes_taken();
  return cudaSuccess;
}
extern "C" cudaError_t cudaMemcpy(void* d, const void* s, size_t n, cudaMemcpyKind k) {
  const std::lock_guard lock(global_lock);
  init();
  if (any_capture()) return refuse_in_capture();
  if (n == 0) return cudaSuccess;
  if (cudaError_t e = check_kind(d, s, k)) return fail(e);
  // the legacy stream: waits for blocking streams
  cudaError_t e = enqueue(nullptr, [=] { copy_bytes(d, s, n); });
  flush(stream_of(nullptr));
  return e;
}
extern "C" cudaError_t cudaMemcpyAsync(void* d, const void* s, size_t n, cudaMemcpyKind k, cudaStream_t st) {
  const std::lock_guard lock(global_lock);
  init();
  if (n == 0) return cudaSuccess;
  if (cudaError_t e = check_kind(d, s, k)) return fail(e);
  if (config.lazy == 1 && !in_arena(s) && in_arena(d) && !is_capturing(st)) {
    auto h = std::make_shared<std::vector<char>>((const char*)s, (const char*)s + n);
    return enqueue(st, [=] { copy_bytes(d, h->data(), n); });
  }
  cudaError_t e = enqueue(st, [=] { copy_bytes(d, s, n); });
  if (config.lazy == 1 && !in_arena(d) && !is_capturing(st)) flush(stream_of(st));
  return e;
}
static cudaError_t set_(void* d, int v, size_t n, cudaStream_t st) {
  if (n == 0) return cudaSuccess;
  if (!in_arena(d)) {
    note("memset of no device memory", 0, nullptr, (uint64_t)d, 0);
    return fail(cudaErrorInvalidValue);
  }
  return enqueue(st, [=] {
    if (range_ok(d, n, true, "memset outside of device memory")) memset(d, v, n);
  });
}
extern "C" cudaError_t cudaMemset(void* d, int v, size_t n) {
  const std::lock_guard lock(global_lock);
  init();
  if (any_capture()) return refuse_in_capture();
  return set_(d, v, n, nullptr);
}
extern "C" cudaError_t cudaMemsetAsync(void* d, int v, size_t n, cudaStream_t st) {
  const std::lock_guard lock(global_lock);
  init();
  return set_(d, v, n, st);
}
extern "C" cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* a, const void* p) {
  const std::lock_guard lock(global_lock);
  init();
  memset(a, 0, sizeof *a);
  if (is_device_block(p)) {
    a->type = cudaMemoryTypeDevice;
    a->device = 0;
    a->devicePointer = (void*)p;
  } else {
    a->type = cudaMemoryTypeUnregistered;
    a->device = cudaInvalidDeviceId;
    a->hostPointer = (void*)p;
  }
  return cudaSuccess;
}
extern "C" cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* p, int) {
  *p = (cudaMemPool_t)1;
  return cudaSuccess;
}
extern "C" cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) { return cudaSuccess; }
extern "C" cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) { return cudaSuccess; }
