// measure_parts() against closed forms of boxes.
#include <gtest/gtest.h>

#include "abut/decompose.h"
#include "tests/decompose/solids.h"

namespace abut {
namespace {

using test::box_mesh;

TEST(MeasureParts, TwoBoxesShareAKnownVolumeAndLeaveAKnownGap) {
  const Mesh body = box_mesh({0, 0, 0}, {2, 1, 1});  // of volume 2, its half extent 1
  const PartsReport r = measure_parts(body, {box_mesh({0, 0, 0}, {1.25, 1, 1}), box_mesh({0.75, 0, 0}, {1.5, 1, 1})});
  EXPECT_EQ(r.parts, 2u);
  EXPECT_EQ(r.vertices, 16u);
  EXPECT_EQ(r.most_vertices, 8u);
  EXPECT_NEAR(r.volume_ratio, (1.25 + 0.75) / 2, 1e-14);
  EXPECT_NEAR(r.overlap, 0.5 / 2, 1e-14);
  EXPECT_FALSE(r.covers);
  EXPECT_EQ(r.uncovered, 10u);  // all but those at x = 0
  EXPECT_GE(r.largest_gap, 0.5);
  EXPECT_LE(r.largest_gap, 0.5 + 1.0 / 400);
  EXPECT_LE(r.concavity, 1.0 / 2000);
  EXPECT_LE(r.least_relative_concavity, 1e-12);
}

/// Boxes that share a corner of each, and a cube that stands on a corner of it in a box.
TEST(MeasureParts, SharedVolumesOfSeveralPartsAddUp) {
  const Mesh body = box_mesh({-2, -2, -2}, {2, 2, 2});
  const Mesh a = box_mesh({0, 0, 0}, {1, 1, 1}), b = box_mesh({0.5, 0.25, 0.75}, {2, 2, 2});
  Mesh octahedron;
  octahedron.vertices = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  octahedron.triangles = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4}, {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
  // The octahedron's eighth is in a, and of it x > 1/2, y > 1/4, z > 3/4 leaves nothing.
  const PartsReport r = measure_parts(body, {a, b, octahedron});
  EXPECT_NEAR(r.overlap, (0.5 * 0.75 * 0.25 + 1.0 / 6) / 64, 1e-14);
  EXPECT_NEAR(r.volume_ratio, (1 + 1.5 * 1.75 * 1.25 + 4.0 / 3) / 64, 1e-14);
}

/// A part that reaches out of a body of another size, on one side and over an edge.
TEST(MeasureParts, ConcavityIsTheDistanceOfTheFarthestPoint) {
  const Mesh body = box_mesh({0, 0, 0}, {8, 6, 4});
  PartsReport r = measure_parts(body, {box_mesh({1, 1, 1}, {10, 5, 3})});
  EXPECT_GE(r.concavity, 2 - 1e-12);
  EXPECT_LE(r.least_relative_concavity, 2.0 / 4 + 1e-12);
  EXPECT_LE(r.concavity, 2 * 1.02);
  EXPECT_NEAR(r.relative_concavity, r.concavity / 4, 1e-15);
  r = measure_parts(body, {box_mesh({1, 1, 1}, {2, 2, 2}), box_mesh({1, 1, 1}, {11, 10, 3})});
  EXPECT_GE(r.concavity, 5 - 1e-12);  // (3, 4, 0) from an edge
  EXPECT_LE(r.concavity, 5 * 1.02);
  EXPECT_GE(r.least_relative_concavity, 5.0 / 4 / 1.02);
}

TEST(MeasureParts, NoPartsAndFlatPartsCoverNothing) {
  const Mesh body = box_mesh({0, 0, 0}, {1, 1, 1});
  EXPECT_EQ(measure_parts(body, {}).uncovered, 12u);
  Mesh flat;
  flat.vertices = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  flat.triangles = {{0, 1, 2}, {0, 2, 3}};
  const PartsReport r = measure_parts(body, {flat});
  EXPECT_EQ(r.uncovered, 12u);
  EXPECT_EQ(r.volume_ratio, 0);
}

}  // namespace
}  // namespace abut
