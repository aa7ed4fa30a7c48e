// Indices of pairs, looked at before any of them is used.
#pragma once

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <span>
#include <string>

#include "abut/detect.h"
#include "host/exec/arena.h"
#include "host/exec/checks.h"

namespace abut::host {

/// The first of `count` elements that is not good, or `count`. Elements are tried in parallel.
template <class IsGood>
std::size_t first_bad(const Cpu& cpu, std::size_t count, const IsGood& is_good) {
  using Range = tbb::blocked_range<std::size_t>;
  constexpr std::size_t grain = 8192;
  const auto first_of = [&](const Range& range, std::size_t found) {
    for (std::size_t i = range.begin(); i < range.end() && i < found; ++i) {
      if (!is_good(i)) return i;
    }
    return found;
  };
  const auto lower = [](std::size_t a, std::size_t b) { return std::min(a, b); };
  if (count <= grain) return first_of(Range(0, count), count);
  return in_arena(cpu, [&] { return tbb::parallel_reduce(Range(0, count, grain), count, first_of, lower); });
}

inline void check_pairs(const Cpu& cpu, const char* function, std::uint32_t shape_count, const PartsView& parts,
                        std::span<const Pair> pairs) {
  const auto has_shape = [&](std::size_t part) { return parts.shape[part] < shape_count; };
  // Where parts are met more than once they are looked at in their own order.
  const bool all_have = pairs.size() >= parts.count && first_bad(cpu, parts.count, has_shape) == parts.count;
  const auto is_good = [&](std::size_t i) {
    const Pair pair = pairs[i];
    if (pair.a >= parts.count || pair.b >= parts.count) return false;
    return all_have || (has_shape(pair.a) && has_shape(pair.b));
  };
  const std::size_t bad = first_bad(cpu, pairs.size(), is_good);
  if (bad == pairs.size()) return;
  const std::string of_part = std::string(function) + ", shape of a part";
  for (const std::uint32_t part : {pairs[bad].a, pairs[bad].b}) {
    check_index(function, bad, part, parts.count);
    check_index(of_part.c_str(), bad, parts.shape[part], shape_count);
  }
}

inline void check_shape_pairs(const Cpu& cpu, const char* function, std::uint32_t shape_count,
                              std::span<const Pair> shape_pairs, const RelativePosesView& poses) {
  if (poses.m == nullptr && !shape_pairs.empty()) throw InvalidInput(std::string(function) + ": poses.m is null");
  const auto is_good = [&](std::size_t i) { return shape_pairs[i].a < shape_count && shape_pairs[i].b < shape_count; };
  const std::size_t bad = first_bad(cpu, shape_pairs.size(), is_good);
  if (bad == shape_pairs.size()) return;
  check_index(function, bad, shape_pairs[bad].a, shape_count);
  check_index(function, bad, shape_pairs[bad].b, shape_count);
}

}  // namespace abut::host
