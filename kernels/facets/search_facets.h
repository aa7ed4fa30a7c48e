// Pairs of facets in each other's zones: both trees of all pairs at once.
//
// A warp searches one pair, its lanes side by side: the pairs of nodes that are still to be opened lie in memory that
// they share, and so do pairs of leaves, until there are as many as lanes. After so many steps it hands on what is left
// to a list, each pair of nodes to a warp of its own. Two such rounds share out large pairs among all warps, while
// small ones end in the first. What no list has room for is searched where it is: nothing is lost, and nothing depends
// on who finds what.
#pragma once

#include "abut/contacts/matching.h"
#include "abut/facets/contact_record.h"
#include "kernels/facets/facet_scratch.h"
#include "kernels/support/team.h"

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

/// All facets below two nodes that are in each other's zones, by one thread.
ABUT_HD inline void add_below(const SurfacePair<double>& pair, NodePair from, MeetingWriter& writer) {
  const auto add = [&](std::uint32_t i, std::uint32_t j) {
    FacetSearchCounts counts;
    visit_zones(pair, facets_at(pair, i, j), counts, [&](const TwoFacets<double>&) { writer.add(i, j); });
  };
  traverse_below(
      TreePair<double>{pair.a.nodes, pair.b.nodes, &pair.frame}, from,
      [&](const FacetNode& a, const FacetNode& b) { visit_leaves(a, b, add); }, [] {});
}

/// What a team finds of one pair of parts: each lane opens two boxes, or compares two facets, at a time.
template <class Team>
class TeamSearch {
 public:
  static_assert(Team::size <= 32);
  ABUT_HD TeamSearch(const SurfacePair<double>& pair, std::uint32_t index, const GrowingList<Meeting>& meetings,
                     NodePool& pool, const Team& team)
      : pair_(pair), index_(index), meetings_(meetings), pool_(pool), team_(team) {}

  ABUT_HD void begin(const NodePair& from) {
    const bool leaves = are_leaves(from);
    if (team_.rank() == 0) (leaves ? pool_.leaves : pool_.open)[0] = from;
    open_ = leaves ? 0 : 1, leaves_ = leaves ? 1 : 0;
    team_.meet();
  }
  ABUT_HD bool done() const { return open_ + leaves_ == 0; }
  /// `capacity`: of pairs of nodes to open, at most `NodePool::most_open`.
  ABUT_HD void step(std::uint32_t capacity) {
    if (leaves_ >= Team::size || open_ == 0) return meet_leaves();
    const std::uint32_t spare = capacity - open_, all = open_ < Team::size ? open_ : Team::size;
    if (spare > 0) {
      open(all < spare ? all : spare);
    } else {
      search_below(all);
    }
  }
  /// Hands on what is still to be opened, as far as the list has room for it.
  ABUT_HD void hand_on(const GrowingList<PairedNodes>& to) {
    const std::uint64_t first = team_.of_first(open_ > 0 && team_.rank() == 0 ? atomic_add(to.count, open_) : 0);
    const std::uint64_t room = first < to.capacity ? to.capacity - first : 0;
    const std::uint32_t given = open_ < room ? open_ : static_cast<std::uint32_t>(room);
    for (std::uint32_t k = team_.rank(); k < given; k += Team::held == 1 ? Team::size : 1) {
      to.items[first + k] = {index_, pool_.open[open_ - given + k]};
    }
    open_ -= given;
    team_.meet();
  }

 private:
  ABUT_HD bool are_leaves(const NodePair& at) const {
    return is_leaf(pair_.a.nodes[at.a]) && is_leaf(pair_.b.nodes[at.b]);
  }

  /// The last `n`.
  ABUT_HD void open(std::uint32_t n) {
    const TreePair<double> trees{pair_.a.nodes, pair_.b.nodes, &pair_.frame};
    const std::uint32_t first = open_ - n;
    NodePair right[Team::held], left[Team::held];
    // What the children are, the left one `kind_bits` up: nothing, `inner` or `leaf`. Then where they go.
    std::uint32_t kind[Team::held], place[Team::held];
    for (std::uint32_t l = 0; l < Team::held; ++l) {
      kind[l] = place[l] = 0;
      if (team_.rank() + l >= n) continue;
      const NodePair at = pool_.open[first + team_.rank() + l];
      const FacetNode a = trees.a[at.a], b = trees.b[at.b];
      open_nodes(
          trees, at, a, b,
          [&](const NodePair& child) {
            if (place[l] == 0) {
              right[l] = child;
            } else {
              left[l] = child;
            }
            const std::uint32_t what = are_leaves(child) ? leaf : inner;
            kind[l] |= place[l] == 0 ? what : what << kind_bits;
            place[l] += what;
          },
          [] {});
    }
    team_.meet();  // all have read what is written over
    const std::uint32_t sum = team_.sums_before(place);
    for (std::uint32_t l = 0; l < Team::held; ++l) {
      std::uint32_t to_open = first + place[l] % leaf, to_leaves = leaves_ + place[l] / leaf;
      if (kind[l] != 0) put(right[l], kind[l] % (1u << kind_bits), to_open, to_leaves);
      if (kind[l] >> kind_bits != 0) put(left[l], kind[l] >> kind_bits, to_open, to_leaves);
    }
    open_ = first + sum % leaf, leaves_ += sum / leaf;
    team_.meet();
  }
  ABUT_HD void put(const NodePair& child, std::uint32_t kind, std::uint32_t& to_open, std::uint32_t& to_leaves) {
    if (kind == leaf) {
      pool_.leaves[to_leaves++] = child;
    } else {
      pool_.open[to_open++] = child;
    }
  }

  /// The facets of the last pairs of leaves, one of each pair at a time.
  ABUT_HD void meet_leaves() {
    const std::uint32_t n = leaves_ < Team::size ? leaves_ : Team::size, first = leaves_ - n;
    FacetNode a[Team::held], b[Team::held];
    std::uint32_t combinations[Team::held];
    for (std::uint32_t l = 0; l < Team::held; ++l) {
      combinations[l] = 0;
      if (team_.rank() + l >= n) continue;
      const NodePair at = pool_.leaves[first + team_.rank() + l];
      a[l] = pair_.a.nodes[at.a], b[l] = pair_.b.nodes[at.b];
      combinations[l] = a[l].count * b[l].count;
    }
    for (std::uint32_t k = 0, left = 1; left > 0; ++k) {
      std::uint32_t i[Team::held], j[Team::held], place[Team::held];
      bool met[Team::held];
      for (std::uint32_t l = 0; l < Team::held; ++l) {
        met[l] = false;
        if (k < combinations[l]) {
          i[l] = a[l].first + k % a[l].count, j[l] = b[l].first + k / a[l].count;
          FacetSearchCounts counts;
          visit_zones(pair_, facets_at(pair_, i[l], j[l]), counts, [&](const TwoFacets<double>&) { met[l] = true; });
        }
        place[l] = (met[l] ? 1u : 0u) + (k + 1 < combinations[l] ? more : 0u);
      }
      const std::uint32_t sum = team_.sums_before(place), found = sum % more;
      left = sum / more;
      if (found == 0) continue;
      const std::uint64_t at = team_.of_first(team_.rank() == 0 ? atomic_add(meetings_.count, found) : 0);
      for (std::uint32_t l = 0; l < Team::held; ++l) {
        if (met[l]) meetings_.put(at + place[l] % more, {index_, i[l], j[l], 0, 0, false});
      }
    }
    leaves_ = first;
    team_.meet();
  }

  /// There is no room for more: a thread searches all that is below one of the last pairs.
  ABUT_HD void search_below(std::uint32_t n) {
    for (std::uint32_t l = 0; l < Team::held; ++l) {
      if (team_.rank() + l >= n) continue;
      MeetingWriter writer(meetings_, index_);
      add_below(pair_, pool_.open[open_ - n + team_.rank() + l], writer);
      writer.flush();
    }
    open_ -= n;
    team_.meet();
  }

  // Sums of a team's lanes side by side in one number.
  static constexpr std::uint32_t inner = 1, leaf = 1u << 10, kind_bits = 12, more = 1u << 16;

  const SurfacePair<double>& pair_;
  std::uint32_t index_;
  const GrowingList<Meeting>& meetings_;
  NodePool& pool_;
  const Team& team_;
  std::uint32_t open_ = 0, leaves_ = 0;
};

/// Searches what is below one pair of nodes, for `most_steps` steps; what is left then is handed on.
struct SearchNodes {
  using Shared = NodePool;
  const PlacedPair* placed;
  GrowingList<PairedNodes> from, to;  ///< `to` without items: nothing is handed on
  GrowingList<Meeting> meetings;
  std::uint32_t most_steps, pool_capacity;

  template <class Team>
  ABUT_HD void operator()(std::uint64_t k, const Team& team, NodePool& pool) const {
    const PairedNodes mine = from.items[k];
    TeamSearch<Team> search(placed[mine.pair].pair, mine.pair, meetings, pool, team);
    search.begin(mine.nodes);
    for (std::uint32_t step = 0; !search.done(); ++step) {
      if (step == most_steps && to.items != nullptr) search.hand_on(to);
      search.step(pool_capacity);
    }
  }
};

}  // namespace facets_detail

/// Fills `s.placed`, `s.records` and the list of meetings.
template <class T, class Queue>
void search_facets(Queue& queue, const backend::FacetSearch<T>& search, const FacetScratch& s) {
  using namespace facets_detail;
  const GrowingList<Meeting>& meetings = s.found.meetings;
  queue.for_each(search.pair_count, PlacePair<T>{search, s.placed, s.records, s.nodes.at(0)});
  for (std::uint64_t round = 0; round <= shared_rounds; ++round) {
    const GrowingList<PairedNodes> from = s.nodes.at(round);
    const GrowingList<PairedNodes> to = round < shared_rounds ? s.nodes.at(round + 1) : GrowingList<PairedNodes>{};
    queue.for_each_team(from.count, from.capacity,
                        SearchNodes{s.placed, from, to, meetings, s.round_steps, s.pool_capacity});
  }
}

}  // namespace abut::device
