// Trees of parts and their searches on a CUDA device: the algorithms of build_tree.h and search_tree.h on a stream.
#include "kernels/backend.h"
#include "kernels/bvh/search_tree.h"
#include "kernels/support/cuda_queue.cuh"

namespace abut::backend {

using device::CudaQueue;

std::size_t build_tree_workspace(std::uint32_t part_count) {
  return bytes_of<device::TreeScratch>(CudaQueue(nullptr), part_count);
}

void build_tree(void* stream, const BoxedParts& parts, const PartTree& tree, void* workspace) {
  CudaQueue queue(stream);
  Workspace memory(workspace);
  device::build_tree(queue, parts, tree, device::TreeScratch(memory, queue, tree.part_count));
}

std::size_t refit_tree_workspace(std::uint32_t part_count) {
  return bytes_of<device::RefitScratch>(CudaQueue(nullptr), part_count);
}

void refit_tree(void* stream, const BoxedParts& parts, const PartTree& tree, void* workspace) {
  CudaQueue queue(stream);
  Workspace memory(workspace);
  device::refit_tree(queue, parts, tree, device::RefitScratch(memory, queue, tree.part_count));
}

std::size_t find_pairs_workspace(std::uint64_t capacity) {
  return bytes_of<device::SearchScratch>(CudaQueue(nullptr), capacity);
}

void find_pairs(void* stream, const PartTree& tree, const PartsView& parts, bool full, const PairList& out,
                void* workspace) {
  CudaQueue queue(stream);
  Workspace memory(workspace);
  device::find_pairs(queue, tree, parts, full, out, device::SearchScratch(memory, queue, out.capacity));
}

void find_cross_pairs(void* stream, const BoxedParts& first, const PartTree& second, const PairList& out,
                      void* workspace) {
  CudaQueue queue(stream);
  Workspace memory(workspace);
  device::find_cross_pairs(queue, first, second, out, device::SearchScratch(memory, queue, out.capacity));
}

void find_nearest(void* stream, const PartTree& tree, const QueryPoints& points, const NearestView& out) {
  CudaQueue queue(stream);
  device::find_nearest(queue, tree, points, out);
}

void find_within(void* stream, const PartTree& tree, const QueryPoints& points, const QueryRadius& radius,
                 const PairList& out, void* workspace) {
  CudaQueue queue(stream);
  Workspace memory(workspace);
  device::find_within(queue, tree, points, radius, out, device::SearchScratch(memory, queue, out.capacity));
}

}  // namespace abut::backend
