// The parts of examples/dem against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "examples/dem/cpu_machine.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"

namespace dem {
namespace {

using abut::test::complaint;

constexpr double pi = 3.14159265358979323846;

BodyState spinning(Vector momentum) {
  BodyState state = at_rest({0, 0, 0});
  state.momentum = momentum;
  const double q[4] = {0.5, 0.5, -0.5, 0.5};
  std::copy(q, q + 4, state.quaternion);
  return state;
}

TEST(MassProperties, BoxPyramidSphereAndCapsuleAreTheClosedForms) {
  abut::ShapeSet shapes;
  const MassProperties box = mass_properties(shapes, shapes.add_box({1, 2, 3}));
  EXPECT_NEAR(box.volume, 48, 1e-12);
  EXPECT_NEAR(box.moments.x, 48 * (16 + 36) / 12.0, 1e-11);
  EXPECT_NEAR(box.moments.y, 48 * (4 + 36) / 12.0, 1e-11);
  EXPECT_NEAR(box.moments.z, 48 * (4 + 16) / 12.0, 1e-11);

  // A square pyramid of side a and height h: a^2 h / 3, centre at h / 4, m a^2 / 10, m (a^2 / 20 + 3 h^2 / 80).
  const double a = 2, h = 3, m = a * a * h / 3;
  const std::vector<Vector> corners{{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}, {0, 0, h}};
  const MassProperties pyramid = mass_properties(shapes, shapes.add_hull(corners));
  EXPECT_NEAR(pyramid.volume, m, 1e-13);
  EXPECT_NEAR(pyramid.centre.x, 0, 1e-14);
  EXPECT_NEAR(pyramid.centre.z, h / 4, 1e-14);
  double moments[3] = {pyramid.moments.x, pyramid.moments.y, pyramid.moments.z};
  std::sort(moments, moments + 3);
  double expected[3] = {m * a * a / 10, m * (a * a / 20 + 3 * h * h / 80), m * (a * a / 20 + 3 * h * h / 80)};
  std::sort(expected, expected + 3);
  for (int k = 0; k < 3; ++k) EXPECT_NEAR(moments[k], expected[k], 1e-13);

  const MassProperties sphere = mass_properties(shapes, shapes.add_sphere(2));
  EXPECT_NEAR(sphere.volume, 4 * pi * 8 / 3, 1e-13);
  EXPECT_NEAR(sphere.moments.x, 0.4 * 4 * sphere.volume, 1e-12);

  // A capsule by slices of discs.
  const double r = 0.5, l = 2;
  const MassProperties capsule = mass_properties(shapes, shapes.add_capsule(r, l / 2));
  double volume = 0, along = 0, across = 0;
  constexpr int slices = 200000;
  for (int k = 0; k < slices; ++k) {
    const double z = (l / 2 + r) * (2 * (k + 0.5) / slices - 1), past = std::max(0.0, std::abs(z) - l / 2);
    const double s = r * r - past * past, v = pi * s * (l + 2 * r) / slices;
    volume += v, along += v * s / 2, across += v * (s / 4 + z * z);
  }
  EXPECT_NEAR(capsule.volume, volume, 1e-9);
  EXPECT_NEAR(capsule.moments.z, along, 1e-9);
  EXPECT_NEAR(capsule.moments.x, across, 1e-9);
}

TEST(MassProperties, TurnedAndMovedPolyhedraKeepTheirMomentsAndTheirPrincipalFrame) {
  abut::ShapeSet shapes;
  Random random(4);
  for (int k = 0; k < 50; ++k) {
    double q[4];
    random.rotation(q);
    const abut::Mat3<double> turn = abut::rotation_from_quaternion(q[0], q[1], q[2], q[3]);
    const Vector shift{random.uniform(), 7, -3};
    std::vector<Vector> corners;
    for (int c = 0; c < 8; ++c) {
      const Vector v{c & 1 ? 1.0 : -1.0, c & 2 ? 2.0 : -2.0, c & 4 ? 3.0 : -3.0};
      corners.push_back(abut::rotate(turn, v) + shift);
    }
    const BodyConstants body = body_constants(shapes, shapes.add_hull(in_principal_frame(corners)), 2);
    double moments[3] = {body.inertia.x, body.inertia.y, body.inertia.z};
    std::sort(moments, moments + 3);
    EXPECT_NEAR(body.mass, 96, 1e-11);
    EXPECT_NEAR(moments[0], 96 * (4 + 16) / 12.0, 1e-10);
    EXPECT_NEAR(moments[2], 96 * (16 + 36) / 12.0, 1e-10);
    EXPECT_NEAR(body.radius, std::sqrt(14.0), 1e-12);
    EXPECT_NE(complaint([&] { body_constants(shapes, shapes.add_hull(corners), 2); }), "");
  }
}

TEST(MassProperties, ASolidScalesByPowersOfItsLengthsAndAMomentOfZeroLetsNothingTurn) {
  const BodyConstants ball = solid_constants(4 * pi / 3, Vector{1, 1, 1} * (8 * pi / 15), 2500, 0.05, 0.06);
  EXPECT_NEAR(ball.mass, 2500 * 4 * pi / 3 * std::pow(0.05, 3), 1e-15);
  EXPECT_NEAR(ball.inertia.y, 0.4 * ball.mass * 0.05 * 0.05, 1e-18);
  EXPECT_DOUBLE_EQ(ball.inverse_mass * ball.mass, 1);
  EXPECT_DOUBLE_EQ(ball.inverse_inertia.x * ball.inertia.x, 1);
  EXPECT_EQ(ball.radius, 0.06);
  const BodyConstants plane = solid_constants(1, {0, 0, 2}, 3, 1, 1);
  EXPECT_TRUE(turns_about_z_alone(plane));
  EXPECT_DOUBLE_EQ(plane.inverse_inertia.z, 1.0 / 6);
}

/// The orientation and energy of an asymmetric top after a second.
struct Top {
  BodyState state;
  double energy;
};
const BodyConstants top_constants{1, 1, {1, 2, 4}, {1, 0.5, 0.25}, 1};
Top turned(int steps) {
  BodyState state = spinning({1, 2, 3});
  for (int k = 0; k < steps; ++k) rotate_freely(state, top_constants, 1.0 / steps);
  return {state, 0.5 * abut::dot(state.momentum, angular_velocity(state, top_constants))};
}
double apart(const BodyState& a, const BodyState& b) {
  double sum = 0;
  for (int k = 0; k < 4; ++k) sum += (a.quaternion[k] - b.quaternion[k]) * (a.quaternion[k] - b.quaternion[k]);
  return std::sqrt(sum);
}

TEST(Rotation, AnAsymmetricTopTurnsAtSecondOrderAndKeepsItsMomentum) {
  const double energy = turned(1).state.momentum.x == 1 ? turned(100000).energy : 0;
  const Top exact = turned(100000);
  double last = 0, last_energy = 0;
  for (const int steps : {50, 100, 200}) {
    const Top now = turned(steps);
    const double error = apart(now.state, exact.state), off = std::abs(now.energy - energy);
    EXPECT_EQ(now.state.momentum.x, 1);
    EXPECT_EQ(now.state.momentum.z, 3);
    if (last > 0) {
      EXPECT_NEAR(last / error, 4, 0.1);
      EXPECT_NEAR(last_energy / off, 4, 0.2);
    }
    last = error, last_energy = off;
  }
  EXPECT_LT(last, 1e-4);
}

TEST(Rotation, EnergyDoesNotDrift) {
  BodyState state = spinning({1, 2, 3});
  const double begin = 0.5 * abut::dot(state.momentum, angular_velocity(state, top_constants));
  double worst_early = 0, worst_late = 0;
  for (int k = 0; k < 100000; ++k) {
    rotate_freely(state, top_constants, 0.01);
    const double off = std::abs(0.5 * abut::dot(state.momentum, angular_velocity(state, top_constants)) - begin);
    double& worst = k < 10000 ? worst_early : worst_late;
    worst = std::max(worst, off);
  }
  EXPECT_LT(worst_early, 1e-4 * begin);
  EXPECT_LT(worst_late, 1.1 * worst_early);
}

TEST(Rotation, GoesBackTheWayItCame) {
  BodyState state = spinning({1, 2, 3});
  const BodyState begin = state;
  for (int k = 0; k < 1000; ++k) rotate_freely(state, top_constants, 0.02);
  for (int k = 0; k < 1000; ++k) rotate_freely(state, top_constants, -0.02);
  EXPECT_LT(apart(state, begin), 1e-12);
}

/// Two spheres of radius 0.05 that meet head on.
double energy_error_of_collision(double step, double restitution, double& speed) {
  Settings s;
  s.material.restitution = restitution;
  s.material.friction = 0;
  s.gravity = {0, 0, 0};
  s.step = step;
  Scene scene;
  scene.settings = s;
  scene.add(scene.shapes.add_sphere(0.05), {-0.0523, 0, 0}, {1, 0, 0});
  scene.add(scene.shapes.add_sphere(0.05), {0.0523, 0, 0}, {-1, 0, 0});
  CpuMachine machine(1);
  Simulation<CpuMachine> run(machine, scene, {{s.material.stiffness}});
  const double before = run.energies().translation;
  while (run.time() < 0.03) run.step();
  EXPECT_EQ(run.totals().contacts, 0u);
  speed = run.states()[1].velocity.x;
  return run.energies().translation / before - 1;
}

TEST(Collision, AnElasticOneRestoresTheSpeedAtTheIntegratorsOrder) {
  // m* = 0.65 kg: the contact lasts pi sqrt(m* / k) = 11 ms.
  double speed = 0, errors[2] = {0, 0};
  // How a step meets begin and end of a contact makes single errors vary: means over some steps are compared.
  for (int level = 0; level < 2; ++level) {
    for (int k = 0; k < 16; ++k) {
      errors[level] += std::abs(energy_error_of_collision(8e-5 * (1 + 0.01 * k) / (level == 0 ? 1 : 4), 1, speed)) / 16;
    }
  }
  EXPECT_NEAR(speed, 1, 1e-4);
  EXPECT_LT(errors[0], 1e-3);
  EXPECT_NEAR(errors[0] / errors[1], 16, 8);
}

TEST(Collision, ADampedOneLeavesTheRestitutionAsked) {
  double speed = 0;
  energy_error_of_collision(1e-6, 0.999, speed);
  EXPECT_NEAR(speed, 0.999, 1e-4);
  energy_error_of_collision(1e-6, 0.5, speed);
  // A contact that does not pull ends before the oscillator's half period: a little more is left than was asked for.
  EXPECT_GT(speed, 0.5);
  EXPECT_LT(speed, 0.56);
}

/// A box of 0.1 m on a floor, gravity leaning by `slope`; what it does in half a second after settling.
struct Slope {
  double speed, slipped;
  double friction_loss, balance;  ///< since then
};
template <class Law>
Slope box_on_slope(const Law& law, double tangent, double friction) {
  Settings s;
  const double c = 1 / std::sqrt(1 + tangent * tangent);
  s.gravity = {9.81 * tangent * c, 0, -9.81 * c};
  s.material.friction = friction;
  s.material.restitution = 0.2;
  s.step = 5e-5;
  Scene scene;
  scene.settings = s;
  scene.add_wall({10, 10, 1}, {0, 0, -1});
  const double area = Law::reads_volumes ? 0.04 : 1;  // its weight is k area^2 depth
  const double depth = scene.settings.material.density * 0.008 * 9.81 * c / (law.stiffness * area * area);
  scene.add(scene.shapes.add_box({0.1, 0.1, 0.1}), {0, 0, 0.1 - depth});
  CpuMachine machine(1);
  Simulation<CpuMachine, Law> run(machine, scene, law);
  while (run.time() < 0.4) run.step();
  const double x = run.states()[1].position.x, v = run.states()[1].velocity.x;
  const Energies then = run.energies();
  while (run.time() < 0.9) run.step();
  const Energies now = run.energies();
  return {run.states()[1].velocity.x - v, run.states()[1].position.x - x, now.friction - then.friction,
          now.balance() - then.balance()};
}

TEST(Friction, ABoxStaysOnAFloorAndOnAGentleSlopeAndSlidesOnASteepOne) {
  const auto see = [](const auto& law) {
    EXPECT_LT(std::abs(box_on_slope(law, 0, 0.5).slipped), 1e-6);
    EXPECT_LT(std::abs(box_on_slope(law, 0.3, 0.5).slipped), 1e-4);
    const double tangent = 0.8, mu = 0.3, c = 1 / std::sqrt(1 + tangent * tangent);
    const Slope steep = box_on_slope(law, tangent, mu);
    const double expected = 9.81 * (tangent * c - mu * c) * 0.5;
    EXPECT_NEAR(steep.speed, expected, 0.01 * expected);
    EXPECT_GT(steep.friction_loss, 1);
    EXPECT_LT(std::abs(steep.balance), 1e-3 * steep.friction_loss);
  };
  see(DepthLaw{{5e4}});
  see(VolumeLaw{{1e9}});
}

Settings small() {
  Settings s;
  s.bodies = 40;
  s.seconds = 0.6;
  s.step = 5e-5;
  s.preset = Settings::spheres;
  return s;
}

bool same_bits(const std::vector<BodyState>& a, const std::vector<BodyState>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(BodyState)) == 0;
}

TEST(Simulation, HasTheSameBitsWithAnyThreadsAndItsEnergyBalanceCloses) {
  const Scene scene = make_scene(small());
  std::vector<BodyState> first;
  for (const int threads : {1, 2, 3}) {
    CpuMachine machine(threads);
    Simulation<CpuMachine> run(machine, scene, {{scene.settings.material.stiffness}});
    while (run.time() < 0.6) run.step();
    if (threads == 1) {
      first = run.states();
      const Energies e = run.energies();
      EXPECT_EQ(run.born(), scene.size());
      EXPECT_GT(run.totals().contacts, 10u);
      EXPECT_EQ(run.totals().failures, 0u);
      EXPECT_GT(e.damping, 0);
      EXPECT_GT(e.friction, 0);
      // Of first order: the damper's force begins with a jump.
      EXPECT_LT(std::abs(e.balance()), 1e-2 * (e.damping + e.friction));
    }
    EXPECT_TRUE(same_bits(run.states(), first));
  }
}

TEST(Injection, NoTwoBodiesOverlapAtBirth) {
  Settings s = small();
  s.bodies = 300;
  const Scene scene = make_scene(s);
  CpuMachine machine;
  Simulation<CpuMachine> run(machine, scene, {{scene.settings.material.stiffness}});
  std::uint32_t born = run.born();
  while (run.time() < 0.35) {
    const std::uint32_t before = run.born();
    run.step();
    if (run.born() == before) continue;
    born = run.born();
    const std::vector<BodyState> states = run.states();
    for (std::uint32_t i = before; i < born; ++i) {
      for (std::uint32_t k = scene.walls; k < i; ++k) {
        // After one step of at most 1 mm; nothing has touched yet.
        EXPECT_GT(abut::length(states[i].position - states[k].position),
                  scene.constants[i].radius + scene.constants[k].radius - 1e-4);
      }
    }
  }
  EXPECT_GT(born, scene.walls + 100);
}

class RestartFile : public ::testing::Test {
 protected:
  abut::test::TemporaryFolder folder;  // of each test its own: they run at once
  const std::string path = folder / "restart.dem";
  std::string text() const {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void put(const std::string& bytes) const { std::ofstream(path, std::ios::binary) << bytes; }
};

TEST_F(RestartFile, GivesTheBitsOfAnUninterruptedRun) {
  Settings by_volume = small();
  by_volume.preset = Settings::pyramids;
  by_volume.bodies = 20;
  by_volume.material.law = NormalLaw::volume;
  for (const Settings& settings : {small(), by_volume}) {
    const Scene scene = make_scene(settings);
    with_law(settings.material, [&](const auto& law) {
      CpuMachine machine(2), other(1);
      Simulation run(machine, scene, law);
      while (run.time() < 0.45) run.step();
      write_restart(path, scene.settings, run.snapshot());
      while (run.time() < 0.6) run.step();
      const Energies e = run.energies();
      EXPECT_GT(e.friction, 0);
      EXPECT_LT(std::abs(e.balance()), 1e-2 * (e.damping + e.friction));

      const Restart from = read_restart(path);
      EXPECT_EQ(from.settings.material.law, settings.material.law);
      const Scene again = make_scene(from.settings);
      Simulation rest(other, again, law, from.snapshot);
      while (rest.time() < 0.6) rest.step();
      EXPECT_EQ(rest.born(), run.born());
      EXPECT_TRUE(same_bits(rest.states(), run.states()));
      EXPECT_EQ(std::memcmp(rest.snapshot().caches.data(), run.snapshot().caches.data(),
                            run.snapshot().caches.size() * sizeof(abut::CachedPolytope)),
                0);
    });
  }
}

TEST_F(RestartFile, IsRefusedWithOneLineWhereItIsBad) {
  const Scene scene = make_scene(small());
  CpuMachine machine(1);
  Simulation<CpuMachine> run(machine, scene, {{scene.settings.material.stiffness}});
  run.step();
  write_restart(path, scene.settings, run.snapshot());
  const std::string good = text();
  const auto told = [&](std::string bytes) {
    put(bytes);
    return complaint([&] { read_restart(path); });
  };
  EXPECT_EQ(told(good), "");
  EXPECT_EQ(told("no"), path + ": is not a restart file of dem");
  EXPECT_EQ(told(good.substr(0, 20)), path + ": is cut off");
  EXPECT_EQ(told(good.substr(0, good.size() - 8)), path + ": is cut off, or longer than it says");
  for (const std::size_t at : {std::size_t{78}, good.size() / 2, good.size() - 1}) {
    std::string changed = good;
    changed[at] = static_cast<char>(changed[at] ^ 4);
    EXPECT_EQ(told(changed), path + ": has a wrong checksum");
  }
  for (const char version : {'1', '9'}) {
    std::string other = good;
    other[7] = version;
    EXPECT_EQ(told(other), path + ": is a restart file of another version of dem");
  }
}

TEST(Settings, BadOnesAreToldWithValueAndBound) {
  const auto told = [](const auto& change) {
    Settings s = small();
    change(s);
    return complaint([&] { make_scene(s); });
  };
  EXPECT_EQ(told([](Settings&) {}), "");
  EXPECT_EQ(told([](Settings& s) { s.material.density = 0; }), "density (kg/m^3) is 0: has to be positive and finite");
  EXPECT_EQ(told([](Settings& s) { s.material.stiffness = -5; }),
            "stiffness (N/m) is -5: has to be positive and finite");
  EXPECT_EQ(told([](Settings& s) { s.material.restitution = 0; }), "restitution is 0: has to be above 0 and at most 1");
  EXPECT_EQ(told([](Settings& s) { s.material.friction = std::nan(""); }),
            "friction is nan: has to be 0 or more and finite");
  EXPECT_EQ(told([](Settings& s) { s.material.volume_stiffness = 0; }),
            "volume stiffness (N/m^5) is 0: has to be positive and finite");
  EXPECT_EQ(told([](Settings& s) { s.material.law = NormalLaw::volume; }),
            "the preset is spheres: with a law by volume all bodies have to be polyhedra");
  EXPECT_EQ(told([](Settings& s) { s.step = 0; }), "step is 0 s: has to be positive");
  EXPECT_EQ(told([](Settings& s) { s.step = 0.01; }).find("step is 0.01 s: the stable one is at most 0.000"), 0u);
  // By volume this step is good at 1e10 N/m^5, and not at a hundred times that.
  const auto by_volume = [](Settings& s) { s.preset = Settings::pyramids, s.material.law = NormalLaw::volume; };
  EXPECT_EQ(told(by_volume), "");
  EXPECT_EQ(told([&](Settings& s) {
              by_volume(s), s.material.volume_stiffness = 1e12;
            }).find("step is 5e-05 s: the stable one is at most 1."),
            0u);
  abut::ShapeSet shapes;
  const auto rounded = shapes.add_box({1, 1, 1}, 0.1), flat = shapes.add_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  EXPECT_EQ(complaint([&] { body_constants(shapes, rounded, 1); }),
            "shape 0 is a polyhedron with rounding 0.1: has to be 0");
  EXPECT_EQ(complaint([&] { body_constants(shapes, flat, 1); }), "volume of shape 1 is 0: has to be positive");
}

TEST(StableStep, IsWhereTheSpringOfTwoBodiesBeginsToGrow) {
  // Two spheres pressed together along their centres: the lever adds nothing there, so the bound is on the safe side of
  // 2 sqrt(m* / k), by the lever alone: sqrt(1 + 5 / 2) for spheres.
  Material m;
  m.restitution = 1;
  abut::ShapeSet shapes;
  const BodyConstants ball = body_constants(shapes, shapes.add_sphere(0.05), m.density);
  const double of_centres = 2 * std::sqrt(0.5 * ball.mass / m.stiffness);
  EXPECT_NEAR(stable_step(m, {&ball, 1}), of_centres / std::sqrt(3.5), 1e-12);
}

}  // namespace
}  // namespace dem
