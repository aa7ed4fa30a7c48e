// How much a decomposition may do. Counted, not timed: the same mesh and options give the same parts on any machine.
#pragma once

#include <atomic>
#include <cstdint>

namespace abut::host {

/// Threads may add to it; what is spent is looked at only where all that run together have ended.
class Work {
 public:
  /// About two microseconds of a core each.
  static constexpr std::uint64_t most = 40'000'000;

  void add(std::uint64_t units) { spent_.fetch_add(units, std::memory_order_relaxed); }
  bool is_spent() const { return spent_.load(std::memory_order_relaxed) >= most; }
  std::uint64_t spent() const { return spent_.load(std::memory_order_relaxed); }

 private:
  std::atomic<std::uint64_t> spent_{0};
};

}  // namespace abut::host
