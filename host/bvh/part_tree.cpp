#include "abut/bvh/part_tree.h"

#include "abut/core/workspace.h"

namespace abut {
namespace {

PartTree take_tree(Workspace& memory, std::uint32_t part_count) {
  const std::uint64_t n = part_count, nodes = n == 0 ? 0 : 2 * n - 1, splits = n == 0 ? 0 : n - 1;
  PartTree tree;
  tree.part_count = part_count;
  tree.state = memory.take<PartTreeState>(1);
  tree.nodes = memory.take<BvhNode>(nodes);
  tree.parents = memory.take<std::uint32_t>(nodes);
  tree.slots = memory.take<std::uint32_t>(splits);
  tree.codes = memory.take<std::uint64_t>(n);
  tree.records = memory.take<LeafRecord>(n);
  tree.worlds = memory.take<std::int32_t>(n);
  return tree;
}

}  // namespace

std::size_t part_tree_bytes(std::uint32_t part_count) {
  Workspace counting;
  take_tree(counting, part_count);
  return counting.bytes();
}

PartTree part_tree_in(void* memory, std::uint32_t part_count) {
  Workspace arrays(memory);
  return take_tree(arrays, part_count);
}

}  // namespace abut
