// For builds with the thread sanitizer, where this file is included first wherever oneTBB is used. oneTBB as packaged
// is not built with the sanitizer, which then does not see how it orders threads and reports every use, down to its
// counters on a stack that is used again; suppressing that would suppress our own races as well. So the loops run on
// plain threads here, which the sanitizer does see: parts of the same ranges, in any order, up to four at a time where the
// arena allows as many.
#pragma once

#include <oneapi/tbb.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace abut_tsan {

// Halves every part that can be halved, until there are 64 or more.
template <class R>
std::vector<R> parts_of(const R& range) {
  std::vector<R> parts{range};
  for (bool halved = true; halved && parts.size() < 64;) {
    halved = false;
    std::vector<R> next;
    for (R& part : parts) {
      if (!part.is_divisible()) {
        next.push_back(part);
        continue;
      }
      R right(part, tbb::split());
      next.push_back(part);
      next.push_back(right);
      halved = true;
    }
    parts = std::move(next);
  }
  return parts;
}

// Calls run(i) for each part, from several threads. Throws what one of them threw.
template <class Run>
void fork_join(std::size_t count, const Run& run) {
  std::atomic<std::size_t> next{0};
  std::exception_ptr thrown;
  std::mutex mutex;
  const auto work = [&] {
    try {
      for (std::size_t i; (i = next.fetch_add(1)) < count;) run(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      thrown = std::current_exception();
    }
  };
  const auto most = static_cast<std::size_t>(std::max(1, tbb::this_task_arena::max_concurrency()));
  std::vector<std::thread> threads;
  while (threads.size() + 1 < std::min({count, most, std::size_t{4}})) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
  if (thrown) std::rethrow_exception(thrown);
}

}  // namespace abut_tsan

namespace tbb {

// (range, body, options...)
template <class R, class F, class... Options>
requires requires(const R& range) { range.empty(); }
void abut_parallel_for(const R& range, const F& f, Options&&...) {
  if (range.empty()) return;
  std::vector<R> parts = abut_tsan::parts_of(range);
  abut_tsan::fork_join(parts.size(), [&](std::size_t i) { f(parts[i]); });
}

// (first, last, body, options...)
template <class Index, class F, class... Options>
requires requires(const F& f, Index i) { f(i); }
void abut_parallel_for(Index first, Index last, const F& f, Options&&...) {
  if (!(first < last)) return;
  abut_tsan::fork_join(static_cast<std::size_t>(last - first),
                       [&](std::size_t i) { f(first + static_cast<Index>(i)); });
}

// (range, identity, body, reduction, options...)
template <class R, class V, class F, class Reduction, class... Options>
V abut_parallel_reduce(const R& range, const V& identity, const F& f, const Reduction& reduction, Options&&...) {
  if (range.empty()) return identity;
  std::vector<R> parts = abut_tsan::parts_of(range);
  std::vector<V> values(parts.size(), identity);
  abut_tsan::fork_join(parts.size(), [&](std::size_t i) { values[i] = f(parts[i], identity); });
  V value = values[0];
  for (std::size_t i = 1; i < values.size(); ++i) value = reduction(value, values[i]);
  return value;
}

}  // namespace tbb

#define parallel_for abut_parallel_for
#define parallel_reduce abut_parallel_reduce
