#include "host/brep/tree_pairs.h"

#include <cmath>

namespace abut::host {

WiderCones<double> wider_cones(double angle) {
  if (3 * angle <= cone_room) return {};
  return {std::cos(2 * (3 * angle)), std::sin(2 * (3 * angle)), true};
}

TreePairs::TreePairs(const FeatureTree& a, const FeatureTree& b, const RelativePose<double>& b_in_a,
                     const WiderCones<double>& wider, TreeScratch& scratch)
    : trees_{a.view(), b.view()}, pose_(b_in_a), wider_(wider), scratch_(scratch) {
  ++scratch_.search;
  if (scratch_.placed.size() < trees_.b.count) scratch_.placed.resize(trees_.b.count);
}

bool TreePairs::may_touch() { return are_any() && !(least_distance(trees_.a.nodes[0].box, placed(0).box, 0.0) > 0); }

void TreePairs::place(std::uint32_t b, PlacedNode& out) const {
  out.node = placed_node(pose_, trees_.b, b);
  out.search = scratch_.search;
}

}  // namespace abut::host
