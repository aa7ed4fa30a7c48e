// The facet contacts of a batch of pairs, in stages:
//
//   1. Pairs are placed; both trees of all pairs are searched at once for facets in each other's zones
//      (search_facets.h).
//   2. Each pair of facets finds its contacts (meet_facets.h).
//   3. They are put in order and told once (order_contacts.h), and go where they belong.
//
// Every stage is enqueued whatever the batch holds: its numbers stay on the device.
#pragma once

#include "kernels/facets/meet_facets.h"
#include "kernels/facets/order_contacts.h"
#include "kernels/facets/search_facets.h"

namespace abut::device {

template <class T, class Queue>
void find_facet_contacts(Queue& queue, const backend::FacetSearch<T>& search, const FacetScratch& s) {
  using namespace facets_detail;
  const FacetContactsView<T>& out = search.out;
  queue.fill(s.counts, FacetScratch::counters, 0);
  queue.fill(s.found.marks, search.pair_count, 0);
  search_facets(queue, search, s);
  meet_facets(queue, search.options.contacts, search.has_records, s);
  order_contacts(queue, s);
  tell_contacts(queue, search, s);
  queue.for_each(search.pair_count + 1,
                 WriteOffsets{s.found, search.pair_count, out.offsets, out.needed, out.room_needed});
  queue.for_each_of(s.found.begin + s.sizes.room.facet_pairs, s.sizes.room.contacts,
                    StoreContact<T>{s.found, search.pairs, out});
}

/// A pair with a shape that has no surface. `in` names what is there.
struct FindNoSurface {
  backend::NamedPairs in;
  FacetSurfaces surfaces;
  std::uint64_t* lowest;

  ABUT_HD bool has_surface(std::uint32_t part) const { return surfaces.of_shape[in.shape[part]].facet_count > 0; }
  ABUT_HD void operator()(std::uint64_t i) const {
    if (i >= listed(in.count, in.pair_count)) return;
    if (!has_surface(in.pairs[i].a) || !has_surface(in.pairs[i].b)) atomic_lower(lowest, i);
  }
};

}  // namespace abut::device
