#include "abut/shapes/mesh.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/core/error.h"
#include "tests/shapes/point_sets.h"

namespace abut::test {
namespace {

/// A box with corners at +-h, outward.
Mesh box_mesh(Vec3<double> h) {
  Mesh mesh;
  for (unsigned k = 0; k < 8; ++k) {
    mesh.vertices.push_back({k & 1 ? h.x : -h.x, k & 2 ? h.y : -h.y, k & 4 ? h.z : -h.z});
  }
  const std::uint32_t quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                     {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (const auto& q : quads) {
    mesh.triangles.push_back({q[0], q[1], q[2]});
    mesh.triangles.push_back({q[0], q[2], q[3]});
  }
  return mesh;
}

Mesh sphere_mesh(int n) {
  Mesh mesh;
  const double pi = 3.14159265358979323846;
  mesh.vertices.push_back({0, 0, 1});
  for (int i = 1; i < n; ++i) {
    for (int j = 0; j < 2 * n; ++j) {
      const double t = pi * i / n, p = pi * j / n;
      mesh.vertices.push_back({std::sin(t) * std::cos(p), std::sin(t) * std::sin(p), std::cos(t)});
    }
  }
  mesh.vertices.push_back({0, 0, -1});
  const auto id = [n](int i, int j) {
    return static_cast<std::uint32_t>(i == 0 ? 0 : i == n ? 1 + (n - 1) * 2 * n : 1 + (i - 1) * 2 * n + j % (2 * n));
  };
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < 2 * n; ++j) {
      if (i > 0) mesh.triangles.push_back({id(i, j), id(i + 1, j), id(i, j + 1)});
      if (i < n - 1) mesh.triangles.push_back({id(i, j + 1), id(i + 1, j), id(i + 1, j + 1)});
    }
  }
  return mesh;
}

/// Every triangle with corners of its own.
Mesh unwelded(const Mesh& mesh) {
  Mesh out;
  for (const auto& t : mesh.triangles) {
    const auto v = static_cast<std::uint32_t>(out.vertices.size());
    for (const std::uint32_t k : t) out.vertices.push_back(mesh.vertices[k]);
    out.triangles.push_back({v, v + 1, v + 2});
  }
  return out;
}

Mesh transformed(Mesh mesh, const Mat3<double>& r, Vec3<double> shift, double scale) {
  mesh.vertices = moved(mesh.vertices, r, shift, scale);
  return mesh;
}

constexpr Mat3<double> identity{{1, 0, 0, 0, 1, 0, 0, 0, 1}};

TEST(MeshReport, ABoxHasItsVolumeAreaCentroidAndInertia) {
  for (const Vec3<double> shift : {Vec3<double>{0, 0, 0}, Vec3<double>{100, -50, 25}}) {
    const MeshReport r = examine(transformed(box_mesh({1, 2, 3}), identity, shift, 1));
    EXPECT_TRUE(r.closed && r.consistently_oriented && r.outward);
    EXPECT_EQ(r.components, 1u);
    EXPECT_DOUBLE_EQ(r.volume, 48);
    EXPECT_DOUBLE_EQ(r.area, 88);
    EXPECT_LE(max_abs(r.centroid - shift), 1e-13);
    // m / 3 (b^2 + c^2) with half extents.
    EXPECT_NEAR(r.inertia.m[0], 16 * 13.0, 1e-11);
    EXPECT_NEAR(r.inertia.m[4], 16 * 10.0, 1e-11);
    EXPECT_NEAR(r.inertia.m[8], 16 * 5.0, 1e-11);
    for (const int k : {1, 2, 3, 5, 6, 7}) EXPECT_NEAR(r.inertia.m[k], 0, 1e-11);
    EXPECT_DOUBLE_EQ(r.size, std::sqrt(14.0));
    EXPECT_EQ(r.hull_vertices, 8u);
    EXPECT_EQ(r.hull_faces, 6u);
    EXPECT_NEAR(r.convexity, 1, 1e-14);
    EXPECT_EQ(r.largest_concavity, 0);
  }
}

TEST(MeshReport, ATurnedBoxHasTheTurnedInertia) {
  Random random(1);
  for (int trial = 0; trial < 20; ++trial) {
    const Mat3<double> r = random.rotation();
    const MeshReport report = examine(transformed(box_mesh({1, 2, 3}), r, random.in_cube() * 10.0, 1));
    const Mat3<double> own{{16 * 13.0, 0, 0, 0, 16 * 10.0, 0, 0, 0, 16 * 5.0}};
    const Mat3<double> rt{{r.m[0], r.m[3], r.m[6], r.m[1], r.m[4], r.m[7], r.m[2], r.m[5], r.m[8]}};
    const Mat3<double> expected = times(times(r, own), rt);
    for (int k = 0; k < 9; ++k) EXPECT_NEAR(report.inertia.m[k], expected.m[k], 1e-10);
  }
}

TEST(MeshReport, ATetrahedronHasASixthOfTheBox) {
  const Mesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}}};
  const MeshReport r = examine(mesh);
  EXPECT_NEAR(r.volume, 1.0 / 6, 1e-16);
  EXPECT_NEAR(r.centroid.x, 0.25, 1e-15);
  EXPECT_NEAR(r.inertia.m[0], 1.0 / 80, 1e-16);   // 2 (1/60 - V/16)
  EXPECT_NEAR(r.inertia.m[1], 1.0 / 480, 1e-16);  // -(1/120 - V/16)
  EXPECT_TRUE(r.outward);
}

TEST(MeshReport, ASphereConvergesToItsVolumeAndInertia) {
  const double pi = 3.14159265358979323846;
  double last = 1;
  for (const int n : {8, 16, 32}) {
    const MeshReport r = examine(sphere_mesh(n));
    const double error = 1 - r.volume / (4 * pi / 3);
    EXPECT_GT(error, 0);
    EXPECT_LT(error, last / 3.5);  // second order
    last = error;
    EXPECT_NEAR(r.inertia.m[0] / (8 * pi / 15), 1, 3 * error);
    EXPECT_NEAR(r.convexity, 1, 1e-12);
    EXPECT_LE(r.largest_concavity, 1e-14);
    EXPECT_EQ(r.hull_vertices, r.vertices);
  }
}

TEST(MeshReport, ScaleByAPowerOfTwoScalesEveryFigure) {
  const MeshReport a = examine(box_mesh({1, 2, 3}));
  const MeshReport b = examine(transformed(box_mesh({1, 2, 3}), identity, {0, 0, 0}, 0x1p-100));
  EXPECT_EQ(b.volume, std::ldexp(a.volume, -300));
  EXPECT_EQ(b.inertia.m[0], std::ldexp(a.inertia.m[0], -500));
  EXPECT_EQ(b.convexity, a.convexity);
  EXPECT_EQ(b.degenerate_triangles, 0u);
}

TEST(MeshReport, DuplicateVerticesDoNotOpenAMesh) {
  const MeshReport r = examine(unwelded(box_mesh({1, 1, 1})));
  EXPECT_TRUE(r.closed);
  EXPECT_EQ(r.vertices, 36u);
  EXPECT_EQ(r.duplicate_vertices, 28u);
  EXPECT_EQ(r.components, 1u);
}

TEST(MeshReport, AMissingTriangleOpensTheMesh) {
  Mesh mesh = box_mesh({1, 1, 1});
  mesh.triangles.pop_back();
  const MeshReport r = examine(mesh);
  EXPECT_FALSE(r.closed);
  EXPECT_FALSE(r.outward);
  EXPECT_TRUE(r.consistently_oriented);
  EXPECT_EQ(r.boundary_edges, 3u);
}

TEST(MeshReport, AFlippedTriangleIsInconsistent) {
  Mesh mesh = box_mesh({1, 1, 1});
  std::swap(mesh.triangles[4][0], mesh.triangles[4][1]);
  const MeshReport r = examine(mesh);
  EXPECT_TRUE(r.closed);
  EXPECT_FALSE(r.consistently_oriented);
  EXPECT_FALSE(r.outward);
}

TEST(MeshReport, AMeshTurnedInsideOutIsNotOutward) {
  Mesh mesh = box_mesh({1, 1, 1});
  for (auto& t : mesh.triangles) std::swap(t[0], t[1]);
  const MeshReport r = examine(mesh);
  EXPECT_TRUE(r.closed && r.consistently_oriented);
  EXPECT_FALSE(r.outward);
  EXPECT_DOUBLE_EQ(r.volume, -8);
  EXPECT_NEAR(r.convexity, 1, 1e-14);
  EXPECT_NEAR(r.inertia.m[0], 8 * 2.0 / 3, 1e-13);
}

TEST(MeshReport, AnEdgeWithThreeTrianglesIsNonManifold) {
  Mesh mesh = box_mesh({1, 1, 1});
  mesh.vertices.push_back({5, 5, 5});
  mesh.triangles.push_back({0, 1, 8});
  const MeshReport r = examine(mesh);
  EXPECT_FALSE(r.closed);
  EXPECT_EQ(r.non_manifold_edges, 1u);
  EXPECT_EQ(r.boundary_edges, 2u);
}

TEST(MeshReport, DegenerateTrianglesAreCounted) {
  Mesh mesh = box_mesh({1, 1, 1});
  mesh.triangles.push_back({0, 0, 1});  // two equal corners: no edge of the surface
  mesh.vertices.push_back({0, 0, 0});
  mesh.vertices.push_back({1, 1, 1});
  mesh.triangles.push_back({0, 8, 9});  // three in a row: edges of their own
  const MeshReport r = examine(mesh);
  EXPECT_EQ(r.degenerate_triangles, 2u);
  EXPECT_EQ(r.duplicate_vertices, 1u);
  EXPECT_EQ(r.boundary_edges, 3u);
}

TEST(MeshReport, SeparateSolidsAreComponents) {
  Mesh mesh = box_mesh({1, 1, 1});
  const Mesh other = transformed(box_mesh({1, 1, 1}), identity, {2, 2, 2}, 1);  // touches at one vertex
  for (const auto& t : other.triangles) mesh.triangles.push_back({t[0] + 8, t[1] + 8, t[2] + 8});
  mesh.vertices.insert(mesh.vertices.end(), other.vertices.begin(), other.vertices.end());
  const MeshReport r = examine(mesh);
  EXPECT_EQ(r.components, 2u);
  EXPECT_TRUE(r.closed);
  EXPECT_DOUBLE_EQ(r.volume, 16);
}

TEST(MeshReport, UnusedVerticesDoNotCountForBoxAndHull) {
  Mesh mesh = box_mesh({1, 1, 1});
  mesh.vertices.push_back({100, 0, 0});
  const MeshReport r = examine(mesh);
  EXPECT_EQ(r.unused_vertices, 1u);
  EXPECT_EQ(r.duplicate_vertices, 0u);
  EXPECT_EQ(r.box_max.x, 1);
  EXPECT_EQ(r.hull_vertices, 8u);
}

TEST(MeshReport, ConcavityIsTheDepthOfTheDeepestVertexUnderTheHull) {
  // The upper face of a box pressed in to a point at height 0.25.
  Mesh mesh = box_mesh({1, 1, 1});
  mesh.triangles.resize(10);
  mesh.vertices.push_back({0, 0, 0.25});
  for (const auto& [a, b] : {std::pair{4u, 5u}, {5u, 7u}, {7u, 6u}, {6u, 4u}}) mesh.triangles.push_back({a, b, 8});
  const MeshReport r = examine(mesh);
  EXPECT_TRUE(r.outward);
  EXPECT_NEAR(r.largest_concavity, 0.75, 1e-15);
  EXPECT_NEAR(r.hull_volume, 8, 1e-14);
  EXPECT_NEAR(r.volume, 7, 1e-14);
  EXPECT_NEAR(r.convexity, 7.0 / 8, 1e-15);
}

TEST(MeshReport, AFlatMeshHasNoVolume) {
  const MeshReport r = examine(Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}}});
  EXPECT_EQ(r.volume, 0);
  EXPECT_EQ(r.convexity, 0);
  EXPECT_EQ(r.hull_faces, 2u);
  EXPECT_EQ(r.boundary_edges, 3u);
  EXPECT_EQ(r.area, 0.5);
}

TEST(MeshReport, BadMeshesAreRefused) {
  EXPECT_THROW(examine(Mesh{}), InvalidInput);
  EXPECT_THROW(examine(Mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 3}}}), InvalidInput);
  EXPECT_THROW(examine(Mesh{{{0, 0, 0}, {1, std::nan(""), 0}, {0, 1, 0}}, {{0, 1, 2}}}), InvalidInput);
}

TEST(Weld, EqualVerticesBecomeOneAndUnusedOnesGo) {
  const Mesh mesh{{{9, 9, 9}, {0.0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {-0.0, 0, 0}, {1, 1, 0}}, {{1, 2, 3}, {4, 5, 3}}};
  const Mesh welded = weld(mesh);
  ASSERT_EQ(welded.vertices.size(), 4u);
  EXPECT_EQ(welded.triangles[0], (std::array<std::uint32_t, 3>{0, 1, 2}));
  EXPECT_EQ(welded.triangles[1], (std::array<std::uint32_t, 3>{0, 3, 2}));
  EXPECT_TRUE(same(welded.vertices[3], {1, 1, 0}));
}

}  // namespace
}  // namespace abut::test
