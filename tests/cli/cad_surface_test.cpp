// Closed surfaces of CAD files, from the file to contacts and checks; where `abut` reads no CAD files, of B-Reps alone.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "abut/brep/brep_file.h"
#include "abut/surface/surface_file.h"
#include "abut/surface/surface_mass.h"
#include "tests/brep/known_breps.h"
#include "tests/cli/csv_rows.h"
#include "tests/cli/program.h"

namespace abut::test {
namespace {

/// A torus of the radii 10 and 2 millimetres.
const char* const ring = ABUT_TEST_DATA "/data/cad/dirty_ap214/ap214_periodic_torus.stp";
const char* const floor_shape = R"({"name": "wall", "box": {"half_extents": [4, 4, 1]}})";
constexpr double volume = 80 * std::numbers::pi * std::numbers::pi;

bool reads_cad() { return run({"info", ring}).status == 0; }

TEST(CliCadSurface, AStepFileBecomesTheSurfaceThatBoundsItsBody) {
  if (!reads_cad()) GTEST_SKIP() << "this build has no OpenCASCADE";
  const TemporaryFolder folder;
  const std::string json = folder / "ring.json";
  ASSERT_EQ(run({"convert", ring, json, "--surface"}).status, 0);
  EXPECT_NEAR(mass_properties(read_surface(json)).volume, volume, 1e-9 * volume);
  ASSERT_EQ(run({"convert", ring, json, "--surface", "--unit", "1"}).status, 0);
  EXPECT_NEAR(mass_properties(read_surface(json)).volume, 1e-9 * volume, 1e-18 * volume);
  EXPECT_NE(run({"info", ring}).out.find("    surface          one closed NURBS surface bounds it\n"),
            std::string::npos);
  EXPECT_EQ(json_of(run({"info", ring, "--json"}))["files"][0]["parts"][0]["one_closed_surface"], true);
}

TEST(CliCadSurface, ASceneTakesAGrainFromAStepFileInItsUnit) {
  if (!reads_cad()) GTEST_SKIP() << "this build has no OpenCASCADE";
  const TemporaryFolder folder;
  // In centimetres the tube's radius is 0.2: 0.01 deep in the wall, from above.
  const std::string shapes = std::string(R"({"name": "ring", "nurbs": {"path": ")") + ring +
                             R"(", "unit": 0.01, "spacing": 0.05}}, )" + floor_shape;
  const std::string scene =
      folder.write("s.json", scene_text(shapes, R"({"shape": "ring"}, {"shape": "wall", "position": [0, 0, -1.19]})"));
  const Ended ended = run({"detect", scene, "--out", folder / "out"});
  ASSERT_EQ(ended.status, 0) << ended.error;
  const auto rows = rows_of(content((folder / "out") + "/contacts.csv"));
  ASSERT_GT(rows.size(), 10u);
  double deepest = 0;
  for (const auto& row : rows) deepest = std::min(deepest, std::stod(row.at("separation")));
  EXPECT_GE(deepest, -0.01 - 1e-9);
  EXPECT_LE(deepest, -0.005);
  EXPECT_EQ(run({"verify", scene}).status, 0);
}

TEST(CliCadSurface, WhatGivesNoSurfaceIsNamedInOneLine) {
  const TemporaryFolder folder;
  BrepAssembly boxes;
  boxes.parts = {box(1, 2, 3), box(2, 2, 2)}, boxes.part_names = {"long", "cube"};
  write_brep(folder / "boxes.json", boxes);
  const std::string from = folder / "boxes.json", to = folder / "a.json";
  const auto expect_told = [&](const std::vector<std::string>& more, const std::string& text) {
    std::vector<std::string> words{"convert", from, to, "--surface"};
    words.insert(words.end(), more.begin(), more.end());
    const Ended ended = run(words);
    EXPECT_EQ(ended.status, 2);
    EXPECT_EQ(ended.error, "abut: " + from + ": " + text + "\n");
  };
  expect_told({}, R"(has 2 parts; allowed is the name of one: "long", "cube")");
  expect_told({"--part", "round"}, R"(has 0 parts of the name "round"; allowed is the name of one: "long", "cube")");
  expect_told({"--part", "cube"},
              "closed_surface_of: of the body's 6 faces, face 2 lies on another surface than face 1; allowed are faces "
              "of one surface that closes by itself");
  expect_told({"--part", "cube", "--unit", "1"}, "is given a unit, which JSON of a surface has not; allowed is none");
  EXPECT_NE(run({"info", from}).out.find("    surface          none: of the body's 6 faces, face 2 lies on another"),
            std::string::npos);
  EXPECT_EQ(run({"convert", from, to, "--part", "cube"}).status, 2);
}

}  // namespace
}  // namespace abut::test
