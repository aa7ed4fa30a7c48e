// What single collisions do to the energy, against what can be derived of a step (docs/explanation/dem.md, "What
// collisions keep").
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "examples/dem/cpu_machine.h"

namespace dem {
namespace {

double kinetic(const Scene& scene, const std::vector<BodyState>& states) {
  double sum = 0;
  for (std::uint32_t i = 0; i < scene.size(); ++i) {
    sum += kinetic_energy(states[i], scene.constants[i]) + rotation_energy(states[i], scene.constants[i]);
  }
  return sum;
}

/// Two spheres that meet head on at 2 m/s, elastic, so many steps of 1 / w in contact; the first contact at this part
/// of a step.
double head_on_error(double wh, double phase) {
  Settings s;
  s.material.restitution = 1;
  s.material.friction = 0;
  s.gravity = {0, 0, 0};
  Scene scene;
  scene.settings = s;
  const double r = 0.05;
  const std::uint32_t a = scene.add(scene.shapes.add_sphere(r), {0, 0, 0}, {1, 0, 0});
  const std::uint32_t b = scene.add(scene.shapes.add_sphere(r), {0, 0, 0}, {-1, 0, 0});
  const double step = wh * std::sqrt(0.5 * scene.constants[a].mass / s.material.stiffness);
  scene.settings.step = step;
  const double x = r + (3 + phase) * step;
  scene.states[a].position.x = -x, scene.states[b].position.x = x;
  CpuMachine machine(1);
  Simulation<CpuMachine> run(machine, scene, {{s.material.stiffness}});
  const double before = kinetic(scene, run.states());
  bool touched = false;
  for (int k = 0; k < 100000; ++k) {
    run.step();
    const bool touches = run.totals().contacts > 0;
    if (touched && !touches) break;
    touched = touches;
  }
  EXPECT_TRUE(touched);
  return kinetic(scene, run.states()) / before - 1;
}

// With x the overlap in a linear contact, w^2 = k / m*, steps keep v^2 + w^2 x^2 (1 - w^2 h^2 / 4) to the bit but for
// rounding. The first kick of a contact that begins at the part a of a step, at speed v, leaves v^2 (1 - w^2 h^2 a (1 -
// a)) of it; a contact that ends at the part b gives v^2 w^2 h^2 b (1 - b) back. So the error is w^2 h^2 (b (1 - b) - a
// (1 - a)), never above w^2 h^2 / 4, and for phases at random w^2 h^2 / 12 in the mean of its size.
TEST(CollisionEnergy, ASpheresErrorIsThatOfItsFirstAndItsLastStep) {
  for (const double wh : {0.2, 0.05, 0.02}) {
    double largest = 0, sum = 0;
    constexpr int phases = 400;
    for (int k = 0; k < phases; ++k) {
      // Contacts last pi / w: their end's phase runs through with the beginning's, and with the step.
      const double this_wh = wh * (1 + 0.2 * std::fmod(k * 0.6180339887, 1.0));
      const double error = std::abs(head_on_error(this_wh, (k + 0.5) / phases)) / (this_wh * this_wh);
      largest = std::max(largest, error), sum += error;
    }
    EXPECT_LT(largest, 0.25 * (1 + wh));
    EXPECT_GT(largest, 0.2);
    // 400 phases: the mean of 1/12 has a standard deviation of 0.0025 (the square's mean is 1/90).
    EXPECT_NEAR(sum / phases, 1.0 / 12, 0.01 + wh / 12);
  }
}

/// An elastic collision of two spheres with friction. Over the energy before.
struct Rubbed {
  double gain;        ///< of the kinetic energy
  double balance;     ///< with what friction has taken
  double friction;    ///< taken
  double gain_bound;  ///< derived in docs/explanation/dem.md, "Friction and the step"
  double balance_bound;
};
Rubbed rub(Random& random, double part) {
  Settings s;
  s.material.restitution = 1;
  s.gravity = {0, 0, 0};
  Scene scene;
  scene.settings = s;
  for (const double side : {-1.0, 1.0}) {
    const double r = 0.03 + 0.02 * random.uniform();
    const std::uint32_t i = scene.add(scene.shapes.add_sphere(r), {0, 0, 0}, {-side, 0, 0});
    random.rotation(scene.states[i].quaternion);
    const Vector spin{random.uniform() - 0.5, random.uniform() - 0.5, random.uniform() - 0.5};
    scene.states[i].momentum = spin * (60 * scene.constants[i].inertia.x);
  }
  const BodyConstants &a = scene.constants[0], &b = scene.constants[1];
  const double reach = a.radius + b.radius, out = 1.001 * reach;
  const double y = 0.9 * reach * (random.uniform() - 0.5), z = 0.9 * reach * (random.uniform() - 0.5);
  scene.states[1].position = {std::sqrt(out * out - y * y - z * z), y, z};
  // Where contacts end within a step depends on the step over their length: steps of many lengths make that random.
  const double step = part * (0.8 + 0.4 * random.uniform()) * stable_step(s.material, scene.constants);
  scene.settings.step = step;
  CpuMachine machine(1);
  Simulation<CpuMachine> run(machine, scene, {{s.material.stiffness}});
  const double before = kinetic(scene, run.states());
  double normal_speed = 0, slip = 0;
  bool touched = false;
  for (int k = 0; k < 100000; ++k) {
    const std::vector<BodyState> at = run.states();
    run.step();
    const bool touches = run.totals().contacts > 0;
    if (touched && !touches) break;
    touched = touches;
    if (!touches) continue;
    const PairForce f = run.forces()[0];
    const Vector v = approach_of(at[0], a, at[1], b, f.point).velocity;
    const double along = abut::dot(v, f.normal);
    normal_speed = std::max(normal_speed, std::abs(along));
    slip = std::max(slip, abut::length(v - f.normal * along));
  }
  EXPECT_TRUE(touched);
  const Energies e = run.energies();
  const double after = kinetic(scene, run.states()), mu = s.material.friction;
  const double k = s.material.stiffness, kt = s.material.tangential_ratio * k, hh = step * step;
  const double gain = hh / 8 * (k * normal_speed * normal_speed + 2 * kt * slip * slip);
  const double dropped = hh * k / 2 * (mu * mu * k / kt * normal_speed * normal_speed + mu * normal_speed * slip);
  return {after / before - 1, (after + e.friction) / before - 1, e.friction / before, gain / before,
          (gain + dropped) / before};
}

TEST(CollisionEnergy, FrictionsErrorIsOfSecondOrderAndBelowItsBound) {
  double mean[3] = {0, 0, 0};
  const double parts[3] = {0.2, 0.05, 0.0125};
  for (int level = 0; level < 3; ++level) {
    Random random(7);
    double sharpest = 0;
    constexpr int collisions = 400;
    for (int k = 0; k < collisions; ++k) {
      const Rubbed r = rub(random, parts[level]);
      EXPECT_LT(r.gain, r.gain_bound) << parts[level] << ' ' << k;
      EXPECT_LT(std::abs(r.balance), r.balance_bound) << parts[level] << ' ' << k;
      EXPECT_GE(r.friction, 0);
      sharpest = std::max(sharpest, std::abs(r.balance) / r.balance_bound);
      mean[level] += std::abs(r.balance) / collisions;
    }
    EXPECT_GT(sharpest, 0.2);
  }
  // 400 errors that spread as much as they are large: a mean is known to 5 %, half the binary logarithm of two to 0.05.
  EXPECT_NEAR(std::log2(mean[1] / mean[2]) / 2, 2, 0.2);
}

}  // namespace
}  // namespace dem
