// All quasi-LMDs of a batch of pairs, in any order: the hierarchies of all pairs, one level after the other.
//
// A thread opens one pair of nodes, and lists what it opens into for the next level; pairs of leaves have a list of
// their own. What the list of a level has no room for, and what is still there behind the last level, its thread
// searches to the end: nothing is lost, and nothing depends on who finds what.
#pragma once

#include "abut/complex/complex_crossing.h"
#include "abut/contacts/matching.h"
#include "abut/core/atomic.h"
#include "kernels/complex/complex_scratch.h"

namespace abut::device {
namespace complexes_detail {

ABUT_HD inline bool are_leaves(const ComplexTrees& trees, ComplexNodes at) {
  return is_leaf(trees.a[at.a]) && is_leaf(trees.b[at.b]);
}
ABUT_HD inline ComplexTrees trees_of(const ComplexPair<double>& pair) {
  return {pair.a.nodes, pair.b.nodes, &pair.frame};
}

/// Where pairs of nodes go that are still to be looked at. Data only.
struct NextNodes {
  GrowingList<PairedComplexNodes> leaves, level;

  ABUT_HD void put(const ComplexTrees& trees, const PairedComplexNodes& item) const {
    if (are_leaves(trees, item.nodes)) return leaves.put(atomic_add(leaves.count, 1), item);
    const std::uint64_t at = atomic_add(level.count, 1);
    if (at < level.capacity) {
      level.items[at] = item;
    } else {
      search_below(trees, item);
    }
  }

 private:
  ABUT_HD void search_below(const ComplexTrees& trees, const PairedComplexNodes& item) const {
    const auto visit = [&](const ComplexNode& a, const ComplexNode& b) {
      const ComplexNodes at{static_cast<std::uint32_t>(&a - trees.a), static_cast<std::uint32_t>(&b - trees.b)};
      leaves.put(atomic_add(leaves.count, 1), {item.pair, at});
    };
    traverse_complexes(trees, item.nodes, visit, [] {});
  }
};

/// Places one pair, and begins its search.
struct PlaceComplexes {
  static constexpr unsigned threads_per_block = 64;
  backend::ComplexSearch search;
  PlacedComplexes* placed;
  NextNodes to;

  ABUT_HD void operator()(std::uint64_t i) const {
    PlacedComplexes& at = placed[i];
    if (!place(i, at)) {
      at.pair.a = {}, at.pair.b = {};
      return;
    }
    const ComplexTrees trees = trees_of(at.pair);
    if (may_meet(*trees.frame, trees.a[0], trees.b[0])) to.put(trees, {static_cast<std::uint32_t>(i), {0, 0}});
  }

 private:
  ABUT_HD bool place(std::uint64_t i, PlacedComplexes& at) const {
    if (i >= listed(search.count, search.pair_count)) return false;
    const Pair pair = search.pairs[i];
    const std::uint32_t a = search.parts.shape[pair.a], b = search.parts.shape[pair.b];
    if (a >= search.complexes.count || b >= search.complexes.count) return false;
    at.pair.a = search.complexes.of_shape[a], at.pair.b = search.complexes.of_shape[b];
    if (at.pair.a.node_count == 0 || at.pair.b.node_count == 0) return false;
    return place_complexes(search.parts, pair, search.asked, at);
  }
};

struct OpenNodes {
  static constexpr unsigned threads_per_block = 128;
  const PlacedComplexes* placed;
  const PairedComplexNodes* from;
  NextNodes to;

  ABUT_HD void operator()(std::uint64_t k) const {
    const PairedComplexNodes mine = from[k];
    const ComplexTrees trees = trees_of(placed[mine.pair].pair);
    ComplexNodes children[2];
    int count = 0;
    open_nodes(
        trees, mine.nodes, [&](ComplexNodes child) { children[count++] = child; }, [] {});
    while (count > 0) to.put(trees, {mine.pair, children[--count]});
  }
};

/// The simplices of a pair of leaves.
struct MeetLeaves {
  static constexpr unsigned threads_per_block = 64;
  LmdFindings found;

  ABUT_HD void operator()(std::uint64_t k) const {
    if (!found.leaves.fits()) return;
    const PairedComplexNodes mine = found.leaves.items[k];
    const ComplexPair<double>& pair = found.placed[mine.pair].pair;
    const ComplexNode &a = pair.a.nodes[mine.nodes.a], &b = pair.b.nodes[mine.nodes.b];
    for (std::uint32_t i = a.next; i < a.next + a.count; ++i) {
      for (std::uint32_t j = b.next; j < b.next + b.count; ++j) {
        FoundLmd one;
        if (!quasi_lmd(pair, i, j, one.lmd)) continue;
        one.pair = mine.pair;
        found.contacts.put(atomic_add(found.contacts.count, 1), one);
      }
    }
  }
};

/// Whether complexes meet, by one thread a pair.
struct FindCrossing {
  static constexpr unsigned threads_per_block = 64;
  const PlacedComplexes* placed;
  bool asked;
  std::uint8_t* crossing;

  ABUT_HD void operator()(std::uint64_t i) const {
    const ComplexPair<double>& pair = placed[i].pair;
    crossing[i] = asked && pair.a.node_count > 0 && complexes_cross(pair) ? 1 : 0;
  }
};

/// Down to pairs of leaves, by the depth that the complexes are said to have.
inline std::uint64_t levels_of(const ComplexViews& complexes) {
  if (complexes.depth == 0) return 1;
  return complexes.depth < most_complex_depth ? 2 * complexes.depth : 2 * most_complex_depth;
}

}  // namespace complexes_detail

/// Fills `s.found.placed` and the lists of pairs of leaves and contacts.
template <class Queue>
void search_complexes(Queue& queue, const backend::ComplexSearch& search, const ComplexScratch& s) {
  using namespace complexes_detail;
  const auto level = [&](std::uint64_t l) { return NextNodes{s.found.leaves, s.nodes.at(l)}; };
  const std::uint64_t levels = levels_of(search.complexes);
  queue.for_each(search.pair_count, PlaceComplexes{search, s.found.placed, level(0)});
  open_levels(queue, s.nodes, levels, [&](const PairedComplexNodes* from, std::uint64_t l) {
    NextNodes to = level(l + 1);
    if (l + 1 == levels) to.level.capacity = 0;  // nothing comes behind
    return OpenNodes{s.found.placed, from, to};
  });
  queue.for_each_of(s.found.leaves.count, s.found.leaves.capacity, MeetLeaves{s.found});
}

}  // namespace abut::device
