// Device memory as one argument: a `Workspace` in place of a pointer and a size, and memory that is freed by itself.
// Host only.
//
// Each function here is the one of the same name that takes `void* workspace, std::size_t workspace_bytes`, which says
// what it does and what it throws.
#pragma once

#include <memory>

#include "abut/bodies/cuda_parts.h"
#include "abut/contacts/history.h"
#include "abut/contacts/pair_filter.h"
#include "abut/core/workspace.h"
#include "abut/pairs/cuda_pairs.h"
#include "abut/patches.h"
#include "abut/shapes/cuda_shapes.h"

namespace abut {

/// Device memory that is allocated in the order of the stream, and freed so at the end; the stream has to outlive it.
/// What is in it is not defined. Throws `CudaError` when CUDA cannot be used or memory does not suffice.
class DeviceWorkspace {
 public:
  DeviceWorkspace(const Cuda& cuda, std::size_t bytes);
  ~DeviceWorkspace();
  DeviceWorkspace(DeviceWorkspace&&) noexcept;
  DeviceWorkspace& operator=(DeviceWorkspace&&) noexcept;

  void* data() const;
  std::size_t size() const;
  operator Workspace() const { return {data(), size()}; }

 private:
  struct Block;
  std::unique_ptr<Block> block_;
};

template <class T>
ShapeSetView<T> copy_shapes(const Cuda& cuda, const ShapeSetView<T>& host, const Workspace& memory) {
  return copy_shapes<T>(cuda, host, memory.data(), memory.size());
}
inline PartsView copy_parts(const Cuda& cuda, const PartsView& host, const Workspace& memory) {
  return copy_parts(cuda, host, memory.data(), memory.size());
}

inline void build_tree(const Cuda& cuda, const BoxedParts& parts, const PartTree& tree, const Workspace& workspace) {
  build_tree(cuda, parts, tree, workspace.data(), workspace.size());
}
inline void refit_tree(const Cuda& cuda, const BoxedParts& parts, const PartTree& tree, const Workspace& workspace) {
  refit_tree(cuda, parts, tree, workspace.data(), workspace.size());
}
inline void find_pairs(const Cuda& cuda, const PartTree& tree, const PartsView& parts, PairOrder order,
                       const PairList& out, const Workspace& workspace) {
  find_pairs(cuda, tree, parts, order, out, workspace.data(), workspace.size());
}
inline void find_cross_pairs(const Cuda& cuda, const BoxedParts& first, const PartTree& second, const PairList& out,
                             const Workspace& workspace) {
  find_cross_pairs(cuda, first, second, out, workspace.data(), workspace.size());
}
inline void find_within(const Cuda& cuda, const PartTree& tree, const QueryPoints& points, const QueryRadius& radius,
                        const PairList& out, const Workspace& workspace) {
  find_within(cuda, tree, points, radius, out, workspace.data(), workspace.size());
}

inline void match_contacts(const Cuda& cuda, const ContactIds& before, const ContactIds& now, std::uint32_t* places,
                           std::uint64_t* matched, const Workspace& workspace) {
  match_contacts(cuda, before, now, places, matched, workspace.data(), workspace.size());
}
inline void filter_pairs(const Cuda& cuda, const FilterStep& step, const Workspace& workspace) {
  filter_pairs(cuda, step, workspace.data(), workspace.size());
}

template <class T>
void query_pairs(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                 const QueryOptions& options, const ContactsView<T>& out, const Workspace& workspace) {
  query_pairs<T>(cuda, shapes, parts, pairs, options, out, workspace.data(), workspace.size());
}
template <class T>
void query_pair_list(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts, const PairList& pairs,
                     const QueryOptions& options, const ContactsView<T>& out, const Workspace& workspace) {
  query_pair_list<T>(cuda, shapes, parts, pairs, options, out, workspace.data(), workspace.size());
}
template <class T>
void query_shape_pairs(const Cuda& cuda, const ShapeSetView<T>& shapes, std::span<const Pair> shape_pairs,
                       const RelativePosesView& poses, const QueryOptions& options, const ContactsView<T>& out,
                       const Workspace& workspace) {
  query_shape_pairs<T>(cuda, shapes, shape_pairs, poses, options, out, workspace.data(), workspace.size());
}
template <class T>
void find_patches(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts, const PairList& pairs,
                  const ContactsView<T>& contacts, const PatchOptions& options, const PatchesView<T>& out,
                  const Workspace& workspace) {
  find_patches<T>(cuda, shapes, parts, pairs, contacts, options, out, workspace.data(), workspace.size());
}

}  // namespace abut
