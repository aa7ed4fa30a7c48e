// Bottom-up construction of the tree in one pass, and its refit: what one thread does for one leaf.
//
// Apetrei (2014): from each leaf a thread walks towards the root; of the two that meet at a node the first ends, the
// second unites the boxes and goes on. Nodes are numbered and skip links set as in Prokopenko & Lebrun-Grandie (2024).
// Departures: equal codes are told apart by position in a second key and not by an offset to the first, which misorders
// splits; boxes are read from the sibling's node.
#pragma once

#include <cstdint>

#include "abut/bvh/node.h"
#include "abut/core/atomic.h"

namespace abut {

/// Marks a slot at which no thread has arrived.
inline constexpr std::uint32_t bvh_nobody = 0xffffffffu;

/// Caller-owned arrays of a tree over `leaf_count` boxes. Data only.
struct BvhArrays {
  std::uint32_t leaf_count = 0;
  const std::uint64_t* codes = nullptr;  ///< leaf_count, ascending; only building reads them
  BvhNode* nodes = nullptr;              ///< 2 * leaf_count - 1
  std::uint32_t* parents = nullptr;      ///< 2 * leaf_count - 1, the root's is bvh_end
  std::uint32_t* slots = nullptr;        ///< leaf_count - 1, all bvh_nobody before and again after each pass
};

inline namespace ABUT_ISA {

/// Whether the codes on both sides of split `i` (leaves i and i + 1) share more leading bits than those of split `j`,
/// so that split `i` lies deeper in the tree. For splits that bound a common range of leaves.
ABUT_INLINE bool split_is_deeper(const std::uint64_t* codes, std::uint32_t i, std::uint32_t j) {
  const std::uint64_t di = codes[i] ^ codes[i + 1];
  const std::uint64_t dj = codes[j] ^ codes[j + 1];
  if (di != dj) return di < dj;
  return (i ^ (i + 1)) < (j ^ (j + 1));  // equal codes: the positions are the rest of the key
}

/// The node that begins at leaf `last + 1` and is no descendant of another such node's sibling: the one behind every
/// subtree that ends at leaf `last`. It is the right child of split `last`.
ABUT_INLINE std::uint32_t node_behind(const BvhArrays& tree, std::uint32_t last) {
  const std::uint32_t n = tree.leaf_count;
  if (last == n - 1) return bvh_end;
  const std::uint32_t next = last + 1;
  const bool leaf = next == n - 1 || split_is_deeper(tree.codes, last, next);
  return leaf ? leaf_node(n, next) : next;
}

/// Writes leaf `position` and every internal node whose last thread this is. To be called once for each position, in
/// any order and from any number of threads.
ABUT_INLINE void build_from_leaf(const BvhArrays& tree, std::uint32_t position, std::uint32_t item, Box<float> box) {
  const std::uint32_t n = tree.leaf_count;
  std::uint32_t first = position, last = position;  // leaves under `self`
  std::uint32_t self = leaf_node(n, position), child = item;
  for (;;) {
    tree.nodes[self] = {box.lo, child, box.hi, node_behind(tree, last)};
    if (first == 0 && last == n - 1) {
      tree.parents[self] = bvh_end;
      return;
    }
    const bool is_left = first == 0 || (last != n - 1 && split_is_deeper(tree.codes, last, first - 1));
    const std::uint32_t split = is_left ? last : first - 1;
    const std::uint32_t far_end = atomic_exchange(tree.slots + split, is_left ? first : last);
    if (far_end == bvh_nobody) return;
    tree.slots[split] = bvh_nobody;

    (is_left ? last : first) = far_end;
    const std::uint32_t left = first == split ? leaf_node(n, split) : split;
    const std::uint32_t right = last == split + 1 ? leaf_node(n, split + 1) : split + 1;
    const BvhNode sibling = tree.nodes[is_left ? right : left];  // a copy: whole words of memory at a time
    box = unite(box, box_of(sibling));
    child = left;
    // The parent's own number: its split is where the range ends if it is a left child, and where it begins if right.
    if (first == 0 && last == n - 1) {
      self = 0;
    } else {
      const bool left_child = first == 0 || (last != n - 1 && split_is_deeper(tree.codes, last, first - 1));
      self = left_child ? last : first;
    }
    tree.parents[left] = self;
    tree.parents[right] = self;
  }
}

/// Gives leaf `position` a new box and renews every internal node whose last thread this is; the rest of the tree stays
/// as it was built. To be called once for each position, in any order and from any number of threads.
ABUT_INLINE void refit_from_leaf(const BvhArrays& tree, std::uint32_t position, Box<float> box) {
  std::uint32_t self = leaf_node(tree.leaf_count, position);
  set_box(tree.nodes[self], box);
  for (;;) {
    self = tree.parents[self];
    if (self == bvh_end) return;
    if (atomic_exchange(tree.slots + self, 0u) == bvh_nobody) return;
    tree.slots[self] = bvh_nobody;
    BvhNode node = tree.nodes[self];
    const BvhNode left = tree.nodes[node.child], right = tree.nodes[left.skip];
    set_box(node, unite(box_of(left), box_of(right)));
    tree.nodes[self] = node;
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
