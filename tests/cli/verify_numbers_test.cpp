// What `abut verify` and `abut torture` say: counts that add up, percentiles that ascend, the same for the same seed
// and any number of threads, and exit status 1 for each kind of disagreement of a case.
#include <gtest/gtest.h>

#include <cmath>

#include "host/io/random.h"
#include "tests/cli/program.h"

namespace abut::test {
namespace {

nlohmann::json without_times(const std::vector<std::string>& words) {
  nlohmann::json json = json_of(run(words));
  json.erase("seconds");
  for (auto& row : json["rows"]) {
    row.erase("queries_per_second");
    row.erase("certified_per_second");
  }
  return json;
}

TEST(CliVerifyNumbers, EveryCandidateIsCheckedOnce) {
  const TemporaryFolder folder;
  const std::string scene = grain_scene(folder, 12);
  const nlohmann::json detected = json_of(run({"detect", scene, "--json"}));
  for (const char* precision : {"f32", "f64"}) {
    const nlohmann::json json = json_of(run({"verify", scene, "--precision", precision, "--json"}));
    EXPECT_EQ(json["candidate_pairs"], detected["candidate_pairs"]);
    EXPECT_EQ(json["pairs"].get<int>() + json["pairs_without_contact"].get<int>(), json["candidate_pairs"].get<int>());
    EXPECT_EQ(json["contacts"], json["pairs"]);
    std::uint64_t sum = 0;
    for (const auto& count : json["status"]) sum += count.get<std::uint64_t>();
    EXPECT_EQ(json["candidate_pairs"], sum);
    EXPECT_EQ(json["precision"], precision);
    EXPECT_EQ(json["tolerance"], std::string(precision) == "f32" ? 2e-6 : 1e-13);
    EXPECT_EQ(json["scene"], scene);
    EXPECT_EQ(json["first_disagreements"], nlohmann::json::array());
    double worst = 0;
    ASSERT_EQ(json["errors"].size(), 5u);
    for (const auto& [name, values] : json["errors"].items()) {
      double before = 0;
      for (const char* part : {"p50", "p90", "p99", "p999", "max"}) {
        EXPECT_GE(values[part].get<double>(), before) << name << part;
        before = values[part].get<double>();
      }
      worst = std::max(worst, before);
    }
    EXPECT_EQ(json["max_error"], worst);
  }
}

TEST(CliVerifyNumbers, ThreadsChangeNothingAndASeedOnlyTheDraw) {
  const TemporaryFolder folder;
  const std::string scene = grain_scene(folder, 12);
  const nlohmann::json one = without_times({"verify", scene, "--json", "--threads", "1"});
  EXPECT_EQ(one, without_times({"verify", scene, "--json", "--threads", "3"}));
  const auto sample = [&](const char* seed, const char* threads) {
    return without_times({"verify", scene, "--json", "--sample", "6", "--seed", seed, "--threads", threads});
  };
  EXPECT_EQ(sample("4", "1"), sample("4", "2"));
  EXPECT_NE(sample("4", "1")["errors"], sample("5", "1")["errors"]);
  EXPECT_EQ(sample("4", "1")["pairs"], 6);
}

TEST(CliVerifyNumbers, TheTableHasTheNumbersOfTheObject) {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "s.json",
      scene_text(ball, R"({"shape": 0}, {"shape": 0, "position": [1.5, 0, 0]}, {"shape": 0, "position": [3, 0.5, 0]},
                                    {"shape": 0, "position": [-1.5, 1.75, 0]})"));
  const std::string table = run({"verify", scene}).out;
  for (const char* line :
       {", cpu, f64: 3 candidate pairs, 2 contacts\n", "checked          2 contacts and 1 pairs without contact",
        "certified every answer\n", "status           converged 2, farther_than_alert 1\n",
        "tolerance                  1.00e-13\n", "disagreements    0\n", "witness identity  ", "lower bound  "}) {
    EXPECT_NE(table.find(line), std::string::npos) << table << "lacks " << line;
  }
  const nlohmann::json nothing = json_of(run({"verify", folder.write("none.json", scene_text(ball, "")), "--json"}));
  EXPECT_EQ(nothing["pairs"], 0);
  EXPECT_EQ(nothing["max_error"], 0);
  EXPECT_NE(run({"verify", folder / "none.json"}).out.find("status           no pairs\n"), std::string::npos);
}

/// A case file with one pair of unit balls whose centres are `distance` apart, which says that they are `expected`
/// apart.
std::string ball_case(const TemporaryFolder& folder, double distance, const std::string& expected) {
  nlohmann::json json = nlohmann::json::parse(content(ABUT_TEST_DATA "/corpus/libccd.json"));
  nlohmann::json one = json["cases"][0];
  one["name"] = "balls";
  one.erase("verified");
  one["shapeA"] = one["shapeB"] = {{"type", "sphere"}, {"radius", 1}};
  one["poseA"]["translation"] = {0, 0, 0};
  one["poseB"]["translation"] = {distance, 0, 0};
  if (expected.empty()) {
    one.erase("expected");
  } else {
    one["expected"] = {{"signed_distance", std::stod(expected)}, {"tolerance", 1e-14}};
  }
  json["cases"] = {one};
  return folder.write("case.json", json.dump());
}

TEST(CliVerifyNumbers, ACaseIsHeldAgainstItsAnswerWhereItHasOne) {
  const TemporaryFolder folder;
  const Ended right = run({"verify", ball_case(folder, 3, "1"), "--json"});
  EXPECT_EQ(right.status, 0) << right.out << right.error;
  nlohmann::json result = json_of(right)["results"][0];
  EXPECT_EQ(result["separation"], 1);
  EXPECT_EQ(result["expected"]["separation"], 1);
  EXPECT_EQ(result["verdict"], "agrees");
  EXPECT_LE(result["reference"]["lower"].get<double>(), 1 + 1e-15);
  EXPECT_GE(result["reference"]["upper"].get<double>(), 1 - 1e-15);
  EXPECT_EQ(result["reference"]["certified"], true);

  const Ended wrong = run({"verify", ball_case(folder, 3, "1.001"), "--json"});
  EXPECT_EQ(wrong.status, 1);
  result = json_of(wrong)["results"][0];
  EXPECT_NE(result["verdict"], "agrees");
  EXPECT_NEAR(result["expected"]["error"].get<double>(), 0.001, 1e-12);
  EXPECT_EQ(json_of(wrong)["disagreements"], 1);

  const Ended unknown = run({"verify", ball_case(folder, 1.5, ""), "--json"});
  EXPECT_EQ(unknown.status, 0) << unknown.error;
  EXPECT_FALSE(json_of(unknown)["results"][0].contains("expected"));
  EXPECT_EQ(json_of(unknown)["results"][0]["separation"], -0.5);
  expect_refused(run({"verify", folder / "case.json", "--backend", "cuda"}), {"--backend cuda", "by cpu only"});
}

TEST(CliVerifyNumbers, AllCasesOfTheCorpusAgreeInBothPrecisions) {
  for (const char* name : {"aligned", "coaxial", "mujoco", "tips"}) {
    const std::string file = std::string(ABUT_TEST_DATA) + "/corpus/" + name + ".json";
    for (const char* precision : {"f32", "f64"}) {
      const Ended ended = run({"verify", file, "--precision", precision, "--json"});
      EXPECT_EQ(ended.status, 0) << name << ended.error;
      const nlohmann::json json = json_of(ended);
      EXPECT_EQ(json["precision"], precision);
      EXPECT_EQ(json["cases"], json["results"].size());
      EXPECT_EQ(json["cases_file"], file);
    }
  }
}

TEST(CliTortureNumbers, RowsAreTheClassesInTheOrderAskedForAndAddUp) {
  const nlohmann::json json = json_of(run({"torture", "--pairs", "30", "--class", "plates", "--class", "cones",
                                           "--class", "aligned", "--json", "--seed", "5"}));
  std::vector<std::string> rows;
  std::uint64_t pairs = 0, unfinished = 0;
  for (const auto& row : json["rows"]) {
    rows.push_back(row["class"].get<std::string>() + " " + row["precision"].get<std::string>());
    pairs += row["pairs"].get<std::uint64_t>();
    unfinished += row["unfinished"].get<std::uint64_t>();
    EXPECT_EQ(row["pairs"], 30);
    EXPECT_LE(row["separation_error"]["p999"], row["separation_error"]["max"]);
    EXPECT_LE(row["gjk_iterations"]["mean"].get<double>(), row["gjk_iterations"]["max"].get<double>());
    EXPECT_EQ(row["digest"].get<std::string>().find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_EQ(row["digest"].get<std::string>().size(), 16u);
  }
  std::sort(rows.begin(), rows.end());
  EXPECT_EQ(rows, (std::vector<std::string>{"aligned f32", "aligned f64", "cones f32", "cones f64", "plates f32",
                                            "plates f64"}));
  EXPECT_EQ(json["pairs"], pairs);
  EXPECT_EQ(json["unfinished"], unfinished);
  EXPECT_EQ(json["pairs_per_class"], 30);
  EXPECT_EQ(json["seed"], 5);
  EXPECT_EQ(json["warm"], false);
}

TEST(CliTortureNumbers, ADigestIsThatOfTheSeedWhateverTheThreadsAre) {
  const auto rows = [](const std::vector<std::string>& more) {
    std::vector<std::string> words{"torture", "--pairs", "200", "--class", "random", "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return without_times(words)["rows"];
  };
  const nlohmann::json plain = rows({"--threads", "1"});
  for (const char* threads : {"2", "7"}) EXPECT_EQ(rows({"--threads", threads}), plain);
  const nlohmann::json digests = rows({"--queries-only"});
  for (std::size_t i = 0; i < plain.size(); ++i) {
    EXPECT_EQ(digests[i]["digest"], plain[i]["digest"]);
    EXPECT_NE(rows({"--seed", "2"})[i]["digest"], plain[i]["digest"]);
  }
  const nlohmann::json single = rows({"--precision", "f32"});
  ASSERT_EQ(single.size(), 1u);
  EXPECT_EQ(single[0]["precision"], "f32");
  const nlohmann::json warm = rows({"--warm"});
  EXPECT_NE(warm[0]["gjk_iterations"], plain[0]["gjk_iterations"]) << "a warm start takes other steps";
  EXPECT_EQ(warm[0]["failures"], 0);
}

TEST(CliTortureNumbers, NothingWrongLeavesAnEmptyFolder) {
  const TemporaryFolder folder;
  EXPECT_EQ(run({"torture", "--pairs", "20", "--class", "cones", "--out", folder / "failures"}).status, 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder / "failures"));
  expect_refused(run({"torture", "--pairs", "20", "--out", folder.write("file", "")}), {"file", "allowed is a folder"});
  const std::string none = run({"torture", "--pairs", "0", "--class", "cones"}).out;
  EXPECT_NE(none.find("\n0 pairs in "), std::string::npos) << none;
}

}  // namespace
}  // namespace abut::test
