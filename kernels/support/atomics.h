// Atomic operations of threads on a device; the same on cores, where the tests run what kernels run.
#pragma once

#include <cstdint>

#include "abut/core/isa.h"

namespace abut::device {

struct Atomics {
  /// Releases what this thread has written, and acquires what the thread wrote whose value it returns.
  ABUT_HD std::uint32_t exchange(std::uint32_t* slot, std::uint32_t value) const {
#if defined(__CUDA_ARCH__)
    __threadfence();
    const std::uint32_t before = atomicExch(slot, value);
    __threadfence();
    return before;
#else
    return __atomic_exchange_n(slot, value, __ATOMIC_ACQ_REL);
#endif
  }

  /// Returns the sum before. Orders nothing else.
  ABUT_HD std::uint64_t add(std::uint64_t* sum, std::uint64_t value) const {
#if defined(__CUDA_ARCH__)
    return atomicAdd(reinterpret_cast<unsigned long long*>(sum), static_cast<unsigned long long>(value));
#else
    return __atomic_fetch_add(sum, value, __ATOMIC_RELAXED);
#endif
  }

  /// Sets the least of both. Orders nothing else.
  ABUT_HD void lower_to(std::uint64_t* least, std::uint64_t value) const {
#if defined(__CUDA_ARCH__)
    atomicMin(reinterpret_cast<unsigned long long*>(least), static_cast<unsigned long long>(value));
#else
    std::uint64_t seen = __atomic_load_n(least, __ATOMIC_RELAXED);
    while (value < seen &&
           !__atomic_compare_exchange_n(least, &seen, value, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
#endif
  }
};

}  // namespace abut::device
