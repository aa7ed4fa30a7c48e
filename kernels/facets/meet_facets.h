// The contacts of pairs of facets, and those of parts that overlap: in any order, those of two facets side by side.
#pragma once

#include "kernels/facets/facet_scratch.h"

namespace abut::device {
namespace facets_detail {

/// The contacts of features of one pair of facets; before them what comes of it if they cross, which waits.
struct MeetFeatures {
  static constexpr unsigned threads_per_block = 64;
  FacetFindings found;

  ABUT_HD void operator()(std::uint64_t k) const {
    Meeting& meeting = found.meetings.items[k];
    const SurfacePair<double>& pair = found.placed[meeting.pair].pair;
    const TwoFacets<double> two = facets_at(pair, meeting.facet_a, meeting.facet_b);
    FacetContact<double> mine[most_contacts_of_two];
    std::uint32_t count = 0;
    bool mark = false;
    visit_feature_contacts(pair, two, [&](const FacetContact<double>& c) {
      mark = mark || tells_overlap(pair, c);
      mine[count++] = c;
    });
    if (mark) atomic_add(found.marks + meeting.pair, 1);
    const bool waits = !found.records[meeting.pair].overlaps && may_cross(two);
    const std::uint32_t all = count + (waits ? 1 : 0);
    std::uint64_t to = all > 0 ? atomic_add(found.contacts.count, all) : 0;
    meeting.first = static_cast<std::uint32_t>(to);
    meeting.count = static_cast<std::uint8_t>(all);
    if (waits) {
      const std::uint64_t at = atomic_add(found.crossings.count, 1);
      found.contacts.put(to, no_crossing(two.i, two.j));
      found.crossings.put(at, static_cast<std::uint32_t>(to));
      if (at < found.crossings.capacity) found.owner[at] = meeting.pair;
      ++to;
    }
    for (std::uint32_t c = 0; c < count; ++c) found.contacts.put(to + c, mine[c]);
  }
};

/// What comes of two facets that may cross. Where a contact of features tells of an overlap, one that is no deeper than
/// such contacts are looked for says no more.
struct MeetCrossing {
  static constexpr unsigned threads_per_block = 64;
  FacetFindings found;

  ABUT_HD void operator()(std::uint64_t k) const {
    const std::uint32_t at = found.crossings.items[k], i = found.owner[k];
    if (at >= found.contacts.capacity) return;
    FacetContact<double>& c = found.contacts.items[at];
    const SurfacePair<double>& pair = found.placed[i].pair;
    const TwoFacets<double> two = facets_at(pair, c.facet_a, c.facet_b);
    const double least = found.marks[i] > 0 ? least_shallow(pair) : Huge<double>::value;
    if (least_crossing_separation(pair, two) >= least) return;
    FacetContact<double> crossing;
    if (crossing_contact(pair, two, crossing) && !(crossing.separation >= least)) c = crossing;
  }
};

/// The nearest points of one pair of facets.
struct MeetNearest {
  static constexpr unsigned threads_per_block = 64;
  FacetFindings found;

  ABUT_HD void operator()(std::uint64_t k) const {
    Meeting& meeting = found.meetings.items[k];
    const SurfacePair<double>& pair = found.placed[meeting.pair].pair;
    FacetContact<double> c;
    if (!facet_pair_record(pair, facets_at(pair, meeting.facet_a, meeting.facet_b), c)) {
      meeting.first = 0, meeting.count = 0;
      return;
    }
    if (is_of_facets(c)) {
      atomic_add(found.marks + meeting.pair, 1);
      if (found.records[meeting.pair].overlaps) take_part(found.records[meeting.pair], c);
    }
    const std::uint64_t first = atomic_add(found.contacts.count, 1);
    found.contacts.put(first, c);
    meeting.first = static_cast<std::uint32_t>(first);
    meeting.count = 1;
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
    queue.for_each_of(meetings.count, meetings.capacity, MeetFeatures{s.found});
    queue.for_each_of(s.found.crossings.count, s.found.crossings.capacity, MeetCrossing{s.found});
  } else {
    queue.for_each_of(meetings.count, meetings.capacity, MeetNearest{s.found});
  }
  if (has_records) queue.for_each(s.sizes.pairs, MeetParts{s.found, of_features});
}

}  // namespace abut::device
