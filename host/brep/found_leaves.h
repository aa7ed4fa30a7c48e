// What another executor has found of a search for minima: pairs of features that both trees left, and stationary pairs
// of their carriers. The rest of the search takes it for its own (brep_lmds.cpp).
#pragma once

#include <span>

#include "abut/brep/brep_lmds.h"
#include "abut/brep/brep_view.h"
#include "abut/brep/stationary_pair.h"

namespace abut::host {

/// Of a length, in parts of both models' sizes together.
inline constexpr double lmd_tolerance = 1e-9;

/// A pair of features, and where what was found of it begins. Data only.
struct FoundLeaf {
  FeatureNumbers of;
  BrepVerdict verdict;
  std::uint64_t first;
};

/// Of one pair of models. Data only.
struct FoundLeaves {
  std::span<const FoundLeaf> near;  ///< that may have a minimum within reach, sorted
  std::span<const StationaryPair<double>> solved;
  std::span<const FeatureNumbers> touching;  ///< that may pass through each other
};

/// The order of features of A, then of B.
inline bool comes_first(const FeatureNumbers& x, const FeatureNumbers& y) { return x.a != y.a ? x.a < y.a : x.b < y.b; }

/// Data only.
struct NearLmds {
  BrepLmds found;
  /// Pairs of features that may have a minimum within reach, or one by a turn of theta, sorted: those that were looked
  /// at. Until the thread's next search.
  std::span<const FeatureNumbers> near;
};

/// `find_brep_lmds` for a finite reach and all minima, with the same bits whether anything was `found` elsewhere or
/// not (null). What is asked has been checked.
NearLmds find_near_lmds(const ContactBrep& a, const ContactBrep& b, const RelativePose<double>& b_in_a,
                        const BrepLmdOptions& options, const FoundLeaves* found);

}  // namespace abut::host
