// The blocks of a wide tree that are near a block of boxes, found once for all of its boxes, and those of them that
// one box overlaps.
#pragma once

#include "host/exec/isa/boxes/box_lanes.h"
#include "host/exec/isa/boxes/box_search.h"

namespace abut {
inline namespace ABUT_ISA {

/// The blocks that may hold partners for one block of boxes: their numbers, and their bounds sixteen to a block again.
/// `mine` has room for those of one box of it.
struct Near {
  BoxBlock* bounds;
  std::uint32_t *blocks, *mine;
  std::uint32_t count, capacity;
};

ABUT_INLINE bool reserve(Near& near, GrowingMemory& scratch) {
  if (near.count + block_width <= near.capacity) return true;
  const std::uint32_t capacity = 2 * near.capacity + 1024;  // whole blocks
  constexpr std::size_t of_bounds = sizeof(BoxBlock) / block_width, number = sizeof(std::uint32_t);
  // `append` writes whole blocks.
  const std::size_t wanted = (of_bounds + 2 * number) * capacity + 2 * block_width * number;
  if (scratch.bytes < wanted && !scratch.grow(&scratch, wanted)) return false;
  auto* bytes = static_cast<unsigned char*>(scratch.data);
  near.bounds = static_cast<BoxBlock*>(scratch.data);
  near.blocks = reinterpret_cast<std::uint32_t*>(bytes + of_bounds * capacity);
  // The numbers lie behind the bounds, and these have become more.
  const auto* old = reinterpret_cast<std::uint32_t*>(bytes + of_bounds * near.capacity);
  for (std::uint32_t i = near.count; i-- > 0;) near.blocks[i] = old[i];
  near.mine = near.blocks + capacity;
  near.capacity = capacity;
  return true;
}

ABUT_INLINE void add_near(Near& near, const BoxBlock& bounds, std::uint32_t first, std::uint32_t bits) {
  for (; bits != 0; bits &= bits - 1) {
    const auto lane = static_cast<std::uint32_t>(lowest_bit(bits));
    BoxBlock& to = near.bounds[near.count / block_width];
    const std::uint32_t at = near.count % block_width;
    for (int k = 0; k < 3; ++k) {
      to.lo[k][at] = bounds.lo[k][lane];
      to.hi[k][at] = bounds.hi[k][lane];
    }
    near.blocks[near.count++] = first + lane;
  }
}

/// Fills the last block of bounds with what overlaps nothing.
ABUT_INLINE void close(Near& near) {
  for (std::uint32_t i = near.count; i % block_width != 0; ++i) {
    BoxBlock& to = near.bounds[i / block_width];
    for (int k = 0; k < 3; ++k) {
      to.lo[k][i % block_width] = to.hi[k][i % block_width] = __builtin_nanf("");
    }
  }
}

/// Fills `near` with the tree's blocks of boxes that `query` overlaps. False: out of memory.
ABUT_INLINE bool find_near(const WideBvhView& tree, const BoxQuery& query, GrowingMemory& scratch, Near& near) {
  struct Node {
    std::uint32_t level, block;
  };
  Node stack[8 * block_width];  // 2^31 boxes make eight levels
  int size = 0;
  stack[size++] = {tree.level_count - 1, 0};
  const WideQuery q = widen(query);
  near.count = 0;
  while (size > 0) {
    const Node node = stack[--size];
    const BoxBlock& bounds = tree.blocks[tree.level_begin[node.level] + node.block];
    std::uint32_t bits = overlap_bits(bounds, q).overlap;
    if (node.level == 1) {
      if (!reserve(near, scratch)) return false;
      add_near(near, bounds, node.block * block_width, bits);
      continue;
    }
    for (; bits != 0; bits &= bits - 1) {
      const auto lane = static_cast<std::uint32_t>(lowest_bit(bits));
      stack[size++] = {node.level - 1, node.block * block_width + lane};
    }
  }
  close(near);
  return true;
}

/// The blocks that one box of the query may have partners in, as `near.mine`; their number.
ABUT_INLINE std::uint32_t choose_blocks(const Near& near, const WideQuery& q) {
  std::uint32_t* end = near.mine;
  for (std::uint32_t i = 0; i < near.count; i += block_width) {
    end = append(end, near.blocks + i, overlap_bits(near.bounds[i / block_width], q).overlap);
  }
  return static_cast<std::uint32_t>(end - near.mine);
}

}  // namespace ABUT_ISA
}  // namespace abut
