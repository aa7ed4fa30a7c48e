// From a state, which is one of space, to a pose of the plane.
#pragma once

#include "abut/planar/pose.h"
#include "examples/dem/state.h"

namespace dem {

/// A rotation about z by the angle t is the quaternion (cos t / 2, 0, 0, sin t / 2).
struct PlaceInPlane {
  const BodyState* states;
  abut::PlanarBody* bodies;
  ABUT_HD void operator()(std::uint64_t i) const {
    const BodyState& s = states[i];
    const double c = s.quaternion[0], z = s.quaternion[3];
    bodies[i].pose = {{s.position.x, s.position.y}, {c * c - z * z, 2 * c * z}};
  }
};

}  // namespace dem
