// What is wrong in a scene is told in one line that names file, place, value and what is allowed.
#include <gtest/gtest.h>

#include "abut/core/error.h"
#include "abut/io.h"
#include "tests/io/scene_files.h"

namespace abut {
namespace {

using test::ball;
using test::scene_text;
using test::TemporaryFolder;

/// The message that reading the scene ends with; `folder` may hold meshes.
std::string message_of(const std::string& text, const TemporaryFolder& folder) {
  const std::string path = folder.write("scene.json", text);
  try {
    read_scene(path);
  } catch (const InvalidInput& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find(path), 0u) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    return message.substr(path.size());
  }
  ADD_FAILURE() << "accepted: " << text;
  return {};
}
std::string message_of(const std::string& text) { return message_of(text, TemporaryFolder()); }

std::string of_shape(const std::string& shape) { return message_of(scene_text(shape, "")); }
std::string of_body(const std::string& body) { return message_of(scene_text(ball, body)); }

#define EXPECT_TELLS(message, ...)                                                  \
  do {                                                                              \
    const std::string told = message;                                               \
    for (const char* part : {__VA_ARGS__}) {                                        \
      EXPECT_NE(told.find(part), std::string::npos) << told << "\nlacks: " << part; \
    }                                                                               \
  } while (false)

TEST(SceneBadInput, AFileThatCannotBeReadIsAFileError) {
  const TemporaryFolder folder;
  EXPECT_THROW(read_scene(folder / "missing.json"), FileError);
  EXPECT_THROW(read_scene(folder.path()), FileError);
}

TEST(SceneBadInput, WhatIsNotJsonIsToldWithLineAndColumn) {
  EXPECT_TELLS(message_of("{\n  \"version\": 1,\n  \"shapes\": [}\n"), "line 3, column 14", "not JSON");
  EXPECT_TELLS(message_of("{\"version\": NaN}"), "line 1, column 13", "not JSON");
  EXPECT_TELLS(message_of("{\"version\": 1e999}"), "line 1", "1e999");
  EXPECT_TELLS(message_of(""), "line 1, column 1", "not JSON");
  EXPECT_TELLS(message_of("[[1]]"), "[[1]] is not an object");
  EXPECT_TELLS(message_of(std::string(100000, '[')), "not JSON");
  EXPECT_TELLS(message_of(std::string(100000, '[') + std::string(100000, ']')), "is not an object");
}

TEST(SceneBadInput, AKeyThatIsUnknownMissingOrRepeatedIsNamed) {
  EXPECT_TELLS(message_of(scene_text("", "", ", \"colour\": 1")), "\"colour\"", "allowed are \"version\"");
  EXPECT_TELLS(of_body(R"({"shape": "ball", "colour": 1})"), "bodies[0]", "\"colour\"", "\"orientation\"");
  EXPECT_TELLS(of_shape(R"({"name": "s", "sphere": {"radius": 1, "r": 2}})"), "shapes[0].sphere", "\"r\"");
  EXPECT_TELLS(message_of(R"({"version": 1, "shapes": []})"), "\"bodies\" is missing");
  EXPECT_TELLS(of_shape(R"({"name": "s", "sphere": {}})"), "shapes[0].sphere", "\"radius\" is missing");
  EXPECT_TELLS(message_of(R"({"version": 1, "version": 1})"), "\"version\" is given twice");
  EXPECT_TELLS(message_of(R"({"version": 2, "shapes": [], "bodies": []})"), "version: 2", "allowed is 1");
}

TEST(SceneBadInput, ShapesAreChecked) {
  EXPECT_TELLS(of_shape(R"({"name": "s", "sphere": {"radius": -1}})"), "shapes[0].sphere.radius", "-1", "0 or more");
  EXPECT_TELLS(of_shape(R"({"name": "s", "box": {"half_extents": [1, -2, 1]}})"), "half_extents[1]", "-2");
  EXPECT_TELLS(of_shape(R"({"name": "s", "box": {"half_extents": [1, 2]}})"), "[1, 2] is not a list of 3 numbers");
  EXPECT_TELLS(of_shape(R"({"name": "s", "sphere": {"radius": 1}, "rounding": -0.5})"), "shapes[0].rounding", "-0.5");
  EXPECT_TELLS(of_shape(R"({"name": "s", "triangle": {"vertices": [[0, 0, 0]]}})"), "not a list of 3 vertices");
  EXPECT_TELLS(of_shape(R"({"name": "s", "hull": {"vertices": []}})"), "is empty", "1 vertex or more");
  EXPECT_TELLS(of_shape(R"({"name": "s", "sphere": {"radius": 1}, "box": {}})"), "more than one kind");
  EXPECT_TELLS(of_shape(R"({"name": "s"})"), "has no kind");
  EXPECT_TELLS(of_shape(R"({"name": "", "sphere": {"radius": 1}})"), "shapes[0].name");
  EXPECT_TELLS(of_shape(std::string(ball) + "," + ball), "shapes[1].name", "\"ball\"");
}

TEST(SceneBadInput, CurvedShapesAndSumsAreChecked) {
  EXPECT_TELLS(of_shape(R"({"name": "s", "ellipsoid": {"semi_axes": [1, 2]}})"), "[1, 2] is not a list of 3 numbers");
  EXPECT_TELLS(of_shape(R"({"name": "s", "ellipsoid": {"semi_axes": [1, -2, 3]}})"), "semi_axes[1]", "-2");
  EXPECT_TELLS(of_shape(R"({"name": "s", "cylinder": {"radius": 1}})"), "shapes[0].cylinder", "half_length");
  EXPECT_TELLS(of_shape(R"({"name": "s", "cone": {"radius": -1, "half_length": 1}})"), "cone.radius", "-1");
  EXPECT_TELLS(of_shape(R"({"name": "s", "minkowski_sum": {"a": "s", "b": 0}})"), "minkowski_sum.a", "\"s\"");
  EXPECT_TELLS(of_shape(R"({"name": "s", "minkowski_sum": {"a": 0, "b": 0}})"), "minkowski_sum.a", "0");
  EXPECT_TELLS(of_shape(std::string(ball) + R"(,{"name": "s", "minkowski_sum": {"a": 0, "b": 0, "orientation": [1]}})"),
               "shapes[1].minkowski_sum.orientation");
}

TEST(SceneBadInput, WaysToUseAMeshAreNamed) {
  EXPECT_TELLS(of_shape(R"({"name": "s", "mesh": {"path": "m.ply", "as": "cloud"}})"), "shapes[0].mesh.as", "\"cloud\"",
               "\"hull\", \"parts\", \"facets\"");
}

TEST(SceneBadInput, MeshesAreChecked) {
  const TemporaryFolder folder;
  folder.write("empty.off", "OFF\n0 0 0\n");
  folder.write("nan.off", "OFF\n3 1 0\n0 0 nan\n1 0 0\n0 1 0\n3 0 1 2\n");
  folder.write("t.off", test::tetrahedron_off);
  const auto of_mesh = [&](const std::string& mesh) {
    return message_of(scene_text(R"({"name": "m", "mesh": )" + mesh + "}", ""), folder);
  };
  EXPECT_TELLS(of_mesh(R"({"path": "empty.off"})"), "empty.off", "triangle");
  EXPECT_TELLS(of_mesh(R"({"path": "nan.off"})"), "nan.off", "nan", "finite");
  EXPECT_TELLS(of_mesh(R"({"path": "missing.off"})"), "shapes[0].mesh.path", "missing.off");
  EXPECT_TELLS(of_mesh(R"({"path": "t.off", "scale": 0})"), "shapes[0].mesh.scale", "0", "greater than 0");
}

TEST(SceneBadInput, BodiesAreChecked) {
  EXPECT_TELLS(of_body(R"({"shape": "ball", "orientation": [0, 0, 0, 0]})"), "bodies[0].orientation", "[0, 0, 0, 0]",
               "length zero");
  EXPECT_TELLS(of_body(R"({"shape": "ball", "orientation": [[1, 0, 0], [0, 1.00001, 0], [0, 0, 1]]})"),
               "bodies[0].orientation", "not a rotation within 1e-6");
  EXPECT_TELLS(of_body(R"({"shape": "ball", "orientation": [[1, 0, 0], [0, 1, 0], [0, 0, -1]]})"), "reflection");
  EXPECT_TELLS(of_body(R"({"shape": "ball", "orientation": "up"})"), "\"up\"", "quaternion");
  EXPECT_TELLS(of_body(R"({"shape": "ball", "position": [0, 0, "x"]})"), "bodies[0].position[2]", "\"x\"");
  EXPECT_TELLS(of_body(R"({"shape": "bell"})"), "bodies[0].shape", "\"bell\"");
  EXPECT_TELLS(of_body(R"({"shape": 1})"), "bodies[0].shape", "1 is out of range", "0 to 0");
  EXPECT_TELLS(of_body(R"({"shape": 0.5})"), "bodies[0].shape", "0.5");
  EXPECT_TELLS(of_body("{}"), "bodies[0]", "exactly one");
  EXPECT_TELLS(of_body(R"({"parts": []})"), "bodies[0].parts", "is empty");
  EXPECT_TELLS(of_body(R"({"parts": [{"shape": 0}, {"shape": 7}]})"), "bodies[0].parts[1].shape", "7");
  EXPECT_TELLS(of_body(R"({"shape": 0, "group": 32})"), "bodies[0].group", "32", "0 to 31");
  EXPECT_TELLS(of_body(R"({"shape": 0, "meets": [1, -1]})"), "bodies[0].meets[1]", "-1");
  EXPECT_TELLS(of_body(R"({"name": "b", "shape": 0}, {"name": "b", "shape": 0})"), "bodies[1].name", "\"b\"");
}

TEST(SceneBadInput, PairsAndOptionsAreChecked) {
  const auto with = [](const std::string& more) {
    return message_of(scene_text(ball, R"({"name": "a", "shape": 0}, {"shape": 0})", more));
  };
  EXPECT_TELLS(with(R"(, "pairs": [[0, 1], [0, 2]])"), "pairs[1][1]", "2 is out of range", "0 to 1");
  EXPECT_TELLS(with(R"(, "pairs": [[-1, 1]])"), "pairs[0][0]", "-1");
  EXPECT_TELLS(with(R"(, "pairs": [["a", "c"]])"), "pairs[0][1]", "\"c\"");
  EXPECT_TELLS(with(R"(, "pairs": [[1, 1]])"), "pairs[0]", "twice");
  EXPECT_TELLS(with(R"(, "pairs": [[0]])"), "pairs[0]", "[0] is not a list of 2 bodies");
  EXPECT_TELLS(with(R"(, "options": {"alert_distance": -1})"), "options.alert_distance", "-1", "0 or more");
  EXPECT_TELLS(with(R"(, "options": {"precision": "f16"})"), "options.precision", "\"f16\"", "\"f32\"");
}

}  // namespace
}  // namespace abut
