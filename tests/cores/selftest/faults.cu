// Faults that the runtime of tests/cores has to notice, and what looks like one and is none: cores_faults CASE. What
// each has to say is in selftest.py.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>

#include "tests/cores/runtime/arrays.h"

#define CHECK(call)                                               \
  do {                                                            \
    const cudaError_t error_ = (call);                            \
    if (error_ != cudaSuccess) {                                  \
      std::printf("%s: %s\n", #call, cudaGetErrorString(error_)); \
      std::exit(3);                                               \
    }                                                             \
  } while (0)

namespace {

__global__ void store_kernel(int* p, int first) { p[first + static_cast<int>(threadIdx.x)] = 1; }
__global__ void load_kernel(const int* p, int at, int* q) { q[threadIdx.x] = p[at + static_cast<int>(threadIdx.x)]; }
__global__ void misaligned_kernel(const char* p, int* q) { *q = *reinterpret_cast<const int*>(p + 1); }
__global__ void local_kernel(int* p, int i) {
  int a[8];
  for (int k = 0; k < 8; ++k) a[k] = k * i;
  p[0] = a[i];
}
__global__ void shared_index_kernel(int* p, int i) {
  __shared__ int s[32];
  s[threadIdx.x] = 1;
  __syncthreads();
  p[threadIdx.x] = s[static_cast<int>(threadIdx.x) + i];
}
__global__ void shared_unwritten_kernel(int* p) {
  __shared__ int s[32];
  if (threadIdx.x < 31) s[threadIdx.x] = 1;
  __syncthreads();
  p[threadIdx.x] = s[threadIdx.x];
}
struct Parameters {
  int words[2000];
};
__global__ void large_parameters_kernel(const Parameters parameters, int* p) {
  p[threadIdx.x] = parameters.words[0] + parameters.words[1999];
}
__global__ void trap_kernel(int* p) {
  if (threadIdx.x == 3) asm volatile("trap;");
  p[threadIdx.x] = 1;
}
__global__ void sum_kernel(int* p) { p[0] += static_cast<int>(threadIdx.x); }
__global__ void atomic_sum_kernel(int* p) { atomicAdd(p, static_cast<int>(threadIdx.x)); }
template <bool synchronised>
__global__ void neighbours_kernel(int* p) {
  __shared__ int s[64];
  s[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (synchronised) __syncthreads();
  p[threadIdx.x] = s[threadIdx.x ^ 33];
}
template <bool synchronised>
__global__ void lanes_kernel(int* p) {
  __shared__ int s[32];
  s[threadIdx.x] = static_cast<int>(threadIdx.x);
  if (synchronised) __syncwarp();
  p[threadIdx.x] = s[threadIdx.x ^ 1];
}
__global__ void same_word_kernel(int* p) {
  __shared__ int s[1];
  s[0] = static_cast<int>(threadIdx.x);
  __syncthreads();
  p[threadIdx.x] = s[0];
}

/// Two threads of two blocks each leave a number; who comes second adds both up.
template <bool release, bool acquire>
__global__ void publish_kernel(int* numbers, unsigned* arrived, int* sum) {
  numbers[blockIdx.x] = 1 + static_cast<int>(blockIdx.x);
  if (release) __threadfence();
  if (atomicAdd(arrived, 1u) == 0) return;
  if (acquire) __threadfence();
  *sum = numbers[0] + numbers[1];
}

/// Lists what is even, as kernels with lists of work do.
__global__ void append_kernel(int* list, unsigned* count) {
  if (threadIdx.x % 2 == 0) list[atomicAdd(count, 1u)] = static_cast<int>(threadIdx.x);
}
__global__ void warp_alone_kernel(int* p) {
  if (threadIdx.x < 16) {
    __syncwarp(0xffffffffu);
  } else {
    __syncthreads();
  }
  p[threadIdx.x] = 1;
}
__global__ void missed_barrier_kernel(int* p) {
  if (threadIdx.x < 32) {
    asm volatile("bar.sync 0, 64;");
  } else {
    asm volatile("bar.sync 1, 64;");
  }
  p[threadIdx.x] = 1;
}
__global__ void absent_lane_kernel(int* p) {
  if (threadIdx.x >= 8) return;
  p[threadIdx.x] = __shfl_sync(0xffu, static_cast<int>(threadIdx.x), 9);
}
__global__ void gone_lanes_kernel(unsigned* p) {
  if (threadIdx.x >= 8) return;
  p[threadIdx.x] = __ballot_sync(0xffffffffu, 1);
}

/// Two words apart in global memory, and all in one bank of shared memory; then every other lane loops, and when all
/// have met the others do.
__global__ void strides_kernel(int* p) {
  __shared__ int s[1024];
  s[32 * threadIdx.x] = static_cast<int>(threadIdx.x);
  __syncwarp();
  int sum = s[32 * threadIdx.x];
  for (int turn = 0; turn < 2; ++turn) {
    if (static_cast<int>(threadIdx.x) % 2 == turn) {
      for (int k = 0; k < 100; ++k) asm volatile("add.s32 %0, %0, 3;" : "+r"(sum));
    }
    __syncwarp();
  }
  p[2 * threadIdx.x] = sum;
}

/// Kernels of one module, each with 40 KB of its own: only what one of them uses counts, and a function's own words lie
/// beside those of the kernel that calls it.
constexpr int words_of_kernel = 10 * 1024, words_of_function = 1024;
__device__ __noinline__ int* shared_of_a_function(int value) {
  __shared__ int words[words_of_function];
  for (int k = static_cast<int>(threadIdx.x); k < words_of_function; k += 32) words[k] = value;
  return words;
}
template <bool calls>
__global__ void large_kernel(int* p, int value) {
  __shared__ int own[words_of_kernel];
  for (int k = static_cast<int>(threadIdx.x); k < words_of_kernel; k += 32) own[k] = value;
  const int* words = calls ? shared_of_a_function(value + 1) : own;
  __syncwarp();
  int mixed = 0;
  for (int k = static_cast<int>(threadIdx.x); k < words_of_kernel; k += 32) mixed |= own[k] ^ value;
  for (int k = static_cast<int>(threadIdx.x); calls && k < words_of_function; k += 32) mixed |= words[k] ^ (value + 1);
  p[mixed == 0 ? static_cast<int>(threadIdx.x) : 64] = value;  // behind the end where they share a place
}

struct Arrays {
  int *p, *q, *zero;
  unsigned* count;
  Arrays() {
    CHECK(cudaMalloc(&p, 256));
    CHECK(cudaMalloc(&q, 4096));
    CHECK(cudaMalloc(&zero, 256));
    CHECK(cudaMemset(zero, 0, 256));
    count = reinterpret_cast<unsigned*>(zero + 32);
  }
};

void two_streams(bool ordered) {
  cudaStream_t first, second;
  CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  for (int round = 0; round < 8; ++round) {
    const Arrays a;
    store_kernel<<<1, 64, 0, first>>>(a.p, 0);
    if (ordered) CHECK(cudaStreamSynchronize(first));
    load_kernel<<<1, 64, 0, second>>>(a.p, 0, a.q);
    CHECK(cudaStreamSynchronize(second));
  }
}

void captured(bool legacy) {
  cudaStream_t stream;
  cudaGraph_t graph;
  const Arrays a;
  int* more = nullptr;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  store_kernel<<<1, 32, 0, stream>>>(a.p, 0);
  if (legacy) {
    store_kernel<<<1, 32>>>(a.p, 0);
  } else {
    (void)cudaMalloc(&more, 64);
  }
  const cudaError_t end = cudaStreamEndCapture(stream, &graph);
  std::printf("capture: %s\n", cudaGetErrorString(end));
  (void)cudaGetLastError();
}

/// Two arrays in a block of 4,096 bytes: a fill may go over both, a kernel not behind the end of one. Then two longer
/// ones in the same block.
void arrays_of_a_block(int* block, int stored) {
  for (const int numbers : {32, 128}) {
    const std::size_t bytes = numbers * sizeof(int);
    cores_array(block, bytes, 256);
    cores_array(block + numbers + 64, bytes, 256);
    CHECK(cudaMemsetAsync(block, 0, 4096));
    store_kernel<<<1, numbers>>>(block, 0);
    store_kernel<<<1, stored>>>(block, numbers + 64);
  }
}

/// What is left beside `Arrays`.
void memory_left() {
  size_t left = 0, all = 0;
  CHECK(cudaMemGetInfo(&left, &all));
  if (all - left == 256 + 4096 + 256) return;
  std::printf("%zu of %zu bytes are left\n", left, all);
  std::exit(3);
}

using Case = void (*)(const Arrays&);
const std::map<std::string, Case> cases = {
    {"store_behind_the_end", [](const Arrays& a) { store_kernel<<<1, 32>>>(a.p, 33); }},
    {"load_before_the_start", [](const Arrays& a) { load_kernel<<<1, 1>>>(a.p, -1, a.q); }},
    {"misaligned_load", [](const Arrays& a) { misaligned_kernel<<<1, 1>>>(reinterpret_cast<char*>(a.zero), a.q); }},
    {"uninitialised_load", [](const Arrays& a) { load_kernel<<<1, 32>>>(a.p, 0, a.q); }},
    {"local_array_index", [](const Arrays& a) { local_kernel<<<1, 1>>>(a.p, 9); }},
    {"shared_array_index", [](const Arrays& a) { shared_index_kernel<<<1, 32>>>(a.p, 1); }},
    {"shared_unwritten", [](const Arrays& a) { shared_unwritten_kernel<<<1, 32>>>(a.p); }},
    {"host_memory",
     [](const Arrays& a) {
       static int host = 1;
       load_kernel<<<1, 1>>>(&host, 0, a.q);
     }},
    {"use_after_free",
     [](const Arrays& a) {
       CHECK(cudaFree(a.p));
       store_kernel<<<1, 32>>>(a.p, 0);
     }},
    {"double_free",
     [](const Arrays& a) {
       CHECK(cudaFree(a.p));
       (void)cudaFree(a.p);
       (void)cudaGetLastError();
     }},
    {"array_of_a_block_one_short", [](const Arrays& a) { arrays_of_a_block(a.q, 33); }},
    {"arrays_of_a_block", [](const Arrays& a) { arrays_of_a_block(a.q, 32); }},
    {"arrays_of_a_block_in_order", [](const Arrays& a) { arrays_of_a_block(a.q, 32); }},
    {"copy_too_long", [](const Arrays& a) { (void)cudaMemset(a.p, 0, 260); }},
    {"large_parameters", [](const Arrays& a) { large_parameters_kernel<<<1, 32>>>(Parameters(), a.p); }},
    {"memory_left", [](const Arrays&) { memory_left(); }},
    {"trap", [](const Arrays& a) { trap_kernel<<<1, 32>>>(a.p); }},
    {"list_one_short", [](const Arrays& a) { append_kernel<<<1, 130>>>(a.p, a.count); }},
    {"list_long_enough", [](const Arrays& a) { append_kernel<<<1, 128>>>(a.p, a.count); }},
    {"missing_atomic", [](const Arrays& a) { sum_kernel<<<1, 32>>>(a.zero); }},
    {"atomic_sum", [](const Arrays& a) { atomic_sum_kernel<<<4, 32>>>(a.zero); }},
    {"missing_syncthreads", [](const Arrays& a) { neighbours_kernel<false><<<1, 64>>>(a.p); }},
    {"syncthreads", [](const Arrays& a) { neighbours_kernel<true><<<1, 64>>>(a.p); }},
    {"missing_syncwarp", [](const Arrays& a) { lanes_kernel<false><<<1, 32>>>(a.p); }},
    {"syncwarp", [](const Arrays& a) { lanes_kernel<true><<<1, 32>>>(a.p); }},
    {"shared_memory_race", [](const Arrays& a) { same_word_kernel<<<1, 64>>>(a.p); }},
    {"missing_fence_of_the_writer", [](const Arrays& a) { publish_kernel<false, true><<<2, 1>>>(a.p, a.count, a.q); }},
    {"missing_fence_of_the_reader", [](const Arrays& a) { publish_kernel<true, false><<<2, 1>>>(a.p, a.count, a.q); }},
    {"fences", [](const Arrays& a) { publish_kernel<true, true><<<2, 1>>>(a.p, a.count, a.q); }},
    {"strides", [](const Arrays& a) { strides_kernel<<<1, 32>>>(a.q); }},
    {"shared_memory_of_each_kernel",
     [](const Arrays& a) {
       large_kernel<false><<<1, 32>>>(a.p, 1);
       large_kernel<true><<<1, 32>>>(a.p, 2);
     }},
    {"warp_waits_for_a_barrier", [](const Arrays& a) { warp_alone_kernel<<<1, 32>>>(a.p); }},
    {"missed_barrier", [](const Arrays& a) { missed_barrier_kernel<<<1, 64>>>(a.p); }},
    {"shuffle_from_an_absent_lane", [](const Arrays& a) { absent_lane_kernel<<<1, 32>>>(a.p); }},
    {"mask_names_lanes_that_ended", [](const Arrays& a) { gone_lanes_kernel<<<1, 32>>>(a.count); }},
    {"streams_without_order", [](const Arrays&) { two_streams(false); }},
    {"streams_in_order", [](const Arrays&) { two_streams(true); }},
    {"allocation_in_a_capture", [](const Arrays&) { captured(false); }},
    {"legacy_stream_in_a_capture", [](const Arrays&) { captured(true); }},
};

}  // namespace

int main(int n, char** arguments) {
  const auto found = cases.find(n == 2 ? arguments[1] : "");
  if (found == cases.end()) {
    std::printf("usage: cores_faults CASE\n");
    return 2;
  }
  found->second(Arrays());
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  std::printf("done\n");
}
