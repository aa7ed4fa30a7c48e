// The grid of a wrap, what of it is inside, and its boundary: room on all sides, points that meet at no edge or corner
// alone, and a surface that is closed and has Euler's number of the solid.
#include "host/decompose/wrap_grid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "abut/decompose.h"
#include "host/decompose/shell_distance.h"
#include "host/decompose/wrap_surface.h"
#include "tests/decompose/surfaces.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;

Box box_of(const Mesh& mesh) {
  Box box;
  for (const Vec3<double>& v : mesh.vertices) box.add(v);
  return box;
}

/// Of a mesh whose facets are as they have to be.
struct Wrapped {
  Box box;
  Grid grid;
  WrapSolid solid;
  Mesh boundary;

  Wrapped(const Mesh& mesh, std::uint32_t resolution)
      : box(box_of(mesh)), grid(grid_about(box, resolution)), solid(mesh, grid, box) {
    boundary = boundary_of(solid, grid, mesh, SurfaceTree(mesh.vertices, mesh.triangles));
  }
  bool inside(std::int64_t x, std::int64_t y, std::int64_t z) const {
    return solid.inside()[static_cast<std::size_t>(grid.index(x, y, z))] != 0;
  }
};

TEST(Grid, HasRoomOnAllSidesAndNoPlaneInASideOfTheBox) {
  Random random(1);
  for (int i = 0; i < 100; ++i) {
    const std::uint32_t resolution = 4 + random.below(60);
    Box box;
    box.add(random.in_cube() * 10.0);
    box.add(box.lo + Vec3<double>{random.magnitude(1e-3, 10), random.magnitude(1e-3, 10), random.magnitude(1e-3, 10)});
    if (i % 4 == 0) box.hi = {box.lo.x + 1, box.lo.y + 1, box.lo.z + 1};
    const Grid grid = grid_about(box, resolution);
    EXPECT_DOUBLE_EQ(grid.cell * resolution, box.longest());
    const Vec3<double> last = grid.point(grid.count() - 1);
    const auto look = [&](double lo, double hi, double first, double end) {
      EXPECT_GE((lo - first) / grid.cell, 2.4);
      EXPECT_GE((end - hi) / grid.cell, 2.4);
      EXPECT_LE((end - first) / grid.cell, (hi - lo) / grid.cell + 9);
      // Of a box that is whole cells long: its sides lie between planes.
      const double cells = (hi - lo) / grid.cell, off = (lo - first) / grid.cell;
      if (std::fabs(cells - std::round(cells)) < 1e-9) {
        EXPECT_GT(std::fabs(off - std::round(off)), 0.2);
      }
    };
    look(box.lo.x, box.hi.x, grid.origin.x, last.x);
    look(box.lo.y, box.hi.y, grid.origin.y, last.y);
    look(box.lo.z, box.hi.z, grid.origin.z, last.z);
  }
}

TEST(Grid, FindsTheCellThatAPointLiesIn) {
  Random random(2);
  Box box;
  box.add({-1, 2, 3}), box.add({2, 3, 7});
  const Grid grid = grid_about(box, 16);
  for (int i = 0; i < 500; ++i) {
    const Vec3<double> p{random.uniform(-1, 2), random.uniform(2, 3), random.uniform(3, 7)};
    const std::int64_t cell = grid.cell_at(p);
    const Vec3<double> lo = grid.point(cell), d = (p - lo) * (1 / grid.cell);
    for (const double x : {d.x, d.y, d.z}) {
      EXPECT_GE(x, -1e-9);
      EXPECT_LE(x, 1 + 1e-9);
    }
    EXPECT_EQ(grid.point(cell + grid.step(0) + grid.step(1) + grid.step(2)).x, grid.point(cell + grid.step(0)).x);
  }
  for (std::int64_t x = 0; x < grid.size[0]; x += 3) {
    const std::int64_t i = grid.index(x, 2, 5);
    EXPECT_NEAR(grid.point(i).x, grid.origin.x + grid.cell * static_cast<double>(x), 1e-12);
    EXPECT_NEAR(grid.point(i).y, grid.origin.y + grid.cell * 2, 1e-12);
    EXPECT_NEAR(grid.point(i).z, grid.origin.z + grid.cell * 5, 1e-12);
  }
}

/// Well-composed: of four points about an edge none are inside crosswise alone, nor of eight two opposite ones.
void expect_well_composed(const Wrapped& w) {
  const Grid& g = w.grid;
  for (std::int64_t z = 0; z + 1 < g.size[2]; ++z) {
    for (std::int64_t y = 0; y + 1 < g.size[1]; ++y) {
      for (std::int64_t x = 0; x + 1 < g.size[0]; ++x) {
        const bool a = w.inside(x, y, z);
        const auto crosswise = [&](bool b, bool c, bool d) { return a == d && b == c && a != b; };
        ASSERT_FALSE(crosswise(w.inside(x + 1, y, z), w.inside(x, y + 1, z), w.inside(x + 1, y + 1, z)));
        ASSERT_FALSE(crosswise(w.inside(x + 1, y, z), w.inside(x, y, z + 1), w.inside(x + 1, y, z + 1)));
        ASSERT_FALSE(crosswise(w.inside(x, y + 1, z), w.inside(x, y, z + 1), w.inside(x, y + 1, z + 1)));
        std::vector<unsigned> in, out;
        for (unsigned k = 0; k < 8; ++k) {
          (w.inside(x + (k & 1), y + (k >> 1 & 1), z + (k >> 2)) ? in : out).push_back(k);
        }
        for (const auto& two : {in, out}) ASSERT_FALSE(two.size() == 2 && two[0] + two[1] == 7);
      }
    }
  }
}

TEST(WrapSolid, IsWellComposedAndNeverOnTheBorder) {
  for (const Mesh& mesh : {test::random_facets(120, 0.15, 1), test::random_facets(25, 1, 2), test::moebius_strip(30),
                           test::torus_mesh(1, 0.2, 20, 8), test::crossing_sheets()}) {
    for (const std::uint32_t resolution : {7u, 15u}) {
      const Wrapped w(mesh, resolution);
      ASSERT_NO_FATAL_FAILURE(expect_well_composed(w));
      const Grid& g = w.grid;
      for (std::int64_t i = 0; i < g.count(); ++i) {
        const std::int64_t at[3] = {i % g.size[0], i / g.size[0] % g.size[1], i / (g.size[0] * g.size[1])};
        const bool border = at[0] == 0 || at[1] == 0 || at[2] == 0 || at[0] + 1 == g.size[0] ||
                            at[1] + 1 == g.size[1] || at[2] + 1 == g.size[2];
        if (border) {
          ASSERT_EQ(w.solid.inside()[static_cast<std::size_t>(i)], 0);
        }
      }
    }
  }
}

/// Of solids it is what lies in them, to the point; and no sheet.
TEST(WrapSolid, OfASolidHoldsThePointsThatLieInIt) {
  for (const std::uint32_t resolution : {9u, 24u}) {
    const Wrapped box(test::box_mesh({0, 0, 0}, {3, 2, 1}), resolution);
    for (std::int64_t i = 0; i < box.grid.count(); ++i) {
      const Vec3<double> p = box.grid.point(i);
      const bool in = p.x > 0 && p.x < 3 && p.y > 0 && p.y < 2 && p.z > 0 && p.z < 1;
      ASSERT_EQ(box.solid.inside()[static_cast<std::size_t>(i)] != 0, in);
    }
    EXPECT_EQ(box.solid.sheets(), 0u);
  }
  // Of a ring those clear of its facets.
  const Wrapped ring(test::torus_mesh(1, 0.4, 48, 24), 18);
  for (std::int64_t i = 0; i < ring.grid.count(); ++i) {
    const Vec3<double> p = ring.grid.point(i);
    const double d = std::hypot(std::hypot(p.x, p.y) - 1, p.z) - 0.4;
    if (std::fabs(d) > 0.1) {
      ASSERT_EQ(ring.solid.inside()[static_cast<std::size_t>(i)] != 0, d < 0);
    }
  }
  EXPECT_EQ(ring.solid.sheets(), 0u);
}

/// Sheets are counted in cells: one square of them where a sheet lies along the grid, and what is near is inside.
TEST(WrapSolid, OfASheetHoldsWhatIsNearIt) {
  const Mesh sheet = test::sheet(3);
  const Wrapped w(sheet, 10);
  EXPECT_GE(w.solid.sheets(), 100u);
  EXPECT_LE(w.solid.sheets(), 11u * 11u);
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    const double cell = w.grid.cell, z = random.uniform(-2, 2) * cell;
    if (std::fabs(std::fabs(z) - 0.9 * cell) < 1e-6) continue;
    EXPECT_EQ(w.solid.holds({random.uniform(), random.uniform(), z}), std::fabs(z) < 0.9 * cell);
  }
}

/// Corners less edges and facets: 2 for each shell without a hole, 0 for a ring, 4 for a hollow ball.
TEST(WrapBoundary, HasEulersNumberOfTheSolid) {
  Mesh hollow = test::box_mesh({0, 0, 0}, {1, 1, 1}), two = test::box_mesh({0, 0, 0}, {1, 1, 1});
  test::add_box(hollow, {0.3, 0.3, 0.3}, {0.7, 0.7, 0.7}, true);
  test::add_box(two, {2, 0, 0}, {3, 1, 1});
  const auto expect_euler = [](const Mesh& mesh, int expected) {
    const Wrapped w(mesh, 16);
    std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
    std::set<std::uint32_t> corners;
    for (const auto& t : w.boundary.triangles) {
      for (std::size_t k = 0; k < 3; ++k) edges.insert(std::minmax(t[k], t[(k + 1) % 3])), corners.insert(t[k]);
    }
    EXPECT_EQ(corners.size(), w.boundary.vertices.size()) << "a vertex that nothing uses";
    EXPECT_EQ(static_cast<int>(corners.size() + w.boundary.triangles.size()) - static_cast<int>(edges.size()),
              expected);
    EXPECT_GT(examine(w.boundary).volume, 0);
  };
  expect_euler(test::box_mesh({0, 0, 0}, {3, 2, 1}), 2);
  expect_euler(test::torus_mesh(1, 0.4, 32, 16), 0);
  expect_euler(test::tube_mesh(0.5, 1, 0.4, 24), 0);
  expect_euler(hollow, 4);
  expect_euler(two, 4);
  expect_euler(test::sheet(2), 2);
  expect_euler(test::cylinder_shell(24), 2);  // filled
  expect_euler(test::moebius_strip(60), 0);   // a plate that is joined to itself
}

/// Planes are met where they cross: of a box along the axes every vertex is on it, and its corners are there.
TEST(WrapBoundary, OfABoxAlongTheAxesKeepsItsEdgesAndCorners) {
  const Mesh mesh = test::box_mesh({-1.5, -1, -0.5}, {1.5, 1.1, 0.45});
  const ShellDistance distance(mesh.vertices, mesh.triangles);
  for (const std::uint32_t resolution : {8u, 13u, 16u, 30u}) {
    const Wrapped w(mesh, resolution);
    for (const Vec3<double>& corner : mesh.vertices) {
      double least = infinity;
      for (const Vec3<double>& v : w.boundary.vertices) least = std::min(least, norm(v - corner));
      EXPECT_LT(least, 0.02 * w.grid.cell) << resolution;
    }
    for (const Vec3<double>& v : w.boundary.vertices) {
      EXPECT_LT(std::fabs(distance(v)), 0.01 * w.grid.cell) << resolution;
    }
    EXPECT_NEAR(examine(w.boundary).volume, 3 * 2.1 * 0.95, 0.01) << resolution;
  }
}

}  // namespace
}  // namespace abut::host
