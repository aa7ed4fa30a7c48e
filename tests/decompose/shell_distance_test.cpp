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

TEST(Body, ShellInsideOutInNoOtherIsRefused) {
  Mesh mesh = test::box_mesh({0, 0, 0}, {1, 1, 1});
  test::add_box(mesh, {2, 0, 0}, {3, 1, 1}, true);
  EXPECT_THROW(Body{mesh}, InvalidInput);
}

}  // namespace
}  // namespace abut::host
