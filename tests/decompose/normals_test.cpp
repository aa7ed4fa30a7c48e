// Normals of faces, edges and corners, and the factors between height and distance: against closed forms of wedges and
// corners, and whatever the triangles that a flat face is made of.
#include "host/decompose/surface_normals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "host/decompose/shell_distance.h"
#include "tests/decompose/solids.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;

void expect_along(const Vec3<double>& expected, const Vec3<double>& found) {
  EXPECT_NEAR(norm(direction(found) - direction(expected)), 0, 1e-12);
}

/// Each triangle cut in three about a random point of it.
Mesh finer(const Mesh& mesh, Random& random) {
  Mesh out;
  out.vertices = mesh.vertices;
  for (const auto& t : mesh.triangles) {
    const double u = random.uniform(0.1, 0.5), v = random.uniform(0.1, 0.4);
    const Vec3<double>&a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const auto m = static_cast<std::uint32_t>(out.vertices.size());
    out.vertices.push_back(a + (b - a) * u + (c - a) * v);
    for (std::size_t k = 0; k < 3; ++k) out.triangles.push_back({t[k], t[(k + 1) % 3], m});
  }
  return out;
}

TEST(SurfaceNormals, OfABoxLeadAwayFromItsMiddle) {
  const Mesh box = test::box_mesh({-1, -1, -1}, {1, 1, 1});
  const SurfaceNormals normals(box.vertices, box.triangles);
  for (std::uint32_t v = 0; v < 8; ++v) expect_along(box.vertices[v], normals.corner(v));
  for (std::size_t i = 0; i < box.triangles.size(); ++i) {
    const auto& t = box.triangles[i];
    const Vec3<double> middle = (box.vertices[t[0]] + box.vertices[t[1]] + box.vertices[t[2]]) * (1.0 / 3);
    EXPECT_NEAR(inner(normals.face(i), middle), 1, 1e-15);
    EXPECT_FALSE(normals.is_thin(i));
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = t[k], b = t[(k + 1) % 3];
      const Vec3<double> m = (box.vertices[a] + box.vertices[b]) * 0.5;
      // A diagonal's middle is the face's.
      expect_along(m, normals.edge(a, b));
      EXPECT_EQ(norm(normals.edge(a, b) - normals.edge(b, a)), 0);
    }
  }
  EXPECT_FALSE(normals.any_thin());
}

/// Weighted by angles, so that what a face is cut into does not count: by areas or one each it would.
TEST(SurfaceNormals, OfCornersDoNotDependOnTheTrianglesOfFaces) {
  Random random(1);
  const Mesh coarse = test::angle_mesh(), torus = test::torus_mesh(2, 0.7, 8, 5);
  for (const Mesh& mesh : {coarse, torus}) {
    Mesh fine = mesh;
    for (int level = 0; level < 3; ++level) {
      fine = finer(fine, random);
      const SurfaceNormals of_mesh(mesh.vertices, mesh.triangles), of_fine(fine.vertices, fine.triangles);
      for (std::uint32_t v = 0; v < mesh.vertices.size(); ++v) expect_along(of_mesh.corner(v), of_fine.corner(v));
    }
  }
}

/// Of an outline turned by two angles at the corner of a prism: its lids' right angles, and the walls'.
TEST(SurfaceNormals, OfAConcaveCornerAreTheSumOverItsAngles) {
  const Mesh angle = test::angle_mesh();
  const SurfaceNormals normals(angle.vertices, angle.triangles);
  // (1, 1, 0): the lid goes round it by three right angles, each wall by one.
  const Vec3<double> expected = Vec3<double>{0, 0, -1} * 3.0 + Vec3<double>{1, 0, 0} + Vec3<double>{0, 1, 0};
  expect_along(expected, normals.corner(3));
  expect_along({0, -1, 0}, normals.edge(0, 7));  // a wall's diagonal
  expect_along({1, 1, 0}, normals.edge(3, 9));   // the concave edge
}

/// A wedge of any angle: at its edge a point is no farther than its height over the sine of half of the angle.
TEST(SurfaceNormals, OfAWedgeHaveTheFactorOfItsEdge) {
  for (const double half : {0.1, 0.5, 1.0, 1.4}) {
    const double c = std::cos(half), s = std::sin(half);
    Mesh wedge;
    wedge.vertices = {{0, 0, 0}, {0, 0, 1}, {c, s, 0}, {c, s, 1}, {c, -s, 0}, {c, -s, 1}};
    wedge.triangles = {{0, 1, 3}, {0, 3, 2}, {2, 3, 5}, {2, 5, 4}, {0, 4, 5}, {0, 5, 1}, {0, 2, 4}, {1, 5, 3}};
    const SurfaceNormals normals(wedge.vertices, wedge.triangles);
    expect_along({-1, 0, 0}, normals.edge(0, 1));
    // At the edge's ends the lid is at right angles to both sides: what is nearest there has three heights.
    double least = infinity;
    for (int i = 0; i <= 300; ++i) {
      for (int k = 0; k <= 300; ++k) {
        const double u = i / 300.0, v = (1 - u) * k / 300.0;
        least = std::min(least, norm(Vec3<double>{-s, c, 0} * u + Vec3<double>{-s, -c, 0} * v +
                                     Vec3<double>{0, 0, -1} * (1 - u - v)));
      }
    }
    for (const std::size_t i : {0u, 1u, 4u, 5u}) {
      // Over the sum's direction it need not be the least, and is never below.
      EXPECT_GE(normals.over_height(i), 1 / least - 1e-3) << half;
      EXPECT_LE(normals.over_slack(i), normals.over_height(i) + 1e-12);
    }
  }
}

/// A pyramid's sides lean alike at its tip, however many there are; it is so sharp that its other corners are blunter.
TEST(SurfaceNormals, OfAPyramidHaveTheFactorOfItsTip) {
  for (const std::uint32_t n : {3u, 4u, 9u}) {
    for (const double height : {6.0, 40.0}) {
      Mesh pyramid;
      pyramid.vertices.push_back({0, 0, height});
      for (std::uint32_t k = 0; k < n; ++k) {
        pyramid.vertices.push_back({std::cos(2 * M_PI * k / n), std::sin(2 * M_PI * k / n), 0});
        pyramid.triangles.push_back({0, 1 + k, 1 + (k + 1) % n});
        if (k > 1) pyramid.triangles.push_back({1, 1 + k, k});
      }
      const SurfaceNormals normals(pyramid.vertices, pyramid.triangles);
      expect_along({0, 0, 1}, normals.corner(0));
      const double to_side = std::cos(M_PI / n);
      EXPECT_NEAR(normals.over_height(0), std::hypot(height, to_side) / to_side, 1e-9);
      EXPECT_NEAR(normals.over_slack(0), normals.over_height(0), 1e-9);
    }
  }
}

/// Points out of corners, along any sum of the normals there: no farther than the factor times the greatest height.
TEST(SurfaceNormals, FactorsBoundTheDistanceByTheHeight) {
  Random random(2);
  for (int i = 0; i < 200; ++i) {
    // A spike of n sides, convex at its tip.
    const std::uint32_t n = 3 + random.below(6);
    Mesh spike;
    spike.vertices.push_back({0, 0, random.uniform(0.2, 3)});
    for (std::uint32_t k = 0; k < n; ++k) {
      const double u = 2 * M_PI * (k + random.uniform(-0.3, 0.3)) / n;
      spike.vertices.push_back({std::cos(u), std::sin(u), 0});
      spike.triangles.push_back({0, 1 + k, 1 + (k + 1) % n});
      if (k > 1) spike.triangles.push_back({1, 1 + k, k});
    }
    const SurfaceNormals normals(spike.vertices, spike.triangles);
    for (int j = 0; j < 20; ++j) {
      Vec3<double> way{0, 0, 0};
      std::vector<std::size_t> about;
      for (std::size_t t = 0; t < spike.triangles.size(); ++t) {
        if (spike.triangles[t][0] != 0) continue;
        about.push_back(t);
        way = way + normals.face(t) * (random.below(2) == 0 ? 0 : random.uniform());
      }
      if (norm(way) < 1e-3) continue;
      double highest = -infinity;
      for (const std::size_t t : about) highest = std::max(highest, inner(normals.face(t), direction(way)));
      for (const std::size_t t : about) EXPECT_LE(1, highest * normals.over_height(t) + 1e-12) << i;
    }
  }
}

/// Too thin for a normal: it has none, nor has what is at it, and what it was cut from keeps its sides.
TEST(SurfaceNormals, OfThinTrianglesAreNone) {
  // A box with a corner on the middle of one edge, moved by a rounding: the triangle between is a piece of the edge.
  Mesh mesh = test::box_mesh({0, 0, 0}, {1, 1, 1});
  mesh.vertices.push_back({0.5, 0, 1e-17});
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    auto& t = mesh.triangles[i];
    for (std::size_t k = 0; k < 3; ++k) {
      if (t[k] != 0 || t[(k + 1) % 3] != 1) continue;
      const std::uint32_t top = t[(k + 2) % 3];
      t = {0, 8, top};
      mesh.triangles.push_back({8, 1, top}), mesh.triangles.push_back({0, 1, 8});
      i = mesh.triangles.size();
      break;
    }
  }
  ASSERT_EQ(mesh.triangles.size(), 14u);
  ASSERT_TRUE(examine(mesh).closed && examine(mesh).consistently_oriented);
  const SurfaceNormals normals(mesh.vertices, mesh.triangles);
  EXPECT_TRUE(normals.any_thin());
  EXPECT_TRUE(normals.is_thin(13));
  EXPECT_EQ(norm(normals.face(13)), 0);
  for (const std::uint32_t v : {0u, 1u, 8u}) EXPECT_EQ(norm(normals.corner(v)), 0);
  EXPECT_EQ(norm(normals.edge(0, 1)), 0);
  expect_along({1, 1, 1}, normals.corner(7));
  for (std::size_t i = 0; i < 13; ++i) EXPECT_FALSE(normals.is_thin(i));
  Random random(3);
  const ShellDistance distance(mesh.vertices, mesh.triangles);
  for (int i = 0; i < 1000; ++i) {
    const Vec3<double> p{random.uniform(-1, 2), random.uniform(-1, 1), random.uniform(-1, 1)};
    const bool inside = p.x > 0 && p.x < 1 && p.y > 0 && p.z > 0;
    if (std::min({std::fabs(p.x), std::fabs(p.x - 1), std::fabs(p.y), std::fabs(p.z)}) < 1e-9) continue;
    EXPECT_EQ(distance(p) < 0, inside && p.y < 1 && p.z < 1);
  }
}

/// Right above a triangle, and not beside it; by its edges both are.
TEST(ShellDistance, FacesWhatIsAboveOrBelowATriangleAndNothingBeside) {
  Random random(4);
  const Mesh mesh = test::torus_mesh(1, 0.4, 9, 7);
  const ShellDistance distance(mesh.vertices, mesh.triangles);
  std::size_t above = 0;
  for (int i = 0; i < 1000; ++i) {
    const auto& t = mesh.triangles[random.below(static_cast<std::uint32_t>(mesh.triangles.size()))];
    const Vec3<double>&a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
    const Vec3<double> n = direction(outer(b - a, c - a));
    double u = random.uniform(-1, 2), v = random.uniform(-1, 2);
    const bool in = u > 0 && v > 0 && u + v < 1;
    if (std::min({std::fabs(u), std::fabs(v), std::fabs(1 - u - v)}) < 1e-6) continue;
    const Vec3<double> p = a + (b - a) * u + (c - a) * v + n * random.uniform(-1, 1);
    for (std::uint32_t j = 0; j < distance.size(); ++j) {
      const Plane plane = distance.plane(j);
      if (norm(plane.normal - n) > 1e-9 || std::fabs(plane.height(a)) > 1e-9 ||
          !distance.faces(j, (a + b + c) * (1.0 / 3)))
        continue;
      EXPECT_EQ(distance.faces(j, p), in);
      above += in ? 1 : 0;
    }
  }
  EXPECT_GT(above, 20u);
}

/// A box's face of two triangles: their diagonal is no bend, its sides are.
TEST(ShellDistance, IsClearOfBendsAsFarAsTheFacesBorder) {
  const Mesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
  const ShellDistance distance(box.vertices, box.triangles);
  Random random(5);
  for (int i = 0; i < 300; ++i) {
    const Vec3<double> p{random.uniform(0, 1), random.uniform(0, 1), random.uniform(1, 2)};
    const double border = std::min({p.x, p.y, 1 - p.x, 1 - p.y});
    bool within = true, beyond = true;
    for (std::uint32_t j = 0; j < distance.size(); ++j) {
      if (distance.plane(j).normal.z < 0.5) continue;
      within = within && distance.clear_of_bends(j, p, border * (1 - 1e-9));
      beyond = beyond && distance.clear_of_bends(j, p, border * (1 + 1e-9));
    }
    EXPECT_TRUE(within);
    EXPECT_FALSE(beyond);
  }
}

TEST(ShellDistance, SeesAllTrianglesThatAreNear) {
  Random random(6);
  const Mesh mesh = test::torus_mesh(1, 0.4, 24, 12);
  const ShellDistance distance(mesh.vertices, mesh.triangles);
  for (int i = 0; i < 100; ++i) {
    const Vec3<double> p = random.in_cube() * 1.5;
    const double radius = random.magnitude(0.05, 2);
    std::vector<std::uint32_t> seen;
    EXPECT_TRUE(distance.all_near(p, radius, [&](std::uint32_t t) { return seen.push_back(t), true; }));
    // No triangle that has a corner so near is left out, and none is there twice.
    std::size_t near = 0;
    for (const auto& t : mesh.triangles) {
      near += std::any_of(t.begin(), t.end(), [&](std::uint32_t v) { return norm(mesh.vertices[v] - p) < radius; });
    }
    EXPECT_GE(seen.size(), near);
    std::sort(seen.begin(), seen.end());
    EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end());
    // The first that says no ends it.
    std::size_t asked = 0;
    const bool all = distance.all_near(p, radius, [&](std::uint32_t) { return ++asked < 3; });
    EXPECT_EQ(all, seen.size() < 3);
    EXPECT_EQ(asked, std::min<std::size_t>(3, seen.size()));
  }
}

}  // namespace
}  // namespace abut::host
