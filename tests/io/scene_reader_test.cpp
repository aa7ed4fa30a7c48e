#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <limits>

#include "abut/io.h"
#include "tests/io/scene_files.h"

namespace abut {
namespace {

using test::ball;
using test::scene_text;
using test::TemporaryFolder;

Scene read(const std::string& text) {
  const TemporaryFolder folder;
  return read_scene(folder.write("scene.json", text));
}

TEST(SceneReader, AnEmptySceneHasNoBodiesAndTheDefaults) {
  const Scene scene = read(R"({"version": 1, "shapes": [], "bodies": []})");
  EXPECT_EQ(scene.bodies.size(), 0u);
  EXPECT_EQ(scene.shapes.size(), 0u);
  EXPECT_EQ(scene.precision, "f64");
  EXPECT_EQ(scene.alert_distance, 0);
  EXPECT_FALSE(scene.pairs.has_value());
}

TEST(SceneReader, OptionsAndUnitAreKept) {
  const Scene scene = read(
      scene_text("", "", R"(, "length_unit": "furlong", "options": {"alert_distance": 0.25, "precision": "f32"})"));
  EXPECT_EQ(scene.length_unit, "furlong");
  EXPECT_EQ(scene.alert_distance, 0.25);
  EXPECT_EQ(scene.precision, "f32");
}

TEST(SceneReader, EveryKindOfShapeHasItsSizeAndRounding) {
  const Scene scene = read(scene_text(
      R"({"name": "sphere", "sphere": {"radius": 2}, "rounding": 0.5},
         {"name": "capsule", "capsule": {"radius": 1, "half_length": 3}},
         {"name": "box", "box": {"half_extents": [1, 2, 2]}, "rounding": 1},
         {"name": "triangle", "triangle": {"vertices": [[0, 0, 0], [2, 0, 0], [0, 2, 0]]}},
         {"name": "segment", "segment": {"vertices": [[0, 0, 0], [0, 0, 4]]}},
         {"name": "point", "point": {"vertex": [1, 2, 3]}},
         {"name": "hull", "hull": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.1, 0.1, 0.1]]}})",
      ""));
  ASSERT_EQ(scene.shapes.size(), 7u);
  EXPECT_EQ(scene.shape_names[3], "triangle");
  const double sizes[] = {2.5, 4, 4, std::sqrt(2.0), 2, 0, std::sqrt(0.75)};
  const double roundings[] = {2.5, 1, 1, 0, 0, 0, 0};
  const std::uint32_t counts[] = {1, 2, 8, 3, 2, 1, 4};
  for (std::uint32_t s = 0; s < 7; ++s) {
    EXPECT_NEAR(scene.shapes.header(s).size, sizes[s], 1e-12) << scene.shape_names[s];
    EXPECT_EQ(scene.shapes.header(s).rounding, roundings[s]) << scene.shape_names[s];
    EXPECT_EQ(scene.shapes.header(s).vertex_count, counts[s]) << scene.shape_names[s];
  }
}

TEST(SceneReader, AQuaternionOfAnyLengthIsARotation) {
  for (const char* quaternion : {"[1, 0, 0, 1]", "[1e-300, 0, 0, 1e-300]", "[-1e300, 0, 0, -1e300]"}) {
    const Scene scene = read(scene_text(ball, std::string(R"({"shape": "ball", "orientation": )") + quaternion + "}"));
    const double expected[9] = {0, -1, 0, 1, 0, 0, 0, 0, 1};
    for (int i = 0; i < 9; ++i) EXPECT_NEAR(scene.bodies.pose(0).rotation.m[i], expected[i], 1e-15) << quaternion;
  }
}

TEST(SceneReader, AMatrixIsUsedAsItIs) {
  const Scene scene =
      read(scene_text(ball, R"({"shape": "ball", "orientation": [[0, -1, 0], [1.0000001, 0, 0], [0, 0, 1]]})"));
  EXPECT_EQ(scene.bodies.pose(0).rotation.m[3], 1.0000001);
}

TEST(SceneReader, ABodyMayHaveSeveralPosedParts) {
  const Scene scene = read(scene_text(ball, R"({"position": [1, 0, 0], "orientation": [0, 0, 0, 1], "parts": [
      {"shape": 0}, {"shape": "ball", "position": [2, 0, 0]}]})"));
  ASSERT_EQ(scene.bodies.part_count(), 2u);
  EXPECT_NEAR(scene.bodies.part_pose(1).position.x, -1, 1e-15);
}

TEST(SceneReader, GroupsAreNumbersOrListsOfNumbers) {
  const Scene scene = read(scene_text(ball, R"({"shape": 0}, {"shape": 0, "group": 31, "meets": [0, 2]},
      {"shape": 0, "group": [], "meets": []})"));
  const PartsView parts = scene.bodies.parts();
  EXPECT_EQ(parts.groups[0], 1u);
  EXPECT_EQ(parts.meets[0], 0xffffffffu);
  EXPECT_EQ(parts.groups[1], 0x80000000u);
  EXPECT_EQ(parts.meets[1], 5u);
  EXPECT_EQ(parts.groups[2], 0u);
  EXPECT_EQ(parts.meets[2], 0u);
}

TEST(SceneReader, PairsOfBodiesBecomeSortedUniquePairsOfParts) {
  const Scene scene = read(scene_text(ball,
                                      R"({"name": "one", "shape": 0}, {"parts": [{"shape": 0}, {"shape": 0}]},
                                         {"name": "three", "shape": 0})",
                                      R"(, "pairs": [["three", 1], [1, "three"], [0, 2], ["one", "three"]])"));
  ASSERT_TRUE(scene.pairs.has_value());
  ASSERT_EQ(scene.pairs->size(), 3u);
  const Pair expected[] = {{0, 3}, {1, 3}, {2, 3}};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ((*scene.pairs)[i].a, expected[i].a);
    EXPECT_EQ((*scene.pairs)[i].b, expected[i].b);
  }
}

TEST(SceneReader, AMeshIsItsScaledHullAndTheDifferenceIsTold) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "meshes");
  folder.write("meshes/t.off", test::tetrahedron_off);
  const std::string path = folder.write("scene.json", scene_text(R"({"name": "small", "mesh": {"path": "meshes/t.off"}},
                                  {"name": "large", "mesh": {"path": "meshes/t.off", "scale": 2, "as": "hull"}})",
                                                                 ""));
  const Scene scene = read_scene(path);
  ASSERT_EQ(scene.hulls_of_meshes.size(), 2u);
  EXPECT_EQ(scene.hulls_of_meshes[1].shape, 1u);
  EXPECT_EQ(scene.hulls_of_meshes[1].path, "meshes/t.off");
  EXPECT_TRUE(scene.hulls_of_meshes[1].closed);
  EXPECT_NEAR(scene.hulls_of_meshes[0].mesh_volume, 1.0 / 6, 1e-15);
  EXPECT_NEAR(scene.hulls_of_meshes[1].mesh_volume, 8.0 / 6, 1e-14);
  EXPECT_NEAR(scene.hulls_of_meshes[1].hull_volume, 8.0 / 6, 1e-14);
  EXPECT_EQ(scene.shapes.header(1).size, 2 * scene.shapes.header(0).size);
}

/// An STL's triangles that share corners only nearly, as programs of single precision write them.
TEST(SceneReader, AHullOfAMeshWithSeamsHasTheVolumeOfTheMendedMesh) {
  const TemporaryFolder folder;
  const char* const corners[4] = {"0 0 0", "1 0 0", "0 1 0", "0 0 1"};
  const char* const moved[4] = {"1e-8 0 0", "1 1e-8 0", "0 1 1e-8", "1e-8 0 1"};
  std::string stl = "solid s\n";
  const int triangles[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  for (int t = 0; t < 4; ++t) {
    stl += "facet normal 0 0 0\nouter loop\n";
    for (const int v : triangles[t]) stl += std::string("vertex ") + (t % 2 == 0 ? corners : moved)[v] + "\n";
    stl += "endloop\nendfacet\n";
  }
  folder.write("seams.stl", stl + "endsolid s\n");
  const Scene scene =
      read_scene(folder.write("s.json", scene_text(R"({"name": "m", "mesh": {"path": "seams.stl", "scale": 2}})", "")));
  ASSERT_EQ(scene.hulls_of_meshes.size(), 1u);
  const Scene::HullOfMesh& hull = scene.hulls_of_meshes[0];
  EXPECT_TRUE(hull.closed);
  EXPECT_NEAR(hull.mesh_volume, 8.0 / 6, 1e-6);
  EXPECT_NEAR(hull.hull_volume, 8.0 / 6, 1e-6);
  ASSERT_EQ(hull.repairs.size(), 1u);
  EXPECT_NE(hull.repairs[0].find("weld"), std::string::npos) << hull.repairs[0];
}

TEST(SceneReader, AHullOfAMeshThatIsNoSolidIsTakenAllTheSame) {
  const TemporaryFolder folder;
  folder.write("cup.off", "OFF\n4 3 0\n0 0 0\n1 0 0\n0 1 0\n0 0 1\n3 0 2 1\n3 0 1 3\n3 0 3 2\n");
  folder.write("sheet.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
  const Scene scene = read_scene(folder.write("s.json", scene_text(R"({"name": "cup", "mesh": {"path": "cup.off"}},
      {"name": "sheet", "mesh": {"path": "sheet.off"}})",
                                                                   R"({"shape": "cup"}, {"shape": "sheet"})")));
  ASSERT_EQ(scene.hulls_of_meshes.size(), 2u);
  const Scene::HullOfMesh& cup = scene.hulls_of_meshes[0];
  EXPECT_FALSE(cup.closed);
  EXPECT_NEAR(cup.mesh_volume, 1.0 / 6, 1e-15);  // the hull's
  EXPECT_EQ(cup.mesh_volume, cup.hull_volume);
  ASSERT_EQ(cup.repairs.size(), 1u);
  EXPECT_EQ(cup.repairs[0].find("no solid, the hull of its vertices stands for it: it is not closed: 3 boundary"), 0u);
  EXPECT_EQ(scene.shapes.vertices(0).size(), 4u);
  EXPECT_EQ(scene.hulls_of_meshes[1].mesh_volume, 0);
  EXPECT_EQ(scene.shapes.vertices(1).size(), 3u);
}

TEST(SceneReader, TheDocumentedExampleIsAScene) {
  const Scene scene = read(test::documented_example());
  EXPECT_EQ(scene.bodies.size(), 5u);
  EXPECT_EQ(scene.body_names[4], "hammer");
}

TEST(SceneReader, TheDocumentedExampleAndAGrainSceneFollowTheSchema) {
  if (std::system("python3 -c 'import jsonschema; jsonschema.Draft202012Validator' 2>/dev/null") != 0) {
    GTEST_SKIP() << "python3 with jsonschema 4 is not installed";
  }
  const TemporaryFolder folder;
  folder.write("example.json", test::documented_example());
  folder.write("t.off", test::tetrahedron_off);
  GrainSceneOptions options;
  options.count = 10;
  options.grains = folder.path();
  write_grain_scene(options, folder / "grains.json");
  const std::string script = folder.write("check.py",
                                          "import json, jsonschema, sys\n"
                                          "v = jsonschema.Draft202012Validator(json.load(open(sys.argv[1])))\n"
                                          "for name in sys.argv[2:]: v.validate(json.load(open(name)))\n");
  const std::string command = "python3 '" + script + "' '" + ABUT_TEST_DATA +
                              "/../docs/reference/scene.schema.json' '" + folder / "example.json" + "' '" +
                              folder / "grains.json" + "'";
  EXPECT_EQ(std::system(command.c_str()), 0);
}

}  // namespace
}  // namespace abut
