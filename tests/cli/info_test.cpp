#include <gtest/gtest.h>

#include <cmath>

#include "abut/io.h"
#include "tests/cli/program.h"
#include "tests/decompose/surfaces.h"

namespace abut::test {
namespace {

TEST(Cli, InfoMeasuresConcavityAsDecomposeDoes) {
  // A flat star of four points: all its vertices are on its hull, whose sides are far from it.
  const TemporaryFolder folder;
  std::string star = "OFF\n16 10 0\n", low = "8", high = "8", walls;
  for (int z = 0; z < 2; ++z) {
    for (int k = 0; k < 8; ++k) {
      const int far = k % 2 == 0 ? 4 : 1, way = k / 2;
      const int x[] = {far, far, 0, -far, -far, -far, 0, far}, y[] = {0, far, far, far, 0, -far, -far, -far};
      star += std::to_string(k % 2 == 0 ? x[2 * way] : x[2 * way + 1]) + " " +
              std::to_string(k % 2 == 0 ? y[2 * way] : y[2 * way + 1]) + " " + std::to_string(z) + "\n";
    }
  }
  for (int k = 0; k < 8; ++k) {
    low += " " + std::to_string(7 - k);
    high += " " + std::to_string(8 + k);
    const int next = (k + 1) % 8;
    walls += "4 " + std::to_string(k) + " " + std::to_string(next) + " " + std::to_string(next + 8) + " " +
             std::to_string(k + 8) + "\n";
  }
  const std::string file = folder.write("star.off", star + low + "\n" + high + "\n" + walls);
  const nlohmann::json json = json_of(run({"info", file, "--json"}))["files"][0];
  EXPECT_EQ(json["solid"], true);
  EXPECT_EQ(json["largest_concavity"], 0);
  // The middle of a side of the hull, (2, 2), from the edge between (4, 0) and (1, 1).
  const double distance = 4 / std::sqrt(10.0);
  EXPECT_GE(json["concavity"].get<double>(), distance * (1 - 1e-9));
  EXPECT_LE(json["concavity"].get<double>(), distance * 1.02 + 4.0 / 2000);
  EXPECT_NEAR(json["relative_concavity"].get<double>(), json["concavity"].get<double>() / 4, 1e-12);
  EXPECT_NE(run({"info", file}).out.find("no point of the hull is farther from the solid"), std::string::npos);
}

TEST(Cli, InfoTellsShellsThatTouchFromThoseThatOverlap) {
  const TemporaryFolder folder;
  Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  add_box(mesh, {1, 0.25, 0.25}, {2, 0.75, 0.75});
  write_obj({mesh}, folder / "touching.obj");
  const std::string touching = run({"info", folder / "touching.obj"}).out;
  EXPECT_NE(touching.find("a closed solid, which touches itself\n"), std::string::npos) << touching;
  EXPECT_EQ(touching.find("enclosed volume"), std::string::npos) << touching;
  add_box(mesh, {0.5, 0, 0}, {0.75, 2, 2});
  write_obj({mesh}, folder / "overlapping.obj");
  const nlohmann::json json = json_of(run({"info", folder / "overlapping.obj", "--json"}))["files"][0];
  EXPECT_NEAR(json["volume"].get<double>(), 1 + 0.25 + 1, 1e-12);
  EXPECT_NEAR(json["enclosed_volume"].get<double>(), 1 + 0.25 + 1 - 0.25, 1e-3);
}

TEST(Cli, InfoGivesTheFiguresOfTheRepairedMesh) {
  const TemporaryFolder folder;
  Mesh same = box_mesh({0, 0, 0}, {1, 1, 1}), touching = same;
  add_box(same, {0, 0, 0}, {1, 1, 1});
  add_box(touching, {1, 0, 0}, {2, 1, 1});  // wall on wall
  write_obj({same}, folder / "same.obj");
  write_obj({touching}, folder / "touching.obj");
  const struct {
    const char* file;
    double volume, area, middle, about_x;
  } solids[] = {{"same.obj", 1, 6, 0.5, 1.0 / 6}, {"touching.obj", 2, 10, 1, 1.0 / 3}};
  for (const auto& solid : solids) {
    SCOPED_TRACE(solid.file);
    const nlohmann::json json = json_of(run({"info", folder / solid.file, "--json"}))["files"][0];
    EXPECT_EQ(json["closed"], false);
    EXPECT_EQ(json["solid"], true);
    EXPECT_NEAR(json["volume"].get<double>(), solid.volume, 1e-12);
    EXPECT_NEAR(json["enclosed_volume"].get<double>(), solid.volume, 1e-12);
    EXPECT_NEAR(json["area"].get<double>(), solid.area, 1e-12);
    EXPECT_NEAR(json["convexity"].get<double>(), 1, 1e-12);
    EXPECT_NEAR(json["centroid"][0].get<double>(), solid.middle, 1e-12);
    EXPECT_NEAR(json["inertia"][0][0].get<double>(), solid.about_x, 1e-12);
    const std::string table = run({"info", folder / solid.file}).out;
    EXPECT_NE(table.find("figures            of the repaired mesh:\n"), std::string::npos) << table;
    EXPECT_EQ(table.find("means nothing"), std::string::npos) << table;
    EXPECT_NE(table.find("convexity          1 (volume / hull volume)\n"), std::string::npos) << table;
  }
}

TEST(Cli, InfoMeasuresOpenMeshesAsTheCoverOfASurfaceDoes) {
  const TemporaryFolder folder;
  write_obj({open_box()}, folder / "open.obj");
  // All corners are on the hull, the cube; its axis from the middle up is half an edge from the walls.
  const nlohmann::json json = json_of(run({"info", folder / "open.obj", "--json"}))["files"][0];
  EXPECT_EQ(json["solid"], false);
  EXPECT_GE(json["concavity"].get<double>(), 0.5 * (1 - 1e-9));
  EXPECT_LE(json["concavity"].get<double>(), 0.5 * 1.02 + 0.5 / 2000);
  EXPECT_NEAR(json["relative_concavity"].get<double>(), 2 * json["concavity"].get<double>(), 1e-12);
  EXPECT_NE(run({"info", folder / "open.obj"}).out.find("no point of the hull is farther from the surface"),
            std::string::npos);
  // One part is the hull.
  const nlohmann::json parts = json_of(run({"decompose", folder / "open.obj", "--parts", "1", "--json"}));
  EXPECT_NEAR(parts["concavity"].get<double>(), json["concavity"].get<double>(), 0.02);
  const std::string point = folder.write("point.obj", "v 1 2 3\nv 1 2 3\nv 1 2 3\nf 1 2 3\n");
  const Ended ended = run({"info", point});
  EXPECT_EQ(ended.status, 0) << ended.error;
  EXPECT_EQ(ended.out.find("concavity"), std::string::npos) << ended.out;
  EXPECT_TRUE(json_of(run({"info", point, "--json"}))["files"][0]["concavity"].is_null());
}

TEST(Cli, VerticesAloneServeAsTheirHullEverywhere) {
  const TemporaryFolder folder;
  std::string points;
  for (int k = 0; k < 8; ++k) {
    points += "v " + std::to_string(k & 1) + " " + std::to_string(k >> 1 & 1) + " " + std::to_string(k >> 2 & 1) + "\n";
  }
  const std::string file = folder.write("die.obj", points);
  const std::string note = "no faces: the convex hull of the 8 vertices stands for them";
  const nlohmann::json json = json_of(run({"info", file, "--json"}))["files"][0];
  EXPECT_EQ(json["solid"], true);
  EXPECT_NEAR(json["volume"].get<double>(), 1, 1e-12);
  EXPECT_EQ(json["notes"][0], note);
  EXPECT_NE(run({"info", file}).out.find("note               " + note), std::string::npos);
  EXPECT_NE(run({"decompose", file}).out.find("note           " + note), std::string::npos);
  EXPECT_EQ(json_of(run({"decompose", file, "--json"}))["parts"], 1);
  for (const std::string as : {"hull", "parts"}) {
    const std::string scene =
        folder.write(as + ".json", scene_text(R"({"name": "a", "mesh": {"path": "die.obj", "as": ")" + as + R"("}})",
                                              R"({"shape": 0}, {"shape": 0, "position": [0.9, 0, 0]})"));
    const nlohmann::json found = json_of(run({"detect", scene, "--json"}));
    EXPECT_NEAR(found["deepest_overlap"].get<double>(), 0.1, 1e-12) << as;
    EXPECT_EQ(found["mended_meshes"][0]["repairs"][0], note) << as;
  }
}

}  // namespace
}  // namespace abut::test
