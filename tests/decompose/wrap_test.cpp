// Closed meshes around any others.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <cmath>
#include <map>

#include "abut/decompose.h"
#include "host/decompose/surface_tree.h"
#include "host/decompose/winding.h"
#include "tests/decompose/surfaces.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::complaint;

/// Every vertex has one fan of triangles about it.
bool is_manifold(const Mesh& mesh) {
  std::map<std::uint32_t, std::map<std::uint32_t, std::uint32_t>> next;  // about a vertex
  std::map<std::uint32_t, std::size_t> count;
  for (const auto& t : mesh.triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      next[t[k]][t[(k + 1) % 3]] = t[(k + 2) % 3];
      ++count[t[k]];
    }
  }
  for (const auto& [v, ring] : next) {
    if (ring.size() != count[v]) return false;
    std::uint32_t at = ring.begin()->first;
    for (std::size_t k = 0; k < ring.size(); ++k) {
      const auto found = ring.find(at);
      if (found == ring.end() || (k > 0 && at == ring.begin()->first)) return false;
      at = found->second;
    }
    if (at != ring.begin()->first) return false;
  }
  return true;
}

void expect_wrap(const Mesh& mesh, const WrappedMesh& wrap) {
  const MeshReport report = examine(wrap.mesh);
  EXPECT_TRUE(report.closed);
  EXPECT_TRUE(report.consistently_oriented);
  EXPECT_TRUE(report.outward);
  EXPECT_EQ(report.duplicate_vertices, 0u);
  EXPECT_TRUE(is_manifold(wrap.mesh));
  // Distances by samples are no larger than stated.
  test::Random random(9);
  const host::SurfaceTree of_mesh(mesh.vertices, mesh.triangles), of_wrap(wrap.mesh.vertices, wrap.mesh.triangles);
  const auto farthest = [&](const Mesh& from, const host::SurfaceTree& to) {
    double most = 0;
    for (const auto& t : from.triangles) {
      for (int k = 0; k < 8; ++k) {
        double u = random.uniform(0, 1), v = random.uniform(0, 1);
        if (u + v > 1) u = 1 - u, v = 1 - v;
        const Vec3<double>&a = from.vertices[t[0]], &b = from.vertices[t[1]], &c = from.vertices[t[2]];
        most = std::max(most, to.nearest(a + (b - a) * u + (c - a) * v).distance);
      }
    }
    return most;
  };
  const double out = farthest(wrap.mesh, of_mesh), back = farthest(mesh, of_wrap);
  EXPECT_LE(out, wrap.wrap_to_mesh * (1 + 1e-12));
  EXPECT_LE(back, wrap.mesh_to_wrap * (1 + 1e-12));
  EXPECT_LE(wrap.mesh_outside, wrap.mesh_to_wrap + 0.1 * wrap.cell);
}

TEST(WindingNumber, IsOneInsideZeroOutsideAndAHalfInAFacet) {
  const Mesh box = test::box_mesh({0, 0, 0}, {1, 1, 1}), torus = test::torus_mesh(3, 1, 64, 32);
  const host::WindingNumber of_box(box.vertices, box.triangles), of_torus(torus.vertices, torus.triangles);
  EXPECT_NEAR(of_box({0.3, 0.4, 0.5}), 1, 1e-12);
  EXPECT_NEAR(of_box({1.3, 0.4, 0.5}), 0, 1e-12);
  EXPECT_NEAR(of_torus({3, 0.1, 0.2}), 1, 0.01);
  EXPECT_NEAR(of_torus({0, 0, 0}), 0, 0.01);
  EXPECT_NEAR(of_torus({8, 1, 2}), 0, 0.01);
  const Mesh open = test::open_box();
  EXPECT_NEAR(host::WindingNumber(open.vertices, open.triangles)({0.5, 0.5, 0.5}), 5.0 / 6, 1e-12);
}

TEST(Wrap, OfACubeIsTheCube) {
  const Mesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
  for (const std::uint32_t resolution : {8u, 15u, 32u}) {
    const WrappedMesh wrap = wrap_mesh(box, {resolution});
    expect_wrap(box, wrap);
    EXPECT_DOUBLE_EQ(wrap.cell, 1.0 / resolution);
    EXPECT_EQ(wrap.sheets, 0u);
    EXPECT_LE(wrap.wrap_to_mesh, 0.2 * wrap.cell);
    EXPECT_LE(wrap.mesh_to_wrap, 0.2 * wrap.cell);
    EXPECT_NEAR(examine(wrap.mesh).volume, 1, 1e-3);
  }
}

/// A missing facet or side is closed where the winding number is 1/2: bulging, but no farther than is stated.
TEST(Wrap, OfACubeWithHolesEnclosesItsVolumeToTheStatedDistance) {
  const auto cube = test::box_mesh({0, 0, 0}, {1, 1, 1});
  Mesh open = test::open_box(), missing = cube;
  missing.triangles.pop_back();
  for (const Mesh& mesh : {open, missing}) {
    const WrappedMesh wrap = wrap_mesh(mesh, {24});
    expect_wrap(mesh, wrap);
    const WrappedMesh of_cube = wrap_mesh(cube, {24});
    const double area = 6, volume = examine(wrap.mesh).volume;
    EXPECT_NEAR(volume, 1, area * wrap.wrap_to_mesh);
    EXPECT_NEAR(volume, 1, 0.2);
    EXPECT_LE(volume, examine(of_cube.mesh).volume + 1e-3);  // a hole takes away
    EXPECT_LE(wrap.mesh_outside, 1.1 * wrap.cell);
  }
}

TEST(Wrap, SheetsBecomePlates) {
  for (const Mesh& mesh : {test::sheet(4), test::moebius_strip(40)}) {
    const WrappedMesh wrap = wrap_mesh(mesh, {20});
    expect_wrap(mesh, wrap);
    EXPECT_GT(wrap.sheets, 0u);
    EXPECT_LE(wrap.wrap_to_mesh, 2 * wrap.cell);
    // A strip that winds has the plate's thickness, or what winds round it, on one side: where they meet, facets stick
    // out.
    EXPECT_LE(wrap.mesh_outside, 0.5 * wrap.cell);
  }
  const WrappedMesh flat = wrap_mesh(test::sheet(4), {20});
  EXPECT_NEAR(examine(flat.mesh).volume, 1 * 1.8 * 0.05, 0.02);
  EXPECT_LE(flat.mesh_outside, 0.1 * flat.cell);  // to what it is found to
  // Two of the four quarters about a crossing are run round by both sheets: filled near it, and that is stated.
  const WrappedMesh crossing = wrap_mesh(test::crossing_sheets(), {20});
  expect_wrap(test::crossing_sheets(), crossing);
  EXPECT_GT(crossing.sheets, 0u);
  EXPECT_LE(crossing.mesh_outside, crossing.cell);
}

TEST(Wrap, AnyTrianglesHaveOne) {
  const Mesh soup = test::random_facets(60, 0.1, 1), large = test::random_facets(25, 1, 2);
  for (const Mesh& mesh : {soup, large, test::cylinder_shell(30), test::angle_mesh()}) {
    expect_wrap(mesh, wrap_mesh(mesh, {17}));
  }
  Mesh turned = test::box_mesh({0, 0, 0}, {1, 1, 1});
  for (auto& t : turned.triangles) std::swap(t[0], t[1]);
  EXPECT_NEAR(examine(wrap_mesh(turned, {16}).mesh).volume, 1, 1e-3);
  Mesh shell = test::box_mesh({0, 0, 0}, {1, 1, 1});
  test::add_box(shell, {0.2, 0.2, 0.2}, {0.8, 0.8, 0.8}, true);  // a cavity stays one
  EXPECT_NEAR(examine(wrap_mesh(shell, {20}).mesh).volume, 1 - 0.216, 0.01);
}

TEST(Wrap, IsDecomposedAsASolid) {
  const Mesh open = test::open_box();
  const WrappedMesh wrap = wrap_mesh(open, {12});
  const auto parts = decompose(wrap.mesh, {.concavity = 0.1, .body = PartsBody::solid});
  EXPECT_TRUE(measure_parts(wrap.mesh, parts).covers);
  EXPECT_LE(parts.size(), 4u);
}

TEST(Wrap, TheSameForAnyNumberOfThreadsAndInAnyUnit) {
  const Mesh mesh = test::random_facets(40, 0.3, 3);
  const WrappedMesh wrap = wrap_mesh(mesh, {16});
  {
    const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
    const WrappedMesh again = wrap_mesh(mesh, {16});
    EXPECT_TRUE(test::same_points(wrap.mesh.vertices, again.mesh.vertices));
    EXPECT_EQ(wrap.mesh.triangles, again.mesh.triangles);
    EXPECT_EQ(wrap.wrap_to_mesh, again.wrap_to_mesh);
    EXPECT_EQ(wrap.mesh_to_wrap, again.mesh_to_wrap);
  }
  Mesh tiny = mesh;
  for (Vec3<double>& v : tiny.vertices) v = v * 0x1p-300;
  const WrappedMesh scaled = wrap_mesh(tiny, {16});
  EXPECT_EQ(scaled.mesh.triangles.size(), wrap.mesh.triangles.size());
  EXPECT_NEAR(scaled.wrap_to_mesh / scaled.cell, wrap.wrap_to_mesh / wrap.cell, 0.1);
}

TEST(Wrap, BadInputIsNamed) {
  const auto says = [](const Mesh& mesh, std::uint32_t resolution) {
    return complaint([&] { (void)wrap_mesh(mesh, {resolution}); });
  };
  Mesh mesh = test::open_box();
  EXPECT_EQ(says(mesh, 3), "wrap_mesh: resolution is 3, allowed is 4 to 256");
  EXPECT_EQ(says(mesh, 257), "wrap_mesh: resolution is 257, allowed is 4 to 256");
  EXPECT_NE(says(Mesh{}, 16), "");
  mesh.vertices[2].y = NAN;
  EXPECT_NE(says(mesh, 16), "");
  Mesh point;
  point.vertices = {{1, 2, 3}};
  point.triangles = {{0, 0, 0}};
  EXPECT_EQ(says(point, 16), "mesh: all its vertices are the point 1, 2, 3, allowed are two points or more");
  Mesh line;  // facets without area alone: a rod
  line.vertices = {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}};
  line.triangles = {{0, 1, 2}};
  EXPECT_GT(examine(wrap_mesh(line, {16}).mesh).volume, 0);
}

}  // namespace
}  // namespace abut
