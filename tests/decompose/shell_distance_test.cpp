// Signed distances to closed meshes, against closed forms and all triangles.
#include "host/decompose/shell_distance.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "abut/core/error.h"
#include "host/decompose/body.h"
#include "tests/decompose/solids.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;

/// Of the solid angle that all triangles fill: 1 inside, 0 outside (van Oosterom & Strackee 1983).
double winding_number(const Mesh& mesh, Vec3<double> p) {
  double sum = 0;
  for (const auto& t : mesh.triangles) {
    const Vec3<double> a = mesh.vertices[t[0]] - p, b = mesh.vertices[t[1]] - p, c = mesh.vertices[t[2]] - p;
    const double la = norm(a), lb = norm(b), lc = norm(c);
    sum += std::atan2(inner(a, outer(b, c)), la * lb * lc + inner(a, b) * lc + inner(b, c) * la + inner(c, a) * lb);
  }
  return sum / (2 * M_PI);
}

/// By a fine grid of each triangle: not below the distance, and above it by no more than the grid's step.
double sampled_distance(const Mesh& mesh, Vec3<double> p, int steps) {
  double least = infinity;
  for (const auto& t : mesh.triangles) {
    for (int i = 0; i <= steps; ++i) {
      for (int j = 0; i + j <= steps; ++j) {
        const double u = static_cast<double>(i) / steps, v = static_cast<double>(j) / steps;
        const Vec3<double> q = mesh.vertices[t[0]] * (1 - u - v) + mesh.vertices[t[1]] * u + mesh.vertices[t[2]] * v;
        least = std::min(least, norm(p - q));
      }
    }
  }
  return least;
}

TEST(ShellDistance, OfABoxIsItsClosedForm) {
  const Mesh mesh = test::box_mesh({-1, -2, -3}, {1, 2, 3});
  const ShellDistance distance(mesh.vertices, mesh.triangles);
  Random random(1);
  for (int i = 0; i < 2000; ++i) {
    const Vec3<double> p{random.uniform(-3, 3), random.uniform(-4, 4), random.uniform(-5, 5)};
    const Vec3<double> q{std::fabs(p.x) - 1, std::fabs(p.y) - 2, std::fabs(p.z) - 3};
    const double out = norm({std::max(q.x, 0.0), std::max(q.y, 0.0), std::max(q.z, 0.0)});
    const double expected = out > 0 ? out : std::max({q.x, q.y, q.z});
    EXPECT_NEAR(distance(p), expected, 1e-14);
    EXPECT_EQ(distance(p, std::fabs(expected)), distance(p)) << "known to be no farther";
  }
}

/// A tube about a curve that goes round the z axis twice, and crosses itself: the tube runs round some places twice.
Mesh twice_round_mesh() {
  Mesh mesh = test::torus_mesh(1, 0.35, 48, 12);
  for (std::uint32_t i = 0; i < 48; ++i) {
    for (std::uint32_t j = 0; j < 12; ++j) {
      const double u = 4 * M_PI * i / 48, v = 2 * M_PI * j / 12, r = 1 + 0.3 * std::cos(u / 2) + 0.35 * std::cos(v);
      mesh.vertices[12 * i + j] = {r * std::cos(u), r * std::sin(u), 0.35 * std::sin(v)};
    }
  }
  return mesh;
}

std::size_t facets_in_doubt(const ShellDistance& distance) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < distance.size(); ++i) count += distance.has_inside_below(i) ? 0 : 1;
  return count;
}

TEST(ShellDistance, OfASurfaceThroughItselfHasTheSideOfTheWindingNumber) {
  // A spindle torus, whose facets cross at its axis and run round what is there once each way, alone and with a cavity
  // inside; a tube that runs round some places twice; and points in their grids' planes.
  Mesh hollow = test::torus_mesh(0.5, 0.7, 24, 12);
  const Mesh spindle = hollow;
  test::add_box(hollow, {0.85, -0.1, -0.1}, {1.05, 0.1, 0.1}, true);
  int twice = 0;
  for (const Mesh& mesh : {spindle, hollow, twice_round_mesh()}) {
    const Body body(mesh);
    ASSERT_EQ(body.distances().size(), 1u);
    const ShellDistance& distance = body.distances().front();
    ASSERT_GT(facets_in_doubt(distance), 0u);
    Random random(3);
    int inside = 0;
    for (int i = 0; i < 4000; ++i) {
      Vec3<double> p{random.uniform(-1.3, 1.3), random.uniform(-1.3, 1.3), random.uniform(-0.8, 0.8)};
      if (i % 4 == 0) p.z = 0;  // where a ray meets edges and corners
      if (i % 4 == 1) p.y = 0;
      const double d = distance(p), expected = winding_number(mesh, p);
      if (std::fabs(d) < 1e-9) continue;
      EXPECT_NEAR(expected, distance.winding_number(p), 1e-6) << p.x << ' ' << p.y << ' ' << p.z;
      EXPECT_EQ(d<0, std::fabs(expected)> 0.5);
      inside += d < 0 ? 1 : 0, twice += std::fabs(expected) > 1.5 ? 1 : 0;
    }
    EXPECT_GT(inside, 300);
  }
  EXPECT_GT(twice, 20) << "the test asks for too little";
  EXPECT_EQ(facets_in_doubt(Body(test::angle_mesh()).distances().front()), 0u);
}

/// What is said to be known may be wrong by a rounding: far off the origin cubes' middles are.
TEST(ShellDistance, IsFoundWhereItIsLargerThanKnown) {
  const Mesh mesh = test::box_mesh({-1, -2, -3}, {1, 2, 3});
  const ShellDistance distance(mesh.vertices, mesh.triangles);
  for (const Vec3<double>& p : {Vec3<double>{0, 0, 0}, {0.5, 1, 2}, {2, 0, 0}, {3, 4, 5}}) {
    EXPECT_EQ(distance(p, 0.9 * std::fabs(distance(p))), distance(p));
    EXPECT_EQ(distance(p, 0), distance(p));
  }
}

TEST(ShellDistance, AgreesWithAllTrianglesOfConcaveMeshes) {
  Random random(2);
  for (const Mesh& mesh : {test::angle_mesh(), test::torus_mesh(2, 0.7, 12, 7)}) {
    const ShellDistance distance(mesh.vertices, mesh.triangles);
    for (int i = 0; i < 200; ++i) {
      const Vec3<double> p{random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-2, 2)};
      const double d = distance(p), sampled = sampled_distance(mesh, p, 60);
      EXPECT_LE(std::fabs(d), sampled + 1e-12);
      EXPECT_GE(std::fabs(d), sampled - 0.05);
      if (std::fabs(d) < 1e-9) continue;
      EXPECT_EQ(d<0, winding_number(mesh, p)> 0.5) << p.x << ' ' << p.y << ' ' << p.z;
    }
  }
}

TEST(ShellDistance, OfABoxIsNoMoreThanTheHeightTimesTheRootOfThree) {
  const Mesh mesh = test::box_mesh({-1, -2, -3}, {1, 2, 3});
  const ShellDistance distance(mesh.vertices, mesh.triangles);
  for (std::size_t i = 0; i < distance.size(); ++i) EXPECT_NEAR(distance.over_height(i), std::sqrt(3), 1e-14);
}

/// How far `p` is from the triangle in `mesh.triangles[i]`, and how high above its plane.
struct Over {
  double distance, height;
};

Over over(const Mesh& mesh, std::size_t i, Vec3<double> p) {
  const auto& t = mesh.triangles[i];
  const Vec3<double> a = mesh.vertices[t[0]], b = mesh.vertices[t[1]], c = mesh.vertices[t[2]];
  const Vec3<double> n = unit_vector(outer(b - a, c - a));
  const double height = inner(n, p - a);
  const Vec3<double> foot = p - n * height;
  double distance = std::fabs(height);
  for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
    if (inner(n, outer(to - from, foot - from)) >= 0) continue;
    distance = infinity;
    break;
  }
  for (const auto& [from, to] : {std::pair(a, b), std::pair(b, c), std::pair(c, a)}) {
    const double s = std::clamp(inner(p - from, to - from) / inner(to - from, to - from), 0.0, 1.0);
    distance = std::min(distance, norm(p - from - (to - from) * s));
  }
  return {distance, height};
}

TEST(ShellDistance, IsNoMoreThanTheHeightAboveTheNearestTrianglesTimesTheirFactor) {
  Random random(3);
  for (const Mesh& mesh :
       {test::box_mesh({-1, -1, -1}, {1, 1, 1}), test::angle_mesh(), test::torus_mesh(2, 0.7, 8, 4)}) {
    const ShellDistance distance(mesh.vertices, mesh.triangles);
    // The distance's triangles are sorted by its tree: found again by their planes.
    const auto factor = [&](std::size_t i) {
      const auto& t = mesh.triangles[i];
      const Vec3<double> a = mesh.vertices[t[0]], b = mesh.vertices[t[1]], c = mesh.vertices[t[2]];
      const Vec3<double> middle = (a + b + c) * (1.0 / 3), n = unit_vector(outer(b - a, c - a));
      for (std::uint32_t j = 0; j < distance.size(); ++j) {
        const Plane plane = distance.plane(j);
        if (norm(plane.normal - n) < 1e-12 && std::fabs(plane.height(middle)) < 1e-12 && distance.faces(j, middle))
          return distance.over_height(j);
      }
      ADD_FAILURE() << "triangle " << i << " is not there";
      return 0.0;
    };
    std::vector<double> factors;
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) factors.push_back(factor(i));
    int near_corners = 0;
    for (int k = 0; k < 3000; ++k) {
      const Vec3<double> p{random.uniform(-4, 4), random.uniform(-4, 4), random.uniform(-3, 3)};
      const double d = distance(p);
      if (d <= 1e-6) continue;
      double bound = 0, highest = 0;
      int nearest = 0;
      for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
        const Over o = over(mesh, i, p);
        if (o.distance > d + 1e-9) continue;
        ++nearest;
        highest = std::max(highest, o.height);
        bound = std::max(bound, o.height * factors[i]);
      }
      ASSERT_GT(nearest, 0);
      EXPECT_LE(d, bound + 1e-9);
      near_corners += highest < 0.8 * d;
    }
    EXPECT_GT(near_corners, 100) << "where the height alone is no bound";
  }
}

TEST(Body, CavitiesAreOutsideAndShellsInShellsInside) {
  Mesh mesh = test::box_mesh({0, 0, 0}, {10, 10, 10});
  test::add_box(mesh, {2, 2, 2}, {8, 8, 8}, true);
  test::add_box(mesh, {4, 4, 4}, {6, 6, 6});
  test::add_box(mesh, {9, 0, 0}, {12, 10, 10});  // reaches into the first
  const Body body(mesh);
  EXPECT_EQ(body.solids().size(), 3u);
  EXPECT_DOUBLE_EQ(body.volume(), 1000 - 216 + 8 + 300);
  EXPECT_DOUBLE_EQ(body.half_extent(), 6);
  EXPECT_DOUBLE_EQ(body.distance({1, 5, 5}), -1);
  EXPECT_DOUBLE_EQ(body.distance({3, 5, 5}), 1);
  EXPECT_DOUBLE_EQ(body.distance({5, 5, 5}), -1);
  EXPECT_DOUBLE_EQ(body.distance({9.25, 5, 5}), -0.75);
  EXPECT_DOUBLE_EQ(body.distance({11, 5, 5}), -1);
  EXPECT_DOUBLE_EQ(body.distance({14, 5, 5}), 2);
}

/// Neither the shell nor the cavity holds what of the cavity lies beyond the wall.
TEST(Body, ACavityThatPokesOutIsOutsideThere) {
  Mesh mesh = test::angle_mesh();
  test::add_box(mesh, {0.5, 0.5, 0.25}, {1.5, 1.5, 0.75}, true);
  const Body body(mesh);
  EXPECT_LT(body.distance({0.25, 0.25, 0.5}), 0);
  EXPECT_DOUBLE_EQ(body.distance({0.75, 0.75, 0.5}), 0.25);
  EXPECT_DOUBLE_EQ(body.distance({1.25, 1.25, 0.5}), 0.25);
}

TEST(Body, ShellInsideOutInNoOtherIsRefused) {
  Mesh mesh = test::box_mesh({0, 0, 0}, {1, 1, 1});
  test::add_box(mesh, {2, 0, 0}, {3, 1, 1}, true);
  EXPECT_THROW(Body{mesh}, InvalidInput);
}

}  // namespace
}  // namespace abut::host
