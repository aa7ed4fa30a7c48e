// All pairs of a tree's leaves that may pair, in one search: count, then fill.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/bodies/parts_view.h"
#include "abut/bvh/leaf_record.h"
#include "abut/core/contact.h"
#include "host/detect/lbvh.h"

namespace abut {

/// `boxes`: those that the tree was built from, one per part. Runs in the calling task arena. Sorted, unique, `a < b`;
/// exactly the pairs that `may_pair` (and, within a body, self contact) allows, whatever the tree.
/// Throws `InvalidInput` if there are more than `most`, without having stored them.
std::vector<Pair> search_pairs(const Lbvh& tree, const Box<double>* boxes, const PartsView& parts,
                               std::uint32_t most = 0xffffffffu);

}  // namespace abut
