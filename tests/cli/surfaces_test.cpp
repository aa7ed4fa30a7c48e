// Scenes with NURBS surfaces, from the file to contacts, pages and checks; and the commands that do not take them.
#include <gtest/gtest.h>

#include <algorithm>

#include "abut/hdf5.h"
#include "tests/cli/csv_rows.h"
#include "tests/cli/program.h"
#include "tests/cli/report_page.h"
#include "tests/io/surface_scene.h"

namespace abut::test {
namespace {

/// Two unit spheres that overlap by 0.1, the first one 0.05 deep in a wall; and two plain balls that overlap, far away.
struct Files : SurfaceFiles {
  std::string scene;
  Files() { scene = folder.write("s.json", scene_text(shapes(), bodies())); }
  static std::string shapes() {
    return std::string(R"({"name": "nurbs", "nurbs": {"path": "ball.json", "spacing": 0.1}}, )") + wall + "," + ball;
  }
  static std::string bodies() {
    return R"({"shape": "nurbs"}, {"shape": "nurbs", "position": [1.9, 0, 0]},
              {"shape": "wall", "position": [0, 0, -1.95]},
              {"shape": "ball", "position": [50, 0, 0], "group": 1, "meets": 1},
              {"shape": "ball", "position": [51.5, 0, 0], "group": 1, "meets": 1})";
  }
  std::string out() const { return folder / "out"; }
};

double deepest(const std::vector<std::map<std::string, std::string>>& rows, const std::string& a,
               const std::string& b) {
  double least = 1;
  for (const auto& row : rows) {
    if (row.at("body_a") == a && row.at("body_b") == b) least = std::min(least, std::stod(row.at("separation")));
  }
  return least;
}

TEST(CliSurfaces, DetectWritesARowForEachKnot) {
  const Files in;
  const Ended ended = run({"detect", in.scene, "--out", in.out()});
  ASSERT_EQ(ended.status, 0) << ended.error;
  EXPECT_NE(ended.out.find("knots            1 surfaces with "), std::string::npos) << ended.out;
  const auto rows = rows_of(content(in.out() + "/contacts.csv"));
  ASSERT_GT(rows.size(), 10u);
  // Of points of the spheres: no deeper than these, and by their spacing less deep.
  for (const auto& [b, depth] : {std::pair<std::string, double>{"1", 0.1}, {"2", 0.05}}) {
    EXPECT_GE(deepest(rows, "0", b), -depth - 1e-12);
    EXPECT_LE(deepest(rows, "0", b), -depth + 0.02);
  }
  for (const auto& row : rows) {
    if (row.at("body_a") == "3") {
      EXPECT_EQ(row.at("u") + row.at("v"), "--");
      EXPECT_EQ(row.at("separation"), "-0.5");
      continue;
    }
    EXPECT_LT(std::stod(row.at("separation")), 0);
    EXPECT_NE(row.at("feature_a")[0] == 'v', row.at("feature_b")[0] == 'v') << "the knot is of one of both";
    EXPECT_GE(std::stod(row.at("u")), 0);
    EXPECT_EQ(row.at("bound_gap"), "0");
  }
  const nlohmann::json json = nlohmann::json::parse(content(in.out() + "/summary.json"));
  EXPECT_EQ(json["contacts"], rows.size());
  EXPECT_EQ(json["knots"]["contacts"], rows.size() - 1);
  EXPECT_EQ(json["knots"]["surfaces"], 1);
  EXPECT_EQ(json["status"]["converged"], 4);
}

TEST(CliSurfaces, ThreadsAndPrecisionsAgree) {
  const Files in;
  ASSERT_EQ(run({"detect", in.scene, "--threads", "1", "--out", in.folder / "one"}).status, 0);
  ASSERT_EQ(run({"detect", in.scene, "--threads", "3", "--repeat", "2", "--out", in.folder / "three"}).status, 0);
  EXPECT_EQ(content(in.folder / "one/contacts.csv"), content(in.folder / "three/contacts.csv"));
  ASSERT_EQ(run({"detect", in.scene, "--precision", "f32", "--out", in.folder / "f32"}).status, 0);
  const auto one = rows_of(content(in.folder / "one/contacts.csv")),
             f32 = rows_of(content(in.folder / "f32/contacts.csv"));
  ASSERT_EQ(one.size(), f32.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_NEAR(std::stod(one[i].at("separation")), std::stod(f32[i].at("separation")), 1e-6);
    EXPECT_EQ(one[i].at("key"), f32[i].at("key"));
  }
}

TEST(CliSurfaces, ASceneWithoutThemHasNoColumnOfThem) {
  const Files in;
  const std::string scene = in.folder.write("plain.json", scene_text(ball, R"({"shape": 0}, {"shape": 0})"));
  ASSERT_EQ(run({"detect", scene, "--out", in.out()}).status, 0);
  EXPECT_EQ(content(in.out() + "/contacts.csv").find(",u,v"), std::string::npos);
  EXPECT_EQ(content(in.out() + "/contacts.vtp").find("\"u\""), std::string::npos);
  EXPECT_EQ(content(in.out() + "/summary.json").find("knots"), std::string::npos);
}

TEST(CliSurfaces, VerifyHoldsThemAgainstTheSurfaces) {
  const Files in;
  for (const char* precision : {"f64", "f32"}) {
    const Ended ended = run({"verify", in.scene, "--precision", precision, "--json"});
    EXPECT_EQ(ended.status, 0) << ended.out;
    const nlohmann::json json = json_of(ended);
    EXPECT_GT(json["pairs"], 10);
    EXPECT_EQ(json["disagreements"], 0) << json;
    EXPECT_EQ(json["uncertified"], 0) << json;
  }
}

TEST(CliSurfaces, AReportShowsTheSurface) {
  const Files in;
  const std::string page = in.folder / "page.html";
  ASSERT_EQ(run({"detect", in.scene, "--out", in.out()}).status, 0);
  const std::size_t rows = rows_of(content(in.out() + "/contacts.csv")).size();
  for (const std::string& of : {in.scene, in.out()}) {
    const Ended ended = run({"report", of, "-o", page});
    ASSERT_EQ(ended.status, 0) << ended.error;
    const std::string html = content(page);
    EXPECT_EQ(facts_of(html)["contacts"], rows);
    EXPECT_EQ(facts_of(html)["verify"]["disagreements"], 0);
    EXPECT_EQ(column<std::uint32_t>(html, "shape_ranges", "u32")[1], 16u * 7 + 2);
  }
  // A result of another scene.
  std::string text = content(in.scene);
  text.replace(text.find("1.9,"), 4, "1.8,");
  in.folder.write("s.json", text);
  expect_refused(run({"report", in.out(), "-o", page}), {"contacts.csv: has ", " contacts of knots, in "});
  text.replace(text.find("\"nurbs\": {\"path\": \"ball.json\", \"spacing\": 0.1}"), 46,
               R"("box": {"half_extents": [1, 1, 1]})");
  in.folder.write("s.json", text);
  expect_refused(run({"report", in.out(), "-o", page}), {"has columns of knots, and ", "has no NURBS surfaces"});
}

TEST(CliSurfaces, WhatDoesNotTakeThemSaysSo) {
  const Files in;
  expect_refused(run({"detect", in.scene, "--patches"}), {"--patches: ", "s.json has a NURBS surface"});
  expect_refused(run({"explain", in.scene, "--pair", "0", "1"}),
                 {"explain ", "part 0 has shape 'nurbs', a NURBS surface, which no single query answers"});
  EXPECT_EQ(run({"explain", in.scene, "--pair", "3", "4"}).status, 0);
  expect_refused(run({"convert", in.scene, in.folder / "t.json"}),
                 {"shapes[0].nurbs: is for contacts between bodies alone"});
  expect_refused(run({"report", in.scene, "-o", in.folder / "ball.json"}), {"--out is the input ", "ball.json"});
}

}  // namespace
}  // namespace abut::test
