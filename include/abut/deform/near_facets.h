// The facets of two leaves of deforming bodies' trees that are within the alert distance, as words that sort.
#pragma once

#include "abut/deform/deform_body.h"
#include "abut/deform/facet_pair.h"

namespace abut {

/// Facets of a leaf, at most.
inline constexpr std::uint32_t most_deform_leaf = 4;

/// Bits of a facet's number in a word.
inline constexpr int facet_bits = 24;

inline namespace ABUT_ISA {

/// A pair of facets that is near, as a word that sorts by facet of A, then of B; the lowest bit: they cross.
ABUT_INLINE std::uint64_t facet_word(std::uint32_t a, std::uint32_t b, bool crossing) {
  return std::uint64_t{a} << (facet_bits + 1) | std::uint64_t{b} << 1 | (crossing ? 1u : 0u);
}
ABUT_INLINE std::uint32_t facet_a_of(std::uint64_t word) {
  return static_cast<std::uint32_t>(word >> (facet_bits + 1));
}
ABUT_INLINE std::uint32_t facet_b_of(std::uint64_t word) {
  return static_cast<std::uint32_t>(word >> 1) & ((1u << facet_bits) - 1);
}
ABUT_INLINE bool crosses(std::uint64_t word) { return (word & 1) != 0; }

/// Of three nodes each.
ABUT_INLINE bool shares_node(const std::uint32_t* f, const std::uint32_t* g) {
  bool any = false;
  for (int i = 0; i < 3; ++i) any = mask_or(any, mask_or(f[i] == g[0], f[i] == g[1], f[i] == g[2]));
  return any;
}

namespace near_facets_detail {

/// The facets of a leaf with their boxes. Data only.
struct OpenLeaf {
  std::uint32_t count;
  LeafFacet facets[most_deform_leaf];
  Box<float> boxes[most_deform_leaf];
};

/// Those that are within reach of the box.
ABUT_INLINE void open_leaf(const DeformTree& tree, const DeformNode& of, const Box<float>& box, float reach,
                           OpenLeaf& out) {
  out.count = 0;
  const std::uint32_t count = of.count < most_deform_leaf ? of.count : most_deform_leaf;  // of a leaf it always is
  for (std::uint32_t i = of.first; i < of.first + count; ++i) {
    out.facets[out.count] = tree.facets[i];
    out.boxes[out.count] = tree_box(tree.points, out.facets[out.count]);
    if (within_reach(out.boxes[out.count], box, reach)) ++out.count;
  }
}

template <class Put>
ABUT_INLINE void meet_facets(const DeformPair& pair, const LeafFacet& f, const LeafFacet& g, Put&& put) {
  if (pair.same && shares_node(f.node, g.node)) return;
  const FacetsMeet meet = facets_meet(facet_of(*pair.a, f), facet_of(*pair.b, g), pair.alert);
  if (!meet.within) return;
  const bool turned = pair.same && g.id < f.id;
  put(turned ? facet_word(g.id, f.id, meet.crossing) : facet_word(f.id, g.id, meet.crossing));
}

}  // namespace near_facets_detail

/// Calls `put(word)` for the pairs of facets of a leaf of A and one of B within the alert distance, which in one body
/// share no node and where the lower comes first. `reach`: of boxes.
template <class Put>
ABUT_HD inline void meet_leaves(const DeformPair& pair, const DeformNode& na, const DeformNode& nb, float reach,
                                Put&& put) {
  using namespace near_facets_detail;
  const bool itself = pair.same && na.first == nb.first;
  OpenLeaf f, g;
  open_leaf(pair.a->tree, na, box_of(nb), reach, f);
  if (f.count == 0) return;
  open_leaf(pair.b->tree, nb, box_of(na), reach, g);
  for (std::uint32_t i = 0; i < f.count; ++i) {
    for (std::uint32_t j = itself ? i + 1 : 0; j < g.count; ++j) {
      if (within_reach(f.boxes[i], g.boxes[j], reach)) meet_facets(pair, f.facets[i], g.facets[j], put);
    }
  }
}

}  // namespace ABUT_ISA
}  // namespace abut
