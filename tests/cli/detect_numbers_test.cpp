// What `abut detect` writes, against distances of balls and boxes by their formulas: contacts.csv, summary.json, the
// printed tables, patches.csv.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "abut/io.h"
#include "host/io/random.h"
#include "tests/cli/csv_rows.h"
#include "tests/cli/program.h"
#include "tests/decompose/solids.h"

namespace abut::test {
namespace {

struct Ball {
  double radius;
  Vec3<double> centre;
};

double gap(const Ball& a, const Ball& b) { return length(b.centre - a.centre) - a.radius - b.radius; }

std::string number_of(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.17g", x);
  return text;
}

/// A scene of balls, each a shape of its own, and the balls.
std::string crowd_of_balls(const TemporaryFolder& folder, std::vector<Ball>& balls, double alert) {
  io::Random random(31);
  std::string shapes, bodies;
  for (int i = 0; i < 120; ++i) {
    const Ball ball{0.1 + 0.4 * random.uniform(), {4 * random.uniform(), 4 * random.uniform(), 4 * random.uniform()}};
    balls.push_back(ball);
    shapes += (i > 0 ? ", " : "") + (R"({"name": "b)" + std::to_string(i)) + R"(", "sphere": {"radius": )" +
              number_of(ball.radius) + "}}";
    bodies += (i > 0 ? ", " : "") + (R"({"shape": )" + std::to_string(i)) + R"(, "position": [)" +
              number_of(ball.centre.x) + ", " + number_of(ball.centre.y) + ", " + number_of(ball.centre.z) + "]}";
  }
  return folder.write(
      "balls.json",
      scene_text(shapes, bodies, R"(, "length_unit": "um", "options": {"alert_distance": )" + number_of(alert) + "}"));
}

double number_in(const std::map<std::string, std::string>& row, const char* name, const std::string& precision) {
  return precision == "f32" ? static_cast<double>(std::stof(row.at(name))) : std::stod(row.at(name));
}

Vec3<double> vector_in(const std::map<std::string, std::string>& row, const std::string& name,
                       const std::string& precision) {
  return {number_in(row, (name + "_x").c_str(), precision), number_in(row, (name + "_y").c_str(), precision),
          number_in(row, (name + "_z").c_str(), precision)};
}

TEST(CliDetectNumbers, TheTableHasAllPairsOfBallsWithinTheAlertDistance) {
  const TemporaryFolder folder;
  std::vector<Ball> balls;
  const double alert = 0.125;
  const std::string scene = crowd_of_balls(folder, balls, alert);
  std::set<std::pair<std::size_t, std::size_t>> expected;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    for (std::size_t j = i + 1; j < balls.size(); ++j) {
      if (gap(balls[i], balls[j]) <= alert) expected.insert({i, j});
    }
  }
  ASSERT_GT(expected.size(), 50u);
  for (const char* precision : {"f32", "f64"}) {
    const double tolerance = std::string(precision) == "f32" ? 1e-5 : 1e-12;
    ASSERT_EQ(run({"detect", scene, "--out", folder / "out", "--precision", precision}).status, 0);
    const auto rows = rows_of(content(folder / "out/contacts.csv"));
    std::set<std::pair<std::size_t, std::size_t>> found;
    for (const auto& row : rows) {
      const std::size_t i = std::stoul(row.at("a")), j = std::stoul(row.at("b"));
      found.insert({i, j});
      const Vec3<double> between = balls[j].centre - balls[i].centre, n = between * (1 / length(between));
      EXPECT_NEAR(number_in(row, "separation", precision), gap(balls[i], balls[j]), tolerance);
      EXPECT_LT(length(vector_in(row, "normal", precision) - n), tolerance);
      EXPECT_LT(length(vector_in(row, "witness_a", precision) - n * balls[i].radius), tolerance);
      EXPECT_LT(length(vector_in(row, "witness_b", precision) - (between - n * balls[j].radius)), tolerance);
      EXPECT_LE(number_in(row, "lower_bound", precision), gap(balls[i], balls[j]) + tolerance);
      EXPECT_EQ(row.at("feature_a"), "v0");
      EXPECT_EQ(row.at("body_a"), row.at("a"));
    }
    EXPECT_EQ(found, expected) << precision;
    EXPECT_EQ(rows.size(), expected.size());
  }
}

TEST(CliDetectNumbers, TheSummaryCountsWhatTheTableHas) {
  const TemporaryFolder folder;
  std::vector<Ball> balls;
  const std::string scene = crowd_of_balls(folder, balls, 0.125);
  const nlohmann::json json = json_of(run({"detect", scene, "--out", folder / "out", "--json", "--threads", "3"}));
  const auto rows = rows_of(content(folder / "out/contacts.csv"));
  double deepest = 0;
  nlohmann::json bodies;
  for (const auto& row : rows) {
    if (std::stod(row.at("separation")) >= -deepest) continue;
    deepest = -std::stod(row.at("separation"));
    bodies = {std::stoi(row.at("body_a")), std::stoi(row.at("body_b"))};
  }
  EXPECT_EQ(json["contacts"], rows.size());
  EXPECT_EQ(json["deepest_overlap"].get<double>(), deepest);
  EXPECT_EQ(json["deepest_bodies"], bodies);
  EXPECT_EQ(json["failures"], 0);
  EXPECT_EQ(json["status"]["converged"].get<std::size_t>() + json["status"]["touching"].get<std::size_t>(),
            rows.size());
  EXPECT_EQ(json["status"]["farther_than_alert"], json["candidate_pairs"].get<std::size_t>() - rows.size());
  EXPECT_EQ(json["length_unit"], "um");
  EXPECT_EQ(json["alert_distance"], 0.125);
  EXPECT_EQ(json["threads"], 3);
  EXPECT_EQ(json["seconds"]["median_of"], 1);
  EXPECT_EQ(json["scene"], scene);
  EXPECT_GE(json["seconds"]["total"].get<double>(), json["seconds"]["narrow"].get<double>());
  const nlohmann::json repeated = json_of(run({"detect", scene, "--repeat", "4", "--json"}));
  EXPECT_EQ(repeated["seconds"]["median_of"], 4);
  EXPECT_EQ(repeated["threads"], "all");
  EXPECT_EQ(repeated["files"], nlohmann::json::array());
  for (const char* key : {"contacts", "candidate_pairs", "deepest_overlap", "deepest_bodies", "status"})
    EXPECT_EQ(repeated[key], json[key]) << key;
}

TEST(CliDetectNumbers, FailuresAreCountedApartAndNotAmongTheContacts) {
  const TemporaryFolder folder;
  // In float a ball of 1e-60 has no size.
  const std::string scene = folder.write(
      "dust.json",
      scene_text(std::string(ball) + R"(, {"name": "dust", "sphere": {"radius": 1e-60}})",
                 R"({"shape": 0}, {"shape": 0, "position": [1.5, 0, 0]}, {"shape": 1, "position": [9, 0, 0]},
                                 {"shape": 1, "position": [9, 0, 0]})",
                 R"(, "options": {"precision": "f32"})"));
  const nlohmann::json json = json_of(run({"detect", scene, "--out", folder / "out", "--json"}));
  EXPECT_EQ(json["contacts"], 1);
  EXPECT_EQ(json["failures"], 1);
  EXPECT_EQ(json["status"]["degenerate_shape"], 1);
  EXPECT_EQ(json["deepest_bodies"], nlohmann::json({0, 1}));
  const auto rows = rows_of(content(folder / "out/contacts.csv"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1].at("status"), "degenerate_shape+normal_undefined");
  EXPECT_EQ(rows[1].at("feature_a"), "-");
  const std::string table = run({"detect", scene}).out;
  EXPECT_NE(table.find("failed pairs     1\n"), std::string::npos) << table;
  EXPECT_NE(table.find("status           converged 1, degenerate_shape 1\n"), std::string::npos) << table;
  EXPECT_EQ(run({"detect", scene, "--precision", "f64"}).out.find("failed pairs"), std::string::npos);
}

TEST(CliDetectNumbers, PrintedLinesHaveTheSummarysNumbers) {
  const TemporaryFolder folder;
  const std::string scene =
      folder.write("two.json", scene_text(ball, R"({"shape": 0}, {"shape": 0, "position": [0, 1.75, 0]})",
                                          R"(, "length_unit": "cm", "options": {"alert_distance": 0.5})"));
  const std::string table = run({"detect", scene, "--threads", "2"}).out;
  for (const char* line :
       {"2 bodies, 2 parts, 1 shapes\n", "query            cpu, 2 threads, f64, alert distance 0.5 cm\n",
        "candidate pairs  1\n", "contacts         1\n", "deepest overlap  0.25 cm, bodies 0 and 1\n",
        "status           converged 1\n"}) {
    EXPECT_NE(table.find(line), std::string::npos) << table << "lacks " << line;
  }
  EXPECT_EQ(table.find("medians"), std::string::npos);
  EXPECT_EQ(table.find("written"), std::string::npos);
  const std::string none = run({"detect", folder.write("none.json", scene_text(ball, ""))}).out;
  EXPECT_NE(none.find("status           no pairs\n"), std::string::npos) << none;
  EXPECT_EQ(none.find("deepest overlap"), std::string::npos);
  EXPECT_NE(none.find("alert distance 0\n"), std::string::npos) << "a scene without a unit";
}

TEST(CliDetectNumbers, PatchesOfBoxesAreTheRectanglesThatTheyShare) {
  const TemporaryFolder folder;
  const std::string bricks =
      R"({"name": "brick", "box": {"half_extents": [1, 1, 0.5]}}, {"name": "ball", "sphere": {"radius": 1}})";
  const std::string scene =
      folder.write("s.json", scene_text(bricks, R"({"shape": 0}, {"shape": 0, "position": [0.5, 0.25, 0.875]},
                                      {"shape": 0, "position": [9, 0, 0]}, {"shape": 1, "position": [9, 0, 1.25]})",
                                        R"(, "length_unit": "m")"));
  const nlohmann::json json = json_of(run({"detect", scene, "--out", folder / "out", "--patches", "--json"}));
  EXPECT_EQ(json["patches"]["polygons"], 1);
  EXPECT_EQ(json["patches"]["points"], 1);
  EXPECT_EQ(json["patches"]["segments"], 0);
  EXPECT_NEAR(json["patches"]["area"].get<double>(), 1.5 * 1.75, 1e-12);
  const auto corners = rows_of(content(folder / "out/patches.csv"));
  ASSERT_EQ(corners.size(), 5u);
  const auto contacts = rows_of(content(folder / "out/contacts.csv"));
  ASSERT_EQ(contacts.size(), 2u);
  EXPECT_LT(length(vector_in(contacts[0], "point", "f64") - Vec3<double>{0.25, 0.125, 0.4375}), 1e-12)
      << "the centroid stands for the point";
  EXPECT_NE(run({"detect", scene, "--patches"})
                .out.find("patches          1 polygons, 0 segments, 1 points; area 2.625 m^2\n"),
            std::string::npos);
  const nlohmann::json few =
      json_of(run({"detect", scene, "--out", folder / "few", "--patches", "--patch-points", "3", "--json"}));
  EXPECT_EQ(few["patches"]["area"], json["patches"]["area"]) << "what is left out of the corners counts";
  EXPECT_EQ(rows_of(content(folder / "few/patches.csv")).size(), 4u);
}

TEST(CliDetectNumbers, HullsOfMeshesAreComparedWithThemOnceAFile) {
  const TemporaryFolder folder;
  write_obj({angle_mesh()}, folder / "angle.obj");
  write_obj({box_mesh({0, 0, 0}, {1, 1, 1})}, folder / "box.obj");
  const std::string scene = folder.write(
      "s.json",
      scene_text(
          R"({"name": "a", "mesh": {"path": "angle.obj"}}, {"name": "b", "mesh": {"path": "angle.obj", "scale": 2}},
                              {"name": "c", "mesh": {"path": "box.obj"}})",
          R"({"shape": "a"}, {"shape": "b", "position": [9, 0, 0]}, {"shape": "c", "position": [0, 9, 0]})"));
  const nlohmann::json hulls = json_of(run({"detect", scene, "--json"}))["hulls_for_meshes"];
  EXPECT_EQ(hulls["meshes"], 2);
  const nlohmann::json& ratio = hulls["hull_volume_over_mesh_volume"];
  EXPECT_NEAR(ratio["max"].get<double>(), 3.5 / 3, 1e-12);
  EXPECT_NEAR(ratio["min"].get<double>(), 1, 1e-12);
  EXPECT_NEAR(ratio["mean"].get<double>(), (1 + 3.5 / 3) / 2, 1e-12);
  EXPECT_NE(
      run({"detect", scene}).out.find("stand for 2 meshes; their volume / mesh volume 1.000 to 1.167, mean 1.083\n"),
      std::string::npos);
}

}  // namespace
}  // namespace abut::test
