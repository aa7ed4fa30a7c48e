// Which of the pairs of facets that have a node and a facet, or two edges, tells of them: the first that is searched.
#pragma once

#include <cstdint>

#include "host/exec/isa/deform/deform_search.h"

namespace abut {
inline namespace ABUT_ISA {
namespace deform_search_detail {

inline bool shares_node(const std::uint32_t* f, const std::uint32_t* g) {
  bool any = false;
  for (int i = 0; i < 3; ++i) any = mask_or(any, mask_or(f[i] == g[0], f[i] == g[1], f[i] == g[2]));
  return any;
}

/// Whether a pair of facets is searched: in one body, whether they share no node.
inline bool is_searched(const DeformPair& pair, std::uint32_t f, std::uint32_t g) {
  return !pair.same || !shares_node(pair.a->facets[f].data(), pair.b->facets[g].data());
}

/// A node, a facet that has it, and the facet that it meets. Data only.
struct NodeOfFacet {
  std::uint32_t node, of, facet;
};

/// Of all facets that have the node and are searched with the one that it meets, `of` is the first.
inline bool is_first_of_node(const DeformPair& pair, const DeformBodyView& from, const NodeOfFacet& at) {
  for (std::uint32_t k = from.node_offsets[at.node]; k < from.node_offsets[at.node + 1]; ++k) {
    const std::uint32_t f = from.node_facets[k];
    if (f >= at.of) return true;
    if (!pair.same || is_searched(pair, f, at.facet)) return false;
  }
  return true;
}

/// Of all pairs of facets that have the edges and are searched, `of` is the first, by the lower facet and then the
/// other in one body.
inline bool is_first_of_edges(const DeformPair& pair, std::uint32_t e, std::uint32_t h, DeformNodes of) {
  const DeformBodyView &a = *pair.a, &b = *pair.b;
  for (std::uint32_t k = a.edge_offsets[e]; k < a.edge_offsets[e + 1]; ++k) {
    for (std::uint32_t l = b.edge_offsets[h]; l < b.edge_offsets[h + 1]; ++l) {
      std::uint32_t f = a.edge_facets[k], g = b.edge_facets[l];
      if (pair.same && g < f) {
        const std::uint32_t lower = g;
        g = f, f = lower;
      }
      const bool before = f < of.a || (f == of.a && g < of.b);
      if (before && is_searched(pair, f, g)) return false;
    }
  }
  return true;
}

}  // namespace deform_search_detail
}  // namespace ABUT_ISA
}  // namespace abut
