// What is wrong in a particle list is told in one line that names file, line, column, value and what is allowed.
#include <gtest/gtest.h>

#include "abut/core/error.h"
#include "abut/particles.h"
#include "tests/io/scene_files.h"

namespace abut {
namespace {

using test::TemporaryFolder;
using Told = std::initializer_list<const char*>;

void expect_told(const std::string& message, const std::string& path, Told parts) {
  EXPECT_EQ(message.find(path + ":"), 0u) << message;
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  for (const char* part : parts) EXPECT_NE(message.find(part), std::string::npos) << message << "\nlacks: " << part;
}

void expect_refused(const std::string& text, Told parts, const ParticleListOptions& options = {}) {
  const TemporaryFolder folder;
  const std::string path = folder.write("list.txt", text);
  try {
    read_particles(path, options);
    ADD_FAILURE() << "accepted: " << text.substr(0, 200);
  } catch (const InvalidInput& error) {
    expect_told(error.what(), path, parts);
  }
}

const std::string head = "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS ff ff ff\n0 1\n0 1\n0 1\n";

TEST(ParticleBadInput, AFileThatCannotBeReadIsAFileError) {
  const TemporaryFolder folder;
  EXPECT_THROW(read_particles(folder / "missing"), FileError);
  EXPECT_THROW(read_particles(folder.path()), FileError);
}

TEST(ParticleBadInput, HeadersAreChecked) {
  expect_refused("", {":1:", "ends", "header"});
  expect_refused("\n \n", {":2:", "ends", "header"});
  expect_refused("id x y\n", {":1:", "no column \"z\"", "\"id\", \"x\", \"y\"", "needed"});
  expect_refused("0.1 0.2 0.3\n", {":1:", "no column \"x\"", "\"0.1\""});
  expect_refused("x y z x\n", {":1:", "columns 1 and 4", "\"x\"", "once"});
  expect_refused("x,,y,z\n", {":1:", "column 2 has no name"});
  expect_refused("xs ys zs\n", {":1:", "\"xs\"", "scaled", "xu, yu, zu"});
  expect_refused(std::string(70000, 'x'), {":1:", "65536"});
}

TEST(ParticleBadInput, OrdersOfQuaternionsAreChecked) {
  const ParticleListOptions wxyz{.quaternion = QuaternionOrder::wxyz};
  expect_refused("x y z quat1 quat2 quat3 quat4\n", {":1:", "\"quat1\" to \"quat4\"", "wxyz", "xyzw"});
  expect_refused("x y z q0 q1 q2\n", {":1:", "\"q3\" is missing beside \"q0\""}, wxyz);
  expect_refused("x y z quatw quati quatj\n", {":1:", "\"quatk\" is missing"});
  expect_refused("x y z qw qx qy qz\n", {":1:", "say their order"}, wxyz);
  expect_refused("x y z\n", {":1:", "no quaternion among \"x\""}, wxyz);
  ParticleListOptions own = wxyz;
  own.quaternion_columns = {"a", "b", "c", "d"};
  expect_refused("x y z\n", {":1:", "no column \"a\""}, own);
  expect_refused("x y z a b c\n", {":1:", "\"d\" is missing beside \"a\""}, own);
  own.quaternion_columns = {"a", "b"};
  const TemporaryFolder folder;
  EXPECT_THROW(read_particles(folder.write("l", "x y z\n"), own), InvalidInput);
}

TEST(ParticleBadInput, ValuesAreChecked) {
  const std::string table = "id type x y z radius qw qx qy qz\n";
  const std::string good = "1 a 0 0 0 1 1 0 0 0\n";
  expect_refused(table + good + "2 a 0 0 0 1 1 0 0\n", {":3:", "9 values", "10 are needed"});
  expect_refused(table + "2 a 0 0 0 1 1 0 0 0 0\n", {":2:", "11 values"});
  expect_refused(table + "2 a 0 y 0 1 1 0 0 0\n", {":2:", "column 4 \"y\"", "\"y\"; a number"});
  expect_refused(table + "2 a 0 nan 0 1 1 0 0 0\n", {":2:", "column 4", "\"nan\"", "finite"});
  expect_refused(table + "2 a 0 0 -1e999 1 1 0 0 0\n", {":2:", "column 5 \"z\"", "\"-1e999\"", "finite"});
  expect_refused(table + "-2 a 0 0 0 1 1 0 0 0\n", {":2:", "column 1 \"id\"", "\"-2\"", "0 or more"});
  expect_refused(table + "2.5 a 0 0 0 1 1 0 0 0\n", {":2:", "\"2.5\"", "whole number"});
  expect_refused(table + good + good, {":3:", "column 1 \"id\"", "\"1\"", "once"});
  expect_refused(table + "2 a 0 0 0 0 1 0 0 0\n", {":2:", "column 6 \"radius\"", "\"0\"", "greater than 0"});
  expect_refused(table + "2 a 0 0 0 1 0 0 0 0\n", {":2:", "column 7 \"qw\"", "\"0 0 0 0\"", "length 1"});
  expect_refused(table + "2 a 0 0 0 1 1 0.1 0 0\n", {":2:", "\"1 0.1 0 0\"", "0.001"});
  expect_refused(table + "2 a 0 0 0 1 1e200 1e200 0 0\n", {":2:", "length 1"});
  expect_refused("id,type,x,y,z\n1,,0,0,0\n", {":2:", "column 2 \"type\" is empty"});
  expect_refused("x,y,z\n1,,0\n", {":2:", "column 2 \"y\" is \"\""});
  expect_refused(std::string("x y z\n1 2 \0 3\n", 14), {":2:", "4 values"});
}

TEST(ParticleBadInput, DumpsAreChecked) {
  const std::string atoms = "ITEM: ATOMS id x y z\n", one = "1 0 0 0\n", two = "2 0 0 0\n";
  expect_refused("ITEM: TIMESTEP\n", {":1:", "ends", "TIMESTEP"});
  expect_refused("ITEM: TIMESTEP\n0\n", {":2:", "ends", "ITEM: ATOMS"});
  expect_refused("ITEM: ATOMS x y z\n", {":1:", "before ITEM: NUMBER OF ATOMS"});
  expect_refused("ITEM: NUMBER OF ATOMS\n-2\n", {":2:", "\"-2\"", "0 or more"});
  expect_refused("ITEM: NUMBER OF ATOMS\nmany\n", {":2:", "\"many\""});
  expect_refused("ITEM: ENTRIES\n", {":1:", "\"ITEM: ENTRIES\"", "BOX BOUNDS"});
  expect_refused(head + atoms + one, {":10:", "ends", "atom 2 of 2"});
  expect_refused(head + atoms + one + two + "3 0 0 0\n", {":12:", "2 atoms that were announced"});
  expect_refused(head + atoms + one + two + head + atoms + one + two, {":12:", "second snapshot", "--frame"});
  expect_refused(head + atoms + one + two, {":11:", "1 snapshots", "number 3", "0 to 0"}, {.frame = 3});
  expect_refused("x y z\n0 0 0\n", {":1:", "no frames"}, {.frame = 0});
  expect_refused(head + atoms + one + "1 0 0 0\n", {":11:", "column 1 \"id\"", "once"});
}

void expect_scene_refused(const std::string& list, const std::string& shapes, Told parts) {
  const TemporaryFolder folder;
  ParticleSceneOptions options;
  const std::string path = folder.write("list.txt", list);
  if (!shapes.empty()) options.shapes = folder.write("shapes.json", shapes);
  try {
    write_particle_scene(path, options, folder / "scene.json");
    ADD_FAILURE() << "accepted: " << list;
  } catch (const InvalidInput& error) {
    const std::string message = error.what();
    EXPECT_EQ(message.find(folder.path()), 0u) << message;
    EXPECT_EQ(message.find('\n'), std::string::npos) << message;
    for (const char* part : parts) EXPECT_NE(message.find(part), std::string::npos) << message << "\nlacks: " << part;
  }
  EXPECT_EQ(folder.names().size(), shapes.empty() ? 1u : 2u) << "a scene or a part of one was left";
}

TEST(ParticleBadInput, ShapesOfAListAreChecked) {
  const std::string shapes = R"({"shapes": [{"name": "a", "sphere": {"radius": 1}}]})";
  expect_scene_refused("shape x y z\nb 0 0 0\n", shapes, {"list.txt:2:", "column 1 \"shape\"", "\"b\"", "1 to 1"});
  expect_scene_refused("type x y z\n2 0 0 0\n", shapes, {"list.txt:2:", "\"2\"", "1 to 1"});
  expect_scene_refused("type x y z\n0 0 0 0\n", shapes, {"list.txt:2:", "\"0\""});
  expect_scene_refused("type x y z\n-1 0 0 0\n", shapes, {"list.txt:2:", "\"-1\""});
  expect_scene_refused("x y z\n0 0 0\n", shapes, {"list.txt:2:", "no column \"shape\""});
  expect_scene_refused("x y z\n0 0 0\n", "", {"list.txt:2:", "no column \"radius\"", "--shapes"});
  expect_scene_refused("x y z\n", R"({"shapes": []})", {"shapes.json", "empty"});
  expect_scene_refused("x y z\n", R"({"bodies": []})", {"shapes.json", "\"bodies\""});
  expect_scene_refused("x y z\n", R"({"shapes": [{"name": "a", "sphere": {"radius": -1}}]})",
                       {"shapes.json", "shapes[0].sphere.radius", "-1"});
  const TemporaryFolder folder;
  EXPECT_THROW(write_particle_scene(folder.write("l", "x y z r\n"), {.alert_distance = -1}, folder / "s"),
               InvalidInput);
}

}  // namespace
}  // namespace abut
