// A face with a concave corner was cut as a fan: its area was too large, facets lay on each other, and windows were
// filled. Prisms over polygons in every format that has them, with the first corner at each place in turn.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "abut/shapes/mesh.h"
#include "host/io/mesh_formats.h"
#include "host/shapes/self_intersections.h"

namespace abut::test {
namespace {

struct Prism {
  std::vector<Vec3<double>> vertices;
  std::vector<std::vector<std::uint32_t>> faces;
};

/// Over a polygon that runs counter-clockwise: `outline` names its corners, `sides` the edges that get a wall.
Prism prism(const std::vector<Vec3<double>>& corners, const std::vector<std::uint32_t>& outline,
            const std::vector<std::array<std::uint32_t, 2>>& sides, double height, std::size_t first) {
  const auto n = static_cast<std::uint32_t>(corners.size());
  Prism p{corners, {outline, outline}};
  for (const Vec3<double>& c : corners) p.vertices.push_back({c.x, c.y, height});
  std::reverse(p.faces[0].begin(), p.faces[0].end());
  for (std::uint32_t& c : p.faces[1]) c += n;
  for (const auto& [a, b] : sides) p.faces.push_back({a, b, b + n, a + n});
  for (auto& face : p.faces) {
    std::rotate(face.begin(), face.begin() + static_cast<std::ptrdiff_t>(first % face.size()), face.end());
  }
  return p;
}

std::string text_of(const Vec3<double>& v) {
  char text[128];
  std::snprintf(text, sizeof text, "%.17g %.17g %.17g\n", v.x, v.y, v.z);
  return text;
}

std::string obj(const Prism& p) {
  std::string text;
  for (const Vec3<double>& v : p.vertices) text += "v " + text_of(v);
  for (const auto& face : p.faces) {
    text += "f";
    for (const std::uint32_t c : face) text += " " + std::to_string(c + 1);
    text += "\n";
  }
  return text;
}

std::string off(const Prism& p) {
  std::string text = "OFF\n" + std::to_string(p.vertices.size()) + " " + std::to_string(p.faces.size()) + " 0\n";
  for (const Vec3<double>& v : p.vertices) text += text_of(v);
  for (const auto& face : p.faces) {
    text += std::to_string(face.size());
    for (const std::uint32_t c : face) text += " " + std::to_string(c);
    text += "\n";
  }
  return text;
}

std::string ply(const Prism& p) {
  const std::string counts = off(p);
  return "ply\nformat ascii 1.0\nelement vertex " + std::to_string(p.vertices.size()) +
         "\nproperty double x\nproperty double y\nproperty double z\nelement face " + std::to_string(p.faces.size()) +
         "\nproperty list uchar int vertex_indices\nend_header\n" + counts.substr(counts.find('\n', 4) + 1);
}

void expect_solid(const Prism& p, double area, double volume) {
  for (const auto& [name, text] :
       {std::pair{"t.obj", obj(p)}, std::pair{"t.off", off(p)}, std::pair{"t.ply", ply(p)}}) {
    std::vector<std::string> notes;
    const Mesh mesh = weld(io::read_loaded_mesh({name, text}, &notes));
    EXPECT_TRUE(notes.empty()) << name << testing::PrintToString(notes);
    const MeshReport report = examine(mesh);
    EXPECT_TRUE(report.outward) << name;
    EXPECT_EQ(report.degenerate_triangles, 0u) << name;
    EXPECT_NEAR(report.area, area, 1e-12 * area) << name;
    EXPECT_NEAR(report.volume, volume, 1e-12 * volume) << name;
    EXPECT_TRUE(host::self_intersections(mesh.vertices, mesh.triangles, {}, 1).empty()) << name;
  }
}

TEST(ConcaveFaces, APrismOverAnLHasItsArea) {
  const std::vector<Vec3<double>> l{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  for (std::size_t first = 0; first < 6; ++first) {
    expect_solid(prism(l, {0, 1, 2, 3, 4, 5}, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {5, 0}}, 1, first), 14, 3);
  }
}

TEST(ConcaveFaces, APrismOverADartHasItsArea) {
  const std::vector<Vec3<double>> dart{{0, 0, 0}, {4, 2, 0}, {0, 4, 0}, {1, 2, 0}};
  const double walls = 2 * std::sqrt(20.0) + 2 * std::sqrt(5.0);
  for (std::size_t first = 0; first < 4; ++first) {
    expect_solid(prism(dart, {0, 1, 2, 3}, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, 1, first), 12 + walls, 6);
  }
}

TEST(ConcaveFaces, AWindowStaysOpen) {
  const std::vector<Vec3<double>> wall{{0, 0, 0}, {10, 0, 0}, {10, 6, 0}, {0, 6, 0},
                                       {4, 2, 0}, {4, 4, 0},  {6, 4, 0},  {6, 2, 0}};
  const std::vector<std::array<std::uint32_t, 2>> sides{{0, 1}, {1, 2}, {2, 3}, {3, 0}, {4, 5}, {5, 6}, {6, 7}, {7, 4}};
  for (std::size_t first = 0; first < 10; ++first) {
    expect_solid(prism(wall, {0, 1, 2, 3, 0, 4, 5, 6, 7, 4}, sides, 1, first), 152, 56);
  }
}

TEST(ConcaveFaces, AWindowJoinedByVerticesOfItsOwnStaysOpen) {
  // The bridge's ends are there twice, as exporters write them that give each corner its vertex.
  const std::vector<Vec3<double>> wall{{0, 0, 0}, {10, 0, 0}, {10, 6, 0}, {0, 6, 0}, {0, 0, 0},
                                       {4, 2, 0}, {4, 4, 0},  {6, 4, 0},  {6, 2, 0}, {4, 2, 0}};
  const std::vector<std::array<std::uint32_t, 2>> sides{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {5, 6}, {6, 7}, {7, 8}, {8, 9}};
  for (std::size_t first = 0; first < 10; ++first) {
    expect_solid(prism(wall, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, sides, 1, first), 152, 56);
  }
}

}  // namespace
}  // namespace abut::test
