// `abut report`: the numbers in the page are those of contacts.csv, names stay text, and every bad input is named. What
// the page does in a browser: tests/report/page_test.py.
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "tests/cli/program.h"
#include "tests/cli/report_page.h"

namespace abut::test {
namespace {

/// The column of contacts.csv.
std::vector<std::string> csv_column(const std::string& csv, const std::string& name) {
  std::istringstream lines(csv);
  std::string line, field;
  std::vector<std::string> values;
  std::ptrdiff_t wanted = -1;
  while (std::getline(lines, line)) {
    std::vector<std::string> fields;
    std::istringstream in(line);
    while (std::getline(in, field, ',')) fields.push_back(field);
    if (wanted < 0) {
      wanted = std::find(fields.begin(), fields.end(), name) - fields.begin();
    } else {
      values.push_back(fields[static_cast<std::size_t>(wanted)]);
    }
  }
  return values;
}

void expect_report(const std::vector<std::string>& arguments) {
  std::vector<std::string> all{"report"};
  all.insert(all.end(), arguments.begin(), arguments.end());
  const Ended ended = run(all);
  EXPECT_EQ(ended.status, 0) << ended.error;
  EXPECT_EQ(ended.out + ended.error, "");
}

template <class T>
void expect_numbers_of_csv(const char* precision, const char* type) {
  const TemporaryFolder folder;
  const std::string scene = grain_scene(folder, 120);
  ASSERT_EQ(run({"detect", scene, "--out", folder / "out", "--precision", precision}).status, 0);
  expect_report({folder / "out", "-o", folder / "page.html", "--sample", "20"});
  const std::string page = content(folder / "page.html"), csv = content(folder / "out/contacts.csv");
  for (const char* name :
       {"separation", "normal_x", "normal_y", "normal_z", "witness_a_x", "witness_a_y", "witness_a_z", "witness_b_x",
        "witness_b_y", "witness_b_z", "point_x", "point_y", "point_z", "lower_bound", "bound_gap"}) {
    const std::vector<T> ours = column<T>(page, name, type);
    const std::vector<std::string> theirs = csv_column(csv, name);
    ASSERT_EQ(ours.size(), theirs.size()) << name;
    ASSERT_GT(ours.size(), 100u);
    for (std::size_t i = 0; i < ours.size(); ++i) {
      EXPECT_EQ(ours[i], sizeof(T) == 4 ? static_cast<T>(std::stof(theirs[i])) : static_cast<T>(std::stod(theirs[i])))
          << name << " " << i;
    }
  }
  const auto pairs = column<std::uint32_t>(page, "pair", "u32");
  const auto keys = column<std::uint64_t>(page, "key", "u32");
  for (std::size_t i = 0; i < keys.size(); ++i) {
    EXPECT_EQ(std::to_string(pairs[2 * i]), csv_column(csv, "a")[i]);
    EXPECT_EQ(std::to_string(pairs[2 * i + 1]), csv_column(csv, "b")[i]);
    EXPECT_EQ(keys[i], std::stoull(csv_column(csv, "key")[i], nullptr, 16));
    if (i == 30) break;
  }
  const nlohmann::json facts = facts_of(page);
  const nlohmann::json summary = nlohmann::json::parse(content(folder / "out/summary.json"));
  for (const char* name : {"bodies", "parts", "shapes", "candidate_pairs", "contacts", "length_unit", "precision"}) {
    EXPECT_EQ(facts[name], summary[name]) << name;
  }
  EXPECT_EQ(facts["verify"]["pairs"], 20);
  EXPECT_EQ(facts["verify"]["disagreements"], 0);
}

TEST(CliReport, ThePageHasTheNumbersOfContactsCsv) {
  expect_numbers_of_csv<float>("f32", "f32");
  expect_numbers_of_csv<double>("f64", "f64");
}

TEST(CliReport, AFolderAndItsSceneGiveTheSameContacts) {
  const TemporaryFolder folder;
  const std::string scene = grain_scene(folder, 100);
  ASSERT_EQ(run({"detect", scene, "--out", folder / "out"}).status, 0);
  expect_report({folder / "out", "-o", folder / "one.html", "--no-verify"});
  expect_report({scene, "-o", folder / "two.html", "--no-verify"});
  const auto without_times = [&](const std::string& name) {
    const std::string page = content(folder / name);
    return page.substr(page.find("class=\"column\""));
  };
  EXPECT_TRUE(without_times("one.html") == without_times("two.html"));
  EXPECT_TRUE(facts_of(content(folder / "one.html"))["verify"].is_null());
  expect_report({folder / "out", "-o", folder / "again.html", "--no-verify"});
  EXPECT_TRUE(content(folder / "one.html") == content(folder / "again.html"));
}

TEST(CliReport, ThePageNeedsNothingBesideIt) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.json", scene_text(ball, R"({"shape": 0}, {"shape": 0})"));
  expect_report({scene, "-o", folder / "page.html"});
  const std::string page = content(folder / "page.html");
  for (const char* outside : {"https:", "src=", "@import", "url(", "<link", "fetch("}) {
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  }
  for (const char* part : {"<html lang=\"en\">", "<title>Contacts of s.json</title>", "Content-Security-Policy"}) {
    EXPECT_NE(page.find(part), std::string::npos) << part;
  }
  EXPECT_EQ(page.find("{{"), std::string::npos);
}

TEST(CliReport, NamesWithMarkupCannotLeaveTheirPlace) {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "<b>.json", scene_text(R"({"name": "<!--<script>", "sphere": {"radius": 1}})",
                             R"({"name": "</script><b>", "shape": 0}, {"shape": 0, "position": [1, 0, 0]})",
                             R"(, "length_unit": "</script>")"));
  expect_report({scene, "-o", folder / "page.html"});
  const std::string page = content(folder / "page.html");
  EXPECT_EQ(page.find("</script><b>"), std::string::npos);
  EXPECT_EQ(page.find("<!--<script>"), std::string::npos);
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  EXPECT_EQ(facts_of(page)["body_names"], nlohmann::json::parse(R"([[0, "</script><b>"]])"));
}

TEST(CliReport, AnEmptySceneAndOneWithoutContactsAreShown) {
  const TemporaryFolder folder;
  for (const char* bodies : {"", R"({"shape": 0}, {"shape": 0, "position": [9, 0, 0]})"}) {
    const std::string scene = folder.write("s.json", scene_text(ball, bodies));
    ASSERT_EQ(run({"detect", scene, "--out", folder / "out"}).status, 0);
    expect_report({folder / "out", "-o", folder / "page.html"});
    EXPECT_EQ(facts_of(content(folder / "page.html"))["contacts"], 0);
  }
}

/// A result folder to spoil.
class Spoiled {
 public:
  Spoiled() {
    scene = folder.write(
        "s.json",
        scene_text(ball,
                   R"({"shape": 0}, {"shape": 0, "position": [0.6, 0, 0]}, {"shape": 0, "position": [0, 0.7, 0]})"));
    EXPECT_EQ(run({"detect", scene, "--out", folder / "out"}).status, 0);
    csv = content(folder / "out/contacts.csv");
    summary = content(folder / "out/summary.json");
  }
  Ended report() const { return run({"report", folder / "out", "-o", folder / "page.html"}); }
  Ended with_csv(const std::string& text) const {
    folder.write("out/contacts.csv", text);
    const Ended ended = report();
    folder.write("out/contacts.csv", csv);
    return ended;
  }
  Ended with_summary(const std::string& text) const {
    folder.write("out/summary.json", text);
    const Ended ended = report();
    folder.write("out/summary.json", summary);
    return ended;
  }
  /// The file with one field of its line changed.
  std::string changed(std::size_t line, std::size_t field, const std::string& value) const {
    std::istringstream lines(csv);
    std::string text, out;
    for (std::size_t l = 1; std::getline(lines, text); ++l) {
      std::istringstream in(text);
      std::string one, joined;
      for (std::size_t f = 0; std::getline(in, one, ','); ++f)
        joined += (f > 0 ? "," : "") + (l == line && f == field ? value : one);
      out += joined + "\n";
    }
    return out;
  }
  TemporaryFolder folder;
  std::string scene, csv, summary;
};

TEST(CliReport, ACorruptContactsCsvIsNamedWithLineAndColumn) {
  const Spoiled s;
  expect_refused(s.with_csv(""), {"contacts.csv", "is empty"});
  expect_refused(s.with_csv("a,b\n"), {"contacts.csv", "line 1", "header"});
  expect_refused(s.with_csv(s.csv.substr(0, s.csv.size() - 5)), {"contacts.csv", "line 4", "cut off"});
  expect_refused(s.with_csv(s.csv + "1,2\n"), {"line 5", "2 fields", "25"});
  expect_refused(s.with_csv(s.csv + "\n"), {"line 5", "fields"});
  expect_refused(s.with_csv(s.changed(2, 0, "7")), {"line 2", "a is '7'", "0 to 2"});
  expect_refused(s.with_csv(s.changed(2, 1, "-1")), {"line 2", "b is '-1'"});
  expect_refused(s.with_csv(s.changed(3, 2, "1")), {"line 3", "body_a is '1'", "of body 0"});
  expect_refused(s.with_csv(s.changed(2, 4, "deep")), {"line 2", "separation is 'deep'", "finite numbers"});
  expect_refused(s.with_csv(s.changed(2, 4, "nan")), {"separation is 'nan'"});
  expect_refused(s.with_csv(s.changed(2, 5, "1e999")), {"normal_x is '1e999'"});
  expect_refused(s.with_csv(s.changed(2, 17, "q3")), {"feature_a is 'q3'", "v, e or f"});
  expect_refused(s.with_csv(s.changed(2, 21, "fine")), {"status is 'fine'"});
  expect_refused(s.with_csv(s.changed(2, 22, "256")), {"gjk_iterations is '256'", "0 to 255"});
  expect_refused(s.with_csv(s.changed(2, 24, "xyz")), {"key is 'xyz'", "16 hexadecimal"});
  expect_refused(s.with_csv(s.csv.substr(0, s.csv.find('\n') + 1)),
                 {"contacts.csv", "has 0 contacts", "the 3 of summary.json"});
  std::filesystem::remove(s.folder / "out/contacts.csv");
  expect_refused(s.report(), {"out: has no contacts.csv; allowed is a folder"});
  EXPECT_FALSE(std::filesystem::exists(s.folder / "page.html"));
  EXPECT_FALSE(std::filesystem::exists(s.folder / "page.html.partial"));
}

TEST(CliReport, ACorruptSummaryIsNamed) {
  const Spoiled s;
  expect_refused(s.with_summary("{"), {"summary.json", "line"});
  expect_refused(s.with_summary("{}"), {"summary.json", "scene"});
  nlohmann::json json = nlohmann::json::parse(s.summary);
  json["precision"] = "f16";
  expect_refused(s.with_summary(json.dump()), {"summary.json", "precision", "f16", "f32"});
  json = nlohmann::json::parse(s.summary);
  json["bodies"] = 2.5;
  expect_refused(s.with_summary(json.dump()), {"summary.json", "bodies", "2.5", "whole numbers"});
  json["bodies"] = -2;
  expect_refused(s.with_summary(json.dump()), {"summary.json", "bodies", "-2"});
  std::filesystem::remove(s.folder / "out/summary.json");
  expect_refused(s.report(), {"out: has no summary.json; allowed is a folder"});
}

TEST(CliReport, AResultOfAnotherSceneIsRefused) {
  const Spoiled s;
  const auto with_scene = [&](const std::string& bodies, const std::string& more = "") {
    const std::string other = s.folder.write("other.json", scene_text(ball, bodies, more));
    return run({"report", s.folder / "out", "--scene", other, "-o", s.folder / "page.html"});
  };
  expect_refused(with_scene(R"({"shape": 0}, {"shape": 0})"),
                 {"is not the result of", "other.json", "bodies: 3", "has 2"});
  const char* const same =
      R"({"shape": 0}, {"shape": 0, "position": [0.6, 0, 0]}, {"shape": 0, "position": [0, 0.7, 0]})";
  expect_refused(with_scene(same, R"(, "options": {"alert_distance": 0.5})"),
                 {"is not the result of", "alert distance 0", "0.5"});
  // The same counts, but a body that has moved.
  expect_refused(
      with_scene(R"({"shape": 0}, {"shape": 0, "position": [0.61, 0, 0]}, {"shape": 0, "position": [0, 0.7, 0]})"),
      {"contacts.csv: line 2", "separation is -1.4", "other.json"});
  EXPECT_EQ(with_scene(same).status, 0);
  std::filesystem::rename(s.scene, s.folder / "moved.json");
  std::filesystem::remove(s.folder / "page.html");
  expect_refused(s.report(), {"s.json", "is not there", "--scene FILE"});
  EXPECT_EQ(run({"report", s.folder / "out", "--scene", s.folder / "moved.json", "-o", s.folder / "page.html"}).status,
            0);
}

TEST(CliReport, BadArgumentsAndOutputsAreNamed) {
  const Spoiled s;
  const std::string out = s.folder / "out", page = s.folder / "page.html";
  expect_refused(run({"report"}), {"RESULT is required"});
  expect_refused(run({"report", out}), {"--out is required"});
  expect_refused(run({"report", out, "-o", ""}), {"--out", "is empty"});
  expect_refused(run({"report", s.folder / "none", "-o", page}), {"none", "No such file"});
  expect_refused(run({"report", out, "-o", page, "--sample", "-3"}), {"--sample", "-3"});
  expect_refused(run({"report", out, "-o", page, "--sample", "3", "--no-verify"}),
                 {"--sample", "excludes", "--no-verify"});
  expect_refused(run({"report", out, "-o", page, "--precision", "f32"}), {"--precision", "result folder"});
  expect_refused(run({"report", out, "-o", page, "--backend", "cuda"}), {"--backend", "result folder"});
  expect_refused(run({"report", s.scene, "-o", page, "--scene", s.scene}), {"--scene", "no result folder"});
  expect_refused(run({"report", s.folder.path(), "-o", page}), {"has no summary.json and no contacts.csv; allowed is"});
  expect_refused(run({"report", out, "-o", s.folder / "no/page.html"}), {"no/page.html", "No such file"});
  expect_refused(run({"report", out, "-o", out}), {"out"});
  RunOptions small;
  small.file_size = 4096;
  expect_refused(run({"report", out, "-o", page}, small), {"page.html", "cannot be written"});
  EXPECT_FALSE(std::filesystem::exists(page));
  EXPECT_FALSE(std::filesystem::exists(page + ".partial"));
}

}  // namespace
}  // namespace abut::test
