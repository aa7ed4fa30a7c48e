// The integrator on bodies without contact: waves, frequencies, energy, momentum, and the way back.
#include "examples/fem/stepper.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "abut/core/error.h"

namespace fem::testing {
namespace {

/// Of one dimension, along x from 0 on.
Problem bar(std::uint32_t elements, double length, const std::function<double(double)>& velocity) {
  Problem out;
  Body body;
  const double half = 0.5 * length / elements;
  body.mesh = brick({0, -half, -half}, {length, half, half}, {elements, 1, 1});
  body.held.assign(body.mesh.nodes.size(), Held{false, true, true});
  for (const Vector& p : body.mesh.nodes) body.velocities.push_back({velocity(p.x), 0, 0});
  out.bodies.push_back(body);
  return out;
}

// D'Alembert: a bump of velocity without displacement runs apart as two of half the height, with c = sqrt(E / rho).
TEST(Bar, ABumpRunsApartWithTheWavesSpeed) {
  const double length = 4, c = std::sqrt(2.1e8 / 7850), speed = 0.01;
  const auto bump = [&](double x) { return speed * std::exp(-std::pow((x - 0.5 * length) / 0.2, 2)); };
  const Problem problem = bar(160, length, bump);
  const System system(problem);
  const double end = 1.2 / c;
  const auto steps = static_cast<int>(std::ceil(end / (0.3 * system.stable_step())));
  Stepper stepper(system, every_pair(system.facets(), 0.1), end / steps);
  for (int k = 0; k < steps; ++k) stepper.advance();
  double error = 0;
  for (std::size_t k = 0; k < problem.bodies[0].mesh.nodes.size(); ++k) {
    const double x = problem.bodies[0].mesh.nodes[k].x;
    const double exact = 0.5 * (bump(x - 1.2) + bump(x + 1.2));
    error = std::max(error, std::abs(stepper.state().velocities[k].x - exact));
  }
  EXPECT_LT(error, 0.01 * speed);
}

// The lowest mode of a free bar of lumped linear elements swings with 2 c / h sin(pi h / 2 l), and by central
// differences as if its frequency w were 2 / dt asin(w dt / 2).
TEST(Bar, ItsLowestModeSwingsWithTheFrequencyOfItsElements) {
  const double length = 1, c = std::sqrt(2.1e8 / 7850), speed = 1e-5, pi = std::numbers::pi;
  const Problem problem = bar(8, length, [&](double x) { return speed * std::cos(pi * x / length); });
  const System system(problem);
  const double h = length / 8, step = 0.4 * system.stable_step();
  const double frequency = 2 / step * std::asin(c / h * std::sin(0.5 * pi * h / length) * step);
  Stepper stepper(system, every_pair(system.facets(), 0.1), step);
  for (int k = 0; k < 500; ++k) {
    stepper.advance();
    EXPECT_NEAR(stepper.state().velocities[0].x, speed * std::cos(frequency * stepper.time()), 1e-5 * speed);
  }
}

/// A crooked block that spins, flies and swings.
Problem tumbling(bool tetrahedra) {
  Problem out;
  Body body;
  body.mesh = brick({0, 0, 0}, {1, 1.2, 0.8}, {2, 2, 2});
  if (tetrahedra) body.mesh = cut_into_tetrahedra(body.mesh);
  body.material.poisson = 0.3;
  std::mt19937 random(3);
  std::uniform_real_distribution<double> jitter(-1, 1);
  for (const Vector& p : body.mesh.nodes) {
    body.velocities.push_back(abut::cross(Vector{1, 5, 3}, p) + Vector{1, 2, 3} +
                              Vector{jitter(random), jitter(random), jitter(random)});
  }
  out.bodies.push_back(body);
  return out;
}

/// The farthest that the energy is from the first one over `seconds`.
double energy_error(const System& system, double part, double seconds) {
  Stepper stepper(system, every_pair(system.facets(), 0.1), part * system.stable_step());
  const double first = stepper.energies().total();
  double out = 0;
  while (stepper.time() < seconds) {
    stepper.advance();
    out = std::max(out, std::abs(stepper.energies().total() - first));
  }
  return out / first;
}

class Tumbling : public ::testing::TestWithParam<bool> {};
INSTANTIATE_TEST_SUITE_P(Kinds, Tumbling, ::testing::Bool(),
                         [](const auto& of) { return of.param ? "Tetrahedra" : "Hexahedra"; });

TEST_P(Tumbling, EnergyIsKeptToTheSecondOrderOfTheStep) {
  const System system(tumbling(GetParam()));
  const double coarse = energy_error(system, 0.4, 0.3), fine = energy_error(system, 0.1, 0.3);
  EXPECT_LT(coarse, 1e-2);
  EXPECT_GT(coarse / fine, 12);
  EXPECT_LT(coarse / fine, 20);
}

TEST_P(Tumbling, MomentumAndAngularMomentumAreKept) {
  const System system(tumbling(GetParam()));
  Stepper stepper(system, every_pair(system.facets(), 0.1), 0.3 * system.stable_step());
  const Vector p = system.momentum(stepper.state()), l = system.angular_momentum(stepper.state());
  for (int k = 0; k < 2000; ++k) stepper.advance();
  EXPECT_LT(abut::length(system.momentum(stepper.state()) - p), 1e-12 * abut::length(p));
  EXPECT_LT(abut::length(system.angular_momentum(stepper.state()) - l), 1e-12 * abut::length(l));
}

TEST_P(Tumbling, TurnedBackItReturnsToItsStart) {
  const System system(tumbling(GetParam()));
  Stepper stepper(system, every_pair(system.facets(), 0.1), 0.3 * system.stable_step());
  for (int k = 0; k < 500; ++k) stepper.advance();
  stepper.turn_back();
  for (int k = 0; k < 500; ++k) stepper.advance();
  for (std::size_t k = 0; k < system.masses().size(); ++k) {
    EXPECT_LT(abut::length(stepper.state().positions[k] - system.start().positions[k]), 1e-11);
    EXPECT_LT(abut::length(stepper.state().velocities[k] + system.start().velocities[k]), 1e-9);
  }
}

// In a fluid a body without stress falls as v' = g - damping v, whose steps have a closed form, and what the damping
// takes is what it loses: to rounding, since the energy of a free fall is kept by central differences.
TEST(Stepper, DampingTakesWhatTheBodyLosesAndLeavesAGreatestSpeed) {
  Problem problem = tumbling(false);
  problem.bodies[0].velocities.clear();
  problem.gravity = {0, 0, -9.81}, problem.damping = 300;
  const System system(problem);
  Stepper stepper(system, every_pair(system.facets(), 0.1), 0.3 * system.stable_step());
  const double half = 0.5 * problem.damping * stepper.step(), first = stepper.energies().total();
  double scale = 0;
  for (int k = 0; k < 400; ++k) {
    stepper.advance();
    const double decay = std::pow((1 - half) / (1 + half), k + 1), greatest = 9.81 / problem.damping;
    ASSERT_NEAR(stepper.state().velocities[5].z, -greatest * (1 - decay), 1e-9 * greatest);
    const Energies e = stepper.energies();
    scale = std::max(scale, e.damped);
    ASSERT_NEAR(e.total(), first, 1e-12 * std::abs(first));
  }
  EXPECT_GT(scale, 10 * stepper.energies().kinetic);
}

TEST(System, ARigidBodyHasTheAccelerationOfItsWholeMass) {
  Problem problem = tumbling(false);
  problem.bodies[0].velocities.clear(), problem.bodies[0].rigid = true;
  problem.bodies[0].held.assign(27, Held{true, false, false});
  problem.balls = {Ball{0.5, 100, {0.5, 1.2 + 0.45, 0.4}}};  // 5 cm in the brick's side
  problem.balls[0].velocity = {0, 0, 0};
  const System system(problem);
  Stepper stepper(system, every_pair(system.facets(), 0.1), 0.3 * system.stable_step());
  for (int k = 0; k < 50; ++k) stepper.advance();
  double mass = 0, momentum = 0;
  const Vector away = stepper.state().positions[0] - system.start().positions[0];
  for (std::uint32_t k = 0; k < 27; ++k) {
    mass += system.masses()[k], momentum += system.masses()[k] * stepper.state().velocities[k].y;
    EXPECT_LT(abut::length(stepper.state().positions[k] - system.start().positions[k] - away), 1e-14);
  }
  EXPECT_NEAR(mass, 7850 * 0.96, 1e-9);
  EXPECT_LT(away.y, -1e-6);
  EXPECT_EQ(away.x, 0);
  EXPECT_NEAR(momentum, -100 * stepper.state().velocities[27].y, 1e-10);
  EXPECT_EQ(stepper.forces().elastic_energy, 0);
}

// Beyond the bound it may still hold, far beyond it does not: the bound is of use.
TEST(Stepper, AStepThatIsNotStableIsRefused) {
  const System system(tumbling(false));
  for (const double part : {0.0, -1.0, 1.0, 5.0}) {
    EXPECT_THROW(Stepper(system, every_pair(system.facets(), 0.1), part * system.stable_step()), abut::InvalidInput);
  }
}

TEST(System, BadInputIsNamedByBodyInOneLine) {
  const auto told = [](const std::function<void(Problem&)>& spoil) -> std::string {
    Problem p = tumbling(false);
    p.bodies[0].name = "block", p.balls = {Ball{1, 1}};
    spoil(p);
    try {
      const System system(p);
    } catch (const abut::InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(told([](Problem&) {}), "");
  EXPECT_EQ(told([](Problem& p) { p.bodies[0].velocities.pop_back(); }),
            "block: velocities are 26, allowed is 0 or one a node: 27");
  EXPECT_EQ(told([](Problem& p) { p.bodies[0].velocities[3].y = NAN; }),
            "block: velocity is nan, allowed is a finite number");
  EXPECT_EQ(told([](Problem& p) {
              p.bodies[0].velocities.clear(), p.bodies[0].mesh.nodes.push_back({0, 0, 0});
            }),
            "block: mass of node 27 is 0, allowed is above 0 kg: every node is of an element");
  EXPECT_EQ(told([](Problem& p) { p.balls[0].radius = 0; }),
            "ball 0: radius is 0, allowed is a finite number above 0 m");
  EXPECT_EQ(told([](Problem& p) { p.damping = -1; }), "damping is -1, allowed is a finite number, 0 1/s or more");
  EXPECT_EQ(told([](Problem& p) {
              p.bodies[0].rigid = true, p.bodies[0].velocities.clear();
              p.bodies[0].held.assign(27, Held{}), p.bodies[0].held[4].x = true;
            }),
            "block: nodes are held differently, allowed is alike: it is rigid");
  EXPECT_EQ(told([](Problem& p) {
              p.bodies[0].rigid = true;
              p.bodies[0].velocities.assign(27, Vector{1, 0, 0}), p.bodies[0].velocities[7].x = 3;
            }),
            "block: difference of velocities is 2, allowed is 0 m/s: it is rigid");
  EXPECT_EQ(told([](Problem& p) { p.penalty.depth = 0; }), "depth is 0, allowed is a finite number above 0 m");
  EXPECT_EQ(told([](Problem& p) { p.penalty.facets = -1; }),
            "penalty of facets is -1, allowed is a finite number, 0 Pa/m or more");
}

}  // namespace
}  // namespace fem::testing
