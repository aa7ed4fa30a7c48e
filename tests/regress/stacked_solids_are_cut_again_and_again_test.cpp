// A shaft with a collar took hundreds of parts at a small concavity, since no plane that was tried went through the
// whole ring of concave edges where its cylinders and cones meet; and a piece that was convex was cut again where it
// would have taken more looks than are made to see that it does not reach out of the body.
#include <gtest/gtest.h>

#include "abut/decompose.h"
#include "host/decompose/concave_edges.h"
#include "host/decompose/part_hull.h"
#include "tests/decompose/solids.h"

namespace abut {
namespace {

const std::vector<test::Turn> collar{{67.5, 0}, {67.5, 125.6}, {74.8, 156.5}, {67.5, 164.9}, {67.5, 182.8}};
const std::vector<test::Turn> neck{{1, 0}, {0.7, 1.37}, {1.2, 2.9}, {0.5, 3.3}, {0.5, 5}};

void expect_parts(const Mesh& mesh, double concavity, std::size_t most) {
  ASSERT_TRUE(examine(mesh).outward);
  DecomposeOptions options;
  options.concavity = concavity;
  options.most_vertices = 0;
  const auto parts = decompose(mesh, options);
  EXPECT_LE(parts.size(), most) << "concavity " << concavity;
  const PartsReport report = measure_parts(mesh, parts);
  EXPECT_TRUE(report.covers);
  EXPECT_LE(report.least_relative_concavity, concavity);
}

/// The shaft, and the two cones of the collar on it.
TEST(StackedSolidsAreCutAgainAndAgain, AShaftWithACollarIsTwoPartsOrThree) {
  expect_parts(test::turned_mesh(collar, 8), 0.005, 3);
  expect_parts(test::turned_mesh(collar, 32), 0.005, 3);
}

TEST(StackedSolidsAreCutAgainAndAgain, NorAtTheLeastConcavity) {
  expect_parts(test::turned_mesh(collar, 8), 0.0007, 3);
}

TEST(StackedSolidsAreCutAgainAndAgain, ANeckIsThreeCones) {
  expect_parts(test::turned_mesh(neck, 12), 0.002, 3);
  expect_parts(test::turned_mesh(neck, 12, 0.5), 0.002, 3);  // no solid of revolution
}

TEST(StackedSolidsAreCutAgainAndAgain, APlaneIsFoundThroughAWholeRing) {
  const Mesh mesh = test::turned_mesh(neck, 12);
  const host::Piece piece = host::piece_of(mesh.vertices, mesh.triangles);
  const auto edges = host::concave_edges(piece, host::part_hull(piece.points), 2.5);
  ASSERT_EQ(edges.size(), 24u);  // the waist, and where the neck stands on the cone
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const auto plane = host::shared_plane(edges, i, 2.5);
    ASSERT_TRUE(plane.has_value());
    std::size_t on = 0;
    for (const host::ConcaveEdge& e : edges) {
      on += std::fabs(plane->height(e.at)) < 1e-6 && std::fabs(plane->height(e.to)) < 1e-6 ? 1 : 0;
    }
    EXPECT_EQ(on, 12u);
  }
}

/// Of a square of edges in z = 0, with the solid inside of it or, if `hole`, outside; `sides` of them.
std::vector<host::ConcaveEdge> square(std::size_t sides, bool hole) {
  const Vec3<double> corners[4] = {{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}};
  std::vector<host::ConcaveEdge> edges;
  for (std::size_t i = 0; i < sides; ++i) {
    const Vec3<double> from = corners[i], to = corners[(i + 1) % 4], out = (from + to) * (hole ? -0.5 : 0.5);
    edges.push_back({1, from, to, out, out * 0.6 + Vec3<double>{0, 0, 0.8}});
  }
  return edges;
}

TEST(StackedSolidsAreCutAgainAndAgain, OnlyARingRoundTheSolidIsTaken) {
  EXPECT_TRUE(host::shared_plane(square(4, false), 0, 1).has_value());
  EXPECT_FALSE(host::shared_plane(square(4, true), 0, 1).has_value());
  for (const std::size_t sides : {1u, 2u, 3u}) {
    EXPECT_FALSE(host::shared_plane(square(sides, false), 0, 1).has_value()) << sides;
  }
}

}  // namespace
}  // namespace abut
