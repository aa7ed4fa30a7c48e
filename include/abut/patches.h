// Contact patches: all of where two polyhedra touch, for solvers that need more than one point. Host only.
//
// A pair's patch is the convex polygon across its normal over which the bodies are apart by no more than
// max(separation, 0) + margin (patch.h): where faces meet, the overlap of the faces; where edges lie along each other,
// a segment; else a point, or what lies about it within the margin. It changes continuously as bodies slide and turn.
// Source: Feng & Tan 2019, section 4.3, made continuous.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/contacts/patches_view.h"
#include "abut/detect.h"

namespace abut {

/// Pairs of parts and their records, which `query_pairs` has written. Data only.
template <class T>
struct PairContacts {
  std::span<const Pair> pairs;
  ContactsView<T> contacts;
};

/// Pairs of parts on a device and their records, which `query_pair_list` has written. Data only.
template <class T>
struct PairListContacts {
  PairList pairs;
  ContactsView<T> contacts;
};

/// Pairs of shapes, their poses and their records, which `query_shape_pairs` has written. Data only.
template <class T>
struct ShapePairContacts {
  std::span<const Pair> pairs;
  RelativePosesView poses;
  ContactsView<T> contacts;
};

/// The patches of pairs whose records `query_pairs` has written: `of.contacts` has to have `normal`, `point`,
/// `separation` and `status`; features, where it has them, save time. Returns when the work is done. Throws
/// `InvalidInput` when an index is out of range, an array is missing, the margin is negative or not finite,
/// `most_points` is 1 or 2, points or their number are asked for without `offsets`, or an overlap of a shape that is
/// rounded or curved or whose replaced vertices have bent its faces.
template <class T>
void find_patches(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts, const PairContacts<T>& of,
                  const PatchOptions& options, const PatchesView<T>& out);

/// The same for pairs of shapes and what `query_shape_pairs` has written.
template <class T>
void find_shape_patches(const Cpu& cpu, const ShapeSetView<T>& shapes, const ShapePairContacts<T>& of,
                        const PatchOptions& options, const PatchesView<T>& out);

/// Device memory that `find_patches` needs on a CUDA device, in bytes: for so many pairs and `point_capacity` points,
/// with or without volumes, and `options.capacity`. 16,384 threads have 15 KB each, 256 of them the capacity asked for
/// instead; besides, 12 bytes a pair and 16 a point in float, 32 in double.
template <class T>
std::size_t find_patches_workspace(const Cuda& cuda, std::uint64_t pair_count, std::uint64_t point_capacity,
                                   bool volumes, const PatchOptions& options = {});

/// `find_patches` on a CUDA device, with the bits of the `Cpu`: asynchronous on `cuda.stream`, no hidden
/// synchronisation or allocation, may be captured into a graph. All arrays lie in device memory, `offsets` and the
/// counts too; `cuda.workspace` has at least `find_patches_workspace<T>` bytes for these pairs and, where points or
/// gaps are wanted, for `out.capacity` points. Shapes without a volume, which the `Cpu` refuses, get NaN for it;
/// neither they nor indices are looked for unless `cuda.checked`. Throws as on the `Cpu` otherwise, and `InvalidInput`
/// for a pointer that is null or misaligned, a workspace that is too small, or more than `most_device_pairs`;
/// `CudaError` when this build has no CUDA, no device is there, or a launch fails.
template <class T>
void find_patches(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts, const PairContacts<T>& of,
                  const PatchOptions& options, const PatchesView<T>& out);

/// The same for what a search on the device has found and `query_pair_list` has answered: how many pairs there are is
/// read there. `out` and the workspace have room for `of.pairs.capacity` pairs, and `offsets` for one more, all of
/// which are written. Where the list was too short, no pair has a patch.
template <class T>
void find_patches(const Cuda& cuda, const ShapeSetView<T>& shapes, const PartsView& parts,
                  const PairListContacts<T>& of, const PatchOptions& options, const PatchesView<T>& out);

/// `find_shape_patches` on a CUDA device, as `find_patches` there; `poses.m` lies in device memory too.
template <class T>
void find_shape_patches(const Cuda& cuda, const ShapeSetView<T>& shapes, const ShapePairContacts<T>& of,
                        const PatchOptions& options, const PatchesView<T>& out);

/// Owning arrays, in host memory.
template <class T>
struct Patches {
  std::vector<T> area, centre_x, centre_y, centre_z;
  std::vector<T> volume, volume_centre_x, volume_centre_y, volume_centre_z, volume_normal_x, volume_normal_y,
      volume_normal_z, volume_moment_x, volume_moment_y, volume_moment_z;  ///< empty unless asked for
  std::vector<std::uint64_t> offsets;
  std::vector<T> point_x, point_y, point_z, gap;
};

/// `find_patches` into arrays that fit.
template <class T>
Patches<T> find_patches(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts,
                        const PairContacts<T>& of, const PatchOptions& options, bool volumes);

/// `find_shape_patches` into arrays that fit.
template <class T>
Patches<T> find_shape_patches(const Cpu& cpu, const ShapeSetView<T>& shapes, const ShapePairContacts<T>& of,
                              const PatchOptions& options, bool volumes);

}  // namespace abut
