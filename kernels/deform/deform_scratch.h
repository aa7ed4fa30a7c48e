// What a search of deforming bodies keeps between its stages, and where it leaves what it has found.
#pragma once

#include "abut/core/workspace.h"
#include "abut/deform/deform_batch.h"
#include "kernels/support/level_lists.h"
#include "kernels/support/sort_scratch.h"

namespace abut::device {

/// Nodes of the trees of a pair of bodies. Data only.
struct PairedDeformNodes {
  std::uint32_t pair;
  DeformNodes nodes;
};

/// What has been found of a pair of bodies, and what it is sorted by. Data only.
struct FoundFacets {
  std::uint64_t order;  ///< their word
  std::uint32_t pair;
};
struct FoundGap {
  std::uint64_t order;
  std::uint32_t pair;
  FacetGap<double> gap;
};

/// What a search needs besides its arrays.
struct DeformScratch {
  using Sort = SortScratch<std::uint64_t, std::uint32_t>;

  DeformFound found;
  std::uint64_t* counts;  ///< of pairs of leaves, of facets, contacts, and pairs of nodes of each level
  GrowingList<PairedDeformNodes> leaves;
  GrowingList<FoundFacets> facets;
  GrowingList<FoundGap> gaps;
  LevelLists<PairedDeformNodes> nodes;
  Sort sorting;  ///< of what is wanted

  template <class Queue>
  DeformScratch(Workspace& w, const Queue& queue, const DeformSearch& search)
      : counts(w.take<std::uint64_t>(3 + search.levels)),
        leaves{w.take<PairedDeformNodes>(search.room.leaf_pairs), counts, search.room.leaf_pairs},
        facets{w.take<FoundFacets>(search.room.facet_pairs), counts + 1, search.room.facet_pairs},
        gaps{w.take<FoundGap>(gap_room(search)), counts + 2, gap_room(search)},
        nodes(w, counts + 3, search.levels, search.room.node_pairs),
        sorting(w, queue, search.contacts ? search.room.contacts : search.room.facet_pairs) {
    found.needed = w.take<DeformRoom>(1);
    found.offsets = w.take<std::uint64_t>(search.pair_count + 1);
    found.crossings = w.take<std::uint64_t>(search.pair_count);
    found.words = w.take<std::uint64_t>(search.contacts ? 0 : search.room.facet_pairs);
    found.contacts = w.take<FacetGap<double>>(gap_room(search));
    found.keys = w.take<std::uint64_t>(gap_room(search));
    found.areas = w.take<double>(gap_room(search));
  }

  static std::uint64_t gap_room(const DeformSearch& search) { return search.contacts ? search.room.contacts : 0; }
};

}  // namespace abut::device
