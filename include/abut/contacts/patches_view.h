// What is asked of contact patches and where they are written, whichever executor finds them.
#pragma once

#include "abut/core/contact.h"

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
  /// On a `Cuda`: how many corners, facets or edges the search for one patch may hold at once, 24 to 65536. A pair that
  /// needs more gets none. On a `Cpu` memory grows.
  std::uint32_t capacity = 1024;
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
  /// Null, or gets how many pairs a `Cuda` had too small a capacity for (`PatchOptions::capacity`): they have no points
  /// and NaN in all else. Always 0 on a `Cpu`.
  std::uint64_t* unanswered = nullptr;
};

}  // namespace abut
