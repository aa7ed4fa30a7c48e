// The pose of A in the frame of B, from that of B in the frame of A, and which poses minima are looked for at.
#pragma once

#include "abut/bodies/world_pose.h"
#include "abut/core/pose.h"

namespace abut::host {

inline RelativePose<double> inverse(const RelativePose<double>& p) {
  return relative_pose(Pose{p.translation, p.rotation}, Pose{}, {0, 0, 0}, {0, 0, 0});
}

/// A rotation within 1e-6 and a finite translation that is shorter than 1e100: products of longer ones leave the range
/// of numbers.
inline bool has_minima(const RelativePose<double>& p) {
  return squared_length(p.translation) < 1e200 && is_usable(Pose{p.translation, p.rotation}) &&
         off_rotation(p.rotation) <= 1e-6;
}

}  // namespace abut::host
