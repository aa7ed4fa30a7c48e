// Every fault is one line on the standard error that names file, place, value and what is allowed; status 2; and no
// file is left that looks whole.
#include <gtest/gtest.h>

#include <cstdlib>

#include "abut/detect.h"
#include "abut/io.h"
#include "tests/cli/program.h"
#include "tests/decompose/solids.h"

namespace abut::test {
namespace {

TEST(CliBadInput, TheCommandLineIsChecked) {
  expect_refused(run({}), {"subcommand is required"});
  expect_refused(run({"dance"}), {"dance"});
  expect_refused(run({"detect"}), {"SCENE is required"});
  expect_refused(run({"detect", "s.json", "--colour"}), {"--colour"});
  expect_refused(run({"detect", "s.json", "--threads", "0"}), {"--threads", "0", "1 to"});
  expect_refused(run({"detect", "s.json", "--threads", "two"}),
                 {"--threads: 'two', allowed are whole numbers from 1 to"});
  for (const char* threads : {"-1", "two", "0", "65537", "0x2", "1.0", "", "99999999999999999999"}) {
    for (const char* command : {"detect", "report", "query"}) {
      expect_refused(run({command, "s.json", "--out", "o", "--threads", threads}),
                     {"--threads: '", "allowed are whole numbers from 1 to 65536"});
    }
    expect_refused(run({"verify", "s.json", "--threads", threads}), {"--threads: '", "from 1 to 65536"});
    expect_refused(run({"torture", "--threads", threads}), {"--threads: '", "whole numbers from 1 to 65536"});
  }
  expect_refused(run({"detect", "s.json", "--repeat", "-1"}), {"--repeat: '-1'", "from 0 to 1000000"});
  expect_refused(run({"detect", "s.json", "--deflate", "10"}), {"--deflate: '10'", "from 0 to 9"});
  expect_refused(run({"detect", "s.json", "--patches", "--patch-points", "4294967296"}), {"from 0 to 4294967295"});
  expect_refused(run({"query", "s.json", "--out", "o", "--piece", "0"}), {"--piece: '0'", "from 1 to 16777216"});
  expect_refused(run({"detect", "s.json", "--backend", "abacus"}), {"--backend", "abacus", "cpu"});
  expect_refused(run({"verify", "s.json", "--precision", "f16"}), {"--precision", "f16", "f32"});
  expect_refused(run({"verify", "s.json", "--sample", "-1"}), {"--sample", "-1"});
  expect_refused(run({"scene", "grains"}), {"--out"});
  for (const char* count : {"-5", "0", "1.5", "many"}) {
    expect_refused(run({"scene", "grains", "--count", count, "--grains", grains_folder(), "--out", "/nowhere/s.json"}),
                   {"count", count});
  }
}

TEST(CliBadInput, AnUnknownCommandIsNamedWithThoseThatThereAre) {
  expect_refused(run({"detct"}), {"\"detct\" is not a command; allowed are scene, detect, verify,", "report"});
  expect_refused(run({"detct", "s.json", "--out", "o"}), {"\"detct\" is not a command"});
  expect_refused(run({"scene", "grain", "--count", "3"}),
                 {"\"grain\" is not a command of scene; allowed are grains, particles, meshes"});
  expect_refused(run({"scene"}), {"subcommand is required"});
  expect_refused(run({"help", "detct"}), {"\"detct\" is not a command"});
  expect_refused(run({"help", "scene", "grain"}), {"\"grain\" is not a command of scene"});
  expect_refused(run({"help", "detect", "grain"}), {"\"grain\" is not a command of detect; it has none"});
}

TEST(CliBadInput, HelpIsACommand) {
  const auto shows = [](const std::vector<std::string>& help, const std::vector<std::string>& option) {
    const Ended asked = run(help), wanted = run(option);
    EXPECT_EQ(asked.status, 0) << asked.error;
    EXPECT_EQ(asked.error, "");
    EXPECT_NE(asked.out, "");
    EXPECT_EQ(asked.out, wanted.out);
  };
  shows({"help"}, {"--help"});
  shows({"help", "detect"}, {"detect", "--help"});
  shows({"help", "scene", "meshes"}, {"scene", "meshes", "--help"});
}

TEST(CliBadInput, AFolderThatIsNoResultIsTold) {
  const TemporaryFolder folder;
  expect_refused(run({"report", folder.path(), "-o", folder / "r.html"}),
                 {"has no summary.json and no contacts.csv", "a folder that `abut detect SCENE --out` makes"});
  folder.write("summary.json", "{}");
  expect_refused(run({"report", folder.path(), "-o", folder / "r.html"}), {"has no contacts.csv; allowed is a folder"});
  EXPECT_EQ(folder.names(), std::vector<std::string>{"summary.json"});
}

TEST(CliBadInput, WhatCannotBeDecomposedIsNamed) {
  const TemporaryFolder folder;
  const std::string box = folder / "box.obj", open = folder / "open.obj";
  Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  write_obj({mesh}, box);
  mesh.triangles.pop_back();
  write_obj({mesh}, open);
  expect_refused(run({"decompose"}), {"FILE is required"});
  expect_refused(run({"decompose", open, "--mode", "fit"}),
                 {"open.obj", "not closed: 3 boundary edges, the first near", "--mode cover", "--wrap"});
  expect_refused(run({"decompose", box, "--mode", "best"}), {"--mode", "best", "cover"});
  // Options are looked at before the file is.
  const std::string none = folder / "none.obj";
  expect_refused(run({"decompose", none, "--concavity", "0"}), {"--concavity is 0,", "0.0005 to 1"});
  expect_refused(run({"decompose", none, "--concavity", "0.0004"}), {"--concavity is 0.0004,", "0.0005 to 1"});
  expect_refused(run({"decompose", none, "--concavity", "1.1"}), {"--concavity is 1.1,", "0.0005 to 1"});
  expect_refused(run({"decompose", none, "--concavity", "nan"}), {"--concavity is nan,", "0.0005 to 1"});
  expect_refused(run({"decompose", none, "--concavity", "small"}), {"--concavity", "small"});
  expect_refused(run({"decompose", none, "--vertices", "7"}), {"--vertices is 7,", "8 and more"});
  expect_refused(run({"decompose", none, "--vertices", "-7"}), {"--vertices", "-7"});
  expect_refused(run({"decompose", none, "--parts", "-1"}), {"--parts", "-1"});
  expect_refused(run({"decompose", none, "--engine", "vhacd"}), {"--engine", "vhacd", "coacd"});
  expect_refused(run({"decompose", none, "--engine", "coacd", "--time-limit", "-1"}), {"--time-limit is -1"});
  expect_refused(run({"decompose", none, "--engine", "coacd", "--no-cuts"}), {"--no-cuts has no effect", "coacd"});
  expect_refused(run({"decompose", none, "--time-limit", "10"}), {"--time-limit has no effect", "coacd"});
  expect_refused(run({"decompose", none, "--thickness", "0.03"}), {"--thickness is 0.03,", "0.0001 to 0.025"});
  expect_refused(run({"decompose", none, "--surface", "--mode", "fit"}), {"--surface is not allowed", "--wrap"});
  expect_refused(run({"decompose", none, "--surface", "--wrap"}), {"--surface has no effect on --wrap"});
  expect_refused(run({"decompose", none, "--resolution", "10"}), {"--resolution has no effect without --wrap"});
  expect_refused(run({"decompose", none, "--wrap", "--resolution", "3"}),
                 {"--resolution", "'3', allowed are whole numbers from 4 to 256"});
  expect_refused(run({"decompose", none, "--out", box}), {"box.obj", "allowed is a folder"});
  expect_refused(run({"decompose", none, "--out", ""}), {"--out", "is empty"});
  expect_refused(run({"decompose", none}), {"none.obj", "no such file"});
  const std::string soup = folder.write("soup.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  expect_refused(run({"decompose", soup, "--mode", "fit"}), {"soup.obj", "not closed"});
  expect_refused(run({"decompose", folder.write("empty.obj", "v 0 0 0\n")}), {"empty.obj", "no triangles"});
}

TEST(CliBadInput, AMissingOrBrokenFileIsNamed) {
  const TemporaryFolder folder;
  expect_refused(run({"detect", folder / "none.json"}), {"none.json", "No such file"});
  expect_refused(run({"detect", folder.path()}), {"Is a directory"});
  const std::string broken = folder.write("broken.json", "{\"version\": 1,\n\"shapes\": [\n");
  expect_refused(run({"detect", broken, "--out", folder / "out"}), {"broken.json", "line 3, column 1"});
  expect_refused(run({"verify", broken}), {"broken.json", "line 3"});
  expect_refused(run({"info", folder / "none.ply"}), {"none.ply"});
  expect_refused(run({"info", folder.write("broken.ply", "ply\nformat odd\n")}), {"broken.ply"});
  EXPECT_FALSE(std::filesystem::exists(folder / "out/contacts.csv"));
}

TEST(CliBadInput, AMeshThatIsEmptyOrNotFiniteIsNamed) {
  const TemporaryFolder folder;
  folder.write("empty.off", "OFF\n0 0 0\n");
  folder.write("nan.off", "OFF\n3 1 0\n0 0 nan\n1 0 0\n0 1 0\n3 0 1 2\n");
  const auto detect_with = [&](const std::string& mesh) {
    return run(
        {"detect", folder.write("s.json", scene_text(R"({"name": "m", "mesh": {"path": ")" + mesh + "\"}}", ""))});
  };
  expect_refused(detect_with("empty.off"), {"shapes[0].mesh.path", "empty.off", "triangle"});
  expect_refused(detect_with("nan.off"), {"shapes[0].mesh.path", "nan.off", "finite"});
}

TEST(CliBadInput, WhatIsWrongInASceneIsNamedWithItsPlace) {
  const TemporaryFolder folder;
  const auto detect_with = [&](const std::string& shapes, const std::string& bodies, const std::string& more = "") {
    return run({"detect", folder.write("s.json", scene_text(shapes, bodies, more)), "--out", folder / "out"});
  };
  expect_refused(detect_with(ball, R"({"shape": 0, "colour": 1})"), {"s.json", "bodies[0]", "\"colour\"", "allowed"});
  expect_refused(detect_with(ball, R"({"shape": 0, "orientation": [0, 0, 0, 0]})"),
                 {"bodies[0].orientation", "[0, 0, 0, 0]", "length zero"});
  expect_refused(detect_with(R"({"name": "s", "sphere": {"radius": -1}})", ""), {"shapes[0].sphere.radius", "-1"});
  expect_refused(detect_with(ball, R"({"shape": 1})"), {"bodies[0].shape", "1 is out of range", "0 to 0"});
  expect_refused(detect_with(ball, R"({"shape": 0})", R"(, "pairs": [[0, 5]])"), {"pairs[0][1]", "5 is out of range"});
  for (const std::string& name : folder.names()) EXPECT_EQ(name.find("contacts"), std::string::npos) << name;
}

TEST(CliBadInput, AnOutputFolderThatCannotBeWrittenIsNamed) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.json", scene_text(ball, R"({"shape": 0}, {"shape": 0})"));
  expect_refused(run({"detect", scene, "--out", folder.write("file", "")}), {"file", "allowed is a folder"});
  expect_refused(run({"detect", scene, "--out", folder / "file/below"}), {"file/below"});
  expect_refused(run({"scene", "grains", "--grains", grains_folder(), "--out", folder / "missing/s.json"}),
                 {"missing/s.json", "No such file"});
  std::filesystem::create_directory(folder / "closed");
  std::filesystem::permissions(folder / "closed", std::filesystem::perms::owner_read);
  if (::geteuid() == 0) {  // who may write anywhere, but not here
    expect_refused(run({"detect", scene, "--out", "/proc/abut"}), {"/proc/abut"});
  } else {
    expect_refused(run({"detect", scene, "--out", folder / "closed"}), {"closed", "Permission denied"});
  }
}

TEST(CliBadInput, AFullDiskIsToldAndLeavesNoFile) {
  const TemporaryFolder folder;
  const std::string scene = grain_scene(folder, 50);
  std::filesystem::create_directory(folder / "out");
  RunOptions small;
  small.file_size = 4096;
  expect_refused(run({"detect", scene, "--out", folder / "out"}, small), {"/out/", "cannot be written"});
  EXPECT_TRUE(std::filesystem::is_empty(folder / "out"));
  expect_refused(run({"scene", "grains", "--grains", grains_folder(), "--out", folder / "full.json"}, small),
                 {"full.json", "cannot be written"});
  EXPECT_FALSE(std::filesystem::exists(folder / "full.json"));
  EXPECT_FALSE(std::filesystem::exists(folder / "full.json.partial"));
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  expect_refused(run({"scene", "grains", "--grains", grains_folder(), "--out", "/dev/full"}), {"No space left"});
  RunOptions full;
  full.standard_output = "/dev/full";
  expect_refused(run({"detect", scene}, full), {"standard output", "No space left"});
}

TEST(CliBadInput, TheCudaBackendWithoutADeviceIsRefused) {
  if (cuda_unavailable_reason() == nullptr) GTEST_SKIP() << "there is a device here";
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.json", scene_text(ball, R"({"shape": 0}, {"shape": 0})"));
  expect_refused(run({"detect", scene, "--backend", "cuda", "--out", folder / "out"}),
                 {"--backend cuda", cuda_unavailable_reason(), "cpu"});
  EXPECT_FALSE(std::filesystem::exists(folder / "out"));
  expect_refused(run({"verify", scene, "--backend", "cuda"}), {"--backend cuda"});
}

}  // namespace
}  // namespace abut::test
