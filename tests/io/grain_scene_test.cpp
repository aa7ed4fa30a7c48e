#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "abut/core/error.h"
#include "abut/io.h"
#include "tests/io/scene_files.h"

namespace abut {
namespace {

using test::content;
using test::TemporaryFolder;

/// A folder with two grains; the options point to it.
struct Grains {
  Grains() {
    folder.write("a.off", test::tetrahedron_off);
    folder.write("b.OFF", test::tetrahedron_off);
    folder.write("notes.txt", "no grain");
    options.grains = folder.path();
    options.count = 2000;
  }
  TemporaryFolder folder;
  GrainSceneOptions options;
};

TEST(GrainScene, TheSameOptionsGiveTheSameBytesAndAnotherSeedDoesNot) {
  Grains grains;
  write_grain_scene(grains.options, grains.folder / "1.json");
  write_grain_scene(grains.options, grains.folder / "2.json");
  grains.options.seed = 2;
  write_grain_scene(grains.options, grains.folder / "3.json");
  EXPECT_EQ(content(grains.folder / "1.json"), content(grains.folder / "2.json"));
  EXPECT_NE(content(grains.folder / "1.json"), content(grains.folder / "3.json"));
}

TEST(GrainScene, TheGrainsFillTheFractionOfTheBoxWithTheGivenRadii) {
  Grains grains;
  grains.options.fraction = 0.25;
  write_grain_scene(grains.options, grains.folder / "scene.json");
  const Scene scene = read_scene(grains.folder / "scene.json");
  ASSERT_EQ(scene.bodies.size(), 2000u);
  ASSERT_EQ(scene.shapes.size(), 6u);

  const PartsView parts = scene.bodies.parts();
  double volume = 0;
  Vec3<double> least{1e9, 1e9, 1e9}, most{-1e9, -1e9, -1e9};
  std::map<int, int> radii;  // in thousandths
  for (std::uint32_t i = 0; i < parts.count; ++i) {
    const std::uint32_t shape = parts.shape[i];
    const double grain = scene.hulls_of_meshes[shape].mesh_volume;
    volume += grain;
    ++radii[static_cast<int>(std::lround(1000 * std::cbrt(grain * 3 / (4 * 3.14159265358979323846))))];
    // The tetrahedron's centroid is at a quarter of its legs, which are twice the half extent.
    const double quarter = scene.shapes.header(shape).half_extent[0] / 2;
    const Pose pose = scene.bodies.part_pose(i);
    const Vec3<double> centre = pose.position + rotate(pose.rotation, Vec3<double>{quarter, quarter, quarter});
    least = {min(least.x, centre.x), min(least.y, centre.y), min(least.z, centre.z)};
    most = {max(most.x, centre.x), max(most.y, centre.y), max(most.z, centre.z)};
  }
  EXPECT_NEAR(radii[355], 140, 50);
  EXPECT_NEAR(radii[250], 1520, 100);
  EXPECT_NEAR(radii[175], 340, 80);
  const double side = std::cbrt(volume / 0.25);
  for (double low : {least.x, least.y, least.z}) EXPECT_TRUE(low >= -1e-12 && low < 0.01 * side) << low;
  for (double high : {most.x, most.y, most.z}) EXPECT_TRUE(high <= side * (1 + 1e-12) && high > 0.99 * side) << high;
}

TEST(GrainScene, OrientationsAreUnitQuaternionsWithoutAFavourite) {
  Grains grains;
  write_grain_scene(grains.options, grains.folder / "scene.json");
  const Scene scene = read_scene(grains.folder / "scene.json");
  double sum[9] = {};
  for (std::uint32_t i = 0; i < scene.bodies.size(); ++i) {
    for (int k = 0; k < 9; ++k) sum[k] += scene.bodies.pose(i).rotation.m[k] / scene.bodies.size();
  }
  // Each entry of a uniform rotation has mean 0 and variance 1/3: 5 standard errors of the mean.
  for (double mean : sum) EXPECT_NEAR(mean, 0, 5 * std::sqrt(1.0 / 3 / scene.bodies.size()));
}

/// A mesh that is no solid as it is but can be mended is one, as hull and in parts.
TEST(GrainScene, GrainsAreMended) {
  Grains grains;
  grains.options.count = 5;
  grains.folder.write("c.off", "OFF\n4 4 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 3 2\n");
  const std::string out = grains.folder / "scene.json";
  for (const double concavity : {0.0, 0.05}) {
    grains.options.concavity = concavity;
    write_grain_scene(grains.options, out);
    const Scene scene = read_scene(out);
    EXPECT_EQ(scene.shapes.size(), 9u);
    std::size_t mended = 0;
    for (const Scene::HullOfMesh& mesh : scene.hulls_of_meshes) {
      const bool is_c = mesh.path.find("c.off") != std::string::npos;
      EXPECT_EQ(mesh.repairs.size(), is_c ? 1u : 0u);
      mended += mesh.repairs.size();
    }
    EXPECT_EQ(mended, 3u);
    // The mended one is the others' tetrahedron.
    EXPECT_NEAR(scene.hulls_of_meshes[0].mesh_volume, scene.hulls_of_meshes[6].mesh_volume, 1e-15);
  }
}

TEST(GrainScene, BadOptionsAndGrainsLeaveNoFile) {
  Grains grains;
  const std::string out = grains.folder / "scene.json";
  const auto expect_refused = [&](const GrainSceneOptions& options) {
    EXPECT_ANY_THROW(write_grain_scene(options, out));
    for (const std::string& name : grains.folder.names()) EXPECT_EQ(name.find("scene"), std::string::npos) << name;
  };
  GrainSceneOptions options = grains.options;
  options.count = 0;
  expect_refused(options);
  for (double fraction : {0.0, -0.5, std::numeric_limits<double>::quiet_NaN()}) {
    options = grains.options;
    options.fraction = fraction;
    expect_refused(options);
  }
  for (double concavity : {-0.1, 0.0004, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    options = grains.options;
    options.concavity = concavity;
    expect_refused(options);
  }
  options = grains.options;
  options.grains = grains.folder / "nowhere";
  expect_refused(options);
  grains.folder.write("open.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
  expect_refused(grains.options);
}

}  // namespace
}  // namespace abut
