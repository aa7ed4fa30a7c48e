// Pairs and contacts matched with those of the step before, and what is kept of them moved along.
#pragma once

#include "abut/bvh/part_tree.h"
#include "abut/contacts/history.h"
#include "abut/core/atomic.h"
#include "kernels/support/sort_scratch.h"

namespace abut::device {

/// What matching contacts needs besides its arrays: keys of those before with their places.
using MatchScratch = SortScratch<std::uint64_t, std::uint32_t>;

namespace history_detail {

/// Where a place goes, and the count of those that are not new. Data only but for that.
struct PlaceWriter {
  std::uint32_t* places;
  std::uint64_t* matched;
  ABUT_HD void set(std::uint64_t i, std::uint32_t place) const {
    places[i] = place;
    if (matched != nullptr && place != no_match) atomic_add(matched, 1);
  }
};

struct MatchPair {
  PairList before, now;
  PlaceWriter out;
  ABUT_HD void operator()(std::uint64_t i) const {
    if (i >= listed(now.count, now.capacity)) return;
    out.set(i, find_pair(before.pairs, listed(before.count, before.capacity), now.pairs[i]));
  }
};

/// A contact's key with its place; what is not listed sorts behind all, or among those whose key looks like it.
struct KeyOfContact {
  ContactIds ids;
  std::uint64_t* keys;
  std::uint32_t* places;
  ABUT_HD void operator()(std::uint64_t i) const {
    keys[i] = i < listed(ids.count, ids.capacity) ? ids.key[i] : ~std::uint64_t{0};
    places[i] = static_cast<std::uint32_t>(i);
  }
};

struct MatchContact {
  ContactIds before, now;
  const std::uint64_t* keys;
  const std::uint32_t* sorted_places;
  PlaceWriter out;
  ABUT_HD void operator()(std::uint64_t i) const {
    if (i >= listed(now.count, now.capacity)) return;
    // The sort is stable: places beyond the last contact, of the greatest key, come after all contacts.
    const SortedKeys sorted{keys, sorted_places, listed(before.count, before.capacity)};
    out.set(i, find_contact(before, sorted, now, i));
  }
};

/// One unit of one element.
template <class Unit>
struct CarryUnit {
  Carried which;
  const Unit* before;
  Unit* now;
  std::uint64_t units;  ///< of an element
  ABUT_HD void operator()(std::uint64_t k) const {
    const std::uint64_t i = k / units;
    if (i >= listed(which.count, which.capacity)) return;
    const std::uint32_t place = which.places[i];
    now[k] = place == no_match ? Unit{} : before[place * units + k % units];
  }
};

struct alignas(16) SixteenBytes {
  std::uint32_t word[4];
};

}  // namespace history_detail

template <class Queue>
void match_pairs(Queue& queue, const PairList& before, const PairList& now, std::uint32_t* places,
                 std::uint64_t* matched) {
  if (matched != nullptr) queue.fill(matched, 1, 0);
  queue.for_each(now.capacity, history_detail::MatchPair{before, now, {places, matched}});
}

template <class Queue>
void match_contacts(Queue& queue, const ContactIds& before, const ContactIds& now, std::uint32_t* places,
                    std::uint64_t* matched, const MatchScratch& s) {
  if (matched != nullptr) queue.fill(matched, 1, 0);
  queue.for_each(before.capacity, history_detail::KeyOfContact{before, s.keys, s.values});
  const auto sorted = sort(queue, s, before.capacity, 64);
  queue.for_each(now.capacity,
                 history_detail::MatchContact{before, now, sorted.keys, sorted.values, {places, matched}});
}

template <class Unit, class Queue>
void carry_units(Queue& queue, const Carried& which, const void* before, void* now, std::size_t element_bytes) {
  const std::uint64_t units = element_bytes / sizeof(Unit);
  queue.for_each(which.capacity * units, history_detail::CarryUnit<Unit>{which, static_cast<const Unit*>(before),
                                                                         static_cast<Unit*>(now), units});
}

template <class Queue>
void carry(Queue& queue, const Carried& which, const void* before, void* now, std::size_t element_bytes) {
  using history_detail::SixteenBytes;
  const auto fits = [](const void* p) { return reinterpret_cast<std::uintptr_t>(p) % sizeof(SixteenBytes) == 0; };
  if (element_bytes % sizeof(SixteenBytes) == 0 && fits(before) && fits(now)) {
    carry_units<SixteenBytes>(queue, which, before, now, element_bytes);
  } else {
    carry_units<std::uint32_t>(queue, which, before, now, element_bytes);
  }
}

}  // namespace abut::device
