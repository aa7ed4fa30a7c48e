// Trees of deforming bodies, one of each instruction set: refits, searches, and the gaps of what is found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "abut/deform/deform_tree.h"
#include "abut/deform/facet_gap.h"

namespace abut {

/// One body, as searches see it. Data only.
struct DeformBodyView {
  DeformTree tree;
  const Vec3<double>* nodes = nullptr;  ///< of the batch, in the world
  std::uint32_t node_begin = 0;         ///< its own among them
  const std::array<std::uint32_t, 3>*facets = nullptr, *facet_edges = nullptr;
  const std::array<std::uint32_t, 2>* edges = nullptr;
  const std::uint32_t *node_offsets = nullptr, *node_facets = nullptr;  ///< facets of each node
  const std::uint32_t *edge_offsets = nullptr, *edge_facets = nullptr;  ///< and of each edge
  bool solid = false;
};

/// Facets of a leaf, at most.
inline constexpr std::uint32_t most_deform_leaf = 4;

/// A pair of facets that is near, as a word that sorts by facet of A, then of B; the lowest bit: they cross.
inline constexpr int facet_bits = 24;
constexpr std::uint64_t facet_word(std::uint32_t a, std::uint32_t b, bool crossing) {
  return std::uint64_t{a} << (facet_bits + 1) | std::uint64_t{b} << 1 | (crossing ? 1 : 0);
}
constexpr std::uint32_t facet_a_of(std::uint64_t word) { return static_cast<std::uint32_t>(word >> (facet_bits + 1)); }
constexpr std::uint32_t facet_b_of(std::uint64_t word) {
  return static_cast<std::uint32_t>(word >> 1) & ((1u << facet_bits) - 1);
}
constexpr bool crosses(std::uint64_t word) { return (word & 1) != 0; }

/// Two bodies, or one and itself. Data only.
struct DeformPair {
  const DeformBodyView *a, *b;
  bool same;
  double alert;
};

/// Where a search puts what it finds. Data only.
struct DeformSink {
  void* to;
  void (*put)(void* to, std::uint64_t word);
};
struct GapSink {
  void* to;
  /// `order`: what gaps of two bodies are sorted by.
  void (*put)(void* to, std::uint64_t order, const FacetGap<double>& gap);
};

/// Nodes with facets of B, nodes of B with facets, edges: the first and the second, in 31 bits each.
constexpr std::uint64_t gap_order(std::uint32_t kind, std::uint32_t first, std::uint32_t second) {
  return std::uint64_t{kind} << 62 | std::uint64_t{first} << 31 | second;
}

struct DeformSearchTable {
  void (*place)(const TreeFrame& frame, const Vec3<double>* nodes, TreePoint* points, std::size_t count);
  /// Of facets begin to end.
  void (*areas)(const DeformBodyView& body, std::uint32_t begin, std::uint32_t end, double* areas);
  void (*refit)(const DeformTree& tree, std::uint32_t begin, std::uint32_t end, TreeSums& sums);
  /// All pairs of facets below two nodes that share no node of the body and are within the alert distance.
  void (*search)(const DeformPair& pair, DeformNodes from, float reach, const DeformSink& sink);
  /// Those of given pairs that are.
  void (*filter)(const DeformPair& pair, const std::uint64_t* words, std::size_t count, const DeformSink& sink);
  /// The gaps of which the given pairs are the first that have them.
  void (*gaps)(const DeformPair& pair, const std::uint64_t* words, std::size_t count, const GapSink& sink);
};

}  // namespace abut
