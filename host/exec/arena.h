// The threads that a `Cpu` executor asks for.
#pragma once

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>

#include "abut/core/error.h"
#include "abut/core/executor.h"
#include "host/number_text.h"

namespace abut::host {

/// No more threads than there are cores: results do not depend on them, and more only wait for each other.
inline int thread_count(const Cpu& cpu) {
  if (cpu.threads < 0) {
    throw InvalidInput("cpu.threads is " + number_text(cpu.threads) + "; allowed are 0 (all cores) and more");
  }
  const int cores = oneapi::tbb::info::default_concurrency();
  return cpu.threads == 0 ? cores : std::min(cpu.threads, cores);
}

/// Runs `body` with so many threads, and returns what it returns. A caller in an arena of as many stays there: to enter
/// another one means waiting for its threads to wake up, which takes longer than a few thousand pairs.
template <class Body>
auto in_arena(int threads, const Body& body) {
  if (oneapi::tbb::this_task_arena::max_concurrency() == threads) return oneapi::tbb::this_task_arena::isolate(body);
  return oneapi::tbb::task_arena(threads).execute(body);
}
template <class Body>
auto in_arena(const Cpu& cpu, const Body& body) {
  return in_arena(thread_count(cpu), body);
}

}  // namespace abut::host
