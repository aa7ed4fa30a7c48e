// The normal law by overlap area of examples/dem, in the plane, against the energy that it is said to be the gradient
// of.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "examples/dem/planar_machine.h"
#include "examples/dem/planar_scene.h"
#include "tests/dem/means.h"
#include "tests/dem/planar_shapes.h"

namespace dem {
namespace {

using test::mean;

constexpr VolumeLaw law{{1e9}};

Settings elastic() {
  Settings s;
  set_plane_defaults(s);
  s.preset = Settings::polygons;
  s.material.law = NormalLaw::volume;
  s.material.friction = 0;
  s.material.restitution = 1;
  s.gravity = {0, 0, 0};
  return s;
}

/// Two polygons of the packing, centres `apart` of the sum of their radii from each other.
Scene two_polygons(const Scene& packing, Random& random, double apart) {
  Scene scene;
  scene.settings = packing.settings;
  for (int k = 0; k < 2; ++k) {
    const double count = packing.size() - packing.walls;
    const std::uint32_t from = packing.walls + static_cast<std::uint32_t>(random.uniform() * count);
    const auto corners = packing.plane.vertices(from);
    const std::uint32_t i = scene.add_planar(scene.plane.add_polygon(corners), {0, 0});
    random.planar_rotation(scene.states[i].quaternion);
  }
  double q[4];
  random.planar_rotation(q);
  const double distance = apart * (scene.constants[0].radius + scene.constants[1].radius);
  scene.states[1].position = Vector{q[0], q[3], 0} * distance;
  return scene;
}

Scene packing() {
  Settings s = elastic();
  s.bodies = 40;
  return make_scene(s);
}

/// The elastic energy of a state, and the forces on its bodies.
struct Probe {
  double energy;
  std::vector<BodyState> states;
};
Probe probe(const Scene& scene, const std::vector<BodyState>& states, const VolumeLaw& of = law) {
  PlanarMachine machine(1);
  Snapshot from;
  from.states = states;
  machine.start(scene, from, true);
  machine.detect(2);
  const PairArrays pairs = machine.pairs();
  const Friction friction = friction_of(scene.settings.material, of.stiffness);
  machine.for_each(pairs.capacity,
                   ContactStep<VolumeLaw>{pairs, machine.bodies(), machine.constants(), of, friction, 0});
  machine.for_each(2,
                   SumForces{machine.bodies(), machine.constants(), machine.incidence(2), pairs.pairs, pairs.forces});
  return {machine.totals().normal_energy, machine.states()};
}

BodyState moved(BodyState s, Vector by) {
  s.position = s.position + by;
  return s;
}
BodyState turned(BodyState s, double angle) {
  const double c = std::cos(angle / 2), t = std::sin(angle / 2), w = s.quaternion[0], z = s.quaternion[3];
  s.quaternion[0] = c * w - t * z, s.quaternion[3] = c * z + t * w;
  return s;
}

TEST(AreaLaw, ItsForcesAndTorquesAreTheGradientOfTheEnergy) {
  const Scene bodies = packing();
  Random random(3);
  const double h = 1e-6;  // m, and its angle at 0.04 m
  int seen = 0, moments = 0;
  for (int pose = 0; pose < 200; ++pose) {
    const Scene scene = two_polygons(bodies, random, 0.5 + 0.4 * random.uniform());
    const Probe at = probe(scene, scene.states);
    if (at.energy < 1e-3) continue;
    ++seen;
    const double force = abut::length(at.states[0].force);
    const Probe alone = probe(scene, scene.states, {{law.stiffness}, false});
    moments += std::abs(at.states[1].torque.z - alone.states[1].torque.z) > 1e-2 * 0.04 * force ? 1 : 0;
    for (std::size_t k = 0; k < 2; ++k) {
      const auto slope = [&](const auto& change) {
        double energy[2];
        for (const int side : {0, 1}) {
          std::vector<BodyState> states = scene.states;
          states[k] = change(states[k], side == 0 ? -h : h);
          energy[side] = probe(scene, states).energy;
        }
        return (energy[1] - energy[0]) / (2 * h);
      };
      // Differences of second order, of lengths of some 1e-2: (h / length)^2, and the energy's rounding over h.
      EXPECT_NEAR(at.states[k].force.x, -slope([](BodyState s, double by) {
                    return moved(s, {by, 0, 0});
                  }),
                  2e-6 * force);
      EXPECT_NEAR(at.states[k].force.y, -slope([](BodyState s, double by) {
                    return moved(s, {0, by, 0});
                  }),
                  2e-6 * force);
      EXPECT_NEAR(at.states[k].torque.z, -0.04 * slope([](BodyState s, double by) { return turned(s, by / 0.04); }),
                  2e-6 * 0.04 * force);
      EXPECT_EQ(at.states[k].force.z, 0);
      EXPECT_EQ(at.states[k].torque.x, 0);
    }
  }
  EXPECT_GT(seen, 100);
  EXPECT_GT(moments, seen / 2);  // the moment is not a detail
}

TEST(AreaLaw, TheForceOfSquaresThatLieFlushIsThatOfASpringAcrossTheirCommonFace) {
  Settings s = elastic();
  Scene scene;
  scene.settings = s;
  scene.add_planar(scene.plane.add_polygon(test::rectangle(0.05, 0.05)), {0, 0});
  scene.add_planar(scene.plane.add_polygon(test::rectangle(0.03, 0.05)), {0.04, 0.099});
  const Probe at = probe(scene, scene.states);
  // They share [0.01, 0.05] by 0.001: U = k (0.04 d)^2 / 2, at the middle of the face.
  EXPECT_NEAR(at.energy, 0.5 * 1e9 * 16e-10, 1e-9);
  EXPECT_NEAR(at.states[1].force.y, 1e9 * 4e-5 * 0.04, 1e-6);
  EXPECT_NEAR(at.states[1].force.x, 1e9 * 4e-5 * 0.0, 1e-6 + 1e9 * 4e-5 * 0.001);
  EXPECT_NEAR(
      at.states[0].torque.z + at.states[1].torque.z + abut::cross(scene.states[1].position, at.states[1].force).z, 0,
      1e-9);
}

TEST(AreaLaw, NoContactIsStifferThanTheLongestStepAllowsFor) {
  const Scene bodies = packing();
  Random random(4);
  int seen = 0;
  double stiffest = 0;
  for (int pose = 0; pose < 200; ++pose) {
    const Scene scene = two_polygons(bodies, random, 0.2 + 0.7 * random.uniform());
    const Probe at = probe(scene, scene.states);
    if (at.energy < 1e-3) continue;
    ++seen;
    // A^(1/2) is concave along a line (Brunn & Minkowski): U'' <= 3/2 k A'^2 = 3/4 F^2 / U.
    const double h = 1e-6, force = abut::length(at.states[1].force);
    const auto force_at = [&](double by) {
      std::vector<BodyState> states = scene.states;
      states[1] = moved(states[1], at.states[1].force * (by / force));
      return abut::dot(probe(scene, states).states[1].force, at.states[1].force) / force;
    };
    const double stiffness = (force_at(-h) - force_at(h)) / (2 * h);
    EXPECT_LT(stiffness, 3 * force * force / (4 * at.energy) * (1 + 1e-4)) << pose;
    const double radius = std::min(scene.constants[0].radius, scene.constants[1].radius);
    const double bound = stiffness_at_most(scene.settings.material, radius, true);
    EXPECT_LT(stiffness, bound) << pose;
    stiffest = std::max(stiffest, stiffness / bound);
  }
  EXPECT_GT(seen, 100);
  EXPECT_GT(stiffest, 0.3);  // a bound, and not far from what there is
}

/// Of many pairs of a packing that fly at each other in one run, the errors of the energy, sorted.
std::vector<double> errors(const VolumeLaw& of, double step, std::uint32_t pairs) {
  Settings s = elastic();
  s.bodies = 2ull * pairs;
  s.step = step;
  Scene scene = make_scene(s);
  Random random(5);
  for (std::uint32_t i = scene.walls; i < scene.size(); ++i) {
    const std::uint32_t pair = (i - scene.walls) / 2;
    const double side = i % 2 == scene.walls % 2 ? -1 : 1;
    BodyState& body = scene.states[i];
    body.position = {static_cast<double>(pair % 32) + side * 0.055,
                     1000 + static_cast<double>(pair / 32) + 0.03 * side * random.uniform(), 0};
    body.velocity = {-side, 0, 0};
    random.planar_rotation(body.quaternion);
    body.momentum.z = 10 * scene.constants[i].inertia.z * (random.uniform() - 0.5);
  }
  scene.born = scene.size();
  PlanarMachine machine(1);
  Simulation<PlanarMachine, VolumeLaw> run(machine, scene, of);
  while (run.time() < 0.15) run.step();
  EXPECT_EQ(run.totals().contacts, 0u);
  const std::vector<BodyState> after = run.states();
  std::vector<double> out;
  for (std::uint32_t i = scene.walls; i < scene.size(); i += 2) {
    if (after[i].velocity.x == 1) continue;  // has missed the other one
    double energy[2] = {0, 0};
    for (std::uint32_t k = i; k < i + 2; ++k) {
      const BodyState* states[2] = {&scene.states[k], &after[k]};
      for (int late = 0; late < 2; ++late) {
        energy[late] +=
            kinetic_energy(*states[late], scene.constants[k]) + rotation_energy(*states[late], scene.constants[k]);
      }
    }
    out.push_back(std::abs(energy[1] / energy[0] - 1));
  }
  std::sort(out.begin(), out.end());
  return out;
}

TEST(AreaLaw, CollisionsKeepEnergyAtSecondOrder) {
  const std::vector<double> coarse = errors(law, 1e-4, 400), fine = errors(law, 2.5e-5, 400);
  ASSERT_GT(coarse.size(), 380u);
  // By what part of a step a contact begins and ends is random, and so are single errors: over a quarter of the step.
  EXPECT_GT(std::log2(mean(coarse) / mean(fine)) / 2, 1.7);
  EXPECT_GT(std::log2(coarse[coarse.size() / 2] / fine[fine.size() / 2]) / 2, 1.7);
  // The force at the centroid alone is no gradient, and no step makes that better.
  const std::vector<double> alone = errors({{law.stiffness}, false}, 5e-5, 300);
  EXPECT_GT(alone[alone.size() / 2], 1e-3);
}

}  // namespace
}  // namespace dem
