// Pairs of facets of deforming bodies, or their contacts, in order: found by search_bodies.h, sorted by facets or
// features, and then by pairs of bodies. Every stage is enqueued whatever the bodies do: its numbers stay on the
// device.
#pragma once

#include "abut/core/bisection.h"
#include "kernels/deform/search_bodies.h"

namespace abut::device {
namespace deform_detail {

/// Stand behind all that is sorted.
inline constexpr std::uint64_t no_order = ~std::uint64_t{0}, no_body_pair = 0xffffffffu;

/// What has been found and was there room for; of what did not fit, nothing.
template <class Item>
ABUT_HD std::uint64_t count_of(const GrowingList<Item>& found) {
  return found.fits() ? *found.count : 0;
}

template <class Item>
struct KeyByOrder {
  GrowingList<Item> found;
  NumberKeys out;

  ABUT_HD void operator()(std::uint64_t k) const {
    out.values[k] = static_cast<std::uint32_t>(k);
    out.keys[k] = k < count_of(found) ? found.items[k].order : no_order;
  }
};

/// For what is sorted already.
template <class Item>
struct KeyByBodies {
  GrowingList<Item> found;
  NumberKeys out;

  ABUT_HD void operator()(std::uint64_t k) const {
    const std::uint32_t at = out.values[k];
    out.keys[k] = at < count_of(found) ? found.items[at].pair : no_body_pair;
  }
};

template <class Item>
struct WriteDeformOffsets {
  GrowingList<Item> found;
  const std::uint64_t* keys;
  std::uint64_t* offsets;

  ABUT_HD void operator()(std::uint64_t i) const {
    offsets[i] = first_not_before(count_of(found), [&](std::uint64_t k) { return keys[k] < i; });
  }
};

struct StoreWords {
  const FoundFacets* facets;
  const std::uint32_t* sorted;
  std::uint64_t* words;

  ABUT_HD void operator()(std::uint64_t k) const { words[k] = facets[sorted[k]].order; }
};

/// By members: a byte of the record is none of them, and was never written.
ABUT_HD inline FacetGap<double> members_of(const FacetGap<double>& gap) {
  FacetGap<double> out;
  out.kind = gap.kind, out.support = gap.support, out.node_of_b = gap.node_of_b;
  for (int k = 0; k < 4; ++k) out.node[k] = gap.node[k], out.weight[k] = gap.weight[k];
  out.gap = gap.gap, out.normal = gap.normal;
  return out;
}

struct StoreGaps {
  static constexpr unsigned threads_per_block = 128;
  DeformSearch search;
  const FoundGap* gaps;
  const std::uint32_t* sorted;
  DeformFound out;

  ABUT_HD void operator()(std::uint64_t k) const {
    const FoundGap& mine = gaps[sorted[k]];
    out.contacts[k] = members_of(mine.gap);
    out.keys[k] = gap_key(search.pairs[mine.pair], mine.order);
    out.areas[k] = gap_area(pair_of(search, mine.pair, search.contact_alert), mine.order);
  }
};

/// Sorts what has been found, and writes the offsets; returns the places in `found`, in order.
template <class Item, class Queue>
const std::uint32_t* order_found(Queue& queue, const DeformSearch& search, const DeformScratch& s,
                                 const GrowingList<Item>& found) {
  const auto by_order = [&](NumberKeys out) { return KeyByOrder<Item>{found, out}; };
  const auto by_bodies = [&](NumberKeys out) { return KeyByBodies<Item>{found, out}; };
  const NumberKeys sorted = sort_by_two(queue, s.sorting, found.capacity, by_order, by_bodies, 32);
  queue.for_each(search.pair_count + 1, WriteDeformOffsets<Item>{found, sorted.keys, s.found.offsets});
  return sorted.values;
}

}  // namespace deform_detail

template <class Queue>
DeformFound find_deforming(Queue& queue, const DeformSearch& search, const DeformScratch& s) {
  using namespace deform_detail;
  search_bodies(queue, search, s);
  const std::uint64_t* const count = s.found.offsets + search.pair_count;
  if (search.contacts) {
    const std::uint32_t* const sorted = order_found(queue, search, s, s.gaps);
    queue.for_each_of(count, s.gaps.capacity, StoreGaps{search, s.gaps.items, sorted, s.found});
  } else {
    const std::uint32_t* const sorted = order_found(queue, search, s, s.facets);
    queue.for_each_of(count, s.facets.capacity, StoreWords{s.facets.items, sorted, s.found.words});
  }
  return s.found;
}

}  // namespace abut::device
