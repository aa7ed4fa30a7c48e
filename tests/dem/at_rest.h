// What walls bear of bodies at rest.
#pragma once

#include <gtest/gtest.h>

#include "examples/dem/scene.h"

namespace dem::test {

/// Of the walls on the bodies in the last step.
template <class Machine>
Vector wall_force(const Scene& scene, Machine& machine) {
  const PairArrays a = machine.pairs();
  const std::vector<PairForce> forces = machine.forces();
  Vector sum{0, 0, 0};
  for (std::uint64_t k = 0; k < *a.count; ++k) {
    if (a.pairs[k].a < scene.walls) sum = sum + forces[k].force;
  }
  return sum;
}

/// That the walls bear the weight of all bodies but for `most` of it, in the mean of the steps up to the time `end`:
/// some bodies still rock a little.
template <class Machine, class Run>
void expect_walls_bear_all(const Scene& scene, Machine& machine, Run& run, double end, double most) {
  double mass = 0;
  for (const BodyConstants& c : scene.constants) mass += c.mass;
  const Vector weight = scene.settings.gravity * mass;
  Vector sum{0, 0, 0};
  double steps = 0;
  for (; run.time() < end; ++steps) {
    run.step();
    sum = sum + wall_force(scene, machine);
  }
  EXPECT_LT(abut::length(sum * (1 / steps) + weight), most * abut::length(weight));
}

}  // namespace dem::test
