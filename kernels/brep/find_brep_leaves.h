// The leaves of a batch of pairs of CAD models (abut/brep/brep_view.h), in stages:
//
//   1. The trees of all pairs are opened, one level after the other: a thread opens a pair of nodes, and lists what it
//      opens into for the next level; pairs of leaves have lists of their own.
//   2. Pairs of features are sorted, and each is kept once: a feature has several pieces.
//   3. A thread a pair of features finds the stationary pairs of both carriers.
//
// Every stage is enqueued whatever the batch holds: its numbers stay on the device. What a list has no room for is
// counted, and nothing that was found may be used then.
#pragma once

#include "abut/core/atomic.h"
#include "kernels/brep/leaf_scratch.h"

namespace abut::device {
namespace brep_detail {

inline constexpr std::uint64_t no_key = ~std::uint64_t{0};

/// Places pairs of models.
struct PlaceModels {
  BrepLeafSearch search;
  BrepPair<double>* placed;

  ABUT_HD void operator()(std::uint64_t i) const {
    const PlacedModels& at = search.pairs[i];
    placed[i] = {search.breps.of_shape[at.a], search.breps.of_shape[at.b], at.b_in_a, at.reach, at.tolerance};
  }
};

/// Looks at pairs of nodes, and puts those that may be near or pass where they belong.
struct NextFeatureNodes {
  const BrepPair<double>* placed;
  WiderCones<double> wider;
  std::uint32_t feature_bits;
  GrowingList<std::uint64_t> near, touching;
  GrowingList<PairedFeatureNodes> level;

  ABUT_HD void look(PairedFeatureNodes item) const {
    const BrepPair<double>& pair = placed[item.pair];
    const FeatureTrees<double> trees = trees_of(pair);
    if (!(item.passing ? passes(pair, trees, item) : nears(pair, trees, item))) return;
    if (!are_leaves(trees, item.nodes)) return level.put(atomic_add(level.count, 1), item);
    const FeatureNumbers of{trees.a.nodes[item.nodes.a].feature, trees.b.nodes[item.nodes.b].feature};
    if (!(item.passing ? pieces_may_pass(pair, item.nodes) : rings_are_near(pair, of))) return;
    const GrowingList<std::uint64_t>& to = item.passing ? touching : near;
    to.put(atomic_add(to.count, 1), key_of({item.pair, of}, feature_bits));
  }

 private:
  ABUT_HD static bool passes(const BrepPair<double>& pair, const FeatureTrees<double>& trees,
                             const PairedFeatureNodes& item) {
    return may_pass(trees, item.nodes, [&] { return placed_node(pair.b_in_a, trees.b, item.nodes.b); });
  }
  ABUT_HD bool nears(const BrepPair<double>& pair, const FeatureTrees<double>& trees, PairedFeatureNodes& item) const {
    const auto opposite = [&] {
      return may_be_antipodal(trees.a.cones[item.nodes.a], trees.b.cones[item.nodes.b], pair.b_in_a.rotation);
    };
    return may_be_near(
        trees, item.nodes, {wider, pair.reach, true}, [&] { return placed_node(pair.b_in_a, trees.b, item.nodes.b); },
        opposite, item.bound);
  }
};

/// Roots: of the first half of the numbers for minima, of the other half for what passes.
struct LookAtRoots {
  static constexpr unsigned threads_per_block = 64;
  std::uint64_t pair_count;
  NextFeatureNodes to;

  ABUT_HD void operator()(std::uint64_t k) const {
    const bool passing = k >= pair_count;
    const auto i = static_cast<std::uint32_t>(passing ? k - pair_count : k);
    if (to.placed[i].a.tree.count == 0 || to.placed[i].b.tree.count == 0) return;
    to.look({0, i, {0, 0}, passing});
  }
};

struct OpenFeatureNodes {
  static constexpr unsigned threads_per_block = 64;
  const PairedFeatureNodes* from;
  NextFeatureNodes to;

  ABUT_HD void operator()(std::uint64_t k) const {
    const PairedFeatureNodes mine = from[k];
    FeatureNodes children[2];
    int count = 0;
    open_nodes(trees_of(to.placed[mine.pair]), mine.nodes, [&](FeatureNodes child) { children[count++] = child; });
    for (int c = 0; c < 2; ++c) to.look({mine.bound, mine.pair, children[c], mine.passing});
  }
};

/// Fills up with keys that are behind all others.
struct PadKeys {
  GrowingList<std::uint64_t> near;
  ABUT_HD void operator()(std::uint64_t k) const {
    if (k >= *near.count || !near.fits()) near.items[k] = no_key;
  }
};

/// 1 for the first of each key, to be summed.
struct CountFirst {
  const std::uint64_t* keys;
  std::uint64_t room;
  std::uint64_t* before;
  ABUT_HD void operator()(std::uint64_t k) const {
    before[k] = k < room && keys[k] != no_key && (k == 0 || keys[k] != keys[k - 1]) ? 1 : 0;
  }
};

struct KeepOnce {
  const std::uint64_t* keys;
  std::uint64_t room;
  const std::uint64_t* before;
  BrepLeaves found;
  ABUT_HD void operator()(std::uint64_t k) const {
    if (k == room) {
      found.counts->leaves = before[room];
    } else if (before[k + 1] != before[k]) {
      found.near[before[k]] = keys[k];
    }
  }
};

/// The stationary pairs of two features.
struct SolveLeaf {
  static constexpr unsigned threads_per_block = 32;
  const BrepPair<double>* placed;
  BrepLeaves found;
  GrowingList<SolvedPair> solved;
  std::uint32_t feature_bits;

  ABUT_HD void operator()(std::uint64_t k) const {
    const NumberedLeaf leaf = leaf_of(found.near[k], feature_bits);
    std::uint32_t place = 0;
    found.verdicts[k] = solve_leaf(placed[leaf.pair], leaf.of, [&](const StationaryPair<double>& s) {
      solved.put(atomic_add(solved.count, 1), {s, static_cast<std::uint32_t>(k), place++});
    });
  }
};

/// How much room the levels would have needed.
struct NoteLevels {
  LevelLists<PairedFeatureNodes> nodes;
  BrepLeafCounts* counts;
  ABUT_HD void operator()(std::uint64_t) const { counts->needed.node_pairs = nodes.most(); }
};

}  // namespace brep_detail

template <class Queue>
BrepLeaves find_brep_leaves(Queue& queue, const BrepLeafSearch& search, const LeafScratch& s) {
  using namespace brep_detail;
  const BrepLeaves& found = s.found;
  const std::uint64_t room = search.room.near;
  queue.fill(found.counts, 1, 0), queue.fill(s.nodes.counts, s.nodes.levels, 0);
  queue.for_each(search.pair_count, PlaceModels{search, s.placed});
  const GrowingList<std::uint64_t> touching{found.touching, &found.counts->needed.touching, search.room.touching};
  const auto level = [&](std::uint64_t l) {
    return NextFeatureNodes{s.placed, search.wider, search.feature_bits, s.near, touching, s.nodes.at(l)};
  };
  queue.for_each(2 * search.pair_count, LookAtRoots{search.pair_count, level(0)});
  open_levels(queue, s.nodes, s.nodes.levels - 1, [&](const PairedFeatureNodes* from, std::uint64_t l) {
    return OpenFeatureNodes{from, level(l + 1)};
  });
  queue.for_each(1, NoteLevels{s.nodes, found.counts});

  queue.for_each(room, PadKeys{s.near});
  const std::uint64_t* const keys = sort(queue, s.sorting, room, 64).keys;
  queue.for_each(room + 1, CountFirst{keys, room, s.before});
  queue.scan(s.before, room + 1, s.scan_memory, s.scan_bytes);
  queue.for_each(room + 1, KeepOnce{keys, room, s.before, found});

  const GrowingList<SolvedPair> solved{found.solved, &found.counts->needed.solved, search.room.solved};
  queue.for_each_of(&found.counts->leaves, room, SolveLeaf{s.placed, found, solved, search.feature_bits});
  return found;
}

}  // namespace abut::device
