// The longest step against runs: below it a contact's spring stays where it is, above it its motion grows.
#include <gtest/gtest.h>

#include <cmath>

#include "examples/dem/cpu_machine.h"
#include "examples/dem/planar_machine.h"
#include "examples/dem/planar_scene.h"

namespace dem {
namespace {

/// How much the slip of a ball, or a disc, that is pressed on a floor and does not slide has grown after 400 steps of
/// `part` of the longest one for a body on a floor. Its fastest motion is against the tangential spring, by all of the
/// lever that the bound stands for. A floor does not move: of the bound's two bodies there is one, and the bound is by
/// sqrt(2) on the safe side.
template <class Machine>
double growth(double part, double restitution) {
  constexpr bool planar = std::is_same_v<Machine, PlanarMachine>;
  Settings s;
  if (planar) set_plane_defaults(s);
  s.material.tangential_ratio = 1;
  s.material.friction = 1e6;
  s.material.restitution = restitution;
  s.gravity = planar ? Vector{0, -9.81, 0} : Vector{0, 0, -9.81};
  Scene scene;
  scene.settings = s;
  const double r = 0.05;
  if constexpr (planar) {
    scene.add_planar_wall({10, 1}, {0, -1});
    scene.add_planar(scene.plane.add_disc(r), {0, r});
  } else {
    scene.add_wall({10, 10, 1}, {0, 0, -1});
    scene.add(scene.shapes.add_sphere(r), {0, 0, r});
  }
  const double deep = scene.constants[1].mass * 9.81 / s.material.stiffness;
  scene.states[1].position = scene.states[1].position + s.gravity * (deep / 9.81);
  scene.states[1].force = s.gravity * -scene.constants[1].mass;
  const double slip = 1e-9;
  scene.states[1].velocity.x = slip;
  scene.settings.step = part * std::sqrt(2.0) * stable_step(s.material, scene.constants);
  Machine machine(1);
  Simulation<Machine> run(machine, scene, {{s.material.stiffness}});
  double largest = 0;
  for (int k = 0; k < 400; ++k) {
    run.step();
    EXPECT_EQ(run.totals().contacts, 1u);
    const BodyState b = run.states()[1];
    const Vector turning = angular_velocity(b, scene.constants[1]);
    largest = std::max(largest, std::abs(b.velocity.x + (planar ? turning.z : -turning.y) * r));
    if (largest > 1e-4) break;  // the rest of the way is no longer linear
  }
  return largest / slip;
}

template <class Machine>
void expect_bound_is_where_growth_begins(double restitution) {
  // (w h)^2 of the two steps is 4 % below and above what is stable.
  EXPECT_LT(growth<Machine>(0.98, restitution), 10) << restitution;
  EXPECT_GT(growth<Machine>(1.02, restitution), 1e4) << restitution;
  EXPECT_LT(growth<Machine>(1 / std::sqrt(2.0), restitution), 2) << restitution;
}

TEST(StableStep, IsWhereASpringsMotionBeginsToGrowInARun) {
  for (const double restitution : {1.0, 0.7, 0.3}) expect_bound_is_where_growth_begins<CpuMachine>(restitution);
}

TEST(StableStep, IsThatOfARunInThePlaneToo) {
  for (const double restitution : {1.0, 0.3}) expect_bound_is_where_growth_begins<PlanarMachine>(restitution);
}

}  // namespace
}  // namespace dem
