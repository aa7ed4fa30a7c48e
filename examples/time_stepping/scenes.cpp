#include "examples/time_stepping/scenes.h"
#include "examples/dem/text.h"

#include <cmath>

#include "abut/core/error.h"
#include "examples/time_stepping/bodies.h"

namespace time_stepping {

namespace {

abut::SimplicialComplex sheet_complex(double width, double depth, double edge) {
  abut::SimplicialComplex out;
  add(sheet(width, depth, edge), {}, out);
  return out;
}

}  // namespace

Scene cube_at_rest() {
  Scene out;
  out.name = "cube";
  const double half = 0.05, dilation = 2e-3;
  out.steps = 100'000, out.size = 2 * half, out.reach = 0.01;
  out.bodies.push_back(fixed_thin("plate", sheet_complex(0.4, 0.4, 0.1), dilation, {{0, 0, -dilation}}));
  out.bodies.push_back(solid_body("cube", box({half, half, half}), {1000, dilation},
                                  {{0.013, 0.007, half}, turn_about({0, 0, 1}, 0.3)}));
  return out;
}

Scene cube_that_falls() {
  Scene out = cube_at_rest();
  out.name = "drop";
  out.steps = 5000;
  SceneBody& cube = out.bodies[1];
  cube.start.position.z += 2e-3;
  const abut::Mat3<double> rotation = turn_about({0.8, 0.6, 0}, 0.015);
  out.bodies[1] = solid_body("cube", box({0.05, 0.05, 0.05}), {1000, 2e-3}, {cube.start.position, rotation});
  return out;
}

Scene two_free_bodies() {
  Scene out;
  out.name = "free";
  const double half = 0.05;
  out.gravity = {0, 0, 0};
  out.steps = 1000, out.size = 2 * half, out.reach = 0.02, out.conserves = true;
  const Matter matter{1000, 2e-3};
  out.bodies.push_back(solid_body("left", box({half, half, half}), matter, {{-0.15, 0.01, 0}}));
  out.bodies.push_back(solid_body("right", box({half, 0.7 * half, 1.4 * half}), matter,
                                  {{0.15, -0.02, 0.015}, turn_about({0.6, 0, 0.8}, 0.7)}));
  out.bodies[0].start.velocity = {0.5, 0, 0};
  out.bodies[1].start.velocity = {-0.4, 0.05, 0};
  out.bodies[1].start.momentum = Vector{2e-3, -1e-3, 3e-3};
  return out;
}

Scene peg_in_hole() {
  Scene out;
  out.name = "peg";
  constexpr std::uint32_t sides = 32;
  const double radius = 0.01, length = 0.04, thickness = 0.02, dilation = 5e-4;
  out.friction = 0.1, out.step = 5e-4, out.steps = 2000, out.size = length, out.reach = 1e-3;
  const abut::Mesh plate = ring(circle(1.01 * radius, sides), circle(3 * radius, sides), thickness);
  out.bodies.push_back(fixed_solid("plate", plate, dilation, {{0, 0, -thickness / 2}}));
  const abut::SimplicialComplex floor = sheet_complex(6 * radius, 6 * radius, 2 * radius);
  out.bodies.push_back(fixed_thin("floor", floor, dilation, {{0, 0, -2 * thickness}}));
  out.tolerance = 1e-8;  // more than a hundred contacts that share one weight
  // A little above the hole, off its axis by half of the play, and not quite upright.
  const abut::Pose start{{5e-5, 0, length / 2 + 1e-3}, turn_about({0, 1, 0}, 1e-3)};
  out.bodies.push_back(solid_body("peg", prism(circle(radius, sides), length), {7800, dilation}, start));
  return out;
}

Scene chain() {
  Scene out;
  out.name = "chain";
  const double radius = 0.01, wire = 1.5e-3, pitch = 2 * (radius - wire) - 1e-4, angle = 0.5;
  out.step = 5e-4, out.steps = 2000, out.size = 2 * radius, out.reach = 2e-3, out.friction = 0.3;
  out.steps = 800;
  abut::SimplicialComplex link;
  add_wire(circle(radius, 24), true, radius, link);
  const Vector along{std::sin(angle), 0, -std::cos(angle)};
  for (int k = 0; k < 8; ++k) {
    // In turns in the plane of the chain's fall and across it.
    const Matrix upright = turn_about({1, 0, 0}, k % 2 == 0 ? 1.5707963267948966 : 0);
    const Matrix lean = turn_about({0, 1, 0}, 1.5707963267948966 - angle);
    const abut::Pose pose{along * (pitch * k), abut::times(lean, upright)};
    const std::string name = "link " + std::to_string(k);
    out.bodies.push_back(k == 0 ? fixed_thin(name, link, wire, pose) : thin_body(name, link, {7800, wire}, pose));
  }
  return out;
}

const std::vector<std::string>& scene_names() {
  static const std::vector<std::string> names{"cube",  "drop",  "free",      "peg",      "chain",
                                              "cards", "gears", "mechanism", "insertion"};
  return names;
}

Scene make_scene(const std::string& name, const SceneSettings& settings) {
  const double edge = settings.edge;
  if (!(edge > 0 && std::isfinite(edge))) {
    throw abut::InvalidInput("edge is " + dem::text_of(edge) + " m, allowed is a finite number above 0");
  }
  if (name == "cube") return cube_at_rest();
  if (name == "drop") return cube_that_falls();
  if (name == "free") return two_free_bodies();
  if (name == "peg") return peg_in_hole();
  if (name == "chain") return chain();
  if (name == "cards") return card_house();
  if (name == "gears") return gears();
  if (name == "mechanism") return mechanism(edge);
  if (name == "insertion") return insertion(settings.fine);
  std::string all;
  for (const std::string& known : scene_names()) all += (all.empty() ? "" : ", ") + known;
  throw abut::InvalidInput("scene is \"" + name + "\", allowed are " + all);
}

}  // namespace time_stepping
