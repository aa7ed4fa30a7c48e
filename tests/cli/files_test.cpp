// Files that are elsewhere, in the way, unreadable, or that vanish between two commands; pipes; and that a command
// which fails leaves everything as it was.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "abut/hdf5.h"
#include "abut/io.h"
#include "tests/cli/program.h"
#include "tests/decompose/solids.h"

namespace abut::test {
namespace {

const char* const two_balls = R"({"shape": 0}, {"shape": 0, "position": [1.5, 0, 0]})";

/// Works in a folder for as long as it lives.
class WorkingIn {
 public:
  explicit WorkingIn(const std::string& path) : before_(std::filesystem::current_path()) {
    std::filesystem::current_path(path);
  }
  ~WorkingIn() { std::filesystem::current_path(before_); }
  WorkingIn(const WorkingIn&) = delete;
  WorkingIn& operator=(const WorkingIn&) = delete;

 private:
  std::filesystem::path before_;
};

std::vector<std::string> sorted_names(const TemporaryFolder& folder) {
  std::vector<std::string> names = folder.names();
  std::sort(names.begin(), names.end());
  return names;
}

TEST(CliFiles, MeshesAreLookedForFromTheScenesFolderAndNotFromTheCurrentOne) {
  const TemporaryFolder folder, other;
  std::filesystem::create_directory(folder / "meshes");
  folder.write("meshes/t.off", tetrahedron_off);
  folder.write("s.json", scene_text(R"({"name": "t", "mesh": {"path": "meshes/t.off"}})", R"({"shape": 0})"));
  const WorkingIn elsewhere(other.path());
  EXPECT_EQ(json_of(run({"detect", folder / "s.json", "--json"}))["bodies"], 1);
  std::filesystem::remove(folder / "meshes/t.off");
  expect_refused(run({"detect", folder / "s.json"}), {"shapes[0].mesh.path", "meshes/t.off", "no such file"});
  other.write("t.off", tetrahedron_off);
  expect_refused(run({"detect", folder / "s.json"}), {"meshes/t.off"});
}

TEST(CliFiles, AReportFindsTheSceneOfAResultFromWhereItIsAsked) {
  const TemporaryFolder folder;
  folder.write("s.json", scene_text(ball, two_balls));
  {
    const WorkingIn here(folder.path());
    ASSERT_EQ(run({"detect", "s.json", "--out", "out"}).status, 0);
    EXPECT_EQ(nlohmann::json::parse(content("out/summary.json"))["scene"], "s.json");
    EXPECT_EQ(run({"report", "out", "-o", "page.html"}).status, 0);
  }
  const TemporaryFolder other;
  const WorkingIn elsewhere(other.path());
  expect_refused(run({"report", folder / "out", "-o", "page.html"}),
                 {"its scene 's.json' is not there", "--scene FILE"});
  std::filesystem::copy(folder / "s.json", folder / "out/s.json");  // beside the result it is found again
  EXPECT_EQ(run({"report", folder / "out", "-o", "page.html"}).status, 0);
  EXPECT_EQ(other.names(), std::vector<std::string>{"page.html"});
}

TEST(CliFiles, WhatVanishesBetweenTwoCommandsIsNamed) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.json", scene_text(ball, two_balls));
  ASSERT_EQ(run({"detect", scene, "--out", folder / "out"}).status, 0);
  for (const std::string name : {"contacts.csv", "summary.json"}) {
    const std::string file = "out/" + name, kept = content(folder / file),
                      said = "/out: has no " + name + "; allowed is";
    std::filesystem::remove(folder / file);
    expect_refused(run({"report", folder / "out", "-o", folder / "page.html"}), {said.c_str()});
    folder.write(file, kept);
  }
  std::filesystem::remove_all(folder / "out");
  expect_refused(run({"report", folder / "out", "-o", folder / "page.html"}), {"/out", "No such file"});
  std::filesystem::create_symlink(folder / "gone.json", folder / "link.json");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"detect", folder / "link.json"},
                                                {"verify", folder / "link.json"},
                                                {"explain", folder / "link.json", "--pair", "0", "1"},
                                                {"info", folder / "link.json"},
                                                {"decompose", folder / "link.json"},
                                                {"convert", folder / "link.json", folder / "a.json"}}) {
    expect_refused(run(words), {"link.json", "o such file"});
  }
  EXPECT_EQ(sorted_names(folder), (std::vector<std::string>{"link.json", "s.json"}));
}

TEST(CliFiles, AFolderIsNoFileAndAFileNoFolder) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.json", scene_text(ball, two_balls));
  const std::string file = folder.write("file", "x");
  std::filesystem::create_directory(folder / "folder");
  const std::string dir = folder / "folder";
  expect_refused(run({"detect", scene, "--out", file}), {"file", "allowed is a folder"});
  expect_refused(run({"detect", scene, "--out", file + "/below"}), {"file/below"});
  expect_refused(run({"report", scene, "-o", dir}), {"folder", "is a folder, allowed is a file"});
  expect_refused(run({"convert", scene, dir}), {"folder", "is a folder, allowed is a file"});
  expect_refused(run({"explain", scene, "--pair", "0", "1", "--svg", dir}),
                 {"folder", "is a folder, allowed is a file"});
  expect_refused(run({"scene", "grains", "--grains", grains_folder(), "--out", dir}),
                 {"is a folder, allowed is a file"});
  expect_refused(run({"scene", "grains", "--grains", file, "--out", folder / "g.json"}),
                 {"file", "is not a folder, allowed is a folder with grain meshes"});
  expect_refused(run({"scene", "grains", "--grains", dir, "--out", folder / "g.json"}),
                 {"folder", "has no grain meshes"});
  expect_refused(run({"info", dir}), {"folder", "is a directory; a mesh file is needed"});
  EXPECT_EQ(content(file), "x");
  EXPECT_EQ(sorted_names(folder), (std::vector<std::string>{"file", "folder", "s.json"}));
}

TEST(CliFiles, ACommandThatFailsLeavesTheEarlierResultAsItWas) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.json", scene_text(ball, two_balls));
  ASSERT_EQ(run({"detect", scene, "--out", folder / "out", "--patches"}).status, 0);
  ASSERT_EQ(run({"report", scene, "-o", folder / "page.html"}).status, 0);
  ASSERT_EQ(run({"explain", scene, "--pair", "0", "1", "--svg", folder / "e.svg"}).status, 0);
  const auto state = [&] {
    std::string all;
    for (const char* name : {"out/contacts.csv", "out/summary.json", "out/patches.csv", "page.html", "e.svg"})
      all += content(folder / name);
    return all;
  };
  const std::string before = state();
  const std::vector<std::string> names = sorted_names(folder);
  const std::string broken = folder.write("s.json", "{");
  for (const std::vector<std::string>& words : {std::vector<std::string>{"detect", broken, "--out", folder / "out"},
                                                {"report", broken, "-o", folder / "page.html"},
                                                {"report", folder / "out", "-o", folder / "page.html"},
                                                {"explain", broken, "--pair", "0", "1", "--svg", folder / "e.svg"},
                                                {"convert", broken, folder / "e.svg"}}) {
    expect_refused(run(words), {"s.json", "line 1"});
    EXPECT_TRUE(state() == before) << words[0];
  }
  EXPECT_EQ(sorted_names(folder), names);
}

TEST(CliFiles, ALaterRunReplacesEveryFileOfAnEarlierOne) {
  const TemporaryFolder folder;
  const std::string many = folder.write("many.json", scene_text(ball, two_balls));
  const std::string none = folder.write("none.json", scene_text(ball, R"({"shape": 0})"));
  ASSERT_EQ(run({"detect", many, "--out", folder / "out"}).status, 0);
  ASSERT_EQ(run({"detect", none, "--out", folder / "out"}).status, 0);
  ASSERT_EQ(run({"detect", none, "--out", folder / "fresh"}).status, 0);
  for (const char* name : {"contacts.csv", "contacts.vtp", "bodies.vtp", "shapes.vtp", "view.py"})
    EXPECT_TRUE(content(folder / "out/" + std::string(name)) == content(folder / "fresh/" + std::string(name))) << name;
  EXPECT_EQ(std::count_if(std::filesystem::directory_iterator(folder / "out"), {}, [](const auto&) { return true; }),
            6);
}

TEST(CliFiles, FoldersOnTheWayAreMadeForResultsAndNotForOneFile) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.json", scene_text(ball, two_balls));
  EXPECT_EQ(run({"detect", scene, "--out", folder / "a/b/c"}).status, 0);
  EXPECT_TRUE(std::filesystem::exists(folder / "a/b/c/contacts.csv"));
  expect_refused(run({"report", scene, "-o", folder / "no/page.html"}), {"no/page.html", "No such file"});
  expect_refused(run({"convert", scene, folder / "no/s.json"}), {"no/s.json", "No such file"});
  EXPECT_FALSE(std::filesystem::exists(folder / "no"));
}

/// As a shell's pipe: the file is written by another program while it is read.
Ended run_on_pipe(const std::string& text, std::vector<std::string> words) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  for (std::string& word : words) {
    if (word == "PIPE") word = "/dev/fd/" + std::to_string(ends[0]);
  }
  ::fcntl(ends[1], F_SETFD, FD_CLOEXEC);  // the program must not hold the end that is written to
  ::signal(SIGPIPE, SIG_IGN);             // where it ends before it has read all
  std::thread writer([&] {
    for (std::size_t at = 0; at < text.size();) {
      const ssize_t done = ::write(ends[1], text.data() + at, std::min<std::size_t>(4096, text.size() - at));
      if (done <= 0) break;
      at += static_cast<std::size_t>(done);
    }
    ::close(ends[1]);
  });
  const Ended ended = run(words);
  ::close(ends[0]);
  writer.join();
  ::signal(SIGPIPE, SIG_DFL);
  return ended;
}

TEST(CliFiles, ScenesAreReadFromPipesToo) {
  const TemporaryFolder folder;
  std::string bodies = R"({"shape": 0})";
  for (int i = 1; i < 3000; ++i) bodies += R"(, {"shape": 0, "position": [)" + std::to_string(1.5 * i) + ", 0, 0]}";
  const std::string text = scene_text(ball, bodies);
  ASSERT_GT(text.size(), 65536u) << "more than a pipe holds";
  const nlohmann::json json = json_of(run_on_pipe(text, {"detect", "PIPE", "--json"}));
  EXPECT_EQ(json["bodies"], 3000);
  EXPECT_EQ(json["contacts"], 2999);
  ASSERT_EQ(run_on_pipe(text, {"convert", "PIPE", folder / "s.json"}).status, 0);
  EXPECT_EQ(json_of(run({"detect", folder / "s.json", "--json"}))["contacts"], 2999);
  EXPECT_EQ(run_on_pipe(text, {"report", "PIPE", "-o", folder / "page.html", "--no-verify"}).status, 0);
  expect_refused(run_on_pipe(tetrahedron_off, {"info", "PIPE"}), {"not a regular file; a mesh file is needed"});
}

TEST(CliFiles, GrainsComeFromTheFolderThatTheVariableNames) {
  const TemporaryFolder folder;
  const auto count = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"scene", "grains", "--count", "4", "--out", folder / "g.json"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  };
  std::filesystem::create_directory(folder / "mine");
  write_obj({box_mesh({0, 0, 0}, {1, 1, 1})}, folder / "mine/box.obj");
  ::setenv("ABUT_GRAINS", (folder / "mine").c_str(), 1);
  EXPECT_EQ(count({}).status, 0);
  EXPECT_NE(content(folder / "g.json").find("mine/box.obj"), std::string::npos) << "relative to the scene";
  EXPECT_EQ(json_of(run({"detect", folder / "g.json", "--json"}))["bodies"], 4);
  EXPECT_EQ(count({"--grains", grains_folder()}).status, 0);
  EXPECT_EQ(content(folder / "g.json").find("box.obj"), std::string::npos) << "an option comes before the variable";
  ::setenv("ABUT_GRAINS", (folder / "none").c_str(), 1);
  expect_refused(count({}), {"none", "is not a folder"});
  ::unsetenv("ABUT_GRAINS");
}

TEST(CliFiles, TheSameSeedGivesTheSameSceneAndAnotherOneAnother) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "boxes");
  write_obj({box_mesh({-1, -1, -1}, {1, 1, 1})}, folder / "boxes/box.obj");  // its centroid lies at the random place
  const auto scene = [&](const char* seed, const char* fraction) {
    EXPECT_EQ(run({"scene", "grains", "--count", "40", "--seed", seed, "--fraction", fraction, "--grains",
                   folder / "boxes", "--out", folder / "g.json"})
                  .status,
              0);
    return content(folder / "g.json");
  };
  const std::string one = scene("1", "0.5");
  EXPECT_TRUE(one == scene("1", "0.5"));
  EXPECT_FALSE(one == scene("2", "0.5"));
  // Eight times the fraction of the volume is half the sides.
  const nlohmann::json dense = nlohmann::json::parse(scene("1", "4")), loose = nlohmann::json::parse(one);
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(2 * dense["bodies"][i]["position"][k].get<double>(), loose["bodies"][i]["position"][k].get<double>(),
                  1e-12);
    }
    EXPECT_EQ(dense["bodies"][i]["shape"], loose["bodies"][i]["shape"]);
    EXPECT_EQ(dense["bodies"][i]["orientation"], loose["bodies"][i]["orientation"]);
  }
}

TEST(CliFiles, InfoOfSeveralFilesIsAllOrNothing) {
  const TemporaryFolder folder;
  const std::string one = folder.write("one.off", tetrahedron_off), two = folder.write("two.off", tetrahedron_off);
  const Ended both = run({"info", two, one});
  EXPECT_LT(both.out.find("two.off\n"), both.out.find("one.off\n")) << "in the order that they are named in";
  expect_refused(run({"info", one, folder / "none.off", two}), {"none.off", "no such file"});
  expect_refused(run({"info", one, folder.write("bad.off", "OFF\n3 1 0\n"), "--json"}), {"bad.off"});
}

}  // namespace
}  // namespace abut::test
