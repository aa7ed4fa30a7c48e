// What `abut decompose` and `abut info` measure, against bodies whose volumes, distances and moments are known.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/io.h"
#include "tests/cli/program.h"
#include "tests/decompose/solids.h"

namespace abut::test {
namespace {

nlohmann::json decomposed(std::vector<std::string> words) {
  words.insert(words.begin(), "decompose");
  words.push_back("--json");
  return json_of(run(words));
}

TEST(CliDecomposeNumbers, AConvexBodyIsOnePartOfItsOwnVolume) {
  const TemporaryFolder folder;
  write_obj({box_mesh({1, 2, 3}, {2, 4, 6})}, folder / "box.obj");
  for (const char* mode : {"cover", "fit"}) {
    const nlohmann::json json = decomposed({folder / "box.obj", "--mode", mode});
    EXPECT_EQ(json["parts"], 1);
    EXPECT_EQ(json["vertices"], 8);
    EXPECT_EQ(json["mode"], mode);
    EXPECT_EQ(json["engine"], "abut");
    EXPECT_EQ(json["body"], "solid");
    EXPECT_NEAR(json["volume_ratio"].get<double>(), 1, 1e-9);
    EXPECT_EQ(json["overlap"], 0);
    EXPECT_EQ(json["uncovered"], 0);
    EXPECT_EQ(json["largest_gap"], 0);
    EXPECT_NEAR(json["concavity"].get<double>(), 1.5 * json["relative_concavity"].get<double>(), 1e-12)
        << "over half of the longest side";
    EXPECT_EQ(json["exceeded_limits"], nlohmann::json::array());
    EXPECT_FALSE(json.contains("wrap"));
  }
}

TEST(CliDecomposeNumbers, PartsThatAreMergedHaveTheVolumeOfTheirHull) {
  const TemporaryFolder folder;
  write_obj({angle_mesh()}, folder / "angle.obj");
  const nlohmann::json json = decomposed({folder / "angle.obj", "--parts", "1", "--out", folder / "out"});
  EXPECT_NEAR(json["volume_ratio"].get<double>(), 3.5 / 3, 1e-9);
  EXPECT_NEAR(json["least_relative_concavity"].get<double>(), 0.5, 0.01) << "(1.5, 1.5) is 0.5 away, half a side is 1";
  EXPECT_GE(json["relative_concavity"].get<double>(), 0.5);
  EXPECT_EQ(json["exceeded_limits"].size(), 1u);
  // What is written is what was measured.
  const nlohmann::json part = json_of(run({"info", folder / "out/part_000.obj", "--json"}))["files"][0];
  EXPECT_NEAR(part["volume"].get<double>(), 3.5, 1e-12);
  EXPECT_EQ(part["hull"]["vertices"], json["vertices"]);
  EXPECT_NE(content(folder / "out/scene.json").find("\"angle"), std::string::npos) << "named after the mesh";
}

TEST(CliDecomposeNumbers, ABodyWithoutAnInsideIsASurface) {
  const TemporaryFolder folder;
  Mesh open = box_mesh({0, 0, 0}, {2, 2, 2});
  open.triangles.resize(open.triangles.size() - 2);  // a cup
  write_obj({open}, folder / "cup.obj");
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{folder / "cup.obj"}, {folder / "cup.obj", "--surface", "--thickness", "0.02"}}) {
    const nlohmann::json json = decomposed(words);
    EXPECT_EQ(json["body"], "surface");
    EXPECT_EQ(json["parts"], 5);
    EXPECT_EQ(json["covers"], true);
    EXPECT_TRUE(json["volume_ratio"].is_null());
    EXPECT_TRUE(json["overlap"].is_null());
  }
  const std::string noted = decomposed({folder / "cup.obj"})["notes"].dump();
  EXPECT_NE(noted.find("no solid, its facets are taken as a surface: it is not closed"), std::string::npos) << noted;
  const std::string table = run({"decompose", folder / "cup.obj"}).out;
  EXPECT_NE(table.find("is farther from the surface;"), std::string::npos) << table;
  EXPECT_EQ(table.find("volume ratio"), std::string::npos);
  // A closed box may be taken as a surface too: six sides instead of one body.
  write_obj({box_mesh({0, 0, 0}, {2, 2, 2})}, folder / "box.obj");
  EXPECT_EQ(decomposed({folder / "box.obj", "--surface"})["parts"], 6);
}

TEST(CliDecomposeNumbers, AWrapIsMeasuredAgainstTheMesh) {
  const TemporaryFolder folder;
  write_obj({box_mesh({0, 0, 0}, {2, 2, 2})}, folder / "box.obj");
  const nlohmann::json json = decomposed({folder / "box.obj", "--wrap", "--resolution", "8", "--out", folder / "out"});
  EXPECT_EQ(json["body"], "wrap");
  EXPECT_EQ(json["wrap"]["resolution"], 8);
  EXPECT_NEAR(json["wrap"]["cell"].get<double>(), 0.25, 1e-12);
  EXPECT_EQ(json["wrap"]["sheets"], 0);
  EXPECT_LE(json["wrap"]["wrap_to_mesh"].get<double>(), 0.25 * std::sqrt(3.0));
  EXPECT_LE(json["wrap"]["mesh_outside"].get<double>(), json["wrap"]["mesh_to_wrap"].get<double>());
  const std::string table = run({"decompose", folder / "box.obj", "--wrap", "--resolution", "8"}).out;
  EXPECT_NE(table.find("  wrap           " + std::to_string(json["wrap"]["triangles"].get<int>()) +
                       " triangles, cells of 0.25;"),
            std::string::npos)
      << table;
  EXPECT_NE(table.find("is farther from the wrap;"), std::string::npos);
}

TEST(CliDecomposeNumbers, OptionsThatHaveNoMeaningTogetherAreRefusedBeforeTheFileIsRead) {
  struct {
    std::vector<std::string> words;
    const char* text;
  } const all[] = {{{"--thickness", "0.00001"}, "--thickness is 1e-05,"},
                   {{"--thickness", "0.06", "--concavity", "0.1"}, "0.0001 to 0.05 (half of --concavity)"},
                   {{"--thickness=-1"}, "--thickness is -1,"},
                   {{"--resolution", "48"}, "--resolution has no effect without --wrap"},
                   {{"--engine", "coacd", "--time-limit", "0"}, "--time-limit is 0, allowed is more than 0"},
                   {{"--engine", "coacd", "--time-limit", "nan"}, "--time-limit is nan, allowed is more than 0"},
                   {{"--time-limit", "600"}, "--time-limit has no effect without --engine coacd"},
                   {{"--vertices", "1"}, "--vertices is 1, allowed is 0 (any number), or 8 and more"}};
  for (const auto& [words, text] : all) {
    std::vector<std::string> command{"decompose", "/none.obj"};
    command.insert(command.end(), words.begin(), words.end());
    expect_refused(run(command), {text});
  }
}

TEST(CliInfoNumbers, ABoxHasItsVolumeCentroidAndMoments) {
  const TemporaryFolder folder;
  write_obj({box_mesh({1, 1, 1}, {3, 4, 5})}, folder / "box.obj");  // sides 2, 3, 4
  const nlohmann::json json = json_of(run({"info", folder / "box.obj", "--json"}))["files"][0];
  EXPECT_NEAR(json["volume"].get<double>(), 24, 1e-12);
  EXPECT_NEAR(json["enclosed_volume"].get<double>(), 24, 1e-12);
  EXPECT_NEAR(json["area"].get<double>(), 2 * (6 + 8 + 12), 1e-12);
  EXPECT_NEAR(json["size"].get<double>(), std::sqrt(4.0 + 9 + 16) / 2, 1e-12);
  const double centroid[] = {2, 2.5, 3}, sides[] = {2, 3, 4};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_NEAR(json["centroid"][i].get<double>(), centroid[i], 1e-12);
    EXPECT_EQ(json["box"]["min"][i], 1);
    EXPECT_EQ(json["box"]["max"][i], 1 + sides[i]);
    for (std::size_t k = 0; k < 3; ++k) {
      const double moment = 24.0 / 12 * (4 + 9 + 16 - sides[i] * sides[i]);
      EXPECT_NEAR(json["inertia"][i][k].get<double>(), i == k ? moment : 0, 1e-11);
    }
  }
  EXPECT_EQ(json["hull"]["vertices"], 8);
  EXPECT_EQ(json["hull"]["faces"], 6);
  EXPECT_NEAR(json["convexity"].get<double>(), 1, 1e-12);
  EXPECT_NEAR(json["concavity"].get<double>(), 0, 1e-12);
  EXPECT_EQ(json["components"], 1);
  const std::string table = run({"info", folder / "box.obj"}).out;
  for (const char* line :
       {"mesh               8 vertices, 12 triangles, 1 components\n", "box                [1, 3] x [1, 4] x [1, 5]\n",
        "orientation        consistent, outward\n", "volume             24\n", "centroid           2, 2.5, 3\n",
        "convex hull        8 vertices, 6 faces, volume 24\n", "convexity          1 (volume / hull volume)\n"}) {
    EXPECT_NE(table.find(line), std::string::npos) << table << "lacks " << line;
  }
}

TEST(CliInfoNumbers, WhatIsWrongIsCountedAndWhatNoSolidHasIsLeftOut) {
  const TemporaryFolder folder;
  // A corner twice, one triangle of no area, and one side missing.
  const std::string file = folder.write("open.obj",
                                        "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0 0 0\n"
                                        "f 1 3 2\nf 5 2 4\nf 1 4 3\nf 1 5 2\n");
  const nlohmann::json json = json_of(run({"info", file, "--json"}))["files"][0];
  EXPECT_EQ(json["duplicate_vertices"], 1);
  EXPECT_EQ(json["degenerate_triangles"], 1);
  EXPECT_EQ(json["boundary_edges"], 3);
  EXPECT_EQ(json["closed"], false);
  EXPECT_EQ(json["solid"], false);
  for (const char* name : {"volume", "enclosed_volume", "centroid", "inertia", "convexity"})
    EXPECT_TRUE(json[name].is_null()) << name;
  EXPECT_NEAR(json["area"].get<double>(), 1.5, 1e-12);
  const std::string table = run({"info", file}).out;
  for (const char* line :
       {"defects            1 duplicate vertices, 1 degenerate triangles\n", "no: 3 boundary edges, 0 edges with more",
        "volume             none, nor centroid, inertia and convexity: it is no solid\n",
        "verdict            no solid: it is not closed"}) {
    EXPECT_NE(table.find(line), std::string::npos) << table << "lacks " << line;
  }
  for (const char* line : {"  centroid", "  inertia", "  convexity", "figures"}) {
    EXPECT_EQ(table.find(line), std::string::npos) << table << "has " << line;
  }
  Mesh inward = box_mesh({0, 0, 0}, {1, 1, 1});
  for (auto& t : inward.triangles) std::swap(t[1], t[2]);
  write_obj({inward}, folder / "inward.obj");
  const std::string turned = run({"info", folder / "inward.obj"}).out;
  EXPECT_NE(turned.find("orientation        consistent, inward\n"), std::string::npos) << turned;
  EXPECT_NE(turned.find("volume             1\n"), std::string::npos) << turned;
  EXPECT_NE(turned.find("a closed solid when repaired"), std::string::npos);
}

}  // namespace
}  // namespace abut::test
