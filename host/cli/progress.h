// Tells a person at a terminal how far work has come.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace abut::cli {

/// A line on the standard error, when that is a terminal and the work lasts over a second; it vanishes with the object.
class Progress {
 public:
  /// `total`: the count that is done in the end; 0: not known, then the seconds are shown.
  explicit Progress(std::string label, std::uint64_t total = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void add(std::uint64_t count = 1) { done_.fetch_add(count, std::memory_order_relaxed); }

 private:
  void watch();
  void show(double seconds) const;

  std::string label_;
  std::uint64_t total_;
  std::atomic<std::uint64_t> done_{0};
  std::mutex mutex_;
  std::condition_variable ended_;
  bool end_ = false;
  std::thread thread_;
};

}  // namespace abut::cli
