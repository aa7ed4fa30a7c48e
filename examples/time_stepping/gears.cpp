#include <numbers>

#include "examples/time_stepping/bodies.h"
#include "examples/time_stepping/scenes.h"

namespace time_stepping {

Scene gears() {
  Scene out;
  out.name = "gears";
  const GearShape shape;
  const double pitch = 0.5 * shape.module * shape.teeth, thickness = 0.01;
  const Matter steel{7800, 3e-4};
  out.gravity = {0, 0, 0};
  out.friction = 0.1, out.step = 5e-4, out.steps = 2000, out.size = 2 * pitch, out.reach = 1e-3;
  const abut::Mesh mesh = prism(gear(shape), thickness);
  // The first gear has a tooth at the axis x, the second one, on its far side, a gap.
  out.bodies.push_back(wheel("driver", mesh, steel, {}));
  const abut::Pose second{{2 * pitch, 0, 0}, turn_about({0, 0, 1}, std::numbers::pi * (1 + 1.0 / shape.teeth))};
  out.bodies.push_back(wheel("driven", mesh, steel, second));
  out.bodies[0].load.torque = {0, 0, 0.5};
  out.bodies[1].load.drag = 0.02;
  return out;
}

}  // namespace time_stepping
