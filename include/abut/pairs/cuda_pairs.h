// Candidate pairs on a CUDA device: a tree over the boxes of parts, and searches of it. Host only.
//
// Everything lies in device memory of the caller's and is enqueued on `cuda.stream`: no hidden synchronisation, no
// hidden allocation, and all of it can be captured into a graph. Pairs are those of `find_pairs` and `find_cross_pairs`
// on a `Cpu`, in the same order; the parts near points are those of `find_nearest` and `find_within` (find_near.h).
// They work in `cuda.workspace`.
//
// Throws `InvalidInput`, before anything is enqueued, for a null or misaligned pointer, a workspace that is too small,
// an alert distance that is negative or not finite, a tree that was made for another number of parts; `CudaError` when
// this build has no CUDA, no device is there, or a launch fails. Indices are not checked. Without parts nothing is
// done.
//
// Parts pair within their worlds (abut/bodies/world.h). A tree has the leaves of a world together, and searches look at
// no others: worlds may lie over each other. What is near a point is told of all worlds.
#pragma once

#include <cstddef>

#include "abut/bvh/part_tree.h"
#include "abut/bvh/query_points.h"
#include "abut/core/executor.h"

namespace abut {

/// Builds `tree` (see `part_tree_in`). Parts whose pose is not finite are in it and pair with nothing.
void build_tree(const Cuda& cuda, const BoxedParts& parts, const PartTree& tree);
std::size_t build_tree_workspace(const Cuda& cuda, std::uint32_t part_count);

/// Gives a built tree the boxes of the same parts at new poses; masks and bodies too, while worlds stay. Less work than
/// building, and always right; searches are slower the more `tree.state->area` has grown beyond `built_area`
/// (`rebuild_advised`).
void refit_tree(const Cuda& cuda, const BoxedParts& parts, const PartTree& tree);
std::size_t refit_tree_workspace(const Cuda& cuda, std::uint32_t part_count);

/// Half lists have each pair once, a < b; full ones both ways round.
enum class PairOrder { half, full };

/// All pairs of the parts that `tree` was built over, sorted by a, then b.
void find_pairs(const Cuda& cuda, const PartTree& tree, const PartsView& parts, PairOrder order, const PairList& out);

/// All pairs of a part of `first` (`a`) and one of the tree's (`b`), sorted by a, then b; bodies and self contact do
/// not matter. `out.rows` are of `first`.
void find_cross_pairs(const Cuda& cuda, const BoxedParts& first, const PartTree& second, const PairList& out);

/// For each point the part of the tree whose box is nearest, as abut/pairs/find_near.h has it; needs no workspace. The
/// tree's boxes are fattened by the alert distances that it was built or refitted with: for the shapes' own it takes
/// parts without.
void find_nearest(const Cuda& cuda, const PartTree& tree, const QueryPoints& points, const NearestView& out);

/// For each point (`a`) all parts of the tree whose box is at most the radius away (`b`), sorted by a, then b;
/// `out.rows` are of the points. A radius of one point that is negative or NaN gives that point no parts; as
/// `radius.all` it is `InvalidInput`.
void find_within(const Cuda& cuda, const PartTree& tree, const QueryPoints& points, const QueryRadius& radius,
                 const PairList& out);

/// Of `find_pairs`, `find_cross_pairs` and `find_within`, for lists of this capacity: some 17 bytes a pair.
std::size_t find_pairs_workspace(const Cuda& cuda, std::uint64_t capacity);

}  // namespace abut
