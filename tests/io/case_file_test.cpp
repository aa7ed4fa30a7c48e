#include "host/io/case_file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "abut/core/error.h"
#include "abut/io.h"
#include "host/io/scene_or_cases.h"
#include "tests/io/scene_files.h"

namespace abut::io {
namespace {

class CaseFile : public testing::Test {
 protected:
  std::string file(const std::string& text) const { return folder_.write("case.json", text); }
  static std::string one_case(const std::string& shape_a, const std::string& rest = "") {
    return R"({"format": "gjk-case 1", "cases": [{"name": "one", "shapeA": )" + shape_a +
           R"(, "shapeB": {"type": "sphere", "radius": 1},
           "poseA": {"rotation": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "translation": [0, 0, 0]},
           "poseB": {"rotation": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "translation": [3, 0, 0]})" +
           rest + "}]}";
  }
  void expect_refused(const std::string& text, const std::string& because) const {
    const std::string path = file(text);
    try {
      read_cases(path);
      ADD_FAILURE() << "taken: " << text;
    } catch (const InvalidInput& error) {
      EXPECT_EQ(std::string(error.what()), path + ": " + because);
    }
  }

  test::TemporaryFolder folder_;
};

const char* const box = R"({"type": "box", "half_extents": [1, 2, 3]})";

TEST_F(CaseFile, WhatIsWrittenReadsBackAsTheSameNumbers) {
  PairCase c;
  c.name = "thirds";
  c.note = "a note";
  c.shape_a = {CaseKind::convex, {{1.0 / 3, 0.1, 1e-300}, {-0.0, 2e17, 3}, {1, 1, 1}}, {0, 0, 0}, 0.7};
  c.shape_b.kind = CaseKind::minkowski_sum;
  c.shape_b.terms = {{CaseKind::ellipsoid, {}, {0.1, 0.2, 0.3}, 0}, {CaseKind::cone, {}, {0.4, 0.5, 0}, 0.1}};
  c.shape_b.second.position = {1.0 / 7, 0, 0};
  c.pose_b = {{0.1, 0.2, 0.3}, rotation_from_quaternion(1, 2, 3, 4)};
  c.expected = ExpectedAnswer{-1.0 / 9, 1e-15};
  write_cases(folder_ / "out.json", {c});
  const std::vector<PairCase> read = read_cases(folder_ / "out.json");
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(case_file_text(read), case_file_text({c}));
  EXPECT_EQ(read[0].shape_a.vertices[0].x, 1.0 / 3);
  EXPECT_EQ(read[0].pose_b.rotation.m[5], c.pose_b.rotation.m[5]);
  EXPECT_EQ(read[0].expected->separation, -1.0 / 9);
}

TEST_F(CaseFile, EveryKindOfShapeIsTaken) {
  for (const char* shape :
       {R"({"type": "point", "vertices": [[1, 2, 3]]})", R"({"type": "segment", "vertices": [[0, 0, 0], [1, 0, 0]]})",
        R"({"type": "triangle", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0]], "rounding": 0.1})",
        R"({"type": "convex", "vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]})", box,
        R"({"type": "sphere", "radius": 1})", R"({"type": "capsule", "radius": 1, "half_length": 2})",
        R"({"type": "cylinder", "radius": 1, "half_length": 2})", R"({"type": "cone", "radius": 1, "half_length": 2})",
        R"({"type": "ellipsoid", "semi_axes": [1, 2, 3], "rounding": 0.5})",
        R"({"type": "minkowski_sum", "a": {"type": "sphere", "radius": 1}, "b": {"type": "sphere", "radius": 2}})"}) {
    const std::vector<PairCase> cases = read_cases(file(one_case(shape)));
    ShapeSet set;
    EXPECT_NO_THROW(add_shape(set, cases.at(0).shape_a)) << shape;
  }
}

TEST_F(CaseFile, TellsCasesFromScenes) {
  const auto are_cases = [&](const std::string& text) { return has_cases(JsonDocument(file(text))); };
  EXPECT_TRUE(are_cases(one_case(box)));
  EXPECT_FALSE(are_cases(R"({"version": 1, "shapes": [], "bodies": []})"));
  EXPECT_FALSE(are_cases("[1]"));
}

TEST_F(CaseFile, AFileThatMayBeASceneIsReadOnceAndMayBeAPipe) {
  const auto piped = [](const std::string& text) {
    int ends[2];
    if (::pipe(ends) != 0) throw FileError("no pipe");
    EXPECT_EQ(::write(ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    ::close(ends[1]);
    SceneOrCases read = read_scene_or_cases("/dev/fd/" + std::to_string(ends[0]));
    ::close(ends[0]);
    return read;
  };
  const SceneOrCases cases = piped(one_case(box));
  EXPECT_EQ(std::get<std::vector<PairCase>>(cases).at(0).name, "one");
  const SceneOrCases scene =
      piped(R"({"version": 1, "shapes": [{"name": "s", "sphere": {"radius": 1}}], "bodies": [{"shape": "s"}]})");
  EXPECT_EQ(std::get<Scene>(scene).bodies.size(), 1u);
  EXPECT_TRUE(std::holds_alternative<std::vector<PairCase>>(read_scene_or_cases(file(one_case(box)))));
  EXPECT_THROW(piped(""), InvalidInput);
}

TEST_F(CaseFile, FaultsNameFilePlaceValueAndWhatIsAllowed) {
  expect_refused(R"({"format": "gjk-case 9", "cases": []})",
                 R"(format: "gjk-case 9" is not a format that this program reads, allowed is "gjk-case 1")");
  expect_refused(one_case(R"({"type": "torus"})"),
                 R"(cases[0].shapeA.type: "torus" is not a kind of shape, allowed are "point", "segment", "triangle", )"
                 R"("convex", "box", "ellipsoid", "sphere", "capsule", "cylinder", "cone", "minkowski_sum")");
  expect_refused(one_case(R"({"type": "box", "half_extents": [1, -2, 3]})"),
                 "cases[0].shapeA.half_extents[1]: -2 is negative, allowed is 0 or more");
  expect_refused(one_case(R"({"type": "sphere", "radius": 1, "half_length": 1})"),
                 R"(cases[0].shapeA: unknown key "half_length", allowed are "type", "radius", "rounding")");
  expect_refused(one_case(R"({"type": "triangle", "vertices": [[0, 0, 0]]})"),
                 "cases[0].shapeA.vertices: [[0, 0, 0]] is not a list of 3 vertices");
  expect_refused(one_case(box, R"(, "expected": {"tolerance": 1})"),
                 R"(cases[0].expected: the key "signed_distance" is missing)");
  expect_refused(one_case(box, R"(, "surprise": 1)"),
                 R"(cases[0]: unknown key "surprise", allowed are "name", "source", "shapeA", "shapeB", "poseA", )"
                 R"("poseB", "expected", "note", "verified")");
}

TEST_F(CaseFile, MatricesAreRotationsWithinAThousandth) {
  std::string text = one_case(box);
  const std::size_t at = text.find("[[1, 0, 0]");
  text.replace(at, 10, "[[1.01, 0, 0]");
  const std::string path = file(text);
  try {
    read_cases(path);
    FAIL() << "taken";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("is not a rotation within 1e-3"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace abut::io
