// The grains that come with the repository.
#include <gtest/gtest.h>

#include <filesystem>

#include "abut/shapes/mesh.h"
#include "abut/shapes/shape_set.h"

namespace abut::test {
namespace {

const std::filesystem::path grains = std::filesystem::path(ABUT_EXAMPLE_DATA) / "grains";

TEST(MeshGrains, AllAreClosedOutwardSolidsOfOnePiece) {
  int count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(grains)) {
    if (entry.path().extension() != ".ply") continue;
    ++count;
    const MeshReport r = examine(read_mesh(entry.path().string()));
    EXPECT_TRUE(r.outward) << entry.path();
    EXPECT_EQ(r.components, 1u) << entry.path();
    EXPECT_EQ(r.degenerate_triangles + r.duplicate_vertices + r.unused_vertices, 0u) << entry.path();
    EXPECT_GT(r.convexity, 0.7) << entry.path();
    EXPECT_LT(r.convexity, 1) << entry.path();
    EXPECT_GT(r.largest_concavity, 0) << entry.path();
    EXPECT_LT(r.largest_concavity, r.size) << entry.path();
  }
  EXPECT_EQ(count, 12);
}

TEST(MeshGrains, MeasuredFiguresAreThoseOfTheReadme) {
  const MeshReport a = examine(read_mesh((grains / "A-anm-00001.ply").string()));
  EXPECT_EQ(a.triangles, 5120u);
  EXPECT_NEAR(a.volume, 3070.59, 0.01);
  EXPECT_EQ(a.hull_vertices, 357u);
  EXPECT_NEAR(a.convexity, 0.907, 0.0005);
  const MeshReport c = examine(read_mesh((grains / "cement152-anm-02341.ply").string()));
  EXPECT_NEAR(c.volume, 2348.05, 0.01);
  EXPECT_EQ(c.hull_vertices, 100u);
  EXPECT_NEAR(c.convexity, 0.766, 0.0005);
}

TEST(MeshGrains, AHullInAShapeSetHasTheReportedVertices) {
  const Mesh mesh = read_mesh((grains / "B-anm-00001.ply").string());
  ShapeSet set;
  set.add_hull(mesh.vertices);
  const MeshReport report = examine(mesh);
  EXPECT_EQ(set.header(0).vertex_count, report.hull_vertices);
  EXPECT_EQ(set.header(0).face_count, report.hull_faces);
  EXPECT_NEAR(set.header(0).size, report.size, 1e-5 * report.size);
}

}  // namespace
}  // namespace abut::test
