// Grains that meet by their NURBS surfaces: what a collision keeps, and what a heap at rest weighs (docs/explanation/
// dem.md, "By surfaces").
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "abut/core/error.h"
#include "abut/surface/surface_file.h"
#include "abut/surface/surface_mass.h"
#include "examples/dem/grains.h"
#include "examples/dem/mass.h"
#include "examples/dem/nurbs_grains.h"
#include "examples/dem/planar_nurbs.h"
#include "examples/dem/planar_scene.h"
#include "examples/dem/surface_machine.h"
#include "tests/dem/at_rest.h"
#include "tests/dem/impacts.h"
#include "tests/dem/means.h"
#include "tests/io/scene_files.h"
#include "tests/surface/known_surfaces.h"

namespace dem {
namespace {

using test::Impacts;
using test::mean;
using test::median;
using SurfaceRun = Simulation<SurfaceMachine>;

Settings elastic() {
  Settings s;
  s.preset = Settings::nurbs, s.contacts = Settings::surfaces;
  s.gravity = {0, 0, 0};
  s.material.restitution = 1, s.material.friction = 0;
  return s;
}

Impacts impacts(const std::vector<NurbsGrain>& grains, std::uint32_t pairs, double step) {
  Scene scene;
  scene.settings = elastic();
  scene.settings.step = step;
  test::throw_pairs(scene, pairs, [&](std::uint32_t i, double radius, Vector at) {
    const NurbsGrain& grain = grains[i % grains.size()];
    SurfaceKind kind{transformed(grain.surface, {{radius, 0, 0, 0, radius, 0, 0, 0, radius}}, {0, 0, 0}), radius, {}};
    kind.knots = knot_positions(kind.surface, {.distance = 0.25 * radius, .angle = 0});
    scene.kinds.push_back(kind);
    scene.kind_of.push_back(i);
    scene.shapes.add_hull(scene.kinds.back().surface.points);
    return scene.add_in_parts(1, solid_constants(grain.volume, grain.moments, 2500, radius, radius), at);
  });
  Impacts out = test::impacts_of<SurfaceMachine>(scene);
  out.deepest /= largest_radius;
  return out;
}

// The gap of a knot is a smooth function of both poses, and its force that function's gradient.
TEST(SurfaceCollision, KeepsEnergyToTheIntegratorsOrder) {
  const std::vector<NurbsGrain> grains = interlocking_grains();
  const Impacts coarse = impacts(grains, 40, 4e-5), fine = impacts(grains, 40, 2e-5);
  for (const Impacts& x : {coarse, fine}) {
    EXPECT_GT(x.errors.size(), 30u);
    EXPECT_LT(x.momentum, 1e-13);
    EXPECT_LT(x.spin, 1e-7);
    EXPECT_EQ(x.failures, 0u);
    EXPECT_GT(x.deepest, 0.01);
    EXPECT_LT(x.deepest, 0.3);
    EXPECT_GT(x.contacts, 1u);
  }
  EXPECT_LT(median(coarse.errors), 1e-3);
  EXPECT_LT(mean(coarse.errors), 1e-2);
  EXPECT_GT(median(coarse.errors) / median(fine.errors), 3);
  EXPECT_GT(mean(coarse.errors) / mean(fine.errors), 2.5);
}

Settings few(std::uint64_t bodies, double seconds) {
  Settings s;
  s.preset = Settings::nurbs, s.contacts = Settings::surfaces;
  s.bodies = bodies, s.seconds = seconds, s.batch_interval = 0.05, s.filled = 0.05;
  s.material.restitution = 0.2, s.knots = 0.3;
  return s;
}

TEST(SurfaceGrains, AtRestTheFloorBearsTheirWeight) {
  const Settings s = few(12, 1.5);
  const Scene scene = make_scene(s);
  SurfaceMachine machine(1);
  SurfaceRun run(machine, scene, {s.material.stiffness});
  while (run.time() < 1.3) run.step();
  test::expect_walls_bear_all(scene, machine, run, 1.5, 1e-2);
  EXPECT_GT(run.totals().contacts, 12u);
  EXPECT_LT(run.totals().deepest, 0.05 * smallest_radius);
  const Energies e = run.energies();
  EXPECT_LT(e.translation + e.rotation, 1e-3 * e.inserted);
}

TEST(SurfaceGrains, ARestartedRunIsTheSameToTheBit) {
  const Settings s = few(8, 0.4);
  const Scene scene = make_scene(s);
  SurfaceMachine machine(1), other(2);
  SurfaceRun run(machine, scene, {s.material.stiffness});
  while (run.time() < 0.25 || (run.totals().contacts == 0 && run.time() < 0.35)) run.step();
  SurfaceRun again(other, scene, {s.material.stiffness}, run.snapshot());
  EXPECT_GT(run.totals().contacts, 0u);
  while (run.time() < 0.4) run.step(), again.step();
  const std::vector<BodyState> x = run.states(), y = again.states();
  for (std::uint32_t i = scene.walls; i < scene.size(); ++i) {
    EXPECT_EQ(x[i].position.x, y[i].position.x) << i;
    EXPECT_EQ(x[i].momentum.y, y[i].momentum.y) << i;
    EXPECT_EQ(x[i].torque.z, y[i].torque.z) << i;
  }
}

TEST(SurfaceGrains, FormsHaveTheRadiiThatTheirFormulasSay) {
  const std::vector<NurbsGrain> grains = interlocking_grains();
  ASSERT_EQ(grains.size(), 3u);
  for (const NurbsGrain& g : grains) {
    double least = 2, most = 0;
    for (double u = 0; u <= 1; u += 0.02) {
      for (double v = 0; v <= 1; v += 0.02) {
        const abut::SplineDirection &du = g.surface.u, &dv = g.surface.v;
        const double r = abut::length(
            point_at(g.surface, du.begin() + u * (du.end() - du.begin()), dv.begin() + v * (dv.end() - dv.begin()))
                .point);
        least = std::min(least, r), most = std::max(most, r);
      }
    }
    // 0.4 to 1 before the control points were taken to within 1.
    EXPECT_NEAR(least / most, 0.4, 0.02) << g.name;
    EXPECT_LE(most, 1) << g.name;
    EXPECT_GT(most, 0.75) << g.name;
  }
}

TEST(SurfaceGrains, RealOnesAreFittedToTheirMeshes) {
  std::vector<std::string> notes;
  const std::vector<NurbsGrain> fitted = fitted_grains(grains_folder(), notes);
  const std::vector<Grain> whole = read_whole_grains(grains_folder());
  ASSERT_EQ(fitted.size(), whole.size());
  for (std::size_t i = 0; i < fitted.size(); ++i) {
    // Both have the size 1, one by its mesh's vertices, the other one by its control points.
    const double shape = fitted[i].moments.x / std::pow(fitted[i].volume, 5.0 / 3);
    EXPECT_NEAR(shape, whole[i].moments.x / std::pow(whole[i].volume, 5.0 / 3), 0.05 * shape) << fitted[i].name;
  }
  EXPECT_GE(notes.size(), fitted.size());
}

TEST(SurfaceGrains, AFolderOfSurfacesIsTakenInstead) {
  const abut::test::TemporaryFolder folder;
  const auto scene_of = [&](std::uint64_t begun_with) {
    Settings s = elastic();
    s.bodies = 3, s.grain_data = begun_with;
    return make_nurbs(s);
  };
  const std::uint64_t own = scene_of(0).settings.grain_data;
  setenv("ABUT_SURFACES", (folder / "").c_str(), 1);
  EXPECT_THROW(scene_of(0), abut::InvalidInput) << "there is none";
  write_surface(folder / "b.json", abut::test::torus(3, 1));
  write_surface(folder / "a.json", abut::box_surface({1, 2, 3}));
  const std::vector<NurbsGrain> grains = read_surfaces(folder / "");
  ASSERT_EQ(grains.size(), 2u);
  EXPECT_EQ(grains[0].name, folder / "a.json");
  const double size = std::sqrt(14.0);  // of the box's control points
  EXPECT_NEAR(grains[0].volume, 48 / (size * size * size), 1e-12);
  const Scene scene = scene_of(0);
  EXPECT_EQ(scene.kinds.size(), 8u) << "in four sizes each";
  EXPECT_THROW(scene_of(own), abut::InvalidInput) << "others than the run began with";
  unsetenv("ABUT_SURFACES");
}

TEST(PlanarNurbs, PrismsHaveTheAreaAndTheKnotsOfTheirCurves) {
  const abut::NurbsCurve curve = lobed_curve(4, 0.04);
  const abut::NurbsSurface surface = prism(curve);
  // Green's theorem over fine chords.
  double area = 0, length = 0, moment = 0;
  constexpr int steps = 200000;
  const double begin = curve.u.begin(), way = curve.u.end() - begin;
  for (int k = 0; k < steps; ++k) {
    const Vector a = point_at(curve, begin + way * k / steps).point;
    const Vector b = point_at(curve, begin + way * (k + 1) / steps).point;
    const double twice = a.x * b.y - a.y * b.x;
    area += twice / 2, length += abut::length(b - a);
    moment += twice / 12 * (abut::dot(a, a) + abut::dot(a, b) + abut::dot(b, b));
  }
  const MassProperties p = mass_properties(surface);
  EXPECT_NEAR(p.volume / (2 * prism_half_height), area, 1e-7 * area);
  EXPECT_NEAR(p.inertia.m[8] / (2 * prism_half_height), moment, 1e-7 * moment);
  EXPECT_LT(abut::length(p.centre), 1e-12);
  const auto knots = curve_knots(surface, 0.01);
  EXPECT_EQ(knots.size(), static_cast<std::size_t>(std::ceil(length / 0.01)));
  for (std::size_t i = 0; i < knots.size(); ++i) {
    EXPECT_LT(abut::length(point_at(curve, knots[i].v).point - knots[i].point), 1e-15);
    EXPECT_EQ(knots[i].point.z, 0);
    // A chord, where the curve turns the most shorter than the arc by some tenth.
    const double chord = abut::length(knots[i].point - knots[(i + 1) % knots.size()].point);
    const double arc = length / static_cast<double>(knots.size());
    EXPECT_LT(chord, 1.001 * arc);
    EXPECT_GT(chord, 0.8 * arc);
    EXPECT_GT(abut::dot(knots[i].normal, knots[i].point), 0);
  }
}

TEST(PlanarNurbs, GrainsPackInTheirPlaneAndTheFloorBearsThem) {
  Settings s = few(20, 1.6);
  s.preset = Settings::planar_nurbs, s.filled = 0.2;
  set_plane_defaults(s);
  s.material.restitution = 0.2, s.step = 1e-4;
  const Scene scene = make_scene(s);
  ASSERT_TRUE(scene.planar());
  SurfaceMachine machine(1);
  SurfaceRun run(machine, scene, {s.material.stiffness});
  while (run.time() < 1.5) run.step();
  test::expect_walls_bear_all(scene, machine, run, 1.6, 2e-2);
  EXPECT_GT(run.totals().contacts, 20u);
  for (const BodyState& b : run.states()) {
    EXPECT_EQ(b.position.z, 0);
    EXPECT_EQ(b.momentum.x, 0);
    EXPECT_EQ(b.quaternion[1], 0);
  }
}

TEST(SurfaceGrains, SettingsThatDoNotFitAreRefused) {
  const auto refusal = [](Settings s) {
    try {
      make_scene(s);
    } catch (const abut::InvalidInput& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  Settings s = few(2, 0.1);
  s.contacts = Settings::parts;
  EXPECT_EQ(refusal(s), "the preset is of NURBS: contacts have to be between surfaces");
  s = few(2, 0.1), s.preset = Settings::spheres;
  EXPECT_EQ(refusal(s), "contacts are between surfaces: the preset has to be nurbs, planar-nurbs or grains");
  s = few(2, 0.1), s.material.law = NormalLaw::volume;
  EXPECT_EQ(refusal(s), "contacts are between surfaces: the law has to be depth");
  s = few(2, 0.1), s.knots = 0;
  EXPECT_EQ(refusal(s), "knots is 0: has to be 0.01 to 1");
}

}  // namespace
}  // namespace dem
