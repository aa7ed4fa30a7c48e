// Bodies of several convex parts: against bodies of one, closed forms, and the mesh's own report.
#include "examples/dem/grains.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "examples/dem/cpu_machine.h"
#include "tests/dem/grain_folder.h"
#include "tests/support/complaint.h"

namespace dem {
namespace {

using abut::test::complaint;
using test::GrainFolder;

TEST(MassOfMesh, AnAngleIsTheSumOfItsTwoBoxes) {
  const MassProperties p = mass_properties(abut::test::angle_mesh());
  EXPECT_NEAR(p.volume, 3, 1e-14);
  // Boxes of 2 x 1 x 1 about (1, 0.5, 0.5) and 1 x 1 x 1 about (0.5, 1.5, 0.5).
  const double x = 2.5 / 3, y = 2.5 / 3;
  EXPECT_NEAR(p.centre.x, x, 1e-14);
  EXPECT_NEAR(p.centre.y, y, 1e-14);
  EXPECT_NEAR(p.centre.z, 0.5, 1e-14);
  const auto sq = [](double v) { return v * v; };
  const double xx = 2 * (4 / 12.0 + sq(1 - x)) + 1 / 12.0 + sq(0.5 - x);
  const double yy = 2 * (1 / 12.0 + sq(0.5 - y)) + 1 / 12.0 + sq(1.5 - y);
  const double xy = 2 * (1 - x) * (0.5 - y) + (0.5 - x) * (1.5 - y), zz = 3 / 12.0;
  EXPECT_NEAR(p.moments.x + p.moments.y + p.moments.z, 2 * (xx + yy + zz), 1e-13);
  EXPECT_NEAR(p.moments.x * p.moments.y * p.moments.z, ((yy + zz) * (xx + zz) - xy * xy) * (xx + yy),
              1e-12);  // the determinant
}

TEST(Grains, HaveTheMassOfTheirMeshAndPartsThatAreWithinReach) {
  const GrainFolder grains;
  const std::vector<Grain> all = read_grains(grains_folder(), 0.05);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].parts.size(), 2u);
  EXPECT_EQ(all[1].parts.size(), 1u);
  // The box's corners are all at the distance sqrt(14) / 2, which is 1 here.
  const double k = 2 / std::sqrt(14.0);
  EXPECT_NEAR(all[1].volume, 6 * k * k * k, 1e-9);
  EXPECT_NEAR(all[1].moments.x + all[1].moments.y + all[1].moments.z, 6 * 14 / 6.0 * std::pow(k, 5), 1e-9);
  for (const Grain& g : all) {
    double farthest = 0;
    for (const auto& part : g.parts) {
      for (const Vector& v : part) farthest = std::max(farthest, abut::length(v));
    }
    EXPECT_NEAR(farthest, 1, 1e-12);
  }
}

/// A ball that hits a box beside its middle, and turns it: the box is one shape, or two halves.
std::vector<BodyState> hit(bool halves) {
  Scene scene;
  scene.settings.gravity = {0, 0, 0};
  scene.settings.step = 1e-5;
  const std::uint32_t whole = scene.shapes.add_box({0.2, 0.05, 0.05});
  const BodyConstants own = body_constants(scene.shapes, whole, 2500);
  if (halves) {
    scene.shapes = {};
    for (const double side : {-1.0, 1.0}) {
      std::vector<Vector> corners;
      for (int i = 0; i < 8; ++i) {
        corners.push_back({i & 1 ? side * 0.2 : 0, i & 2 ? 0.05 : -0.05, i & 4 ? 0.05 : -0.05});
      }
      scene.shapes.add_hull(corners);
    }
    scene.add_in_parts(2, own, {0, 0, 0});
  } else {
    scene.add(whole, {0, 0, 0});
  }
  scene.add(scene.shapes.add_sphere(0.05), {0.12, 0.01, 0.1005}, {0, 0, -1});
  CpuMachine machine(1);
  Simulation<CpuMachine> run(machine, scene, {{scene.settings.material.stiffness}});
  while (run.time() < 0.05) run.step();
  return run.states();
}

TEST(BodyOfParts, MovesAsTheBodyOfOneShape) {
  const std::vector<BodyState> one = hit(false), two = hit(true);
  ASSERT_EQ(one.size(), two.size());
  EXPECT_GT(abut::length(one[0].momentum), 1e-3);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_LT(abut::length(one[i].position - two[i].position), 1e-9);
    EXPECT_LT(abut::length(one[i].velocity - two[i].velocity), 1e-7);
    EXPECT_LT(abut::length(one[i].momentum - two[i].momentum), 1e-8);
  }
}

TEST(Grains, FallAndRestartToTheSameBits) {
  const GrainFolder grains;
  Settings s;
  s.preset = Settings::grains;
  s.bodies = 30;
  s.seconds = 0.5;
  const Scene scene = make_scene(s);
  EXPECT_GT(scene.parts(), scene.size());
  CpuMachine machine(2), other(1);
  const DepthLaw law{{s.material.stiffness}};
  Simulation run(machine, scene, law);
  while (run.time() < 0.4) run.step();
  const std::string path = grains.folder / "restart.dem";
  write_restart(path, scene.settings, run.snapshot());
  while (run.time() < 0.5) run.step();
  EXPECT_GT(run.totals().contacts, 5u);
  EXPECT_EQ(run.totals().failures, 0u);
  const Energies e = run.energies();
  EXPECT_GT(e.damping, 0);
  EXPECT_LT(std::abs(e.balance()), 2e-2 * (e.damping + e.friction));

  const Restart from = read_restart(path);
  const Scene again = make_scene(from.settings);
  Simulation rest(other, again, law, from.snapshot);
  while (rest.time() < 0.5) rest.step();
  EXPECT_EQ(std::memcmp(rest.states().data(), run.states().data(), scene.size() * sizeof(BodyState)), 0);

  // Another mesh in the folder: not what the run began with.
  abut::write_obj({abut::test::box_mesh({0, 0, 0}, {1, 2, 2.9})}, grains.folder / "box.obj");
  EXPECT_EQ(complaint([&] { make_scene(from.settings); }),
            grains_folder() + ": has other grains than those that the run began with");
}

TEST(Grains, SayWhatWasMended) {
  const GrainFolder grains;
  abut::Mesh mesh = abut::test::box_mesh({0, 0, 0}, {1, 2, 3});
  std::swap(mesh.triangles[5][0], mesh.triangles[5][1]);
  abut::write_obj({mesh}, grains.folder / "box.OBJ");
  Settings s;
  s.preset = Settings::grains;
  s.bodies = 3;
  EXPECT_EQ(make_scene(s).notes, std::vector<std::string>{(grains.folder / "box.OBJ") +
                                                          ": repaired: turned 1 triangle to run as its neighbours do"});
  for (const double concavity : {0.0, 0.0004, 1.5, std::nan("")}) {
    s.concavity = concavity;
    EXPECT_NE(complaint([&] { make_scene(s); }).find("concavity"), std::string::npos) << concavity;
  }
}

TEST(Grains, AreRefusedWithOneLine) {
  const abut::test::TemporaryFolder empty;
  EXPECT_EQ(complaint([&] { read_grains(empty / "", 0.05); }),
            (empty / "") + ": has no meshes (.ply, .obj, .stl, .off)");
  EXPECT_THROW(read_grains(empty / "none", 0.05), abut::FileError);
  abut::Mesh open = abut::test::box_mesh({0, 0, 0}, {1, 1, 1});
  open.triangles.resize(6);
  abut::write_obj({open}, empty / "open.obj");
  EXPECT_NE(complaint([&] { read_grains(empty / "", 0.05); }).find("open.obj: "), std::string::npos);
}

}  // namespace
}  // namespace dem
