// What a search for leaves of CAD models keeps between its stages, and where it leaves what it has found.
#pragma once

#include "abut/brep/brep_view.h"
#include "abut/core/workspace.h"
#include "kernels/support/level_lists.h"
#include "kernels/support/sort_scratch.h"

namespace abut::device {

/// Nodes of the trees of a pair of models. Data only.
struct PairedFeatureNodes {
  double bound;  ///< no distance below them is less
  std::uint32_t pair;
  FeatureNodes nodes;
  bool passing;  ///< asked is whether boundaries pass through each other; else for minima
};

/// What a batch needs besides its arrays.
struct LeafScratch {
  using Sort = SortScratch<std::uint64_t>;

  BrepLeaves found;
  BrepPair<double>* placed;
  GrowingList<std::uint64_t> near;  ///< pairs of features by their keys, some of them several times
  LevelLists<PairedFeatureNodes> nodes;
  std::uint64_t* before;  ///< of each key, how many others are before it
  Sort sorting;
  std::size_t scan_bytes;
  unsigned char* scan_memory;

  template <class Queue>
  LeafScratch(Workspace& w, const Queue& queue, const BrepLeafSearch& search)
      : placed(w.take<BrepPair<double>>(search.pair_count)),
        nodes(w, w.take<std::uint64_t>(levels_of(search.breps)), levels_of(search.breps), search.room.node_pairs),
        before(w.take<std::uint64_t>(search.room.near + 1)),
        sorting(w, queue, search.room.near),
        scan_bytes(queue.scan_bytes(search.room.near + 1)),
        scan_memory(w.take<unsigned char>(scan_bytes)) {
    found.counts = w.take<BrepLeafCounts>(1);
    found.near = w.take<std::uint64_t>(search.room.near);
    found.verdicts = w.take<BrepVerdict>(search.room.near);
    found.touching = w.take<std::uint64_t>(search.room.touching);
    found.solved = w.take<SolvedPair>(search.room.solved);
    near = {sorting.keys, &found.counts->needed.near, search.room.near};
  }

  /// Pairs of roots are of level 0; behind the last one there is nothing to open.
  static std::uint64_t levels_of(const BrepViews& breps) { return 2 * std::uint64_t{breps.depth} + 1; }
};

}  // namespace abut::device
