// All pairs of boxes of one tree, or of two, that may pair, as one sorted list.
#pragma once

#include <cstdint>

#include "abut/bodies/parts_view.h"
#include "host/bvh/wide_bvh.h"
#include "host/pairs/pairs_of_rows.h"

namespace abut {

/// A tree over the parts' boxes, and these.
struct SearchSide {
  const WideBvh* tree;
  const Box<double>* boxes;
  const PartsView* parts;
};

/// The parts' masks in the order of a tree: 12 bytes a part where they differ, and 4 where there are several worlds;
/// nothing where any two parts may pair.
struct MasksByPosition {
  Buffer<std::uint32_t> body, groups, meets;
  Buffer<std::int32_t> world;

  /// Fills them in where `always`, or the parts' masks are not such that any two may pair.
  PairRules rules(const SearchSide& side, bool always);
  std::size_t capacity() const {
    return 4 * (body.capacity() + groups.capacity() + meets.capacity() + world.capacity());
  }
};

/// One search at a time; searching again reuses the memory: 16 bytes a part and 4 a pair, and the masks. Runs in the
/// calling task arena; results do not depend on its threads. What it is given outlives it until after `write`.
class PairSearch {
 public:
  /// Exactly the pairs `a < b` of boxes that overlap, as masks and bodies allow; returns their number. Throws
  /// `InvalidInput` if there are more than `most`, without having stored them.
  std::size_t find(const SearchSide& side, std::uint32_t most = 0xffffffffu);
  /// The same with `a` of the first and `b` of the second set; bodies do not matter. The trees have one frame.
  std::size_t find(const SearchSide& first, const SearchSide& second, std::uint32_t most = 0xffffffffu);

  /// Writes what was found last, sorted by a, then b: as many pairs as `find` has returned.
  void write(Pair* out);

  /// For `NeighbourList`, which keeps rows of its own kind in the same memory.
  MasksByPosition& masks() { return query_masks_; }
  RowSearch& rows() { return rows_; }
  PairsOfRows& list() { return list_; }

  /// Memory held, in bytes.
  std::size_t capacity() const;

 private:
  std::size_t run(const BoxSearch& search, std::uint32_t most);

  MasksByPosition query_masks_, target_masks_;
  const std::uint32_t* items_ = nullptr;
  RowSearch rows_;
  PairsOfRows list_;
};

}  // namespace abut
