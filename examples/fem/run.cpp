#include "examples/fem/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "examples/fem/require.h"

namespace fem {

namespace {

void note(const Stepper& stepper, Measures& out) {
  const Energies e = stepper.energies();
  if (stepper.steps() == 0) out.first_energy = e.total();
  out.energy_error = std::max(out.energy_error, std::abs(e.total() - out.first_energy));
  out.largest_kinetic = std::max(out.largest_kinetic, e.kinetic);
  out.inverted += stepper.forces().inverted;
  const std::uint64_t touching = stepper.forces().touching;
  out.most_touching = std::max(out.most_touching, touching);
  if (touching == 0) return;
  if (out.first_touch < 0) out.first_touch = stepper.time();
  out.last_touch = stepper.time();
}

}  // namespace

Measures run(const Problem& problem, const System& system, const Settings& settings,
             const std::function<void(const Stepper&)>& see) {
  require(settings.part > 0 && settings.part < 1, "part of the stable step", settings.part, "above 0 and below 1");
  require(settings.seconds > 0 && std::isfinite(settings.seconds), "seconds", settings.seconds,
          "a finite number above 0");
  const auto began = std::chrono::steady_clock::now();
  Measures out;
  const double steps = std::ceil(settings.seconds / (settings.part * system.stable_step()));
  constexpr double most_steps = 1e12;  // years, whatever the problem is
  require(steps <= most_steps, "number of steps", steps, "1e12 or less: seconds / (part * stable step)");
  out.steps = static_cast<std::uint64_t>(steps);
  out.step = settings.seconds / static_cast<double>(out.steps);
  Stepper stepper(system, make_search(settings.search, system.facets(), problem.penalty.depth), out.step);
  note(stepper, out), see(stepper);
  for (std::uint64_t k = 0; k < out.steps; ++k) {
    stepper.advance();
    note(stepper, out), see(stepper);
  }
  out.search = stepper.search_counts();
  out.wall = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  return out;
}

}  // namespace fem
