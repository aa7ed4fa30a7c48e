// `abut explain`: the record is that of `detect`, the steps hold what they say, and every bad input is named.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <regex>
#include <sstream>

#include "tests/cli/csv_rows.h"
#include "tests/cli/program.h"
#include "tests/support/picture.h"

namespace abut::test {
namespace {

double norm(const nlohmann::json& v) { return std::hypot(v[0].get<double>(), v[1].get<double>(), v[2].get<double>()); }

const char* const mixed_shapes =
    R"({"name": "ball", "sphere": {"radius": 0.5}}, {"name": "brick", "box": {"half_extents": [1, 0.5, 0.25]}},
       {"name": "can", "cylinder": {"radius": 0.4, "half_length": 0.5}}, {"name": "egg", "ellipsoid": {"semi_axes": [0.5, 0.4, 0.6]}},
       {"name": "hat", "cone": {"radius": 0.5, "half_length": 0.5}},
       {"name": "wedge", "hull": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [0, 0, 1], [1, 0, 1]]}})";
const char* const mixed_bodies =
    R"({"shape": "ball"}, {"shape": "brick", "position": [0.9, 0.1, 0.5]}, {"shape": "can", "position": [0.1, 0.7, 0.2]},
       {"shape": "egg", "position": [0.2, 0.9, 0.9]}, {"shape": "hat", "position": [1.2, 0.8, 0.3]},
       {"shape": "wedge", "position": [1.0, 0.3, 0.2]}, {"shape": "brick", "position": [1.5, 0.4, 0.6], "orientation": [0.9, 0.2, 0.3, 0.1]})";

/// The record and the ends of the bounds of every contact of a scene.
void expect_records_of_detect(const TemporaryFolder& folder, const std::string& scene, const std::string& precision) {
  ASSERT_EQ(run({"detect", scene, "--out", folder / "out", "--precision", precision}).status, 0);
  const auto rows = rows_of(content(folder / "out/contacts.csv"));
  ASSERT_GT(rows.size(), 4u);
  std::size_t asked = 0;
  for (const auto& row : rows) {
    if (++asked > 40) break;
    const nlohmann::json json =
        json_of(run({"explain", scene, "--parts", row.at("a"), row.at("b"), "--precision", precision, "--json"}));
    const nlohmann::json& contact = json["contact"];
    EXPECT_EQ(contact["status"], row.at("status"));
    for (const char* name : {"separation", "lower_bound", "bound_gap"}) {
      const double theirs = precision == "f32" ? static_cast<double>(std::stof(row.at(name))) : std::stod(row.at(name));
      EXPECT_EQ(contact[name].get<double>(), theirs) << row.at("a") << " " << row.at("b") << " " << name;
    }
    for (const char* name : {"key", "feature_a", "feature_b"}) EXPECT_EQ(contact[name], row.at(name));
    for (const char* name : {"gjk_iterations", "epa_iterations"})
      EXPECT_EQ(std::to_string(contact[name].get<int>()), row.at(name));
  }
}

TEST(CliExplain, TheRecordIsThatOfDetectToTheBit) {
  const TemporaryFolder folder;
  const std::string mixed = folder.write("mixed.json", scene_text(mixed_shapes, mixed_bodies));
  const std::string grains = grain_scene(folder, 60);
  for (const char* precision : {"f32", "f64"}) {
    expect_records_of_detect(folder, mixed, precision);
    expect_records_of_detect(folder, grains, precision);
  }
}

TEST(CliExplain, GjkStepsNarrowTheBoundsAroundTheDistance) {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "s.json",
      scene_text(
          mixed_shapes,
          R"({"shape": "wedge"}, {"shape": "brick", "position": [2.4, 1.1, 1.4], "orientation": [0.9, 0.2, 0.3, 0.1]})"));
  const nlohmann::json json = json_of(run({"explain", scene, "--pair", "0", "1", "--nearest", "--json"}));
  EXPECT_EQ(json["answered_by"]["name"], "separation");
  const double separation = json["contact"]["separation"].get<double>();
  const nlohmann::json& steps = json["attempts"][0]["stages"][0]["steps"];
  ASSERT_GE(steps.size(), 2u);
  double upper = 1e300;
  for (const nlohmann::json& step : steps) {
    EXPECT_LE(step["lower"].get<double>(), separation * (1 + 1e-12));
    if (step["upper"].is_null()) continue;
    EXPECT_GE(step["upper"].get<double>(), separation * (1 - 1e-12));
    EXPECT_LE(step["upper"].get<double>(), upper);
    upper = step["upper"].get<double>();
    EXPECT_NEAR(norm(step["v"]), upper, 1e-12);
    double sum = 0, v[3] = {0, 0, 0};
    for (const nlohmann::json& vertex : step["simplex"]) {
      const double lambda = vertex["lambda"].get<double>();
      sum += lambda;
      for (std::size_t k = 0; k < 3; ++k) v[k] += lambda * vertex["w"][k].get<double>();
    }
    EXPECT_NEAR(sum, 1, 1e-12);
    for (std::size_t k = 0; k < 3; ++k) EXPECT_NEAR(v[k], step["v"][k].get<double>(), 1e-12);
  }
  EXPECT_NEAR(upper, separation, 1e-12);
}

TEST(CliExplain, EpaStepsEndAtTheDepth) {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "s.json",
      scene_text(
          mixed_shapes,
          R"({"shape": "wedge"}, {"shape": "wedge", "position": [0.6, 0.2, 0.3], "orientation": [0.9, 0.2, 0.3, 0.1]},
      {"shape": "can", "position": [0.5, 0.2, 0.9], "orientation": [0.9, 0.4, 0.3, 0.1]})"));
  const std::map<std::string, std::string> expected{{"1", "small_epa"}, {"2", "epa"}};
  for (const auto& [other, algorithm] : expected) {
    const nlohmann::json json = json_of(run({"explain", scene, "--pair", "0", other, "--json"}));
    const double depth = -json["contact"]["separation"].get<double>();
    ASSERT_GT(depth, 0) << json.dump(2);
    EXPECT_EQ(json["answered_by"]["name"], algorithm) << json.dump(2);
    bool seen = false;
    for (const nlohmann::json& stage : json["attempts"].back()["stages"]) {
      if (stage["algorithm"] != algorithm) continue;
      seen = true;
      for (const nlohmann::json& step : stage["steps"]) {
        EXPECT_LE(step["lower"].get<double>(), depth + 1e-5);
        if (!step["upper"].is_null()) {
          EXPECT_GE(step["upper"].get<double>(), depth - 1e-5);
        }
      }
      EXPECT_NEAR(stage["steps"].back()["upper"].get<double>(), depth, 1e-5);
    }
    EXPECT_TRUE(seen) << json.dump(2);
  }
}

TEST(CliExplain, ClosedFormsBoxesAndDistantPairsSaySo) {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "s.json",
      scene_text(
          mixed_shapes,
          R"({"name": "one", "shape": "ball"}, {"shape": "ball", "position": [0.7, 0, 0]}, {"shape": "brick", "position": [1.4, 0, 0.5]},
        {"shape": "brick", "position": [1.9, 0.2, 0.8], "orientation": [0.9, 0.2, 0.3, 0.1]}, {"shape": "wedge", "position": [9, 0, 0]})"));
  const auto by = [&](const char* a, const char* b) {
    return json_of(run({"explain", scene, "--pair", a, b, "--json"}))["answered_by"]["name"].get<std::string>();
  };
  EXPECT_EQ(by("one", "1"), "closed_form");
  EXPECT_EQ(by("0", "2"), "closed_form");
  EXPECT_EQ(by("2", "3"), "box_widths");
  EXPECT_EQ(by("3", "4"), "beyond_cutoff");
  const std::string text = run({"explain", scene, "--pair", "one", "1"}).out;
  for (const char* part :
       {"bodies 0 'one' and 1 (parts 0, 1)", "answered by      closed_form: the distance", "separation       -0.3"}) {
    EXPECT_NE(text.find(part), std::string::npos) << text << "lacks " << part;
  }
}

TEST(CliExplain, OfBodiesWithPartsTheNearestPairIsShown) {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "s.json",
      scene_text(
          mixed_shapes,
          R"({"parts": [{"shape": "ball", "position": [-2, 0, 0]}, {"shape": "wedge"}]}, {"shape": "brick", "position": [1.5, 0.3, 0.2]})"));
  const nlohmann::json json = json_of(run({"explain", scene, "--pair", "1", "0", "--json"}));
  EXPECT_EQ(json["parts"], nlohmann::json({1, 2}));
  EXPECT_NE(json["pair"].get<std::string>().find("nearest of 2 pairs"), std::string::npos) << json["pair"];
}

TEST(CliExplain, CasesAreExplained) {
  const std::string corpus = std::string(ABUT_TEST_DATA) + "/corpus/fcl.json";
  const nlohmann::json json = json_of(run({"explain", corpus, "--case", "0", "--json"}));
  EXPECT_TRUE(json["contact"]["separation"].is_number()) << json.dump(2);
  EXPECT_GE(json["attempts"].size(), 1u);
}

TEST(CliExplain, APictureOfTheSearchIsWritten) {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "s.json",
      scene_text(
          R"({"name": "w", "hull": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}})",
          R"({"name": "<b>&", "shape": 0}, {"shape": 0, "position": [0.2, 0.1, 0.1], "orientation": [0.9, 0.2, 0.3, 0.1]})"));
  EXPECT_EQ(run({"explain", scene, "--pair", "0", "1", "--svg", folder / "search.svg"}).status, 0);
  const std::string svg = content(folder / "search.svg");
  EXPECT_EQ(svg.find("<svg xmlns='http://www.w3.org/2000/svg'"), 0u);
  expect_well_formed(svg);
  for (const char* part : {"&lt;b&gt;&amp;", "GJK, step 1", "EPA in a small polytope", "class='simplex'"}) {
    EXPECT_NE(svg.find(part), std::string::npos) << "lacks " << part;
  }
  EXPECT_EQ(svg.find("<b>"), std::string::npos);
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

/// What a picture has of one tag: a map of its attributes each, and the text inside.
std::vector<std::map<std::string, std::string>> elements(const std::string& svg, const std::string& tag) {
  std::vector<std::map<std::string, std::string>> found;
  const std::regex element("<" + tag + "((?: [a-z0-9]+='[^']*')*)/?>([^<]*)"), attribute("([a-z0-9]+)='([^']*)'");
  for (std::sregex_iterator at(svg.begin(), svg.end(), element), end; at != end; ++at) {
    std::map<std::string, std::string>& one = found.emplace_back();
    const std::string all = (*at)[1].str();
    for (std::sregex_iterator a(all.begin(), all.end(), attribute); a != end; ++a) one[(*a)[1]] = (*a)[2];
    one["text"] = (*at)[2];
  }
  return found;
}

TEST(CliExplain, LabelsHideNeitherPointsNorLabels) {
  const TemporaryFolder folder;
  const std::string scene = folder.write(
      "s.json",
      scene_text(
          R"({"name": "w", "hull": {"vertices": [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.9, 0.8, 0.9], [0.3, 1, 1]]}})",
          R"({"shape": 0}, {"shape": 0, "position": [0.2, 0.1, 0.1], "orientation": [0.9, 0.2, 0.3, 0.1]})"));
  EXPECT_EQ(run({"explain", scene, "--pair", "0", "1", "--svg", folder / "search.svg"}).status, 0);
  const std::string svg = content(folder / "search.svg");
  std::size_t labels = 0;
  for (std::size_t at = svg.find("<g "); at != std::string::npos; at = svg.find("<g ", at + 1)) {
    const std::string frame = svg.substr(at, svg.find("</g>", at) - at);
    std::vector<std::array<double, 4>> boxes;  // lowest and highest x and y
    for (auto& text : elements(frame, "text")) {
      if (text["class"] != "name") continue;
      const double x = std::stod(text["x"]), y = std::stod(text["y"]);
      const std::array<double, 4> box{x, x + 6.5 * static_cast<double>(text["text"].size()), y - 9, y + 1};
      EXPECT_TRUE(box[0] >= 0 && box[1] <= 380 && box[2] >= 0 && box[3] <= 340) << text["text"];
      for (const auto& other : boxes) {
        EXPECT_FALSE(box[0] < other[1] && other[0] < box[1] && box[2] < other[3] && other[2] < box[3]) << frame;
      }
      for (auto& dot : elements(frame, "circle")) {
        const double px = std::stod(dot["cx"]), py = std::stod(dot["cy"]);
        EXPECT_FALSE(box[0] < px && px < box[1] && box[2] < py && py < box[3]) << text["text"] << "\n" << frame;
      }
      boxes.push_back(box);
    }
    labels += boxes.size();
  }
  EXPECT_GT(labels, 10u);
  EXPECT_NE(svg.find(">Answered by the stage small_epa: the depth, by EPA"), std::string::npos) << svg.substr(0, 3000);
  for (auto& text : elements(svg, "text")) {  // no line goes on past the picture
    EXPECT_LT(7 * text["text"].size(), 1220u) << text["text"];
  }
}

TEST(CliExplain, BadInputIsNamed) {
  const TemporaryFolder folder;
  const std::string scene = folder.write("s.json", scene_text(ball, R"({"name": "one", "shape": 0}, {"shape": 0})"));
  const std::string cases = std::string(ABUT_TEST_DATA) + "/corpus/fcl.json";
  expect_refused(run({"explain"}), {"FILE is required"});
  expect_refused(run({"explain", scene}), {"s.json", "--pair A B"});
  expect_refused(run({"explain", scene, "--pair", "0"}), {"--pair"});
  expect_refused(run({"explain", scene, "--pair", "0", "1", "--parts", "0", "1"}), {"twice", "--parts A B"});
  expect_refused(run({"explain", scene, "--pair", "0", "2"}), {"--pair", "no body '2'", "0 to 1"});
  expect_refused(run({"explain", scene, "--pair", "0", "-1"}), {"--pair"});
  expect_refused(run({"explain", scene, "--pair", "0", "two"}), {"no body 'two'", "names"});
  expect_refused(run({"explain", scene, "--pair", "one", "0"}), {"body 0 'one' is given twice", "different bodies"});
  expect_refused(run({"explain", scene, "--parts", "1", "1"}), {"--parts", "1 is given twice"});
  expect_refused(run({"explain", scene, "--parts", "1", "9"}), {"--parts", "no part '9'", "0 to 1"});
  expect_refused(run({"explain", scene, "--case", "0"}), {"--case", "is a scene"});
  expect_refused(run({"explain", scene, "--pair", "0", "1", "--precision", "f16"}), {"--precision", "f16"});
  expect_refused(run({"explain", scene, "--pair", "0", "1", "--svg", folder / "no/e.svg"}),
                 {"no/e.svg", "No such file"});
  expect_refused(run({"explain", scene, "--pair", "0", "1", "--svg", folder.path()}),
                 {"is a folder, allowed is a file"});
  expect_refused(run({"explain", folder / "none.json", "--pair", "0", "1"}), {"none.json", "No such file"});
  expect_refused(run({"explain", folder.write("bad.json", "{"), "--pair", "0", "1"}), {"bad.json", "line 1"});
  expect_refused(run({"explain", cases}), {"fcl.json", "give --case"});
  expect_refused(run({"explain", cases, "--case", "no such"}), {"--case", "no case 'no such'"});
  expect_refused(run({"explain", cases, "--pair", "0", "1"}), {"is a case file", "--case"});
  RunOptions full;
  full.standard_output = "/dev/full";
  if (std::filesystem::exists("/dev/full"))
    expect_refused(run({"explain", scene, "--pair", "0", "1"}, full), {"standard output"});
}

}  // namespace
}  // namespace abut::test
