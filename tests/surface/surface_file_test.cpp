#include "abut/surface/surface_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "abut/core/error.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"
#include "tests/surface/nurbs_cases.h"

namespace abut {
namespace {

using test::Random;

/// Doubles by their bits: a zero has a sign.
bool same_bits(const std::vector<double>& a, const std::vector<double>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0);
}

void expect_same(const NurbsSurface& a, const NurbsSurface& b) {
  EXPECT_EQ(a.u.degree, b.u.degree);
  EXPECT_EQ(a.v.degree, b.v.degree);
  EXPECT_TRUE(same_bits(a.u.knots, b.u.knots));
  EXPECT_TRUE(same_bits(a.v.knots, b.v.knots));
  EXPECT_TRUE(same_bits(a.weights, b.weights));
  ASSERT_EQ(a.points.size(), b.points.size());
  EXPECT_EQ(std::memcmp(a.points.data(), b.points.data(), a.points.size() * sizeof(a.points[0])), 0);
}

TEST(SurfaceFile, EveryKindComesBackToTheBit) {
  const test::TemporaryFolder folder;
  Random random(71);
  test::for_each_kind([&](const test::SplineKind& kind) {
    NurbsSurface s = test::random_surface(random, kind, {3, false, false, kind.rational});
    s.points[0] = {-0.0, 0x1p-1074, 1.7976931348623157e308};
    write_surface(folder / "surface.json", s);
    expect_same(s, read_surface(folder / "surface.json"));
  });
  EXPECT_EQ(folder.names(), std::vector<std::string>{"surface.json"});
}

TEST(SurfaceFile, TheTextIsAsDescribed) {
  const std::string wanted =
      "{\"nurbs\": {\n  \"degree_u\": 1,\n  \"knots_u\": [0, 0, 1, 1],\n  \"degree_v\": 1,\n  \"knots_v\": [0, 0, 1, "
      "1],\n"
      "  \"points\": [\n    [0, 0, 0],\n    [0, 0.5, 0],\n    [0.5, 0, 0],\n    [0.5, 0.5, 0]\n  ]\n}}\n";
  EXPECT_EQ(to_json(test::flat_square(0.5)), wanted);
  NurbsSurface weighted = test::flat_square(0.5);
  weighted.weights = {1, 2, 0, 4};
  EXPECT_NE(to_json(weighted).find("\n  ],\n  \"weights\": [1, 2, 0, 4]\n}}\n"), std::string::npos);
}

/// The good text with a part of it replaced.
std::string with(const std::string& part, const std::string& other) {
  std::string text = to_json(test::flat_square(1));
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  return text.replace(at, part.size(), other);
}

TEST(SurfaceFile, BadFilesAreRefusedWithTheirKey) {
  const test::TemporaryFolder folder;
  const std::pair<std::string, std::string> cases[] = {
      {"", "not JSON"},
      {"[]", "is not an object"},
      {"{}", "the key \"nurbs\" is missing"},
      {"{\"nurbs\": 3}", "nurbs: 3 is not an object"},
      {with("degree_u", "degree"), "nurbs: unknown key \"degree\", allowed are \"degree_u\""},
      {with("\"degree_u\": 1,", ""), "nurbs: the key \"degree_u\" is missing"},
      {with("\"degree_u\": 1", "\"degree_u\": 1.5"), "nurbs.degree_u: 1.5 is not a degree (an integer from 0)"},
      {with("\"degree_u\": 1", "\"degree_u\": 8"),
       "nurbs.degree_u: 8 is out of range, allowed is a degree from 0 to 7"},
      {with("\"degree_u\": 1", "\"degree_u\": 0"), "nurbs: NurbsSurface: u.degree is 0; allowed are 1 to 7"},
      {with("[0, 0, 1, 1]", "[0, 0, 1, \"1\"]"), "nurbs.knots_u[3]: \"1\" is not a number"},
      {with("[0, 0, 1, 1]", "[0, 0, 1, 0.5]"),
       "nurbs: NurbsSurface: u.knots[3] is 0.5; allowed is no less than the one before, 1"},
      {with("[0, 0, 1, 1]", "7"), "nurbs.knots_u: 7 is not a list"},
      {with("[0, 0, 1, 1]", "[0, 0, 1]"), "nurbs: NurbsSurface: u.knots are 3; allowed are 4 or more, 2 * degree + 2"},
      {with("[0, 1, 0]", "[0, 1]"), "nurbs.points[1]: [0, 1] is not a list of 3 numbers"},
      {with("[0, 1, 0]", "[0, 1e999, 0]"), "not JSON"},
      {with("    [0, 1, 0],\n", ""), "nurbs: NurbsSurface: points are 3; allowed are 4 for these knots"},
      {with("  ]\n", "  ],\n \"weights\": [1, 1, -1, 1]\n"),
       "nurbs: NurbsSurface: weights[2] is -1; allowed is 0 or more, finite"},
      {with("  ]\n", "  ],\n \"weights\": [1, 1, null, 1]\n"), "nurbs.weights[2]: null is not a number"},
  };
  for (const auto& [text, wanted] : cases) {
    const std::string path = folder.write("bad.json", text);
    const std::string told = test::complaint([&] { read_surface(path); });
    EXPECT_EQ(told.find(path + ": "), 0u) << told;
    EXPECT_NE(told.find(wanted), std::string::npos) << told << "\nwanted: " << wanted;
  }
  EXPECT_THROW(read_surface(folder / "none.json"), FileError);
}

TEST(SurfaceFile, NothingBadIsWritten) {
  const test::TemporaryFolder folder;
  NurbsSurface s = test::flat_square(1);
  s.points[2].z = std::nan("");
  EXPECT_EQ(test::complaint([&] { write_surface(folder / "s.json", s); }), "NurbsSurface: points[2] is not finite");
  EXPECT_TRUE(folder.names().empty());
  EXPECT_THROW(write_surface(folder / "none/s.json", test::flat_square(1)), FileError);
}

}  // namespace
}  // namespace abut
