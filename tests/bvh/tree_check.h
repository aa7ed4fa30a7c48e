// An independent construction of the tree, top-down and recursive, and what holds for every tree.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "abut/bvh/construction.h"

namespace abut::test {

/// Memory of a tree for the tests that call the per-leaf functions themselves.
struct Tree {
  std::vector<std::uint64_t> codes;
  std::vector<BvhNode> nodes;
  std::vector<std::uint32_t> parents, slots;

  explicit Tree(std::vector<std::uint64_t> sorted_codes)
      : codes(std::move(sorted_codes)),
        nodes(2 * codes.size() - 1),
        parents(2 * codes.size() - 1),
        slots(codes.size() - 1, bvh_nobody) {}
  std::uint32_t size() const { return static_cast<std::uint32_t>(codes.size()); }
  BvhArrays arrays() { return {size(), codes.data(), nodes.data(), parents.data(), slots.data()}; }
};

/// The nodes of the tree over (code, position), by the definition: a range of leaves is split where the first bit in
/// which its keys differ changes.
class TopDown {
 public:
  explicit TopDown(const std::vector<std::uint64_t>& codes)
      : codes_(codes), n_(static_cast<std::uint32_t>(codes.size())) {
    child.assign(2 * n_ - 1, bvh_end);
    skip.assign(2 * n_ - 1, 0);
    parent.assign(2 * n_ - 1, bvh_end);
    first.assign(2 * n_ - 1, 0);
    last.assign(2 * n_ - 1, 0);
    split(0, 0, n_ - 1, bvh_end, bvh_end);
  }

  std::vector<std::uint32_t> child, skip, parent, first, last;  ///< per node; no child for leaves

 private:
  bool bit(std::uint32_t i, int b) const {  // the key is the code, then the position: bits 95 to 0
    return b >= 32 ? (codes_[i] >> (b - 32) & 1) != 0 : (i >> b & 1) != 0;
  }
  void split(std::uint32_t self, std::uint32_t l, std::uint32_t r, std::uint32_t up, std::uint32_t behind) {
    skip[self] = behind;
    parent[self] = up;
    first[self] = l;
    last[self] = r;
    if (l == r) return;
    int b = 95;
    while (bit(l, b) == bit(r, b)) --b;
    std::uint32_t g = l;
    while (!bit(g + 1, b)) ++g;
    const std::uint32_t left = g == l ? n_ - 1 + g : g;
    const std::uint32_t right = g + 1 == r ? n_ - 1 + r : g + 1;
    child[self] = left;
    split(left, l, g, self, right);
    split(right, g + 1, r, self, behind);
  }

  const std::vector<std::uint64_t>& codes_;
  std::uint32_t n_;
};

inline bool same_box(const Box<float>& a, const Box<float>& b) { return contains(a, b) && contains(b, a); }

/// Links, numbers and parents are those of the definition; every box is the union of its leaves' boxes.
inline void expect_tree(const std::vector<std::uint64_t>& codes, const BvhNode* nodes, const std::uint32_t* parents) {
  const auto n = static_cast<std::uint32_t>(codes.size());
  const TopDown truth(codes);
  for (std::uint32_t i = 0; i < 2 * n - 1; ++i) {
    if (!is_leaf(n, i)) {
      ASSERT_EQ(nodes[i].child, truth.child[i]) << "node " << i << " of " << n << " leaves";
    }
    ASSERT_EQ(nodes[i].skip, truth.skip[i]) << "node " << i << " of " << n << " leaves";
    ASSERT_EQ(parents[i], truth.parent[i]) << "node " << i << " of " << n << " leaves";
    if (is_leaf(n, i)) continue;
    const Box<float> left = box_of(nodes[nodes[i].child]), right = box_of(nodes[nodes[nodes[i].child].skip]);
    ASSERT_TRUE(same_box(box_of(nodes[i]), unite(left, right))) << "node " << i << " of " << n << " leaves";
  }
}

}  // namespace abut::test
