// Steps of one body against motions in closed form: the parabola, a ball on its spring, a symmetric top; and back
// again.
#include <gtest/gtest.h>

#include <cmath>

#include "examples/dem/cpu_machine.h"

namespace dem {
namespace {

constexpr double pi = 3.14159265358979323846;

TEST(Integrator, AThrownBodyFliesTheParabolaWhateverTheStep) {
  const BodyConstants own{2, 0.5, {1, 1, 1}, {1, 1, 1}, 1};
  const Vector gravity{0.5, -2, -9.81}, start{3, 4, 5}, speed{1, -2, 7};
  for (const int steps : {1, 3, 1000}) {
    BodyState body = at_rest(start);
    body.velocity = speed;
    const double step = 2.0 / steps;
    const Kick kick{&body, &own, gravity, 0.5 * step};
    const Drift drift{&body, &own, step};
    for (int k = 0; k < steps; ++k) kick(0), drift(0), kick(0);
    EXPECT_LT(abut::length(body.position - (start + speed * 2.0 + gravity * 2.0)), 1e-12) << steps;
    EXPECT_LT(abut::length(body.velocity - (speed + gravity * 2.0)), 1e-12) << steps;
  }
}

TEST(Integrator, ForcesAndTorquesKickABodyThatMovesAndNoneThatIsFixed) {
  const BodyConstants own[2] = {{2, 0.5, {1, 1, 1}, {1, 1, 1}, 1}, {}};
  BodyState bodies[2] = {at_rest({0, 0, 0}), at_rest({1, 0, 0})};
  for (BodyState& b : bodies)
    b.force = {4, 0, -2}, b.torque = {0, 3, 0}, b.velocity = {1, 1, 1}, b.momentum = {2, 0, 0};
  for (const std::uint64_t i : {0u, 1u}) Kick{bodies, own, {0, 0, -10}, 0.25}(i), Drift{bodies, own, 0.5}(i);
  // Half of the force is its acceleration.
  EXPECT_LT(abut::length(bodies[0].velocity - Vector{1.5, 1, 1 - 0.25 - 2.5}), 1e-15);
  EXPECT_LT(abut::length(bodies[0].momentum - Vector{2, 0.75, 0}), 1e-15);
  EXPECT_LT(abut::length(bodies[0].position - bodies[0].velocity * 0.5), 1e-15);
  EXPECT_EQ(abut::length(bodies[1].velocity - Vector{1, 1, 1}), 0);
  EXPECT_EQ(abut::length(bodies[1].position - Vector{1, 0, 0}), 0);
  EXPECT_EQ(bodies[1].quaternion[0], 1);
}

/// Where a ball that swings on a floor, always pressed, is after three quarters of its period, less where it ought to
/// be.
double swing_error(int steps) {
  Settings s;
  s.material.restitution = 1;
  s.material.friction = 0;
  Scene scene;
  scene.settings = s;
  scene.add_wall({1, 1, 1}, {0, 0, -1});
  scene.add(scene.shapes.add_sphere(0.05), {0, 0, 0});
  const double mass = scene.constants[1].mass, k = s.material.stiffness, w = std::sqrt(k / mass);
  const double rest = 0.05 - mass * 9.81 / k, swing = 0.5 * mass * 9.81 / k;
  scene.states[1].position.z = rest + swing;
  scene.states[1].force.z = k * (0.05 - rest - swing);
  scene.settings.step = 1.5 * pi / w / steps;
  CpuMachine machine(1);
  Simulation<CpuMachine> run(machine, scene, {{k}});
  for (int i = 0; i < steps; ++i) run.step();
  EXPECT_NEAR(run.states()[1].velocity.z, swing * w, 1e-3 * swing * w);
  return (run.states()[1].position.z - rest) / swing;
}

TEST(Integrator, ABallOnItsSpringSwingsAtSecondOrder) {
  double last = swing_error(150);
  EXPECT_LT(std::abs(last), 1e-3);
  for (const int steps : {300, 600, 1200}) {
    const double error = swing_error(steps);
    EXPECT_NEAR(last / error, 4, 0.02) << steps;
    last = error;
  }
}

/// The axis of a symmetric top after a second, and how it has turned about that: its moments are 2, 2 and 5.
BodyState spun(Vector momentum, int steps) {
  const BodyConstants own{1, 1, {2, 2, 5}, {0.5, 0.5, 0.2}, 1};
  BodyState body = at_rest({0, 0, 0});
  body.momentum = momentum;
  for (int k = 0; k < steps; ++k) rotate_freely(body, own, 1.0 / steps);
  return body;
}

Vector turned_about(Vector axis, double angle, Vector v) {
  const Vector n = abut::unit_vector(axis);
  return v * std::cos(angle) + abut::cross(n, v) * std::sin(angle) + n * (abut::dot(n, v) * (1 - std::cos(angle)));
}

// About its momentum L the top's axis goes round at |L| / I, I the moment that two axes share; about the axis itself it
// turns at the momentum along that times (1 / I_3 - 1 / I).
TEST(Integrator, ASymmetricTopGoesRoundItsMomentumAtSecondOrder) {
  for (const Vector momentum : {Vector{3, 1, 4}, Vector{-1, 2, -6}, Vector{0, 4, 0.5}}) {
    const double round = abut::length(momentum) / 2, own = momentum.z * (1.0 / 5 - 1.0 / 2);
    const auto expected = [&](Vector v) { return turned_about(momentum, round, turned_about({0, 0, 1}, own, v)); };
    double last = 0;
    for (const int steps : {100, 200, 400}) {
      const abut::Mat3<double> turn = rotation_of(spun(momentum, steps));
      double error = 0;
      for (const Vector axis : {Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}}) {
        error += abut::length(abut::rotate(turn, axis) - expected(axis));
      }
      if (last > 0) {
        EXPECT_NEAR(last / error, 4, 0.05) << steps;
      }
      last = error;
    }
    EXPECT_LT(last, 1e-3);
  }
}

/// Two spinning balls that meet off centre, and the wall that one of them then hits.
Scene billiards() {
  Settings s;
  s.material.restitution = 1;
  s.material.friction = 0;
  s.gravity = {0, 0, -3};
  s.step = 2e-5;
  Scene scene;
  scene.settings = s;
  scene.add_wall({0.01, 1, 1}, {0.16, 0, 0});
  scene.add(scene.shapes.add_sphere(0.05), {-0.06, 0, 0}, {3, 0, 0.1});
  scene.add(scene.shapes.add_sphere(0.03), {0.03, 0.02, 0.01}, {-1, 0, 0});
  scene.states[1].momentum = {1e-3, 2e-3, -1e-3};
  return scene;
}

TEST(Integrator, WhatIsTurnedBackGoesBackThroughItsCollisions) {
  const Scene scene = billiards();
  const DepthLaw law{{scene.settings.material.stiffness}};
  CpuMachine machine(1);
  Simulation<CpuMachine> there(machine, scene, law);
  std::uint64_t contacts = 0;
  constexpr int steps = 3000;
  for (int k = 0; k < steps; ++k) there.step(), contacts += there.totals().contacts;
  EXPECT_GT(contacts, 200u);
  EXPECT_LT(there.states()[2].velocity.x, 0) << "it has hit the wall";

  Scene turned = billiards();
  turned.states = there.states();
  for (BodyState& b : turned.states) b.velocity = -b.velocity, b.momentum = -b.momentum;
  CpuMachine other(1);
  Simulation<CpuMachine> back(other, turned, law);
  for (int k = 0; k < steps; ++k) back.step();
  for (std::uint32_t i = 1; i < 3; ++i) {
    const BodyState now = back.states()[i], &then = scene.states[i];
    EXPECT_LT(abut::length(now.position - then.position), 1e-11) << i;
    EXPECT_LT(abut::length(now.velocity + then.velocity), 1e-9) << i;
    EXPECT_LT(abut::length(now.momentum + then.momentum), 1e-15) << i;
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(now.quaternion[k], then.quaternion[k], 1e-11) << i;
  }
}

}  // namespace
}  // namespace dem
