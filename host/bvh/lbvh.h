// The tree of include/abut/bvh/, which is made for a GPU, on the host; pair search on cores has one of its own
// (wide_bvh.h). Everything runs in the calling task arena, and nothing depends on how many threads that has.
#pragma once

#include <cstdint>

#include "abut/bvh/construction.h"
#include "abut/bvh/tree_frame.h"
#include "host/bvh/code_sort.h"
#include "host/exec/buffer.h"

namespace abut {

/// Owns a tree; building again reuses its memory. Empty boxes become leaves that nothing overlaps.
class Lbvh {
 public:
  /// At most 2^31 boxes, in the world.
  void build(const Box<double>* boxes, std::uint32_t count);

  /// New boxes, as many as the tree was built from; its topology and frame stay.
  void refit(const Box<double>* boxes);

  std::uint32_t leaf_count() const { return static_cast<std::uint32_t>(order_.size()); }
  const BvhNode* nodes() const { return nodes_.data(); }
  const std::uint32_t* parents() const { return parents_.data(); }
  const TreeFrame& frame() const { return frame_; }
  /// Index of the box that a leaf stands for.
  std::uint32_t item(std::uint32_t leaf) const { return order_[leaf]; }
  std::uint64_t code(std::uint32_t leaf) const { return codes_[leaf]; }
  const std::uint64_t* codes() const { return codes_.data(); }

 private:
  BvhArrays arrays();

  TreeFrame frame_{{0, 0, 0}, 1};
  Buffer<CodedItem> coded_, spare_;
  Buffer<std::uint64_t> codes_;
  Buffer<std::uint32_t> order_;
  Buffer<BvhNode> nodes_;
  Buffer<std::uint32_t> parents_, slots_;
};

/// The box that most of `boxes` lie in: all of it, unless a few boxes lie far outside, which then are left out.
Box<double> scene_of(const Box<double>* boxes, std::uint32_t count);

}  // namespace abut
