// CoACD as a second engine: what stands for it here are programs that hang, fail or answer.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>

#include "abut/io.h"
#include "tests/cli/program.h"
#include "tests/decompose/solids.h"

namespace abut::test {
namespace {

/// A folder with box.obj, [0, 1]^3, and a program that stands for Python for as long as this lives.
struct Engine {
  Engine() { write_obj({box_mesh({0, 0, 0}, {1, 1, 1})}, box); }
  ~Engine() { ::unsetenv("ABUT_PYTHON"); }
  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;

  void is(const std::string& path) const { ::setenv("ABUT_PYTHON", path.c_str(), 1); }
  void runs(const std::string& text) const {
    const std::string path = folder.write("engine", "#!/bin/sh\n" + text);
    std::filesystem::permissions(path, std::filesystem::perms::owner_all);
    is(path);
  }
  /// Answers with these parts, each a number of points and their bytes.
  void answers(const std::vector<std::vector<Vec3<double>>>& parts) const {
    std::string bytes(8, '\0');  // 0 s
    const auto add = [&](const void* data, std::size_t n) { bytes.append(static_cast<const char*>(data), n); };
    const std::uint64_t count = parts.size();
    add(&count, sizeof count);
    for (const auto& part : parts) {
      const std::uint64_t points = part.size();
      add(&points, sizeof points);
      add(part.data(), points * sizeof part[0]);
    }
    runs("cat '" + folder.write("answer", bytes) + "' > \"$4\"\n");
  }
  Ended decompose(std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"decompose", box, "--engine", "coacd"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run(arguments);
  }
  /// Whether the process whose number the program has written has ended, after a while.
  bool is_gone() const {
    const std::string stat = "/proc/" + std::to_string(std::stol(content(folder / "pid"))) + "/stat";
    for (int i = 0; i < 500; ++i) {
      std::ifstream file(stat);
      std::string number, name, state;
      if (!(file >> number >> name >> state) || state == "Z") return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  TemporaryFolder folder;
  std::string box = folder / "box.obj";
};

TEST(OtherEngine, ThatIsNotThereSaysHowToGetIt) {
  const Engine engine;
  engine.is("/nowhere/python3");
  expect_refused(engine.decompose(), {"coacd", "/nowhere/python3", "cannot be run", "No such file", "ABUT_PYTHON"});
  engine.is(engine.box);
  expect_refused(engine.decompose(), {"coacd", "box.obj", "cannot be run", "Permission denied"});
  engine.is("/bin/false");
  expect_refused(engine.decompose(), {"coacd: it said nothing"});
  // The real script under a real Python that has no such package.
  engine.runs("exec python3 -S -I \"$@\"\n");
  if (std::system("python3 -S -I -c ''") != 0) GTEST_SKIP() << "there is no python3 here";
  expect_refused(engine.decompose(), {"coacd is not there for this Python", "pip install coacd", "ABUT_PYTHON"});
}

TEST(OtherEngine, ThatHangsIsStoppedWithItsChildren) {
  const Engine engine;
  engine.runs("sleep 60 & echo $! > '" + engine.folder / "pid" + "'\nsleep 60\n");
  expect_refused(engine.decompose({"--time-limit", "0.3"}), {"stopped after 0.3 s"});
  EXPECT_TRUE(engine.is_gone());
  engine.runs("echo $$ > '" + engine.folder / "pid" + "'\nexec sleep 60\n");
  expect_refused(engine.decompose({"--time-limit", "0.3"}), {"stopped after 0.3 s"});
  EXPECT_TRUE(engine.is_gone());
}

TEST(OtherEngine, EndsWhenTheProgramIsInterruptedOrKilled) {
  for (const int signal : {SIGINT, SIGKILL}) {
    const Engine engine;
    engine.runs("echo $$ > '" + engine.folder / "pid.new" + "'\nmv '" + engine.folder / "pid.new" + "' '" +
                engine.folder / "pid" + "'\nexec sleep 60\n");
    RunOptions options;
    options.signal = signal;
    options.wait_for = engine.folder / "pid";
    EXPECT_EQ(run({"decompose", engine.box, "--engine", "coacd"}, options).status, 128 + signal);
    EXPECT_TRUE(engine.is_gone()) << signal;
  }
}

TEST(OtherEngine, ThatFailsIsQuoted) {
  const Engine engine;
  engine.runs("echo one >&2\necho last words >&2\nkill -6 $$\n");
  expect_refused(engine.decompose(), {"ended by signal 6: last words"});
  engine.runs("echo no >&2\nexit 3\n");
  expect_refused(engine.decompose(), {"coacd: no"});
  engine.runs("printf x > \"$4\"\n");
  expect_refused(engine.decompose(), {"its result cannot be read"});
  engine.runs("exit 0\n");
  expect_refused(engine.decompose(), {"its result cannot be read"});
}

TEST(OtherEngine, ItsPartsAreCheckedAndMeasured) {
  const Engine engine;
  const std::vector<Vec3<double>> whole = box_mesh({0, 0, 0}, {1, 1, 1}).vertices;
  engine.answers({whole});
  nlohmann::json json = json_of(engine.decompose({"--json"}));
  EXPECT_EQ(json["parts"], 1);
  EXPECT_EQ(json["covers"], true);
  EXPECT_EQ(json["engine"], "coacd");

  // Less than the box, and more than a half of it is out of it.
  const std::vector<Vec3<double>> half = box_mesh({0.5, 0, 0}, {2, 1, 1}).vertices;
  engine.answers({half});
  expect_refused(engine.decompose(), {"engine coacd", "10 of 12 facets are not covered, the first near", "--mode fit"});
  json = json_of(engine.decompose({"--json", "--mode", "fit"}));
  EXPECT_EQ(json["covers"], false);
  EXPECT_EQ(json["uncovered"], 10);
  EXPECT_NEAR(json["largest_gap"].get<double>(), 0.5, 0.5 / 400 + 1e-12);
  ASSERT_EQ(json["exceeded_limits"].size(), 1u);
  EXPECT_EQ(json["exceeded_limits"][0], "--concavity 0.05: it is 2 to 2.034");

  // Flat and empty parts are left out, and said.
  engine.answers({{}, whole, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}});
  json = json_of(engine.decompose({"--json"}));
  EXPECT_EQ(json["parts"], 1);
  EXPECT_EQ(json["notes"], nlohmann::json({"coacd: 2 parts without volume left out"}));
  EXPECT_NE(engine.decompose().out.find("note           coacd: 2 parts without volume"), std::string::npos);
  engine.answers({{}});
  expect_refused(engine.decompose(), {"no part with a volume"});
  engine.answers({whole, {{0, 0, 0}, {1, 0, 0}, {0, std::nan(""), 0}, {1, 1, 0}}});
  expect_refused(engine.decompose(), {"coacd: part 1", "not finite"});
}

/// The package's two functions, as far as the script asks for them: it gets the whole mesh and all options.
TEST(OtherEngine, TheScriptTalksToThePackage) {
  if (std::system("python3 -c 'import numpy' 2> /dev/null") != 0) GTEST_SKIP() << "python3 has no numpy here";
  const Engine engine;
  engine.folder.write("coacd.py", R"(import json, os
def set_log_level(level):
    assert level == "error"
class Mesh:
    def __init__(self, vertices, indices):
        self.vertices, self.indices = vertices, indices
def run_coacd(mesh, **options):
    options["triangles"] = mesh.indices.tolist()
    json.dump(options, open(os.environ["SAID"], "w"))
    return [[mesh.vertices[:, ::1], mesh.indices], [mesh.vertices * [1, 1, 0.5], mesh.indices]]
)");
  ::setenv("PYTHONPATH", engine.folder.path().c_str(), 1);
  ::setenv("SAID", (engine.folder / "said.json").c_str(), 1);
  const nlohmann::json json =
      json_of(engine.decompose({"--json", "--concavity", "0.07", "--parts", "9", "--vertices", "33", "--mode", "fit"}));
  ::unsetenv("PYTHONPATH");
  EXPECT_EQ(json["parts"], 2);
  EXPECT_EQ(json["covers"], true);
  EXPECT_NEAR(json["overlap"].get<double>(), 0.5, 1e-12);
  const nlohmann::json said = nlohmann::json::parse(content(engine.folder / "said.json"));
  EXPECT_EQ(said["threshold"], 0.07);
  EXPECT_EQ(said["max_convex_hull"], 9);
  EXPECT_EQ(said["max_ch_vertex"], 33);
  EXPECT_EQ(said["decimate"], true);
  EXPECT_EQ(said["seed"], 1);
  std::vector<std::array<std::uint32_t, 3>> triangles = box_mesh({0, 0, 0}, {1, 1, 1}).triangles;
  EXPECT_EQ(said["triangles"], nlohmann::json(triangles));
}

}  // namespace
}  // namespace abut::test
