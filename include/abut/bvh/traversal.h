// Stackless traversal (Prokopenko & Lebrun-Grandie 2024).
#pragma once

#include <cstdint>

#include "abut/bvh/node.h"

namespace abut {
inline namespace ABUT_ISA {

/// Sees nothing of a traversal.
struct Unseen {
  ABUT_HD void operator()(std::uint32_t) const {}
};

/// Calls `visit(position, item)` for every leaf at or behind node `start` whose box overlaps `query`, in the order of
/// the leaves. `start` is 0 for all of a tree that is not empty; a leaf's `skip` for the leaves behind it, so that a
/// search for the pairs of one set sees each pair once. `see(node)` is called for every node that is looked at.
template <class Visitor, class Observer = Unseen>
ABUT_HD inline void traverse(const BvhNode* nodes, std::uint32_t leaf_count, std::uint32_t start,
                             const Box<float>& query, Visitor&& visit, const Observer& see = {}) {
  std::uint32_t self = start;
  while (self != bvh_end) {
    const BvhNode node = nodes[self];  // a copy: whole words of memory at a time
    see(self);
    const bool hit = overlaps(box_of(node), query);
    const bool leaf = is_leaf(leaf_count, self);
    if (mask_and(hit, leaf)) visit(self - leaf_node(leaf_count, 0), node.child);
    self = mask_and(hit, !leaf) ? node.child : node.skip;
  }
}

/// The first leaf under a node that some node's `skip` leads to: a leaf, or a right child, which has its number.
ABUT_INLINE std::uint32_t first_leaf(std::uint32_t leaf_count, std::uint32_t node) {
  return is_leaf(leaf_count, node) ? node - leaf_node(leaf_count, 0) : node;
}

/// `traverse` from some node's `skip` on, and no farther than leaf `end`.
template <class Visitor>
ABUT_HD inline void traverse_before(const BvhNode* nodes, std::uint32_t leaf_count, std::uint32_t start,
                                    std::uint32_t end, const Box<float>& query, Visitor&& visit) {
  std::uint32_t self = start;
  bool skipped = true;
  while (self != bvh_end && !(skipped && first_leaf(leaf_count, self) >= end)) {
    const BvhNode node = nodes[self];  // a copy: whole words of memory at a time
    const bool hit = overlaps(box_of(node), query);
    const bool leaf = is_leaf(leaf_count, self);
    if (mask_and(hit, leaf)) visit(self - leaf_node(leaf_count, 0), node.child);
    skipped = !mask_and(hit, !leaf);
    self = skipped ? node.skip : node.child;
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
