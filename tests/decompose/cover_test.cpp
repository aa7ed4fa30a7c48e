// Whether parts cover a surface, to the last bit.
#include "host/decompose/cover.h"

#include <gtest/gtest.h>

#include <cmath>

#include "host/decompose/inflate.h"
#include "host/decompose/piece.h"
#include "host/decompose/vertex_limit.h"
#include "tests/decompose/solids.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;
using Points = std::vector<Vec3<double>>;

Points box(Vec3<double> lo, Vec3<double> hi) { return test::box_mesh(lo, hi).vertices; }

std::uint64_t uncovered(const Mesh& mesh, const std::vector<Points>& parts) {
  return find_uncovered(mesh.vertices, mesh.triangles, parts).uncovered;
}

TEST(Cover, TwoHalvesOfABoxCoverItAndALastBitLessDoesNot) {
  const Mesh mesh = test::box_mesh({0, 0, 0}, {1, 1, 1});
  const double third = 1.0 / 3;
  EXPECT_EQ(uncovered(mesh, {mesh.vertices}), 0u);
  EXPECT_EQ(uncovered(mesh, {box({0, 0, 0}, {third, 1, 1}), box({third, 0, 0}, {1, 1, 1})}), 0u);
  const double next = std::nextafter(third, 1);
  EXPECT_EQ(uncovered(mesh, {box({0, 0, 0}, {third, 1, 1}), box({next, 0, 0}, {1, 1, 1})}), 8u);  // of four sides
  const double below = std::nextafter(1, 0);
  EXPECT_EQ(uncovered(mesh, {box({0, 0, 0}, {1, 1, below})}), 10u);  // the top, and a facet at each of its edges
  EXPECT_EQ(uncovered(mesh, {}), 12u);
  EXPECT_EQ(uncovered(mesh, {box({0, 0, 0}, {1, 1, 0})}), 12u);  // flat
}

TEST(Cover, NamesAPlaceThatIsLeft) {
  const Mesh mesh = test::box_mesh({0, 0, 0}, {1, 1, 1});
  const Cover cover =
      find_uncovered(mesh.vertices, mesh.triangles,
                     {box({0, 0, 0}, {1, 1, 0.75}), box({0, 0, 0.5}, {0.5, 1, 1}), box({0.5, 0, 0.5}, {1, 0.5, 1})});
  EXPECT_GT(cover.uncovered, 0u);
  EXPECT_GT(cover.where.x, 0.5);
  EXPECT_GT(cover.where.y, 0.5);
  EXPECT_GT(cover.where.z, 0.75);
}

TEST(Cover, FacetsWithoutAreaAreCoveredAsTheirPointsAre) {
  Mesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {2, 2, 2}};
  mesh.triangles = {{0, 1, 2}, {2, 3, 0}, {0, 0, 2}};
  EXPECT_EQ(uncovered(mesh, {box({-1, -1, -1}, {1.5, 4, 4}), box({1.5, -1, -1}, {4, 4, 4})}), 0u);
  EXPECT_EQ(uncovered(mesh, {box({-1, -1, -1}, {1.5, 4, 4}), box({1.5000001, -1, -1}, {4, 4, 4})}), 3u);
}

/// Cells of a Voronoi diagram, cut out of a cube by planes whose corners are rounded: they do not cover the facets, but
/// do after they were made larger by a little.
TEST(Cover, RoundedCellsCoverWhenTheyAreInflated) {
  Random random(4);
  Mesh mesh = test::torus_mesh(0.6, 0.3, 15, 9);
  std::vector<PartHull> cells;
  const Points sites = [&] {
    Points s;
    for (int i = 0; i < 12; ++i) s.push_back({random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-0.4, 0.4)});
    return s;
  }();
  for (const Vec3<double>& s : sites) {
    const Mesh cube = test::box_mesh({-1, -1, -1}, {1, 1, 1});
    Piece cell = piece_of(cube.vertices, cube.triangles);
    for (const Vec3<double>& t : sites) {
      const Vec3<double> n = direction(t - s);
      if (norm(n) > 0) cell = cut(cell, {n, inner(n, (s + t) * 0.5)}, 0).below;
    }
    cells.push_back(part_hull(cell.points));
  }
  std::vector<Points> as_they_are, larger;
  for (const PartHull& c : cells) {
    as_they_are.push_back(c.points);
    larger.push_back(inflated(c, 1e-13));
    for (const Plane& p : c.planes) {
      double reach = -infinity;
      for (const Vec3<double>& q : larger.back()) reach = std::max(reach, p.height(q));
      EXPECT_GE(reach, 0.9e-13);
      EXPECT_LE(reach, 1e-9);
    }
  }
  EXPECT_GT(uncovered(mesh, as_they_are), 0u);
  EXPECT_EQ(uncovered(mesh, larger), 0u);
  larger.pop_back();
  EXPECT_GT(uncovered(mesh, larger), 0u);
}

TEST(VertexLimit, OuterHullsHoldTheHullAndInnerOnesLieInIt) {
  Random random(5);
  for (const int count : {30, 300}) {
    Points points;
    for (int i = 0; i < count; ++i) {
      const Vec3<double> d = random.direction();
      points.push_back({d.x, 2 * d.y, 3 * d.z});
    }
    const PartHull hull = part_hull(points);
    double outer_volume = infinity, inner_volume = 0;
    for (const std::size_t most : {8u, 12u, 24u, 29u}) {
      const PartHull out = outer_hull(hull, most), in = inner_hull(hull, most);
      EXPECT_LE(out.points.size(), most);
      EXPECT_EQ(in.points.size(), most);
      for (const Plane& p : out.planes) EXPECT_LE(support(hull, p.normal), p.offset + 1e-12);
      for (const Plane& p : hull.planes) EXPECT_LE(support(in, p.normal), p.offset + 1e-12);
      EXPECT_LE(out.volume, outer_volume);
      EXPECT_GE(in.volume, inner_volume);
      outer_volume = out.volume, inner_volume = in.volume;
    }
    EXPECT_LT(outer_volume, 1.35 * hull.volume);
    EXPECT_GT(inner_volume, 0.7 * hull.volume);
    EXPECT_EQ(outer_hull(hull, 1000).points.size(), hull.points.size());
  }
}

}  // namespace
}  // namespace abut::host
