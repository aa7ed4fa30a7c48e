// An output that is an input, by whatever name, is refused before anything is written, and the input stays as it was.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "abut/hdf5.h"
#include "abut/io.h"
#include "tests/cli/program.h"
#include "tests/decompose/solids.h"

namespace abut::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* pair_of_balls =
    R"({"name": "one", "shape": 0}, {"name": "two", "shape": 0, "position": [1, 0, 0]})";

std::map<std::string, std::string> contents(const std::string& folder) {
  std::map<std::string, std::string> all;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.is_regular_file()) all[entry.path().string()] = content(entry.path().string());
  }
  return all;
}

/// Refused with all of `parts`, and no file in the folder is another one than before.
void expect_kept(const TemporaryFolder& folder, const std::vector<std::string>& arguments,
                 std::initializer_list<const char*> parts) {
  SCOPED_TRACE(arguments[0] + " ... " + arguments.back());
  const auto before = contents(folder.path());
  expect_refused(run(arguments), parts);
  EXPECT_TRUE(contents(folder.path()) == before);
}

TEST(CliOutputs, TheSceneIsNotWrittenOver) {
  const TemporaryFolder folder;
  const std::string s = folder.write("s.json", scene_text(ball, pair_of_balls, R"(, "pairs": [[0, 1]])"));
  expect_kept(folder, {"report", s, "-o", s}, {"--out is the input ", "s.json; allowed is another file"});
  expect_kept(folder, {"explain", s, "--pair", "one", "two", "--svg", s}, {"--svg is the input ", "another file"});
  expect_kept(folder, {"convert", s, s}, {"TO is the input ", "another file"});
  expect_kept(folder, {"query", s, "--out", s}, {"--out is the input ", "another file"});
  const std::string cases = folder.write("cases.json", content(ABUT_TEST_DATA "/corpus/libccd.json"));
  expect_kept(folder, {"explain", cases, "--case", "0", "--svg", cases}, {"--svg is the input ", "cases.json"});
}

TEST(CliOutputs, AnHdf5FileIsNotWrittenOver) {
  if (!hdf5_available()) GTEST_SKIP() << "this build has no HDF5";
  const TemporaryFolder folder;
  const std::string s = folder.write("s.json", scene_text(ball, pair_of_balls, R"(, "pairs": [[0, 1]])"));
  const std::string h = folder / "p.h5";
  ASSERT_EQ(run({"convert", s, h}).status, 0);
  expect_kept(folder, {"query", h, "--out", h}, {"--out is the input ", "p.h5; allowed is another file"});
  expect_kept(folder, {"detect", h, "--out", h}, {"--out is the input ", "p.h5"});
  expect_kept(folder, {"convert", h, h}, {"TO is the input ", "p.h5"});
}

TEST(CliOutputs, LinksAndOtherSpellingsAreTheSameFile) {
  const TemporaryFolder folder;
  const std::string s = folder.write("s.json", scene_text(ball, pair_of_balls));
  fs::create_symlink("s.json", folder / "link.json");
  fs::create_hard_link(s, folder / "hard.json");
  fs::create_directory(folder / "below");
  for (const std::string out : {"link.json", "hard.json", "below/../s.json", "./s.json"}) {
    expect_kept(folder, {"report", s, "-o", folder / out}, {"--out is the input ", "another file"});
  }
  expect_kept(folder, {"report", folder / "link.json", "-o", s}, {"--out is the input ", "link.json"});
  EXPECT_EQ(run({"convert", s, folder / "other.json"}).status, 0);  // which reads the same, and may be written
  EXPECT_EQ(run({"convert", s, folder / "other.json"}).status, 0);
}

TEST(CliOutputs, TheFileThatIsWrittenFirstIsNoInputEither) {
  const TemporaryFolder folder;
  const std::string s = folder.write("page.html.partial", scene_text(ball, pair_of_balls));
  expect_kept(folder, {"report", s, "-o", folder / "page.html"}, {"--out is the input ", "page.html.partial"});
}

TEST(CliOutputs, AMeshOfTheSceneIsNotWrittenOver) {
  const TemporaryFolder folder;
  const std::string mesh = folder.write("m.off", tetrahedron_off);
  const std::string shape = R"({"name": "m", "mesh": {"path": "m.off"}})";
  const std::string s = folder.write("s.json", scene_text(shape, pair_of_balls, R"(, "pairs": [[0, 1]])"));
  expect_kept(folder, {"report", s, "-o", mesh}, {"--out is the input ", "m.off"});
  expect_kept(folder, {"explain", s, "--pair", "0", "1", "--svg", mesh}, {"--svg is the input ", "m.off"});
  expect_kept(folder, {"convert", s, mesh}, {"is the input ", "m.off"});
  if (hdf5_available()) expect_kept(folder, {"query", s, "--out", mesh}, {"is the input ", "m.off"});
  folder.write("summary.json", tetrahedron_off);  // its content says that it is a mesh
  const std::string odd =
      folder.write("odd.json", scene_text(R"({"name": "m", "mesh": {"path": "summary.json"}})", ""));
  expect_kept(folder, {"detect", odd, "--out", folder.path()}, {"under the name of a result, summary.json", "folder"});
}

TEST(CliOutputs, AFolderOfResultsDoesNotTakeTheScenesName) {
  const TemporaryFolder folder;
  for (const std::string name : {"summary.json", "patches.csv", "surfaces.vtp", "view.py"}) {
    const std::string s = folder.write(name, scene_text(ball, pair_of_balls));
    expect_kept(folder, {"detect", s, "--out", folder.path()},
                {"--out ", " has the input ", " under the name of a result, ", "allowed is another folder"});
    fs::remove(s);
  }
  const std::string s = folder.write("scene.json", scene_text(ball, pair_of_balls));
  EXPECT_EQ(run({"detect", s, "--out", folder.path()}).status, 0);
}

TEST(CliOutputs, WhatAReportIsMadeOfIsNotWrittenOver) {
  const TemporaryFolder folder;
  const std::string s = folder.write("s.json", scene_text(ball, pair_of_balls)), r = folder / "r";
  ASSERT_EQ(run({"detect", s, "--out", r}).status, 0);
  for (const std::string name : {"r/summary.json", "r/contacts.csv", "s.json"}) {
    expect_kept(folder, {"report", r, "-o", folder / name}, {"--out is the input ", "another file"});
  }
  const std::string moved = folder / "moved.json";
  fs::rename(s, moved);
  expect_kept(folder, {"report", r, "--scene", moved, "-o", moved}, {"--out is the input ", "moved.json"});
}

TEST(CliOutputs, AListOfParticlesAndItsShapesAreNotWrittenOver) {
  const TemporaryFolder folder;
  const std::string list = folder.write("list.txt", "x y z r\n0 0 0 1\n1 0 0 1\n");
  expect_kept(folder, {"scene", "particles", list, "--out", list}, {"--out is the input ", "list.txt"});
  const std::string mesh = folder.write("m.off", tetrahedron_off);
  const std::string shapes = folder.write("shapes.json", R"({"shapes": [{"name": "m", "mesh": {"path": "m.off"}}]})");
  const std::string typed = folder.write("typed.txt", "x y z type\n0 0 0 1\n");
  expect_kept(folder, {"scene", "particles", typed, "--shapes", shapes, "--out", shapes}, {"--out is the input "});
  expect_kept(folder, {"scene", "particles", typed, "--shapes", shapes, "--out", mesh}, {"is the input ", "m.off"});
}

TEST(CliOutputs, GrainsAndMeshesAreNotWrittenOver) {
  const TemporaryFolder folder;
  const std::string mesh = folder.write("m.off", tetrahedron_off);
  expect_kept(folder, {"scene", "grains", "--grains", folder.path(), "--count", "2", "--out", mesh},
              {"is the input ", "m.off"});
  fs::create_directory(folder / "parts");
  const std::string part = folder / "parts/part_007.obj";
  write_obj({box_mesh({0, 0, 0}, {1, 1, 1})}, part);
  expect_kept(folder, {"decompose", part, "--out", folder / "parts"},
              {"has the input ", "under the name of a result, part_007.obj", "another folder"});
  EXPECT_EQ(run({"decompose", part, "--out", folder / "other"}).status, 0);
}

}  // namespace
}  // namespace abut::test
