// Pairs of pieces of two models that may be near or touch: both trees walked at once, B's boxes moved into A's frame
// where they are looked at.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "host/brep/feature_tree.h"
#include "host/exec/instruction_set.h"

namespace abut::host {

/// A pair of nodes, no nearer than `bound`. Data only.
struct NodePair {
  double bound;
  std::uint32_t a, b;

  /// Whether it comes later.
  friend bool operator<(const NodePair& x, const NodePair& y) {
    return x.bound != y.bound ? x.bound > y.bound : x.a != y.a ? x.a > y.a : x.b > y.b;
  }
};

/// Bits that are set again and again: clearing costs as much as setting did.
class BitSet {
 public:
  void resize(std::size_t bits) {
    clear();
    if (words_.size() < bits / 64 + 1) words_.resize(bits / 64 + 1, 0);
  }
  /// Sets a bit; whether it was not set.
  bool add(std::size_t bit) {
    std::uint64_t& word = words_[bit / 64];
    const std::uint64_t mask = std::uint64_t{1} << (bit % 64);
    if ((word & mask) != 0) return false;
    if (word == 0) used_.push_back(bit / 64);
    word |= mask;
    return true;
  }
  bool has(std::size_t bit) const { return (words_[bit / 64] >> (bit % 64) & 1) != 0; }
  void clear() {
    for (const std::size_t w : used_) words_[w] = 0;
    used_.clear();
  }

 private:
  std::vector<std::uint64_t> words_;
  std::vector<std::size_t> used_;
};

/// A node of B in A's frame. Data only.
struct PlacedNode {
  PlacedFeatureNode<double> node;
  std::uint64_t search = 0;  ///< which moved it
};

/// What a search writes to; for the next one it is kept.
struct TreeScratch {
  std::vector<NodePair> pairs;
  std::vector<PlacedNode> placed;  ///< B's
  std::uint64_t search = 0;
  BitSet near, touching;  ///< pairs of features that were told
};

/// Of both cones, where directions may be outside of polars by `angle`: see `cone_room`.
WiderCones<double> wider_cones(double angle);

class TreePairs {
 public:
  /// `wider`: as `wider_cones` says.
  TreePairs(const FeatureTree& a, const FeatureTree& b, const RelativePose<double>& b_in_a,
            const WiderCones<double>& wider, TreeScratch& scratch);

  /// Whether boxes about all of both touch.
  bool may_touch();

  /// `told(feature of A, feature of B)` of each pair that may pass through each other and of which two pieces have
  /// boxes that touch and `may(node of A, node of B)`, once, until it returns false.
  template <class May, class Told>
  void touching(std::uint32_t features_b, const May& may, const Told& told);

  /// `told(feature of A, feature of B)` of each pair that may have a minimum not above `reach`, once; the least
  /// bounds first where `in_order`. `reach` may shrink meanwhile; below 0 it ends.
  template <class Told>
  void near(std::uint32_t features_b, const double& reach, bool in_order, const Told& told);

 private:
  const PlacedFeatureNode<double>& placed(std::uint32_t b) {
    PlacedNode& out = scratch_.placed[b];
    if (out.search != scratch_.search) place(b, out);
    return out.node;
  }
  void place(std::uint32_t b, PlacedNode& out) const;
  bool may_pass(FeatureNodes at) {
    return abut::may_pass(trees_, at, [&]() -> const PlacedFeatureNode<double>& { return placed(at.b); });
  }
  bool may_be_near(FeatureNodes at, const NearbyMinima<double>& asked, double& bound) {
    return abut::may_be_near(
        trees_, at, asked, [&]() -> const PlacedFeatureNode<double>& { return placed(at.b); },
        [&] { return leaves_.may_be_antipodal(trees_.a.cones[at.a], trees_.b.cones[at.b], pose_.rotation); }, bound);
  }
  bool are_any() const { return trees_.a.count > 0 && trees_.b.count > 0; }
  static constexpr std::size_t no_pair = ~std::size_t{0};
  /// The number of a pair of features, where both nodes are of one.
  std::size_t pair_of(FeatureNodes at, std::uint32_t features_b) const {
    const std::uint32_t f = trees_.a.nodes[at.a].feature, g = trees_.b.nodes[at.b].feature;
    return f == of_many_features || g == of_many_features ? no_pair : std::size_t{f} * features_b + g;
  }

  FeatureTrees<double> trees_;
  RelativePose<double> pose_;
  WiderCones<double> wider_;
  TreeScratch& scratch_;
  const BrepLeavesTable& leaves_ = brep_leaves_table(chosen_instruction_set());
};

template <class May, class Told>
void TreePairs::touching(std::uint32_t features_b, const May& may, const Told& told) {
  auto& stack = scratch_.pairs;
  stack.clear();
  const auto push = [&](FeatureNodes at) {
    if (may_pass(at)) stack.push_back({0, at.a, at.b});
  };
  if (are_any()) push({0, 0});
  while (!stack.empty()) {
    const FeatureNodes at{stack.back().a, stack.back().b};
    stack.pop_back();
    const std::size_t pair = pair_of(at, features_b);
    if (pair != no_pair && scratch_.touching.has(pair)) continue;
    const FeatureNode &x = trees_.a.nodes[at.a], &y = trees_.b.nodes[at.b];
    if (!are_leaves(trees_, at)) {
      open_nodes(trees_, at, push);
    } else if (may(x, y) && scratch_.touching.add(pair)) {
      if (!told(x.feature, y.feature)) return;
    }
  }
}

template <class Told>
void TreePairs::near(std::uint32_t features_b, const double& reach, bool in_order, const Told& told) {
  auto& pairs = scratch_.pairs;
  pairs.clear();
  double least = 0;
  const auto push = [&](FeatureNodes at) {
    double bound = least;
    if (!may_be_near(at, {wider_, reach, in_order || std::isfinite(reach)}, bound)) return;
    pairs.push_back({bound, at.a, at.b});
    if (in_order) std::push_heap(pairs.begin(), pairs.end());
  };
  if (are_any()) push({0, 0});
  while (!pairs.empty()) {
    if (in_order) std::pop_heap(pairs.begin(), pairs.end());
    const NodePair p = pairs.back();
    pairs.pop_back();
    if (p.bound > reach) {
      if (in_order) return;
      continue;
    }
    const FeatureNodes at{p.a, p.b};
    const std::size_t pair = pair_of(at, features_b);
    if (pair != no_pair && scratch_.near.has(pair)) continue;
    least = p.bound;
    if (!are_leaves(trees_, at)) {
      open_nodes(trees_, at, push);
    } else if (scratch_.near.add(pair)) {
      told(trees_.a.nodes[p.a].feature, trees_.b.nodes[p.b].feature);
    }
  }
}

}  // namespace abut::host
