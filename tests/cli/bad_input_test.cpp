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
  expect_refused(run({"detect", "s.json", "--threads", "two"}), {"--threads", "two"});
  expect_refused(run({"detect", "s.json", "--backend", "abacus"}), {"--backend", "abacus", "cpu"});
  expect_refused(run({"verify", "s.json", "--precision", "f16"}), {"--precision", "f16", "f32"});
  expect_refused(run({"verify", "s.json", "--sample", "-1"}), {"--sample", "-1"});
  expect_refused(run({"scene", "grains"}), {"--out"});
  for (const char* count : {"-5", "0", "1.5", "many"}) {
    expect_refused(run({"scene", "grains", "--count", count, "--grains", grains_folder(), "--out", "/nowhere/s.json"}),
                   {"count", count});
  }
}

TEST(CliBadInput, WhatCannotBeDecomposedIsNamed) {
  const TemporaryFolder folder;
  const std::string box = folder / "box.obj", open = folder / "open.obj";
  Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  write_obj({mesh}, box);
  mesh.triangles.pop_back();
  write_obj({mesh}, open);
  expect_refused(run({"decompose"}), {"FILE is required"});
  expect_refused(run({"decompose", open}), {"open.obj", "not closed: 3 boundary edges, the first near"});
  expect_refused(run({"decompose", box, "--mode", "best"}), {"--mode", "best", "cover"});
  expect_refused(run({"decompose", box, "--concavity", "0"}), {"concavity is 0", "up to 1"});
  expect_refused(run({"decompose", box, "--concavity", "1.1"}), {"concavity is 1.1", "up to 1"});
  expect_refused(run({"decompose", box, "--vertices", "7"}), {"most_vertices is 7", "8 and more"});
  expect_refused(run({"decompose", box, "--vertices", "-7"}), {"--vertices", "-7"});
  expect_refused(run({"decompose", box, "--engine", "vhacd"}), {"--engine", "vhacd", "coacd"});
  expect_refused(run({"decompose", box, "--engine", "coacd", "--time-limit", "-1"}), {"time_limit is -1"});
  ::setenv("ABUT_PYTHON", "/nowhere/python3", 1);
  expect_refused(run({"decompose", box, "--engine", "coacd"}), {"coacd", "/nowhere/python3", "cannot be run"});
  ::setenv("ABUT_PYTHON", "/bin/false", 1);
  expect_refused(run({"decompose", box, "--engine", "coacd"}), {"coacd: it said nothing"});
  ::unsetenv("ABUT_PYTHON");
  expect_refused(run({"decompose", box, "--out", box}), {"box.obj"});
  const std::string soup = folder.write("soup.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  expect_refused(run({"decompose", soup}), {"soup.obj", "not closed"});
  expect_refused(run({"decompose", folder.write("empty.obj", "v 0 0 0\n")}), {"empty.obj", "no triangles"});
}

/// What stands for the other engine: a program that does nothing for too long, and one that is killed.
TEST(CliBadInput, AnEngineThatHangsIsStopped) {
  const TemporaryFolder folder;
  const std::string box = folder / "box.obj";
  write_obj({box_mesh({0, 0, 0}, {1, 1, 1})}, box);
  const auto engine = [&](const char* text) {
    const std::string path = folder.write("engine", text);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    ::setenv("ABUT_PYTHON", path.c_str(), 1);
  };
  engine("#!/bin/sh\nsleep 60 &\nsleep 60\n");
  expect_refused(run({"decompose", box, "--engine", "coacd", "--time-limit", "0.2"}), {"stopped after 0.2 s"});
  engine("#!/bin/sh\necho one >&2\necho last words >&2\nkill -6 $$\n");
  expect_refused(run({"decompose", box, "--engine", "coacd"}), {"ended by signal 6: last words"});
  engine("#!/bin/sh\nprintf x > \"$4\"\n");
  expect_refused(run({"decompose", box, "--engine", "coacd"}), {"its result cannot be read"});
  // One that answers: the box's own corners, once, then less than the box.
  engine(
      "#!/bin/sh\n{ printf '\\1\\0\\0\\0\\0\\0\\0\\0\\10\\0\\0\\0\\0\\0\\0\\0'; tail -c +17 \"$3\" | head -c 192; } > "
      "\"$4\"\n");
  const nlohmann::json json = json_of(run({"decompose", box, "--engine", "coacd", "--json"}));
  EXPECT_EQ(json["parts"], 1);
  EXPECT_EQ(json["covers"], true);
  ::unsetenv("ABUT_PYTHON");
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

TEST(CliBadInput, AMeshThatIsEmptyNotFiniteOrNotClosedIsNamed) {
  const TemporaryFolder folder;
  folder.write("empty.off", "OFF\n0 0 0\n");
  folder.write("nan.off", "OFF\n3 1 0\n0 0 nan\n1 0 0\n0 1 0\n3 0 1 2\n");
  folder.write("open.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n");
  const auto detect_with = [&](const std::string& mesh) {
    return run(
        {"detect", folder.write("s.json", scene_text(R"({"name": "m", "mesh": {"path": ")" + mesh + "\"}}", ""))});
  };
  expect_refused(detect_with("empty.off"), {"shapes[0].mesh.path", "empty.off", "triangle"});
  expect_refused(detect_with("nan.off"), {"shapes[0].mesh.path", "nan.off", "finite"});
  expect_refused(detect_with("open.off"), {"shapes[0].mesh.path", "open.off", "not closed", "3 boundary edges"});
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
