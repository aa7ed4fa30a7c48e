// Boxes sixteen at a time: the blocks of a wide tree, and the boundary of the translation units that make and search
// it, compiled once per instruction set. Data only.
#pragma once

#include <cstddef>
#include <cstdint>

#include "abut/bodies/world.h"
#include "abut/bvh/box.h"
#include "abut/bvh/tree_frame.h"
#include "abut/core/contact.h"

namespace abut {

/// Boxes in a block, whatever the instruction set: with narrower registers a block takes several steps.
inline constexpr std::uint32_t block_width = 16;

/// Sixteen boxes, structure-of-arrays, in a tree's frame. Lanes that stand for nothing, or for an empty box, are NaN:
/// they overlap nothing.
struct alignas(64) BoxBlock {
  float lo[3][block_width], hi[3][block_width];
};
static_assert(sizeof(BoxBlock) == 384);

/// A tree of fan-out 16 over boxes in a fixed order. Level 0 has the boxes, sixteen neighbours a block; lane k of block
/// j of a level above bounds block 16 j + k of the level below. There are at least two levels, the last is one block.
struct WideBvhView {
  const BoxBlock* blocks = nullptr;
  const std::uint32_t* level_begin = nullptr;  ///< level_count + 1: where each level's blocks begin
  std::uint32_t level_count = 0;
  std::uint32_t item_count = 0;
  const std::uint32_t* items = nullptr;  ///< index of the box at each position; whole blocks, 64-byte aligned
};

/// What a box is sorted by: its size, then its place on a Hilbert curve.
struct CurveFrame {
  TreeFrame frame;
  double median_extent;  ///< 0 where unknown
};

/// A word to sort: three bits of size class, ten bits an axis of the Hilbert index, and the box's index.
inline constexpr int word_item_bits = 31;

/// What else decides about two boxes that overlap in floats: the boxes themselves, and by position, in whole blocks,
/// the masks of `PartsView`.
struct PairRules {
  const Box<double>* boxes = nullptr;   ///< by item
  const std::uint32_t* body = nullptr;  ///< null, and the other masks too, where any two parts may pair
  const std::uint32_t* groups = nullptr;
  const std::uint32_t* meets = nullptr;
  const std::uint8_t* self_contact = nullptr;  ///< by item
  const std::int32_t* world = nullptr;         ///< null: all are in one
};

/// Memory that grows. `grow` makes room for at least `wanted` bytes, keeps what is there, and returns false if it
/// cannot.
struct GrowingMemory {
  void* data = nullptr;
  std::size_t bytes = 0;
  bool (*grow)(GrowingMemory*, std::size_t wanted) = nullptr;
};

/// Numbers that may be read behind the last row, and that hold positions or items.
inline constexpr std::uint32_t row_slack = 4 * block_width;

/// The rows that a search has found: of each box of the query's blocks, in their order, what it pairs with. Behind the
/// last row there are `row_slack` zeros where they are positions, and room for as many where items.
struct PairRows {
  /// Of all rows, one behind the other: items, ascending; positions, in any order, where `BoxSearch::positions`.
  GrowingMemory* partners;
  std::size_t size = 0;             ///< partners found so far
  std::uint32_t* counts = nullptr;  ///< length of each row, by position in the query's tree
  std::size_t most_stored = 0;      ///< from here on rows are counted but no longer stored
  bool complete = true;             ///< false where some are not stored
  void (*sort)(std::uint32_t* items, std::size_t count) = nullptr;  ///< for long rows
};

struct BoxSearch {
  WideBvhView query, target;
  PairRules query_rules, target_rules;
  bool of_itself = false;  ///< target and query are the same: only items above a box's own are wanted
  /// Rows are to hold positions in the target's tree, in any order, and of boxes that overlap in floats.
  bool positions = false;
};

struct BoxSearchTable {
  /// The words of boxes begin to end.
  void (*write_words)(const Box<double>* boxes, std::uint32_t begin, std::uint32_t end, const CurveFrame&,
                      std::uint64_t* words);
  /// Writes blocks begin to end of level 0 from the boxes in the world.
  void (*fill)(BoxBlock* blocks, const WideBvhView&, const TreeFrame&, const Box<double>* boxes, std::uint32_t begin,
               std::uint32_t end);
  /// Writes blocks begin to end of level `level` > 0 from the level below.
  void (*bound)(BoxBlock* blocks, const WideBvhView&, std::uint32_t level, std::uint32_t begin, std::uint32_t end);
  /// Appends the rows of the query's blocks begin to end. `scratch` is working space. False: out of memory.
  bool (*find)(const BoxSearch&, std::uint32_t begin, std::uint32_t end, GrowingMemory& scratch, PairRows& rows);
  /// Writes the pairs of items begin to end, of which the first row begins at `place` of the list `out`. Both by item:
  /// the rows' addresses, and their lengths. Where the address is 0 it becomes the place of the row that is left out.
  void (*write_pairs)(std::uint64_t* rows, const std::uint32_t* counts, std::uint32_t begin, std::uint32_t end,
                      std::uint64_t place, Pair* out);
};

}  // namespace abut
