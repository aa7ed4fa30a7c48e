// Pairs of facets of deforming bodies within the alert distance, and their gaps, in any order: the trees of all pairs
// of bodies are opened, one level after the other. A thread opens a pair of nodes and lists what it opens into for the
// next level; pairs of leaves have a list of their own, of which a thread takes one. What a list has no room for is
// counted, and nothing that was found may be used then.
#pragma once

#include "abut/core/atomic.h"
#include "kernels/deform/deform_scratch.h"

namespace abut::device {
namespace deform_detail {

/// `alert`: of pairs of facets, or of contacts.
ABUT_HD inline DeformPair pair_of(const DeformSearch& search, std::uint32_t pair, double alert) {
  const Pair of = search.pairs[pair];
  return {search.bodies + of.a, search.bodies + of.b, of.a == of.b, alert};
}

/// Where pairs of nodes within reach go. Data only.
struct NextDeformNodes {
  GrowingList<PairedDeformNodes> leaves, level;

  ABUT_HD void put(const DeformPair& pair, const PairedDeformNodes& item) const {
    const bool are_leaves = is_leaf(pair.a->tree.nodes[item.nodes.a]) && is_leaf(pair.b->tree.nodes[item.nodes.b]);
    const GrowingList<PairedDeformNodes>& to = are_leaves ? leaves : level;
    to.put(atomic_add(to.count, 1), item);
  }
};

struct BeginPair {
  DeformSearch search;
  NextDeformNodes to;

  ABUT_HD void operator()(std::uint64_t i) const {
    const auto mine = static_cast<std::uint32_t>(i);
    const DeformPair pair = pair_of(search, mine, search.facet_alert);
    const Box<float> a = box_of(pair.a->tree.nodes[0]), b = box_of(pair.b->tree.nodes[0]);
    if (within_reach(a, b, search.reach)) to.put(pair, {mine, {0, 0}});
  }
};

struct OpenDeformNodes {
  static constexpr unsigned threads_per_block = 128;
  DeformSearch search;
  const PairedDeformNodes* from;
  NextDeformNodes to;

  ABUT_HD void operator()(std::uint64_t k) const {
    const PairedDeformNodes mine = from[k];
    const DeformPair pair = pair_of(search, mine.pair, search.facet_alert);
    open_deform_nodes(pair.a->tree.nodes, pair.b->tree.nodes, mine.nodes, search.reach, [&](DeformNodes child) {
      to.put(pair, {mine.pair, child});
    });
  }
};

/// The facets of a pair of leaves.
struct MeetDeformLeaves {
  static constexpr unsigned threads_per_block = 64;
  DeformSearch search;
  const PairedDeformNodes* leaves;
  GrowingList<FoundFacets> to;
  std::uint64_t* crossings;

  ABUT_HD void operator()(std::uint64_t k) const {
    const PairedDeformNodes mine = leaves[k];
    const DeformPair pair = pair_of(search, mine.pair, search.facet_alert);
    meet_leaves(pair, pair.a->tree.nodes[mine.nodes.a], pair.b->tree.nodes[mine.nodes.b], search.reach,
                [&](std::uint64_t word) {
                  to.put(atomic_add(to.count, 1), {word, mine.pair});
                  if (crosses(word)) atomic_add(&crossings[mine.pair], 1);
                });
  }
};

/// The gaps that a pair of facets tells of.
struct FindGaps {
  static constexpr unsigned threads_per_block = 64;
  DeformSearch search;
  const FoundFacets* facets;
  GrowingList<FoundGap> to;

  ABUT_HD void operator()(std::uint64_t k) const {
    const FoundFacets mine = facets[k];
    pair_gaps(pair_of(search, mine.pair, search.contact_alert), mine.order,
              [&](std::uint64_t order, const FacetGap<double>& gap) {
                to.put(atomic_add(to.count, 1), {order, mine.pair, gap});
              });
  }
};

/// How much room would have been needed.
struct NoteNeeded {
  const std::uint64_t* counts;
  LevelLists<PairedDeformNodes> nodes;
  DeformRoom* needed;

  ABUT_HD void operator()(std::uint64_t) const { *needed = {nodes.most(), counts[0], counts[1], counts[2]}; }
};

}  // namespace deform_detail

/// Fills the lists of `s`, and `s.found.needed` and `s.found.crossings`.
template <class Queue>
void search_bodies(Queue& queue, const DeformSearch& search, const DeformScratch& s) {
  using namespace deform_detail;
  queue.fill(s.counts, 3 + s.nodes.levels, 0);
  queue.fill(s.found.crossings, search.pair_count, 0);
  const auto level = [&](std::uint64_t l) { return NextDeformNodes{s.leaves, s.nodes.at(l)}; };
  queue.for_each(search.pair_count, BeginPair{search, level(0)});
  open_levels(queue, s.nodes, s.nodes.levels - 1, [&](const PairedDeformNodes* from, std::uint64_t l) {
    return OpenDeformNodes{search, from, level(l + 1)};
  });
  queue.for_each_of(s.leaves.count, s.leaves.capacity,
                    MeetDeformLeaves{search, s.leaves.items, s.facets, s.found.crossings});
  if (search.contacts) {
    queue.for_each_of(s.facets.count, s.facets.capacity, FindGaps{search, s.facets.items, s.gaps});
  }
  queue.for_each(1, NoteNeeded{s.counts, s.nodes, s.found.needed});
}

}  // namespace abut::device
