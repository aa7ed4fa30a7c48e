// A tree over the boxes of parts in device memory, and lists of what its searches find.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abut/bodies/parts_view.h"
#include "abut/bvh/construction.h"
#include "abut/bvh/leaf_record.h"
#include "abut/bvh/tree_frame.h"
#include "abut/core/contact.h"
#include "abut/shapes/shape_set_view.h"

namespace abut {

/// Parts and what their boxes depend on. Data only.
struct BoxedParts {
  const ShapeHeader* headers;  ///< of the shape set that the parts refer to
  PartsView parts;
  double alert_distance;  ///< boxes are fattened by half of it, and by all of a part's own
};

/// What a tree knows of itself. Data only.
struct PartTreeState {
  TreeFrame frame;
  std::uint64_t built_area;    ///< sum of the surfaces of all nodes when it was built, in 2^-24 of the tree's unit
  std::uint64_t area;          ///< the same now: what it has grown is what searches are slower by
  std::uint64_t by_world = 0;  ///< non-zero: the leaves are in the order of their worlds first
};

/// Pointers into memory of the caller's. Data only.
struct PartTree {
  std::uint32_t part_count = 0;
  PartTreeState* state = nullptr;
  BvhNode* nodes = nullptr;          ///< 2 part_count - 1
  std::uint32_t* parents = nullptr;  ///< 2 part_count - 1
  std::uint32_t* slots = nullptr;    ///< part_count - 1; all `bvh_nobody` between passes
  std::uint64_t* codes = nullptr;    ///< part_count, of the leaves
  LeafRecord* records = nullptr;     ///< part_count, of the leaves
  std::int32_t* worlds = nullptr;    ///< part_count, of the leaves
};

/// Where a search writes. Arrays lie in device memory. Data only.
///
/// `count` gets how many there are, whether or not they fit: if that is more than `capacity`, the other arrays hold
/// nothing of use and nothing behind their ends has been touched.
struct PairList {
  Pair* pairs = nullptr;
  std::uint64_t capacity = 0;
  std::uint64_t* count = nullptr;
  /// Null, or where each part's pairs begin: those of `a` are `rows[a]` to `rows[a + 1]`, hence one more than parts.
  std::uint64_t* rows = nullptr;
};

inline namespace ABUT_ISA {

/// Whether refits have worn a tree so far that building it anew is worth it: its area is more than `limit` times what
/// it was built with. For the host, which copies the state from the device first, and for kernels.
///
/// At the default limit the search for all pairs looks at 1.6 to 1.9 times as many nodes as in a new tree, at 1.2 at
/// 1.2 to 1.4 times as many (spheres and boxes, 3,000 to 200,000, that walk at random or are sheared; counted as
/// tests/bvh/part_tree_test.cpp does). A scene that grows as a whole, or a few parts that leave it, add area that costs
/// a search little. What building costs beside a search on a device is not known yet.
ABUT_INLINE bool rebuild_advised(const PartTreeState& state, double limit = 1.5) {
  return static_cast<double>(state.area) > limit * static_cast<double>(state.built_area);
}

}  // namespace ABUT_ISA

/// Bytes of device memory that a tree over so many parts takes.
std::size_t part_tree_bytes(std::uint32_t part_count);
/// The tree in such memory, aligned to 256. Host only; touches no device memory.
PartTree part_tree_in(void* memory, std::uint32_t part_count);

}  // namespace abut
