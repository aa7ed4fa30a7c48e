#include "host/brep/tree_pairs.h"

#include "host/brep/cone_hull.h"

namespace abut::host {

TreePairs::TreePairs(const FeatureTree& a, const FeatureTree& b, const RelativePose<double>& b_in_a, double angle,
                     TreeScratch& scratch)
    : a_(a.nodes()), b_(b.nodes()), pose_(b_in_a), wider_(angle > cone_room ? angle : 0), scratch_(scratch) {
  if (++scratch_.search == 0) {  // gone once round
    for (auto* of : {&scratch_.boxes_of, &scratch_.cones_of[0], &scratch_.cones_of[1]}) of->clear();
    scratch_.search = 1;
  }
  if (scratch_.boxes.size() < b_.size()) scratch_.boxes.resize(b_.size());
  if (scratch_.boxes_of.size() < b_.size()) scratch_.boxes_of.resize(b_.size(), 0);
  for (int side = 0; side < 2 && wider_ > 0; ++side) {
    const std::size_t count = side == 0 ? a_.size() : b_.size();
    if (scratch_.cones[side].size() < count) scratch_.cones[side].resize(count);
    if (scratch_.cones_of[side].size() < count) scratch_.cones_of[side].resize(count, 0);
  }
}

bool TreePairs::may_touch() { return !a_.empty() && !b_.empty() && !(box_distance(0, 0, 0) > 0); }

const FeatureBox& TreePairs::placed(std::uint32_t b) {
  if (scratch_.boxes_of[b] != scratch_.search) {
    scratch_.boxes[b] = moved(pose_, b_[b].box);
    scratch_.boxes_of[b] = scratch_.search;
  }
  return scratch_.boxes[b];
}

const PolyhedralCone<double>& TreePairs::cone(int side, std::uint32_t node) {
  const FeatureNode& of = side == 0 ? a_[node] : b_[node];
  if (!(wider_ > 0)) return of.cone;
  if (scratch_.cones_of[side][node] != scratch_.search) {
    scratch_.cones[side][node] = dilated(of.cone, wider_);
    scratch_.cones_of[side][node] = scratch_.search;
  }
  return scratch_.cones[side][node];
}

}  // namespace abut::host
