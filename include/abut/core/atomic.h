// Atomic operations of threads, on a device and on cores.
#pragma once

#include <cstdint>

#include "abut/core/isa.h"

namespace abut {
inline namespace ABUT_ISA {

/// Releases what this thread has written, and acquires what the thread wrote whose value it returns.
ABUT_HD inline std::uint32_t atomic_exchange(std::uint32_t* slot, std::uint32_t value) {
#if defined(__CUDA_ARCH__)
  __threadfence();  // what this thread has written is there before the slot is
  const std::uint32_t before = atomicExch(slot, value);
  __threadfence();  // and what it reads next is no older than the slot
  return before;
#else
  return __atomic_exchange_n(slot, value, __ATOMIC_ACQ_REL);
#endif
}

/// Returns the sum before. Orders nothing else.
ABUT_HD inline std::uint64_t atomic_add(std::uint64_t* sum, std::uint64_t value) {
#if defined(__CUDA_ARCH__)
  return atomicAdd(reinterpret_cast<unsigned long long*>(sum), static_cast<unsigned long long>(value));
#else
  return __atomic_fetch_add(sum, value, __ATOMIC_RELAXED);
#endif
}

/// Sets the least of both. Orders nothing else.
ABUT_HD inline void atomic_lower(std::uint64_t* least, std::uint64_t value) {
#if defined(__CUDA_ARCH__)
  atomicMin(reinterpret_cast<unsigned long long*>(least), static_cast<unsigned long long>(value));
#else
  std::uint64_t seen = __atomic_load_n(least, __ATOMIC_RELAXED);
  while (value < seen && !__atomic_compare_exchange_n(least, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
  }
#endif
}

}  // namespace ABUT_ISA
}  // namespace abut
