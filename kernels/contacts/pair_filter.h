// Pairs that are known to be apart left out: the loops of PairFilter on a device.
#pragma once

#include "abut/contacts/matching.h"
#include "abut/contacts/pair_filter.h"
#include "abut/core/workspace.h"
#include "kernels/support/queue.h"

namespace abut::device {

/// What filtering needs besides its arrays. `near_before` has one number more than there is room for candidates: how
/// many before each are near; the last is how many there are.
struct FilterScratch {
  PartMotion* motion;
  std::uint64_t* near_before;
  std::size_t temporary_bytes;
  unsigned char* temporary;

  template <class Queue>
  FilterScratch(Workspace& w, const Queue& queue, std::uint32_t part_count, std::uint64_t capacity)
      : motion(w.take<PartMotion>(part_count)),
        near_before(w.take<std::uint64_t>(capacity + 1)),
        temporary_bytes(queue.scan_bytes(capacity + 1)),
        temporary(w.take<unsigned char>(temporary_bytes)) {}
};

namespace filter_detail {

struct TakePlace {
  const ShapeHeader* headers;
  PartsView parts;
  PartPlace* places;
  ABUT_HD void operator()(std::uint64_t i) const {
    places[i] = part_place(headers, parts, static_cast<std::uint32_t>(i));
  }
};

/// The same, and how far the part has moved. Places from before any step are not read: nobody has written them.
struct MovePart {
  const ShapeHeader* headers;
  PartsView parts;
  const std::uint64_t* pairs_before;
  PartPlace* places;
  PartMotion* motion;
  ABUT_HD void operator()(std::uint64_t i) const {
    const PartPlace now = part_place(headers, parts, static_cast<std::uint32_t>(i));
    motion[i] = *pairs_before == 0 ? unknown_motion : part_motion(headers[now.shape], places[i], now);
    places[i] = now;
  }
};

/// What is left of one candidate's clearance, and whether it is near: 1 or 0, which is summed.
struct LessenClearance {
  ClearedPairs before, now;
  const PartMotion* motion;
  const double* alert;  ///< of each part, or null
  double alert_distance;
  std::uint64_t* near;
  ABUT_HD void operator()(std::uint64_t i) const {
    if (i >= listed(now.list.count, now.list.capacity)) {
      near[i] = 0;
      return;
    }
    const Pair pair = now.list.pairs[i];
    const std::uint32_t old = find_pair(before.list.pairs, listed(before.list.count, before.list.capacity), pair);
    const double remaining = remaining_clearance(before.clearance, old, motion_between(motion[pair.a], motion[pair.b]));
    now.clearance[i] = remaining;
    near[i] = may_be_within(remaining, alert_between(alert, pair, alert_distance)) ? 1 : 0;
  }
};

/// A near one's place is how many are near before it; the next one's number tells whether it is near.
struct WriteNear {
  ClearedPairs now;
  NearPairs near;
  const std::uint64_t* near_before;
  ABUT_HD void operator()(std::uint64_t i) const {
    const std::uint64_t at = near_before[i];
    if (i == now.list.capacity) {
      *near.list.count = at;
      return;
    }
    if (near_before[i + 1] == at || at >= near.list.capacity) return;
    near.list.pairs[at] = now.list.pairs[i];
    near.places[at] = static_cast<std::uint32_t>(i);
  }
};

template <class T>
struct LearnClearance {
  const PartPlace* part_places;
  NearPairs near;
  Strided<T> lower_bounds;
  double* clearance;
  ABUT_HD void operator()(std::uint64_t i) const {
    if (i >= listed(near.list.count, near.list.capacity)) return;
    const Pair pair = near.list.pairs[i];
    const T bound = lower_bounds.data[static_cast<std::ptrdiff_t>(i) * lower_bounds.stride];
    clearance[near.places[i]] =
        proved_clearance(static_cast<double>(bound), part_places[pair.a].reach + part_places[pair.b].reach);
  }
};

}  // namespace filter_detail

template <class Queue>
void take_part_places(Queue& queue, const ShapeHeader* headers, const PartsView& parts, PartPlace* part_places) {
  queue.for_each(parts.count, filter_detail::TakePlace{headers, parts, part_places});
}

template <class Queue>
void filter_pairs(Queue& queue, const FilterStep& step, const FilterScratch& s) {
  using namespace filter_detail;
  const BoxedParts& p = step.parts;
  const std::uint64_t numbers = step.now.list.capacity + 1;
  queue.for_each(p.parts.count, MovePart{p.headers, p.parts, step.before.list.count, step.part_places, s.motion});
  queue.for_each(numbers,
                 LessenClearance{step.before, step.now, s.motion, p.parts.alert, p.alert_distance, s.near_before});
  queue.scan(s.near_before, numbers, s.temporary, s.temporary_bytes);
  queue.for_each(numbers, WriteNear{step.now, step.near, s.near_before});
}

template <class Queue, class T>
void learn_clearances(Queue& queue, const FilterStep& step, const Strided<T>& lower_bounds) {
  queue.for_each(step.near.list.capacity,
                 filter_detail::LearnClearance<T>{step.part_places, step.near, lower_bounds, step.now.clearance});
}

}  // namespace abut::device
