// Heights of a facet's corners above a part's planes are products of three lengths: where those were too small for a
// double, or too large, the heights were 0 or no numbers, which counted as inside. So facets were certified that no
// part covers.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/decompose.h"
#include "host/decompose/cover.h"
#include "tests/decompose/solids.h"

namespace abut {
namespace {

Mesh scaled(Mesh mesh, double by) {
  for (Vec3<double>& v : mesh.vertices) v = v * by;
  return mesh;
}

std::uint64_t uncovered(const Mesh& mesh, const Mesh& part) {
  return host::find_uncovered(mesh.vertices, mesh.triangles, {part.vertices}).uncovered;
}

TEST(CoverOfAnySize, IsNeitherPromisedNorDeniedWrongly) {
  const Mesh mesh = test::box_mesh({0, 0, 0}, {1, 1, 1});
  for (const double by : {0x1p-1000, 0x1p-700, 0x1p-360, 0x1p-200, 1.0, 0x1p200, 0x1p360, 0x1p500}) {
    SCOPED_TRACE(by);
    EXPECT_EQ(uncovered(scaled(mesh, by), scaled(mesh, by)), 0u);
    EXPECT_EQ(uncovered(scaled(mesh, by), scaled(test::box_mesh({0, 0, 0}, {1, 1, 0.5}), by)), 10u);
    EXPECT_EQ(uncovered(scaled(mesh, by), scaled(test::box_mesh({0, 0, 0}, {1, 1, std::nextafter(1, 0)}), by)), 10u);
    // A corner that lacks, so that a polygon is followed.
    Mesh part = mesh;
    part.vertices[7] = {0.75, 0.75, 0.75};
    EXPECT_EQ(uncovered(scaled(mesh, by), scaled(part, by)), 6u);
  }
  // Coordinates of one mesh that no common scale brings into the range.
  EXPECT_EQ(
      uncovered(test::box_mesh({0, 0, 0}, {0x1p400, 1, 0x1p-400}), test::box_mesh({0, 0, 0}, {0x1p400, 1, 0x1p-401})),
      10u);
}

void expect_same(const PartsReport& a, const PartsReport& b, double scale) {
  EXPECT_EQ(a.concavity * scale, b.concavity);
  EXPECT_EQ(a.relative_concavity, b.relative_concavity);
  EXPECT_EQ(a.largest_gap * scale, b.largest_gap);
  EXPECT_EQ(a.volume_ratio, b.volume_ratio);
  EXPECT_EQ(a.overlap, b.overlap);
  EXPECT_EQ(a.uncovered, b.uncovered);
}

TEST(DecomposeOfAnySize, GivesTheSameParts) {
  Mesh mesh = test::angle_mesh();
  for (Vec3<double>& v : mesh.vertices) {  // without bits that the smallest sizes have no room for
    v = {std::round(v.x * 0x1p30) * 0x1p-30, std::round(v.y * 0x1p30) * 0x1p-30, std::round(v.z * 0x1p30) * 0x1p-30};
  }
  DecomposeOptions options;
  options.concavity = 0.2;
  options.most_vertices = 12;
  for (const PartsMode mode : {PartsMode::cover, PartsMode::fit}) {
    options.mode = mode;
    const auto parts = decompose(mesh, options);
    const PartsReport report = measure_parts(mesh, parts);
    for (const double by : {0x1p-340, 0x1p-66, 0x1p270, 0x1p335}) {
      SCOPED_TRACE(by);
      const auto other = decompose(scaled(mesh, by), options);
      ASSERT_EQ(other.size(), parts.size());
      for (std::size_t i = 0; i < parts.size(); ++i) {
        ASSERT_EQ(other[i].triangles, parts[i].triangles);
        for (std::size_t v = 0; v < parts[i].vertices.size(); ++v) {
          EXPECT_EQ(length(other[i].vertices[v] * (1 / by) - parts[i].vertices[v]), 0);
        }
      }
      expect_same(report, measure_parts(scaled(mesh, by), other), by);
    }
  }
}

TEST(RepairOfAnySize, KeepsCavities) {
  Mesh mesh = test::box_mesh({0, 0, 0}, {4, 4, 4});
  test::add_box(mesh, {1, 1, 1}, {2, 2, 2}, true);
  for (const double by : {0x1p-335, 0x1p-270, 0x1p270, 0x1p330}) {
    const RepairedMesh r = repair_mesh(scaled(mesh, by));
    EXPECT_EQ(r.refusal, "");
    EXPECT_TRUE(r.steps.empty()) << r.steps[0];
    EXPECT_EQ(r.mesh.triangles, mesh.triangles);
  }
}

}  // namespace
}  // namespace abut
