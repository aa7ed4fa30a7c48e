#include "host/cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace abut::cli {

Progress::Progress(std::string label, std::uint64_t total) : label_(std::move(label)), total_(total) {
  if (::isatty(STDERR_FILENO) != 0) thread_ = std::thread(&Progress::watch, this);
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    end_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void Progress::watch() {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  std::unique_lock lock(mutex_);
  auto wait = std::chrono::milliseconds(1000);
  bool shown = false;
  while (!ended_.wait_for(lock, wait, [this] { return end_; })) {
    show(std::chrono::duration<double>(Clock::now() - start).count());
    shown = true;
    wait = std::chrono::milliseconds(100);
  }
  if (shown) std::fputs("\r\033[K", stderr);
}

void Progress::show(double seconds) const {
  if (total_ == 0) {
    std::fprintf(stderr, "\r\033[K%s ... %.0f s", label_.c_str(), seconds);
    return;
  }
  constexpr int width = 40;
  const double part =
      std::min(1.0, static_cast<double>(done_.load(std::memory_order_relaxed)) / static_cast<double>(total_));
  const std::string bar(static_cast<std::size_t>(part * width), '#');
  std::fprintf(stderr, "\r\033[K%s [%-*s] %3.0f %%", label_.c_str(), width, bar.c_str(), 100 * part);
}

}  // namespace abut::cli
