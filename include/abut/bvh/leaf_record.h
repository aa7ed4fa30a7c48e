// The test that decides about a candidate pair, once a tree's float boxes have proposed it.
#pragma once

#include <cstdint>

#include "abut/bvh/box.h"

namespace abut {

/// What the decision needs of a part, in the order of the leaves: one cache line. Data only.
struct alignas(64) LeafRecord {
  Box<double> box;  ///< in the world
  std::uint32_t part, body, groups, meets;
};
static_assert(sizeof(LeafRecord) == 64);

inline namespace ABUT_ISA {

/// Whether the exact boxes overlap and each part meets a group of the other. Parts of one body need leave besides.
ABUT_INLINE bool may_pair(const LeafRecord& a, const LeafRecord& b) {
  const bool meet = mask_and((a.groups & b.meets) != 0, (b.groups & a.meets) != 0);
  return mask_and(meet, overlaps(a.box, b.box));
}

}  // namespace ABUT_ISA
}  // namespace abut
