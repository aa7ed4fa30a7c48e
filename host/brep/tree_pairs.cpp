#include "host/brep/tree_pairs.h"

#include <cmath>

namespace abut::host {

WiderCones<double> wider_cones(double angle) {
  if (3 * angle <= cone_room) return {};
  return {std::cos(2 * (3 * angle)), std::sin(2 * (3 * angle)), true};
}

TreePairs::TreePairs(const FeatureTree& a, const FeatureTree& b, const RelativePose<double>& b_in_a,
                     const NearbyMinima<double>& asked, TreeScratch& scratch)
    : trees_{a.view(), b.view()},
      rings_a_(a.rings()),
      rings_b_(b.rings()),
      pose_(b_in_a),
      asked_(asked),
      scratch_(scratch) {
  ++scratch_.search;
  if (scratch_.placed.size() < trees_.b.count) scratch_.placed.resize(trees_.b.count);
  if (scratch_.rings.size() < rings_b_.size()) scratch_.rings.resize(rings_b_.size());
  for (BitSet* set : {&scratch_.near, &scratch_.touching, &scratch_.ringed}) {
    set->resize(rings_a_.size() * rings_b_.size());
  }
}

bool TreePairs::may_touch() { return are_any() && !(least_distance(trees_.a.nodes[0].box, placed(0).box, 0.0) > 0); }

void TreePairs::place(std::uint32_t b, PlacedNode& out) const {
  leaves_.place_node(pose_, trees_.b, b, out.node);
  out.search = scratch_.search;
}

double TreePairs::ring_distance(std::uint32_t f, std::uint32_t g) {
  if (!rings_a_[f] || !rings_b_[g]) return 0;
  PlacedRing& there = scratch_.rings[g];
  if (there.search != scratch_.search) there = {moved(pose_, *rings_b_[g]), scratch_.search};
  return leaves_.ring_distance(*rings_a_[f], there.ring);
}

}  // namespace abut::host
