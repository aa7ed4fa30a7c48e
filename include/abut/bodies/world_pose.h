// The pose of one part of a view.
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

}  // namespace ABUT_ISA
}  // namespace abut
