// The pose of one part of a view, and whether a pair can be met at it.
#pragma once

#include "abut/bodies/parts_view.h"
#include "abut/core/pose.h"

namespace abut {
inline namespace ABUT_ISA {

/// Pose in the world of part `i`.
ABUT_INLINE Pose world_pose(const PartsView& parts, std::uint32_t i) {
  Pose pose;
  pose.position = {parts.px[i], parts.py[i], parts.pz[i]};
  for (int k = 0; k < 9; ++k) pose.rotation.m[k] = parts.r[k][i];
  return pose;
}

/// Whether a pose is finite and its matrix has no entry beyond 2: the others give `Status::invalid_pose`.
ABUT_HD inline bool is_usable(const Pose& pose) {
  constexpr double most_entry = 2;
  const auto is_finite = [](double x) { return x - x == 0; };
  bool good = is_finite(pose.position.x) && is_finite(pose.position.y) && is_finite(pose.position.z);
  for (int k = 0; k < 9; ++k) good = good && abs(pose.rotation.m[k]) <= most_entry;  // false for a NaN
  return good;
}

}  // namespace ABUT_ISA
}  // namespace abut
