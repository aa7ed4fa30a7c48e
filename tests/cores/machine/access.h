// Loads, stores and atomics, checked: what is in order takes a few instructions, all else goes to the runtime.
#pragma once

#include "context.h"

namespace cores {

// bytes: of the whole (vector) access, for its alignment; 0: an element of a vector that has been seen
template <class T>
MEM T ld_any(Ctx* c, uint64_t a, uint32_t bytes, int line, int access = access_load) {
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
template <class T>
MEM void st_any(Ctx* c, uint64_t a, T v, uint32_t bytes, int line, int access = access_store) {
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
template <class T>
MEM T ld_local(Ctx* c, uint64_t a, uint32_t bytes, int line) {
  if (!(c->frames && a >= c->frames->lo && a + sizeof(T) <= c->frames->hi && !(bytes && (a & (bytes - 1)))))
    if (!cores_slow_access(c, a, bytes ? bytes << 8 | sizeof(T) : sizeof(T), 4, line)) return T(0);
  if (UNLIKELY(c->watch)) cores_watch(c, a, sizeof(T), bytes, access_load, line);
  return raw_load<T>(a);
}
template <class T>
MEM void st_local(Ctx* c, uint64_t a, T v, uint32_t bytes, int line) {
  if (!(c->frames && a >= c->frames->lo && a + sizeof(T) <= c->frames->hi && !(bytes && (a & (bytes - 1)))))
    if (!cores_slow_access(c, a, bytes ? bytes << 8 | sizeof(T) : sizeof(T), 5, line)) return;
  if (UNLIKELY(c->watch)) cores_watch(c, a, sizeof(T), bytes, access_store, line);
  raw_store<T>(a, v);
}
// a: offset in shared memory
template <class T>
MEM bool shared_ok(Ctx* c, uint64_t a, uint32_t bytes, int line, bool load) {
  if (UNLIKELY(a < smem_first || a + sizeof(T) > smem_first + c->smem_size)) {
    cores_report(c, load ? "shared load out of bounds" : "shared store out of bounds", a, sizeof(T), line);
    return false;
  }
  if (UNLIKELY(bytes && (a & (bytes - 1)))) {
    cores_report(c, "misaligned shared access", a, bytes, line);
    return false;
  }
  typedef typename sized<sizeof(T)>::t S;
  uint64_t s = (uint64_t)c->smem_init + a;
  if (load) {
    if (UNLIKELY(raw_load<S>(s) != (S)0x0101010101010101ull))
      cores_report(c, "uninitialised shared load", a, sizeof(T), line);
  } else
    raw_store<S>(s, (S)0x0101010101010101ull);
  return true;
}
template <class T>
MEM T ld_shared(Ctx* c, uint64_t a, uint32_t bytes, int line, int access = access_load) {
  if (!shared_ok<T>(c, a, bytes, line, true)) return T(0);
  if (UNLIKELY(c->watch)) cores_watch(c, c->smem + a, sizeof(T), bytes, access, line);
  return raw_load<T>(c->smem + a);
}
template <class T>
MEM void st_shared(Ctx* c, uint64_t a, T v, uint32_t bytes, int line, int access = access_store) {
  if (!shared_ok<T>(c, a, bytes, line, false)) return;
  if (UNLIKELY(c->watch)) cores_watch(c, c->smem + a, sizeof(T), bytes, access, line);
  raw_store<T>(c->smem + a, v);
}
template <class T>
MEM T ld_param(Ctx* c, uint64_t a, uint32_t bytes, int line) {
  if (UNLIKELY(a < c->param_lo || a + sizeof(T) > c->param_hi || (bytes && (a & (bytes - 1))))) {
    if (!cores_slow_access(c, a, bytes ? bytes << 8 | sizeof(T) : sizeof(T), 0, line)) return T(0);
  }
  return raw_load<T>(a);
}

// space: 0 generic or global, 1 shared
template <class T, class F>
INL T atom(Ctx* c, int space, uint64_t a, int line, const F& f) {
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

}  // namespace cores
