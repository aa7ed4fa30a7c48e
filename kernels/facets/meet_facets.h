// The contacts of pairs of facets, and those of parts that overlap: in any order, those of two facets side by side.
#pragma once

#include "kernels/facets/facet_scratch.h"

namespace abut::device {
namespace facets_detail {

/// The contacts of one pair of facets.
template <bool of_features>
struct MeetFacets {
  static constexpr unsigned threads_per_block = 64;
  FacetFindings found;

  ABUT_HD void operator()(std::uint64_t k) const {
    Meeting& meeting = found.meetings.items[k];
    const SurfacePair<double>& pair = found.placed[meeting.pair].pair;
    const TwoFacets<double> two = facets_at(pair, meeting.facet_a, meeting.facet_b);
    FacetContact<double> mine[of_features ? most_contacts_of_two : 1];
    std::uint32_t count = 0;
    bool mark = false;
    if constexpr (of_features) {
      visit_facet_contacts(pair, two, [&](const FacetContact<double>& c) {
        mark = mark || tells_overlap(pair, c);
        mine[count++] = c;
      });
    } else if (facet_pair_record(pair, two, mine[0])) {
      count = 1;
      mark = is_of_facets(mine[0]);
      if (mark && found.records[meeting.pair].overlaps) take_part(found.records[meeting.pair], mine[0]);
    }
    if (mark) atomic_add(found.marks + meeting.pair, 1);
    const std::uint64_t first = count > 0 ? atomic_add(found.contacts.count, count) : 0;
    for (std::uint32_t c = 0; c < count; ++c) found.contacts.put(first + c, mine[c]);
    meeting.first = static_cast<std::uint32_t>(first);
    meeting.count = static_cast<std::uint8_t>(count);
  }
};

/// The contact of one pair of parts that overlap, unless facets that cross have it.
struct MeetParts {
  FacetFindings found;
  bool of_features;

  ABUT_HD void operator()(std::uint64_t i) const {
    const PartRecord& record = found.records[i];
    if (!record.overlaps || (!of_features && found.marks[i] > 0)) return;
    const FacetContact<double> c = part_contact(found.placed[i].pair, record);
    const std::uint64_t first = atomic_add(found.contacts.count, 1);
    found.contacts.put(first, c);
    found.meetings.put(atomic_add(found.meetings.count, 1), {static_cast<std::uint32_t>(i), c.facet_a, c.facet_b,
                                                             static_cast<std::uint32_t>(first), 1, true});
  }
};

}  // namespace facets_detail

/// Fills the list of contacts.
template <class Queue>
void meet_facets(Queue& queue, bool of_features, bool has_records, const FacetScratch& s) {
  using namespace facets_detail;
  const GrowingList<Meeting>& meetings = s.found.meetings;
  if (of_features) {
    queue.for_each_of(meetings.count, meetings.capacity, MeetFacets<true>{s.found});
  } else {
    queue.for_each_of(meetings.count, meetings.capacity, MeetFacets<false>{s.found});
  }
  if (has_records) queue.for_each(s.sizes.pairs, MeetParts{s.found, of_features});
}

}  // namespace abut::device
