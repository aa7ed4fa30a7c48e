// A launch: its threads one after another; as fibers where they wait for each other, share memory, or are to be
// interrupted.
#include "count.h"
#include "race.h"

#include <algorithm>
#include <cstring>
#include <numeric>

namespace cores {

Launch* current = nullptr;
Ctx* current_thread = nullptr;

namespace {

__extension__ using Wide = unsigned __int128;

constexpr size_t most_parameters = 32764;  // bytes, of CUDA 12.1 and later for compute capability 7.0 and later

uint32_t watched() { return (config.race ? 1u : 0u) | (config.count ? 2u : 0u); }

/// Numbers 0 .. n - 1 in the order that is asked for: n - 1 .. 0, or steps around a circle.
struct Sequence {
  uint64_t n, step = 1, first = 0;
  explicit Sequence(uint64_t count) : n(count) {
    if (config.order != Order::random || n < 2) return;
    do step = random_bits() % n;
    while (std::gcd(step, n) != 1);
    first = random_bits() % n;
  }
  uint64_t operator[](uint64_t i) const {
    if (config.order == Order::reverse) return n - 1 - i;
    return static_cast<uint64_t>((static_cast<Wide>(i) * step + first) % n);
  }
};

void run_alone(Launch& launch, const KernelInfo& kernel, uint32_t threads, uint64_t blocks) {
  Ctx c;
  begin_launch(c, launch);
  current_thread = &c;
  RaceThread race;
  std::vector<CountThread> lanes(config.count ? 32 : 0);
  std::vector<CountThread*> warp;
  const Sequence order(blocks * threads);
  for (uint64_t i = 0; i < blocks * threads; ++i) {
    const uint64_t j = order[i];
    const uint32_t thread = static_cast<uint32_t>(j % threads);
    begin_thread(c, launch, j / threads, thread);
    c.frames = nullptr;
    c.watch = watched();
    c.race = &race;
    if (config.race) race_begin_thread(race, static_cast<uint32_t>(j), nullptr, 0);
    if (config.count) {
      c.count = &lanes[c.lane];
      count_begin_thread(*c.count, launch.kernel, reinterpret_cast<uint64_t>(&c));
      warp.push_back(c.count);
    }
    kernel.run(&c);
    if (config.count && (c.lane == 31 || thread + 1 == threads)) {
      count_end_warp(launch.kernel, warp);
      warp.clear();
    }
  }
  current_thread = nullptr;
}

cudaError_t check_launch(const Kernel& k, dim3 grid, dim3 block, size_t dynamic) {
  const uint64_t threads = static_cast<uint64_t>(block.x) * block.y * block.z;
  if (threads == 0 || threads > 1024 || block.z > 64 || grid.x == 0 || grid.y == 0 || grid.z == 0 ||
      grid.x > 0x7fffffffu || grid.y > 65535 || grid.z > 65535) {
    return cudaErrorInvalidConfiguration;
  }
  if (threads > k.info->maxntid) {
    note("more threads than the kernel's bound", 0, nullptr, threads, 0);
    return cudaErrorLaunchOutOfResources;
  }
  const size_t most = static_cast<size_t>(std::max(k.dynamic_max, 48 * 1024));
  return k.info->smem > 48 * 1024 || dynamic + k.info->smem > most ? cudaErrorInvalidValue : cudaSuccess;
}

void take_parameters(Launch& launch, void** arguments) {
  const KernelInfo& info = *launch.kernel->info;
  std::vector<size_t> at;
  size_t offset = 0;
  for (int i = 0; i < info.params; ++i) {
    const uint32_t size = info.param_size[2 * i], alignment = info.param_size[2 * i + 1];
    offset = (offset + alignment - 1) / alignment * alignment;
    at.push_back(offset);
    offset += size;
  }
  if (offset > most_parameters) note("more than 32764 bytes of parameters", 0, nullptr, offset, 0);
  launch.parameters.resize(offset + 64);
  const uint64_t begin = (reinterpret_cast<uint64_t>(launch.parameters.data()) + 63) & ~uint64_t{63};
  for (int i = 0; i < info.params; ++i) {
    launch.at.push_back(reinterpret_cast<char*>(begin) + at[static_cast<size_t>(i)]);
    std::memcpy(launch.at.back(), arguments[i], info.param_size[2 * i]);
  }
}

}  // namespace

void begin_thread(Ctx& c, const Launch& launch, uint64_t block, uint32_t thread) {
  c.ctaid[0] = static_cast<uint32_t>(block % launch.grid.x);
  c.ctaid[1] = static_cast<uint32_t>(block / launch.grid.x % launch.grid.y);
  c.ctaid[2] = static_cast<uint32_t>(block / launch.grid.x / launch.grid.y);
  c.tid[0] = thread % launch.block.x;
  c.tid[1] = thread / launch.block.x % launch.block.y;
  c.tid[2] = thread / launch.block.x / launch.block.y;
  c.linear = thread;
  c.lane = thread % 32;
}

void begin_launch(Ctx& c, Launch& launch) {
  c = Ctx{};
  c.ntid[0] = launch.block.x, c.ntid[1] = launch.block.y, c.ntid[2] = launch.block.z;
  c.nctaid[0] = launch.grid.x, c.nctaid[1] = launch.grid.y, c.nctaid[2] = launch.grid.z;
  c.launch = &launch;
  c.param = launch.at.data();
  c.param_lo = reinterpret_cast<uint64_t>(launch.parameters.data());
  c.param_hi = c.param_lo + launch.parameters.size();
}

void run_launch(Launch& launch) {
  Kernel& kernel = *launch.kernel;
  const KernelInfo& info = *kernel.info;
  const uint32_t threads = launch.block.x * launch.block.y * launch.block.z;
  const uint64_t blocks = static_cast<uint64_t>(launch.grid.x) * launch.grid.y * launch.grid.z;
  const double begin = now();
  Launch* before = current;
  current = &launch;
  if (config.race) race_begin_launch(blocks * threads);
  if (config.trace) std::fprintf(stderr, "cores: %lu x %u %s\n", blocks, threads, kernel.name.c_str());
  if (info.has_sync || info.smem || launch.dynamic || config.preempt) {
    run_fibers(launch, info, threads, blocks);
  } else {
    run_alone(launch, info, threads, blocks);
  }
  current = before;
  ++kernel.launches;
  kernel.threads += blocks * threads;
  kernel.seconds += now() - begin;
}

cudaError_t launch_kernel(const void* f, dim3 grid, dim3 block, void** arguments, size_t dynamic, cudaStream_t stream) {
  const std::lock_guard lock(global_lock);
  init();
  Kernel* kernel = find_kernel(f);
  if (!kernel) return fail(cudaErrorInvalidDeviceFunction);
  if (const cudaError_t error = check_launch(*kernel, grid, block, dynamic)) return fail(error);
  const auto launch = std::make_shared<Launch>();
  launch->kernel = kernel;
  launch->grid = grid;
  launch->block = block;
  launch->dynamic = static_cast<uint32_t>(dynamic);
  take_parameters(*launch, arguments);
  return enqueue(stream, [launch] { run_launch(*launch); });
}

}  // namespace cores
