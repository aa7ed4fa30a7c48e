// Caches that queries start from while a query uses them, and the time that it takes.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "abut/core/error.h"
#include "host/python/held.h"

namespace abut::python {

inline std::unique_lock<std::mutex> lock_of(WarmStart* warm) {
  return warm == nullptr ? std::unique_lock<std::mutex>() : std::unique_lock(warm->guard);
}

/// The caches of `warm`, which is locked, for so many pairs; null where there is none.
inline CachedPolytope* caches_for(WarmStart* warm, std::size_t pairs) {
  if (warm == nullptr) return nullptr;
  if (warm->caches.size() != pairs) {
    throw InvalidInput("warm_start has " + std::to_string(warm->caches.size()) + " caches; there are " +
                       std::to_string(pairs) + " pairs");
  }
  return warm->caches.data();
}

/// Seconds that `work` takes.
template <class Work>
double seconds_of(Work&& work) {
  const auto start = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace abut::python
