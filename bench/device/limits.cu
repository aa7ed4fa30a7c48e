// What the device can do at most: copying, and arithmetic in registers.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "bench/device/bench.h"

namespace abut::device_bench {
namespace {

constexpr int chains = 8;  // independent of each other, so that one does not wait for another
constexpr int steps = 4096;
constexpr unsigned threads = 256, starts = 1024;

/// Adds up nothing that matters: each chain goes to its fixed point, without overflow or subnormal numbers.
template <class T, bool fused>
__host__ __device__ T after_steps(T x, T factor, T term) {
  T chain[chains];
  for (int k = 0; k < chains; ++k) chain[k] = x + static_cast<T>(k);
  for (int step = 0; step < steps; ++step) {
    for (int k = 0; k < chains; ++k) chain[k] = fused ? fma(chain[k], factor, term) : chain[k] * factor + term;
  }
  T sum = 0;
  for (int k = 0; k < chains; ++k) sum += chain[k];
  return sum;
}

template <class T, bool fused>
__global__ void __launch_bounds__(threads) arithmetic_kernel(T factor, T term, T* out) {
  const unsigned i = blockIdx.x * threads + threadIdx.x;
  out[i] = after_steps<T, fused>(static_cast<T>(i % starts), factor, term);
}

template <class T, bool fused>
void measure_arithmetic(Bench& bench, const char* what, unsigned blocks) {
  const T factor = static_cast<T>(0.999), term = static_cast<T>(0.5);
  const std::size_t count = std::size_t{blocks} * threads;
  Memory<T> out(bench.stream, count);
  out.fill(0xff);
  const Graph graph(bench.stream, [&](const Cuda& cuda) {
    arithmetic_kernel<T, fused>
        <<<blocks, threads, 0, static_cast<cudaStream_t>(cuda.stream)>>>(factor, term, out.data());
    ABUT_LAUNCH_CHECK("arithmetic_kernel");
  });
  graph.run();
  Measurement m{what, scalar_name<T>, Unit::operations};
  m.items = 2.0 * chains * steps * static_cast<double>(count);
  const std::vector<T> got = out.download(count);
  for (std::size_t i = 0; i < count && m.fault.empty(); ++i) {
    if (i >= starts && got[i] == got[i % starts]) continue;
    const T expected = after_steps<T, fused>(static_cast<T>(i % starts), factor, term);
    if (!(got[i] == expected)) m.fault = "thread " + std::to_string(i) + ": " + std::to_string(got[i]);
  }
  const Graph* const graphs[] = {&graph};
  add_timed(bench, std::move(m), graphs);
}

void measure_copy(Bench& bench) {
  const std::size_t bytes = std::min<std::size_t>(std::size_t{1} << 30, 1000 * bench.pairs);
  std::vector<unsigned char> pattern(bytes);
  for (std::size_t i = 0; i + 8 <= bytes; i += 8) {
    const std::uint64_t word = mix64(i);
    std::memcpy(&pattern[i], &word, 8);
  }
  const Memory<unsigned char> from(bench.stream, pattern);
  Memory<unsigned char> to(bench.stream, bytes);
  to.fill(0xff);
  const Graph graph(bench.stream, [&](const Cuda& cuda) {
    ABUT_CUDA_CHECK(cudaMemcpyAsync(to.data(), from.data(), bytes, cudaMemcpyDeviceToDevice,
                                    static_cast<cudaStream_t>(cuda.stream)));
  });
  graph.run();
  Measurement m{"copy, bytes read and written", "", Unit::bytes};
  m.items = 2.0 * static_cast<double>(bytes);
  if (to.download(bytes) != pattern) m.fault = "the copy differs";
  const Graph* const graphs[] = {&graph};
  add_timed(bench, m, graphs);
  const Measurement& done = bench.all.back();
  if (done.fault.empty()) bench.machine.copy_rate = done.items / done.timing.median;
}

}  // namespace

void measure_limits(Bench& bench) {
  measure_copy(bench);
  int device = 0, processors = 0;
  ABUT_CUDA_CHECK(cudaGetDevice(&device));
  ABUT_CUDA_CHECK(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
  const unsigned blocks = 16 * static_cast<unsigned>(processors);
  measure_arithmetic<float, true>(bench, "fma in registers, two operations each", blocks);
  measure_arithmetic<float, false>(bench, "multiplication and addition in registers", blocks);
  measure_arithmetic<double, true>(bench, "fma in registers, two operations each", blocks);
  measure_arithmetic<double, false>(bench, "multiplication and addition in registers", blocks);
}

}  // namespace abut::device_bench
