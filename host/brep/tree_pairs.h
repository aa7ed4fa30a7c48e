// Pairs of pieces of two models that may be near or touch: both trees walked at once, B's boxes moved into A's frame
// where they are looked at. Where two nodes are of one feature each, rings about both features are asked first: pieces
// of a shaft and of the hole that it is in have boxes that overlap all round.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
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

/// A ring of B in A's frame. Data only.
struct PlacedRing {
  FeatureRing ring;
  std::uint64_t search = 0;
};

/// What a search writes to; for the next one it is kept.
struct TreeScratch {
  std::vector<NodePair> pairs;
  std::vector<PlacedNode> placed;  ///< B's
  std::vector<PlacedRing> rings;   ///< of B's features
  std::uint64_t search = 0;
  BitSet near, touching;  ///< pairs of features that were told, or are not to be told
  BitSet ringed;          ///< whose rings were looked at
};

/// Of both cones, where directions may be outside of polars by `angle`: see `cone_room`.
WiderCones<double> wider_cones(double angle);

class TreePairs {
 public:
  /// `asked.wider`: as `wider_cones` says. Nothing is asked for beyond `asked.reach`.
  TreePairs(const FeatureTree& a, const FeatureTree& b, const RelativePose<double>& b_in_a,
            const NearbyMinima<double>& asked, TreeScratch& scratch);

  /// Whether boxes about all of both touch.
  bool may_touch();

  /// `told(feature of A, feature of B)` of each pair that may pass through each other and of which two pieces have
  /// boxes that touch and `may(node of A, node of B)`, once, until it returns false.
  template <class May, class Told>
  void touching(const May& may, const Told& told);

  /// `told(feature of A, feature of B)` of each pair that may have a minimum not above `reach`, once; the least
  /// bounds first where `in_order`. `reach` may shrink meanwhile; below 0 it ends.
  template <class Told>
  void near(const double& reach, bool in_order, const Told& told);

  /// Whether rings about both features leave a distance of `reach`; true where one has none.
  bool rings_are_near(std::uint32_t f, std::uint32_t g, double reach) { return !(ring_distance(f, g) > reach); }

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
  std::size_t pair_of(FeatureNodes at) const {
    const std::uint32_t f = trees_.a.nodes[at.a].feature, g = trees_.b.nodes[at.b].feature;
    return f == of_many_features || g == of_many_features ? no_pair : f * rings_b_.size() + g;
  }
  static bool is_in(const BitSet& set, std::size_t pair) { return pair != no_pair && set.has(pair); }
  /// 0 where one has none.
  double ring_distance(std::uint32_t f, std::uint32_t g);
  /// What rings keep apart is not to be told.
  void see_rings(FeatureNodes at, std::size_t pair) {
    if (pair == no_pair || !scratch_.ringed.add(pair)) return;
    const double apart = ring_distance(trees_.a.nodes[at.a].feature, trees_.b.nodes[at.b].feature);
    if (apart > 0) scratch_.touching.add(pair);
    if (apart > asked_.reach) scratch_.near.add(pair);
  }

  FeatureTrees<double> trees_;
  std::span<const std::optional<FeatureRing>> rings_a_, rings_b_;
  RelativePose<double> pose_;
  NearbyMinima<double> asked_;
  TreeScratch& scratch_;
  const BrepLeavesTable& leaves_ = brep_leaves_table(chosen_instruction_set());
};

template <class May, class Told>
void TreePairs::touching(const May& may, const Told& told) {
  auto& stack = scratch_.pairs;
  stack.clear();
  const auto push = [&](FeatureNodes at) {
    const std::size_t pair = pair_of(at);
    if (is_in(scratch_.touching, pair) || !may_pass(at)) return;
    see_rings(at, pair);
    if (!is_in(scratch_.touching, pair)) stack.push_back({0, at.a, at.b});
  };
  if (are_any()) push({0, 0});
  while (!stack.empty()) {
    const FeatureNodes at{stack.back().a, stack.back().b};
    stack.pop_back();
    const std::size_t pair = pair_of(at);
    if (is_in(scratch_.touching, pair)) continue;
    const FeatureNode &x = trees_.a.nodes[at.a], &y = trees_.b.nodes[at.b];
    if (!are_leaves(trees_, at)) {
      open_nodes(trees_, at, push);
    } else if (may(x, y) && scratch_.touching.add(pair)) {
      if (!told(x.feature, y.feature)) return;
    }
  }
}

template <class Told>
void TreePairs::near(const double& reach, bool in_order, const Told& told) {
  auto& pairs = scratch_.pairs;
  pairs.clear();
  double least = 0;
  const auto push = [&](FeatureNodes at) {
    const std::size_t pair = pair_of(at);
    double bound = least;
    if (is_in(scratch_.near, pair)) return;
    if (!may_be_near(at, {asked_.wider, reach, in_order || std::isfinite(reach)}, bound)) return;
    see_rings(at, pair);
    if (is_in(scratch_.near, pair)) return;
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
    const std::size_t pair = pair_of(at);
    if (is_in(scratch_.near, pair)) continue;
    least = p.bound;
    if (!are_leaves(trees_, at)) {
      open_nodes(trees_, at, push);
    } else if (scratch_.near.add(pair)) {
      told(trees_.a.nodes[p.a].feature, trees_.b.nodes[p.b].feature);
    }
  }
}

}  // namespace abut::host
