// The step with contacts that are written down here: no collision detection.
#include "examples/time_stepping/time_stepper.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "abut/core/error.h"
#include "examples/dem/rotation.h"
#include "examples/time_stepping/gauss_seidel.h"
#include "examples/time_stepping/loads.h"

namespace time_stepping::testing {
namespace {

constexpr SolverSettings settings{1e-10, 2000};

SceneBody still() {
  SceneBody out;
  out.start.quaternion[0] = 1;
  return out;
}

SceneBody solid(double mass, const Vector& inertia, const Vector& position) {
  SceneBody out = still();
  out.constants = {mass, 1 / mass, inertia, {1 / inertia.x, 1 / inertia.y, 1 / inertia.z}, 1};
  out.start.position = position;
  return out;
}

/// Of side 1, on the plane z = 0, which is body 0; turned about z.
Scene cube_on_plane() {
  Scene out;
  out.bodies = {still(), solid(1, {1 / 6.0, 1 / 6.0, 1 / 6.0}, {0.3, 0.7, 0.5})};
  out.bodies[1].start.quaternion[0] = std::cos(0.2), out.bodies[1].start.quaternion[3] = std::sin(0.2);
  return out;
}

/// Its corners above the plane that are lower than its centre.
void corners(const States& states, FoundContacts& found) {
  found.contacts.clear();
  for (std::uint64_t k = 0; k < 8; ++k) {
    const Vector own{k & 1 ? 0.5 : -0.5, k & 2 ? 0.5 : -0.5, k & 4 ? 0.5 : -0.5};
    const Vector arm = abut::rotate(dem::rotation_of(states[1]), own), point = states[1].position + arm;
    if (arm.z > 0) continue;
    found.contacts.push_back({0, 1, {0, 0, 1}, {point.x, point.y, 0.5 * point.z}, point.z, k});
  }
}

/// Spheres of radius 0.5.
void sphere_contact(const States& states, FoundContacts& found) {
  const Vector between = states[1].position - states[0].position;
  const double gap = abut::length(between) - 1;
  found.contacts.clear();
  if (gap > 0.1) return;
  found.contacts.push_back({0, 1, abut::unit_vector(between), (states[0].position + states[1].position) * 0.5, gap, 1});
}

void nothing(const States&, FoundContacts& found) { found.contacts.clear(); }

TEST(TimeStepper, ACubeAtRestStaysWhereItIs) {
  const Scene scene = cube_on_plane();
  TimeStepper stepper(scene, corners, solve_gauss_seidel, settings);
  double farthest = 0;
  const dem::BodyState start = scene.bodies[1].start;
  for (int k = 0; k < 100'000; ++k) {
    const StepReport report = stepper.step();
    ASSERT_TRUE(report.converged);
    const dem::BodyState& now = stepper.states()[1];
    farthest = std::max(farthest, abut::length(now.position - start.position));
    for (int i = 0; i < 4; ++i) farthest = std::max(farthest, std::abs(now.quaternion[i] - start.quaternion[i]));
  }
  EXPECT_LT(farthest, 1e-11);
}

TEST(TimeStepper, ADroppedCubeComesToRestWithoutOverlap) {
  Scene scene = cube_on_plane();
  dem::BodyState& start = scene.bodies[1].start;
  start.position.z = 1.5;
  const double q[4] = {0.9, 0.3, -0.2, 0.25};
  for (int i = 0; i < 4; ++i) start.quaternion[i] = q[i];
  TimeStepper stepper(scene, corners, solve_gauss_seidel, settings);
  double deepest = 0;
  for (int k = 0; k < 3000; ++k) deepest = std::min(deepest, stepper.step().least_gap);
  EXPECT_GT(deepest, -1e-3);  // a corner that turns leaves its tangent by the square of the angle of a step
  EXPECT_NEAR(stepper.states()[1].position.z, 0.5, 1e-6);
  EXPECT_LT(abut::length(stepper.states()[1].velocity), 1e-6);
}

TEST(TimeStepper, TwoFreeBallsKeepMomentumToRounding) {
  Scene scene;
  scene.gravity = {0, 0, 0};
  scene.bodies = {solid(1, {0.1, 0.1, 0.1}, {-2, 0, 0}), solid(3, {0.3, 0.3, 0.3}, {2, 0.4, 0.1})};
  scene.bodies[0].start.velocity = {4, 0.1, 0};
  scene.bodies[0].start.momentum = {0.05, 0.2, -0.1};
  scene.bodies[1].start.velocity = {-2, 0, 0.2};
  TimeStepper stepper(scene, sphere_contact, solve_gauss_seidel, settings);
  const auto linear = [&] { return stepper.states()[0].velocity + stepper.states()[1].velocity * 3.0; };
  const auto angular = [&] {
    Vector sum{0, 0, 0};
    for (int b = 0; b < 2; ++b) {
      const dem::BodyState& s = stepper.states()[b];
      sum = sum + s.momentum + abut::cross(s.position, s.velocity * (b == 0 ? 1.0 : 3.0));
    }
    return sum;
  };
  const Vector linear_before = linear(), angular_before = angular(), velocity = stepper.states()[0].velocity;
  for (int k = 0; k < 2000; ++k) stepper.step();
  EXPECT_GT(abut::length(stepper.states()[0].velocity - velocity), 1);  // they have met
  EXPECT_LT(abut::length(linear() - linear_before), 1e-14);
  EXPECT_LT(abut::length(angular() - angular_before), 1e-12);
}

TEST(TimeStepper, ATopKeepsItsEnergyAndItsMomentum) {
  Scene scene;
  scene.bodies = {solid(1, {0.1, 0.2, 0.28}, {0, 0, 0})};
  scene.gravity = {0, 0, 0};
  scene.bodies[0].start.momentum = {0.01, 1, 0.02};
  TimeStepper stepper(scene, nothing, solve_gauss_seidel, settings);
  const auto energy = [&] {
    const dem::BodyState& s = stepper.states()[0];
    return 0.5 * abut::dot(s.momentum, dem::angular_velocity(s, scene.bodies[0].constants));
  };
  const double before = energy();
  for (int k = 0; k < 10'000; ++k) stepper.step();
  EXPECT_NEAR(energy() / before, 1, 1e-4);
  EXPECT_EQ(stepper.states()[0].momentum.y, 1);
}

TEST(TimeStepper, AWheelOnAnAxleTurnsAboutItAlone) {
  Scene scene;
  scene.bodies = {still()};
  SceneBody& wheel = scene.bodies[0];
  wheel.constants = {0, 0, {0, 0, 0.5}, {0, 0, 2}, 1};
  wheel.load.torque = {0.3, 0.2, 0.5}, wheel.load.drag = 0.25;
  TimeStepper stepper(scene, nothing, solve_gauss_seidel, settings);
  for (int k = 0; k < 20'000; ++k) stepper.step();
  const dem::BodyState& s = stepper.states()[0];
  EXPECT_EQ(s.position.z, 0);
  EXPECT_EQ(s.momentum.x, 0);
  EXPECT_EQ(s.quaternion[1], 0);
  EXPECT_NEAR(dem::angular_velocity(s, wheel.constants).z, 0.5 / 0.25, 1e-3);
}

TEST(TimeStepper, AGuidedBodyFollowsItsWaypointsAndKeepsItsRotation) {
  Scene scene;
  scene.bodies = {solid(2, {0.1, 0.2, 0.3}, {0, 0, 0})};
  SceneBody& body = scene.bodies[0];
  body.load.guide = {{0, {0, 0, 0}}, {1, {1, 0, 0}}, {2, {1, 0, 1}}};
  body.start.momentum = {0.1, 0.1, 0.1};
  TimeStepper stepper(scene, nothing, solve_gauss_seidel, settings);
  for (int k = 0; k < 500; ++k) stepper.step();
  const double sag = 9.81 / (100 * 100);  // of its spring under gravity
  EXPECT_NEAR(stepper.states()[0].position.x, 0.5, 1e-4);
  EXPECT_NEAR(stepper.states()[0].position.z, -sag, 2e-4);
  for (int k = 0; k < 2500; ++k) stepper.step();
  EXPECT_NEAR(stepper.states()[0].position.z, 1 - sag, 2e-4);
  EXPECT_NEAR(std::abs(stepper.states()[0].quaternion[0]), 1, 1e-9);
}

TEST(TimeStepper, TheSameRunHasTheSameBits) {
  Scene scene = cube_on_plane();
  scene.bodies[1].start.position.z = 0.6;
  scene.bodies[1].start.velocity = {1, 0.5, 0};
  TimeStepper a(scene, corners, solve_gauss_seidel, settings), b(scene, corners, solve_gauss_seidel, settings);
  for (int k = 0; k < 500; ++k) a.step(), b.step();
  EXPECT_EQ(std::memcmp(a.states().data(), b.states().data(), 2 * sizeof(dem::BodyState)), 0);
}

TEST(TimeStepper, BadInputIsNamed) {
  Scene scene;
  EXPECT_THROW(TimeStepper(scene, nothing, solve_gauss_seidel, settings), abut::InvalidInput);
  scene = cube_on_plane();
  scene.step = 0;
  EXPECT_THROW(TimeStepper(scene, nothing, solve_gauss_seidel, settings), abut::InvalidInput);
}

}  // namespace
}  // namespace time_stepping::testing
