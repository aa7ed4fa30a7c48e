// Cuts of closed surfaces: what is left is closed, and its volumes add up.
#include "host/decompose/piece.h"

#include <gtest/gtest.h>

#include <map>

#include "host/decompose/part_hull.h"
#include "tests/decompose/solids.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;

void expect_closed(const Piece& piece) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    ASSERT_GE(piece.begin[i + 1] - piece.begin[i], 3u);
    for (std::uint32_t k = piece.begin[i]; k < piece.begin[i + 1]; ++k) {
      const std::uint32_t p = piece.corners[k], q = piece.corners[k + 1 < piece.begin[i + 1] ? k + 1 : piece.begin[i]];
      ASSERT_LT(p, piece.points.size());
      edges[{p, q}] += 1, edges[{q, p}] -= 1;
    }
  }
  for (const auto& [edge, count] : edges) ASSERT_EQ(count, 0) << edge.first << ' ' << edge.second;
}

void expect_cut(const Piece& piece, const Plane& plane, int depth, Random& random) {
  const Halves halves = cut(piece, plane, 1e-12);
  double sum = 0;
  for (const Piece* half : {&halves.below, &halves.above}) {
    ASSERT_NO_FATAL_FAILURE(expect_closed(*half));
    const double sign = half == &halves.below ? 1 : -1;
    for (const Vec3<double>& p : half->points) EXPECT_LE(sign * plane.height(p), 1e-11);
    const double volume = volume_of(*half);
    EXPECT_GE(volume, -1e-12);
    sum += volume;
    double parts = 0;
    for (const Piece& c : components(*half)) {
      ASSERT_NO_FATAL_FAILURE(expect_closed(c));
      EXPECT_GE(volume_of(c), -1e-12);
      EXPECT_LE(volume_of(c), part_hull(c.points).volume + 1e-9);
      parts += volume_of(c);
      if (depth > 0 && c.points.size() > 3) {
        const Vec3<double> n = random.direction();
        const Plane next{n, inner(n, c.points[random.below(static_cast<std::uint32_t>(c.points.size()))] * 0.9)};
        ASSERT_NO_FATAL_FAILURE(expect_cut(c, next, depth - 1, random));
      }
    }
    EXPECT_NEAR(parts, volume, 1e-9);
  }
  EXPECT_NEAR(sum, volume_of(piece), 1e-9);
}

TEST(Piece, CutsAreClosedAndTheirVolumesAddUp) {
  Random random(1);
  Mesh hollow = test::box_mesh({-2, -2, -2}, {2, 2, 2});
  test::add_box(hollow, {-1, -1, -1}, {1, 1, 1}, true);
  for (const Mesh& mesh : {test::angle_mesh(), test::torus_mesh(2, 0.7, 12, 7), hollow}) {
    const Piece piece = piece_of(mesh.vertices, mesh.triangles);
    for (int i = 0; i < 60; ++i) {
      const Vec3<double> n = random.direction();
      ASSERT_NO_FATAL_FAILURE(expect_cut(piece, {n, random.uniform(-1.5, 1.5)}, 3, random));
    }
  }
}

TEST(Piece, CutsThroughCornersEdgesAndFacesAreNoException) {
  Random random(2);
  for (const Mesh& mesh : {test::angle_mesh(), test::torus_mesh(2, 1, 8, 8)}) {
    const Piece piece = piece_of(mesh.vertices, mesh.triangles);
    for (const auto& t : mesh.triangles) {
      const Vec3<double> a = mesh.vertices[t[0]], b = mesh.vertices[t[1]], c = mesh.vertices[t[2]];
      const Vec3<double> face = direction(outer(b - a, c - a));
      ASSERT_NO_FATAL_FAILURE(expect_cut(piece, {face, inner(face, a)}, 2, random));
      const Vec3<double> across = direction(outer(b - a, face));
      ASSERT_NO_FATAL_FAILURE(expect_cut(piece, {across, inner(across, a)}, 2, random));
      for (const Vec3<double> axis : {Vec3<double>{1, 0, 0}, Vec3<double>{0, 1, 0}, Vec3<double>{0, 0, 1}}) {
        ASSERT_NO_FATAL_FAILURE(expect_cut(piece, {axis, inner(axis, a)}, 2, random));
      }
    }
  }
}

TEST(Piece, CutOfAHollowBoxHasACapWithAHole) {
  Mesh mesh = test::box_mesh({-2, -2, -2}, {2, 2, 2});
  test::add_box(mesh, {-1, -1, -1}, {1, 1, 1}, true);
  const Halves halves = cut(piece_of(mesh.vertices, mesh.triangles), {{0, 0, 1}, 0.5}, 0);
  EXPECT_DOUBLE_EQ(volume_of(halves.below), 40 - 6);
  EXPECT_DOUBLE_EQ(volume_of(halves.above), 24 - 2);
  EXPECT_EQ(components(halves.below).size(), 1u);
}

TEST(Piece, TorusFallsIntoTwo) {
  const Mesh mesh = test::torus_mesh(2, 0.7, 12, 7);
  const Halves halves = cut(piece_of(mesh.vertices, mesh.triangles), {{1, 0, 0}, 0.1}, 0);
  EXPECT_EQ(components(halves.below).size(), 1u);
  const Halves again = cut(halves.below, {{0, 1, 0}, 0}, 0);
  EXPECT_EQ(components(again.below).size(), 1u);
  EXPECT_EQ(components(cut(halves.below, {{1, 0, 0}, -0.1}, 0).above).size(), 2u);
}

}  // namespace
}  // namespace abut::host
