#include "abut/brep/brep_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <sstream>

#include "abut/core/error.h"
#include "host/io/brep_writer.h"
#include "tests/brep/known_breps.h"
#include "tests/io/scene_files.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

BrepAssembly assembly() {
  BrepAssembly a;
  a.parts = {test::box(2, 3, 0.1), test::one_of_each(), test::torus(3, 1.0 / 3)};
  a.part_names = {"box", "one \"of\" each\n", "Träger"};
  a.instances = {{0, {}, "all/box"}, {2, {{-0.0, 0.1, 1e300}, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}}, "all/Träger"}};
  a.notes = {"face 3 of cover: is left out"};
  return a;
}

TEST(BrepFile, ComesBackToTheBit) {
  const test::TemporaryFolder folder;
  const BrepAssembly a = assembly();
  write_brep(folder / "a.brep.json", a);
  const BrepAssembly b = read_brep(folder / "a.brep.json");
  // The text says all of it: shortest numbers differ where bits do.
  EXPECT_EQ(io::brep_json(a), io::brep_json(b));
  EXPECT_EQ(a.part_names, b.part_names);
  EXPECT_EQ(a.notes, b.notes);
  ASSERT_EQ(b.instances.size(), 2u);
  EXPECT_EQ(std::memcmp(&a.instances[1].pose, &b.instances[1].pose, sizeof(Pose)), 0);
  EXPECT_EQ(b.instances[1].part, 2u);
  EXPECT_EQ(b.instances[1].name, "all/Träger");
  ASSERT_EQ(b.parts.size(), 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    const Brep &p = a.parts[i], &q = b.parts[i];
    EXPECT_EQ(p.surfaces.size(), q.surfaces.size());
    EXPECT_EQ(p.coedges.size(), q.coedges.size());
    EXPECT_EQ(p.shells[0].closed, q.shells[0].closed);
  }
  EXPECT_EQ(b.parts[1].edges[3].curve, no_brep_index);
  EXPECT_EQ(b.parts[1].surfaces[3].frame.z.z, -1);  // left-handed
  EXPECT_EQ(b.parts[1].surfaces[3].half_angle, -0.25);
  EXPECT_EQ(b.parts[1].nurbs_curves[0].points[2].z, 0x1p-1074);
  EXPECT_TRUE(b.parts[1].faces[2].reversed);
  EXPECT_TRUE(b.parts[1].coedges[2].reversed);
}

TEST(BrepFile, AnEmptyAssemblyIsOne) {
  const test::TemporaryFolder folder;
  write_brep(folder / "empty.json", {});
  EXPECT_TRUE(read_brep(folder / "empty.json").parts.empty());
}

TEST(BrepFile, WritesNothingThatItWouldNotRead) {
  const test::TemporaryFolder folder;
  BrepAssembly a = assembly();
  a.parts[0].edges[0].end = -1;
  EXPECT_THROW(write_brep(folder / "a.json", a), InvalidInput);
  EXPECT_TRUE(folder.names().empty());
}

/// What is said of the file with `from` replaced, once, by `to`; without the file's name.
std::string told(const std::string& from, const std::string& to) {
  const test::TemporaryFolder folder;
  std::string text = io::brep_json(assembly());
  const std::size_t at = text.find(from);
  if (at == std::string::npos) return "there is no " + from;
  text.replace(at, from.size(), to);
  const std::string path = folder.write("a.json", text);
  const std::string message = test::complaint([&] { read_brep(path); });
  return message.compare(0, path.size(), path) == 0 ? message.substr(path.size()) : message;
}

TEST(BrepFile, FaultsNameFileKeyValueAndWhatIsAllowed) {
  const std::pair<std::pair<const char*, const char*>, const char*> cases[] = {
      {{"\"brep\"", "\"brap\""}, ": unknown key \"brap\", allowed are \"brep\""},
      {{"\"parts\"", "\"part\""}, ": brep: unknown key \"part\", allowed are \"parts\", \"instances\", \"notes\""},
      {{"\"surfaces\": ", "\"surfaces\": 7, \"more\": "},
       ": brep.parts[0]: unknown key \"more\", allowed are \"name\""},
      {{"\"kind\": \"line\"", "\"kind\": \"lime\""},
       ": brep.parts[0].curves[0].kind: \"lime\" is unknown, allowed are \"line\", \"circle\", \"ellipse\", \"nurbs\""},
      {{"\"kind\": \"line\"", "\"kind\": \"circle\""}, ": brep.parts[0].curves[0]: the key \"radius\" is missing"},
      {{"\"kind\": \"line\"", "\"radius\": 1, \"kind\": \"line\""},
       ": brep.parts[0].curves[0]: unknown key \"radius\", allowed are \"kind\", \"origin\""},
      {{"\"curve\": 11", "\"curve\": 12"},
       ": brep.parts[0].edges[11].curve: 12 is out of range, allowed is a curve from 0 to 11"},
      {{"\"vertices\": [0, 1]", "\"vertices\": [0, 8]"},
       ": brep.parts[0].edges[2].vertices[1]: 8 is out of range, allowed is a vertex from 0 to 7"},
      {{"\"vertices\": [0, 1]", "\"vertices\": [0, 1, 2]"},
       ": brep.parts[0].edges[2].vertices: [0, 1, 2] is not a list"},
      {{"\"reversed\": false", "\"reversed\": 0"},
       ": brep.parts[0].shells[0].faces[0].loops[0][0].reversed: 0 is not true or false"},
      {{"\"tolerance\": 1e-07", "\"tolerance\": -1"},
       ": brep.parts[1].vertices[0].tolerance: -1 is negative, allowed is 0 or more"},
      {{"\"begin\": 0", "\"begin\": 5"}, ": brep: BrepAssembly: parts[0]: Brep: edges[0] goes from 5 to 2"},
      {{"\"part\": 2", "\"part\": 3"}, ": brep.instances[1].part: 3 is out of range, allowed is a part from 0 to 2"},
      {{"\"rotation\": [1, ", "\"rotation\": ["}, ": brep.instances[0].rotation: [0, 0, 0, 1, ... 8 values] is not"},
      {{"\"position\": [0, 0, 0]", "\"position\": [0, 0]"},
       ": brep.instances[0].position: [0, 0] is not a list of 3 numbers"},
      {{"\"parameter_curve\": 0", "\"parameter_curve\": 24"},
       ": brep.parts[0].shells[0].faces[0].loops[0][0].parameter_curve: 24 is out of range"},
      {{"\"origin\": [0, 0], \"x\": [1, 0]}", "\"origin\": [0], \"x\": [1, 0]}"},
       ": brep.parts[0].parameter_curves[0].origin: [0] is not a list of 2 numbers"},
  };
  for (const auto& [change, message] : cases) {
    const std::string text = told(change.first, change.second);
    EXPECT_EQ(text.substr(0, std::string(message).size()), message) << change.second;
  }
}

TEST(BrepFile, AMissingFileIsToldByItsPath) { EXPECT_THROW(read_brep("/nowhere/a.json"), FileError); }

}  // namespace
}  // namespace abut
