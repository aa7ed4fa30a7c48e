// The pose of A in the frame of B, from that of B in the frame of A.
#pragma once

#include "abut/core/pose.h"

namespace abut::host {

inline RelativePose<double> inverse(const RelativePose<double>& p) {
  return relative_pose(Pose{p.translation, p.rotation}, Pose{}, {0, 0, 0}, {0, 0, 0});
}

}  // namespace abut::host
