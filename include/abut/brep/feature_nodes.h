// Trees over the pieces of two models' features, held against each other: which pairs of nodes may have a minimum of
// the distance below them, and which may pass through each other. host/brep/ makes the trees.
//
// Source: Crozet, Leon & Merlhiot, 6.2, 7.1 and 7.2 (boxes, cones, masks of kinds).
#pragma once

#include "abut/brep/carriers.h"
#include "abut/brep/feature_box.h"
#include "abut/brep/polyhedral_cone.h"

namespace abut {

inline constexpr std::uint32_t of_many_features = 0xffffffffu;

/// The first child is the next node. Data only.
template <class T>
struct FeatureNode {
  FeatureBox<T> box;
  T radius = 0;                    ///< of a ball about the box's centre that holds the box
  std::uint32_t second = 0;        ///< child; 0 of a leaf
  std::uint32_t feature = 0;       ///< the one that all below is of, or `of_many_features`
  std::uint32_t nearing = 0;       ///< classes below that leave some direction free: a minimum may lie there
  std::uint32_t nearing_with = 0;  ///< any of these may have a minimum with one of them
  std::uint32_t passing = 0;       ///< classes below whose boundaries may pass through others
  std::uint32_t passing_with = 0;  ///< through these
};

/// The root is the first; none of a model without features. Data only.
template <class T>
struct FeatureTreeView {
  const FeatureNode<T>* nodes = nullptr;
  const PolyhedralCone<T>* cones = nullptr;  ///< of each node: of directions that are left free
  std::uint32_t count = 0;
};

/// Data only.
template <class T>
struct FeatureTrees {
  FeatureTreeView<T> a, b;
};
/// Data only.
struct FeatureNodes {
  std::uint32_t a, b;
};

/// A node of B in A's frame. Data only.
template <class T>
struct PlacedFeatureNode {
  FeatureBox<T> box;
  Vec3<T> axis;  ///< of its cone
};

/// By how much cones are wider than they are stored, both together. Data only.
template <class T>
struct WiderCones {
  T cosine = 1, sine = 0;
  /// They are held against each other by their axes alone: to widen their sides takes longer.
  bool by_axes = false;
};

/// Which minima are asked for. Data only.
template <class T>
struct NearbyMinima {
  WiderCones<T> wider;
  T reach;                   ///< of distances
  bool has_distance = true;  ///< false: whatever is apart is within reach
};

inline namespace ABUT_ISA {

template <class T>
ABUT_INLINE bool is_leaf(const FeatureNode<T>& node) {
  return node.second == 0;
}
template <class T>
ABUT_INLINE bool are_leaves(const FeatureTrees<T>& trees, FeatureNodes at) {
  return is_leaf(trees.a.nodes[at.a]) && is_leaf(trees.b.nodes[at.b]);
}

template <class T>
ABUT_HD inline PlacedFeatureNode<T> placed_node(const RelativePose<T>& b_in_a, const FeatureTreeView<T>& tree,
                                                std::uint32_t node) {
  return {moved(b_in_a, tree.nodes[node].box), rotate(b_in_a.rotation, tree.cones[node].axis)};
}

/// Calls `each(nodes)` for both children of the larger node, of which at least one is no leaf.
template <class T, class Each>
ABUT_INLINE void open_nodes(const FeatureTrees<T>& trees, FeatureNodes at, const Each& each) {
  const FeatureNode<T>&x = trees.a.nodes[at.a], &y = trees.b.nodes[at.b];
  if (is_leaf(y) || (!is_leaf(x) && x.radius >= y.radius)) {
    each(FeatureNodes{at.a + 1, at.b}), each(FeatureNodes{x.second, at.b});
  } else {
    each(FeatureNodes{at.a, at.b + 1}), each(FeatureNodes{at.a, y.second});
  }
}

namespace feature_nodes_detail {

template <class T>
ABUT_INLINE T ball_distance(const FeatureNode<T>& a, const FeatureNode<T>& b, const PlacedFeatureNode<T>& placed_b) {
  const Vec3<T> d = placed_b.box.centre - a.box.centre;
  return sqrt(d.x * d.x + d.y * d.y + d.z * d.z) - a.radius - b.radius;
}

/// Whether cones of revolution about both cones, each widened, say that they hold no opposite directions.
template <class T>
ABUT_INLINE bool are_axes_apart(const PolyhedralCone<T>& a, const PolyhedralCone<T>& b, const Vec3<T>& axis_b,
                                const WiderCones<T>& wider) {
  if (has_all(a) || has_all(b)) return false;
  const T along = a.axis.x * axis_b.x + a.axis.y * axis_b.y + a.axis.z * axis_b.z;
  // Of both half angles, less than two right ones, and what they are widened by; beyond two right ones nothing is
  // apart.
  const T cosine = a.cosine * b.cosine - a.sine * b.sine, sine = a.sine * b.cosine + b.sine * a.cosine;
  if (sine * wider.cosine + cosine * wider.sine < T(0)) return false;
  return -along < cosine * wider.cosine - sine * wider.sine - T(4) * cone_rounding<T>;
}

}  // namespace feature_nodes_detail

/// Whether a minimum within reach may lie below both nodes. `bound`: what no distance below them is less than; it is
/// raised. `placed()`: the node of B in A's frame; `are_opposite()`: whether the cones may hold opposite directions.
/// Either is asked only where nothing else tells.
template <class T, class Placed, class Opposite>
ABUT_INLINE bool may_be_near(const FeatureTrees<T>& trees, FeatureNodes at, const NearbyMinima<T>& asked,
                             const Placed& placed, const Opposite& are_opposite, T& bound) {
  using namespace feature_nodes_detail;
  const FeatureNode<T>&x = trees.a.nodes[at.a], &y = trees.b.nodes[at.b];
  if ((x.nearing & y.nearing_with) == 0 || (y.nearing & x.nearing_with) == 0) return false;
  const PlacedFeatureNode<T>& there = placed();
  if (are_axes_apart(trees.a.cones[at.a], trees.b.cones[at.b], there.axis, asked.wider)) return false;
  if (asked.has_distance) {
    bound = max(ball_distance(x, y, there), bound);
    if (bound > asked.reach) return false;
    bound = max(distance_bound(x.box, there.box, asked.reach), bound);
    if (bound > asked.reach) return false;
  }
  return asked.wider.by_axes || are_opposite();
}

/// Whether boundaries below both nodes may pass through each other.
template <class T, class Placed>
ABUT_INLINE bool may_pass(const FeatureTrees<T>& trees, FeatureNodes at, const Placed& placed) {
  const FeatureNode<T>&x = trees.a.nodes[at.a], &y = trees.b.nodes[at.b];
  if ((x.passing & y.passing_with) == 0 || (y.passing & x.passing_with) == 0) return false;
  const PlacedFeatureNode<T>& there = placed();
  return !(feature_nodes_detail::ball_distance(x, y, there) > T(0)) && !(least_distance(x.box, there.box, T(0)) > T(0));
}

/// Whether a piece may come to a surface, as the ball about its box says. `to_surface`: its frame in the surface's.
template <class T>
ABUT_HD inline bool may_reach(const FeatureNode<T>& piece, const RelativePose<T>& to_surface, const Carrier<T>& surface,
                              T tolerance) {
  return abs(side_distance(surface, transform(to_surface, piece.box.centre))) <= piece.radius + tolerance;
}

}  // namespace ABUT_ISA
}  // namespace abut
