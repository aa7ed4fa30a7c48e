// Trees of deforming bodies, one of each instruction set: refits, searches, and the gaps and overlaps of what is found.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "abut/deform/facet_overlap_gradient.h"
#include "abut/deform/pair_gaps.h"

namespace abut {

/// Where a search puts what it finds. Data only.
struct DeformSink {
  void* to;
  void (*put)(void* to, std::uint64_t word);
};
struct GapSink {
  void* to;
  /// `order`: `gap_order`.
  void (*put)(void* to, std::uint64_t order, const FacetGap<double>& gap);
};

/// Pairs of facets by their corners. Data only.
struct OverlapRun {
  const Vec3<double>* nodes;
  const std::array<std::uint32_t, 6>* corners;
  std::size_t count;
  GapRange<double> range;
};

struct DeformSearchTable {
  void (*place)(const TreeFrame& frame, const Vec3<double>* nodes, TreePoint* points, std::size_t count);
  /// Of facets begin to end.
  void (*areas)(const DeformBodyView& body, std::uint32_t begin, std::uint32_t end, double* areas);
  /// `refit_nodes`.
  TreeSums (*refit)(const DeformTree& tree, std::uint32_t begin, std::uint32_t end);
  /// All pairs of facets below two nodes that share no node of the body and are within the alert distance.
  void (*search)(const DeformPair& pair, DeformNodes from, float reach, const DeformSink& sink);
  /// Those of given pairs that are.
  void (*filter)(const DeformPair& pair, const std::uint64_t* words, std::size_t count, const DeformSink& sink);
  /// The gaps of which the given pairs are the first that have them.
  void (*gaps)(const DeformPair& pair, const std::uint64_t* words, std::size_t count, const GapSink& sink);
  void (*overlaps)(const OverlapRun& run, FacetOverlap<double>* out);
  void (*overlap_gradients)(const OverlapRun& run, const OverlapSlopes<double>* by, std::array<Vec3<double>, 6>* out);
};

}  // namespace abut
