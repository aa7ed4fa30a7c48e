// What a search of complexes keeps between its stages.
#pragma once

#include "abut/complex/placed_complexes.h"
#include "kernels/backend.h"
#include "kernels/support/level_lists.h"
#include "kernels/support/sort_scratch.h"

namespace abut::device {

/// Nodes of the hierarchies of a pair of parts that may meet. Data only.
struct PairedComplexNodes {
  std::uint32_t pair;
  ComplexNodes nodes;
};

/// Data only.
struct FoundLmd {
  QuasiLmd<double> lmd;
  std::uint32_t pair;
};

/// What becomes of a contact where others are at its place.
enum class Told : std::uint8_t { no, as_quasi_lmd, as_lmd };

/// What has been found. Data only.
struct LmdFindings {
  PlacedComplexes* placed;  ///< of each pair; without nodes where there is nothing to ask
  GrowingList<PairedComplexNodes> leaves;
  GrowingList<FoundLmd> contacts;
  Told* told;  ///< of each contact, where it was found

  ABUT_HD bool fits() const { return leaves.fits() && contacts.fits(); }
  /// None where anything did not fit.
  ABUT_HD std::uint64_t contact_count() const { return fits() ? *contacts.count : 0; }
  ABUT_HD const ComplexPair<double>& complexes_of(const FoundLmd& f) const { return placed[f.pair].pair; }
};

/// What a batch needs besides its arrays.
struct ComplexScratch {
  using Sort = SortScratch<std::uint64_t, std::uint32_t>;
  /// Pairs of roots are of level 0; behind the last one there is nothing to open.
  static constexpr std::uint64_t most_levels = 2 * most_complex_depth + 1;

  std::uint64_t* counts;  ///< of pairs of leaves, contacts, and pairs of nodes of each level
  LmdFindings found;
  LevelLists<PairedComplexNodes> nodes;
  Sort sorting;

  template <class Queue>
  ComplexScratch(Workspace& w, const Queue& queue, std::uint64_t pairs, const QuasiLmdRoom& room)
      : counts(w.take<std::uint64_t>(counters)),
        found{w.take<PlacedComplexes>(pairs),
              {w.take<PairedComplexNodes>(room.leaf_pairs), counts, room.leaf_pairs},
              {w.take<FoundLmd>(room.contacts), counts + 1, room.contacts},
              w.take<Told>(room.contacts)},
        nodes(w, counts + 2, most_levels, room.node_pairs),
        sorting(w, queue, room.contacts) {}

  static constexpr std::uint64_t counters = 2 + most_levels;
};

}  // namespace abut::device
