// The batch API of the plane: from shapes and poses to contacts. Host only. docs/explanation/planar.md shows its use.
//
// As the API of space (abut/detect.h): the same input gives the same bits, whatever the number of threads, the order of
// the batch or the instruction set. An empty input gives an empty output.
#pragma once

#include <span>
#include <vector>

#include "abut/core/executor.h"
#include "abut/planar/contact.h"
#include "abut/planar/cuda_planar.h"
#include "abut/planar/entrance_block.h"
#include "abut/planar/pair_finder.h"
#include "abut/planar/pose.h"
#include "abut/planar/query_options.h"
#include "abut/planar/shape_set.h"

namespace abut {

/// The pose of a body turned by `angle` (radians, counter-clockwise). Its bits depend on the C library's sine.
PlanarPose planar_pose(Vec2<double> position, double angle);

/// Where records go, one per pair. Each is empty, then it is not wanted, or as long as the pairs are.
template <class T>
struct PlanarOutput {
  std::span<PlanarContact<T>> contacts;
  std::span<PlanarPatch<T>> patches;
  /// For unrounded shapes: costs a clipping of polygon A by polygon B in double.
  std::span<PlanarOverlap<T>> overlaps = {};
};

/// One record per pair, in the order of `pairs` (indices of bodies). Normal in world axes; points relative to the
/// position of A, in world axes. Relative poses are formed in double and then rounded to `T` (float or double).
/// Returns when the work is done. Throws `InvalidInput` when an index is out of range, an
/// output has another length, an option is not allowed or overlaps are asked of a rounded shape. A pair whose relative
/// pose is not finite, or whose rotation's length is off 1 by more than 1e-6, gets `Status::invalid_pose`.
template <class T>
void query_planar_pairs(const Cpu& cpu, const PlanarShapeSet& shapes, std::span<const PlanarBody> bodies,
                        std::span<const Pair> pairs, const PlanarQueryOptions& options, const PlanarOutput<T>& out);

}  // namespace abut
