// What the files of the stand-in for the CUDA runtime share. One lock is held in every call; kernels run on the
// caller's core.
#pragma once

#include <cuda_runtime_api.h>

#include <cstdint>
#include <cstdio>
#include <functional>
#include <memory>
#include <mutex>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

#include "context.h"

extern "C" void cores_switch(void** from, void* to);  // leaves a stack, goes on on another
extern "C" void cores_fiber_entry();

namespace cores {

enum class Order { forward, reverse, random };

/// From the environment: docs/how-to/cores.md names the variables.
struct Config {
  Order order = Order::forward;
  uint64_t seed = 0;
  int preempt = 0, lazy = 0, fill = 0xcb, multiprocessors = 16, architecture = 90, resident = 1;
  bool race = false, stats = false, trace = false, count = false;
  uint64_t memory = 2048ull << 20;
};
extern Config config;
extern std::mt19937_64 random_bits;
extern std::recursive_mutex global_lock;
void init();
std::string environment(const char* name, const char* otherwise);
double now();

// memory.cpp
struct ArrayEnd {  // an array in a block, and how many bytes behind it are nobody's
  uint64_t offset, bytes, behind;
};
std::vector<ArrayEnd> take_array_ends();  // what the calling thread has said since its last operation
void tell_array_ends(const std::vector<ArrayEnd>& ends);
void map_arena();
void* device_alloc(uint64_t bytes, bool counted = true);  // one that is not counted is never freed
bool device_free(void* p);
bool in_arena(const void* p);
bool is_device_block(const void* p);
std::string describe_address(uint64_t address);
uint64_t device_bytes_taken();
bool range_ok(const void* p, size_t n, bool write, const char* what);
void copy_bytes(void* to, const void* from, size_t n);
uint8_t* map_memory(uint64_t bytes);

// modules.cpp
struct Module {
  const void* fatbin = nullptr;
  std::string name;
  const ModuleInfo* info = nullptr;
  bool loaded = false;
};
struct Kernel {
  Module* module = nullptr;
  std::string name;
  const KernelInfo* info = nullptr;
  int dynamic_max = 48 * 1024;
  uint64_t launches = 0, threads = 0;
  double seconds = 0;
};
extern std::vector<Module*> modules;
extern std::unordered_map<const void*, Kernel*> kernels;
Kernel* find_kernel(const void* function);
void add_kernel(void** module, const void* function, const char* name);

// launch.cpp, warps.cpp, fibers.cpp
struct Launch {
  Kernel* kernel = nullptr;
  dim3 grid, block;
  uint32_t dynamic = 0;
  std::vector<char> parameters;
  std::vector<char*> at;
};
struct Warp {
  uint32_t started = 0, alive = 0, waiting = 0;
  uint64_t value[32], out[32];
  uint32_t b[32], c[32], mask[32];
  int op[32], line[32];
  bool predicate[32];
};
struct Barrier {
  uint32_t arrived = 0, wanted = 0, combined = 0, result = 0;
};
enum class State { none, ready, in_warp, at_barrier, trapped, ended };
struct RaceThread;
struct CountThread;
struct RaceCell;
struct Block;
struct Fiber {
  Ctx context;
  void* sp = nullptr;
  char* stack = nullptr;
  State state = State::none;
  int wait_line = 0, wait_barrier = 0;
  Warp* warp = nullptr;
  Block* block = nullptr;
  const KernelInfo* kernel = nullptr;
  std::unique_ptr<RaceThread> race;
  std::unique_ptr<CountThread> count;
  Fiber();
  ~Fiber();
};
struct Block {
  uint32_t alive = 0, threads = 0;
  std::vector<Warp> warps;
  Barrier barriers[16];
  std::vector<uint8_t> shared, shared_written;
  std::vector<RaceCell> race_cells;  // of shared memory
  std::vector<std::unique_ptr<Fiber>> fibers;
  Block();
  ~Block();
};
extern Launch* current;
extern Ctx* current_thread;
extern void* scheduler_sp;
void run_launch(Launch& launch);
void run_fibers(Launch& launch, const KernelInfo& kernel, uint32_t threads, uint64_t blocks);
void begin_thread(Ctx& c, const Launch& launch, uint64_t block, uint32_t thread);
void begin_launch(Ctx& c, Launch& launch);
std::unique_ptr<Fiber> new_fiber();
void start_fiber(Fiber& fiber);
void to_scheduler(Fiber& fiber);
bool complete_warp(Block& block, Warp& warp, int lane);
void wake_warp(Block& block, Warp& warp);
void check_barrier(Block& block, int id);
cudaError_t launch_kernel(const void* f, dim3 grid, dim3 block, void** arguments, size_t dynamic, cudaStream_t stream);

// streams.cpp
cudaError_t fail(cudaError_t error);  // kept for cudaGetLastError
cudaError_t enqueue(cudaStream_t stream, std::function<void()> operation);
void flush(cudaStream_t only);  // until this one is empty; null: until all are
cudaStream_t stream_of(cudaStream_t stream);
bool is_capturing(cudaStream_t stream);
bool any_capture();
cudaError_t refuse_in_capture();

// report.cpp
void note(const char* what, int line, const Ctx* c, uint64_t address, uint32_t size);
void finish();

// race.cpp: happens-before among the threads of a launch
void race_begin_launch(uint64_t threads);
void race_begin_thread(RaceThread& thread, uint32_t index, RaceCell* shared, uint64_t shared_begin);
void race_access(Ctx* c, uint64_t address, uint32_t size, int kind, int line);
void race_fence(Ctx* c);
void race_join(const std::vector<RaceThread*>& threads);
RaceCell* race_shared_cells(Block& block);

// count.cpp: what a launch costs
void count_begin_thread(CountThread& thread, const Kernel* kernel, uint64_t stack_top);
void count_block(CountThread& thread, int block);
void count_access(Ctx* c, uint64_t address, uint32_t bytes, int kind, int line);
void count_join(Kernel* kernel, const std::vector<CountThread*>& lanes);
void count_end_warp(Kernel* kernel, const std::vector<CountThread*>& lanes);
void write_counts();

}  // namespace cores
