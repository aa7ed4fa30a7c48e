// All that host code sees of the CUDA side: plain C++ signatures.
#pragma once

#include <cstddef>

#include "abut/bvh/part_tree.h"
#include "abut/bvh/query_points.h"
#include "abut/narrow/batch.h"

namespace abut::backend {

/// Null, or one line that says why no CUDA device can be used.
const char* cuda_unavailable_reason();

/// Enqueues a copy from host memory.
void copy_to_device(void* stream, void* to, const void* from, std::size_t bytes);

/// Device memory that `query_batch` needs, in bytes.
template <class T>
std::size_t query_workspace(std::uint64_t pair_count);

/// Answers a batch whose arrays all lie in device memory. Asynchronous on `stream` (a cudaStream_t); no allocation, no
/// synchronisation. `count`: null, or how many of the pairs there are, in device memory; more than `batch.pair_count`
/// are none. `workspace` is aligned to 256 bytes. Nothing is checked but the launches. Throws `CudaError`.
template <class T>
void query_batch(void* stream, const QueryBatch<T>& batch, const std::uint64_t* count, void* workspace);

/// A batch of parts whose arrays lie in host memory: uploads, answers, downloads, waits. `batch.poses` is null.
template <class T>
void query_host_batch(void* stream, const QueryBatch<T>& batch);

/// Trees of parts and their searches: asynchronous on `stream`, no allocation, no synchronisation; all arrays lie in
/// device memory, `workspace` is aligned to 256 bytes. Nothing is checked but the launches. Throw `CudaError`.
std::size_t build_tree_workspace(std::uint32_t part_count);
void build_tree(void* stream, const BoxedParts& parts, const PartTree& tree, void* workspace);
std::size_t refit_tree_workspace(std::uint32_t part_count);
void refit_tree(void* stream, const BoxedParts& parts, const PartTree& tree, void* workspace);
std::size_t find_pairs_workspace(std::uint64_t capacity);
void find_pairs(void* stream, const PartTree& tree, const PartsView& parts, bool full, const PairList& out,
                void* workspace);
void find_cross_pairs(void* stream, const BoxedParts& first, const PartTree& second, const PairList& out,
                      void* workspace);
void find_nearest(void* stream, const PartTree& tree, const QueryPoints& points, const NearestView& out);
void find_within(void* stream, const PartTree& tree, const QueryPoints& points, const QueryRadius& radius,
                 const PairList& out, void* workspace);

}  // namespace abut::backend
