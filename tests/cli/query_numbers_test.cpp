// `abut query` and `abut convert` of small scenes whose answers are known: what the summary says, which rows there are,
// and which of several sources an option overrides.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/hdf5.h"
#include "tests/cli/datasets.h"
#include "tests/cli/program.h"

namespace abut::test {
namespace {

class CliQueryNumbers : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!hdf5_available()) GTEST_SKIP() << "this build has no HDF5";
  }
  /// Balls at 0, 1.5, 4 and 9; every pair of them that follows.
  std::string scene(const std::string& options) const {
    return folder_.write(
        "s.json",
        scene_text(ball, R"({"shape": 0}, {"shape": 0, "position": [1.5, 0, 0]}, {"shape": 0, "position": [4, 0, 0]},
                                      {"shape": 0, "position": [9, 0, 0]})",
                   R"(, "pairs": [[3, 0], [0, 1], [1, 2], [2, 3]])" + options));
  }
  nlohmann::json queried(const std::string& from, std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"query", from, "--out", out(), "--json"});
    return json_of(run(more));
  }
  std::string out() const { return folder_ / "c.h5"; }
  TemporaryFolder folder_;
};

const std::vector<double> separations = {7, -0.5, 0.5, 3};

TEST_F(CliQueryNumbers, EveryPairIsARowInTheOrderOfTheFile) {
  const nlohmann::json json = queried(scene(""));
  EXPECT_EQ(json["pairs"], 4);
  EXPECT_EQ(json["status"]["converged"], 4);
  EXPECT_TRUE(json["alert_distance"].is_null()) << "without one every pair gets its separation";
  EXPECT_EQ(json["precision"], "f64");
  EXPECT_EQ(json["threads"], "all");
  EXPECT_EQ(json["files"], nlohmann::json({out()}));
  EXPECT_EQ(numbers(out(), "separation"), separations);
  EXPECT_EQ(numbers(out(), "pair"), (std::vector<double>{3, 0, 0, 1, 1, 2, 2, 3}));
  EXPECT_EQ(numbers(out(), "normal"), (std::vector<double>{-1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0}));
  EXPECT_EQ(numbers(out(), "point"), (std::vector<double>{-4.5, 0, 0, 0.75, 0, 0, 1.25, 0, 0, 2.5, 0, 0}))
      << "from the position of body A";
  EXPECT_EQ(json["fields"].size(), 15u) << json["fields"];
}

TEST_F(CliQueryNumbers, TheScenesAlertDistanceHoldsUnlessOneIsGiven) {
  const std::string from = scene(R"(, "options": {"alert_distance": 1, "precision": "f32"})");
  nlohmann::json json = queried(from);
  EXPECT_EQ(json["alert_distance"], 1);
  EXPECT_EQ(json["precision"], "f32");
  EXPECT_EQ(json["status"]["farther_than_alert"], 2);
  std::vector<double> found = numbers(out(), "separation");
  for (const std::size_t i : {0u, 3u}) {
    EXPECT_GT(found[i], 1) << "a lower bound";
    EXPECT_LE(found[i], separations[i]);
  }
  json = queried(from, {"--alert", "4", "--precision", "f64", "--threads", "2"});
  EXPECT_EQ(json["alert_distance"], 4);
  EXPECT_EQ(json["precision"], "f64");
  EXPECT_EQ(json["threads"], 2);
  EXPECT_EQ(json["status"]["farther_than_alert"], 1);
  EXPECT_EQ(numbers(out(), "separation")[3], 3);
  json = queried(from, {"--alert", "0"});
  EXPECT_EQ(json["alert_distance"], 0);
  EXPECT_EQ(json["status"]["farther_than_alert"], 3) << "0 is a distance, and not that none is given";
}

TEST_F(CliQueryNumbers, FieldsAreThoseThatAreNamed) {
  const std::string from = scene("");
  const nlohmann::json json = queried(from, {"--fields", "status,separation,key"});
  nlohmann::json fields = json["fields"];
  std::sort(fields.begin(), fields.end());
  EXPECT_EQ(fields, nlohmann::json({"key", "separation", "status"}));
  EXPECT_EQ(io::open_hdf5(out())->entries().size(), 3u);
  for (const char* bad : {",separation", "separation,,key", "separation, key", "Separation"}) {
    expect_refused(run({"query", from, "--out", out(), "--fields", bad}), {"is not a field", "allowed are body, pair"});
  }
  EXPECT_EQ(io::open_hdf5(out())->entries().size(), 3u) << "what was there stays";
}

TEST_F(CliQueryNumbers, ThreadsAndPiecesLeaveTheBytesAsTheyAre) {
  std::string bodies = R"({"shape": 0})", pairs = "[0, 1]";
  for (int i = 1; i < 200; ++i) {
    bodies += R"(, {"shape": )" + std::to_string(i % 3) + R"(, "position": [)" + std::to_string(1.3 * i) +
              R"(, 0.2, 0.1],
              "orientation": [0.9, 0.1, 0.)" +
              std::to_string(i) + ", 0.3]}";
    if (i > 1) pairs += ", [" + std::to_string(i - 1) + ", " + std::to_string(i) + "]";
  }
  const std::string from = folder_.write(
      "many.json",
      scene_text(
          std::string(ball) +
              R"(, {"name": "b", "box": {"half_extents": [1, 0.5, 0.75]}}, {"name": "c", "cone": {"radius": 1, "half_length": 1}})",
          bodies, R"(, "pairs": [)" + pairs + "]"));
  ASSERT_EQ(run({"convert", from, folder_ / "many.h5"}).status, 0);
  std::string first;
  for (const char* threads : {"1", "3"}) {
    for (const char* piece : {"13", "1000000"}) {
      for (const std::string& source : {from, folder_ / "many.h5"}) {
        ASSERT_EQ(run({"query", source, "--out", out(), "--threads", threads, "--piece", piece}).status, 0);
        const std::vector<double> found = numbers(out(), "separation");
        ASSERT_EQ(found.size(), 199u);
        if (first.empty()) first = content(out());
        EXPECT_TRUE(content(out()) == first) << threads << " " << piece << " " << source;
      }
    }
  }
}

TEST_F(CliQueryNumbers, TheTableSaysWhatTheObjectSays) {
  const std::string from = scene(R"(, "options": {"alert_distance": 1})");
  const std::string table = run({"query", from, "--out", out(), "--threads", "2"}).out;
  for (const std::string& line :
       {"pairs            " + from + ": 4\n", std::string("query            2 threads, f64, alert distance 1\n"),
        std::string("status           converged 2, farther_than_alert 2\n"), "written          " + out() + "\n"}) {
    EXPECT_NE(table.find(line), std::string::npos) << table << "lacks " << line;
  }
  const std::string none = run({"query", scene(""), "--out", out()}).out;
  EXPECT_NE(none.find("all cores, f64, alert distance none\n"), std::string::npos) << none;
}

TEST_F(CliQueryNumbers, TheAnswerDoesNotTakeThePlaceOfTheQuestion) {
  const std::string file = folder_ / "s.h5";
  ASSERT_EQ(run({"convert", scene(""), file}).status, 0);
  expect_refused(run({"query", file, "--out", file}), {"s.h5", "is the input", "allowed is another file"});
  ASSERT_EQ(run({"query", file, "--out", out()}).status, 0) << "the question is as it was";
  EXPECT_EQ(numbers(out(), "separation"), separations);
}

TEST_F(CliQueryNumbers, TheNameSaysWhatAConvertedSceneIs) {
  const std::string from = scene("");
  for (const auto& [name, hdf5] : std::vector<std::pair<std::string, bool>>{
           {"a.h5", true}, {"a.hdf5", true}, {"a.json", false}, {"a.H5", false}, {"h5", false}, {"a.h5.txt", false}}) {
    ASSERT_EQ(run({"convert", from, folder_ / name}).status, 0) << name;
    EXPECT_EQ(content(folder_ / name).starts_with("\x89HDF"), hdf5) << name;
    EXPECT_EQ(json_of(run({"detect", folder_ / name, "--json"}))["bodies"], 4) << "its content says how it is read";
  }
}

TEST_F(CliQueryNumbers, MeshesAreConvertedToWhatStandsForThem) {
  folder_.write("t.off", tetrahedron_off);
  const std::string from =
      folder_.write("m.json", scene_text(R"({"name": "t", "mesh": {"path": "t.off"}})",
                                         R"({"shape": 0}, {"shape": 0, "position": [0.5, 0, 0]})"));
  const Ended ended = run({"convert", from, folder_ / "m.h5"});
  EXPECT_NE(ended.out.find("meshes           1, of which the hulls or parts"), std::string::npos) << ended.out;
  const nlohmann::json with_mesh = json_of(run({"detect", from, "--json"}));
  std::filesystem::remove(folder_ / "t.off");
  const nlohmann::json without = json_of(run({"detect", folder_ / "m.h5", "--json"}));
  EXPECT_EQ(without["deepest_overlap"], with_mesh["deepest_overlap"]);
  EXPECT_EQ(run({"convert", folder_ / "m.h5", folder_ / "again.json"}).out.find("meshes"), std::string::npos);
}

}  // namespace
}  // namespace abut::test
