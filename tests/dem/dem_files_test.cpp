// The files that a run leaves, read back: table, plot, surfaces, series and the scene for `abut`.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <sstream>

#include "abut/core/error.h"
#include "abut/io.h"
#include "examples/dem/output.h"
#include "examples/dem/scene_file.h"
#include "tests/io/scene_files.h"
#include "tests/support/random.h"

namespace dem {
namespace {

using abut::test::content;
using abut::test::TemporaryFolder;

template <class Call>
std::string file_error(const Call& call) {
  try {
    call();
  } catch (const abut::FileError& e) {
    return e.what();
  }
  return "";
}

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, at);) out.push_back(part);
  return out;
}

/// The numbers of the array `name` of a .vtp file.
std::vector<double> array_of(const std::string& text, const std::string& name, std::size_t from = 0) {
  const std::size_t begin = text.find('>', text.find("Name=\"" + name + "\"", from)) + 1;
  std::istringstream in(text.substr(begin, text.find('<', begin) - begin));
  std::vector<double> out;
  for (double x = 0; in >> x;) out.push_back(x);
  return out;
}

Sample sample(double time) {
  Sample s;
  s.time = time, s.bodies = 3;
  s.pairs.candidates = 9, s.pairs.pairs = 8, s.pairs.contacts = 7, s.pairs.failures = 1, s.pairs.deepest = 0.1;
  s.energies = {1.0 / 3, 2, -3, 4, 5, 6, 7, 20};
  return s;
}

TEST(DemTable, HasALineASampleWithNumbersThatReadBackToTheBit) {
  const TemporaryFolder folder;
  const std::string path = folder / "energies.csv";
  {
    Table table(path);
    table.add(sample(0.1));
    EXPECT_EQ(split(content(path), '\n').size(), 2u) << "a run that is stopped leaves what it has found";
    table.add(sample(1e-300));
  }
  const std::vector<std::string> lines = split(content(path), '\n');
  ASSERT_EQ(lines.size(), 3u);
  const std::vector<std::string> names = split(lines[0], ','), values = split(lines[1], ',');
  ASSERT_EQ(names.size(), values.size());
  const auto value = [&](const std::string& name) {
    const auto at = std::find(names.begin(), names.end(), name);
    EXPECT_NE(at, names.end()) << name;
    return std::stod(values[static_cast<std::size_t>(at - names.begin())]);
  };
  const std::pair<const char*, double> expected[] = {
      {"time", 0.1},          {"bodies", 3},
      {"candidate_pairs", 9}, {"queried_pairs", 8},
      {"contacts", 7},        {"failures", 1},
      {"deepest", 0.1},       {"translation", 1.0 / 3},
      {"rotation", 2},        {"potential", -3},
      {"normal", 4},          {"tangential", 5},
      {"damping_loss", 6},    {"friction_loss", 7},
      {"inserted", 20},       {"balance", 1.0 / 3 + 2 - 3 + 4 + 5 + 6 + 7 - 20}};
  EXPECT_EQ(names.size(), std::size(expected));
  for (const auto& [name, wanted] : expected) EXPECT_EQ(value(name), wanted) << name;
  EXPECT_EQ(split(lines[2], ',')[0], "1e-300");
}

TEST(DemFiles, AreWholeOrNotThereAndAPlaceThatIsNoneIsNamed) {
  const TemporaryFolder folder;
  write_whole(folder / "a.txt", "old");
  write_whole(folder / "a.txt", "new\n");
  EXPECT_EQ(content(folder / "a.txt"), "new\n");
  EXPECT_EQ(folder.names(), std::vector<std::string>{"a.txt"});
  const std::string path = folder / "none/file", said = path + ": cannot be written: No such file or directory";
  Scene scene;
  scene.add(scene.shapes.add_sphere(1), {0, 0, 0});
  EXPECT_EQ(file_error([&] { write_whole(path, "x"); }), said);
  EXPECT_EQ(file_error([&] { Table table(path); }), said);
  EXPECT_EQ(file_error([&] { write_plot(path, {}); }), said);
  EXPECT_EQ(file_error([&] { write_series(path, {}); }), said);
  EXPECT_EQ(file_error([&] { write_surfaces(path, scene, scene.states, 1); }), said);
  EXPECT_EQ(file_error([&] { write_scene_file(path, scene, scene.states, 1); }), said);
}

TEST(DemSeries, ListsFilesAndTimesWithCommasBetween) {
  const TemporaryFolder folder;
  write_series(folder / "s", {{"a.vtp", 0.1}, {"b.vtp", 2}});
  EXPECT_EQ(content(folder / "s"),
            "{\"file-series-version\": \"1.0\", \"files\": [\n"
            "  {\"name\": \"a.vtp\", \"time\": 0.10000000000000001},\n"
            "  {\"name\": \"b.vtp\", \"time\": 2}\n]}\n");
}

/// The points of the polyline of this colour.
std::vector<std::pair<double, double>> curve(const std::string& plot, const std::string& colour, std::size_t from) {
  const std::size_t at = plot.find("points='", plot.find("<polyline fill='none' stroke='" + colour, from)) + 8;
  std::vector<std::pair<double, double>> out;
  for (const std::string& point : split(plot.substr(at, plot.find('\'', at) - at), ' ')) {
    out.emplace_back(std::stod(point), std::stod(point.substr(point.find(',') + 1)));
  }
  return out;
}

TEST(DemPlot, CurvesHaveTheirTimesAcrossAndTheirValuesUpwards) {
  const TemporaryFolder folder;
  std::vector<Sample> samples;
  for (const double time : {0.0, 1.0, 4.0}) {
    samples.emplace_back();
    samples.back().time = time, samples.back().bodies = 2;
    samples.back().pairs.contacts = static_cast<std::uint64_t>(2 * time);
    samples.back().energies.translation = 10 * time, samples.back().energies.potential = -10 * time;
  }
  write_plot(folder / "plot.svg", samples);
  const std::string plot = content(folder / "plot.svg");
  const std::size_t counts = plot.find("Counts");
  ASSERT_NE(counts, std::string::npos);
  // Energies are from -40 to 40 on 240 px from 40 down, counts from 0 to 8 from 360 down; 4 s are 690 px from 90.
  const auto translation = curve(plot, "#1f77b4", 0), potential = curve(plot, "#2ca02c", 0);
  const auto contacts = curve(plot, "#d62728", counts);
  ASSERT_EQ(translation.size(), 3u);
  EXPECT_NEAR(translation[1].first, 90 + 690 / 4.0, 1e-3);
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(translation[k].second, 160 - 3 * samples[k].energies.translation, 1e-3);
    EXPECT_NEAR(potential[k].second, 160 + 3 * samples[k].energies.translation, 1e-3);
    EXPECT_NEAR(contacts[k].second, 600 - 30 * 2 * samples[k].time, 1e-3);
  }
  write_plot(folder / "empty.svg", {});
  const std::string empty = content(folder / "empty.svg");
  for (const char* bad : {"nan", "inf"}) EXPECT_EQ(empty.find(bad), std::string::npos);
}

/// A floor, a ball, a brick, a body of two bricks, and one that is not born.
Scene mixed(std::uint32_t& born) {
  Scene scene;
  scene.add_wall({3, 3, 1}, {0, 0, -1});
  scene.add(scene.shapes.add_sphere(0.25), {1, 0, 0.25}, {3, 0, 4});
  scene.add(scene.shapes.add_box({0.5, 0.25, 0.125}), {0, 1, 1}, {0, 2, 0});
  for (const double side : {-1.0, 1.0}) {
    std::vector<Vector> corners;
    for (int k = 0; k < 8; ++k) corners.push_back({side * (k & 1 ? 2.0 : 1.0), k & 2 ? 1.0 : -1.0, k & 4 ? 0.5 : -0.5});
    scene.shapes.add_hull(corners);
  }
  scene.add_in_parts(2, {1, 1, {1, 1, 1}, {1, 1, 1}, 3}, {0, 0, 4});
  born = scene.size();
  scene.add(scene.shapes.add_sphere(0.5), {9, 9, 9});
  abut::test::Random random(3);
  for (std::uint32_t i = 1; i < born; ++i) {
    double* const q = scene.states[i].quaternion;
    const Vector v = random.in_ball();
    const double n = 1 / std::sqrt(1 + abut::squared_length(v));
    q[0] = n, q[1] = n * v.x, q[2] = n * v.y, q[3] = n * v.z;
  }
  return scene;
}

TEST(DemSurfaces, HaveThePointsOfAllBodiesThatAreBornWhereTheyAre) {
  const TemporaryFolder folder;
  std::uint32_t born = 0;
  const Scene scene = mixed(born);
  write_surfaces(folder / "s.vtp", scene, scene.states, born);
  const std::string text = content(folder / "s.vtp");
  const std::vector<double> points = array_of(text, "Points"), radius = array_of(text, "radius");
  const std::size_t cells = text.find("<CellData>"), verts = text.find("<Verts>"), polys = text.find("<Polys>");
  std::vector<Vector> expected;
  for (std::uint32_t part = 1; part < 5; ++part) {
    const BodyState& s = scene.states[scene.part_body[part]];
    for (const Vector& v : scene.shapes.vertices(part)) {
      expected.push_back(s.position + abut::rotate(rotation_of(s), v));
    }
  }
  ASSERT_EQ(points.size(), 3 * expected.size());
  ASSERT_EQ(radius.size(), expected.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_LT(abut::length(Vector{points[3 * k], points[3 * k + 1], points[3 * k + 2]} - expected[k]), 1e-7) << k;
    EXPECT_EQ(radius[k], k == 0 ? 0.25 : 0) << k;
  }
  // The ball's dot, then six faces a brick, of which the second one's corners are numbered on.
  EXPECT_EQ(array_of(text, "connectivity", verts), std::vector<double>{0});
  const std::vector<double> body = array_of(text, "body", cells), speed = array_of(text, "speed", cells);
  ASSERT_EQ(body.size(), 19u);
  for (std::size_t k = 0; k < 19; ++k) {
    EXPECT_EQ(body[k], k == 0 ? 1 : k < 7 ? 2 : 3) << k;
    EXPECT_EQ(speed[k], k == 0 ? 5 : k < 7 ? 2 : 0) << k;
  }
  const std::vector<double> corners = array_of(text, "connectivity", polys), ends = array_of(text, "offsets", polys);
  ASSERT_EQ(corners.size(), 72u);
  EXPECT_EQ(ends.back(), 72);
  for (std::size_t k = 0; k < 72; ++k) {
    const double first = 1 + 8 * std::floor(static_cast<double>(k) / 24);
    EXPECT_GE(corners[k], first) << k;
    EXPECT_LT(corners[k], first + 8) << k;
  }
}

TEST(DemSceneFile, IsReadBackWithTheSameShapesPlacesAndGroups) {
  const TemporaryFolder folder;
  Scene scene;
  scene.add_wall({3, 3, 1}, {0, 0, -1});
  scene.add(scene.shapes.add_sphere(0.1), {1.0 / 3, -1e-20, 1e5});
  const std::vector<Vector> tetrahedron{{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}};
  scene.add(scene.shapes.add_hull(tetrahedron), {0.1, 0.2, 0.7});
  double* const q = scene.states[2].quaternion;
  q[0] = 0.5, q[1] = -0.5, q[2] = 0.5, q[3] = 0.5;
  write_scene_file(folder / "scene.json", scene, scene.states, 3);
  const abut::Scene read = abut::read_scene(folder / "scene.json");
  ASSERT_EQ(read.bodies.size(), 3u);
  EXPECT_EQ(read.length_unit, "m");
  const abut::PartsView parts = read.bodies.parts();
  for (std::uint32_t i = 0; i < 3; ++i) {
    const abut::Pose& pose = read.bodies.pose(i);
    const Vector& at = scene.states[i].position;
    EXPECT_TRUE(pose.position.x == at.x && pose.position.y == at.y && pose.position.z == at.z) << i;
    const abut::Mat3<double> turn = rotation_of(scene.states[i]);
    for (int k = 0; k < 9; ++k) EXPECT_EQ(pose.rotation.m[k], turn.m[k]) << i;
    const auto given = scene.shapes.vertices(i), found = read.shapes.vertices(parts.shape[i]);
    ASSERT_EQ(given.size(), found.size()) << i;
    for (std::size_t k = 0; k < given.size(); ++k) EXPECT_EQ(abut::length(given[k] - found[k]), 0) << i;
    EXPECT_EQ(read.shapes.header(parts.shape[i]).rounding, scene.shapes.header(i).rounding) << i;
    // Walls meet bodies and not each other.
    EXPECT_EQ((parts.meets[i] & parts.groups[0]) != 0, i != 0) << i;
    EXPECT_NE(parts.meets[i] & parts.groups[1], 0u) << i;
  }
  EXPECT_EQ(abut::detect<double>(abut::Cpu{1}, read.shapes, read.bodies).pairs.size(), 1u) << "the hull in the floor";
}

// A path relative to the file, whatever is in it.
TEST(DemSceneFile, NamesMeshesByPathsThatJsonCanHold) {
  const TemporaryFolder folder;
  std::uint32_t born = 0;
  Scene scene = mixed(born);
  const abut::Mat3<double> axes = abut::rotation_from_quaternion(1, 2, 3, 4);
  const Vector centre{1, -2, 3};
  const std::string name = "a \"b\"\\c\t.off";
  for (std::uint32_t i = 1; i < scene.size(); ++i) scene.meshes.push_back({folder / name, 0.5, centre, axes, 64});
  folder.write(name, abut::test::tetrahedron_off);
  std::filesystem::create_directory(folder / "out");
  write_scene_file(folder / "out/scene.json", scene, scene.states, 3);
  EXPECT_NE(content(folder / "out/scene.json").find(R"("path": "../a \"b\"\\c\u0009.off")"), std::string::npos);
  const abut::Scene read = abut::read_scene(folder / "out/scene.json");
  // A point v of the mesh, half as large, is at transposed(axes) * (v - centre) / 2 in the body.
  for (std::uint32_t i = 1; i < 3; ++i) {
    const BodyState& s = scene.states[i];
    const Vector v{0, 1, 0};  // of the mesh
    const Vector in_body = abut::rotate_back(axes, v - centre) * 0.5;
    const Vector expected = s.position + abut::rotate(rotation_of(s), in_body);
    const abut::Pose& pose = read.bodies.pose(i);
    EXPECT_LT(abut::length(pose.position + abut::rotate(pose.rotation, v * 0.5) - expected), 1e-12) << i;
  }
}

}  // namespace
}  // namespace dem
