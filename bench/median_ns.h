// How long a piece of work takes.
#pragma once

#include <algorithm>
#include <chrono>
#include <functional>
#include <vector>

namespace abut::bench {

/// Median of `repeat` runs, after one to warm up, in nanoseconds for each of `count` things that a run does.
inline double median_ns(int count, int repeat, const std::function<void()>& run) {
  std::vector<double> times;
  for (int k = 0; k <= repeat; ++k) {
    const auto start = std::chrono::steady_clock::now();
    run();
    if (k > 0) times.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2] / count * 1e9;
}

}  // namespace abut::bench
