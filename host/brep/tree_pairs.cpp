#include "host/brep/tree_pairs.h"

#include "host/brep/cone_hull.h"

namespace abut::host {

TreePairs::TreePairs(const FeatureTree& a, const FeatureTree& b, const RelativePose<double>& b_in_a, double angle,
                     TreeScratch& scratch)
    : a_(a.nodes()),
      b_(b.nodes()),
      cones_{a.cones(), b.cones()},
      pose_(b_in_a),
      wider_(3 * angle > cone_room ? 3 * angle : 0),
      scratch_(scratch) {
  ++scratch_.search;
  if (scratch_.placed.size() < b_.size()) scratch_.placed.resize(b_.size());
  for (int side = 0; side < 2 && wider_ > 0; ++side) {
    const std::size_t count = side == 0 ? a_.size() : b_.size();
    if (scratch_.cones[side].size() < count) scratch_.cones[side].resize(count);
    if (scratch_.cones_of[side].size() < count) scratch_.cones_of[side].resize(count, 0);
  }
}

bool TreePairs::may_touch() { return !a_.empty() && !b_.empty() && may_touch(0, 0); }

void TreePairs::place(std::uint32_t b, PlacedNode& out) const {
  out.box = moved(pose_, b_[b].box);
  out.axis = rotate(pose_.rotation, cones_[1][b].axis);
  out.search = scratch_.search;
}

const PolyhedralCone<double>& TreePairs::widened_cone(int side, std::uint32_t node) {
  if (scratch_.cones_of[side][node] != scratch_.search) {
    scratch_.cones[side][node] = dilated(cones_[side][node], wider_);
    scratch_.cones_of[side][node] = scratch_.search;
  }
  return scratch_.cones[side][node];
}

}  // namespace abut::host
