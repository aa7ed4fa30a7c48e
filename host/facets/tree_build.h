// A tree over boxes by the surface area heuristic, for facets that do not move in their own frame.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/bvh/box.h"
#include "abut/facets/facet_tree.h"

namespace abut::host {

/// Facets of a leaf, at most.
inline constexpr std::uint32_t leaf_facets = 2;

/// Data only.
struct BuiltTree {
  std::vector<FacetNode> nodes;
  std::vector<std::uint32_t> order;  ///< of the boxes: leaf facets are places in it
};

/// Who builds a tree.
enum class TreeThreads : std::uint8_t {
  caller = 0,
  arena = 1,  ///< all threads of the arena of the caller
};

/// At least one box, up to 2^24; none is empty. The same boxes give the same tree, whoever builds it. Takes 112 bytes a
/// box meanwhile, besides what is returned.
BuiltTree build_facet_tree(const std::vector<Box<double>>& boxes, std::uint32_t most_in_leaf = leaf_facets,
                           TreeThreads threads = TreeThreads::caller);

}  // namespace abut::host
