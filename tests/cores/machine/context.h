// What translated PTX and the runtime share: the context of a thread, and the tables of a module. A thread of a kernel
// is a call of a C++ function.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define INL inline __attribute__((always_inline))
#define MEM static __attribute__((noinline))

namespace cores {

struct LocalFrame {
  uint64_t lo, hi;
  LocalFrame* prev;
};
struct Launch;
struct Fiber;
struct RaceThread;
struct CountThread;

struct Ctx {
  uint32_t tid[3], ctaid[3], ntid[3], nctaid[3];
  uint32_t lane, linear;  // linear: thread in block
  uint32_t smem_size;     // static + dynamic
  uint32_t preempt;       // yield at atomics, fences, global stores
  uint64_t smem;          // host address of shared offset 0
  uint8_t* smem_init;     // one byte per byte of shared memory, relative to offset 0
  LocalFrame* frames;
  char* const* param;
  uint64_t param_lo, param_hi;
  Launch* launch;
  Fiber* fiber;
  uint32_t watch;  // bits: 1 races, 2 counts
  RaceThread* race;
  CountThread* count;
};

constexpr uint32_t smem_first = 1024;        // shared offsets begin here, as on sm_90
constexpr uint64_t arena_size = 1ull << 36;  // address space; what may be allocated is less

}  // namespace cores

extern "C" {
extern uint8_t* cores_arena;   // device memory
extern uint8_t* cores_shadow;  // per byte: 1 addressable, 2 written
extern uint32_t cores_poison_local;
bool cores_slow_access(cores::Ctx* c, uint64_t a, uint32_t size, int kind, int line);  // may the access be made?
void cores_report(cores::Ctx* c, const char* what, uint64_t a, uint32_t size, int line);
void cores_unsupported(cores::Ctx* c, const char* what, int line);
uint64_t cores_warp(cores::Ctx* c, int op, uint32_t mask, uint64_t a, uint32_t b, uint32_t cc, bool* p, int line);
uint32_t cores_bar(cores::Ctx* c, uint32_t id, uint32_t count, int red, bool p, int line);
void cores_yield(cores::Ctx* c);
void cores_trap(cores::Ctx* c, int line);
void cores_exit(cores::Ctx* c);
void cores_watch(cores::Ctx* c, uint64_t a, uint32_t size, uint32_t bytes, int kind, int line);
void cores_watch_fence(cores::Ctx* c);
void cores_count_block(cores::Ctx* c, int block);
}

namespace cores {

enum Access { access_load, access_store, access_atomic, access_strong_load, access_strong_store };
constexpr int instruction_classes = 7;  // float, double, integer, memory, control, special, warp

enum WarpOp {
  W_UP,
  W_DOWN,
  W_BFLY,
  W_IDX,
  W_BALLOT,
  W_ANY,
  W_ALL,
  W_UNI,
  W_MATCH_ANY,
  W_MATCH_ALL,
  W_SYNC,
  W_RADD,
  W_RMINU,
  W_RMAXU,
  W_RMINS,
  W_RMAXS,
  W_RAND,
  W_ROR,
  W_RXOR,
  W_ELECT
};

struct KernelInfo {
  const char* name;
  void (*run)(Ctx*);
  int params;
  const uint32_t* param_size;
  uint32_t maxntid;
  uint32_t smem;
  int has_sync;
  int first_block, blocks;  // coverage
};
struct GlobalVar {
  const char* name;
  uint64_t* address;
  uint64_t size, align;
  const uint8_t* init;
  uint64_t init_size;
};
struct ModuleInfo {
  int version;
  const char* ptx;
  int kernels;
  const KernelInfo* kernel;
  int globals;
  const GlobalVar* global;
  int blocks;
  uint8_t* cov;
  const uint32_t* cov_line;
  const uint32_t* cov_count;
  const uint16_t* block_classes;  // instructions of each class, block by block
};

template <class To, class From>
INL To bc(From f) {
  static_assert(sizeof(To) == sizeof(From));
  To t;
  __builtin_memcpy(&t, &f, sizeof(t));
  return t;
}
template <class T>
INL T raw_load(uint64_t a) {
  T v;
  __builtin_memcpy(&v, (const void*)a, sizeof(T));
  return v;
}
template <class T>
INL void raw_store(uint64_t a, T v) {
  __builtin_memcpy((void*)a, &v, sizeof(T));
}

struct Frame : LocalFrame {
  Ctx* c;
  INL Frame(Ctx* thread, char* p, uint64_t n) : c(thread) {
    lo = (uint64_t)p;
    hi = lo + n;
    prev = c->frames;
    c->frames = this;
    if (UNLIKELY(cores_poison_local)) memset(p, (int)(cores_poison_local & 0xff), n);
  }
  INL ~Frame() { c->frames = prev; }
};

template <int n>
struct sized;
template <>
struct sized<1> {
  typedef uint8_t t;
};
template <>
struct sized<2> {
  typedef uint16_t t;
};
template <>
struct sized<4> {
  typedef uint32_t t;
};
template <>
struct sized<8> {
  typedef uint64_t t;
};

}  // namespace cores

using namespace cores;
