// Problems as the steps of a scene give them, with the contacts that Abut finds.
#pragma once

#include <algorithm>
#include <vector>

#include "examples/time_stepping/newton.h"
#include "examples/time_stepping/quasi_lmd_contacts.h"
#include "examples/time_stepping/scenes.h"
#include "examples/time_stepping/time_stepper.h"

namespace time_stepping::testing {

/// Of every `every`th step; the run is by `solve_newton` at the scene's tolerance.
inline std::vector<ContactProblem> problems_of(const Scene& scene, int steps, int every) {
  std::vector<ContactProblem> out;
  QuasiLmdContacts contacts(scene, 1);
  const auto find = [&](const States& states, FoundContacts& found) { contacts.find(states, found); };
  int k = 0;
  const auto solve = [&](const ContactProblem& problem, const SolverSettings& settings) {
    if (++k % every == 0) out.push_back(problem);
    return solve_newton(problem, settings);
  };
  TimeStepper stepper(scene, find, solve, {scene.tolerance, 2000});
  for (int i = 0; i < steps; ++i) stepper.step();
  return out;
}

/// Of velocities and spins.
inline double largest_difference(const std::vector<Twist>& a, const std::vector<Twist>& b) {
  double worst = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    worst = std::max({worst, abut::length(a[i].velocity - b[i].velocity), abut::length(a[i].spin - b[i].spin)});
  }
  return worst;
}

}  // namespace time_stepping::testing
