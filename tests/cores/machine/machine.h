// What translated PTX is compiled against. A thread of a kernel is a call of a C++ function.
#pragma once
#include <cstdint>
#include <cstring>
#include <cmath>

#define LIKELY(x) __builtin_expect(!!(x), 1)
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#define COLD __attribute__((noinline, cold))
#define INL inline __attribute__((always_inline))
#define MEM static __attribute__((noinline))

namespace cores {

struct LocalFrame { uint64_t lo, hi; LocalFrame* prev; };
struct Launch;
struct Fiber;
struct RaceThread;
struct CountThread;

struct Ctx {
  uint32_t tid[3], ctaid[3], ntid[3], nctaid[3];
  uint32_t lane, linear;      // linear: thread in block
  uint32_t smem_size;         // static + dynamic
  uint32_t preempt;           // yield at atomics, fences, global stores
  uint64_t smem;              // host address of shared offset 0
  uint8_t* smem_init;         // one byte per byte of shared memory, relative to offset 0
  LocalFrame* frames;
  char* const* param;
  uint64_t param_lo, param_hi;
  Launch* launch;
  Fiber* fiber;
  uint32_t watch;             // bits: 1 races, 2 counts
  RaceThread* race;
  CountThread* count;
};

constexpr uint32_t smem_first = 1024;  // shared offsets begin here, as on sm_90
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

enum WarpOp { W_UP, W_DOWN, W_BFLY, W_IDX, W_BALLOT, W_ANY, W_ALL, W_UNI, W_MATCH_ANY, W_MATCH_ALL, W_SYNC,
  W_RADD, W_RMINU, W_RMAXU, W_RMINS, W_RMAXS, W_RAND, W_ROR, W_RXOR, W_ELECT };

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
struct GlobalVar { const char* name; uint64_t* address; uint64_t size, align; const uint8_t* init; uint64_t init_size; };
struct ModuleInfo {
  int version;
  const char* ptx;
  int kernels; const KernelInfo* kernel;
  int globals; const GlobalVar* global;
  int blocks; uint8_t* cov; const uint32_t* cov_line; const uint32_t* cov_count;
  const uint16_t* block_classes;  // instructions of each class, block by block
};

template <class To, class From> INL To bc(From f) {
  static_assert(sizeof(To) == sizeof(From)); To t; __builtin_memcpy(&t, &f, sizeof(t)); return t;
}
template <class T> INL T raw_load(uint64_t a) { T v; __builtin_memcpy(&v, (const void*)a, sizeof(T)); return v; }
template <class T> INL void raw_store(uint64_t a, T v) { __builtin_memcpy((void*)a, &v, sizeof(T)); }

struct Frame : LocalFrame {
  Ctx* c;
  INL Frame(Ctx* c, char* p, uint64_t n) : c(c) {
    lo = (uint64_t)p; hi = lo + n; prev = c->frames; c->frames = this;
    if (UNLIKELY(cores_poison_local)) memset(p, (int)(cores_poison_local & 0xff), n);
  }
  INL ~Frame() { c->frames = prev; }
};

template <int n> struct sized;
template <> struct sized<1> { typedef uint8_t t; };
template <> struct sized<2> { typedef uint16_t t; };
template <> struct sized<4> { typedef uint32_t t; };
template <> struct sized<8> { typedef uint64_t t; };

// bytes: of the whole (vector) access, for its alignment; 0: an element of a vector that has been seen
template <class T> MEM T ld_any(Ctx* c, uint64_t a, uint32_t bytes, int line, int access = access_load) {
  {
    const uint64_t off = a - (uint64_t)cores_arena;
    typedef typename sized<sizeof(T)>::t S;
    if (LIKELY(off < arena_size - 64)) {
      const S sh = raw_load<S>((uint64_t)cores_shadow + off);
      if (UNLIKELY(sh != (S)0x0303030303030303ull || (bytes && (a & (bytes - 1)))))
        if (!cores_slow_access(c, a, bytes ? bytes << 8 | sizeof(T) : sizeof(T), 0, line)) return T(0);
    } else if (!(c->frames && a >= c->frames->lo && a + sizeof(T) <= c->frames->hi && !(bytes && (a & (bytes - 1))))) {
      if (!cores_slow_access(c, a, bytes ? bytes << 8 | sizeof(T) : sizeof(T), 0, line)) return T(0);
    }
  }
  if (UNLIKELY(c->watch)) cores_watch(c, a, sizeof(T), bytes, access, line);
  return raw_load<T>(a);
}
template <class T> MEM void st_any(Ctx* c, uint64_t a, T v, uint32_t bytes, int line, int access = access_store) {
  constexpr int kind = 1;
  {
    const uint64_t off = a - (uint64_t)cores_arena;
    typedef typename sized<sizeof(T)>::t S;
    if (LIKELY(off < arena_size - 64)) {
      const S sh = raw_load<S>((uint64_t)cores_shadow + off);
      if (UNLIKELY((sh & (S)0x0101010101010101ull) != (S)0x0101010101010101ull || (bytes && (a & (bytes - 1)))))
        if (!cores_slow_access(c, a, bytes ? bytes << 8 | sizeof(T) : sizeof(T), kind, line)) return;
      raw_store<S>((uint64_t)cores_shadow + off, (S)0x0303030303030303ull);
      if (UNLIKELY(c->preempt > 1)) cores_yield(c);
    } else if (!(c->frames && a >= c->frames->lo && a + sizeof(T) <= c->frames->hi && !(bytes && (a & (bytes - 1))))) {
      if (!cores_slow_access(c, a, bytes ? bytes << 8 | sizeof(T) : sizeof(T), kind, line)) return;
    }
  }
  if (UNLIKELY(c->watch)) cores_watch(c, a, sizeof(T), bytes, access, line);
  raw_store<T>(a, v);
}
template <class T> MEM T ld_local(Ctx* c, uint64_t a, uint32_t bytes, int line) {
  if (!(c->frames && a >= c->frames->lo && a + sizeof(T) <= c->frames->hi && !(bytes && (a & (bytes - 1)))))
    if (!cores_slow_access(c, a, bytes ? bytes << 8 | sizeof(T) : sizeof(T), 4, line)) return T(0);
  if (UNLIKELY(c->watch)) cores_watch(c, a, sizeof(T), bytes, access_load, line);
  return raw_load<T>(a);
}
template <class T> MEM void st_local(Ctx* c, uint64_t a, T v, uint32_t bytes, int line) {
  if (!(c->frames && a >= c->frames->lo && a + sizeof(T) <= c->frames->hi && !(bytes && (a & (bytes - 1)))))
    if (!cores_slow_access(c, a, bytes ? bytes << 8 | sizeof(T) : sizeof(T), 5, line)) return;
  if (UNLIKELY(c->watch)) cores_watch(c, a, sizeof(T), bytes, access_store, line);
  raw_store<T>(a, v);
}
// a: offset in shared memory
template <class T> MEM bool shared_ok(Ctx* c, uint64_t a, uint32_t bytes, int line, bool load) {
  if (UNLIKELY(a < smem_first || a + sizeof(T) > smem_first + c->smem_size)) {
    cores_report(c, load ? "shared load out of bounds" : "shared store out of bounds", a, sizeof(T), line); return false;
  }
  if (UNLIKELY(bytes && (a & (bytes - 1)))) { cores_report(c, "misaligned shared access", a, bytes, line); return false; }
  typedef typename sized<sizeof(T)>::t S;
  uint64_t s = (uint64_t)c->smem_init + a;
  if (load) { if (UNLIKELY(raw_load<S>(s) != (S)0x0101010101010101ull)) cores_report(c, "uninitialised shared load", a, sizeof(T), line); }
  else raw_store<S>(s, (S)0x0101010101010101ull);
  return true;
}
template <class T> MEM T ld_shared(Ctx* c, uint64_t a, uint32_t bytes, int line, int access = access_load) {
  if (!shared_ok<T>(c, a, bytes, line, true)) return T(0);
  if (UNLIKELY(c->watch)) cores_watch(c, c->smem + a, sizeof(T), bytes, access, line);
  return raw_load<T>(c->smem + a);
}
template <class T> MEM void st_shared(Ctx* c, uint64_t a, T v, uint32_t bytes, int line, int access = access_store) {
  if (!shared_ok<T>(c, a, bytes, line, false)) return;
  if (UNLIKELY(c->watch)) cores_watch(c, c->smem + a, sizeof(T), bytes, access, line);
  raw_store<T>(c->smem + a, v);
}
template <class T> MEM T ld_param(Ctx* c, uint64_t a, uint32_t bytes, int line) {
  if (UNLIKELY(a < c->param_lo || a + sizeof(T) > c->param_hi || (bytes && (a & (bytes - 1))))) {
    if (!cores_slow_access(c, a, bytes ? bytes << 8 | sizeof(T) : sizeof(T), 0, line)) return T(0);
  }
  return raw_load<T>(a);
}

// space: 0 generic or global, 1 shared
template <class T, class F> INL T atom(Ctx* c, int space, uint64_t a, int line, const F& f) {
  if (c->preempt) cores_yield(c);
  T old;
  const uint32_t watch = c->watch, preempt = c->preempt;
  c->watch = c->preempt = 0;
  if (space == 1) {
    old = ld_shared<T>(c, a, sizeof(T), line);
    st_shared<T>(c, a, f(old), sizeof(T), line);
    a += c->smem;
  } else {
    old = ld_any<T>(c, a, sizeof(T), line);
    st_any<T>(c, a, f(old), sizeof(T), line);
  }
  c->watch = watch;
  c->preempt = preempt;
  if (UNLIKELY(watch)) cores_watch(c, a, sizeof(T), sizeof(T), access_atomic, line);
  return old;
}
INL void fence(Ctx* c) {
  if (UNLIKELY(c->watch)) cores_watch_fence(c);
  if (UNLIKELY(c->preempt)) cores_yield(c);
}
INL void enter_block(Ctx* c, uint8_t* seen, int block) {
  seen[block] = 1;
  if (UNLIKELY(c->watch & 2)) cores_count_block(c, block);
}


// Arithmetic: f32 results that are NaN are 0x7fffffff on NVIDIA GPUs
INL float cn(float x) { return LIKELY(x == x) ? x : bc<float>(0x7fffffffu); }
INL double cn(double x) { return x; }
template <class F> INL F ptx_min(F a, F b) {
  if (a != a) return b != b ? cn(a) : b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? a : b;
  return a < b ? a : b;
}
template <class F> INL F ptx_max(F a, F b) {
  if (a != a) return b != b ? cn(a) : b;
  if (b != b) return a;
  if (a == b) return std::signbit(a) ? b : a;
  return a > b ? a : b;
}
INL float ptx_fma(float a, float b, float c) { return cn(__builtin_fmaf(a, b, c)); }
INL double ptx_fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
INL float ptx_sqrt(float a) { return cn(__builtin_sqrtf(a)); }
INL double ptx_sqrt(double a) { return __builtin_sqrt(a); }
INL float fabs_(float a) { return bc<float>(bc<uint32_t>(a) & 0x7fffffffu); }
INL double fabs_(double a) { return bc<double>(bc<uint64_t>(a) & 0x7fffffffffffffffull); }
INL float fneg_(float a) { return bc<float>(bc<uint32_t>(a) ^ 0x80000000u); }
INL double fneg_(double a) { return bc<double>(bc<uint64_t>(a) ^ 0x8000000000000000ull); }
// float to integer, rounded already; clamps
template <class I, class F> INL I f2i(F x) {
  constexpr bool is_signed = (I)-1 < (I)0;
  if (x != x) {
    if (sizeof(F) == 4 && sizeof(I) < 8) return 0;
    return (I)((typename sized<sizeof(I)>::t)1 << (sizeof(I) * 8 - 1));
  }
  const int bits = sizeof(I) * 8 - (is_signed ? 1 : 0);
  const F top = (F)__builtin_ldexp(1.0, bits);
  if (x >= top) return is_signed ? (I)(((typename sized<sizeof(I)>::t)1 << (sizeof(I) * 8 - 1)) - 1) : (I)-1;
  if (is_signed) { if (x < -top) return (I)((typename sized<sizeof(I)>::t)1 << (sizeof(I) * 8 - 1)); }
  else if (x <= (F)-1) return 0;
  else if (x < 0) return 0;
  return (I)x;
}
INL float rint_(float x) { return __builtin_rintf(x); }
INL double rint_(double x) { return __builtin_rint(x); }
INL float floor_(float x) { return __builtin_floorf(x); }
INL double floor_(double x) { return __builtin_floor(x); }
INL float ceil_(float x) { return __builtin_ceilf(x); }
INL double ceil_(double x) { return __builtin_ceil(x); }
INL float trunc_(float x) { return __builtin_truncf(x); }
INL double trunc_(double x) { return __builtin_trunc(x); }
template <class U> INL U shl_(U a, uint32_t n) { return n >= sizeof(U) * 8 ? 0 : (U)(a << n); }
template <class U> INL U shr_(U a, uint32_t n) { return n >= sizeof(U) * 8 ? (U)((U)-1 < 0 && a < 0 ? -1 : 0) : (U)(a >> n); }
template <class U> INL U div_(U a, U b) { if (b == 0) return (U)-1; if ((U)-1 < 0 && b == (U)-1) return (U)(0 - (typename sized<sizeof(U)>::t)a); return a / b; }
template <class U> INL U rem_(U a, U b) { if (b == 0) return a; if ((U)-1 < 0 && b == (U)-1) return 0; return a % b; }
INL uint32_t prmt_(uint32_t a, uint32_t b, uint32_t s) {
  const uint64_t v = (uint64_t)b << 32 | a; uint32_t r = 0;
  for (int i = 0; i < 4; ++i) {
    const uint32_t n = s >> (4 * i) & 15; uint32_t byte = (uint32_t)(v >> (8 * (n & 7))) & 255;
    if (n & 8) byte = byte & 128 ? 255 : 0;
    r |= byte << (8 * i);
  }
  return r;
}
INL uint32_t lop3_(uint32_t a, uint32_t b, uint32_t c, uint32_t t) {
  uint32_t r = 0;
  if (t & 1) r |= ~a & ~b & ~c; if (t & 2) r |= ~a & ~b & c; if (t & 4) r |= ~a & b & ~c; if (t & 8) r |= ~a & b & c;
  if (t & 16) r |= a & ~b & ~c; if (t & 32) r |= a & ~b & c; if (t & 64) r |= a & b & ~c; if (t & 128) r |= a & b & c;
  return r;
}
template <class U> INL U bfi_(U a, U b, uint32_t pos, uint32_t len) {
  const uint32_t w = sizeof(U) * 8; pos &= 255; len &= 255;
  U f = b;
  for (uint32_t i = 0; i < len && pos + i < w; ++i) f = (U)((f & ~((U)1 << (pos + i))) | ((a >> i & 1) << (pos + i)));
  return f;
}
template <class U, class S> INL U bfe_(U a, uint32_t pos, uint32_t len, bool sg) {
  const uint32_t w = sizeof(U) * 8; pos &= 255; len &= 255;
  U sbit = 0;
  if (sg && len) { uint32_t q = pos + len - 1; if (q > w - 1) q = w - 1; sbit = a >> q & 1; }
  U d = 0;
  for (uint32_t i = 0; i < w; ++i) d |= (i < len && pos + i < w ? a >> (pos + i) & 1 : sbit) << i;
  return d;
}
INL uint32_t bmsk_(uint32_t a, uint32_t b, bool wrap) {
  if (wrap) { a &= 31; b &= 31; }
  if (a >= 32 || b == 0) return 0;
  uint64_t m = b >= 32 ? ~0ull : (1ull << b) - 1;
  return (uint32_t)(m << a);
}
INL uint32_t brev_(uint32_t a) {
  uint32_t r = 0;
  for (int i = 0; i < 32; ++i) r = r << 1 | (a >> i & 1);
  return r;
}
INL uint64_t brev_(uint64_t a) { return (uint64_t)brev_((uint32_t)a) << 32 | brev_((uint32_t)(a >> 32)); }
INL uint32_t clz_(uint32_t a) { return a ? (uint32_t)__builtin_clz(a) : 32; }
INL uint32_t clz_(uint64_t a) { return a ? (uint32_t)__builtin_clzll(a) : 64; }
template <class U> INL uint32_t bfind_(U a, bool shiftamt) {
  constexpr int w = sizeof(U) * 8;
  typename sized<sizeof(U)>::t v = (typename sized<sizeof(U)>::t)a;
  if ((U)-1 < 0 && a < 0) v = ~v;
  if (v == 0) return 0xffffffffu;
  const uint32_t top = w - 1 - clz_(v);
  return shiftamt ? w - 1 - top : top;
}
INL uint32_t shf_l(uint32_t a, uint32_t b, uint32_t n) { const uint64_t v = (uint64_t)b << 32 | a; return (uint32_t)(v << n >> 32); }
INL uint32_t shf_r(uint32_t a, uint32_t b, uint32_t n) { const uint64_t v = (uint64_t)b << 32 | a; return (uint32_t)(v >> n); }

}  // namespace cores
using namespace cores;
