#include "abut/contacts/pair_filter.h"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>

#include "abut/contacts/clearance.h"
#include "abut/contacts/matching.h"
#include "abut/core/error.h"
#include "host/bvh/part_boxes.h"
#include "host/contacts/part_motions.h"
#include "host/contacts/sorted_pairs.h"
#include "host/exec/arena.h"
#include "host/exec/buffer.h"

namespace abut {
namespace {

/// Of candidates; a block is merged with what was there before by one thread.
constexpr std::size_t block = 2048;

template <class Body>
void for_each_block(std::size_t blocks, const Body& body) {
  tbb::parallel_for(tbb::blocked_range<std::size_t>(0, blocks, 1), [&](const auto& range) {
    for (std::size_t k = range.begin(); k != range.end(); ++k) body(k);
  });
}

/// Pairs and their clearances.
struct Clearances {
  Buffer<Pair> pairs;
  Buffer<double> clearance;
  void resize(std::size_t count) { pairs.resize(count), clearance.resize(count); }
};

}  // namespace

struct PairFilter::State {
  explicit State(int count) : threads(count) {}

  bool lessen(const PartsView& parts, std::span<const Pair> candidates, double alert_distance);
  void list_near(const PartsView& parts, double alert_distance);

  void forget() {
    motions.forget();
    now.resize(0), near.resize(0), near_place.resize(0);
  }

  int threads;
  host::PartMotions motions;
  Clearances now, before;
  Buffer<std::size_t> near_begin;  ///< of each block
  Buffer<Pair> near;
  Buffer<std::uint32_t> near_place;  ///< among `now`
};

/// The candidates with what is left of their clearances, into `now`; how many of a block are near, into `near_begin`
/// behind it. False where candidates are bad.
bool PairFilter::State::lessen(const PartsView& parts, std::span<const Pair> candidates, double alert_distance) {
  std::swap(now, before);
  const std::size_t count = candidates.size(), blocks = (count + block - 1) / block;
  now.resize(count);
  near_begin.resize(blocks + 1);
  near_begin[0] = 0;
  const std::uint64_t old_count = before.pairs.size();
  std::atomic<bool> good = true;
  for_each_block(blocks, [&](std::size_t k) {
    const std::size_t begin = k * block, end = std::min(count, begin + block);
    const Pair first = candidates[begin];
    std::uint64_t at =
        first_not_before(old_count, [&](std::uint64_t i) { return comes_before(before.pairs[i], first); });
    std::size_t near_count = 0;
    bool all_good = true;
    for (std::size_t i = begin; i != end; ++i) {
      const Pair pair = candidates[i];
      if (!host::is_in_order(candidates, i, parts.count)) {
        all_good = false;
        break;
      }
      while (at < old_count && comes_before(before.pairs[at], pair)) ++at;
      const bool known = at < old_count && same_pair(before.pairs[at], pair);
      const double remaining = remaining_clearance(
          before.clearance.data(), known ? static_cast<std::uint32_t>(at) : no_match, motions.between(pair));
      now.pairs[i] = pair;
      now.clearance[i] = remaining;
      near_count += may_be_within(remaining, alert_between(parts.alert, pair, alert_distance)) ? 1 : 0;
    }
    near_begin[k + 1] = near_count;
    if (!all_good) good = false;
  });
  return good;
}

void PairFilter::State::list_near(const PartsView& parts, double alert_distance) {
  const std::size_t count = now.pairs.size(), blocks = (count + block - 1) / block;
  for (std::size_t k = 0; k < blocks; ++k) near_begin[k + 1] += near_begin[k];
  near.resize(near_begin[blocks]);
  near_place.resize(near_begin[blocks]);
  for_each_block(blocks, [&](std::size_t k) {
    std::size_t out = near_begin[k];
    for (std::size_t i = k * block; i != std::min(count, (k + 1) * block); ++i) {
      if (!may_be_within(now.clearance[i], alert_between(parts.alert, now.pairs[i], alert_distance))) continue;
      near[out] = now.pairs[i];
      near_place[out++] = static_cast<std::uint32_t>(i);
    }
  });
}

PairFilter::PairFilter(const Cpu& cpu) : state_(new State(host::thread_count(cpu))) {}
PairFilter::~PairFilter() = default;
PairFilter::PairFilter(PairFilter&&) noexcept = default;
PairFilter& PairFilter::operator=(PairFilter&&) noexcept = default;

std::span<const Pair> PairFilter::filter(std::span<const ShapeHeader> headers, const PartsView& parts,
                                         std::span<const Pair> candidates, double alert_distance) {
  State& s = *state_;
  try {
    return host::in_arena(s.threads, [&]() -> std::span<const Pair> {
      check_parts(headers, parts, "parts", alert_distance);
      s.motions.update(headers.data(), parts);
      if (!s.lessen(parts, candidates, alert_distance)) host::refuse_candidates(candidates, parts.count);
      s.list_near(parts, alert_distance);
      return {s.near.data(), s.near.size()};
    });
  } catch (...) {
    s.forget();
    throw;
  }
}

template <class T>
void PairFilter::learn(std::span<const T> lower_bounds) {
  State& s = *state_;
  if (lower_bounds.size() != s.near.size()) {
    throw InvalidInput("learn: there are " + std::to_string(lower_bounds.size()) +
                       " lower bounds; the filter has left " + std::to_string(s.near.size()) + " pairs");
  }
  host::in_arena(s.threads, [&] {
    tbb::parallel_for(tbb::blocked_range<std::size_t>(0, lower_bounds.size(), block), [&](const auto& range) {
      for (std::size_t i = range.begin(); i != range.end(); ++i) {
        s.now.clearance[s.near_place[i]] =
            proved_clearance(static_cast<double>(lower_bounds[i]), s.motions.reach(s.near[i]));
      }
    });
  });
}

std::span<const Pair> PairFilter::pairs() const { return {state_->now.pairs.data(), state_->now.pairs.size()}; }
std::span<const double> PairFilter::clearances() const {
  return {state_->now.clearance.data(), state_->now.clearance.size()};
}

void PairFilter::restore(std::span<const ShapeHeader> headers, const PartsView& parts, std::span<const Pair> pairs,
                         std::span<const double> clearances) {
  if (pairs.size() != clearances.size()) {
    throw InvalidInput("restore: there are " + std::to_string(clearances.size()) + " clearances; there are " +
                       std::to_string(pairs.size()) + " pairs");
  }
  reset();
  filter(headers, parts, pairs, 0);
  std::copy(clearances.begin(), clearances.end(), state_->now.clearance.data());
  state_->near.resize(0);
}

void PairFilter::reset() { state_->forget(); }

template void PairFilter::learn<float>(std::span<const float>);
template void PairFilter::learn<double>(std::span<const double>);

}  // namespace abut
