// Deformable grains that press each other, and the packing of a few.
#include "examples/fem/packing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "abut/core/error.h"
#include "abut/core/pose.h"
#include "examples/fem/grain_mesh.h"
#include "examples/fem/options.h"

namespace fem::testing {
namespace {

/// One above the other between two rigid plates that come nearer from both sides. Nothing is held.
Problem pressed_grains() {
  Problem out;
  const Material material{7.6e4, 0.3, 2650};
  out.penalty.facets = 1.2e10, out.penalty.depth = 6e-5;
  double top = 0;
  for (const char* name : {"A", "D"}) {
    const abut::Mesh solid =
        abut::weld(abut::read_mesh(std::string(ABUT_EXAMPLE_DATA "/grains/") + name + "-anm-00001.ply"));
    Body grain;
    grain.name = name, grain.material = material, grain.mesh = grain_mesh(solid, 1, 1, 2.5e-4).mesh;
    double low = 0, high = 0;
    for (const Vector& p : grain.mesh.nodes) low = std::min(low, p.z), high = std::max(high, p.z);
    grain.mesh = moved(grain.mesh, [&](Vector p) { return p + Vector{0, 0, top - low + 1e-6}; });
    top += high - low + 1e-6;
    out.bodies.push_back(grain);
  }
  for (const bool upper : {false, true}) {
    Body plate;
    plate.name = upper ? "upper plate" : "lower plate", plate.material = material, plate.rigid = true;
    const double z = upper ? top + 1e-6 : -2e-4;
    plate.mesh = brick({-4e-4, -4e-4, z}, {4e-4, 4e-4, z + 2e-4}, {1, 1, 1});
    plate.velocities.assign(plate.mesh.nodes.size(), Vector{0, 0, upper ? -0.05 : 0.05});
    out.bodies.push_back(plate);
  }
  return out;
}

struct Pressed {
  double energy_error = 0, momentum_error = 0, kinetic = 0, most_elastic = 0;
  Vector turned_back{0, 0, 0};  ///< velocity of the upper plate at the end
};

Pressed press(double part) {
  const Problem problem = pressed_grains();
  const System system(problem);
  Settings settings;
  settings.part = part, settings.seconds = 8e-3;
  Pressed out;
  Vector first{0, 0, 0};
  const Measures m = run(problem, system, settings, [&](const Stepper& s) {
    const Energies e = s.energies();
    if (s.steps() == 0) out.kinetic = e.kinetic, first = system.momentum(s.state());
    out.most_elastic = std::max(out.most_elastic, e.elastic);
    out.momentum_error = std::max(out.momentum_error, abut::length(system.momentum(s.state()) - first));
    out.turned_back = s.state().velocities[system.first_node(3)];
  });
  EXPECT_EQ(m.inverted, 0u);
  out.energy_error = m.energy_error;
  return out;
}

TEST(Grains, TwoThatArePressedBetweenPlatesKeepMomentumAndEnergy) {
  const Pressed coarse = press(0.8), fine = press(0.2);
  EXPECT_GT(fine.most_elastic, 0.3 * fine.kinetic);
  EXPECT_GT(fine.turned_back.z, 0);
  EXPECT_LT(coarse.energy_error, 1e-3 * coarse.kinetic);
  EXPECT_LT(fine.energy_error, 1e-4 * fine.kinetic);
  const double plate = 2650 * 64e-8 * 2e-4 * 0.05;
  EXPECT_LT(coarse.momentum_error, 1e-11 * plate);
  EXPECT_LT(fine.momentum_error, 1e-11 * plate);
}

PackingSettings twelve() {
  PackingSettings s = packing_settings();
  s.grains = 12, s.level = 0, s.layers = 0, s.material.young = 3e3;
  s.penalty = packing_penalty(s), s.seconds = packing_seconds(s);
  return s;
}

double volume(const SolidMesh& mesh) {
  double out = 0;
  for (const auto& t : mesh.tetrahedra) {
    const Vector a = mesh.nodes[t[0]];
    out += abut::dot(abut::cross(mesh.nodes[t[1]] - a, mesh.nodes[t[2]] - a), mesh.nodes[t[3]] - a) / 6;
  }
  return out;
}

// What the floor bears in the end is all that there is of weight; nothing has gone through box or lid.
TEST(Packing, AFewGrainsComeToRestAndTheFloorBearsTheirWeightAndTheLids) {
  PackingSettings settings = twelve();
  settings.seconds *= 1.25;  // the damping takes what moves by another factor of 10
  const PackingScene scene = packing_scene(settings);
  const System system(scene.problem);
  const std::uint32_t box = system.first_node(12), lid = system.first_node(13), all = system.first_node(14);
  double weight = 0, borne = 0, kinetic = 0, largest = 0, lowest = 1, highest = 0, height = 0;
  for (std::uint32_t k = 0; k < all; ++k) {
    if (k < box || k >= lid) weight += settings.gravity * system.masses()[k];
  }
  std::uint64_t samples = 0;
  const Measures m = run(scene.problem, system, settings, [&](const Stepper& s) {
    kinetic = s.energies().kinetic, largest = std::max(largest, kinetic);
    if (s.time() < 0.9 * settings.seconds) return;
    ++samples;
    for (std::uint32_t k = box; k < lid; ++k) borne -= s.forces().contact[k].z;
    height = s.state().positions[lid].z;
    for (std::uint32_t k = 0; k < box; ++k) {
      const Vector& p = s.state().positions[k];
      lowest = std::min(lowest, p.z), highest = std::max(highest, p.z - height);
      ASSERT_LT(std::max(std::abs(p.x), std::abs(p.y)), 0.5 * scene.width + 2.5e-5);
    }
  });
  EXPECT_NEAR(borne / static_cast<double>(samples) / weight, 1, 0.02);
  EXPECT_LT(kinetic, 1e-3 * largest);
  EXPECT_GT(lowest, -2.5e-5);
  EXPECT_LT(highest, 2.5e-5);
  EXPECT_EQ(m.inverted, 0u);
  EXPECT_LT(height, 0.8 * scene.problem.bodies[13].mesh.nodes[0].z);
}

TEST(Packing, VoidRatioAndContactsAreThoseOfTheirDefinitions) {
  PackingSettings settings = twelve();
  settings.seconds *= 0.5;
  const Packing p = pack(settings);
  const PackingScene& scene = p.scene;
  double solid = 0, in_the_end = 0;
  std::size_t node = 0;  // the first one of a grain
  for (std::size_t g = 0; g < 12; ++g) {
    const SolidMesh& mesh = scene.problem.bodies[g].mesh;
    const auto nodes = p.end.positions.begin() + static_cast<std::ptrdiff_t>(node);
    node += mesh.nodes.size();
    solid += volume(mesh);
    in_the_end += volume({{nodes, nodes + static_cast<std::ptrdiff_t>(mesh.nodes.size())}, mesh.tetrahedra, {}});
  }
  const PackingSample &first = p.samples.front(), &last = p.samples.back();
  EXPECT_NEAR(first.void_ratio, scene.width * scene.width * first.lid / solid - 1, 1e-9);
  EXPECT_NEAR(last.void_ratio, scene.width * scene.width * last.lid / in_the_end - 1, 1e-9);
  EXPECT_NEAR(p.squeezed, 1 - in_the_end / solid, 1e-12);
  EXPECT_GT(std::abs(p.squeezed), 1e-6);
  double outside = 0;
  for (std::size_t k = 0; k < node; ++k) {
    const Vector& at = p.end.positions[k];
    for (const double x : {at.x, at.y}) outside = std::max(outside, std::abs(x) - 0.5 * scene.width);
    outside = std::max({outside, -at.z, at.z - last.lid});
  }
  EXPECT_GT(outside, 0);
  EXPECT_DOUBLE_EQ(p.outside, outside);
  EXPECT_LT(last.void_ratio, first.void_ratio);
  // Each grain's own contacts, from the facets that press each other in the end.
  std::vector<NearFacets> pressed;
  const System system(scene.problem);
  run(scene.problem, system, settings, [&](const Stepper& s) { pressed = s.forces().pressed; });
  std::size_t among = 0, with_box = 0;
  for (std::uint32_t g = 0; g < 12; ++g) {
    std::set<std::uint32_t> others;
    for (const NearFacets& f : pressed) {
      const std::uint32_t a = system.facets().body[f.a], b = system.facets().body[f.b];
      if (a == g) others.insert(b);
      if (b == g) others.insert(a);
    }
    with_box += others.size(), others.erase(12), others.erase(13);
    among += others.size();
  }
  EXPECT_GT(among, 0u);
  EXPECT_DOUBLE_EQ(p.among, static_cast<double>(among) / 12);
  EXPECT_DOUBLE_EQ(p.with_box, static_cast<double>(with_box) / 12);
  EXPECT_LT(p.with_box, 12);
  EXPECT_EQ(p.measures.inverted, 0u);
  const double released = first.energies.potential - last.energies.potential;
  EXPECT_GT(last.energies.damped, 0.5 * released);
  EXPECT_LT(p.measures.energy_error, 0.01 * released);
  EXPECT_GT(p.stress, 0);
  EXPECT_EQ(first.time, 0);
  EXPECT_NEAR(last.time, settings.seconds, 1e-12);
  EXPECT_NEAR(static_cast<double>(p.samples.size()), 501, 1);
}

// F = Q diag(stretches), and all other grains are at rest.
TEST(Packing, TheStrainOfAGrainIsTheLogarithmOfItsStretch) {
  const PackingScene scene = packing_scene(twelve());
  const System system(scene.problem);
  const abut::Mat3<double> turn = abut::rotation_from_quaternion(0.5, 0.5, 0.1, 0.7);
  for (const Vector& s : {Vector{0.8, 1.1, 1 / (0.8 * 1.1)}, Vector{1.02, 1.01, 0.995}, Vector{0.98, 0.99, 1.005}}) {
    State at = system.start();
    for (std::uint32_t k = system.first_node(4); k < system.first_node(5); ++k) {
      Vector& p = at.positions[k];
      p = abut::rotate(turn, Vector{s.x * p.x, s.y * p.y, s.z * p.z});
    }
    Packing out;
    look_at_stress(system, twelve().material, 12, at, out);
    const double strain = std::max({std::abs(std::log(s.x)), std::abs(std::log(s.y)), std::abs(std::log(s.z))});
    EXPECT_NEAR(out.strain, strain, (std::abs(s.x * s.y * s.z - 1) + 1e-10) * 1.05 * strain);
  }
}

TEST(Packing, AllSearchesGoTheSameWayToTheBit) {
  PackingSettings settings = twelve();
  settings.seconds = 0.012;
  settings.search = SearchKind::facets;
  const Packing facets = pack(settings);
  settings.search = SearchKind::every;
  const Packing every = pack(settings);
  EXPECT_EQ(facets.bits, every.bits);
  EXPECT_GT(facets.measures.most_touching, 3u);
  EXPECT_EQ(facets.measures.most_touching, every.measures.most_touching);
  EXPECT_EQ(facets.with_box, every.with_box);
  EXPECT_LT(facets.measures.search.pairs, every.measures.search.pairs);
  settings.search = SearchKind::intrinsic;
  EXPECT_EQ(pack(settings).bits, facets.bits);
  settings.search = SearchKind::kept;
  const Packing kept = pack(settings);
  EXPECT_EQ(kept.bits, facets.bits);
  EXPECT_LT(2 * kept.measures.search.searches, facets.measures.search.searches);
}

TEST(Packing, TheProgramDrawsItAndNamesWhatIsNotAllowed) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "packing";
  std::filesystem::remove_all(folder);
  Options o;
  o.benchmark = "packing", o.folder = folder.string();
  o.grains = 4, o.level = 0, o.layers = 0, o.young = 3e3, o.seconds = 0.012;
  EXPECT_TRUE(run_benchmark(o));
  for (const char* file : {"packing.svg", "packing_section.svg", "packing.csv"}) {
    EXPECT_GT(std::filesystem::file_size(folder / file), 1000u) << file;
  }
  std::ostringstream chart;
  chart << std::ifstream(folder / "packing.svg").rdbuf();
  EXPECT_EQ(chart.str().find(">1e-2"), std::string::npos) << "energies that cannot be seen";
  const auto told = [](const Options& options) -> std::string {
    try {
      run_benchmark(options);
    } catch (const abut::InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  o.folder.clear(), o.grains = 0;
  EXPECT_EQ(told(o), "grains is 0, allowed is 1 to 100000");
  o.seconds = {}, o.grains = 2000000000;
  EXPECT_EQ(told(o), "grains is 2e+09, allowed is 1 to 100000");
  o.grains = 4, o.level = 5;
  EXPECT_EQ(told(o), "level is 5, allowed is 0 to 4");
  o.level = 0, o.layers = -1;
  EXPECT_EQ(told(o), "layers is -1, allowed is 0 to 8");
  o.layers = 0, o.young = 0;
  EXPECT_EQ(told(o), "Young's modulus is 0, allowed is a finite number above 0 Pa");
  o.young = 3e3, o.seconds = 0.012, o.part = 0;
  EXPECT_EQ(told(o), "part of the stable step is 0, allowed is above 0 and below 1");
  o.part = {}, o.seconds = std::nan("");
  EXPECT_EQ(told(o), "seconds is nan, allowed is a finite number above 0");
}

}  // namespace
}  // namespace fem::testing
