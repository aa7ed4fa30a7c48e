// The normal law by overlap volume of examples/dem: what it says against the energy that it is said to be the gradient
// of.
#include <gtest/gtest.h>

#include <cmath>

#include "examples/dem/cpu_machine.h"

namespace dem {
namespace {

constexpr double pi = 3.14159265358979323846;

/// Two polyhedra of the packing, centres `apart` of the sum of their radii from each other.
Scene two_bodies(Random& random, double apart) {
  Settings s;
  s.bodies = 30;
  s.gravity = {0, 0, 0};
  s.material.friction = 0;
  s.material.restitution = 1;
  const Scene packing = make_scene(s);
  Scene scene;
  scene.settings = s;
  for (int k = 0; k < 2; ++k) {
    const std::uint32_t from = packing.walls + static_cast<std::uint32_t>(random.uniform() * 30);
    const std::uint32_t i = scene.add(scene.shapes.add_hull(packing.shapes.vertices(from)), {0, 0, 0});
    random.rotation(scene.states[i].quaternion);
  }
  const Vector to{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
  const double distance = apart * (scene.constants[0].radius + scene.constants[1].radius);
  scene.states[1].position = abut::unit_vector(to) * distance;
  return scene;
}

constexpr VolumeLaw law{{1e10}};

/// The elastic energy of a state, and the forces on its bodies.
struct Probe {
  double energy;
  std::vector<BodyState> states;
};
Probe probe(const Scene& scene, const std::vector<BodyState>& states, const VolumeLaw& of = law) {
  CpuMachine machine(1);
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

/// Turned about its centre by a small rotation vector in world axes: q' = (1, w / 2) q.
BodyState turned(BodyState s, Vector w) {
  const double* const q = s.quaternion;
  const Vector v{q[1], q[2], q[3]}, h = w * 0.5;
  const double c = q[0] - abut::dot(h, v);
  const Vector u = v + h * q[0] + abut::cross(h, v);
  const double n = 1 / std::sqrt(c * c + abut::squared_length(u));
  s.quaternion[0] = c * n, s.quaternion[1] = u.x * n, s.quaternion[2] = u.y * n, s.quaternion[3] = u.z * n;
  return s;
}

TEST(VolumeLaw, ItsForcesAndTorquesAreTheGradientOfTheEnergy) {
  Random random(3);
  const double h = 1e-6;  // m, and its angle at 0.04 m
  int seen = 0, moments = 0;
  for (int pose = 0; pose < 60; ++pose) {
    const Scene scene = two_bodies(random, 0.5 + 0.3 * random.uniform());
    const Probe at = probe(scene, scene.states);
    if (at.energy < 1e-4) continue;
    ++seen;
    const double force = abut::length(at.states[0].force);
    const Probe alone = probe(scene, scene.states, {{law.stiffness}, false});
    moments += abut::length(at.states[1].torque - alone.states[1].torque) > 1e-2 * 0.04 * force ? 1 : 0;
    for (int k = 0; k < 2; ++k) {
      for (const Vector axis : {Vector{1, 0, 0}, Vector{0, 1, 0}, Vector{0, 0, 1}}) {
        const auto slope = [&](const auto& change, double by) {
          double energy[2];
          for (const int side : {0, 1}) {
            std::vector<BodyState> states = scene.states;
            states[k] = change(states[k], axis * (side == 0 ? -by : by));
            energy[side] = probe(scene, states).energy;
          }
          return (energy[1] - energy[0]) / (2 * by);
        };
        EXPECT_NEAR(abut::dot(at.states[k].force, axis), -slope(moved, h), 2e-6 * force) << pose;
        EXPECT_NEAR(abut::dot(at.states[k].torque, axis), -slope(turned, h / 0.04), 2e-6 * 0.04 * force) << pose;
      }
    }
  }
  EXPECT_GT(seen, 30);
  EXPECT_GT(moments, seen / 2);  // the moment is not a detail
}

/// A motion of both bodies in which all have the same kinetic energy: displacements times sqrt(m), turns about the
/// principal axes times sqrt(I).
struct Motion {
  Vector shift[2], turn[2];
  double squared() const {
    return abut::squared_length(shift[0]) + abut::squared_length(shift[1]) + abut::squared_length(turn[0]) +
           abut::squared_length(turn[1]);
  }
};
Vector times(Vector a, Vector b) { return {a.x * b.x, a.y * b.y, a.z * b.z}; }
Vector root(Vector a) { return {std::sqrt(a.x), std::sqrt(a.y), std::sqrt(a.z)}; }

/// How much the forces against a motion grow along it, over masses: 1/s^2.
Motion growth_along(const Scene& scene, const Motion& m) {
  const double h = 1e-7 / std::sqrt(m.squared());
  Motion out{};
  for (const double side : {-1.0, 1.0}) {
    std::vector<BodyState> states = scene.states;
    for (int k = 0; k < 2; ++k) {
      const BodyConstants& c = scene.constants[k];
      const Vector angles = times(m.turn[k], root(c.inverse_inertia)) * (side * h);
      states[k] = turned(moved(states[k], m.shift[k] * (side * h * std::sqrt(c.inverse_mass))),
                         abut::rotate(rotation_of(states[k]), angles));
    }
    const Probe at = probe(scene, states);
    for (int k = 0; k < 2; ++k) {
      const BodyConstants& c = scene.constants[k];
      const Vector torque = abut::rotate_back(rotation_of(scene.states[k]), at.states[k].torque);
      const double over = -side / (2 * h);
      out.shift[k] = out.shift[k] + at.states[k].force * (over * std::sqrt(c.inverse_mass));
      out.turn[k] = out.turn[k] + times(torque, root(c.inverse_inertia)) * over;
    }
  }
  return out;
}

TEST(VolumeLaw, NoContactIsStifferThanTheLongestStepAllowsFor) {
  Random random(4);
  double fastest = 0;
  int seen = 0;
  for (int pose = 0; pose < 60; ++pose) {
    Scene scene = two_bodies(random, 0.2 + 0.6 * random.uniform());
    const Probe at = probe(scene, scene.states);
    if (at.energy < 1e-6) continue;
    ++seen;
    // V^(1/3) is concave along a line (Brunn & Minkowski): -dF/dx <= 5/6 F^2 / U.
    const double h = 1e-6, force = abut::length(at.states[1].force);
    const auto force_at = [&](double by) {
      std::vector<BodyState> states = scene.states;
      states[1] = moved(states[1], at.states[1].force * (by / force));
      return abut::dot(probe(scene, states).states[1].force, at.states[1].force) / force;
    };
    EXPECT_LT((force_at(-h) - force_at(h)) / (2 * h), 5 * force * force / (6 * at.energy) * (1 + 1e-4)) << pose;
    // The fastest of all motions, by power iteration.
    Motion m{{at.states[0].force, at.states[1].force}, {at.states[0].torque * 20.0, at.states[1].torque * 20.0}};
    double square = 0;
    for (int k = 0; k < 12; ++k) {
      const double before = m.squared();
      m = growth_along(scene, m);
      square = std::sqrt(m.squared() / before);
    }
    scene.settings.material.law = NormalLaw::volume;
    const double longest = stable_step(scene.settings.material, scene.constants);
    fastest = std::max(fastest, std::sqrt(square) * longest / 2);
  }
  EXPECT_GT(seen, 30);
  EXPECT_LT(fastest, 1);
  EXPECT_GT(fastest, 0.2);  // a bound, and not far from what there is
}

TEST(VolumeLaw, TheStableStepIsThatOfASpringAsStiffAsTheBound) {
  Material by_volume, by_depth;
  by_volume.law = NormalLaw::volume;
  abut::ShapeSet shapes;
  const BodyConstants body = body_constants(shapes, shapes.add_box({0.03, 0.02, 0.01}), by_volume.density);
  const double area = pi * 0.0014;  // the radius is sqrt(0.0014) m
  by_depth.stiffness = 5.0 / 3 * by_volume.volume_stiffness * area * area;
  EXPECT_NEAR(stable_step(by_volume, {&body, 1}), stable_step(by_depth, {&body, 1}), 1e-12);
  by_volume.volume_stiffness = 1;  // then the tangential spring is the stiffest
  by_depth.stiffness = by_volume.tangential_ratio * by_volume.stiffness;
  EXPECT_NEAR(stable_step(by_volume, {&body, 1}), stable_step(by_depth, {&body, 1}), 1e-12);
}

/// The speed that a body keeps that falls on a wall at 1 m/s.
double speed_left(bool tip_first, double restitution) {
  Settings s;
  s.material.restitution = restitution;
  s.gravity = {0, 0, 0};
  s.step = tip_first ? 2e-6 : 1e-6;
  Scene scene;
  scene.settings = s;
  scene.add_wall({1, 1, 1}, {0, 0, -1});
  const double r = 0.05;
  const std::vector<Vector> pyramid{{r, 0, r}, {0, r, r}, {-r, 0, r}, {0, -r, r}, {0, 0, -0.2 * r}};
  const std::uint32_t shape =
      tip_first ? scene.shapes.add_hull(in_principal_frame(pyramid)) : scene.shapes.add_box({r, r, r});
  double lowest = 0;
  for (const Vector& v : scene.shapes.vertices(shape)) lowest = std::min(lowest, v.z);
  scene.add(shape, {0, 0, 1e-5 - lowest}, {0, 0, -1});
  CpuMachine machine(1);
  Simulation run(machine, scene, VolumeLaw{{1e10}});
  do run.step();
  while (run.totals().contacts > 0 || run.states()[1].velocity.z < 0);
  EXPECT_LT(abut::length(run.states()[1].momentum), 1e-9);
  return run.states()[1].velocity.z;
}

TEST(VolumeLaw, ADampedCollisionLeavesTheSameSpeedWhateverTheShape) {
  for (const double asked : {0.999, 0.5}) {
    // The linear oscillator that is let go when its force is zero (Schwager & Poschel 2007), m* = k = 1.
    const double b = damping_ratio(asked) / 2, w = std::sqrt(1 - b * b);
    const double expected = std::exp(-b / w * (pi - std::atan(2 * b * w / (w * w - b * b))));
    EXPECT_NEAR(speed_left(false, asked), expected, 1e-3);
    EXPECT_NEAR(speed_left(true, asked), expected, 1e-3);
  }
}

/// Two bodies that have collided off centre.
struct Aftermath {
  Vector linear, angular;  ///< change of the momenta, over the mass
  double loss, balance;
  int touched;
};
Aftermath collide(Scene& scene, double step) {
  scene.states[0].velocity = {1, 0.5, 0}, scene.states[0].momentum = {1e-3, 0, 2e-3};
  scene.settings.step = step;
  CpuMachine machine(1);
  Simulation run(machine, scene, law);
  const auto add_momenta = [&](Aftermath& to, double sign) {
    const std::vector<BodyState> states = run.states();
    for (int i = 0; i < 2; ++i) {
      const double m = sign / scene.constants[0].mass;
      const Vector p = states[i].velocity * (m * scene.constants[i].mass);
      to.linear = to.linear + p;
      to.angular = to.angular + abut::cross(states[i].position, p) + states[i].momentum * m;
    }
  };
  Aftermath out{};
  add_momenta(out, -1);
  run.step();
  const double before = run.energies().balance();  // the elastic energy of the start, which nobody put in
  while (run.time() < 0.01) {
    run.step();
    out.touched += run.totals().contacts > 0 ? 1 : 0;
  }
  add_momenta(out, 1);
  const Energies e = run.energies();
  out.loss = e.damping + e.friction, out.balance = e.balance() - before;
  return out;
}

TEST(VolumeLaw, MomentaAreKeptToRoundingAndWhatIsLostIsAccountedFor) {
  Random random(6);
  int touched = 0;
  for (int k = 0; k < 10; ++k) {
    Scene scene = two_bodies(random, 0.65);
    scene.settings.material.restitution = 0.5;
    scene.settings.material.friction = k % 2 == 0 ? 0.5 : 0;
    const Aftermath a = collide(scene, 2e-5), fine = collide(scene, 5e-6);
    touched += a.touched;
    EXPECT_LT(abut::max_abs(a.linear), 1e-12);
    EXPECT_LT(abut::max_abs(a.angular), 1e-13);
    EXPECT_LT(std::abs(fine.balance), 5e-3 * fine.loss) << k;
    EXPECT_NEAR(a.balance / fine.balance, 4, 0.5) << k;  // of first order
  }
  EXPECT_GT(touched, 500);
}

}  // namespace
}  // namespace dem
