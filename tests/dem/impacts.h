// Pairs of bodies that fly at each other, elastic and without friction, and what a collision keeps.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "examples/dem/simulation.h"

namespace dem::test {

struct Impacts {
  std::vector<double> errors;                ///< of each pair's energy, over that energy, sorted
  double momentum = 0, spin = 0;             ///< the largest change of a pair's, over m v and m v r of one body
  double deepest = 0;                        ///< m
  std::uint64_t contacts = 0, failures = 0;  ///< most at once; in all
};

struct Kept {
  double energy = 0;
  Vector momentum{0, 0, 0}, spin{0, 0, 0};
};

/// Of bodies i and i + 1, about the place where they meet.
inline Kept kept_of(const Scene& scene, const std::vector<BodyState>& states, std::uint32_t i, Vector about) {
  Kept out;
  for (std::uint32_t k = i; k < i + 2; ++k) {
    const BodyConstants& c = scene.constants[k];
    const BodyState& b = states[k];
    out.energy += kinetic_energy(b, c) + rotation_energy(b, c);
    out.momentum = out.momentum + b.velocity * c.mass;
    out.spin = out.spin + b.momentum + abut::cross(b.position - about, b.velocity) * c.mass;
  }
  return out;
}

/// Adds pairs that meet at 2 m/s and turn. `add(i, radius, at)` adds body i and returns its number.
template <class Add>
void throw_pairs(Scene& scene, std::uint32_t pairs, const Add& add) {
  Random random(5);
  for (std::uint32_t i = 0; i < 2 * pairs; ++i) {
    const double side = i % 2 == 0 ? -1 : 1, radius = 0.04 + 0.01 * random.uniform();
    const Vector at{i / 2 + side * 0.055, 0.02 * side * random.uniform(), 0.02 * side * random.uniform()};
    const std::uint32_t body = add(i, radius, at);
    BodyState& state = scene.states[body];
    random.rotation(state.quaternion);
    state.velocity = {-side, 0, 0};
    const Vector turns{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
    state.momentum = turns * (20 * scene.constants[body].inertia.x);
  }
}

template <class Machine>
Impacts impacts_of(const Scene& scene) {
  Machine machine(1);
  Simulation<Machine> run(machine, scene, {scene.settings.material.stiffness});
  const std::vector<BodyState> before = run.states();
  Impacts out;
  while (run.time() < 0.1) {
    run.step();
    const PairTotals totals = run.totals();
    out.failures += totals.failures;
    out.deepest = std::max(out.deepest, totals.deepest);
    out.contacts = std::max(out.contacts, totals.contacts);
  }
  EXPECT_EQ(run.totals().contacts, 0u);
  const std::vector<BodyState> after = run.states();
  for (std::uint32_t i = 0; i < scene.size(); i += 2) {
    if (after[i].velocity.x == 1) continue;  // has missed the other one
    const Vector about{static_cast<double>(i / 2), 0, 0};
    const Kept was = kept_of(scene, before, i, about), is = kept_of(scene, after, i, about);
    const double mass = scene.constants[i].mass;
    out.errors.push_back(std::abs(is.energy / was.energy - 1));
    out.momentum = std::max(out.momentum, abut::length(is.momentum - was.momentum) / mass);
    out.spin = std::max(out.spin, abut::length(is.spin - was.spin) / (mass * scene.constants[i].radius));
  }
  std::sort(out.errors.begin(), out.errors.end());
  return out;
}

}  // namespace dem::test
