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

#include "abut/detect.h"

namespace abut {

struct PatchOptions {
  /// How much farther apart than at the nearest point the bodies may be over the patch. Not negative. Besides, 64
  /// roundings of the pair's size belong to it.
  double margin = 0;
  /// 0: all corners; else, from 3 on, patches of more are reduced to that many, so that they keep area and extent. The
  /// area and the centroid stay those of the whole.
  std::uint32_t most_points = 0;
  /// Whether `contacts.point` becomes the centroid of the patch, so that it moves continuously where faces or edges are
  /// parallel; the witness points stay.
  bool move_points = false;
};

/// Caller-owned output, in the order of the pairs; any array may be null. Frame and origin as in the contacts. Data
/// only.
template <class T>
struct PatchesView {
  Strided<T> area;        ///< 0 for a segment or a point
  StridedVec3<T> centre;  ///< centroid, in the plane across the normal through the contact point
  /// The overlap of two polyhedra: its volume and centroid; the integral over A's boundary inside B of the outward unit
  /// normal n, and of (x - volume_centre) x n. A force on B of p times the first, with p times the second as moment
  /// about that centroid, is what an energy of the volume alone gives, p being its derivative. Zero where bodies do not
  /// overlap and for flat ones. With any of these arrays no shape may be rounded or curved.
  Strided<T> volume;
  StridedVec3<T> volume_centre;
  StridedVec3<T> volume_normal;
  StridedVec3<T> volume_moment;
  /// Null, or one more than there are pairs: the points of pair i are offsets[i] to offsets[i + 1]. With no contact, or
  /// where the normal is undefined, there are none; one for curved kinds and sums.
  std::uint64_t* offsets = nullptr;
  StridedVec3<T> points;       ///< corners of the patch, counter-clockwise as seen from B, midway between the bodies
  Strided<T> gaps;             ///< separation of the bodies along the normal, over each
  std::uint64_t capacity = 0;  ///< of the last two
  std::uint64_t* needed =
      nullptr;  ///< null, or gets how many points there are; if more than `capacity`, none is written
};

/// The patches of pairs whose records `query_pairs` has written: `contacts` has to have `normal`, `point`, `separation`
/// and `status`; features, where it has them, save time. Returns when the work is done. Throws `InvalidInput` when an
/// index is out of range, an array is missing, the margin is negative or not finite, `most_points` is 1 or 2, points or
/// their number are asked for without `offsets`, or an overlap of a shape that is rounded or curved or whose replaced
/// vertices have bent its faces.
template <class T>
void find_patches(const Cpu& cpu, const ShapeSetView<T>& shapes, const PartsView& parts, std::span<const Pair> pairs,
                  const ContactsView<T>& contacts, const PatchOptions& options, const PatchesView<T>& out);

/// The same for pairs of shapes and what `query_shape_pairs` has written.
template <class T>
void find_shape_patches(const Cpu& cpu, const ShapeSetView<T>& shapes, std::span<const Pair> shape_pairs,
                        const RelativePosesView& poses, const ContactsView<T>& contacts, const PatchOptions& options,
                        const PatchesView<T>& out);

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
                        std::span<const Pair> pairs, const ContactsView<T>& contacts, const PatchOptions& options,
                        bool volumes);

}  // namespace abut
