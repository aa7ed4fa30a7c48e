// What the page of `abut report` draws: where parts and contacts are, their turns, and the corners of shapes, against
// the scene's own numbers. Colours and clicks: tests/report/page_test.py.
#include "tests/cli/report_page.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "abut/core/vec3.h"
#include "tests/cli/csv_rows.h"
#include "tests/cli/program.h"

namespace abut::test {
namespace {

const char* const shapes = R"({"name": "brick", "box": {"half_extents": [1, 0.5, 0.25]}},
    {"name": "ball", "sphere": {"radius": 0.5}}, {"name": "wedge", "hull": {"vertices": [[3, 0, 0], [4, 0, 0], [3, 1, 0], [3, 0, 1]]}},
    {"name": "can", "cylinder": {"radius": 0.5, "half_length": 1}}, {"name": "pill", "capsule": {"radius": 0.25, "half_length": 0.5}},
    {"name": "soft", "box": {"half_extents": [0.5, 0.5, 0.5]}, "rounding": 0.125})";
const char* const bodies = R"({"name": "one", "shape": 0, "position": [1000, 0, 0]},
    {"shape": 1, "position": [1000, 0.75, 0], "orientation": [0, 0, 0, -2]},
    {"name": "two parts", "parts": [{"shape": 2}, {"shape": 3, "position": [0, 0, 3], "orientation": [1, 1, 0, 0]}],
     "position": [997, 0, 1], "orientation": [1, 0, 0, 1]},
    {"shape": 4, "position": [1000, 5, 0]}, {"shape": 5, "position": [1000, 5, 0.875]})";

struct Page {
  explicit Page(const std::vector<std::string>& more = {}) {
    scene = folder.write("s.json", scene_text(shapes, bodies));
    std::vector<std::string> words{"report", scene, "-o", folder / "page.html"};
    words.insert(words.end(), more.begin(), more.end());
    const Ended ended = run(words);
    EXPECT_EQ(ended.status, 0) << ended.error;
    text = content(folder / "page.html");
    facts = facts_of(text);
  }
  template <class N>
  std::vector<N> column_of(const char* name, const char* type) const {
    return column<N>(text, name, type);
  }
  TemporaryFolder folder;
  std::string scene, text;
  nlohmann::json facts;
};

/// One degree of detail of a shape: its points, unpacked, and its triangles.
struct Surface {
  std::vector<Vec3<double>> points;
  std::vector<std::array<std::size_t, 3>> triangles;

  double volume() const {
    double sum = 0;
    for (const auto& t : triangles) sum += dot(points[t[0]], cross(points[t[1]], points[t[2]])) / 6;
    return sum;
  }
  bool is_closed() const {
    std::set<std::pair<std::size_t, std::size_t>> edges;
    for (const auto& t : triangles) {
      for (std::size_t k = 0; k < 3; ++k) {
        if (!edges.insert({t[k], t[(k + 1) % 3]}).second) return false;
      }
    }
    for (const auto& [a, b] : edges) {
      if (edges.count({b, a}) == 0) return false;
    }
    return true;
  }
};

Surface surface_of(const Page& page, std::size_t shape, std::size_t detail) {
  const auto ranges = page.column_of<std::uint32_t>("shape_ranges", "u32");
  const auto box = page.column_of<float>("shape_box", "f32");
  const auto packed = page.column_of<std::int16_t>("shape_points", "i16");
  const auto corners = page.column_of<std::uint16_t>("shape_corners", "u16");
  const std::uint32_t* const range = &ranges.at(4 * (3 * shape + detail));
  Surface surface;
  for (std::size_t i = 0; i < range[1]; ++i) {
    double x[3];
    for (std::size_t k = 0; k < 3; ++k) {
      x[k] = static_cast<double>(box[7 * shape + k]) +
             packed.at(3 * (range[0] + i) + k) / 32767.0 * static_cast<double>(box[7 * shape + 3 + k]);
    }
    surface.points.push_back({x[0], x[1], x[2]});
  }
  for (std::size_t i = 0; i < range[3]; i += 3) {
    surface.triangles.push_back({corners.at(range[2] + i), corners.at(range[2] + i + 1), corners.at(range[2] + i + 2)});
  }
  return surface;
}

TEST(CliReportPage, PartsStandWhereTheSceneHasThem) {
  const Page page;
  const auto place = page.column_of<float>("part_place", "f32"), turn = page.column_of<float>("part_turn", "f32");
  ASSERT_EQ(place.size(), 3u * 6);
  ASSERT_EQ(turn.size(), 4u * 6);
  EXPECT_EQ(page.column_of<std::uint32_t>("part_shape", "u32"), (std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(page.column_of<std::uint32_t>("part_body", "u32"), (std::vector<std::uint32_t>{0, 1, 2, 2, 3, 4}));
  // The second part is 3 along z of a body that is turned about z.
  const double world[6][3] = {{1000, 0, 0}, {1000, 0.75, 0}, {997, 0, 1}, {997, 0, 4}, {1000, 5, 0}, {1000, 5, 0.875}};
  const double half = std::sqrt(0.5);
  const double turns[6][4] = {{0, 0, 0, 1},         {0, 0, 1, 0}, {0, 0, half, half},
                              {0.5, 0.5, 0.5, 0.5}, {0, 0, 0, 1}, {0, 0, 0, 1}};
  for (std::size_t p = 0; p < 6; ++p) {
    double same = 0;
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(static_cast<double>(place[3 * p + k]) + page.facts["origin"][k].get<double>(), world[p][k], 1e-6)
          << p;
    }
    for (std::size_t k = 0; k < 4; ++k) same += static_cast<double>(turn[4 * p + k]) * turns[p][k];
    EXPECT_NEAR(std::abs(same), 1, 1e-6) << "a quaternion and its negative are one turn; part " << p;
  }
}

TEST(CliReportPage, TheBoxOfThePageHoldsAllThatIsDrawn) {
  const Page page;
  double low[3] = {1e9, 1e9, 1e9}, high[3] = {-1e9, -1e9, -1e9};
  const auto grow = [&](std::initializer_list<double> p, double r) {
    std::size_t k = 0;
    for (const double x : p) low[k] = std::min(low[k], x - r), high[k] = std::max(high[k], x + r), ++k;
  };
  grow({1001, 0.5, 0.25}, 0);
  grow({999, -0.5, -0.25}, 0);
  grow({1000, 0.75, 0}, 0.5);
  for (const double z : {1.0, 2.0}) grow({997, 3, z}, 0);  // the wedge, turned by a quarter about z
  grow({996, 4, 1}, 0);
  grow({998, 0.5, 4.5}, 0);  // the cylinder, which lies along x
  grow({996, -0.5, 3.5}, 0);
  grow({1000, 5, 0.875}, 0.625);
  grow({1000, 5, 0}, 0.75);
  for (std::size_t k = 0; k < 3; ++k) {
    const double centre = page.facts["origin"][k], half = page.facts["half_extent"][k];
    EXPECT_NEAR(centre - half, low[k], k == 1 ? 0.05 : 0.3) << k;
    EXPECT_NEAR(centre + half, high[k], k == 1 ? 0.3 : 0.05) << k;
  }
}

TEST(CliReportPage, PolyhedraHaveTheirCornersInEveryDetail) {
  const Page page;
  for (std::size_t detail = 0; detail < 3; ++detail) {
    const Surface brick = surface_of(page, 0, detail), wedge = surface_of(page, 2, detail);
    EXPECT_EQ(brick.points.size(), 8u);
    for (const Vec3<double>& p : brick.points) {
      EXPECT_NEAR(std::abs(p.x), 1, 1e-4);
      EXPECT_NEAR(std::abs(p.y), 0.5, 1e-4);
      EXPECT_NEAR(std::abs(p.z), 0.25, 1e-4);
    }
    EXPECT_NEAR(brick.volume(), 1, 1e-3) << "and is not inside out";
    EXPECT_EQ(wedge.points.size(), 4u);
    EXPECT_NEAR(wedge.volume(), 1.0 / 6, 1e-3);
  }
}

TEST(CliReportPage, CurvedShapesAreClosedSurfacesCloseToTheirVolumes) {
  const Page page;
  const double pi = M_PI;
  const double ball = 4 * pi / 3 / 8, can = pi / 4 * 2, pill = pi / 16 + 4 * pi / 3 / 64;
  const double soft = 1 + 6 * 0.125 + 12 * pi / 4 / 64 + 4 * pi / 3 / 512;
  const std::pair<std::size_t, double> volumes[] = {{1, ball}, {3, can}, {4, pill}, {5, soft}};
  for (const auto& [shape, volume] : volumes) {
    std::size_t before = 1u << 20;
    for (std::size_t detail = 0; detail < 3; ++detail) {
      const Surface surface = surface_of(page, shape, detail);
      EXPECT_TRUE(surface.is_closed()) << shape << " " << detail;
      EXPECT_LT(surface.volume(), volume * 1.001) << shape;
      EXPECT_GT(surface.volume(), volume * (detail == 0 ? 0.95 : detail == 1 ? 0.85 : 0.6)) << shape << " " << detail;
      EXPECT_LE(surface.points.size(), before) << "the finest first";
      before = surface.points.size();
    }
  }
  EXPECT_EQ(page.column_of<std::uint8_t>("shape_smooth", "u8"), (std::vector<std::uint8_t>{0, 1, 0, 0, 0, 0}));
}

TEST(CliReportPage, ContactsAreWhereTheTableHasThem) {
  const Page page;
  ASSERT_EQ(run({"detect", page.scene, "--out", page.folder / "out"}).status, 0);
  const auto rows = rows_of(content(page.folder / "out/contacts.csv"));
  ASSERT_EQ(rows.size(), 2u);
  const auto place = page.column_of<float>("contact_place", "f32");
  const auto status = page.column_of<std::uint8_t>("status", "u8"),
             gjk = page.column_of<std::uint8_t>("gjk_iterations", "u8");
  const auto feature = page.column_of<std::uint64_t>("feature_a", "u32");
  ASSERT_EQ(place.size(), 3 * rows.size());
  ASSERT_EQ(feature.size(), rows.size());
  const double bodies_at[5][3] = {{1000, 0, 0}, {1000, 0.75, 0}, {997, 0, 1}, {1000, 5, 0}, {1000, 5, 0.875}};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const char* const axes[] = {"point_x", "point_y", "point_z"};
    for (std::size_t k = 0; k < 3; ++k) {
      const double world = bodies_at[std::stoul(rows[i].at("body_a"))][k] + std::stod(rows[i].at(axes[k]));
      EXPECT_NEAR(static_cast<double>(place[3 * i + k]) + page.facts["origin"][k].get<double>(), world, 1e-5) << i;
    }
    EXPECT_EQ(status[i] & 15, rows[i].at("status") == "touching" ? 1 : 0);
    EXPECT_EQ(std::to_string(gjk[i]), rows[i].at("gjk_iterations"));
    const char kind = " vef"[feature[i] >> 62];
    EXPECT_EQ(rows[i].at("feature_a")[0], kind == ' ' ? '-' : kind);
  }
}

TEST(CliReportPage, NamesAndOptionsAreFacts) {
  const Page page({"--threads", "2", "--precision", "f32", "--sample", "1"});
  EXPECT_EQ(page.facts["body_names"], nlohmann::json::parse(R"([[0, "one"], [2, "two parts"]])"));
  EXPECT_EQ(page.facts["shape_names"], nlohmann::json({"brick", "ball", "wedge", "can", "pill", "soft"}));
  EXPECT_EQ(page.facts["precision"], "f32");
  EXPECT_EQ(page.facts["threads"], "2");
  EXPECT_EQ(page.facts["sample"], 1);
  EXPECT_EQ(page.facts["verify"]["pairs"], 1);
  EXPECT_EQ(page.facts["bodies"], 5);
  EXPECT_EQ(page.facts["parts"], 6);
  EXPECT_EQ(page.facts["scene"], page.scene);
  const nlohmann::json all = Page({"--sample", "0"}).facts;
  EXPECT_EQ(all["verify"]["pairs"], all["contacts"]) << "0: all";
  EXPECT_EQ(all["threads"], "all cores");
}

TEST(CliReportPage, ColumnsDoNotDependOnThreads) {
  const auto columns = [](const char* threads) {
    const Page page({"--threads", threads, "--no-verify"});
    return page.text.substr(page.text.find("class=\"column\""));
  };
  const std::string one = columns("1");
  EXPECT_GT(one.size(), 1000u);
  EXPECT_TRUE(one == columns("3"));
}

}  // namespace
}  // namespace abut::test
