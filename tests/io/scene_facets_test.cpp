// Meshes of a scene as facets: what is read of them, what is refused, and what result files have of their contacts.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/core/error.h"
#include "abut/hdf5.h"
#include "abut/io.h"
#include "host/io/other_file.h"
#include "host/io/result_files.h"
#include "tests/decompose/solids.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

/// A folder with an open sheet of two triangles, 2 by 2 about the origin, and an angle.
struct Meshes {
  TemporaryFolder folder;

  Meshes() {
    write_obj({angle_mesh()}, folder / "angle.obj");
    write_obj({{{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}}}, folder / "sheet.obj");
  }
  Scene read(const std::string& shapes, const std::string& bodies, const std::string& more = "") const {
    return read_scene(folder.write("s.json", scene_text(shapes, bodies, more)));
  }
  std::string told(const std::string& shapes, const std::string& bodies, const std::string& more = "") const {
    return complaint([&] { static_cast<void>(read(shapes, bodies, more)); });
  }
};

const char* const sheet = R"({"name": "sheet", "mesh": {"path": "sheet.obj", "as": "facets"}})";
const char* const rod = R"({"name": "rod", "cylinder": {"radius": 0.1, "half_length": 1}})";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(SceneFacets, AMeshKeepsItsTrianglesAndItsHullFindsPairs) {
  const Meshes in;
  const Scene scene = in.read(std::string(ball) + R"(,
    {"name": "angle", "mesh": {"path": "angle.obj", "as": "facets", "scale": 2, "flatness": 1e-6}, "rounding": 0.125})",
                              R"({"shape": "angle"}, {"shape": "ball"})");
  ASSERT_EQ(scene.facet_meshes.size(), 1u);
  const Scene::FacetMesh& angle = scene.facet_meshes[0];
  EXPECT_EQ(angle.shape, 1u);
  EXPECT_EQ(angle.path, "angle.obj");
  EXPECT_EQ(angle.options.flatness, 1e-6);
  EXPECT_EQ(angle.options.rounding, 0.125);
  ASSERT_EQ(angle.mesh.triangles.size(), 20u);
  EXPECT_EQ(angle.mesh.triangles, angle_mesh().triangles);
  for (std::size_t v = 0; v < 12; ++v) EXPECT_EQ(angle.mesh.vertices[v].x, 2 * angle_mesh().vertices[v].x);
  EXPECT_EQ(scene.shapes.header(1).vertex_count, 10u);  // its hull has no corner (1, 1)
  EXPECT_EQ(scene.shapes.header(1).rounding, 0.125);
  EXPECT_TRUE(scene.hulls_of_meshes.empty());
  EXPECT_EQ(scene.shape_names, (std::vector<std::string>{"ball", "angle"}));
  EXPECT_EQ(io::scene_files(in.folder / "s.json", scene),
            (std::vector<std::string>{in.folder / "s.json", in.folder / "angle.obj"}));

  FacetTrees trees = scene.facet_trees();
  EXPECT_TRUE(trees.has_mesh(1) && !trees.has_mesh(0) && !trees.has(1));
  const Pair pair{0, 1};
  trees.build(Cpu{}, scene.shapes, scene.bodies.parts(), {&pair, 1});
  EXPECT_EQ(trees.view(1).facet_count, 20u);
  EXPECT_EQ(trees.view(1).rounding, 0.125);
  EXPECT_TRUE(trees.view(1).solid);
}

TEST(SceneFacets, FlatnessIsWhatRoundingDoesUnlessGiven) {
  const Meshes in;
  EXPECT_EQ(in.read(sheet, "").facet_meshes.at(0).options.flatness, FacetMeshOptions{}.flatness);
  const auto of = [&](const std::string& flatness) {
    return in.told(R"({"name": "s", "mesh": {"path": "sheet.obj", "as": "facets", "flatness": )" + flatness + "}}", "");
  };
  EXPECT_EQ(of("0"), "");
  EXPECT_EQ(of("1e-3"), "");
  EXPECT_TRUE(has(of("0.002"), "shapes[0].mesh.flatness: 0.002 is too large, allowed is 0 to 1e-3")) << of("0.002");
  EXPECT_TRUE(has(of("-1"), "shapes[0].mesh.flatness: -1")) << of("-1");
}

TEST(SceneFacets, OptionsOfOtherWaysMeanNothing) {
  const Meshes in;
  for (const char* key : {"concavity", "wrap", "mode"}) {
    const std::string told =
        in.told(std::string(R"({"name": "s", "mesh": {"path": "sheet.obj", "as": "facets", ")") + key + "\": 1}}", "");
    EXPECT_TRUE(has(told, std::string("unknown key \"") + key + "\", allowed are")) << told;
    EXPECT_TRUE(has(told, "\"flatness\"")) << told;
  }
  EXPECT_TRUE(has(in.told(R"({"name": "s", "mesh": {"path": "angle.obj", "as": "hull", "flatness": 0}})", ""),
                  "unknown key \"flatness\""));
  EXPECT_TRUE(has(in.told(R"({"name": "s", "mesh": {"path": "angle.obj", "as": "parts", "flatness": 0}})", ""),
                  "unknown key \"flatness\""));
}

TEST(SceneFacets, SumsCannotHaveThem) {
  const Meshes in;
  const std::string told =
      in.told(std::string(sheet) + "," + ball + R"(, {"name": "s", "minkowski_sum": {"a": "ball", "b": "sheet"}})", "");
  EXPECT_TRUE(has(told, "shapes[2].minkowski_sum.b: \"sheet\" is a mesh as facets, allowed is one convex shape"))
      << told;
}

TEST(SceneFacets, AFileThatCannotBeReadIsNamed) {
  const Meshes in;
  const std::string told = in.told(R"({"name": "s", "mesh": {"path": "none.obj", "as": "facets"}})", "");
  EXPECT_EQ(told.find(in.folder / "s.json"), 0u) << told;
  EXPECT_TRUE(has(told, "shapes[0].mesh.path") && has(told, "none.obj")) << told;
}

TEST(SceneFacets, WhatHasNoFacetsMayNotMeetThem) {
  const Meshes in;
  const std::string shapes = std::string(sheet) + "," + rod + "," + ball;
  const std::string told = in.told(shapes, R"({"shape": "ball"}, {"shape": "rod"}, {"shape": "sheet"})");
  EXPECT_EQ(told, in.folder / "s.json" +
                      ": bodies 2 and 1 may meet, but shape \"sheet\" is a mesh as facets and shape \"rod\" is a "
                      "cylinder, which has none; allowed with it are points, segments, spheres, capsules, triangles, "
                      "boxes, hulls, meshes, and groups that do not meet");
  for (const char* other : {R"("ellipsoid": {"semi_axes": [1, 2, 3]})", R"("cone": {"radius": 1, "half_length": 1})",
                            R"("minkowski_sum": {"a": "ball", "b": "ball"})"}) {
    EXPECT_TRUE(has(in.told(shapes + R"(, {"name": "o", )" + other + "}", R"({"shape": "sheet"}, {"shape": "o"})"),
                    "shape \"o\" is a"))
        << other;
  }
  // One of several bodies of these groups is enough; parts of one body do not meet.
  const std::string both = R"({"parts": [{"shape": "sheet"}, {"shape": "rod"}]})";
  EXPECT_EQ(in.told(shapes, both), "");
  EXPECT_TRUE(has(in.told(shapes, both + "," + both), "bodies 0 and 1 may meet"));
  EXPECT_TRUE(has(in.told(shapes, both + R"(, {"shape": "rod"})"), "bodies 0 and 1 may meet"));
  EXPECT_TRUE(has(in.told(shapes, both + R"(, {"shape": "sheet"})"), "bodies 1 and 0 may meet"));
  // Groups that do not meet, one way or the other.
  EXPECT_EQ(in.told(shapes, R"({"shape": "rod", "group": 1}, {"shape": "sheet", "meets": [0, 2]})"), "");
  EXPECT_EQ(in.told(shapes, R"({"shape": "rod", "meets": 3}, {"shape": "sheet"})"), "");
  EXPECT_TRUE(has(in.told(shapes, R"({"shape": "rod", "group": 1}, {"shape": "rod", "group": [0, 1], "meets": 2},
                                     {"shape": "sheet", "group": 2, "meets": 0})"),
                  "bodies 2 and 1 may meet"));
  // Given pairs are what they are.
  const std::string bodies = R"({"shape": "rod"}, {"shape": "sheet"}, {"shape": "ball"})";
  EXPECT_EQ(in.told(shapes, bodies, R"(, "pairs": [[0, 2], [1, 2]])"), "");
  EXPECT_TRUE(has(in.told(shapes, bodies, R"(, "pairs": [[2, 1], [0, 1]])"), "bodies 1 and 0 may meet"));
}

TEST(SceneFacets, ArraysOfShapesHaveNone) {
  const Meshes in;
  const std::string scene = in.folder.write("s.json", scene_text(sheet, R"({"shape": 0})"));
  for (const char* to : {"t.json", "t.h5"}) {
    if (!hdf5_available() && std::string(to) == "t.h5") continue;
    const std::string told = complaint([&] { convert_scene(scene, in.folder / to); });
    EXPECT_TRUE(has(told, "shapes[0].mesh.as: \"facets\" is for contacts between bodies alone")) << told;
    EXPECT_FALSE(std::filesystem::exists(in.folder / to));
  }
}

/// A ball on the sheet and one beside it, the latter on a box.
struct Found : Meshes {
  Scene scene = read(std::string(sheet) + "," + ball + R"(, {"name": "box", "box": {"half_extents": [1, 1, 1]}})",
                     R"({"shape": "sheet"}, {"shape": "ball", "position": [0.25, 0.25, 1.0625]},
                        {"shape": "ball", "position": [9, 0, 0]}, {"shape": "box", "position": [11.0625, 0, 0]})",
                     R"(, "options": {"alert_distance": 0.125})");
  FacetTrees trees = scene.facet_trees();
  Detection<double> detection =
      detect<double>(Cpu{}, scene.shapes, scene.bodies, DetectOptions{scene.alert_distance, &trees});
};

TEST(SceneFacets, ContactsAreWrittenWithTheirFacetsAndReadBack) {
  const Found found;
  ASSERT_EQ(found.detection.pairs.size(), 2u);
  write_results<double>(found.scene, found.detection, "{}", found.folder / "out", nullptr, true);
  const std::string csv = content(found.folder / "out/contacts.csv");
  EXPECT_TRUE(has(csv.substr(0, csv.find('\n') + 1), ",key,facet_a,facet_b,kind\n"));
  EXPECT_TRUE(has(csv, ",0,0,apart\n")) << csv;  // the first triangle; a point's only facet
  EXPECT_TRUE(has(csv, ",-,-,-\n")) << csv;
  const Detection<double> back =
      io::read_contacts_csv<double>(found.folder / "out/contacts.csv", found.scene.bodies.parts());
  ASSERT_TRUE(back.facets);
  EXPECT_EQ(back.facets->facet_a, found.detection.facets->facet_a);
  EXPECT_EQ(back.facets->facet_b, found.detection.facets->facet_b);
  EXPECT_TRUE(back.facets->kind == found.detection.facets->kind);
  EXPECT_EQ(back.contacts.separation, found.detection.contacts.separation);
  EXPECT_EQ(back.contacts.key, found.detection.contacts.key);
}

TEST(SceneFacets, WrongFacetsInAFileAreNamed) {
  const Found found;
  write_results(found.scene, found.detection, "{}", found.folder / "out");
  const std::string path = found.folder / "out/contacts.csv", csv = content(path);
  const auto told = [&](const std::string& from, const std::string& to) {
    std::string text = csv;
    text.replace(text.find(from), from.size(), to);
    std::ofstream(path, std::ios::binary) << text;
    return complaint([&] { io::read_contacts_csv<double>(path, found.scene.bodies.parts()); });
  };
  EXPECT_TRUE(has(told(",0,0,apart\n", ",0,0,near\n"), "line 2 kind is 'near'; allowed are apart, below"));
  EXPECT_TRUE(has(told(",0,0,apart\n", ",0,-1,apart\n"), "line 2 facet_b is '-1'"));
  EXPECT_TRUE(has(told(",0,0,apart\n", ",0,0\n"), "line 2 has 27 fields; allowed are 28"));
  EXPECT_TRUE(has(told(",-,-,-\n", ",-,3,-\n"), "line 3 facet_b is '3'; allowed is '-'"));
  EXPECT_TRUE(has(told(",facet_b,kind\n", ",facet_b\n"), "line 1 is not the header"));
}

TEST(SceneFacets, TheMeshIsDrawnAndNotItsHull) {
  const Meshes in;
  const Scene scene = in.read(
      std::string(R"({"name": "angle", "mesh": {"path": "angle.obj", "as": "facets"}, "rounding": 0.1})") + "," + ball,
      R"({"shape": "angle", "position": [5, 0, 0]})");
  const io::DrawnShapes drawn = io::drawn_shapes(scene.shapes, scene.facet_meshes);
  ASSERT_EQ(drawn.surfaces.size(), 2u);
  EXPECT_EQ(drawn.surfaces[0].points.size(), 12u);
  ASSERT_EQ(drawn.surfaces[0].polygons.size(), 20u);
  EXPECT_EQ(drawn.surfaces[0].polygons[3].size(), 3u);
  // And so it is in the files.
  FacetTrees trees = scene.facet_trees();
  write_results<double>(scene, detect<double>(Cpu{}, scene.shapes, scene.bodies, DetectOptions{0, &trees}), "{}",
                        in.folder / "out", nullptr, true);
  const std::string surfaces = content(in.folder / "out/surfaces.vtp");
  EXPECT_TRUE(has(surfaces, "NumberOfPoints=\"12\"") && has(surfaces, "NumberOfPolys=\"20\""))
      << surfaces.substr(0, 500);
}

TEST(SceneFacets, AMeshOfOnePointAtTheOriginIsNoBall) {
  const Meshes in;
  in.folder.write("dot.off", "OFF\n3 1 0\n0 0 0\n0 0 0\n0 0 0\n3 0 1 2\n");
  const Scene scene =
      in.read(R"({"name": "dot", "mesh": {"path": "dot.off", "as": "facets"}, "rounding": 2})", R"({"shape": 0})");
  EXPECT_EQ(io::drawn_shapes(scene.shapes, scene.facet_meshes).scale.at(0), 1);
}

}  // namespace
}  // namespace abut::test
