// Which pair `abut explain` takes, and that what it says of it as text, as JSON and in the list of stages is the same.
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "tests/cli/csv_rows.h"
#include "tests/cli/program.h"

namespace abut::test {
namespace {

/// Balls in a row, 1.5 apart, but for gaps: the second body has the name of a number.
std::string row_of_balls(const TemporaryFolder& folder) {
  return folder.write(
      "s.json",
      scene_text(
          std::string(ball) + R"(, {"name": "small ball", "sphere": {"radius": 0.5}})",
          R"({"name": "0", "shape": 1, "position": [30, 0, 0]}, {"name": "2", "shape": 0, "position": [20, 0, 0]},
                    {"name": "left", "shape": 0}, {"name": "right", "parts": [{"shape": 1, "position": [0, 9, 0]},
                    {"shape": 0}, {"shape": 1, "position": [1, 0, 0]}], "position": [1.75, 0, 0]})",
          R"(, "length_unit": "mm", "options": {"alert_distance": 1})"));
}

nlohmann::json explained(const std::vector<std::string>& words) {
  std::vector<std::string> all{"explain"};
  all.insert(all.end(), words.begin(), words.end());
  all.push_back("--json");
  return json_of(run(all));
}

TEST(CliExplainChoice, ANumberIsANumberEvenWhereAnotherBodyHasItAsItsName) {
  const TemporaryFolder folder;
  const std::string scene = row_of_balls(folder);
  const auto separation = [&](const char* a, const char* b) {
    return explained({scene, "--pair", a, b, "--nearest"})["contact"]["separation"].get<double>();
  };
  EXPECT_EQ(separation("1", "2"), 18);
  EXPECT_EQ(separation("2", "1"), 18) << "in any order";
  EXPECT_EQ(separation("left", "right"), -0.25);
  EXPECT_EQ(separation("2", "right"), -0.25);
  EXPECT_EQ(separation("0", "left"), 28.5);
  for (const char* text : {"+1", "01", "1.0", "-1", " 1", "LEFT", "4"}) {
    expect_refused(run({"explain", scene, "--pair", "0", text}), {"no body", text, "allowed are 0 to 3"});
  }
}

TEST(CliExplainChoice, OfManyPartsThePairThatOverlapsDeepestOrIsNearest) {
  const TemporaryFolder folder;
  const std::string scene = row_of_balls(folder);
  const nlohmann::json json = explained({scene, "--pair", "3", "left"});
  EXPECT_EQ(json["parts"], nlohmann::json({2, 4}));
  EXPECT_EQ(json["pair"], "bodies 2 'left' and 3 'right' (parts 2, 4), the nearest of 3 pairs of their parts");
  // A part by its number is taken whatever else is nearer.
  const nlohmann::json far = explained({scene, "--parts", "5", "2", "--nearest"});
  EXPECT_EQ(far["parts"], nlohmann::json({2, 5}));
  EXPECT_EQ(far["contact"]["separation"], 2.75 - 1.5);
  expect_refused(run({"explain", scene, "--parts", "0", "left"}), {"no part 'left'", "allowed are 0 to 5"});
  const nlohmann::json same_body = explained({scene, "--parts", "4", "5"});
  EXPECT_EQ(same_body["contact"]["separation"], -0.5) << "parts of one body may be asked for";
}

TEST(CliExplainChoice, BeyondTheAlertDistanceThereIsABoundUnlessTheNearestIsAskedFor) {
  const TemporaryFolder folder;
  const std::string scene = row_of_balls(folder);
  const nlohmann::json cut = explained({scene, "--pair", "1", "2"}),
                       full = explained({scene, "--pair", "1", "2", "--nearest"});
  EXPECT_EQ(cut["contact"]["status"], "farther_than_alert");
  EXPECT_GT(cut["contact"]["lower_bound"].get<double>(), 1);
  EXPECT_LE(cut["contact"]["lower_bound"].get<double>(), 18);
  EXPECT_EQ(full["contact"]["status"], "converged");
  EXPECT_NE(run({"explain", scene, "--pair", "1", "2"}).out.find(", a lower bound\n"), std::string::npos);
  EXPECT_EQ(run({"explain", scene, "--pair", "1", "2", "--nearest"}).out.find(", a lower bound\n"), std::string::npos);
}

/// The value of a line "name   value" of the text.
std::string line_of(const std::string& text, const std::string& name) {
  const std::size_t at = text.find("\n" + name);
  EXPECT_NE(at, std::string::npos) << text << "lacks " << name;
  if (at == std::string::npos) return "";
  const std::size_t begin = text.find_first_not_of(' ', at + 1 + name.size());
  return text.substr(begin, text.find('\n', begin) - begin);
}

TEST(CliExplainChoice, TheTextHasTheNumbersOfTheObject) {
  const TemporaryFolder folder;
  const std::string scene = row_of_balls(folder);
  for (const char* precision : {"f32", "f64"}) {
    const std::string text = run({"explain", scene, "--pair", "left", "right", "--precision", precision}).out;
    const nlohmann::json json = explained({scene, "--pair", "left", "right", "--precision", precision});
    EXPECT_EQ(std::stod(line_of(text, "separation")), json["contact"]["separation"].get<double>());
    EXPECT_EQ(std::stod(line_of(text, "lower bound")), json["contact"]["lower_bound"].get<double>());
    EXPECT_EQ(line_of(text, "key"), json["contact"]["key"]);
    EXPECT_EQ(line_of(text, "status"), json["contact"]["status"]);
    EXPECT_EQ(line_of(text, "A "), "'ball', sphere, rounding radius 1");
    EXPECT_EQ(line_of(text, "query").find(std::string(precision) + "; lengths are in mm,"), 0u) << text;
    EXPECT_NE(line_of(text, "answered by").find(json["answered_by"]["name"].get<std::string>()), std::string::npos);
  }
}

TEST(CliExplainChoice, StagesAreListedOnceEachAndNoFileIsNeeded) {
  const Ended listed = run({"explain", "--stages", "--json"});
  EXPECT_EQ(listed.status, 0);
  const nlohmann::json stages = nlohmann::json::parse(listed.out);
  ASSERT_GE(stages.size(), 8u);
  const std::string text = run({"explain", "--stages"}).out;
  std::set<std::string> names;
  std::size_t at = 0;
  for (const nlohmann::json& stage : stages) {
    const std::string name = stage["name"];
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), std::string::npos);
    const std::size_t found = text.find(" " + name + " ", at);
    EXPECT_NE(found, std::string::npos) << name << " is not behind the stages before it";
    at = found;
    for (const char* key : {"asked_where", "pairs", "answer", "reason"}) EXPECT_NE(stage[key].get<std::string>(), "");
  }
  EXPECT_EQ(run({"explain", "/none", "--stages"}).out, text) << "what else is asked does not matter";
}

TEST(CliExplainChoice, WhoAnswersIsAmongTheStages) {
  const TemporaryFolder folder;
  std::set<std::string> stages;
  for (const nlohmann::json& stage : nlohmann::json::parse(run({"explain", "--stages", "--json"}).out))
    stages.insert(stage["name"]);
  const std::string corpus = std::string(ABUT_TEST_DATA) + "/corpus/aligned.json";
  const nlohmann::json cases = nlohmann::json::parse(content(corpus))["cases"];
  std::set<std::string> answerers;
  for (std::size_t i = 0; i < cases.size() && i < 30; ++i) {
    const nlohmann::json by_number = explained({corpus, "--case", std::to_string(i)});
    answerers.insert(by_number["answered_by"]["name"]);
    if (i < 3) {
      nlohmann::json by_name = explained({corpus, "--case", cases[i]["name"]});
      EXPECT_EQ(by_name, by_number) << cases[i]["name"];
    }
  }
  for (const std::string& name : answerers) EXPECT_EQ(stages.count(name), 1u) << name;
  EXPECT_GE(answerers.size(), 2u) << "the cases are too much alike to tell";
  const std::string last = std::to_string(cases.size());
  expect_refused(run({"explain", corpus, "--case", last}),
                 {"has no case '", last.c_str(), "allowed are names and 0 to "});
}

TEST(CliExplainChoice, OneCaseNeedsNoName) {
  const TemporaryFolder folder;
  nlohmann::json json = nlohmann::json::parse(content(ABUT_TEST_DATA "/corpus/libccd.json"));
  const nlohmann::json all = json["cases"];
  json["cases"] = {all[0]};
  const std::string one = folder.write("one.json", json.dump());
  const nlohmann::json found = explained({one});
  EXPECT_NEAR(found["contact"]["separation"].get<double>(), all[0]["expected"]["signed_distance"].get<double>(), 1e-14);
  json["cases"] = nlohmann::json::array();
  expect_refused(run({"explain", folder.write("none.json", json.dump())}), {"none.json: there are no cases"});
  json["format"] = "other";
  expect_refused(run({"explain", folder.write("other.json", json.dump())}), {"other.json", "format", "other"});
  expect_refused(run({"explain", one, "--parts", "0", "1"}), {"is a case file", "--case"});
}

TEST(CliExplainChoice, WhereTheInputCannotBeAnsweredOnlyTheStatusIsSaid) {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "s.json", scene_text(R"({"name": "dust", "sphere": {"radius": 1e-60}})", R"({"shape": 0}, {"shape": 0})"));
  const Ended ended = run({"explain", scene, "--pair", "0", "1", "--precision", "f32", "--svg", folder / "e.svg"});
  EXPECT_EQ(ended.status, 0) << ended.error;
  EXPECT_NE(ended.out.find("answered by      the check of the input: there is nothing to query\n"), std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find("only the status says something\n"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(folder / "e.svg"));
  EXPECT_EQ(explained({scene, "--pair", "0", "1"})["contact"]["status"], "converged+normal_undefined")
      << "double holds it";
}

}  // namespace
}  // namespace abut::test
