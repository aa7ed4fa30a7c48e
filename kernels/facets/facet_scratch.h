// What a search of facets keeps between its stages.
#pragma once

#include "abut/core/atomic.h"
#include "abut/facets/contact_order.h"
#include "abut/facets/placed_pair.h"
#include "kernels/backend.h"
#include "kernels/support/level_lists.h"
#include "kernels/support/sort_scratch.h"

namespace abut::device {

/// Nodes of the trees of a pair of parts, whose boxes may be near each other. Data only.
struct PairedNodes {
  std::uint32_t pair;
  NodePair nodes;
};

/// Pairs of nodes that a team still has to open, the last ones first, and pairs of leaves whose facets it still has to
/// look at. Data only.
struct NodePool {
  static constexpr std::uint32_t most_open = 1024, most_leaves = 96;  // leaves: less than 32, and two more of each lane
  NodePair open[most_open], leaves[most_leaves];
};

/// Two facets of a pair of parts that may have contacts; or what a record says of the pair. Data only.
struct Meeting {
  std::uint32_t pair, facet_a, facet_b;
  std::uint32_t first;  ///< of its contacts among those found
  std::uint8_t count;   ///< of its contacts
  bool of_record;
};

/// Contacts of features that two facets have at most: one for each pair of these.
inline constexpr std::uint32_t most_contacts_of_two = 15;

/// A contact of two facets that may cross, before it is known whether they do, and where nothing comes of it: its
/// separation is no number.
ABUT_HD inline FacetContact<double> no_crossing(std::uint32_t facet_a, std::uint32_t facet_b) {
  FacetContact<double> c{};
  c.facet_a = facet_a, c.facet_b = facet_b;
  c.separation = __builtin_nan("");
  c.kind = FacetContactKind::crossing;
  return c;
}
ABUT_HD inline bool is_no_crossing(const FacetContact<double>& c) { return c.separation != c.separation; }

/// How often the work of pairs that is left is shared out anew before each team finishes what it has; and after how
/// many steps. Two grains of a thousand facets that touch take some sixty.
inline constexpr std::uint64_t shared_rounds = 2;
inline constexpr std::uint32_t steps_of_a_round = 128;

/// What has been found, and its order. Meetings are sorted by pair, then facets; contacts by meeting. Data only.
struct FacetFindings {
  const PlacedPair* placed;   ///< of each pair that may have contacts
  const PartRecord* records;  ///< of each pair
  GrowingList<Meeting> meetings;
  GrowingList<FacetContact<double>> contacts;
  GrowingList<std::uint32_t> crossings;  ///< those of `contacts` whose facets may cross; `owner` has their pairs then
  std::uint64_t* marks;   ///< of each pair: its contacts of features that tell of an overlap; or its facets that cross
  std::uint32_t* order;   ///< of meetings
  std::uint64_t* begin;   ///< of the contacts of each meeting in that order, and of all together
  std::uint64_t* rows;    ///< of the contacts of each pair, likewise
  std::uint32_t* at;      ///< of each contact in order: its place among those found
  std::uint32_t* owner;   ///< and the place of its meeting
  std::uint64_t* before;  ///< how many of those before it are told; the last is how many are told in all

  /// None where anything did not fit.
  ABUT_HD std::uint64_t meeting_count() const { return meetings.fits() && contacts.fits() ? *meetings.count : 0; }
  ABUT_HD std::uint64_t contact_count() const { return begin[meetings.capacity]; }
  ABUT_HD const Meeting& meeting(std::uint64_t k) const { return meetings.items[order[k]]; }
  ABUT_HD const FacetContact<double>& contact(std::uint64_t s) const { return contacts.items[at[s]]; }
  ABUT_HD const SurfacePair<double>& surfaces_of(std::uint64_t s) const { return placed[meeting(owner[s]).pair].pair; }
};

/// What a batch needs besides its arrays.
struct FacetScratch {
  using Sort = SortScratch<std::uint64_t, std::uint32_t>;

  backend::FacetSizes sizes;
  std::uint32_t round_steps = steps_of_a_round;
  std::uint32_t pool_capacity = NodePool::most_open;  ///< of the pairs of nodes that a team still has to open
  std::uint64_t* counts;  ///< of meetings, contacts and crossings, and of the node pairs of each round
  PlacedPair* placed;
  PartRecord* records;
  LevelLists<PairedNodes> nodes;  ///< of each round
  FacetFindings found;
  Sort by_facets, by_features, by_body;
  std::uint32_t* of_bodies;  ///< parts in the order of their bodies
  std::size_t temporary_bytes;
  unsigned char* temporary;

  template <class Queue>
  FacetScratch(Workspace& w, const Queue& queue, const backend::FacetSizes& of)
      : sizes(of),
        counts(w.take<std::uint64_t>(counters)),
        placed(w.take<PlacedPair>(of.pairs)),
        records(w.take<PartRecord>(of.pairs)),
        nodes(w, counts + 3, shared_rounds + 1, 8 * of.pairs + 65536),
        found{placed,
              records,
              {w.take<Meeting>(of.room.facet_pairs), counts, of.room.facet_pairs},
              {w.take<FacetContact<double>>(of.room.contacts), counts + 1, of.room.contacts},
              {w.take<std::uint32_t>(of.room.contacts), counts + 2, of.room.contacts},
              w.take<std::uint64_t>(of.pairs),
              w.take<std::uint32_t>(of.room.facet_pairs),
              w.take<std::uint64_t>(of.room.facet_pairs + 1),
              w.take<std::uint64_t>(of.pairs + 1),
              nullptr,
              w.take<std::uint32_t>(of.room.contacts),
              w.take<std::uint64_t>(of.room.contacts + 1)},
        by_facets(w, queue, of.room.facet_pairs),
        by_features(w, queue, of.room.contacts),
        by_body(w, queue, of.parts),
        of_bodies(w.take<std::uint32_t>(of.parts)),
        temporary_bytes(max_of(queue.scan_bytes(of.room.facet_pairs + 1), queue.scan_bytes(of.room.contacts + 1))),
        temporary(w.take<unsigned char>(temporary_bytes)) {
    found.at = found.crossings.items;  // these are answered before contacts are put in order
  }

  static constexpr std::uint64_t counters = 3 + shared_rounds + 1;

 private:
  static std::size_t max_of(std::size_t a, std::size_t b) { return a > b ? a : b; }
};

}  // namespace abut::device
