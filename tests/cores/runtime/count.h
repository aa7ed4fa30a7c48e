// What count.cpp keeps of a thread.
#pragma once

#include "runtime.h"

namespace cores {

struct CountedAccess {
  uint64_t key;      // line of the PTX, and the how many-th time that the thread is there
  uint64_t address;  // of local memory: from the top of the thread's stack down
  uint32_t bytes;
  uint8_t space, lane;
};

struct CountThread {
  std::vector<uint32_t> times;    // by basic block of the module
  std::vector<uint32_t> touched;  // blocks that were executed
  std::unordered_map<int, uint32_t> at_line;
  std::vector<CountedAccess> accesses;
  uint64_t stack_top = 0;
};

}  // namespace cores
