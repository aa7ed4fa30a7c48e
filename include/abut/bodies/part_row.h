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

ABUT_INLINE PartRow part_row(const PartsView& parts, std::uint32_t i) {
  PartRow row;
  for (int k = 0; k < 9; ++k) row.number[k] = parts.r[k][i];
  row.number[PartRow::position] = parts.px[i];
  row.number[PartRow::position + 1] = parts.py[i];
  row.number[PartRow::position + 2] = parts.pz[i];
  row.number[PartRow::body] = parts.body_x[i];
  row.number[PartRow::body + 1] = parts.body_y[i];
  row.number[PartRow::body + 2] = parts.body_z[i];
  row.number[PartRow::alert] = parts.alert != nullptr ? parts.alert[i] : 0;
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
