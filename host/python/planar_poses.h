// Poses of the plane as Python code gives them: positions, with rotations (cos, sin) or angles.
#pragma once

#include <nanobind/nanobind.h>

#include "abut/planar/pose.h"

namespace abut::python {

/// One pose: `position` (2,), `rotation` (2,), the cosine and sine of the angle, `angle` a number in radians; each may
/// be None, and one of the last two has to be. Throws `nb::type_error`, `nb::value_error`, or `InvalidInput` for an
/// angle that is not finite. Whether a rotation has the length 1 is left to who takes the pose.
PlanarPose planar_pose_of(nanobind::handle position, nanobind::handle rotation, nanobind::handle angle);

}  // namespace abut::python
