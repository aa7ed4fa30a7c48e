#include "host/brep/tree_pairs.h"

#include <cmath>

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
  if (wider_ > 0) wider_cosine_ = std::cos(2 * wider_), wider_sine_ = std::sin(2 * wider_);
}

bool TreePairs::may_touch() { return !a_.empty() && !b_.empty() && may_touch(0, 0); }

void TreePairs::place(std::uint32_t b, PlacedNode& out) const {
  out.box = moved(pose_, b_[b].box);
  out.axis = rotate(pose_.rotation, cones_[1][b].axis);
  out.search = scratch_.search;
}

}  // namespace abut::host
