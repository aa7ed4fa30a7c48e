// The plane on a CUDA device: shapes in device memory of the caller's, flat shapes for its searches, queries. Host
// only.
#pragma once

#include <cstddef>
#include <limits>

#include "abut/bvh/part_tree.h"
#include "abut/core/executor.h"
#include "abut/planar/contact.h"
#include "abut/planar/pose.h"
#include "abut/planar/query_options.h"
#include "abut/planar/shape_set.h"
#include "abut/shapes/shape_set.h"

namespace abut {

/// Bytes of device memory that a copy of these shapes takes.
template <class T>
std::size_t device_planar_shapes_bytes(const PlanarShapeSetView<T>& host);

/// Copies the arrays of `host`, which lie in host memory, into `memory`, as `copy_shapes` does in space.
template <class T>
PlanarShapeSetView<T> copy_planar_shapes(const Cuda& cuda, const PlanarShapeSetView<T>& host, const Workspace& memory);

/// The same shapes in space, at z = 0 and with the same numbers: parts of these, turned about z alone, are what the
/// searches on a device (abut/pairs/cuda_pairs.h, abut/contacts/pair_filter.h) find candidate pairs of the plane among.
/// They find all that `find_planar_pairs` finds, and some more: their boxes are those of turned boxes.
ShapeSet flat_shapes(const PlanarShapeSet& shapes);

/// Device memory that `query_planar_pair_list` needs for these shapes, in bytes: 72 a corner of the polygon that EPA
/// may grow between the two largest, for up to 16,384 threads, but 256 MiB at most unless 32 threads need more.
template <class T>
std::size_t query_planar_pairs_workspace(const Cuda& cuda, const PlanarShapeSetView<T>& shapes);

/// Records of pairs in device memory; each array may be null. Data only.
template <class T>
struct PlanarRecords {
  PlanarContact<T>* contacts = nullptr;
  PlanarPatch<T>* patches = nullptr;
};

/// `query_planar_pairs` for what a search on a CUDA device has found, with the bits of the `Cpu`: asynchronous on
/// `cuda.stream`, no hidden synchronisation or allocation, may be captured into a graph. All arrays lie in device
/// memory: `shapes` is a copy, `options.cache` and the records have room for
/// `pairs.capacity`. How many pairs there are is read on the device; where the list was too short none is answered.
/// `cuda.workspace` has at least `query_planar_pairs_workspace<T>` bytes. Indices are looked at only with
/// `cuda.checked`, those of pairs. Throws `InvalidInput` for an option that is not allowed, a pointer that is null or
/// misaligned and a workspace that is too small; `CudaError` when this build has no CUDA, no device is there, or a
/// launch fails.
template <class T>
void query_planar_pair_list(const Cuda& cuda, const PlanarShapeSetView<T>& shapes, std::span<const PlanarBody> bodies,
                            const PairList& pairs, const PlanarQueryOptions& options, const PlanarRecords<T>& out);

}  // namespace abut
