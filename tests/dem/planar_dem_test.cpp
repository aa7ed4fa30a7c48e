// The DEM of the plane against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "examples/dem/output.h"
#include "examples/dem/picture.h"
#include "examples/dem/planar_machine.h"
#include "examples/dem/planar_place.h"
#include "examples/dem/planar_scene.h"
#include "tests/dem/means.h"
#include "tests/dem/planar_shapes.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"

namespace dem {
namespace {

using abut::test::complaint;
using test::mean;
using test::rectangle;

constexpr double pi = 3.14159265358979323846;

using PlanarRun = Simulation<PlanarMachine>;

Settings in_plane() {
  Settings s;
  set_plane_defaults(s);
  return s;
}

/// Pairs of bodies of a packing that fly at each other, elastic and without friction.
struct Impacts {
  std::vector<double> errors;  ///< of each pair's energy, over that energy, sorted
  double momentum, spin;       ///< the largest change of a pair's momentum and angular momentum, over that of one body
};
Impacts impacts(std::uint32_t pairs, double step, PlanarPoint point) {
  Settings s = in_plane();
  s.preset = Settings::polygons;
  s.bodies = 2ull * pairs;
  s.material.friction = 0;
  s.material.restitution = 1;
  s.gravity = {0, 0, 0};
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
  PlanarMachine machine(1, point);
  PlanarRun run(machine, scene, {s.material.stiffness});
  while (run.time() < 0.1) run.step();
  EXPECT_EQ(run.totals().contacts, 0u);
  const std::vector<BodyState> after = run.states();
  Impacts out{{}, 0, 0};
  for (std::uint32_t i = scene.walls; i < scene.size(); i += 2) {
    if (after[i].velocity.x == 1) continue;  // has missed the other one
    double energy[2] = {0, 0}, momentum[2] = {0, 0}, spin[2] = {0, 0};
    for (std::uint32_t k = i; k < i + 2; ++k) {
      const BodyConstants& c = scene.constants[k];
      const BodyState* states[2] = {&scene.states[k], &after[k]};
      for (int late = 0; late < 2; ++late) {
        const BodyState& b = *states[late];
        const Vector from = b.position - scene.states[i].position;  // near the pair: angular momenta are small
        energy[late] += kinetic_energy(b, c) + rotation_energy(b, c);
        momentum[late] += c.mass * (b.velocity.x + 2 * b.velocity.y);
        spin[late] += b.momentum.z + c.mass * (from.x * b.velocity.y - from.y * b.velocity.x);
      }
      EXPECT_EQ(after[k].position.z, 0);
      EXPECT_EQ(after[k].momentum.x, 0);
      EXPECT_EQ(after[k].quaternion[1], 0);
    }
    const double mass = scene.constants[i].mass;
    out.errors.push_back(std::abs(energy[1] / energy[0] - 1));
    out.momentum = std::max(out.momentum, std::abs(momentum[1] - momentum[0]) / mass);
    out.spin = std::max(out.spin, std::abs(spin[1] - spin[0]) / (mass * 0.05));
  }
  std::sort(out.errors.begin(), out.errors.end());
  return out;
}

TEST(PlanarCollision, KeepsMomentumAndWithForcesAtTheWitnessPointsEnergyToo) {
  const Impacts coarse = impacts(300, 5e-5, PlanarPoint::witness), fine = impacts(300, 2.5e-5, PlanarPoint::witness);
  const auto median = [](const std::vector<double>& sorted) { return sorted[sorted.size() / 2]; };
  ASSERT_GT(coarse.errors.size(), 280u);
  ASSERT_GT(fine.errors.size(), 280u);
  EXPECT_LT(coarse.momentum, 1e-12);
  EXPECT_LT(coarse.spin, 1e-6);  // of positions some 1000 m from the origin
  // The contacts last some 5 ms. Those in which the direction of least depth jumps are of first order.
  EXPECT_LT(median(coarse.errors), 2e-4);
  EXPECT_LT(mean(coarse.errors), 1e-3);
  EXPECT_GT(median(coarse.errors) / median(fine.errors), 3);
  EXPECT_NEAR(mean(coarse.errors) / mean(fine.errors), 2, 0.6);
  // Moved to the middle of the overlap's width the same forces are no gradient, and no step makes that better.
  const Impacts patch = impacts(300, 5e-5, PlanarPoint::patch);
  ASSERT_GT(patch.errors.size(), 280u);
  EXPECT_LT(patch.momentum, 1e-12);
  EXPECT_GT(median(patch.errors), 2e-3);
  EXPECT_GT(mean(patch.errors), 1e-2);
}

/// A body on a floor, gravity leaning by `tangent`; it begins where its contact bears it.
struct OnFloor {
  Scene scene;
  OnFloor(const Settings& settings, double tangent) {
    scene.settings = settings;
    const double c = 1 / std::sqrt(1 + tangent * tangent);
    scene.settings.gravity = {9.81 * tangent * c, -9.81 * c, 0};
    scene.add_planar_wall({10, 1}, {0, -1});
  }
  void add(std::uint32_t shape, double height) {
    const std::uint32_t i = scene.add_planar(shape, {0, height});
    const double depth = -scene.constants[i].mass * scene.settings.gravity.y / scene.settings.material.stiffness;
    scene.states[i].position.y -= depth;
  }
};

TEST(PlanarRest, ATiltedBoxComesToRestOnItsFace) {
  Settings s = in_plane();
  const auto rocking = [&](PlanarPoint point, double tilt, double step) {
    s.step = step;
    OnFloor floor(s, 0);
    floor.add(floor.scene.plane.add_polygon(rectangle(0.1, 0.05)), 0.051);
    BodyState& start = floor.scene.states[1];
    start.quaternion[0] = std::cos(tilt / 2), start.quaternion[3] = std::sin(tilt / 2);
    PlanarMachine machine(1, point);
    PlanarRun run(machine, floor.scene, {s.material.stiffness});
    double fastest = 0;
    while (run.time() < 1.5) {
      run.step();
      if (run.time() < 1) continue;
      const BodyState& b = machine.bodies()[1];
      fastest =
          std::max(fastest, abut::length(b.velocity) + 0.1 * std::abs(angular_velocity(b, machine.constants()[1]).z));
    }
    EXPECT_LT(std::abs(machine.bodies()[1].quaternion[3]), 0.01);
    return fastest;
  };
  EXPECT_LT(rocking(PlanarPoint::witness, 0, 5e-5), 1e-12);
  // What is left is that a step's force acts at one corner or at the other, some m g a h / I = 0.012 rad/s.
  EXPECT_LT(rocking(PlanarPoint::witness, 0.01, 5e-5), 0.005);
  EXPECT_LT(rocking(PlanarPoint::witness, -0.03, 5e-5), 0.005);
  EXPECT_LT(rocking(PlanarPoint::witness, 0.01, 1e-5), 0.001);
  EXPECT_GT(rocking(PlanarPoint::patch, 0.01, 5e-5), 0.03);  // rocks on for ever
}

TEST(PlanarMachine, AFailedQueryIsCountedAndPushesNothing) {
  OnFloor floor(in_plane(), 0);
  floor.add(floor.scene.plane.add_polygon(rectangle(0.1, 0.05)), 0.05);
  Snapshot from;
  from.states = floor.scene.states;
  PlanarMachine machine(1);
  machine.start(floor.scene, from, false);
  machine.detect(2);
  EXPECT_LT(*machine.pairs().separation, 0);
  EXPECT_EQ(machine.totals().failures, 0u);
  from.states[1].quaternion[0] = 1.1;  // no rotation
  machine.set_states(from.states);
  machine.detect(2);
  EXPECT_EQ(machine.totals().pairs, 1u);
  EXPECT_EQ(machine.totals().failures, 1u);
}

struct Rolled {
  double velocity, spin, x;  ///< of the centre along the floor, m/s; rad/s; m
  double balance, friction;  ///< J
};
Rolled roll(double tangent, double mu, double radius, double seconds) {
  Settings s = in_plane();
  s.material.friction = mu;
  s.step = 2e-5;
  OnFloor floor(s, tangent);
  floor.add(floor.scene.plane.add_disc(radius), radius);
  PlanarMachine machine(1);
  PlanarRun run(machine, floor.scene, {s.material.stiffness});
  while (run.time() < seconds) run.step();
  const BodyState b = run.states()[1];
  const Energies e = run.energies();
  return {b.velocity.x, angular_velocity(b, floor.scene.constants[1]).z, b.position.x, e.balance(), e.friction};
}

TEST(PlanarFriction, ADiscRollsDownAGentleSlopeAndSlidesDownASteepOne) {
  const double g = 9.81, r = 0.05, t = 0.5;
  {
    const double tangent = 0.3, sine = tangent / std::sqrt(1 + tangent * tangent);
    const Rolled rolled = roll(tangent, 0.5, r, t);
    EXPECT_NEAR(rolled.velocity, 2.0 / 3 * g * sine * t, 0.005 * g * sine * t);
    EXPECT_NEAR(rolled.x, g * sine * t * t / 3, 0.005 * g * sine * t * t);
    EXPECT_NEAR(rolled.spin, -rolled.velocity / r, 0.01 * rolled.velocity / r);
    EXPECT_LT(rolled.friction, 1e-3);
  }
  // Where tan > 3 mu it slides: friction mu m g cos turns it, at 2 mu g cos / r.
  const double tangent = 1, mu = 0.2, c = std::sqrt(0.5);
  const Rolled slid = roll(tangent, mu, r, t);
  EXPECT_NEAR(slid.velocity, g * c * (1 - mu) * t, 0.002 * g * t);
  EXPECT_NEAR(slid.spin, -2 * mu * g * c / r * t, 0.002 * g / r * t);
  const double mass = 2500 * pi * r * r, slip = g * c * (1 - mu) * t * t / 2 - mu * g * c * t * t;
  EXPECT_NEAR(slid.friction, mu * mass * g * c * slip, 0.01 * slid.friction);
  EXPECT_LT(std::abs(slid.balance), 1e-3 * slid.friction);
}

Settings small() {
  Settings s = in_plane();
  s.preset = Settings::polygons;
  s.bodies = 40;
  s.seconds = 0.7;
  s.step = 5e-5;
  return s;
}

bool same_bits(const std::vector<BodyState>& a, const std::vector<BodyState>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(BodyState)) == 0;
}

TEST(PlanarSimulation, HasTheSameBitsWithAnyThreadsAndFromARestartAndItsEnergyBalanceCloses) {
  abut::test::TemporaryFolder folder;
  const std::string path = folder / "restart.dem";
  const Scene scene = make_scene(small());
  std::vector<BodyState> first;
  for (const int threads : {1, 2, 3}) {
    PlanarMachine machine(threads);
    PlanarRun run(machine, scene, {scene.settings.material.stiffness});
    while (run.time() < 0.7) {
      run.step();
      if (threads == 1 && run.steps() == 10000) write_restart(path, scene.settings, run.snapshot());
    }
    if (threads == 1) {
      first = run.states();
      const Energies e = run.energies();
      EXPECT_EQ(run.born(), scene.size());
      EXPECT_GT(run.totals().contacts, 10u);
      EXPECT_EQ(run.totals().failures, 0u);
      EXPECT_GT(e.damping, 0);
      EXPECT_GT(e.friction, 0);
      EXPECT_LT(std::abs(e.balance()), 2e-2 * (e.damping + e.friction));
    }
    EXPECT_TRUE(same_bits(run.states(), first));
  }
  const Restart from = read_restart(path);
  EXPECT_EQ(from.snapshot.at.steps, 10000u);
  EXPECT_GT(from.snapshot.springs.size(), 10u);
  const Scene again = make_scene(from.settings);
  PlanarMachine machine(1);
  PlanarRun rest(machine, again, {scene.settings.material.stiffness}, from.snapshot);
  while (rest.time() < 0.7) rest.step();
  EXPECT_TRUE(same_bits(rest.states(), first));
}

TEST(PlanarInjection, NoTwoBodiesOverlapAtBirthAndNoneLeavesTheBoxOrThePlane) {
  Settings s = small();
  s.bodies = 60;
  s.batch_interval = 0.02;  // layers that are still in the way of the next ones
  const Scene scene = make_scene(s);
  const double floor_top = 0, side = static_cast<double>(scene.injection.cells) * scene.injection.pitch / 2;
  PlanarMachine machine(1);
  PlanarRun run(machine, scene, {scene.settings.material.stiffness});
  while (run.time() < 1.2) {
    const std::uint32_t before = run.born();
    run.step();
    if (run.steps() == 1) {
      EXPECT_EQ(run.totals().pairs, 0u);  // walls, which touch each other, do not pair
    }
    if (run.born() == before) continue;
    const std::vector<BodyState> states = run.states();
    for (std::uint32_t i = before; i < run.born(); ++i) {
      for (std::uint32_t k = scene.walls; k < i; ++k) {
        // After one step of at most 1 mm.
        EXPECT_GT(abut::length(states[i].position - states[k].position),
                  scene.constants[i].radius + scene.constants[k].radius - 1e-4);
      }
      EXPECT_LT(std::abs(states[i].position.x), side - scene.constants[i].radius);
    }
  }
  EXPECT_EQ(run.born(), scene.size());
  std::uint32_t discs = 0;
  for (std::uint32_t i = scene.walls; i < scene.size(); ++i) {
    const BodyState& b = machine.bodies()[i];
    discs += scene.plane.vertices(i).size() == 1;
    EXPECT_LE(scene.plane.vertices(i).size(), 8u);
    const abut::Mat3<double> turn = rotation_of(b);
    for (const PlanarVector& v : scene.plane.vertices(i)) {
      const Vector p = b.position + abut::rotate(turn, abut::in_space(v));
      EXPECT_GT(p.y, floor_top - 2e-3);
      EXPECT_LT(std::abs(p.x), side + 2e-3);
      EXPECT_EQ(p.z, 0);
    }
    EXPECT_EQ(b.velocity.z, 0);
    EXPECT_EQ(b.momentum.x, 0);
    EXPECT_EQ(b.momentum.y, 0);
  }
  EXPECT_GT(discs, 5u);
  EXPECT_LT(discs, 20u);
}

TEST(PlanarOutput, HasPolygonsAtHeightZeroAndAPictureOfBodiesAndForces) {
  abut::test::TemporaryFolder folder;
  Settings s = in_plane();
  s.step = 5e-5;
  OnFloor floor(s, 0);
  floor.add(floor.scene.plane.add_polygon(rectangle(0.1, 0.05)), 0.05);
  PlanarMachine machine(1);
  PlanarRun run(machine, floor.scene, {s.material.stiffness});
  run.step();
  write_surfaces(folder / "bodies.vtp", floor.scene, run.states(), run.born());
  write_picture(folder / "bodies.svg", floor.scene, run.states(), run.born(), run.forces());
  const auto text = [&](const char* name) {
    std::ifstream file(folder / name);
    return std::string{std::istreambuf_iterator<char>(file), {}};
  };
  const std::string surfaces = text("bodies.vtp"), picture = text("bodies.svg");
  EXPECT_NE(surfaces.find("NumberOfPoints=\"4\""), std::string::npos);
  EXPECT_NE(surfaces.find("NumberOfPolys=\"1\""), std::string::npos);
  EXPECT_NE(surfaces.find(">0 1 2 3 <"), std::string::npos);
  std::istringstream points(surfaces.substr(surfaces.find('>', surfaces.find("Name=\"Points\"")) + 1));
  for (const PlanarVector& v : rectangle(0.1, 0.05)) {
    double x, y, z;
    points >> x >> y >> z;
    EXPECT_NEAR(x, v.x, 1e-8);
    EXPECT_NEAR(y, v.y + run.states()[1].position.y, 1e-8);
    EXPECT_EQ(z, 0);
  }
  const auto count = [&](const std::string& what) {
    std::size_t found = 0;
    for (std::size_t at = picture.find(what); at != std::string::npos; at = picture.find(what, at + 1)) ++found;
    return found;
  };
  EXPECT_EQ(count("<polygon"), 2u);
  EXPECT_EQ(count("#d62728"), 1u);  // one contact
  EXPECT_EQ(count("nan"), 0u);
}

TEST(PlanarSettings, BadOnesAreToldWithValueAndBound) {
  const auto told = [](const auto& change) {
    Settings s = small();
    change(s);
    return complaint([&] { make_scene(s); });
  };
  EXPECT_EQ(told([](Settings&) {}), "");
  EXPECT_EQ(told([](Settings& s) { s.gravity.z = -9.81; }),
            "gravity along z (m/s^2) is -9.81: has to be 0 in the plane");
  EXPECT_EQ(told([](Settings& s) { s.material.density = 0; }), "density (kg/m^3) is 0: has to be positive and finite");
  EXPECT_EQ(told([](Settings& s) { s.material.stiffness = -5; }),
            "stiffness (N/m) is -5: has to be positive and finite");
  EXPECT_EQ(told([](Settings& s) { s.step = 0.01; }).find("step is 0.01 s: the stable one is at most 0.000"), 0u);
  EXPECT_EQ(told([](Settings& s) { s.preset = Settings::polygon_collision; }), "");
}

TEST(PlanarStableStep, IsThatOfTwoDiscs) {
  // As for spheres: the lever alone is sqrt(1 + r^2 m / I) = sqrt(3).
  Material m;
  m.restitution = 1;
  abut::PlanarShapeSet shapes;
  const BodyConstants disc = planar_constants(shapes, shapes.add_disc(0.05), m.density);
  EXPECT_NEAR(stable_step(m, {&disc, 1}), 2 * std::sqrt(0.5 * disc.mass / m.stiffness) / std::sqrt(3.0), 1e-12);
}

/// Of as many as the list says, and none beyond; of none where the list was too short.
TEST(PlanarPlace, RecordsOfThePlaneBecomeArraysOfSpace) {
  std::vector<abut::PlanarContact<double>> records(3);
  for (int i = 0; i < 3; ++i) {
    const double x = i + 1;
    abut::PlanarContact<double>& r = records[static_cast<std::size_t>(i)];
    r.separation = -x, r.normal = {2 * x, 3 * x}, r.point = {4 * x, 5 * x}, r.lower_bound = -6 * x;
    r.status = static_cast<std::uint8_t>(7 + i);
  }
  for (const std::uint64_t count : {std::uint64_t{2}, std::uint64_t{3}, std::uint64_t{4}}) {
    abut::Contacts<double> out(3);
    for (auto* array : {&out.separation, &out.normal_z, &out.point_z}) std::fill(array->begin(), array->end(), 99.0);
    const TakeRecords take{records.data(), &count, 3, out.view()};
    for (std::uint64_t i = 0; i < 3; ++i) take(i);
    const std::size_t taken = count <= 3 ? count : 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const double x = static_cast<double>(i) + 1;
      EXPECT_EQ(out.separation[i], i < taken ? -x : 99) << i << " of " << count;
      if (i >= taken) continue;
      EXPECT_TRUE(out.normal_x[i] == 2 * x && out.normal_y[i] == 3 * x && out.normal_z[i] == 0) << i;
      EXPECT_TRUE(out.point_x[i] == 4 * x && out.point_y[i] == 5 * x && out.point_z[i] == 0) << i;
      EXPECT_TRUE(out.lower_bound[i] == -6 * x && out.status[i] == 7 + i) << i;
    }
  }
}

}  // namespace
}  // namespace dem
