// The task arena that a `Cpu` executor asks for.
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

}  // namespace abut::host
