#include "examples/time_stepping/bodies.h"
#include "examples/time_stepping/scenes.h"

namespace time_stepping {

namespace {

constexpr double dilation = 2e-3, pin_distance = 0.24, clearance = 5e-4;

/// A bar as a shell, two pins below its ends, and a rod above it on two posts, as wires.
abut::SimplicialComplex bars(double edge) {
  abut::SimplicialComplex out;
  const double half = pin_distance / 2;
  add(sheet(pin_distance + 0.04, 0.03, edge), {}, out);
  for (const double side : {-1.0, 1.0}) add_wire({{side * half, 0, 0}, {side * half, 0, -0.03}}, false, edge, out);
  add_wire({{-0.08, 0, 0}, {-0.08, 0, 0.02}, {0.08, 0, 0.02}, {0.08, 0, 0}}, false, edge, out);
  return out;
}

/// A plate with a hole that a pin fits into.
abut::Mesh support() {
  constexpr std::uint32_t sides = 24;
  return ring(circle(dilation + clearance, sides), circle(0.02, sides), 0.01);
}

abut::SimplicialComplex plate(double width, double depth, double edge) {
  abut::SimplicialComplex out;
  add(sheet(width, depth, edge), {}, out);
  return out;
}

}  // namespace

// The slot is between the edges of two plates, 44.5 mm apart between their middle surfaces: with both dilations it
// leaves the bar, which is 30 mm wide, 3.2 mm on each side. Its guide leads it to one of the edges, so that it slides
// along, then down into the holes.
Scene mechanism(double edge) {
  Scene out;
  out.name = "mechanism";
  out.friction = 0.1, out.step = 5e-4, out.steps = 6000, out.size = pin_distance, out.reach = 3e-3;
  for (const double side : {-1.0, 1.0}) {
    const abut::Pose pose{{0, side * (0.02 + 0.05), 0.1}, turn_about({1, 0, 0}, side * 0.3)};
    out.bodies.push_back(fixed_thin(side < 0 ? "hood" : "windshield", plate(0.4, 0.1, edge), dilation, pose));
  }
  for (const double side : {-1.0, 1.0}) {
    out.bodies.push_back(fixed_solid("support", support(), 5e-4, {{side * pin_distance / 2, 0, -0.005}}));
  }
  SceneBody part = thin_body("mechanism", bars(edge), {2700, dilation}, {{0, 4e-3, 0.22}});
  const Vector from = part.start.position;
  const auto at = [&](double time, double y, double z) { return Waypoint{time, from + Vector{0, y - 4e-3, z - 0.22}}; };
  // Against the edge on purpose (y of 4 mm, where 3.2 mm are free), then to the middle, then pins in by 15 mm.
  part.load.guide = {at(0, 4e-3, 0.22), at(1, 4e-3, 0.06), at(1.5, 0, 0.04), at(2.5, 0, 0.015)};
  part.load.guide_frequency = 300;
  out.bodies.push_back(part);
  return out;
}

}  // namespace time_stepping
