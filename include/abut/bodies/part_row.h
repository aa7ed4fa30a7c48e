// A part's pose where it can be read at once: arrays of a `PartsView` lie far apart, so that a part that is met at
// random costs a cache miss for each of its numbers.
#pragma once

#include "abut/bodies/parts_view.h"
#include "abut/core/pose.h"

namespace abut {

/// Rotation, position, the body's position, alert distance.
struct alignas(128) PartRow {
  static constexpr int position = 9, body = 12, alert = 15, size = 16;
  double number[size];
};

inline namespace ABUT_ISA {

/// The array that number `k` of a row comes from; null where it is 0 for all parts.
ABUT_INLINE const double* row_source(const PartsView& parts, int k) {
  switch (k) {
    case PartRow::position: return parts.px;
    case PartRow::position + 1: return parts.py;
    case PartRow::position + 2: return parts.pz;
    case PartRow::body: return parts.body_x;
    case PartRow::body + 1: return parts.body_y;
    case PartRow::body + 2: return parts.body_z;
    case PartRow::alert: return parts.alert;
    default: return parts.r[k];
  }
}

ABUT_INLINE PartRow part_row(const PartsView& parts, std::uint32_t i) {
  PartRow row;
  for (int k = 0; k < PartRow::size; ++k) {
    const double* const from = row_source(parts, k);
    row.number[k] = from != nullptr ? from[i] : 0;
  }
  return row;
}

ABUT_INLINE Pose pose_of(const PartRow& row) {
  Pose pose;
  for (int k = 0; k < 9; ++k) pose.rotation.m[k] = row.number[k];
  pose.position = {row.number[PartRow::position], row.number[PartRow::position + 1], row.number[PartRow::position + 2]};
  return pose;
}
ABUT_INLINE Vec3<double> body_position(const PartRow& row) {
  return {row.number[PartRow::body], row.number[PartRow::body + 1], row.number[PartRow::body + 2]};
}

}  // namespace ABUT_ISA
}  // namespace abut
