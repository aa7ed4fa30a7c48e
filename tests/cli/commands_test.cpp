#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "abut/io.h"
#include "tests/cli/program.h"
#include "tests/decompose/solids.h"
#include "tests/support/picture.h"

namespace abut::test {
namespace {

TEST(Cli, HelpAndVersionArePrinted) {
  EXPECT_EQ(run({"--version"}).out.find("abut "), 0u);
  for (const std::vector<std::string>& command : {std::vector<std::string>{"--help"},
                                                  {"scene", "--help"},
                                                  {"scene", "grains", "--help"},
                                                  {"scene", "meshes", "--help"},
                                                  {"scene", "particles", "--help"},
                                                  {"detect", "--help"},
                                                  {"verify", "--help"},
                                                  {"torture", "--help"},
                                                  {"info", "--help"},
                                                  {"decompose", "--help"},
                                                  {"report", "--help"},
                                                  {"explain", "--help"},
                                                  {"convert", "--help"},
                                                  {"query", "--help"}}) {
    const Ended ended = run(command);
    EXPECT_EQ(ended.status, 0);
    EXPECT_NE(ended.out.find("Usage: abut"), std::string::npos) << ended.out;
    EXPECT_EQ(ended.error, "");
  }
}

TEST(Cli, DetectPrintsOneObjectAndWritesTheFilesItNames) {
  const TemporaryFolder folder;
  const std::string scene = grain_scene(folder, 200);
  const nlohmann::json json = json_of(run({"detect", scene, "--out", folder / "out", "--json"}));
  EXPECT_EQ(json["bodies"], 200);
  EXPECT_GT(json["candidate_pairs"], 0);
  EXPECT_GT(json["contacts"], 0);
  for (const char* key : {"broad", "narrow", "total"}) EXPECT_GE(json["seconds"][key], 0) << key;
  std::uint64_t pairs = 0;
  for (const auto& count : json["status"]) pairs += count.get<std::uint64_t>();
  EXPECT_EQ(json["candidate_pairs"], pairs);
  ASSERT_EQ(json["files"].size(), 6u);
  for (const auto& file : json["files"]) EXPECT_TRUE(std::filesystem::exists(file.get<std::string>())) << file;
  EXPECT_EQ(nlohmann::json::parse(content(folder / "out/summary.json")), json);

  const std::string table = run({"detect", scene, "--repeat", "3"}).out;
  for (const char* part : {"200 bodies", "candidate pairs", "contacts", "deepest overlap", "converged", "medians of 3",
                           "volume / mesh volume"}) {
    EXPECT_NE(table.find(part), std::string::npos) << table << "lacks " << part;
  }
}

TEST(Cli, DetectFindsPatchesOnRequest) {
  const TemporaryFolder folder;
  const std::string scene = grain_scene(folder, 100);
  const nlohmann::json json =
      json_of(run({"detect", scene, "--out", folder / "out", "--patches", "--margin", "1e-3", "--json"}));
  ASSERT_EQ(json["files"].size(), 8u);
  for (const auto& file : json["files"]) EXPECT_TRUE(std::filesystem::exists(file.get<std::string>())) << file;
  const nlohmann::json& patches = json["patches"];
  EXPECT_EQ(patches["points"].get<int>() + patches["segments"].get<int>() + patches["polygons"].get<int>(),
            json["contacts"].get<int>());
  EXPECT_GT(patches["area"].get<double>(), 0);
  EXPECT_NE(run({"detect", scene, "--patches"}).out.find("patches          "), std::string::npos);
  EXPECT_EQ(run({"detect", scene, "--patches", "--margin=-1"}).error,
            "abut: find_patches: margin is -1; allowed is 0 or more, finite\n");
  EXPECT_EQ(run({"detect", scene, "--patches", "--patch-points", "2"}).error,
            "abut: find_patches: most_points is 2; allowed are 0 and 3 or more\n");
  EXPECT_EQ(run({"detect", scene, "--margin", "1"}).status, 2);
}

TEST(Cli, ContactsHaveTheSameBytesOnAnyNumberOfThreadsAndOnASecondRun) {
  const TemporaryFolder folder;
  const std::string scene = grain_scene(folder, 300);
  for (const char* precision : {"f32", "f64"}) {
    std::vector<std::string> tables;
    for (const char* threads : {"1", "2", "2", "3"}) {
      ASSERT_EQ(run({"detect", scene, "--out", folder / "out", "--precision", precision, "--threads", threads}).status,
                0);
      tables.push_back(content(folder / "out/contacts.csv"));
    }
    EXPECT_GT(tables[0].size(), 1000u);
    for (const std::string& table : tables) EXPECT_TRUE(table == tables[0]) << precision;
  }
}

TEST(Cli, VerifyFindsNoDisagreementAmongGrains) {
  const TemporaryFolder folder;
  const std::string scene = grain_scene(folder, 100);
  for (const char* precision : {"f32", "f64"}) {
    const Ended ended = run({"verify", scene, "--precision", precision, "--json"});
    EXPECT_EQ(ended.status, 0) << ended.error;
    const nlohmann::json json = json_of(ended);
    EXPECT_GT(json["pairs"], 0);
    EXPECT_EQ(json["disagreements"], 0) << json.dump(2);
    EXPECT_EQ(json["uncertified"], 0);
    EXPECT_LE(json["p999_error"], json["max_error"]);
    EXPECT_LE(json["max_error"], json["tolerance"]);
    EXPECT_TRUE(json["status"].is_object());
  }
}

TEST(Cli, VerifyChecksADrawnSampleTheSameEachTime) {
  const TemporaryFolder folder;
  const std::string scene = grain_scene(folder, 100);
  nlohmann::json first, second;
  for (nlohmann::json* json : {&first, &second}) {
    *json = json_of(run({"verify", scene, "--sample", "10", "--seed", "3", "--json"}));
    json->erase("seconds");
  }
  EXPECT_EQ(first["pairs"], 10);
  EXPECT_EQ(first["pairs_without_contact"], 10);
  EXPECT_EQ(first, second);
  EXPECT_NE(run({"verify", scene, "--sample", "10"}).out.find("disagreements    0"), std::string::npos);
}

TEST(Cli, InfoTellsWhetherAMeshIsClosed) {
  const TemporaryFolder folder;
  const std::string closed = folder.write("t.off", tetrahedron_off);
  const std::string open = folder.write("open.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
  const nlohmann::json json = json_of(run({"info", closed, open, "--json"}));
  ASSERT_EQ(json["files"].size(), 2u);
  EXPECT_EQ(json["files"][0]["closed"], true);
  EXPECT_NEAR(json["files"][0]["volume"].get<double>(), 1.0 / 6, 1e-15);
  EXPECT_EQ(json["files"][1]["closed"], false);
  EXPECT_EQ(json["files"][1]["boundary_edges"], 3);
  const Ended table = run({"info", open});
  EXPECT_EQ(table.status, 0);
  EXPECT_NE(table.out.find("no: 3 boundary edges"), std::string::npos) << table.out;
}

TEST(Cli, ASceneCanNameThePairsAndThePrecision) {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "s.json",
      scene_text(ball, R"({"shape": 0}, {"shape": 0, "position": [1, 0, 0]}, {"shape": 0, "position": [9, 0, 0]})",
                 R"(, "pairs": [[0, 1], [0, 2]], "options": {"precision": "f32"})"));
  const nlohmann::json json = json_of(run({"detect", scene, "--json"}));
  EXPECT_EQ(json["precision"], "f32");
  EXPECT_EQ(json["candidate_pairs"], 2);
  EXPECT_EQ(json["contacts"], 1);
  EXPECT_NEAR(json["deepest_overlap"].get<double>(), 1, 1e-6);
  EXPECT_EQ(run({"verify", scene}).status, 0);
}

TEST(Cli, VerifyAnswersTheCasesOfAFile) {
  const std::string file = ABUT_TEST_DATA "/corpus/libccd.json";
  const Ended table = run({"verify", file});
  EXPECT_EQ(table.status, 0) << table.error;
  EXPECT_NE(table.out.find("libccd_boxbox_pen8"), std::string::npos) << table.out;
  EXPECT_NE(table.out.find("8 cases, 8 certified by the reference, 0 disagreements"), std::string::npos) << table.out;
  const nlohmann::json json = json_of(run({"verify", file, "--precision", "f32", "--json"}));
  EXPECT_EQ(json["disagreements"], 0);
  EXPECT_EQ(json["results"].size(), 8u);
}

TEST(Cli, VerifySaysWhichCaseDisagrees) {
  const TemporaryFolder folder;
  std::string text = content(ABUT_TEST_DATA "/corpus/libccd.json");
  const std::string right = "\"signed_distance\": -0.65";
  const std::size_t at = text.find(right);
  ASSERT_NE(at, std::string::npos);
  text.replace(at, right.size(), "\"signed_distance\": -0.66");
  std::ofstream(folder / "wrong.json") << text;
  const Ended ended = run({"verify", folder / "wrong.json"});
  EXPECT_EQ(ended.status, 1);
  EXPECT_NE(ended.out.find("1 disagreements"), std::string::npos) << ended.out;
}

TEST(Cli, TorturePrintsARowForEachClassAndPrecision) {
  const Ended table = run({"torture", "--pairs", "50", "--class", "shared_vertices", "--precision", "f64"});
  EXPECT_EQ(table.status, 0) << table.out;
  EXPECT_NE(table.out.find("shared_vertices  f64"), std::string::npos) << table.out;
  const nlohmann::json json =
      json_of(run({"torture", "--pairs", "50", "--class", "needles", "--class", "cones", "--json"}));
  ASSERT_EQ(json["rows"].size(), 4u);
  EXPECT_EQ(json["rows"][3]["class"], "cones");
  EXPECT_EQ(json["pairs"], 200);
  const Ended queries = run({"torture", "--pairs", "50", "--class", "needles", "--queries-only"});
  EXPECT_EQ(queries.status, 0);
  EXPECT_NE(queries.out.find(json["rows"][0]["digest"].get<std::string>()), std::string::npos) << queries.out;
  expect_refused(run({"torture", "--class", "nonsense"}), {"'nonsense' is not a class of pairs", "allowed are random"});
  expect_refused(run({"torture", "--pairs", "-1"}), {"--pairs", "'-1'"});
}

TEST(Cli, DecomposeWritesPartsASceneAndAPicture) {
  const TemporaryFolder folder;
  write_obj({angle_mesh()}, folder / "angle.obj");
  const std::string out = folder / "parts";
  const nlohmann::json json = json_of(run({"decompose", folder / "angle.obj", "--out", out, "--json"}));
  EXPECT_EQ(json["parts"], 2);
  EXPECT_EQ(json["covers"], true);
  EXPECT_NEAR(json["volume_ratio"].get<double>(), 1, 1e-9);
  EXPECT_LE(json["relative_concavity"].get<double>(), 1.01 / 400);
  EXPECT_GE(json["seconds"].get<double>(), 0);
  ASSERT_EQ(json["files"].size(), 4u);
  for (const auto& file : json["files"]) EXPECT_TRUE(std::filesystem::exists(file.get<std::string>())) << file;
  EXPECT_NEAR(json_of(run({"info", out + "/part_000.obj", "--json"}))["files"][0]["convexity"].get<double>(), 1, 1e-9);
  EXPECT_EQ(json_of(run({"detect", out + "/scene.json", "--json"}))["bodies"], 1);
  const std::string svg = content(out + "/parts.svg");
  expect_well_formed(svg);
  const std::vector<DrawnTriangle> drawn = drawn_triangles(svg);
  std::set<std::string> of_body, of_parts;
  for (const DrawnTriangle& t : drawn) {
    for (const auto& corner : t.corners) {
      EXPECT_TRUE(corner[0] >= 0 && corner[0] <= 960 && corner[1] >= 0 && corner[1] <= 480) << corner[0];
    }
    EXPECT_EQ(t.corners[0][0] < 480, t.corners[2][0] < 480) << "it is in both halves";
    (t.left() < 480 ? of_body : of_parts).insert(t.fill);
  }
  EXPECT_EQ(of_body.size(), 3u) << "one grey in the lights of three sides";
  EXPECT_EQ(of_parts.size(), 6u) << "two colours in three lights";

  EXPECT_TRUE(json["exceeded_limits"].empty());

  // A run that has fewer parts leaves none of the earlier one's, and what is not its own stays.
  write_obj({angle_mesh()}, out + "/part_12.obj");
  write_obj({angle_mesh()}, out + "/part_1000.obj");
  const nlohmann::json one = json_of(run({"decompose", folder / "angle.obj", "--parts", "1", "--out", out, "--json"}));
  EXPECT_EQ(one["exceeded_limits"], nlohmann::json({"--concavity 0.05: it is 0.5 to 0.5058"}));
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(out)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  EXPECT_EQ(names, (std::vector<std::string>{"part_000.obj", "part_12.obj", "parts.svg", "scene.json"}));

  const std::string table = run({"decompose", folder / "angle.obj", "--mode", "fit", "--parts", "1"}).out;
  for (const char* part : {"1 with 10 vertices", "concavity      at most 0.5", "covers         yes",
                           "volume ratio   1.1667", "not kept       --concavity 0.05: it is 0.5"}) {
    EXPECT_NE(table.find(part), std::string::npos) << table << "lacks " << part;
  }
}

TEST(Cli, GrainsAsPartsAreDetected) {
  const TemporaryFolder folder;
  const std::string scene = folder / "parts.json";
  ASSERT_EQ(run({"scene", "grains", "--count", "3", "--fraction", "0.5", "--concavity", "0.2", "--grains",
                 grains_folder(), "--out", scene})
                .status,
            0);
  EXPECT_NE(content(scene).find("\"as\": \"parts\""), std::string::npos);
  const Ended detected = run({"detect", scene, "--out", folder / "out"});
  EXPECT_EQ(detected.status, 0) << detected.error;
  EXPECT_NE(detected.out.find("hulls, parts     stand for "), std::string::npos) << detected.out;
  expect_refused(run({"scene", "grains", "--concavity", "1.5", "--grains", grains_folder(), "--out", scene}),
                 {"concavity", "1.5"});
}

TEST(Cli, InfoSaysWhetherAMeshIsASolid) {
  const TemporaryFolder folder;
  Mesh mesh = angle_mesh();
  write_obj({mesh}, folder / "angle.obj");
  EXPECT_NE(run({"info", folder / "angle.obj"}).out.find("verdict            a closed solid\n"), std::string::npos);
  std::swap(mesh.triangles[3][0], mesh.triangles[3][1]);
  write_obj({mesh}, folder / "angle.obj");
  EXPECT_NE(run({"info", folder / "angle.obj"})
                .out.find("a closed solid when repaired:\n                     turned 1 triangle to run"),
            std::string::npos);
  // What was mended is said wherever the mesh is cut into parts.
  EXPECT_NE(run({"decompose", folder / "angle.obj"}).out.find("repaired       turned 1 triangle"), std::string::npos);
  const std::string scene = folder.write(
      "s.json", scene_text(R"({"name": "a", "mesh": {"path": "angle.obj", "as": "parts"}})", R"({"shape": 0})"));
  EXPECT_NE(run({"detect", scene}).out.find("repaired         angle.obj: turned 1 triangle"), std::string::npos);
  const nlohmann::json mended = json_of(run({"detect", scene, "--json"}))["mended_meshes"];
  ASSERT_EQ(mended.size(), 1u);
  EXPECT_EQ(mended[0]["repairs"][0], "turned 1 triangle to run as its neighbours do");

  Mesh two = box_mesh({0, 0, 0}, {1, 1, 1});
  add_box(two, {0.5, 0.5, 0.5}, {2, 2, 2});
  write_obj({two}, folder / "two.obj");
  const std::string overlapping = run({"info", folder / "two.obj"}).out;
  EXPECT_NE(overlapping.find("a closed solid, which overlaps itself"), std::string::npos) << overlapping;
  EXPECT_NE(overlapping.find("shells cross or touch: "), std::string::npos);
  EXPECT_NE(overlapping.find("volume             4.375 (what overlaps counts more than once)"), std::string::npos);
  EXPECT_NE(overlapping.find("enclosed volume    4.25 (all counted once"), std::string::npos) << overlapping;
  EXPECT_NE(run({"decompose", folder / "two.obj"}).out.find("fault          shells cross or touch: "),
            std::string::npos);
  EXPECT_GE(json_of(run({"decompose", folder / "two.obj", "--json"}))["shell_crossings"], 6);

  mesh.triangles.erase(mesh.triangles.begin());
  write_obj({mesh}, folder / "angle.obj");
  const nlohmann::json json = json_of(run({"info", folder / "angle.obj", "--json"}))["files"][0];
  EXPECT_EQ(json["solid"], false);
  EXPECT_EQ(json["refusal"].get<std::string>().find("it is not closed: 3 boundary edges, the first near"), 0u);
}

}  // namespace
}  // namespace abut::test
