#include "examples/fem/ironing.h"

#include <algorithm>
#include <cmath>

namespace fem {

namespace {

double top_of(const IroningSettings& s, double x) { return 4 * s.rise * x * x / (s.length * s.length); }
double slope_of(const IroningSettings& s, double x) { return 8 * s.rise * x / (s.length * s.length); }

SolidMesh hollow_body(const IroningSettings& s) {
  SolidMesh mesh = brick({-0.5 * s.length, -0.5 * s.width, 0}, {0.5 * s.length, 0.5 * s.width, 1}, {12, 4, 2});
  return moved(mesh, [&](Vector p) {
    const double top = top_of(s, p.x);
    return Vector{p.x, p.y, -s.thickness + p.z * (top + s.thickness)};
  });
}

/// The block lies along the top, a sixth of the length from its end, and turns about the axis as a rigid body.
Body block_of(const IroningSettings& s) {
  const double x = -s.length / 3, slope = slope_of(s, x), root = std::sqrt(1 + slope * slope), half = 0.5 * s.block;
  const Vector along{1 / root, 0, slope / root}, normal{-slope / root, 0, 1 / root};
  const Vector middle = Vector{x, 0, top_of(s, x)} + normal * (s.gap + half);
  Body out;
  out.name = "block";
  out.mesh = moved(brick({-half, -half, -half}, {half, half, half}, {1, 1, 1}), [&](Vector p) {
    return middle + along * p.x + Vector{0, p.y, 0} + normal * p.z;
  });
  out.material = s.material;
  const Vector axis = middle + (normal * std::cos(s.lean) + along * -std::sin(s.lean)) * s.arm;
  const Vector spin{0, -s.spin, 0};
  for (const Vector& p : out.mesh.nodes) out.velocities.push_back(abut::cross(spin, p - axis));
  return out;
}

}  // namespace

IroningSettings ironing_settings() {
  IroningSettings out;
  out.penalty = 2e10, out.seconds = 24e-3, out.material.poisson = 0.3;
  return out;
}

Problem ironing_problem(const IroningSettings& settings) {
  Problem out;
  out.penalty.facets = settings.penalty;
  out.penalty.depth = settings.depth;
  out.bodies.push_back({"hollow body", hollow_body(settings), settings.material, {}, {}});
  out.bodies.push_back(block_of(settings));
  return out;
}

Ironing iron(const IroningSettings& settings) {
  const Problem problem = ironing_problem(settings);
  const System system(problem);
  const std::uint32_t first = system.first_node(1), end = system.first_node(2);
  const double speed = settings.spin * settings.arm,
               push = settings.material.density * std::pow(settings.block, 3) * speed;
  Ironing out;
  Vector momentum{0, 0, 0}, angular{0, 0, 0};
  out.measures = run(problem, system, settings, [&](const Stepper& s) {
    Vector centre{0, 0, 0};
    for (std::uint32_t k = first; k < end; ++k) centre = centre + s.state().positions[k] * (1.0 / (end - first));
    out.samples.push_back({s.time(), s.energies(), centre, s.forces().touching});
    if (s.steps() == 0) momentum = system.momentum(s.state()), angular = system.angular_momentum(s.state());
    const double p = abut::length(system.momentum(s.state()) - momentum),
                 l = abut::length(system.angular_momentum(s.state()) - angular);
    out.momentum_error = std::max(out.momentum_error, p / push);
    out.angular_error = std::max(out.angular_error, l / (push * settings.length));
    const double due = static_cast<double>(out.frames.size()) * settings.seconds / 3;
    if (out.frames.size() < 4 && s.time() >= due - 0.5 * s.step()) out.frames.emplace_back(s.time(), s.state());
  });
  return out;
}

}  // namespace fem
