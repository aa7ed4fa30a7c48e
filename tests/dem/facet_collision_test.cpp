// What a collision of two solids that meet facet by facet keeps (docs/explanation/dem.md, "By facets").
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/io.h"
#include "examples/dem/facet_machine.h"
#include "examples/dem/grains.h"
#include "tests/decompose/solids.h"
#include "tests/dem/facet_solids.h"
#include "tests/dem/means.h"

namespace dem {
namespace {

using test::add_solid;
using test::mean;
using test::median;

/// Pairs of solids that fly at each other at 2 m/s and turn, elastic and without friction.
struct Impacts {
  std::vector<double> errors;                ///< of each pair's energy, over that energy, sorted
  double momentum = 0, spin = 0;             ///< the largest change of a pair's, over m v and m v r of one body
  double deepest = 0;                        ///< over the zone
  std::uint64_t contacts = 0, failures = 0;  ///< most at once; in all
};

struct Kept {
  double energy = 0;
  Vector momentum{0, 0, 0}, spin{0, 0, 0};
};

/// Of bodies i and i + 1, about the place where they meet.
Kept kept_of(const Scene& scene, const std::vector<BodyState>& states, std::uint32_t i, Vector about) {
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

Impacts impacts(const std::vector<abut::Mesh>& solids, std::uint32_t pairs, double step) {
  Scene scene;
  scene.settings = test::facets_in_space();
  scene.settings.step = step;
  Random random(5);
  for (std::uint32_t i = 0; i < 2 * pairs; ++i) {
    const double side = i % 2 == 0 ? -1 : 1, radius = 0.04 + 0.01 * random.uniform();
    const Vector at{i / 2 + side * 0.055, 0.02 * side * random.uniform(), 0.02 * side * random.uniform()};
    const std::uint32_t body = add_solid(scene, solids[i % solids.size()], radius, at);
    BodyState& state = scene.states[body];
    random.rotation(state.quaternion);
    state.velocity = {-side, 0, 0};
    const Vector turns{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
    state.momentum = turns * (20 * scene.constants[body].inertia.x);
  }
  FacetMachine machine(1);
  Simulation<FacetMachine> run(machine, scene, {scene.settings.material.stiffness});
  const std::vector<BodyState> before = run.states();
  Impacts out;
  while (run.time() < 0.1) {
    run.step();
    const PairTotals totals = run.totals();
    out.failures += totals.failures;
    out.deepest = std::max(out.deepest, totals.deepest / scene.settings.zone);
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

void expect_kept(const Impacts& x, std::uint32_t pairs) {
  EXPECT_GT(x.errors.size(), pairs * 9 / 10);
  EXPECT_LT(x.momentum, 1e-13);
  EXPECT_LT(x.spin, 1e-7);  // of positions some 50 m from the origin, rounded in every step
  EXPECT_EQ(x.failures, 0u);
  EXPECT_GT(x.deepest, 0.2);
  EXPECT_LT(x.deepest, 1);
}

// Distances of convex solids have normals that do not jump: the force is a gradient.
TEST(FacetCollision, OfConvexSolidsKeepsEnergyToSecondOrder) {
  const std::vector<abut::Mesh> boxes{abut::test::box_mesh({0, 0, 0}, {1, 2, 3})};
  const Impacts coarse = impacts(boxes, 60, 8e-6), fine = impacts(boxes, 60, 4e-6);
  expect_kept(coarse, 60), expect_kept(fine, 60);
  EXPECT_LT(median(coarse.errors), 3e-4);
  EXPECT_LT(mean(coarse.errors), 2e-3);
  EXPECT_GT(median(coarse.errors) / median(fine.errors), 2.5);
}

TEST(FacetCollision, OfConcaveSolidsKeepsMomentumAndHasSeveralContacts) {
  const std::vector<abut::Mesh> angles{abut::test::angle_mesh()};
  const Impacts x = impacts(angles, 60, 8e-6);
  expect_kept(x, 60);
  EXPECT_LT(median(x.errors), 4e-4);
  EXPECT_LT(mean(x.errors), 2e-3);
  EXPECT_GT(x.contacts, 1u);
}

// Where a contact of features appears or vanishes inside the zone, the energy jumps, and no step makes that better.
TEST(FacetCollision, OfRealStonesChangesTheEnergyOfFewAndOfMostByLittle) {
  std::vector<abut::Mesh> stones;
  for (const char* name : {"A", "D", "F"}) {
    stones.push_back(abut::read_mesh(grains_folder() + "/" + name + "-anm-00001.ply"));
  }
  const Impacts x = impacts(stones, 30, 4e-6);
  expect_kept(x, 30);
  EXPECT_LT(median(x.errors), 3e-4);
  EXPECT_LT(mean(x.errors), 0.1);
  EXPECT_GT(mean(x.errors), 100 * median(x.errors));
}

}  // namespace
}  // namespace dem
