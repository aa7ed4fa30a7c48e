// Scenes in and results out: what is read is what was written, and what goes wrong is said in one line.
#include "abut/io.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::TemporaryFolder;

/// A tetrahedron with its corner at a place.
Mesh tetrahedron(Vec3<double> at) {
  return {{at, at + Vec3<double>{1, 0, 0}, at + Vec3<double>{0, 1, 0}, at + Vec3<double>{0, 0, 1}},
          {{{0, 2, 1}}, {{0, 1, 3}}, {{1, 2, 3}}, {{0, 3, 2}}}};
}

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream out;
  out << std::ifstream(path).rdbuf();
  return out.str();
}

TEST(Io, MeshesAreWrittenWithAllDigits) {
  const TemporaryFolder folder;
  const std::string path = folder.write("two.obj", "");
  const Mesh a = tetrahedron({1.0 / 3, 0, 0}), b = tetrahedron({0, 1e-17, 2.0 / 7});
  write_obj({a, b}, path);
  const Mesh both = read_mesh(path);
  ASSERT_EQ(both.vertices.size(), 8u);
  ASSERT_EQ(both.triangles.size(), 8u);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(both.vertices[k].x, a.vertices[k].x);
    EXPECT_EQ(both.vertices[4 + k].y, b.vertices[k].y);
    EXPECT_EQ(both.vertices[4 + k].z, b.vertices[k].z);
    EXPECT_EQ(both.triangles[k], a.triangles[k]);
    for (int i = 0; i < 3; ++i) EXPECT_EQ(both.triangles[4 + k][i], b.triangles[k][i] + 4);
  }
}

TEST(Io, PartsOfABodyAreASceneOfThem) {
  const TemporaryFolder folder;
  const std::string out = std::filesystem::path(folder.write("x", "")).parent_path() / "parts";
  const Mesh body = tetrahedron({0, 0, 0});
  const std::vector<std::string> files =
      write_parts("stone", body, {tetrahedron({0, 0, 0}), tetrahedron({2, 0, 0})}, out);
  for (const std::string& file : files) EXPECT_TRUE(std::filesystem::is_regular_file(file)) << file;
  const Scene scene = read_scene(out + "/scene.json");
  EXPECT_EQ(scene.shapes.size(), 2u);
  EXPECT_EQ(scene.bodies.size(), 1u);
  EXPECT_EQ(scene.bodies.parts().count, 2u);
  // Fewer parts than before: none of the old ones is left.
  write_parts("stone", body, {tetrahedron({0, 0, 0})}, out);
  EXPECT_FALSE(std::filesystem::exists(out + "/part_001.obj"));
  EXPECT_TRUE(std::filesystem::exists(out + "/part_000.obj"));
}

TEST(Io, ResultsOfASceneAreFilesWithARowAContact) {
  const TemporaryFolder folder;
  const std::string path =
      folder.write("scene.json",
                   R"({"version": 1, "length_unit": "m", "shapes": [{"name": "ball", "sphere": {"radius": 1}}],
          "bodies": [{"shape": "ball", "position": [0, 0, 0]}, {"shape": "ball", "position": [1.5, 0, 0]}]})");
  const Scene scene = read_scene(path);
  ASSERT_EQ(scene.bodies.size(), 2u);
  EXPECT_EQ(scene.precision, "f64");
  EXPECT_EQ(scene.length_unit, "m");
  EXPECT_FALSE(scene.pairs.has_value());
  const Detection<double> found = detect<double>(Cpu{1}, scene.shapes, scene.bodies);
  const std::string out = std::filesystem::path(path).parent_path() / "results";
  write_results(scene, found, "{}", out);
  for (const char* name : {"contacts.csv", "contacts.vtp", "bodies.vtp", "shapes.vtp", "view.py", "summary.json"}) {
    EXPECT_TRUE(std::filesystem::is_regular_file(out + "/" + name)) << name;
  }
  EXPECT_FALSE(std::filesystem::exists(out + "/surfaces.vtp"));
  const std::string rows = text_of(out + "/contacts.csv");
  EXPECT_NE(rows.find("-0.5"), std::string::npos) << rows;
}

TEST(Io, GrainScenesOfTheSameOptionsAreTheSameBytes) {
  const TemporaryFolder folder;
  const std::string base = std::filesystem::path(folder.write("grain.obj", "")).parent_path();
  std::filesystem::create_directory(base + "/grains");
  write_obj({tetrahedron({0, 0, 0})}, base + "/grains/one.obj");
  GrainSceneOptions options;
  options.count = 20;
  options.grains = base + "/grains";
  write_grain_scene(options, base + "/a.json");
  write_grain_scene(options, base + "/b.json");
  EXPECT_EQ(text_of(base + "/a.json"), text_of(base + "/b.json"));
  options.seed = 2;
  write_grain_scene(options, base + "/c.json");
  EXPECT_NE(text_of(base + "/a.json"), text_of(base + "/c.json"));
  EXPECT_EQ(read_scene(base + "/a.json").bodies.size(), 20u);
}

TEST(Io, WhatCannotBeReadOrWrittenIsNamed) {
  EXPECT_THROW(read_scene("/no such folder/scene.json"), FileError);
  EXPECT_THROW(write_obj({tetrahedron({0, 0, 0})}, "/no such folder/x.obj"), FileError);
  const TemporaryFolder folder;
  const std::string bad = folder.write("bad.json", "{\"shapes\": 7}");
  const std::string said = test::complaint([&] { read_scene(bad); });
  EXPECT_NE(said.find("bad.json"), std::string::npos) << said;
  EXPECT_EQ(said.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace abut
