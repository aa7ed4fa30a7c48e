// What acts on bodies from outside.
#pragma once

#include "examples/time_stepping/scene.h"

namespace time_stepping {

/// Where the guide is at a time, and how fast. Data only.
struct GuidePoint {
  Vector position, velocity;
};
/// Before the first waypoint and after the last one it rests there.
GuidePoint guide_at(const std::vector<Waypoint>& guide, double time);

/// Changes velocity and angular momentum by a step of gravity and the body's load; `time` is the step's end.
void apply_loads(const Scene& scene, const SceneBody& body, double time, dem::BodyState& state);

}  // namespace time_stepping
