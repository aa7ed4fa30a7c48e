// How far a surface lies from convex parts: against closed forms of slots and corners, samples, and whatever the order
// of parts, facets and threads.
#include "host/decompose/largest_gap.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "abut/decompose.h"
#include "host/decompose/shell_distance.h"
#include "tests/decompose/solids.h"
#include "tests/decompose/surfaces.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;

PartHull box(Vec3<double> lo, Vec3<double> hi) { return part_hull(test::box_mesh(lo, hi).vertices); }

std::vector<std::uint32_t> all_facets(const Mesh& mesh) {
  std::vector<std::uint32_t> all(mesh.triangles.size());
  std::iota(all.begin(), all.end(), 0u);
  return all;
}

Gap gap_of(const Mesh& mesh, const std::vector<PartHull>& parts, double step) {
  return largest_gap(mesh.vertices, mesh.triangles, all_facets(mesh), parts, step);
}

void expect_gap(double expected, const Mesh& mesh, const std::vector<PartHull>& parts) {
  for (const double step : {0.1, 0.01, 0.001}) {
    const Gap gap = gap_of(mesh, parts, step);
    EXPECT_LE(gap.lower, expected + 1e-12) << step;
    EXPECT_GE(gap.upper, expected - 1e-12) << step;
    EXPECT_LE(gap.upper - gap.lower, step);
  }
}

TEST(LargestGap, OfASheetIsTheDistanceOfItsFarthestPoint) {
  const Mesh sheet = test::sheet(4);  // [0, 1] x [0, 1] at z = 0
  // Above it: its height. Beside a corner: from the opposite one.
  expect_gap(0.75, sheet, {box({-1, -1, 0.75}, {2, 2, 3})});
  expect_gap(std::hypot(3, 3, 1), sheet, {box({3, 3, 1}, {4, 4, 2})});
  // A slot of two parts, whose middle no corner of a facet lies on.
  expect_gap(0.17, sheet, {box({-1, -1, -1}, {0.23, 2, 1}), box({0.57, -1, -1}, {2, 2, 1})});
  // Four parts at the corners: farthest is the middle, from the corners of all.
  std::vector<PartHull> corners;
  for (const double x : {-1.0, 0.8}) {
    for (const double y : {-1.0, 0.8}) corners.push_back(box({x, y, -1}, {x + 1.2, y + 1.2, 1}));
  }
  expect_gap(0.3 * std::sqrt(2), sheet, corners);
  // Where parts hold all of it.
  expect_gap(0, sheet, {box({-1, -1, -1}, {0.5, 2, 1}), box({0.5, -1, -1}, {2, 2, 1})});
}

TEST(LargestGap, LooksAtTheFacetsThatItIsGivenAlone) {
  const Mesh mesh = test::box_mesh({0, 0, 0}, {1, 1, 1});
  const std::vector<PartHull> part{box({-2, 0, 0}, {0, 1, 1})};
  double largest = 0;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    const std::vector<std::uint32_t> one{i};
    const auto& t = mesh.triangles[i];
    const double expected = std::max({mesh.vertices[t[0]].x, mesh.vertices[t[1]].x, mesh.vertices[t[2]].x});
    const Gap gap = largest_gap(mesh.vertices, mesh.triangles, one, part, 0.001);
    EXPECT_NEAR(gap.lower, expected, 1e-12);
    largest = std::max(largest, gap.upper);
  }
  EXPECT_EQ(largest, gap_of(mesh, part, 0.001).upper);
  const Gap none = largest_gap(mesh.vertices, mesh.triangles, {}, part, 0.001);
  EXPECT_EQ(none.lower, 0);
  EXPECT_EQ(none.upper, 0);
}

TEST(LargestGap, IsInfiniteWhereNoPartHasAVolumeAndOthersCountForNothing) {
  const Mesh sheet = test::sheet(2);
  const PartHull flat = part_hull(sheet.vertices), solid = box({0, 0, 1}, {1, 1, 2});
  for (const std::vector<PartHull>& parts : {std::vector<PartHull>{}, {flat}, {flat, flat}}) {
    EXPECT_EQ(gap_of(sheet, parts, 0.1).lower, infinity);
  }
  expect_gap(1, sheet, {flat, solid});
}

/// Boxes about a ring's surface: no sample of it is farther than said, and some sample nearly as far.
TEST(LargestGap, IsNotBelowThatOfAnySample) {
  Random random(1);
  const Mesh mesh = test::torus_mesh(1, 0.4, 20, 10);
  for (int i = 0; i < 12; ++i) {
    std::vector<PartHull> parts;
    std::vector<ShellDistance> distances;
    for (int k = 0; k < 1 + 2 * i; ++k) {
      const Vec3<double> lo = random.in_cube() * 1.2;
      parts.push_back(
          box(lo, lo + Vec3<double>{random.uniform(0.1, 1), random.uniform(0.1, 1), random.uniform(0.1, 1)}));
      distances.emplace_back(parts.back().points, triangles_of(parts.back()));
    }
    double most = 0;
    for (const auto& t : mesh.triangles) {
      const Vec3<double>&a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
      for (int k = 0; k < 40; ++k) {
        double u = k == 0 ? 0 : random.uniform(), v = k == 0 ? 0 : random.uniform();
        if (u + v > 1) u = 1 - u, v = 1 - v;
        double least = infinity;
        for (const ShellDistance& d : distances)
          least = std::min(least, std::max(0.0, d(a + (b - a) * u + (c - a) * v)));
        most = std::max(most, least);
      }
    }
    const Gap gap = gap_of(mesh, parts, 0.005);
    EXPECT_LE(most, gap.upper + 1e-12) << i;
    EXPECT_GE(most, gap.lower - 0.1) << i;
    EXPECT_LE(gap.upper - gap.lower, 0.005) << i;
  }
}

TEST(LargestGap, IsTheSameForAnyNumberOfThreadsAndOrderOfParts) {
  Random random(2);
  const Mesh mesh = test::torus_mesh(1, 0.4, 40, 20);
  std::vector<PartHull> parts;
  for (int k = 0; k < 12; ++k) {
    const Vec3<double> lo = random.in_cube();
    parts.push_back(box(lo, lo + Vec3<double>{0.3, 0.4, 0.5}));
  }
  const Gap gap = gap_of(mesh, parts, 0.001);
  {
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const Gap again = gap_of(mesh, parts, 0.001);
    EXPECT_EQ(again.lower, gap.lower);
    EXPECT_EQ(again.upper, gap.upper);
  }
  std::reverse(parts.begin(), parts.end());
  const Gap other = gap_of(mesh, parts, 0.001);
  EXPECT_NEAR(other.lower, gap.lower, 0.001);
  EXPECT_NEAR(other.upper, gap.upper, 0.001);
}

/// measure_parts() of a solid and of a surface, whose searches are two.
TEST(MeasureParts, GapsOfSurfacesAreThoseOfSolids) {
  Random random(3);
  const Mesh solid = test::box_mesh({0, 0, 0}, {4, 2, 1});
  Mesh open = solid;
  open.triangles.pop_back();
  for (int i = 0; i < 10; ++i) {
    std::vector<Mesh> parts;
    for (int k = 0; k < 3; ++k) {
      const Vec3<double> lo{random.uniform(0, 3), random.uniform(0, 1), 0};
      parts.push_back(test::box_mesh(lo, lo + Vec3<double>{1, 1, 1}));
    }
    const PartsReport closed = measure_parts(solid, parts),
                      as_surface = measure_parts(solid, parts, PartsBody::surface),
                      of_open = measure_parts(open, parts);
    EXPECT_FALSE(closed.surface);
    EXPECT_TRUE(as_surface.surface && of_open.surface);
    const double step = 2.0 / 400;
    EXPECT_NEAR(as_surface.largest_gap, closed.largest_gap, step) << i;
    EXPECT_LE(of_open.largest_gap, closed.largest_gap + step) << i;
    EXPECT_EQ(as_surface.uncovered, closed.uncovered) << i;
    EXPECT_EQ(as_surface.volume_ratio, 0);
    // From the nearest facet, so that the inside counts: of a box on the ground 1 high it is 1/2 in the middle.
    EXPECT_LE(as_surface.concavity, 0.5 * 1.02 + 1e-3);
    EXPECT_LE(closed.concavity, 1e-3);
  }
}

}  // namespace
}  // namespace abut::host
