// A tree over the facets of one surface, in the surface's own frame, and the search of two trees against each other.
//
// Montanari 2017, section 3.3: a tree for each part, and pairs of parts searched one by one. Nothing is built anew when
// a part moves: boxes of B's tree are met in A's frame as oriented boxes, so that the buffer zone about a facet goes
// along with it (Fig. 3.10 c), and their faces' directions give lower bounds of the distance (Gottschalk, Lin & Manocha
// 1996, without the nine directions of edge pairs).
#pragma once

#include <cstdint>

#include "abut/bvh/box.h"
#include "abut/core/pose.h"

namespace abut {

/// No path from the root is longer: two stacks of a search hold twice that.
inline constexpr int most_tree_depth = 48;

/// 32 bytes: two loads of 16 on a device. The left child of an inner node is the next one. Data only.
struct alignas(16) FacetNode {
  Vec3<float> centre;
  std::uint32_t first;  ///< leaf: its first facet; inner: the right child
  Vec3<float> half;     ///< the box holds its facets, rounding included
  std::uint32_t count;  ///< leaf: facets; inner: 0
};
static_assert(sizeof(FacetNode) == 32);

/// B's boxes in A's frame: x_a = rotation * (scale * x_b) + translation. Data only.
template <class T>
struct FacetFrame {
  Mat3<T> rotation, magnitude;  ///< and its elements' magnitudes
  Vec3<T> translation;
  T scale;
  T reach;  ///< boxes farther apart are left out: the alert distance, with what rounding may take from it
};

/// A node of A's tree and one of B's. Data only.
struct NodePair {
  std::uint32_t a, b;
};

/// Two trees, and where B is. Data only.
template <class T>
struct TreePair {
  const FacetNode *a, *b;
  const FacetFrame<T>* frame;
};

/// What a search has looked at. Data only.
struct FacetSearchCounts {
  std::uint64_t box_pairs = 0;    ///< pairs of boxes compared
  std::uint64_t facet_pairs = 0;  ///< pairs of facets whose zones were compared
  std::uint64_t distances = 0;    ///< pairs of facets whose distance was taken
};

inline namespace ABUT_ISA {

/// How much a rotation may be off: distances in A's frame and in B's then differ by that part of their size
/// (part_box.h).
inline constexpr double facet_box_slack = 0x1p-16;

/// `size_a`, `size_b`: of the surfaces, both in A's unit. The allowance is 64 units in the last place of both sizes and
/// their distance: half of it for the centres and heights below, which pass some ten roundings, and half for distances
/// that are off by as much (`SurfacePair::slack`). So no box leaves out what a distance would take in, and contacts do
/// not depend on boxes.
template <class T>
ABUT_HD inline FacetFrame<T> facet_frame(const RelativePose<T>& b_in_a, T scale, T alert, T size_a, T size_b) {
  FacetFrame<T> frame;
  frame.rotation = b_in_a.rotation;
  for (int k = 0; k < 9; ++k) frame.magnitude.m[k] = abs(b_in_a.rotation.m[k]);
  frame.translation = b_in_a.translation;
  frame.scale = scale;
  frame.reach = alert * (T(1) + T(facet_box_slack)) +
                T(64) * Epsilon<T>::value * (size_a + size_b + max_abs(b_in_a.translation) + alert);
  return frame;
}

/// Whether two boxes may be within `frame.reach`: not, where a direction of A's or of B's axes proves that they are
/// farther apart. (A direction of B's proves as much only as the rotation is one: the slack of B's extents.)
template <class T>
ABUT_HD inline bool may_be_near(const FacetFrame<T>& frame, const FacetNode& a, const FacetNode& b) {
  const auto wide = [](Vec3<float> v) { return Vec3<T>{T(v.x), T(v.y), T(v.z)}; };
  const Vec3<T> ha = wide(a.half), hb = wide(b.half) * frame.scale;
  const Mat3<T>&r = frame.rotation, &m = frame.magnitude;
  const Vec3<T> d = (rotate(r, wide(b.centre) * frame.scale) + frame.translation) - wide(a.centre);
  const Vec3<T> along_a = rotate(m, hb);
  const bool ax = abs(d.x) - ha.x - along_a.x <= frame.reach;
  const bool ay = abs(d.y) - ha.y - along_a.y <= frame.reach;
  const bool az = abs(d.z) - ha.z - along_a.z <= frame.reach;
  const Vec3<T> u = rotate_back(r, d), along_b = rotate_back(m, ha);
  const T off = T(facet_box_slack) * (hb.x + hb.y + hb.z);
  const bool bx = abs(u.x) - hb.x - along_b.x <= frame.reach + off;
  const bool by = abs(u.y) - hb.y - along_b.y <= frame.reach + off;
  const bool bz = abs(u.z) - hb.z - along_b.z <= frame.reach + off;
  return mask_and(mask_and(ax, ay, az), mask_and(bx, by, bz));
}

ABUT_INLINE bool is_leaf(const FacetNode& node) { return node.count > 0; }

/// Whether A's box is the one to be opened: the larger of two inner ones.
template <class T>
ABUT_INLINE bool opens_a(const FacetFrame<T>& frame, const FacetNode& a, const FacetNode& b) {
  if (is_leaf(a) || is_leaf(b)) return is_leaf(b);
  const T of_a = T(a.half.x) + T(a.half.y) + T(a.half.z), of_b = T(b.half.x) + T(b.half.y) + T(b.half.z);
  return of_a >= of_b * frame.scale;
}

/// Opens the larger of two boxes that are not both leaves: calls `push(NodePair)` for those of its children that may be
/// near the other box, the right one first, and `see()` for both.
template <class T, class Push, class See>
ABUT_INLINE void open_nodes(const TreePair<T>& trees, const NodePair& at, const FacetNode& node_a,
                            const FacetNode& node_b, Push&& push, See&& see) {
  NodePair left = at, right = at;
  if (opens_a(*trees.frame, node_a, node_b)) {
    left.a = at.a + 1, right.a = node_a.first;
  } else {
    left.b = at.b + 1, right.b = node_b.first;
  }
  see(), see();
  if (may_be_near(*trees.frame, trees.a[right.a], trees.b[right.b])) push(right);
  if (may_be_near(*trees.frame, trees.a[left.a], trees.b[left.b])) push(left);
}

/// `traverse_facet_trees` of what is below two nodes, which may be near each other.
template <class T, class Visit, class See>
ABUT_HD inline void traverse_below(const TreePair<T>& trees, NodePair from, Visit&& visit, See&& see) {
  NodePair stack[2 * most_tree_depth + 2];
  int depth = 0;
  stack[depth++] = from;
  while (depth > 0) {
    const NodePair at = stack[--depth];
    const FacetNode node_a = trees.a[at.a], node_b = trees.b[at.b];  // copies: whole words of memory at a time
    if (is_leaf(node_a) && is_leaf(node_b)) {
      visit(node_a, node_b);
    } else {
      open_nodes(
          trees, at, node_a, node_b, [&](const NodePair& child) { stack[depth++] = child; }, see);
    }
  }
}

/// Calls `visit(leaf of A, leaf of B)` for all pairs of leaves whose boxes may be near each other, always in the same
/// order. `see()` is called for every pair of boxes that is compared. Both trees have a node.
template <class T, class Visit, class See>
ABUT_HD inline void traverse_facet_trees(const FacetNode* a, const FacetNode* b, const FacetFrame<T>& frame,
                                         Visit&& visit, See&& see) {
  see();
  if (may_be_near(frame, a[0], b[0])) traverse_below(TreePair<T>{a, b, &frame}, {0, 0}, visit, see);
}

}  // namespace ABUT_ISA
}  // namespace abut
