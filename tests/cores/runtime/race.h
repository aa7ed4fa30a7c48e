// The state of race.cpp: epochs and views of threads.
#pragma once

#include "runtime.h"

namespace cores {

/// Thread and its clock: what it did up to then. Clocks advance at fences and barriers.
struct Epoch {
  uint32_t thread, clock;
};
/// By thread: what is known to have happened. Shared by all who know the same.
using View = std::shared_ptr<const std::vector<Epoch>>;

struct RaceThread {
  uint32_t id = 0, clock = 1;
  View view;                        // happened before what this thread does next
  View released;                    // what its next atomics publish: its view at the last fence
  std::vector<uint64_t> read_from;  // atomic locations that it has read since the last fence
  RaceCell* shared = nullptr;
  uint64_t shared_begin = 0;
};

/// Who was last at four bytes; the mask says at which of them.
struct RaceEntry {
  uint32_t thread = 0;
  uint32_t clock : 28, mask : 4;
  RaceEntry() : clock(0), mask(0) {}
};
struct RaceCell {
  RaceEntry write, read, other_read, atomic;
};

}  // namespace cores
