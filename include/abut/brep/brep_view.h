// The leaves of a search of two CAD models on a device: pairs of features that both trees leave, and the stationary
// pairs of their carriers; models as plain arrays. What cores do with them is in host/brep/.
//
// Source: Crozet, Leon & Merlhiot, section 7.
#pragma once

#include "abut/brep/feature_nodes.h"
#include "abut/brep/feature_ring.h"
#include "abut/brep/stationary_pairs.h"

namespace abut {

/// Data only.
template <class T>
struct LeafFeature {
  Carrier<T> carrier;
  FeatureRing<T> ring;
  bool has_carrier, has_ring, is_face;
};

/// A model. Data only.
template <class T>
struct BrepView {
  FeatureTreeView<T> tree;
  const LeafFeature<T>* features = nullptr;
  std::uint32_t feature_count = 0;
};

/// Of all shapes, in memory of the executor; shapes of the number `count` and above have no model. Data only.
struct BrepViews {
  const BrepView<double>* of_shape = nullptr;
  std::uint32_t count = 0;
  std::uint32_t depth = 0;          ///< of their trees: no path from a root is longer
  std::uint32_t most_features = 0;  ///< of a model
  std::uint64_t edition = 0;        ///< tells which models were copied
};

/// Of A and of B. Data only.
struct FeatureNumbers {
  std::uint32_t a, b;
};
/// Of a pair of models of a batch. Data only.
struct NumberedLeaf {
  std::uint32_t pair;
  FeatureNumbers of;
};

/// Two models where they are. Data only.
template <class T>
struct BrepPair {
  BrepView<T> a, b;
  RelativePose<T> b_in_a;
  T reach;      ///< of distances, finite
  T tolerance;  ///< by which a piece may be off a surface and touch it
};

/// What was found of a pair of features. Data only.
struct BrepVerdict {
  std::uint16_t count;  ///< of stationary pairs that may be a minimum within reach
  bool has_solver;      ///< false: one of both has no carrier
  bool complete;        ///< as `StationaryPairs`
  bool not_isolated;    ///< none is listed
};

/// A stationary pair of a leaf, and how many of the same leaf come before it. Data only.
struct SolvedPair {
  StationaryPair<double> pair;
  std::uint32_t leaf, place;
};

/// Two models, where a pair of parts has them. Data only.
struct PlacedModels {
  RelativePose<double> b_in_a;
  double reach, tolerance;
  std::uint32_t a, b;  ///< shapes
};
/// How many are found, or there is room for. Data only.
struct BrepLeafRoom {
  std::uint64_t node_pairs;  ///< of one level of all trees together
  std::uint64_t near;        ///< pairs of pieces that may have a minimum within reach
  std::uint64_t touching;    ///< that may pass through each other
  std::uint64_t solved;      ///< stationary pairs
};
/// Data only.
struct BrepLeafSearch {
  BrepViews breps;
  const PlacedModels* pairs;
  std::uint64_t pair_count;
  WiderCones<double> wider;
  std::uint32_t feature_bits;  ///< of keys; see `key_of`
  BrepLeafRoom room;
};
/// Where one of `needed` is more than there was room for, what was found is not all, and those behind it may be more.
/// Data only.
struct BrepLeafCounts {
  BrepLeafRoom needed;
  std::uint64_t leaves;  ///< pairs of features
};
/// What was found, in device memory. Data only.
struct BrepLeaves {
  BrepLeafCounts* counts;
  std::uint64_t* near;      ///< keys of leaves, ascending, each once
  BrepVerdict* verdicts;    ///< of each
  std::uint64_t* touching;  ///< keys, in any order, some several times
  SolvedPair* solved;       ///< in any order
};

inline namespace ABUT_ISA {

template <class T>
ABUT_INLINE FeatureTrees<T> trees_of(const BrepPair<T>& pair) {
  return {pair.a.tree, pair.b.tree};
}

/// A number that goes up with pair, A's feature and B's. Features have numbers of at most `feature_bits` bits, of which
/// there are 32 at most; pairs have what is left of 64.
ABUT_INLINE std::uint64_t key_of(const NumberedLeaf& leaf, std::uint32_t feature_bits) {
  const std::uint64_t features = std::uint64_t{leaf.of.a} << feature_bits | leaf.of.b;
  return feature_bits == 32 ? features : std::uint64_t{leaf.pair} << 2 * feature_bits | features;
}
ABUT_INLINE NumberedLeaf leaf_of(std::uint64_t key, std::uint32_t feature_bits) {
  const std::uint64_t mask = (std::uint64_t{1} << feature_bits) - 1;
  const std::uint32_t pair = feature_bits == 32 ? 0 : static_cast<std::uint32_t>(key >> 2 * feature_bits);
  return {pair, {static_cast<std::uint32_t>(key >> feature_bits & mask), static_cast<std::uint32_t>(key & mask)}};
}

/// Whether rings about both leave a distance within reach.
template <class T>
ABUT_HD inline bool rings_are_near(const BrepPair<T>& pair, FeatureNumbers of) {
  const LeafFeature<T>&f = pair.a.features[of.a], &g = pair.b.features[of.b];
  return !(f.has_ring && g.has_ring && least_distance(f.ring, moved(pair.b_in_a, g.ring)) > pair.reach);
}

/// Whether two pieces may come to each other's surfaces.
template <class T>
ABUT_HD inline bool pieces_may_pass(const BrepPair<T>& pair, FeatureNodes at) {
  const FeatureNode<T>&x = pair.a.tree.nodes[at.a], &y = pair.b.tree.nodes[at.b];
  const LeafFeature<T>&f = pair.a.features[x.feature], &g = pair.b.features[y.feature];
  if (g.is_face && g.has_carrier) {
    const Vec3<T> none{T(0), T(0), T(0)};
    const RelativePose<T> here{{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, none};
    if (!may_reach(x, relative_pose(pair.b_in_a, here, none, none), g.carrier, pair.tolerance)) return false;
  }
  return !(f.is_face && f.has_carrier) || may_reach(y, pair.b_in_a, f.carrier, pair.tolerance);
}

/// Calls `take(stationary pair)` for each that may be a minimum within reach, in order.
template <class T, class Take>
ABUT_HD inline BrepVerdict solve_leaf(const BrepPair<T>& pair, FeatureNumbers of, const Take& take) {
  const LeafFeature<T>&f = pair.a.features[of.a], &g = pair.b.features[of.b];
  if (!f.has_carrier || !g.has_carrier) return {0, false, true, false};
  StationaryPairs<T> found;
  stationary_pairs(f.carrier, moved(pair.b_in_a, g.carrier), found);
  BrepVerdict out{0, true, found.complete, found.not_isolated};
  for (std::uint32_t k = 0; k < found.count && !found.not_isolated; ++k) {
    const StationaryPair<T>& s = found.pairs[k];
    if (s.extremum == Extremum::not_minimum || s.gap > pair.reach) continue;
    take(s);
    ++out.count;
  }
  return out;
}

}  // namespace ABUT_ISA
}  // namespace abut
