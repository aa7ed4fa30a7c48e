#include "examples/fem/bars.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace fem {

BarSettings bar_settings() {
  BarSettings out;
  out.seconds = 0.045, out.part = 0.2;
  return out;
}

Problem bar_problem(const BarSettings& s) {
  Problem out;
  out.penalty.facets = s.penalty, out.penalty.depth = 0.1 * std::min(s.length, s.width);
  for (const bool second : {false, true}) {
    const double from = second ? 0 : -s.length, half = 0.5 * s.width;
    Body bar;
    bar.name = second ? "bar 2" : "bar 1";
    bar.mesh = brick({from, -half, -half}, {from + s.length, half, half}, {s.elements, 1, 1});
    bar.material = s.material;
    bar.held.assign(bar.mesh.nodes.size(), Held{false, true, true});
    if (!second) bar.velocities.assign(bar.mesh.nodes.size(), Vector{s.speed, 0, 0});
    out.bodies.push_back(bar);
  }
  return out;
}

BarImpact collide(const BarSettings& settings) {
  const Problem problem = bar_problem(settings);
  const System system(problem);
  const std::uint32_t second = system.first_node(1), all = system.first_node(2);
  BarImpact out;
  bool touched = false;
  out.measures = run(problem, system, settings, [&](const Stepper& s) {
    BarSample sample{s.time(), 0, s.state().positions[second].x - s.state().positions[settings.elements].x, 0, 0};
    double masses[2] = {0, 0}, momenta[2] = {0, 0};
    for (std::uint32_t k = 0; k < all; ++k) {
      const int bar = k < second ? 0 : 1;
      masses[bar] += system.masses()[k], momenta[bar] += system.masses()[k] * s.state().velocities[k].x;
      if (bar == 1) sample.force += s.forces().contact[k].x;
    }
    sample.velocity_1 = momenta[0] / masses[0], sample.velocity_2 = momenta[1] / masses[1];
    const bool touches = s.forces().touching > 0;
    if (touches && !touched) ++out.contacts;
    if (!touches && touched && out.parted == 0) {
      // Between both steps, where the gap is 0.
      const BarSample& last = out.samples.back();
      out.parted = last.time + (sample.time - last.time) * last.gap / (last.gap - sample.gap);
    }
    touched = touches;
    out.samples.push_back(sample);
  });
  out.velocity_1 = out.samples.back().velocity_1, out.velocity_2 = out.samples.back().velocity_2;
  return out;
}

double penalty_for(const BarSettings& s, double time) {
  double low = 1e-6, high = 1e6;  // times Young's modulus over the length; the stiffer the sooner
  for (int k = 0; k < 100; ++k) {
    const double mid = std::sqrt(low * high);
    (PenaltyBars{s.length, bar_wave_speed(s.material), mid}.contact_time() > time ? low : high) = mid;
  }
  return std::sqrt(low * high) * s.material.young / s.length;
}

}  // namespace fem
