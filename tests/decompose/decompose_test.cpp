// Convex parts of closed meshes.
#include "abut/decompose.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <cmath>

#include "host/decompose/protrusion.h"
#include "tests/decompose/solids.h"
#include "tests/support/complaint.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::complaint;

DecomposeOptions options_of(PartsMode mode, double concavity) {
  DecomposeOptions options;
  options.mode = mode;
  options.concavity = concavity;
  return options;
}

TEST(Protrusion, OfAnAnglesHullIsItsClosedForm) {
  const host::Body body(test::angle_mesh());
  const host::PartHull hull = host::part_hull(body.mesh().vertices);
  for (const double resolution : {0.1, 0.01, 0.002}) {
    const host::Protrusion found = host::protrusion(body, hull, resolution);
    EXPECT_LE(found.lower, 0.5 + 1e-12);
    EXPECT_GE(found.upper, 0.5);
    EXPECT_LE(found.upper - found.lower, resolution);
    EXPECT_TRUE(host::stays_within(body, hull, 0.5 + resolution, resolution));
    EXPECT_FALSE(host::stays_within(body, hull, 0.5 - 1e-9, resolution));
  }
}

/// The middle of a hull may be farther from the body than any point of its surface.
TEST(Protrusion, OfATorusHullIsInItsHole) {
  const host::Body body(test::torus_mesh(3, 1, 64, 32));
  const host::Protrusion found = host::protrusion(body, host::part_hull(body.mesh().vertices), 0.02);
  EXPECT_NEAR(found.upper, std::sqrt(10) - 1, 0.03);  // at (0, 0, 1) and (0, 0, -1)
}

TEST(Decompose, AnAngleIsTwoBoxes) {
  for (const PartsMode mode : {PartsMode::fit, PartsMode::cover}) {
    const auto parts = decompose(test::angle_mesh(), options_of(mode, 0.05));
    EXPECT_EQ(parts.size(), 2u);
    const PartsReport report = measure_parts(test::angle_mesh(), parts);
    EXPECT_TRUE(report.covers);
    EXPECT_NEAR(report.volume_ratio, 1, 1e-9);
    EXPECT_NEAR(report.overlap, 0, 1e-9);
    EXPECT_LE(report.relative_concavity, 1.01 / 400);
    EXPECT_EQ(report.vertices, 16u);
    EXPECT_EQ(report.largest_gap, 0);
  }
}

TEST(Decompose, AConvexBodyIsOnePart) {
  const auto parts = decompose(test::box_mesh({1, 1, 1}, {2, 3, 4}), {});
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].triangles.size(), 12u);
  EXPECT_TRUE(examine(parts[0]).outward);
}

TEST(Decompose, ATorusIsCoveredWithinTheLimit) {
  const Mesh mesh = test::torus_mesh(2, 0.7, 16, 9);
  std::size_t before = 0;
  for (const double concavity : {0.2, 0.1, 0.05}) {
    const auto parts = decompose(mesh, options_of(PartsMode::cover, concavity));
    const PartsReport report = measure_parts(mesh, parts);
    EXPECT_TRUE(report.covers);
    EXPECT_LE(report.relative_concavity, concavity + 1.0 / 400);
    EXPECT_GE(parts.size(), before);
    before = parts.size();
    for (const Mesh& part : parts) {
      const MeshReport r = examine(part);
      EXPECT_TRUE(r.outward);
      EXPECT_NEAR(r.convexity, 1, 1e-9);
    }
  }
  EXPECT_GT(before, 6u);
}

TEST(Decompose, LimitsOnPartsAndVerticesHold) {
  const Mesh mesh = test::torus_mesh(2, 0.7, 24, 16);
  DecomposeOptions options = options_of(PartsMode::cover, 0.15);
  options.most_vertices = 12;
  for (const PartsMode mode : {PartsMode::fit, PartsMode::cover}) {
    options.mode = mode;
    const auto parts = decompose(mesh, options);
    for (const Mesh& part : parts) EXPECT_LE(part.vertices.size(), 12u);
    const PartsReport report = measure_parts(mesh, parts);
    EXPECT_EQ(report.covers, mode == PartsMode::cover);
    EXPECT_EQ(report.largest_gap > 0, mode == PartsMode::fit);
    EXPECT_LE(report.relative_concavity, 0.15 + 1.0 / 400);
  }
  options.most_parts = 3;
  const auto parts = decompose(mesh, options);
  EXPECT_EQ(parts.size(), 3u);
  EXPECT_TRUE(measure_parts(mesh, parts).covers);
}

TEST(Decompose, AHollowBoxKeepsItsCavityAndShellsTheirGap) {
  Mesh mesh = test::box_mesh({-2, -2, -2}, {2, 2, 2});
  test::add_box(mesh, {-1, -1, -1}, {1, 1, 1}, true);
  test::add_box(mesh, {-0.25, -0.25, -0.25}, {0.25, 0.25, 0.25});
  test::add_box(mesh, {2.5, -2, -2}, {3, 2, 2});
  const auto parts = decompose(mesh, options_of(PartsMode::cover, 0.05));
  EXPECT_GE(parts.size(), 8u);  // six walls, the core and the plate
  EXPECT_LE(parts.size(), 12u);
  const PartsReport report = measure_parts(mesh, parts);
  EXPECT_TRUE(report.covers);
  EXPECT_LE(report.relative_concavity, 0.05 + 1.0 / 400);
}

TEST(Decompose, ScaleChangesNothingAndThreadsNoBit) {
  const Mesh mesh = test::torus_mesh(2, 0.7, 16, 9);
  const auto parts = decompose(mesh, {});
  Mesh large = mesh;
  for (Vec3<double>& v : large.vertices) v = v * 0x1p20;
  const auto scaled = decompose(large, {});
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const auto alone = decompose(mesh, {});
  ASSERT_EQ(parts.size(), scaled.size());
  ASSERT_EQ(parts.size(), alone.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ASSERT_EQ(parts[i].vertices.size(), scaled[i].vertices.size());
    ASSERT_EQ(parts[i].vertices.size(), alone[i].vertices.size());
    for (std::size_t v = 0; v < parts[i].vertices.size(); ++v) {
      EXPECT_EQ(parts[i].vertices[v].x * 0x1p20, scaled[i].vertices[v].x);
      EXPECT_EQ(parts[i].vertices[v].x, alone[i].vertices[v].x);
    }
  }
}

TEST(Decompose, BadInputIsNamed) {
  const Mesh mesh = test::angle_mesh();
  const auto says = [&](const Mesh& m, const DecomposeOptions& o) { return complaint([&] { (void)decompose(m, o); }); };
  EXPECT_EQ(says(mesh, options_of(PartsMode::fit, 0)), "decompose: concavity is 0, allowed is more than 0 and up to 1");
  EXPECT_EQ(says(mesh, options_of(PartsMode::fit, std::nan(""))),
            "decompose: concavity is nan, allowed is more than 0 and up to 1");
  DecomposeOptions few;
  few.most_vertices = 7;
  EXPECT_EQ(says(mesh, few), "decompose: most_vertices is 7, allowed is 0 (no limit) or 8 and more");
  Mesh open = mesh;
  open.triangles.pop_back();
  EXPECT_EQ(
      says(open, {}),
      "mesh: the mesh is not closed: 3 boundary edges and 0 edges with more than two triangles, allowed are none");
  Mesh inside_out = mesh;
  for (auto& t : inside_out.triangles) std::swap(t[0], t[1]);
  EXPECT_EQ(says(inside_out, {}), "mesh: the mesh is inside out, allowed is outward");
  EXPECT_EQ(complaint([&] { (void)measure_parts(open, {}); }).substr(0, 28), "mesh: the mesh is not closed");
}

}  // namespace
}  // namespace abut
