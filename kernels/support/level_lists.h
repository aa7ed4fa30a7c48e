// The lists of a search that goes down level by level: what is to be opened, and what it has opened into.
#pragma once

#include "abut/core/workspace.h"
#include "kernels/support/growing_list.h"

namespace abut::device {

/// A list for each level, in two arrays that take turns. Data only.
template <class E>
struct LevelLists {
  E* items[2];
  std::uint64_t* counts;  ///< of each level: what it lists, or would have had to list
  std::uint64_t levels, capacity;

  /// `counted`: `count` numbers, to be cleared before a search.
  LevelLists(Workspace& w, std::uint64_t* counted, std::uint64_t count, std::uint64_t room)
      : items{w.take<E>(room), w.take<E>(room)}, counts(counted), levels(count), capacity(room) {}

  GrowingList<E> at(std::uint64_t level) const { return {items[level % 2], counts + level, capacity}; }
  /// The room that the longest one needs.
  ABUT_HD std::uint64_t most() const {
    std::uint64_t most = 0;
    for (std::uint64_t l = 0; l < levels; ++l) most = counts[l] > most ? counts[l] : most;
    return most;
  }
};

/// One launch after the other for levels 0 to `count` - 1; `open(from, level)` is the body for the list of a level.
template <class Queue, class E, class Open>
void open_levels(Queue& queue, const LevelLists<E>& lists, std::uint64_t count, const Open& open) {
  for (std::uint64_t l = 0; l < count; ++l) {
    const GrowingList<E> from = lists.at(l);
    queue.for_each_of(from.count, from.capacity, open(from.items, l));
  }
}

}  // namespace abut::device
