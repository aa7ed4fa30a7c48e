// Poses, one a line: x y z w i j k, a position and a quaternion whose scalar comes first, of any length but 0. Commas
// and blanks part numbers; from # on a line is a comment.
#pragma once

#include <string>
#include <vector>

#include "abut/core/pose.h"

namespace abut::io {

/// Throws `FileError`, and `InvalidInput` naming file, line and what is allowed.
std::vector<Pose> read_poses(const std::string& path);

}  // namespace abut::io
