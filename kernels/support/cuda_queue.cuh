// The Queue of kernels/support/queue.h on a CUDA stream. Asynchronous; reads nothing back, allocates nothing, and can
// be captured into a graph.
#pragma once

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_scan.cuh>
#include <iterator>
#include <type_traits>

#include "kernels/narrow/tile_scan.h"
#include "kernels/support/check.cuh"
#include "kernels/support/queue.h"

namespace abut::device {

namespace cuda_queue_detail {

/// Blocks of kernels whose work is counted on the device: more than fit on any at once.
inline constexpr std::uint64_t most_blocks = 4096;

template <class Body>
constexpr unsigned block_size_of() {
  if constexpr (requires { Body::threads_per_block; }) {
    return Body::threads_per_block;
  } else {
    return block_size;
  }
}

/// One lane of a tile of threads of a warp.
template <int lanes>
class DeviceTile {
 public:
  static constexpr int size = lanes, held = 1;
  __device__ DeviceTile() : rank_(static_cast<int>(threadIdx.x) % lanes) {
    const unsigned in_warp = threadIdx.x % 32;
    mask_ = (lanes == 32 ? ~0u : (1u << lanes % 32) - 1) << (in_warp - in_warp % lanes);
  }
  __device__ int rank() const { return rank_; }
  template <class T>
  __device__ Farthest<T> best(const Farthest<T>* mine) const {
    Farthest<T> all = *mine;
    for (int step = 1; step < lanes; step *= 2) {
      const Farthest<T> other{__shfl_xor_sync(mask_, all.height, step), __shfl_xor_sync(mask_, all.id, step)};
      all = farther_of(all, other);
    }
    return all;
  }

 private:
  int rank_;
  unsigned mask_;
};

/// Bodies travel as a kernel's parameters.
template <class Body>
constexpr void check_body() {
  static_assert(std::is_trivially_copyable_v<Body> && sizeof(Body) <= 4000);
}

template <class Body>
__global__ void __launch_bounds__(block_size_of<Body>(), 1)
    for_each_kernel(const __grid_constant__ Body body, std::uint64_t count) {
  const std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) body(i);
}

template <class Body>
__global__ void __launch_bounds__(block_size_of<Body>(), 1)
    for_each_of_kernel(const __grid_constant__ Body body, const std::uint64_t* number, std::uint64_t most) {
  const std::uint64_t count = *number < most ? *number : most;
  const std::uint64_t step = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  for (std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
    body(i);
  }
}

template <class Body>
__global__ void __launch_bounds__(block_size_of<Body>(), 1)
    for_each_between_kernel(const __grid_constant__ Body body, const std::uint64_t* begin, const std::uint64_t* end) {
  const std::uint64_t step = static_cast<std::uint64_t>(gridDim.x) * blockDim.x, last = *end;
  for (std::uint64_t i = *begin + static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x; i < last;
       i += step) {
    body(i);
  }
}

template <int lanes, class Body>
__global__ void __launch_bounds__(tile_block_size, 1)
    for_each_tile_kernel(const __grid_constant__ Body body, const std::uint64_t* begin, const std::uint64_t* end) {
  const DeviceTile<lanes> tile;
  const std::uint64_t step = static_cast<std::uint64_t>(gridDim.x) * (tile_block_size / lanes), last = *end;
  std::uint64_t i = *begin + (static_cast<std::uint64_t>(blockIdx.x) * tile_block_size + threadIdx.x) / lanes;
  for (; i < last; i += step) body(i, tile);
}

/// `reduction.of(i)` as what an iterator points to.
template <class Reduction>
struct Values {
  using iterator_category = std::random_access_iterator_tag;
  using value_type = typename Reduction::Value;
  using difference_type = std::ptrdiff_t;
  using pointer = const value_type*;
  using reference = value_type;

  Reduction reduction;
  std::uint64_t at;

  __host__ __device__ value_type operator*() const { return reduction.of(at); }
  __host__ __device__ value_type operator[](difference_type n) const {
    return reduction.of(at + static_cast<std::uint64_t>(n));
  }
  __host__ __device__ Values operator+(difference_type n) const {
    return {reduction, at + static_cast<std::uint64_t>(n)};
  }
  __host__ __device__ Values& operator+=(difference_type n) {
    at += static_cast<std::uint64_t>(n);
    return *this;
  }
  __host__ __device__ Values& operator++() {
    ++at;
    return *this;
  }
  __host__ __device__ difference_type operator-(const Values& other) const {
    return static_cast<difference_type>(at - other.at);
  }
  __host__ __device__ bool operator==(const Values& other) const { return at == other.at; }
  __host__ __device__ bool operator!=(const Values& other) const { return at != other.at; }
};

template <class Reduction>
struct Join {
  __host__ __device__ typename Reduction::Value operator()(const typename Reduction::Value& a,
                                                           const typename Reduction::Value& b) const {
    return Reduction::join(a, b);
  }
};

}  // namespace cuda_queue_detail

class CudaQueue {
 public:
  explicit CudaQueue(void* stream) : stream_(static_cast<cudaStream_t>(stream)) {}

  /// Defined outside of the class: what a source instantiates, others can declare `extern`.
  template <class Body>
  void for_each(std::uint64_t count, const Body& body);

  template <class Body>
  void for_each_of(const std::uint64_t* number, std::uint64_t most, const Body& body) {
    using namespace cuda_queue_detail;
    check_body<Body>();
    if (most == 0) return;
    constexpr unsigned threads = block_size_of<Body>();
    for_each_of_kernel<<<few_blocks_for(most, threads), threads, 0, stream_>>>(body, number, most);
    ABUT_LAUNCH_CHECK("for_each_of_kernel");
  }

  template <class Body>
  void for_each_between(const std::uint64_t* begin, const std::uint64_t* end, std::uint64_t most, const Body& body) {
    using namespace cuda_queue_detail;
    check_body<Body>();
    if (most == 0) return;
    constexpr unsigned threads = block_size_of<Body>();
    for_each_between_kernel<<<few_blocks_for(most, threads), threads, 0, stream_>>>(body, begin, end);
    ABUT_LAUNCH_CHECK("for_each_between_kernel");
  }

  template <int lanes, class Body>
  void for_each_tile(const std::uint64_t* begin, const std::uint64_t* end, std::uint64_t most, const Body& body) {
    using namespace cuda_queue_detail;
    check_body<Body>();
    if (most == 0) return;
    for_each_tile_kernel<lanes>
        <<<few_blocks_for(most, tile_block_size / lanes), tile_block_size, 0, stream_>>>(body, begin, end);
    ABUT_LAUNCH_CHECK("for_each_tile_kernel");
  }

  template <class E>
  void fill(E* data, std::uint64_t count, int byte) {
    if (count > 0) ABUT_CUDA_CHECK(cudaMemsetAsync(data, byte, count * sizeof(E), stream_));
  }

  template <class E>
  void copy(E* to, const E* from, std::uint64_t count) {
    if (count > 0) ABUT_CUDA_CHECK(cudaMemcpyAsync(to, from, count * sizeof(E), cudaMemcpyDeviceToDevice, stream_));
  }

  template <class Key, class Value>
  std::size_t sort_bytes(std::uint64_t count) const {
    SortBuffers<Key, Value> none{nullptr, nullptr, nullptr, nullptr, count, 64};
    std::size_t bytes = 0;
    run_sort(none, nullptr, bytes);
    return bytes;
  }
  template <class Key, class Value>
  void sort(SortBuffers<Key, Value>& s, void* temporary, std::size_t bytes) {
    if (s.count > 0) run_sort(s, temporary, bytes);
  }

  std::size_t scan_bytes(std::uint64_t count) const {
    std::size_t bytes = 0;
    run_scan(nullptr, count, nullptr, bytes);
    return bytes;
  }
  void scan(std::uint64_t* sums, std::uint64_t count, void* temporary, std::size_t bytes) {
    if (count > 0) run_scan(sums, count, temporary, bytes);
  }

  template <class Reduction>
  std::size_t reduce_bytes(std::uint64_t count) const {
    std::size_t bytes = 0;
    run_reduce(count, Reduction{}, nullptr, nullptr, bytes);
    return bytes;
  }
  template <class Reduction>
  void reduce(std::uint64_t count, const Reduction& reduction, typename Reduction::Value* out, void* temporary,
              std::size_t bytes) {
    run_reduce(count, reduction, out, temporary, bytes);
  }

 private:
  static std::uint64_t blocks_for(std::uint64_t count, unsigned threads) { return (count + threads - 1) / threads; }
  static unsigned few_blocks_for(std::uint64_t count, unsigned threads) {
    const std::uint64_t blocks = blocks_for(count, threads);
    return static_cast<unsigned>(blocks < cuda_queue_detail::most_blocks ? blocks : cuda_queue_detail::most_blocks);
  }

  template <class Key, class Value>
  void run_sort(SortBuffers<Key, Value>& s, void* temporary, std::size_t& bytes) const {
    cub::DoubleBuffer<Key> keys(s.keys, s.spare_keys);
    if constexpr (std::is_same_v<Value, NoValue>) {
      ABUT_CUDA_CHECK(cub::DeviceRadixSort::SortKeys(temporary, bytes, keys, s.count, 0, s.bits, stream_));
    } else {
      cub::DoubleBuffer<Value> values(s.values, s.spare_values);
      ABUT_CUDA_CHECK(cub::DeviceRadixSort::SortPairs(temporary, bytes, keys, values, s.count, 0, s.bits, stream_));
    }
    if (temporary != nullptr && keys.Current() != s.keys) s.swap();
  }

  void run_scan(std::uint64_t* sums, std::uint64_t count, void* temporary, std::size_t& bytes) const {
    ABUT_CUDA_CHECK(cub::DeviceScan::ExclusiveSum(temporary, bytes, sums, count, stream_));
  }

  template <class Reduction>
  void run_reduce(std::uint64_t count, const Reduction& reduction, typename Reduction::Value* out, void* temporary,
                  std::size_t& bytes) const {
    using namespace cuda_queue_detail;
    ABUT_CUDA_CHECK(cub::DeviceReduce::Reduce(temporary, bytes, Values<Reduction>{reduction, 0}, out, count,
                                              Join<Reduction>{}, Reduction::neutral(), stream_));
  }

  cudaStream_t stream_;
};

template <class Body>
void CudaQueue::for_each(std::uint64_t count, const Body& body) {
  using namespace cuda_queue_detail;
  check_body<Body>();
  if (count == 0) return;
  constexpr unsigned threads = block_size_of<Body>();
  const std::uint64_t blocks = blocks_for(count, threads);
  if (blocks > 0x7fffffffu) throw InvalidInput(std::to_string(count) + " are more than one launch takes");
  for_each_kernel<<<static_cast<unsigned>(blocks), threads, 0, stream_>>>(body, count);
  ABUT_LAUNCH_CHECK("for_each_kernel");
}

}  // namespace abut::device
