// Scenes with meshes as facets, from the file to contacts, pages and checks; and the commands that do not take them.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/hdf5.h"
#include "abut/io.h"
#include "tests/cli/csv_rows.h"
#include "tests/cli/program.h"
#include "tests/cli/report_page.h"
#include "tests/decompose/solids.h"

namespace abut::test {
namespace {

/// A ring about z hangs on a rod along z: it touches two edges of its tube, chords of a circle of 48. A block lies on
/// an open floor of two triangles, 0.0078125 above it; and two balls overlap, far from all.
struct FacetFiles {
  TemporaryFolder folder;
  std::string scene;

  FacetFiles() {
    write_obj({torus_mesh(1, 0.25, 48, 24)}, folder / "ring.obj");
    write_obj({{{{-4, -4, 0}, {4, -4, 0}, {4, 4, 0}, {-4, 4, 0}}, {{0, 1, 2}, {0, 2, 3}}}}, folder / "floor.obj");
    scene = folder.write("s.json", scene_text(shapes(), bodies(), R"(, "options": {"alert_distance": 0.015625})"));
  }
  static std::string shapes() {
    return R"({"name": "ring", "mesh": {"path": "ring.obj", "as": "facets"}},
              {"name": "floor", "mesh": {"path": "floor.obj", "as": "facets"}},
              {"name": "rod", "capsule": {"radius": 0.25, "half_length": 3}},
              {"name": "block", "box": {"half_extents": [1, 0.5, 0.25]}},
              {"name": "ball", "sphere": {"radius": 1}})";
  }
  static std::string bodies() {
    return R"({"name": "the ring", "shape": "ring"}, {"shape": "rod", "position": [0.49, 0, 0]},
              {"shape": "floor", "position": [0, 0, -9]}, {"shape": "block", "position": [0.3, 0.7, -8.7421875]},
              {"shape": "ball", "position": [50, 0, 0]}, {"shape": "ball", "position": [51.5, 0, 0]})";
  }
  std::string out() const { return folder / "out"; }
  const double gap = (0.75 - 0.49) * std::cos(M_PI / 48) - 0.25;
};

TEST(CliFacets, DetectWritesARowForEachContactOfFacets) {
  const FacetFiles in;
  const Ended ended = run({"detect", in.scene, "--out", in.out()});
  ASSERT_EQ(ended.status, 0) << ended.error;
  EXPECT_NE(ended.out.find("contacts         7\n"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("facets           2 meshes of 2306 triangles: 6 contacts, of which 6 apart, 0 below, 0 "
                           "touching, 0 crossing\n"),
            std::string::npos)
      << ended.out;
  EXPECT_EQ(ended.out.find("hulls, parts"), std::string::npos) << ended.out;
  const auto rows = rows_of(content(in.out() + "/contacts.csv"));
  ASSERT_EQ(rows.size(), 7u);
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_EQ(rows[k].at("a") + rows[k].at("b"), "01");
    EXPECT_NEAR(std::stod(rows[k].at("separation")), in.gap, 1e-8);
    EXPECT_NEAR(std::stod(rows[k].at("normal_x")), -std::cos(M_PI / 48), 1e-8);
    EXPECT_EQ(rows[k].at("kind"), "apart");
  }
  for (std::size_t k = 2; k < 6; ++k) {
    EXPECT_EQ(rows[k].at("body_a") + rows[k].at("body_b"), "23");
    EXPECT_EQ(rows[k].at("separation"), "0.0078125");
    EXPECT_EQ(rows[k].at("normal_x") + rows[k].at("normal_y") + rows[k].at("normal_z"), "001");
    EXPECT_EQ(rows[k].at("feature_a"), "f0");
    EXPECT_EQ(rows[k].at("feature_b")[0], 'v');
    EXPECT_EQ(rows[k].at("bound_gap"), "0");
    EXPECT_LE(std::stod(rows[k].at("lower_bound")), 0.0078125);
  }
  EXPECT_EQ(rows[6].at("facet_a") + rows[6].at("facet_b") + rows[6].at("kind"), "---");
  EXPECT_EQ(rows[6].at("separation"), "-0.5");

  const nlohmann::json json = nlohmann::json::parse(content(in.out() + "/summary.json"));
  EXPECT_EQ(json["contacts"], 7);
  EXPECT_EQ(json["candidate_pairs"], 3);
  EXPECT_EQ(json["status"]["converged"], 3);
  EXPECT_EQ(json["facets"]["contacts"], 6);
  EXPECT_EQ(json["facets"]["meshes"], 2);
  EXPECT_EQ(json["hulls_for_meshes"]["meshes"], 0);
  EXPECT_EQ(json["deepest_overlap"], 0.5);
  const std::string vtp = content(in.out() + "/contacts.vtp");
  for (const char* name : {"\"facet_a\"", "\"facet_b\"", "\"kind\""})
    EXPECT_NE(vtp.find(name), std::string::npos) << name;
}

TEST(CliFacets, ThreadsAndPrecisionsAgree) {
  const FacetFiles in;
  ASSERT_EQ(run({"detect", in.scene, "--threads", "1", "--out", in.folder / "one"}).status, 0);
  ASSERT_EQ(run({"detect", in.scene, "--threads", "3", "--repeat", "2", "--out", in.folder / "three"}).status, 0);
  EXPECT_EQ(content(in.folder / "one/contacts.csv"), content(in.folder / "three/contacts.csv"));
  ASSERT_EQ(run({"detect", in.scene, "--precision", "f32", "--out", in.folder / "f32"}).status, 0);
  const auto rows = rows_of(content(in.folder / "f32/contacts.csv"));
  ASSERT_EQ(rows.size(), 7u);
  EXPECT_NEAR(std::stod(rows[0].at("separation")), in.gap, 1e-7);
  const std::string shown = run({"detect", in.scene}).out;
  EXPECT_NE(shown.find("0 the ring"), std::string::npos) << shown;
}

TEST(CliFacets, ASceneWithoutFacetsHasNoColumnOfThem) {
  const FacetFiles in;
  const std::string scene = in.folder.write("plain.json", scene_text(ball, R"({"shape": 0}, {"shape": 0})"));
  ASSERT_EQ(run({"detect", scene, "--out", in.out()}).status, 0);
  const std::string csv = content(in.out() + "/contacts.csv");
  EXPECT_EQ(csv.find("facet"), std::string::npos);
  EXPECT_EQ(content(in.out() + "/contacts.vtp").find("facet"), std::string::npos);
  EXPECT_EQ(content(in.out() + "/summary.json").find("facet"), std::string::npos);
}

TEST(CliFacets, VerifyHoldsThemAgainstAllPairsOfFacets) {
  const FacetFiles in;
  for (const char* precision : {"f64", "f32"}) {
    const Ended ended = run({"verify", in.scene, "--precision", precision, "--json"});
    EXPECT_EQ(ended.status, 0) << ended.out;
    const nlohmann::json json = json_of(ended);
    EXPECT_EQ(json["pairs"], 7);
    EXPECT_EQ(json["pairs_without_contact"], 0);
    EXPECT_EQ(json["disagreements"], 0) << json;
    EXPECT_EQ(json["uncertified"], 0) << json;
  }
  // Farther: no pair has a contact, which is checked too.
  std::string text = content(in.scene);
  text.replace(text.find("0.015625"), 8, "0.001");
  const nlohmann::json json = json_of(run({"verify", in.folder.write("t.json", text), "--json"}));
  EXPECT_EQ(json["pairs"], 1) << json;
  EXPECT_GE(json["pairs_without_contact"], 1) << json;
  EXPECT_EQ(json["disagreements"], 0) << json;
}

TEST(CliFacets, AReportShowsTheMeshAndTheFacets) {
  const FacetFiles in;
  const std::string page = in.folder / "page.html";
  ASSERT_EQ(run({"detect", in.scene, "--out", in.out()}).status, 0);
  for (const std::string& of : {in.scene, in.out()}) {
    const Ended ended = run({"report", of, "-o", page});
    ASSERT_EQ(ended.status, 0) << ended.error;
    const std::string html = content(page);
    const nlohmann::json facts = facts_of(html);
    EXPECT_EQ(facts["contacts"], 7);
    EXPECT_EQ(facts["verify"]["disagreements"], 0);
    EXPECT_EQ(facts["facet_kinds"][0], "apart");
    const auto facet_a = column<std::uint32_t>(html, "facet_a", "u32");
    ASSERT_EQ(facet_a.size(), 7u);
    EXPECT_LT(facet_a[0], 2304u);
    EXPECT_EQ(facet_a[6], 0xffffffffu);
    EXPECT_EQ(column<std::uint8_t>(html, "facet_kind", "u8").size(), 7u);
    // Of the ring its own points, of the open floor both sides.
    const auto ranges = column<std::uint32_t>(html, "shape_ranges", "u32");
    EXPECT_EQ(ranges[1], 48u * 24);
    EXPECT_EQ(ranges[3], 3u * 2304);
    EXPECT_EQ(ranges[12 + 1], 4u);
    EXPECT_EQ(ranges[12 + 3], 3u * 4);
  }
  EXPECT_EQ(run({"report", in.out(), "-o", page, "--no-verify"}).status, 0);
}

TEST(CliFacets, AResultOfAnotherSceneIsRefused) {
  const FacetFiles in;
  const std::string page = in.folder / "page.html";
  ASSERT_EQ(run({"detect", in.scene, "--out", in.out()}).status, 0);
  const std::string text = content(in.scene);
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string other = text;
    other.replace(other.find(from), from.size(), to);
    in.folder.write("s.json", other);
    return run({"report", in.out(), "-o", page});
  };
  expect_refused(changed("-8.7421875", "-8.7431875"), {"contacts.csv: line 4: separation is 0.0078125, in ", "s.json"});
  expect_refused(changed("-8.7421875", "-8"), {"contacts.csv: has 6 contacts between facets, in ", "there are 2"});
  std::string hulls = text;
  for (std::size_t at = hulls.find("facets"); at != std::string::npos; at = hulls.find("facets")) {
    hulls.replace(at, 6, "hull");
  }
  in.folder.write("s.json", hulls);
  expect_refused(run({"report", in.out(), "-o", page}), {"has columns of facets, and ", "has no meshes as facets"});
}

TEST(CliFacets, WhatDoesNotTakeThemSaysSo) {
  const FacetFiles in;
  expect_refused(run({"detect", in.scene, "--patches"}), {"--patches: ", "s.json has a mesh as facets"});
  expect_refused(run({"explain", in.scene, "--pair", "0", "1"}),
                 {"explain ", "part 0 has shape 'ring', a mesh as facets, which no single query answers"});
  expect_refused(run({"explain", in.scene, "--parts", "1", "2"}), {"part 2 has shape 'floor'"});
  EXPECT_EQ(run({"explain", in.scene, "--pair", "4", "5"}).status, 0);
  expect_refused(run({"convert", in.scene, in.folder / "t.json"}),
                 {"shapes[0].mesh.as: \"facets\" is for contacts between bodies alone"});
  if (hdf5_available()) {
    expect_refused(run({"query", in.scene, "--out", in.folder / "t.h5"}), {"shapes[0].mesh.as: \"facets\""});
  }
}

TEST(CliFacets, ADeviceFindsTheContactsOfTheCpu) {
  if (const char* reason = cuda_unavailable_reason()) GTEST_SKIP() << reason;
  const FacetFiles in;
  ASSERT_EQ(run({"detect", in.scene, "--out", in.out()}).status, 0);
  const std::string device = in.folder / "device";
  ASSERT_EQ(run({"detect", in.scene, "--backend", "cuda", "--out", device}).status, 0);
  EXPECT_EQ(content(device + "/contacts.csv"), content(in.out() + "/contacts.csv"));
  EXPECT_EQ(run({"verify", in.scene, "--backend", "cuda"}).status, 0);
}

TEST(CliFacets, AMeshIsNotWrittenOver) {
  const FacetFiles in;
  expect_refused(run({"report", in.scene, "-o", in.folder / "ring.obj"}), {"--out is the input ", "ring.obj"});
}

TEST(CliFacets, ASceneOfMeshesMeetsThemAsTheyAre) {
  const FacetFiles in;
  Mesh upright = torus_mesh(1, 0.25, 48, 24);
  for (Vec3<double>& v : upright.vertices) v = {v.x + 1.49, -v.z, v.y};
  write_obj({upright}, in.folder / "other.obj");
  const std::string scene = in.folder / "linked.json";
  const auto contacts = [&](const char* as) {
    const Ended made = run({"scene", "meshes", in.folder / "ring.obj", in.folder / "other.obj", "--as", as, "--alert",
                            "0.011", "--out", scene});
    EXPECT_EQ(made.status, 0) << made.error;
    return json_of(run({"detect", scene, "--json"}));
  };
  EXPECT_GT(contacts("hull")["deepest_overlap"].get<double>(), 0.25);
  const nlohmann::json linked = contacts("facets");
  EXPECT_EQ(linked["deepest_overlap"], 0);
  EXPECT_GE(linked["contacts"], 1);
  EXPECT_EQ(linked["status"]["converged"], 1);
  EXPECT_EQ(run({"verify", scene}).status, 0);
}

}  // namespace
}  // namespace abut::test
