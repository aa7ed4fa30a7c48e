// Layout of the tree: the same arrays on the host and on the GPU.
//
// A tree over n boxes has 2n - 1 nodes of 32 bytes in one array: the n - 1 internal nodes first, then the n leaves in
// the order of (Morton code, index). Internal nodes are numbered as Karras (2012) does: the root is 0, and of the node
// that splits its leaves between g and g + 1 the left child, if internal, is g and the right one g + 1. With one box
// the root is the only leaf; without boxes there is no node.
//
// `child` and `skip` make a traversal without a stack (Prokopenko & Lebrun-Grandie 2024): go to `child` if the box is
// hit, else to `skip`, the next node behind this one's subtree. The second child is the first child's `skip`.
#pragma once

#include <cstdint>

#include "abut/bvh/box.h"

namespace abut {

/// `skip` of the nodes behind which there is nothing.
inline constexpr std::uint32_t bvh_end = 0xffffffffu;

/// Two loads of 16 bytes on a GPU: (lo, child) and (hi, skip). Boxes are in the tree's frame. Data only.
struct alignas(32) BvhNode {
  Vec3<float> lo;
  std::uint32_t child;  ///< internal: the first child's number; leaf: index of the box that it stands for
  Vec3<float> hi;
  std::uint32_t skip;
};
static_assert(sizeof(BvhNode) == 32);

inline namespace ABUT_ISA {

/// Number of the node that is leaf `position` of a tree over `leaf_count` boxes.
ABUT_INLINE std::uint32_t leaf_node(std::uint32_t leaf_count, std::uint32_t position) {
  return leaf_count - 1 + position;
}
ABUT_INLINE bool is_leaf(std::uint32_t leaf_count, std::uint32_t node) { return node >= leaf_count - 1; }

ABUT_INLINE Box<float> box_of(const BvhNode& node) { return {node.lo, node.hi}; }
ABUT_INLINE void set_box(BvhNode& node, const Box<float>& box) {
  node.lo = box.lo;
  node.hi = box.hi;
}

}  // namespace ABUT_ISA
}  // namespace abut
