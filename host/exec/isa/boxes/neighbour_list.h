// Neighbour lists: rows of boxes that were near when they were found, kept from one step to the next and filtered by
// where the boxes are now. The boundary of the translation units that do it, compiled once per instruction set. Data
// only.
#pragma once

#include "host/exec/isa/boxes/box_search.h"

namespace abut {

/// A box in a tree's floats, so that one comparison of a whole register answers for a pair. An empty box has +infinity
/// in all six.
struct alignas(32) BoxRecord {
  float lo[3], minus_hi[3];
  std::uint32_t item, reserved;
};
static_assert(sizeof(BoxRecord) == 32);

/// How boxes have moved since their rows were found.
struct Motion {
  float farthest = 0;  ///< largest change of a coordinate
  bool inside = true;  ///< all are in what they were then, grown by the margin
};

/// Boxes of a tree by position, in its frame.
struct RecordsUpdate {
  const std::uint32_t* items;
  const Box<double>* boxes;  ///< by item
  TreeFrame frame;
  const BoxRecord* then;  ///< null: there is nothing to compare with
  float margin;
  BoxRecord* now;
  std::uint32_t count;
};

/// Rows of partners' positions, of consecutive boxes, and what of them overlaps now.
struct NeighbourRows {
  const BoxRecord* records;       ///< by position
  const Box<double>* boxes;       ///< by item
  const std::uint32_t* partners;  ///< rows of positions, in any order, one behind the other
  const std::uint32_t* counts;    ///< their lengths, by position
  std::uint32_t* found;           ///< rows of items, ascending, each where the row of partners is
  std::uint32_t* found_counts;    ///< their lengths, by item
  void (*sort)(std::uint32_t* items, std::size_t count);  ///< for long rows
};

struct NeighbourListTable {
  /// Positions begin to end.
  Motion (*update)(const RecordsUpdate&, std::uint32_t begin, std::uint32_t end);
  /// Writes blocks begin to end of level 0 from `count` records, each box grown by `margin`.
  void (*grow)(BoxBlock* blocks, const BoxRecord* records, std::uint32_t count, float margin, std::uint32_t begin,
               std::uint32_t end);
  /// Positions begin to end.
  void (*filter)(const NeighbourRows&, std::uint32_t begin, std::uint32_t end);
};

}  // namespace abut
