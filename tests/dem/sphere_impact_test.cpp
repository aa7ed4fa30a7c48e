// Balls, and discs of the plane, that hit, slide and roll, against the closed forms of a linear spring, of Coulomb's
// law and of rolling.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "examples/dem/cpu_machine.h"
#include "examples/dem/planar_machine.h"
#include "examples/dem/planar_scene.h"

namespace dem {
namespace {

constexpr double pi = 3.14159265358979323846;

Settings weightless(double friction, double restitution) {
  Settings s;
  s.material.friction = friction;
  s.material.restitution = restitution;
  s.gravity = {0, 0, 0};
  return s;
}

/// What a linear spring and damper leave of a head-on speed where they are let go when their force is zero (Schwager &
/// Poschel 2007), in units of the spring and the reduced mass.
double speed_left(double asked) {
  const double b = damping_ratio(asked) / 2, w = std::sqrt(1 - b * b);
  return std::exp(-b / w * (pi - std::atan(2 * b * w / (w * w - b * b))));
}

/// How two bodies have met head on at 2 m/s. Data only.
struct HeadOn {
  double speed;    ///< with which they part, over that
  double seconds;  ///< in contact
  double deepest;  ///< m
  double momentum;
};
HeadOn head_on(double radius_a, double radius_b, double restitution) {
  Scene scene;
  scene.settings = weightless(0, restitution);
  scene.settings.step = 2e-6;
  scene.add(scene.shapes.add_sphere(radius_a), {-radius_a - 1e-6, 0, 0}, {1.5, 0, 0});
  scene.add(scene.shapes.add_sphere(radius_b), {radius_b + 1e-6, 0, 0}, {-0.5, 0, 0});
  CpuMachine machine(1);
  Simulation<CpuMachine> run(machine, scene, {{scene.settings.material.stiffness}});
  std::uint64_t touching = 0;
  HeadOn out{};
  do {
    run.step();
    const PairTotals now = run.totals();
    touching += now.contacts, out.deepest = std::max(out.deepest, now.deepest);
  } while (touching == 0 || run.totals().contacts > 0);
  const std::vector<BodyState> s = run.states();
  out.speed = (s[1].velocity.x - s[0].velocity.x) / 2;
  out.seconds = static_cast<double>(touching) * scene.settings.step;
  out.momentum = s[0].velocity.x * scene.constants[0].mass + s[1].velocity.x * scene.constants[1].mass -
                 1.5 * scene.constants[0].mass + 0.5 * scene.constants[1].mass;
  return out;
}

TEST(SphereImpact, ElasticContactsLastHalfAPeriodAndAreAsDeepAsTheSpringAllows) {
  for (const auto& [a, b] : {std::pair{0.05, 0.05}, {0.03, 0.05}, {0.05, 0.02}}) {
    const double density = Material{}.density, m_a = density * 4 / 3 * pi * a * a * a,
                 m_b = density * 4 / 3 * pi * b * b * b;
    const double w = std::sqrt(Material{}.stiffness * (1 / m_a + 1 / m_b));
    const HeadOn found = head_on(a, b, 1);
    EXPECT_NEAR(found.seconds, pi / w, 3e-6);
    EXPECT_NEAR(found.deepest, 2 / w, 1e-6 * 2 / w);
    EXPECT_NEAR(found.speed, 1, 1e-6);
    EXPECT_NEAR(found.momentum, 0, 1e-13);
  }
}

TEST(SphereImpact, DampedContactsLeaveTheSpeedOfTheLinearDamperWhateverTheMasses) {
  for (const double restitution : {0.9, 0.6, 0.3, 0.1}) {
    for (const auto& [a, b] : {std::pair{0.05, 0.05}, {0.02, 0.05}}) {
      const HeadOn found = head_on(a, b, restitution);
      EXPECT_NEAR(found.speed, speed_left(restitution), 2e-3) << restitution;
      EXPECT_NEAR(found.momentum, 0, 1e-13);
    }
  }
}

/// A body that has hit a wall below it. Data only.
struct Bounced {
  Vector velocity, spin;
  double friction, energy_before, energy_after;
};
template <class Machine>
Bounced bounce(Scene& scene) {
  // A contact of some 5,000 steps.
  scene.settings.step = 2e-4 * pi * std::sqrt(scene.constants[1].mass / scene.settings.material.stiffness);
  Machine machine(1);
  Simulation<Machine> run(machine, scene, {{scene.settings.material.stiffness}});
  const auto energy = [&] {
    const BodyState s = run.states()[1];
    return kinetic_energy(s, scene.constants[1]) + rotation_energy(s, scene.constants[1]);
  };
  Bounced out{};
  out.energy_before = energy();
  for (bool touched = false;;) {
    run.step();
    const bool touches = run.totals().contacts > 0;
    if (touched && !touches) break;
    touched = touches;
  }
  const BodyState s = run.states()[1];
  out.velocity = s.velocity, out.spin = angular_velocity(s, scene.constants[1]);
  out.friction = run.energies().friction, out.energy_after = energy();
  return out;
}

/// A ball on a floor in z, or a disc on one in y: thrown down and along x, spinning about the axis of rolling.
template <class Machine>
Bounced thrown(const Settings& settings, Vector velocity, double spin) {
  constexpr bool planar = std::is_same_v<Machine, PlanarMachine>;
  Scene scene;
  scene.settings = settings;
  const double r = 0.05;
  const double gap = 1e-7;
  if constexpr (planar) {
    scene.add_planar_wall({10, 1}, {0, -1});
    scene.add_planar(scene.plane.add_disc(r), {0, r + gap}, {velocity.x, velocity.y});
    scene.states[1].momentum.z = spin * scene.constants[1].inertia.z;
  } else {
    scene.add_wall({10, 10, 1}, {0, 0, -1});
    scene.add(scene.shapes.add_sphere(r), {0, 0, r + gap}, velocity);
    scene.states[1].momentum.y = spin * scene.constants[1].inertia.y;
  }
  return bounce<Machine>(scene);
}

// Where it slides all the time, friction is mu times the normal impulse 2 m v. Its arm is the radius less half of the
// depth d sin w t, d = v / w: over the contact that leaves m v (2 r - pi d / 4) of the arm times the impulse.
TEST(SphereImpact, AGrazingBounceChangesSpeedAndSpinByFrictionTimesTheImpulse) {
  const double mu = 0.1, r = 0.05;
  const Settings s = weightless(mu, 1);
  const auto turning = [&](double mass, double stiffness) {
    return mu * (2 * r - pi / 4 * std::sqrt(mass / stiffness)) / (r * r);
  };
  const double ball_turns = 2.5 * turning(2500 * 4 / 3.0 * pi * r * r * r, s.material.stiffness);
  for (const double side : {1.0, -1.0}) {
    for (const double spin : {0.0, 15.0}) {
      const Bounced ball = thrown<CpuMachine>(s, {side * 3, 0, -1}, spin);
      EXPECT_NEAR(ball.velocity.z, 1, 1e-5);
      EXPECT_NEAR(ball.velocity.x, side * (3 - 2 * mu), 1e-5);
      EXPECT_NEAR(ball.spin.y, spin + side * ball_turns, 1e-3);
      EXPECT_NEAR(ball.velocity.y, 0, 1e-12);
      EXPECT_NEAR(ball.energy_after + ball.friction, ball.energy_before, 1e-5 * ball.energy_before);
    }
  }
  Settings plane = s;
  set_plane_defaults(plane);
  const Bounced disc = thrown<PlanarMachine>(plane, {3, -1, 0}, 0);
  EXPECT_NEAR(disc.velocity.y, 1, 1e-5);
  EXPECT_NEAR(disc.velocity.x, 3 - 2 * mu, 1e-5);
  EXPECT_NEAR(disc.spin.z, -2 * turning(2500 * pi * r * r, plane.material.stiffness), 1e-3);
}

// Where nothing slides, the slip swings as a spring on the mass that the body has at its surface, m / (1 + m r^2 / I),
// for as long as the normal spring's half period; hard bodies, whose depth does not shorten the arm.
TEST(SphereImpact, AStickingBounceTurnsTheSlipByTheTangentialSwing) {
  for (const double ratio : {0.2, 0.5, 1.0}) {
    Settings s = weightless(1e4, 1);
    s.material.stiffness = 5e8, s.material.tangential_ratio = ratio;
    const Bounced ball = thrown<CpuMachine>(s, {0.7, 0, -1}, 4);
    const double slip = 0.7 - 4 * 0.05;
    EXPECT_NEAR(ball.velocity.x - ball.spin.y * 0.05, slip * std::cos(pi * std::sqrt(ratio * 3.5)), 1e-3) << ratio;
    // About the point on the floor the angular momentum stays.
    EXPECT_NEAR(ball.velocity.x + 0.4 * 0.05 * ball.spin.y, 0.7 + 0.4 * 0.05 * 4, 2e-4) << ratio;
    set_plane_defaults(s);
    s.material.stiffness = 1e10;
    const Bounced disc = thrown<PlanarMachine>(s, {0.7, -1, 0}, -4);
    EXPECT_NEAR(disc.velocity.x + disc.spin.z * 0.05, slip * std::cos(pi * std::sqrt(ratio * 3)), 1e-3) << ratio;
    EXPECT_NEAR(disc.velocity.x - 0.5 * 0.05 * disc.spin.z, 0.7 + 0.5 * 0.05 * 4, 2e-4) << ratio;
  }
}

/// A ball that rests on a floor, gravity leaning by `tangent`, thrown along x.
struct Rolled {
  Vector velocity, spin;
  double friction, balance;
};
Rolled roll(double tangent, double friction, double speed, double seconds) {
  Settings s;
  const double c = 1 / std::sqrt(1 + tangent * tangent);
  s.gravity = {9.81 * tangent * c, 0, -9.81 * c};
  s.material.friction = friction;
  s.step = 4e-5;
  Scene scene;
  scene.settings = s;
  scene.add_wall({10, 10, 1}, {0, 0, -1});
  scene.add(scene.shapes.add_sphere(0.05), {0, 0, 0}, {speed, 0, 0});
  const double weight = -scene.constants[1].mass * s.gravity.z;
  scene.states[1].position.z = 0.05 - weight / s.material.stiffness;
  scene.states[1].force.z = weight;
  CpuMachine machine(1);
  Simulation<CpuMachine> run(machine, scene, {{s.material.stiffness}});
  run.step();
  const double before = run.energies().balance();  // the floor's spring, which nobody put in
  while (run.time() < seconds) run.step();
  const BodyState b = run.states()[1];
  const Energies e = run.energies();
  return {b.velocity, angular_velocity(b, scene.constants[1]), e.friction, e.balance() - before};
}

TEST(SphereRolling, ABallThrownAlongAFloorRollsInTheEndWithFiveSeventhsOfItsSpeed) {
  const double mu = 0.3, speed = 1.2, mass = 2500 * 4 / 3.0 * pi * 1.25e-4;
  const double end = 2 * speed / (7 * mu * 9.81);  // of the slide
  const Rolled sliding = roll(0, mu, speed, end / 2);
  EXPECT_NEAR(sliding.velocity.x, speed - mu * 9.81 * end / 2, 2e-3);
  EXPECT_NEAR(sliding.spin.y, 2.5 * mu * 9.81 / 0.05 * end / 2, 0.1);
  const Rolled rolling = roll(0, mu, speed, 2 * end);
  EXPECT_NEAR(rolling.velocity.x, 5.0 / 7 * speed, 2e-3);
  const double arm = 0.05 - 0.5 * mass * 9.81 / Material{}.stiffness;
  EXPECT_NEAR(rolling.spin.y * arm, rolling.velocity.x, 1e-4);
  EXPECT_NEAR(rolling.friction, mass * speed * speed / 7, 0.01 * mass * speed * speed / 7);
  EXPECT_LT(std::abs(rolling.balance), 2e-3 * rolling.friction);
}

// A ball slips where tan > 7/2 mu.
TEST(SphereRolling, ABallRollsDownAGentleSlopeAndSlipsDownASteepOne) {
  const double seconds = 0.3;
  for (const auto& [tangent, mu] : {std::pair{0.4, 0.3}, {0.9, 0.3}, {1.2, 0.3}, {0.8, 0.0}}) {
    const double c = 1 / std::sqrt(1 + tangent * tangent), sine = tangent * c;
    const bool slips = tangent > 3.5 * mu;
    const Rolled found = roll(tangent, mu, 0, seconds);
    const double expected = 9.81 * seconds * (slips ? sine - mu * c : 5.0 / 7 * sine);
    const double turning = 9.81 * seconds * (slips ? 2.5 * mu * c : 5.0 / 7 * sine);
    EXPECT_NEAR(found.velocity.x, expected, 0.005 * 9.81 * seconds) << tangent;
    EXPECT_NEAR(found.spin.y * 0.05, turning, 0.005 * 9.81 * seconds) << tangent;
    EXPECT_EQ(found.friction > 1e-2, slips && mu > 0) << tangent;
  }
}

}  // namespace
}  // namespace dem
