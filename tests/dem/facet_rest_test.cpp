// Solids at rest that meet facet by facet: what walls bear, and what springs hold.
#include <gtest/gtest.h>

#include <cmath>

#include "examples/dem/facet_machine.h"
#include "tests/dem/at_rest.h"
#include "tests/dem/facet_solids.h"
#include "tests/dem/grain_folder.h"

namespace dem {
namespace {

using test::few_grains;
using test::GrainFolder;

using FacetRun = Simulation<FacetMachine>;

TEST(FacetGrains, AtRestTheFloorBearsTheirWeight) {
  const GrainFolder grains;
  Settings s = few_grains(6, 1.2);
  s.step = 1e-5, s.filled = 0.01;
  const Scene scene = make_scene(s);
  FacetMachine machine(1);
  FacetRun run(machine, scene, {s.material.stiffness});
  while (run.time() < 1) run.step();
  test::expect_walls_bear_all(scene, machine, run, 1.2, 1e-2);
}

/// Three feet, at 120 degrees, below a roof.
abut::Mesh tripod() {
  abut::Mesh mesh;
  mesh.vertices = {{0, 0, 0.5}, {0, 0, -0.05}};
  const double h = std::sqrt(0.75);
  for (const Vector& d : {Vector{1, 0, 0}, {0.5, h, 0}, {-0.5, h, 0}, {-1, 0, 0}, {-0.5, -h, 0}, {0.5, -h, 0}}) {
    const bool foot = mesh.vertices.size() % 2 == 0;
    mesh.vertices.push_back(d * (foot ? 1 : 0.4) + Vector{0, 0, foot ? -0.5 : 0.0});
  }
  for (std::uint32_t k = 0; k < 6; ++k) {
    const std::uint32_t at = 2 + k, next = 2 + (k + 1) % 6;
    mesh.triangles.push_back({0, at, next}), mesh.triangles.push_back({1, next, at});
  }
  return mesh;
}

// Its feet are three contacts of one pair, each with its own spring. Were springs lost from step to step it would creep
// by the damper alone, at a millimetre a second.
TEST(FacetRest, ATripodStandsOnASlopeAndItsThreeFeetBearItsWeight) {
  Scene scene;
  scene.settings = test::facets_in_space();
  Settings& s = scene.settings;
  s.material.restitution = 0.3, s.material.friction = 0.5, s.step = 5e-6;
  const double tangent = 0.3, c = 1 / std::sqrt(1 + tangent * tangent);
  s.gravity = {9.81 * tangent * c, 0, -9.81 * c};
  scene.add_wall({1, 1, 0.5}, {0, 0, -0.5});
  const std::uint32_t body = test::add_solid(scene, tripod(), 0.05, {0, 0, 0.1});
  // Its principal axes may be in any order: it is turned so that its feet are down, all at the same height.
  const abut::Mesh& mesh = *scene.facets_of(body);
  const Vector up = abut::unit_vector(mesh.vertices[0] - mesh.vertices[1]), z{0, 0, 1};
  const Vector axis = abut::cross(up, z);
  BodyState& state = scene.states[body];
  const double q[4] = {1 + abut::dot(up, z), axis.x, axis.y, axis.z};
  const double size = std::sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  ASSERT_GT(size, 1e-3);
  for (int k = 0; k < 4; ++k) state.quaternion[k] = q[k] / size;
  double lowest = 0;
  for (const Vector& v : mesh.vertices) lowest = std::min(lowest, abut::rotate(rotation_of(state), v).z);
  state.position.z = s.zone - lowest;
  FacetMachine machine(1);
  FacetRun run(machine, scene, {s.material.stiffness});
  while (run.time() < 0.2) run.step();
  const Vector there = run.states()[body].position;
  while (run.time() < 0.3) run.step();
  EXPECT_EQ(run.totals().contacts, 3u);
  EXPECT_EQ(run.totals().pairs, 1u);
  EXPECT_EQ(run.totals().failures, 0u);
  EXPECT_LT(abut::length(run.states()[body].position - there), 1e-9);
  const Vector weight = s.gravity * scene.constants[body].mass, borne = test::wall_force(scene, machine);
  EXPECT_LT(abut::length(borne + weight), 1e-6 * abut::length(weight));
  // Springs in parallel: the feet's depths add up to what one spring would have, and so do the stretches.
  const PairArrays a = machine.pairs();
  double depth = 0, stretch = 0;
  for (std::uint64_t k = 0; k < *a.count; ++k) depth -= a.separation[k], stretch += abut::length(a.springs[k].stretch);
  EXPECT_NEAR(depth, -weight.z / s.material.stiffness, 1e-6 * depth);
  EXPECT_NEAR(stretch, weight.x / (s.material.tangential_ratio * s.material.stiffness), 1e-2 * stretch);
}

}  // namespace
}  // namespace dem
