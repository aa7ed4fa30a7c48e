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
  FeatureBox box;
  Vec3<double> axis;         ///< of its cone
  std::uint64_t search = 0;  ///< which moved it
};

/// What a search writes to; for the next one it is kept.
struct TreeScratch {
  std::vector<NodePair> pairs;
  std::vector<PlacedNode> placed;  ///< B's
  std::uint64_t search = 0;
  BitSet near, touching;  ///< pairs of features that were told
};

class TreePairs {
 public:
  /// `angle`: by which directions may be outside of polars.
  TreePairs(const FeatureTree& a, const FeatureTree& b, const RelativePose<double>& b_in_a, double angle,
            TreeScratch& scratch);

  /// Whether boxes about all of both touch.
  bool may_touch();

  /// `told(feature of A, feature of B)` of each pair that may pass through each other and of which two pieces have
  /// boxes that touch and `may(node of A, node of B)`, once, until it returns false.
  template <class May, class Told>
  void touching(std::uint32_t features_b, const May& may, const Told& told);

  /// `told(feature of A, feature of B, bound)` of each pair that may have a minimum not above `reach`, once; the least
  /// bounds first where `in_order`. `reach` may shrink meanwhile; below 0 it ends.
  template <class Told>
  void near(std::uint32_t features_b, const double& reach, bool in_order, const Told& told);

 private:
  static bool may_be_near(const FeatureNode& a, const FeatureNode& b) {
    return (a.nearing & b.nearing_with) != 0 && (b.nearing & a.nearing_with) != 0;
  }
  const PlacedNode& placed(std::uint32_t b) {
    PlacedNode& out = scratch_.placed[b];
    if (out.search != scratch_.search) place(b, out);
    return out;
  }
  void place(std::uint32_t b, PlacedNode& out) const;
  /// Whether cones of revolution about both cones, each widened by `wider_`, say that they hold no opposite directions.
  bool are_axes_apart(std::uint32_t a, std::uint32_t b) {
    const PolyhedralCone<double>&x = cones_[0][a], &y = cones_[1][b];
    if (has_all(x) || has_all(y)) return false;
    const Vec3<double>& axis = placed(b).axis;
    const double along = x.axis.x * axis.x + x.axis.y * axis.y + x.axis.z * axis.z;
    // Of both half angles, less than two right ones, and twice `wider_`; beyond two right ones nothing is apart.
    const double cosine = x.cosine * y.cosine - x.sine * y.sine, sine = x.sine * y.cosine + x.cosine * y.sine;
    if (sine * wider_cosine_ + cosine * wider_sine_ < 0) return false;
    return -along < cosine * wider_cosine_ - sine * wider_sine_ - 4 * cone_rounding<double>;
  }
  /// Cones that are widened by much are held against each other by their axes alone: to widen their sides takes longer.
  bool are_opposite(std::uint32_t a, std::uint32_t b) {
    return wider_ > 0 || leaves_.may_be_antipodal(cones_[0][a], cones_[1][b], pose_.rotation);
  }
  bool may_touch(std::uint32_t a, std::uint32_t b) { return !(least_distance(a_[a].box, placed(b).box, 0) > 0); }
  double box_distance(std::uint32_t a, std::uint32_t b, double enough) {
    return distance_bound(a_[a].box, placed(b).box, enough);
  }
  double ball_distance(std::uint32_t a, std::uint32_t b) {
    const Vec3<double> d = placed(b).box.centre - a_[a].box.centre;
    return std::sqrt(d.x * d.x + d.y * d.y + d.z * d.z) - a_[a].radius - b_[b].radius;
  }
  static constexpr std::size_t no_pair = ~std::size_t{0};
  /// The number of a pair of features, where both nodes are of one.
  std::size_t pair_of(const NodePair& p, std::uint32_t features_b) const {
    const std::uint32_t f = a_[p.a].feature, g = b_[p.b].feature;
    return f == no_brep_index || g == no_brep_index ? no_pair : std::size_t{f} * features_b + g;
  }
  /// Both children of the larger node.
  template <class Each>
  void split(const NodePair& p, const Each& each) {
    const FeatureNode &x = a_[p.a], &y = b_[p.b];
    if (y.is_leaf() || (!x.is_leaf() && x.radius >= y.radius)) {
      each(p.a + 1, p.b), each(x.second, p.b);
    } else {
      each(p.a, p.b + 1), each(p.a, y.second);
    }
  }

  std::span<const FeatureNode> a_, b_;
  std::span<const PolyhedralCone<double>> cones_[2];
  RelativePose<double> pose_;
  double wider_;                              ///< cones, by this angle: see `cone_room`; 0: as they are
  double wider_cosine_ = 1, wider_sine_ = 0;  ///< of twice that
  TreeScratch& scratch_;
  const BrepLeavesTable& leaves_ = brep_leaves_table(chosen_instruction_set());
};

template <class May, class Told>
void TreePairs::touching(std::uint32_t features_b, const May& may, const Told& told) {
  auto& stack = scratch_.pairs;
  stack.clear();
  const auto push = [&](std::uint32_t a, std::uint32_t b) {
    if ((a_[a].passing & b_[b].passing_with) == 0 || (b_[b].passing & a_[a].passing_with) == 0) return;
    if (ball_distance(a, b) > 0 || !may_touch(a, b)) return;
    stack.push_back({0, a, b});
  };
  if (!a_.empty() && !b_.empty()) push(0, 0);
  while (!stack.empty()) {
    const NodePair p = stack.back();
    stack.pop_back();
    const std::size_t pair = pair_of(p, features_b);
    if (pair != no_pair && scratch_.touching.has(pair)) continue;
    if (!a_[p.a].is_leaf() || !b_[p.b].is_leaf()) {
      split(p, push);
    } else if (may(a_[p.a], b_[p.b]) && scratch_.touching.add(pair)) {
      if (!told(a_[p.a].feature, b_[p.b].feature)) return;
    }
  }
}

template <class Told>
void TreePairs::near(std::uint32_t features_b, const double& reach, bool in_order, const Told& told) {
  auto& pairs = scratch_.pairs;
  pairs.clear();
  double least = 0;
  const auto push = [&](std::uint32_t a, std::uint32_t b) {
    if (!may_be_near(a_[a], b_[b]) || are_axes_apart(a, b)) return;
    double bound = least;
    if (in_order || std::isfinite(reach)) {
      bound = std::max(least, ball_distance(a, b));
      if (bound > reach) return;
      bound = std::max(bound, box_distance(a, b, reach));
      if (bound > reach) return;
    }
    if (!are_opposite(a, b)) return;
    pairs.push_back({bound, a, b});
    if (in_order) std::push_heap(pairs.begin(), pairs.end());
  };
  if (!a_.empty() && !b_.empty()) push(0, 0);
  while (!pairs.empty()) {
    if (in_order) std::pop_heap(pairs.begin(), pairs.end());
    const NodePair p = pairs.back();
    pairs.pop_back();
    if (p.bound > reach) {
      if (in_order) return;
      continue;
    }
    const std::size_t pair = pair_of(p, features_b);
    if (pair != no_pair && scratch_.near.has(pair)) continue;
    least = p.bound;
    if (!a_[p.a].is_leaf() || !b_[p.b].is_leaf()) {
      split(p, push);
    } else if (scratch_.near.add(pair)) {
      told(a_[p.a].feature, b_[p.b].feature, p.bound);
    }
  }
}

}  // namespace abut::host
