// The tree over the facets of one deforming body: its refit, and the search of two trees, or of one against itself.
//
// Montanari 2017, section 3.3 (a tree of boxes for each sub-body). Nodes lie depth first, so that what is below one is
// a run of the array: it is refitted by one sweep from its end to its beginning, without a stack or an atomic. All
// trees of a batch have one frame, and boxes of any two are compared as they are.
#pragma once

#include <cstdint>

#include "abut/bvh/tree_frame.h"
#include "abut/facets/facet_tree.h"

namespace abut {

/// 32 bytes. The left child of an inner node is the next one. Data only.
struct alignas(32) DeformNode {
  Vec3<float> lo;
  std::uint32_t first;  ///< leaf: its first facet, as a place in the order of the leaves; inner: the right child
  Vec3<float> hi;
  std::uint32_t count;  ///< leaf: facets; inner: 0
};
static_assert(sizeof(DeformNode) == 32);

/// A node in the frame of the trees, rounded to the nearest. Data only.
struct alignas(16) TreePoint {
  float x, y, z, unused;
};

/// A facet in the order of the leaves. Data only.
struct alignas(16) LeafFacet {
  std::uint32_t node[3];  ///< numbers in the batch
  std::uint32_t id;       ///< the facet's number in its body
};

/// The tree of one body. Data only.
struct DeformTree {
  DeformNode* nodes = nullptr;        ///< none: a body without a box
  const LeafFacet* facets = nullptr;  ///< in the order of the leaves
  const TreePoint* points = nullptr;  ///< of the batch
  std::uint32_t node_count = 0;
  TreeFrame frame{{0, 0, 0}, 1};  ///< of all trees of the batch
};

/// Sums over nodes, for the quality of a tree. Data only.
struct TreeSums {
  double nodes = 0;   ///< of the surface areas of inner nodes, and of leaves times their facets
  double facets = 0;  ///< of the facets' own boxes
};

/// Nodes of two trees. Data only.
struct DeformNodes {
  std::uint32_t a, b;
};

inline namespace ABUT_ISA {

ABUT_INLINE bool is_leaf(const DeformNode& node) { return node.count > 0; }
ABUT_INLINE Box<float> box_of(const DeformNode& node) { return {node.lo, node.hi}; }

/// A position in the frame of the trees.
ABUT_INLINE TreePoint tree_point(const TreeFrame& frame, Vec3<double> p) {
  const Vec3<double> t = (p - frame.origin) * frame.scale;
  // What has escaped is cut off far out: that takes nothing from a distance's being within reach.
  const auto cut = [](double x) { return round_to<float>(max(min(x, 0x1p60), -0x1p60)); };
  return {cut(t.x), cut(t.y), cut(t.z), 0.0f};
}

ABUT_INLINE float next_above(float f) { return -next_below(-f); }

/// Holds the facet: rounding to the nearest moves a coordinate by less than to the next float.
ABUT_INLINE Box<float> tree_box(const TreePoint* points, const LeafFacet& f) {
  const TreePoint p = points[f.node[0]], q = points[f.node[1]], r = points[f.node[2]];
  return {
      {next_below(min(min(p.x, q.x), r.x)), next_below(min(min(p.y, q.y), r.y)), next_below(min(min(p.z, q.z), r.z))},
      {next_above(max(max(p.x, q.x), r.x)), next_above(max(max(p.y, q.y), r.y)), next_above(max(max(p.z, q.z), r.z))}};
}

/// Half of the surface area.
ABUT_INLINE double half_area(const Box<float>& box) {
  const double x = double(box.hi.x) - double(box.lo.x), y = double(box.hi.y) - double(box.lo.y);
  const double z = double(box.hi.z) - double(box.lo.z);
  return x * y + y * z + z * x;
}

/// Gives a leaf the box of where its points are; returns its sums.
ABUT_INLINE TreeSums fit_leaf(const DeformTree& tree, std::uint32_t k) {
  const DeformNode node = tree.nodes[k];
  Box<float> box = empty_box<float>();
  TreeSums sums;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    const Box<float> of_facet = tree_box(tree.points, tree.facets[node.first + i]);
    sums.facets += half_area(of_facet);
    box = unite(box, of_facet);
  }
  sums.nodes = half_area(box) * node.count;
  tree.nodes[k].lo = box.lo, tree.nodes[k].hi = box.hi;
  return sums;
}

/// Gives an inner node the box of its children, which have theirs; returns its sums, given those of the children. What
/// else the node holds is not written, and may be read by others meanwhile. All sums are taken along the tree, so that
/// they are the same in whatever order it is refitted.
ABUT_INLINE TreeSums fit_inner(const DeformTree& tree, std::uint32_t k, const TreeSums& left, const TreeSums& right) {
  const Box<float> box = unite(box_of(tree.nodes[k + 1]), box_of(tree.nodes[tree.nodes[k].first]));
  tree.nodes[k].lo = box.lo, tree.nodes[k].hi = box.hi;
  return {left.nodes + right.nodes + half_area(box), left.facets + right.facets};
}

/// Gives nodes begin to end, all that is below the first of them, the boxes of where the points are; returns the sums
/// of the first.
ABUT_HD inline TreeSums refit_nodes(const DeformTree& tree, std::uint32_t begin, std::uint32_t end) {
  TreeSums open[most_tree_depth + 1];  // of nodes whose parents are still to come
  int count = 0;
  for (std::uint32_t k = end; k-- > begin;) {
    if (is_leaf(tree.nodes[k])) {
      open[count++] = fit_leaf(tree, k);
    } else {
      --count;  // what lies behind in the array came first: the right child
      open[count - 1] = fit_inner(tree, k, open[count], open[count - 1]);
    }
  }
  return open[0];
}

/// `TreeQuality::cost` by the sums of the root.
ABUT_INLINE double cost_of(const TreeSums& root) { return root.facets > 0 ? root.nodes / root.facets : 0; }

/// Whether boxes are within reach on every axis. Differences are rounded to the nearest, which keeps order: what is
/// within reach stays so.
ABUT_INLINE bool within_reach(const Box<float>& a, const Box<float>& b, float reach) {
  const bool x = mask_and(a.lo.x - b.hi.x <= reach, b.lo.x - a.hi.x <= reach);
  const bool y = mask_and(a.lo.y - b.hi.y <= reach, b.lo.y - a.hi.y <= reach);
  const bool z = mask_and(a.lo.z - b.hi.z <= reach, b.lo.z - a.hi.z <= reach);
  return mask_and(x, y, z);
}

ABUT_INLINE float size_of(const DeformNode& n) { return max(max(n.hi.x - n.lo.x, n.hi.y - n.lo.y), n.hi.z - n.lo.z); }

/// What a pair of nodes within reach that are not both leaves opens into: the children of the larger inner one with the
/// other; one node with itself into its children with themselves and with each other. Calls `push(DeformNodes)` for
/// those within reach, at most three.
template <class Push>
ABUT_INLINE void open_deform_nodes(const DeformNode* a, const DeformNode* b, DeformNodes at, float reach, Push&& push) {
  const DeformNode na = a[at.a], nb = b[at.b];
  if (a == b && at.a == at.b) {
    const DeformNodes both{at.a + 1, na.first};
    if (within_reach(box_of(a[both.a]), box_of(a[both.b]), reach)) push(both);
    push(DeformNodes{both.b, both.b});
    push(DeformNodes{both.a, both.a});
    return;
  }
  const bool opens_a = is_leaf(nb) || (!is_leaf(na) && size_of(na) >= size_of(nb));
  const DeformNodes left = opens_a ? DeformNodes{at.a + 1, at.b} : DeformNodes{at.a, at.b + 1};
  const DeformNodes right = opens_a ? DeformNodes{na.first, at.b} : DeformNodes{at.a, nb.first};
  if (within_reach(box_of(a[right.a]), box_of(b[right.b]), reach)) push(right);
  if (within_reach(box_of(a[left.a]), box_of(b[left.b]), reach)) push(left);
}

/// Calls `visit(leaf of A, leaf of B)` for all pairs of leaves below two nodes whose boxes are within reach of each
/// other. Where both are the same node of one tree: for all pairs of different leaves once, the one that comes first in
/// the tree as A, and for every leaf with itself.
template <class Visit>
ABUT_HD inline void search_deform_trees(const DeformNode* a, const DeformNode* b, DeformNodes from, float reach,
                                        Visit&& visit) {
  // A pair of nodes opens into two, of which one waits; one with itself into three, of which two wait.
  DeformNodes stack[3 * most_tree_depth + 4];
  int depth = 0;
  stack[depth++] = from;
  while (depth > 0) {
    const DeformNodes at = stack[--depth];
    const DeformNode& na = a[at.a];
    const DeformNode& nb = b[at.b];
    if (is_leaf(na) && is_leaf(nb)) {
      visit(na, nb);
    } else {
      open_deform_nodes(a, b, at, reach, [&](DeformNodes child) { stack[depth++] = child; });
    }
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
