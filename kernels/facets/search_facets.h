// Pairs of facets in each other's zones: both trees of all pairs at once.
//
// A thread opens the boxes of one pair, breadth first, until it has some tens of pairs of nodes or has made so many
// steps; what is left it hands on to a list. A few rounds so share out large pairs among many threads, while small ones
// end in the first. In the end each thread searches what is below one pair of nodes, depth first. What no list has room
// for, a thread searches itself: nothing is lost, and nothing depends on which thread finds what.
#pragma once

#include "abut/contacts/matching.h"
#include "abut/facets/contact_record.h"
#include "kernels/facets/facet_scratch.h"

namespace abut::device {
namespace facets_detail {

/// Places one pair, reads its record, and begins the search.
template <class T>
struct PlacePair {
  backend::FacetSearch<T> search;
  PlacedPair* placed;
  PartRecord* records;
  GrowingList<PairedNodes> to;

  ABUT_HD void operator()(std::uint64_t i) const {
    records[i].overlaps = false;
    if (i >= listed(search.count, search.pair_count)) return;
    const Pair pair = search.pairs[i];
    const std::uint32_t a = search.parts.shape[pair.a], b = search.parts.shape[pair.b];
    if (a >= search.surfaces.shape_count || b >= search.surfaces.shape_count) return;
    PlacedPair& at = placed[i];
    at.pair.a = search.surfaces.of_shape[a], at.pair.b = search.surfaces.of_shape[b];
    if (at.pair.a.facet_count == 0 || at.pair.b.facet_count == 0) return;
    const FacetOptions& o = search.options;
    if (!place_pair(search.parts, pair, o.alert_distance, o.cone_tolerance, at)) return;
    if (search.has_records) records[i] = part_record(search.records, i, at);
    if (!may_be_near(at.pair.frame, at.pair.a.nodes[0], at.pair.b.nodes[0])) return;
    to.put(atomic_add(to.count, 1), {static_cast<std::uint32_t>(i), {0, 0}});
  }
};

/// One thread's pairs of facets, some at a time: fewer atomic additions. As `KeyWriter`.
class MeetingWriter {
 public:
  ABUT_HD MeetingWriter(const GrowingList<Meeting>& out, std::uint32_t pair) : out_(out), pair_(pair) {}
  ABUT_HD void add(std::uint32_t a, std::uint32_t b) {
    for (std::uint32_t k = 0; k < most; ++k) {
      a_[k] = k == size_ ? a : a_[k];
      b_[k] = k == size_ ? b : b_[k];
    }
    if (++size_ == most) flush();
  }
  ABUT_HD void flush() {
    if (size_ == 0) return;
    const std::uint64_t at = atomic_add(out_.count, size_);
    for (std::uint32_t k = 0; k < most; ++k) {
      if (k < size_) out_.put(at + k, {pair_, a_[k], b_[k], 0, 0, false});
    }
    size_ = 0;
  }

 private:
  static constexpr std::uint32_t most = 4;
  GrowingList<Meeting> out_;
  std::uint32_t pair_;
  std::uint32_t a_[most] = {}, b_[most] = {};
  std::uint32_t size_ = 0;
};

/// The facets of two leaves that are in each other's zones.
ABUT_HD inline void add_leaves(const SurfacePair<double>& pair, const FacetNode& a, const FacetNode& b,
                               MeetingWriter& writer) {
  visit_leaves(a, b, [&](std::uint32_t i, std::uint32_t j) {
    FacetSearchCounts counts;
    visit_zones(pair, facets_at(pair, i, j), counts, [&](const TwoFacets<double>&) { writer.add(i, j); });
  });
}

ABUT_HD inline void add_below(const SurfacePair<double>& pair, NodePair from, MeetingWriter& writer) {
  traverse_below(
      TreePair<double>{pair.a.nodes, pair.b.nodes, &pair.frame}, from,
      [&](const FacetNode& a, const FacetNode& b) { add_leaves(pair, a, b, writer); }, [] {});
}

/// Opens boxes below one pair of nodes, and hands on what is left.
struct ShareNodes {
  static constexpr unsigned threads_per_block = 64;
  static constexpr std::uint32_t most_open = 32;
  static constexpr int most_steps = 128;
  const PlacedPair* placed;
  GrowingList<PairedNodes> from, to;
  GrowingList<Meeting> meetings;

  ABUT_HD void operator()(std::uint64_t k) const {
    const PairedNodes mine = from.items[k];
    const SurfacePair<double>& pair = placed[mine.pair].pair;
    const TreePair<double> trees{pair.a.nodes, pair.b.nodes, &pair.frame};
    MeetingWriter writer(meetings, mine.pair);
    NodePair open[most_open] = {mine.nodes};  // a ring
    std::uint32_t first = 0, size = 1;
    for (int step = 0; step < most_steps && size > 0 && size < most_open; ++step) {
      const NodePair at = open[first];
      first = (first + 1) % most_open, --size;
      const FacetNode a = trees.a[at.a], b = trees.b[at.b];
      if (is_leaf(a) && is_leaf(b)) {
        add_leaves(pair, a, b, writer);
      } else {
        open_nodes(
            trees, at, a, b, [&](const NodePair& child) { open[(first + size++) % most_open] = child; }, [] {});
      }
    }
    std::uint64_t place = size > 0 ? atomic_add(to.count, size) : 0;
    for (; size > 0; --size, ++place, first = (first + 1) % most_open) {
      if (place < to.capacity) {
        to.items[place] = {mine.pair, open[first]};
      } else {
        add_below(pair, open[first], writer);
      }
    }
    writer.flush();
  }
};

/// Searches all that is below one pair of nodes.
struct SearchNodes {
  static constexpr unsigned threads_per_block = 64;
  const PlacedPair* placed;
  GrowingList<PairedNodes> from;
  GrowingList<Meeting> meetings;

  ABUT_HD void operator()(std::uint64_t k) const {
    const PairedNodes mine = from.items[k];
    MeetingWriter writer(meetings, mine.pair);
    add_below(placed[mine.pair].pair, mine.nodes, writer);
    writer.flush();
  }
};

}  // namespace facets_detail

/// Fills `s.placed`, `s.records` and the list of meetings.
template <class T, class Queue>
void search_facets(Queue& queue, const backend::FacetSearch<T>& search, const FacetScratch& s) {
  using namespace facets_detail;
  const GrowingList<Meeting>& meetings = s.found.meetings;
  queue.for_each(search.pair_count, PlacePair<T>{search, s.placed, s.records, s.nodes_of_round(0)});
  for (int round = 0; round < shared_rounds; ++round) {
    const GrowingList<PairedNodes> from = s.nodes_of_round(round), to = s.nodes_of_round(round + 1);
    queue.for_each_of(from.count, from.capacity, ShareNodes{s.placed, from, to, meetings});
  }
  const GrowingList<PairedNodes> rest = s.nodes_of_round(shared_rounds);
  queue.for_each_of(rest.count, rest.capacity, SearchNodes{s.placed, rest, meetings});
}

}  // namespace abut::device
