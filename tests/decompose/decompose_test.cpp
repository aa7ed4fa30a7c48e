// Convex parts of closed meshes.
#include "abut/decompose.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <cstring>

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
    EXPECT_LE(report.relative_concavity, 1.01 / 2000);
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
    EXPECT_LE(report.relative_concavity, concavity * 1.02 + 1.0 / 2000);
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

/// Along its axis, twice: neither cut alone makes the hulls smaller or reach out less, whichever way it goes.
TEST(Decompose, ALongTubeIsItsQuarters) {
  const Mesh mesh = test::tube_mesh(0.678, 0.833, 5.92, 16);
  const auto parts = decompose(mesh, options_of(PartsMode::cover, 0.0338));
  EXPECT_EQ(parts.size(), 4u);
  const PartsReport report = measure_parts(mesh, parts);
  EXPECT_TRUE(report.covers);
  EXPECT_LE(report.least_relative_concavity, 0.0338);
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
    EXPECT_LE(report.relative_concavity, 0.15 * 1.02);
  }
  options.most_parts = 3;
  const Mesh coarse = test::torus_mesh(2, 0.7, 12, 7);
  for (const bool cuts : {true, false}) {
    options.cuts = cuts;
    const auto parts = decompose(coarse, options);
    EXPECT_EQ(parts.size(), 3u);
    const PartsReport report = measure_parts(coarse, parts);
    EXPECT_TRUE(report.covers);
    EXPECT_LE(report.most_vertices, 12u);
    EXPECT_GT(report.least_relative_concavity, 0.15) << "three parts are too few";
  }
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
  EXPECT_LE(report.relative_concavity, 0.05 * 1.02);
}

/// To the bit, of every coordinate.
bool same_points(const std::vector<Vec3<double>>& a, const std::vector<Vec3<double>>& b) {
  return a.size() == b.size() && (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0);
}

TEST(Decompose, ScaleChangesNothingAndThreadsNoBit) {
  const Mesh mesh = test::torus_mesh(2, 0.7, 16, 9);
  const auto parts = decompose(mesh, {});
  Mesh large = mesh;
  for (Vec3<double>& v : large.vertices) v = v * 0x1p20;
  auto scaled = decompose(large, {});
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const auto alone = decompose(mesh, {});
  ASSERT_EQ(parts.size(), scaled.size());
  ASSERT_EQ(parts.size(), alone.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    EXPECT_EQ(parts[i].triangles, scaled[i].triangles);
    EXPECT_EQ(parts[i].triangles, alone[i].triangles);
    EXPECT_TRUE(same_points(parts[i].vertices, alone[i].vertices)) << i;
    for (Vec3<double>& v : scaled[i].vertices) v = v * 0x1p-20;
    EXPECT_TRUE(same_points(parts[i].vertices, scaled[i].vertices)) << i;
  }
}

/// A part of clusters of facets: its corners are the body's, to the rounding that covering them exactly takes.
TEST(Decompose, WithoutCutsCornersAreTheBodys) {
  const Mesh torus = test::torus_mesh(2, 0.7, 24, 16), tube = test::tube_mesh(0.5, 1, 0.5, 24);
  for (const Mesh* mesh : {&torus, &tube}) {
    for (const double concavity : {0.15, 0.05}) {
      DecomposeOptions options = options_of(PartsMode::cover, concavity);
      options.cuts = false;
      const auto parts = decompose(*mesh, options);
      const PartsReport report = measure_parts(*mesh, parts);
      EXPECT_TRUE(report.covers);
      EXPECT_LE(report.relative_concavity, concavity * 1.02 + 1.0 / 2000);
      EXPECT_LT(parts.size(), mesh->triangles.size() / 10);
      std::size_t elsewhere = 0;
      for (const Mesh& part : parts) {
        for (const Vec3<double>& p : part.vertices) {
          double least = 1e300;
          for (const Vec3<double>& v : mesh->vertices) least = std::min(least, length(v - p));
          elsewhere += least > 1e-9 ? 1 : 0;
        }
      }
      EXPECT_EQ(elsewhere, 0u);
      const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
      const auto again = decompose(*mesh, options);
      ASSERT_EQ(again.size(), parts.size());
      for (std::size_t i = 0; i < parts.size(); ++i) {
        EXPECT_TRUE(same_points(again[i].vertices, parts[i].vertices)) << i;
      }
    }
  }
}

/// What few corners make of a cluster's hull reaches farther out than the hull.
TEST(Decompose, WithoutCutsFewCornersKeepTheLimit) {
  const Mesh mesh = test::torus_mesh(2, 0.7, 12, 9);
  for (const std::uint32_t most : {8u, 12u}) {
    DecomposeOptions options = options_of(PartsMode::cover, 0.15);
    options.cuts = false;
    options.most_vertices = most;
    const PartsReport report = measure_parts(mesh, decompose(mesh, options));
    EXPECT_TRUE(report.covers);
    EXPECT_LE(report.least_relative_concavity, 0.15 + 1e-6);
    EXPECT_LE(report.relative_concavity, 0.15 * 1.02 + 1.0 / 2000);
    EXPECT_LE(report.most_vertices, most);
  }
}

/// The faces of an angle are flat clusters where nothing else may join them: they get some depth, and stay within.
TEST(Decompose, WithoutCutsFlatClustersGetDepth) {
  DecomposeOptions options = options_of(PartsMode::cover, 0.01);
  options.cuts = false;
  const auto parts = decompose(test::angle_mesh(), options);
  const PartsReport report = measure_parts(test::angle_mesh(), parts);
  EXPECT_TRUE(report.covers);
  EXPECT_LE(report.relative_concavity, 0.01 * 1.02 + 1.0 / 2000);
  for (const Mesh& part : parts) EXPECT_TRUE(examine(part).outward);
}

/// Two halves of a ring at a time take 2, 4, 8 parts; twelve and more were left where cuts peeled slices off it.
TEST(Decompose, ARingIsCutIntoLikeParts) {
  const auto parts = decompose(test::torus_mesh(1, 0.25, 32, 18), options_of(PartsMode::cover, 0.05));
  EXPECT_LE(parts.size(), 16u);
}

/// A slot that two parts leave: no facet's corner is the point that is farthest from them.
TEST(MeasureParts, LargestGapIsReachedAndNearTheLargest) {
  const Mesh body = test::box_mesh({0, 0, 0}, {8, 3, 2});
  const double most = 0.7, half_extent = 4;
  const PartsReport report =
      measure_parts(body, {test::box_mesh({0, 0, 0}, {3.1, 3, 2}), test::box_mesh({3.1 + 2 * most, 0, 0}, {8, 3, 2})});
  EXPECT_EQ(report.uncovered, 8u);
  EXPECT_LE(report.largest_gap, most + 1e-12);
  EXPECT_GE(report.largest_gap, most - half_extent / 400);
  EXPECT_EQ(measure_parts(body, {test::box_mesh({0, 0, 0}, {7, 3, 2})}).largest_gap, 1);
}

TEST(Decompose, MorePiecesThanCanBeMergedAreRefused) {
  Mesh many;
  for (std::uint32_t i = 0; i < 10001; ++i) {
    const Vec3<double> p{3.0 * (i % 100), 3.0 * (i / 100), 0};
    for (const Vec3<double>& q : {Vec3<double>{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}})
      many.vertices.push_back(p + q);
    const std::uint32_t v = 4 * i;
    for (const auto& t : {std::array<std::uint32_t, 3>{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {0, 3, 2}}) {
      many.triangles.push_back({v + t[0], v + t[1], v + t[2]});
    }
  }
  EXPECT_THROW(
      {
        try {
          (void)decompose(many, {});
        } catch (const std::runtime_error& error) {
          EXPECT_STREQ(error.what(),
                       "decompose: more than 10000 pieces come of concavity 0.05, allowed are as many: a larger "
                       "concavity takes fewer");
          throw;
        }
      },
      std::runtime_error);
}

TEST(Decompose, BadInputIsNamed) {
  const Mesh mesh = test::angle_mesh();
  const auto says = [&](const Mesh& m, const DecomposeOptions& o) { return complaint([&] { (void)decompose(m, o); }); };
  const std::string allowed = ", allowed is 0.0005 (what distances are resolved to) to 1";
  for (const auto& [concavity, text] :
       {std::pair{0.0, "0"}, {-1.0, "-1"}, {0.000499, "0.000499"}, {1.001, "1.001"}, {std::nan(""), "nan"}}) {
    EXPECT_EQ(says(mesh, options_of(PartsMode::fit, concavity)),
              std::string("decompose: concavity is ") + text + allowed);
  }
  EXPECT_EQ(says(mesh, options_of(PartsMode::fit, 0.0005)), "");
  DecomposeOptions few;
  few.most_vertices = 7;
  EXPECT_EQ(says(mesh, few), "decompose: most_vertices is 7, allowed is 0 (no limit) or 8 and more");
  DecomposeOptions other;
  other.engine = PartsEngine::coacd;
  other.cuts = false;
  EXPECT_EQ(says(mesh, other), "decompose: cuts is false with the engine coacd, allowed is true: it cuts in any case");
  other = {};
  other.time_limit = 0;
  EXPECT_EQ(says(mesh, other), "decompose: time_limit is 0, allowed is more than 0");
  std::vector<Mesh> parts{mesh, mesh};
  parts[1].vertices[3].y = INFINITY;
  EXPECT_EQ(complaint([&] { (void)measure_parts(mesh, parts); }),
            "measure_parts: parts[1].vertices[3] is 1, inf, 0, allowed are finite coordinates");
  Mesh open = mesh;
  open.triangles.pop_back();
  DecomposeOptions fit;
  fit.mode = PartsMode::fit;
  EXPECT_EQ(
      says(open, fit).find(
          "mesh: the mesh is not closed: 3 boundary edges and 0 edges with more than two triangles, allowed are none"),
      0u);
  Mesh inside_out = mesh;
  for (auto& t : inside_out.triangles) std::swap(t[0], t[1]);
  EXPECT_EQ(says(inside_out, {}), "mesh: the mesh is inside out, allowed is outward");
  EXPECT_EQ(complaint([&] { (void)measure_parts(open, {}, PartsBody::solid); }).substr(0, 28),
            "mesh: the mesh is not closed");
}

}  // namespace
}  // namespace abut
