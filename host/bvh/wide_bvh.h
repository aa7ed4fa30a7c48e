// The tree that the cores search for pairs: boxes in the order of a space-filling curve, sixteen to a block, and levels
// of sixteen blocks to a block above them. No links: the tree is its order. (After Kamel & Faloutsos 1993, packed
// R-trees.) Everything runs in the calling task arena, and nothing depends on how many threads that has.
#pragma once

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <cstdint>
#include <vector>

#include "abut/bvh/tree_frame.h"
#include "host/exec/buffer.h"
#include "host/exec/isa/boxes/box_search.h"

namespace abut {

/// Owns a tree; building again reuses its memory. Empty boxes are in it, and overlap nothing.
/// 46 bytes a box, 16 of them to build; while building 32 more for each of many in one cell.
class WideBvh {
 public:
  /// At most 2^31 boxes, in the world.
  void build(const Box<double>* boxes, std::uint32_t count);
  /// In a given frame: trees that are searched together share one.
  void build(const Box<double>* boxes, std::uint32_t count, const TreeFrame& frame);

  /// New boxes, as many as the tree was built from; their order and the frame stay.
  void refit(const Box<double>* boxes);
  /// The same, by `fill(blocks, begin, end)`, which writes blocks begin to end of level 0, in parallel.
  template <class Fill>
  void refit_by(const Fill& fill);

  std::uint32_t item_count() const { return count_; }
  std::uint32_t block_count() const { return (count_ + block_width - 1) / block_width; }
  /// Index of the box at a position.
  std::uint32_t item(std::uint32_t position) const { return items_[position]; }
  /// Valid until the next call that is not const.
  WideBvhView view() const;
  const TreeFrame& frame() const { return frame_; }
  /// Largest edge of a box, in the tree's frame: the median of a sample.
  float median_extent() const { return median_extent_; }
  /// Memory held, in bytes.
  std::size_t capacity() const;

 private:
  void make_levels();
  void bound_levels();
  void take_order(const Box<double>* boxes);
  void sort_run(const Box<double>* boxes, std::uint32_t begin, std::uint32_t end);

  TreeFrame frame_{{0, 0, 0}, 1};
  float median_extent_ = 0;
  std::uint32_t count_ = 0;
  Buffer<std::uint64_t> words_, spare_;
  Buffer<std::uint32_t> items_;
  Buffer<BoxBlock> blocks_;
  std::vector<std::uint32_t> level_begin_;
};

template <class Fill>
void WideBvh::refit_by(const Fill& fill) {
  tbb::parallel_for(tbb::blocked_range<std::uint32_t>(0, level_begin_[1], 64),
                    [&](const auto& range) { fill(blocks_.data(), range.begin(), range.end()); });
  bound_levels();
}

}  // namespace abut
