// A tile of threads on one core: each lane is a context of its own, and they take turns where they exchange something.
#pragma once

#include <ucontext.h>

#include <cstring>
#include <functional>
#include <vector>

#include "bench/floors/tally.h"

namespace floors {

/// Runs `lanes` calls at a time.
class Lanes {
 public:
  /// body(lane) for all lanes, whose operations go to one tally each.
  void run(int lanes, Tally* tallies, std::uint64_t warp, const std::function<void(int)>& body);
  /// From within: what lane `from` gives, when each has given something of that size.
  void exchange(int lane, int from, const void* mine, void* other, std::size_t bytes);

 private:
  static constexpr std::size_t most_bytes = 16, stack_bytes = 1 << 18;
  struct Lane {
    ucontext_t context;
    std::vector<char> stack = std::vector<char>(stack_bytes);
    char given[2][most_bytes];
    int turn = 0;
    bool ended = false;
  };
  static void start(unsigned high, unsigned low);

  std::vector<Lane> lanes_;
  ucontext_t caller_;
  const std::function<void(int)>* body_ = nullptr;
  int now_ = 0;
};

}  // namespace floors
