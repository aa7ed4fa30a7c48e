// Triangles on the same three vertices: against counts of those that face each way, and walls between unit cubes
// against what the cubes' outside is.
#include "host/decompose/doubled_triangles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "host/shapes/union_find.h"
#include "tests/decompose/solids.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;
using Triangle = std::array<std::uint32_t, 3>;
using Triangles = std::vector<Triangle>;

/// The same triangle from its least vertex on: equal for those that face one way.
Triangle least_first(Triangle t) {
  std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  return t;
}
Triangle turned(const Triangle& t) { return {t[0], t[2], t[1]}; }
Triangle sorted(Triangle t) {
  std::sort(t.begin(), t.end());
  return t;
}

/// Cubes of a lattice, each with its own triangles, on common vertices.
Mesh cubes_at(const std::vector<std::array<int, 3>>& cells) {
  Mesh mesh;
  for (const auto& [x, y, z] : cells) {
    const Vec3<double> lo{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
    test::add_box(mesh, lo, lo + Vec3<double>{1, 1, 1});
  }
  return weld(mesh);
}

/// What the cubes' outside is, in which faces between two of them cancel out. Data only.
struct Outside {
  std::size_t triangles = 0, inner_faces = 0;
  bool closed = true;  ///< no edge has more than two of its facets
};

Outside outside_of(const std::vector<std::array<int, 3>>& cells) {
  const std::set<std::array<int, 3>> all(cells.begin(), cells.end());
  // Doubled middles of lattice edges, and how many faces of the outside are there.
  std::map<std::array<int, 3>, int> at_edge;
  Outside found;
  for (const auto& cell : all) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const int step : {-1, 1}) {
        auto next = cell;
        next[axis] += step;
        if (all.contains(next)) {
          ++found.inner_faces;
          continue;
        }
        found.triangles += 2;
        std::array<int, 3> face{2 * cell[0] + 1, 2 * cell[1] + 1, 2 * cell[2] + 1};
        face[axis] += step;
        for (const std::size_t along : {(axis + 1) % 3, (axis + 2) % 3}) {
          for (const int side : {-1, 1}) {
            auto edge = face;
            edge[along] += side;
            ++at_edge[edge];
          }
        }
      }
    }
  }
  found.inner_faces /= 2;
  for (const auto& [edge, count] : at_edge) found.closed = found.closed && count == 2;
  return found;
}

/// Cubes that touch at a corner alone have no edge in common: each set by itself.
std::vector<std::vector<std::array<int, 3>>> joined_by_edges(const std::vector<std::array<int, 3>>& cells) {
  UnionFind sets(cells.size());
  for (std::uint32_t i = 0; i < cells.size(); ++i) {
    for (std::uint32_t j = i + 1; j < cells.size(); ++j) {
      int apart = 0;
      for (std::size_t k = 0; k < 3; ++k) apart += std::abs(cells[i][k] - cells[j][k]);
      if (apart <= 2) sets.join(i, j);
    }
  }
  std::map<std::uint32_t, std::vector<std::array<int, 3>>> by_set;
  for (std::uint32_t i = 0; i < cells.size(); ++i) by_set[sets.find(i)].push_back(cells[i]);
  std::vector<std::vector<std::array<int, 3>>> out;
  for (auto& [set, of] : by_set) out.push_back(std::move(of));
  return out;
}

/// All that eight places have: walls go where the outside is closed without them, and else one of each two is left.
TEST(WithoutDoubles, WallsOfCubesGoWhereTheirOutsideIsClosed) {
  int with_walls = 0, with_open = 0;
  for (unsigned chosen = 1; chosen < 256; ++chosen) {
    std::vector<std::array<int, 3>> cells;
    for (unsigned k = 0; k < 8; ++k) {
      if (chosen >> k & 1)
        cells.push_back({static_cast<int>(k & 1), static_cast<int>(k >> 1 & 1), static_cast<int>(k >> 2)});
    }
    std::size_t walls = 0, copies = 0, left = 0;
    for (const auto& set : joined_by_edges(cells)) {
      const Outside outside = outside_of(set);
      (outside.closed ? walls : copies) += outside.inner_faces * (outside.closed ? 4 : 2);
      left += outside.triangles + (outside.closed ? 0 : 2 * outside.inner_faces);
      (outside.closed ? with_walls : with_open) += outside.inner_faces > 0 ? 1 : 0;
    }
    const Undoubled found = without_doubles(cubes_at(cells).triangles);
    ASSERT_EQ(found.walls, walls) << chosen;
    ASSERT_EQ(found.copies, copies) << chosen;
    ASSERT_EQ(found.triangles.size(), left) << chosen;
  }
  EXPECT_GT(with_walls, 50);
  EXPECT_GT(with_open, 50);
}

/// One that is walled in on all sides goes as well, and so do walls of two rows of different lengths.
TEST(WithoutDoubles, ABlockOfCubesIsOneSolid) {
  for (const auto& [nx, ny, nz] :
       {std::array{3, 3, 3}, std::array{4, 1, 1}, std::array{2, 5, 1}, std::array{4, 3, 2}}) {
    std::vector<std::array<int, 3>> cells;
    for (int x = 0; x < nx; ++x) {
      for (int y = 0; y < ny; ++y) {
        for (int z = 0; z < nz; ++z) cells.push_back({x, y, z});
      }
    }
    Mesh mesh = cubes_at(cells);
    const Undoubled found = without_doubles(mesh.triangles);
    EXPECT_EQ(found.triangles.size(), static_cast<std::size_t>(4 * (nx * ny + ny * nz + nz * nx)));
    EXPECT_EQ(found.copies, 0u);
    mesh.triangles = found.triangles;
    const MeshReport report = examine(weld(mesh));
    EXPECT_TRUE(report.closed && report.outward);
    EXPECT_NEAR(report.volume, nx * ny * nz, 1e-12);
  }
}

/// On few vertices, where most are there many times: what is left faces as most do.
TEST(WithoutDoubles, OfManyTheOneIsLeftThatFacesAsMostDo) {
  Random random(1);
  int decided = 0;
  for (int i = 0; i < 300; ++i) {
    Triangles triangles;
    std::map<Triangle, int> facing;
    for (int k = 0; k < 40; ++k) {
      Triangle t{random.below(6), random.below(6), random.below(6)};
      if (t[0] == t[1] || t[1] == t[2] || t[2] == t[0]) continue;
      triangles.push_back(t);
      ++facing[least_first(t)];
    }
    const Undoubled found = without_doubles(triangles);
    EXPECT_EQ(found.triangles.size() + found.walls + found.copies, triangles.size()) << i;
    std::set<Triangle> seen;
    for (const Triangle& t : found.triangles) {
      ASSERT_TRUE(seen.insert(sorted(t)).second) << i << ": there twice";
      const int with = facing[least_first(t)], against = facing[least_first(turned(t))];
      EXPECT_GE(with, against) << i;
      decided += with != against && against > 0 ? 1 : 0;
    }
    for (const auto& [t, count] : facing) {
      const bool even = count == facing[least_first(turned(t))];
      EXPECT_TRUE(even || seen.contains(sorted(t))) << i << ": none is left of what is no wall";
    }
  }
  EXPECT_GT(decided, 300);
}

TEST(WithoutDoubles, WhatIsThereOnceIsLeftAsItIsAndInItsOrder) {
  const Triangles torus = test::torus_mesh(2, 0.7, 12, 7).triangles;
  const Undoubled same = without_doubles(torus);
  EXPECT_EQ(same.triangles, torus);
  EXPECT_EQ(same.walls + same.copies, 0u);
  EXPECT_TRUE(without_doubles({}).triangles.empty());
  // Copies from another corner on, behind: they are what is dropped.
  Triangles twice = torus;
  for (const Triangle& t : torus) twice.push_back({t[1], t[2], t[0]});
  const Undoubled found = without_doubles(twice);
  EXPECT_EQ(found.triangles, torus);
  EXPECT_EQ(found.copies, torus.size());
}

/// Two cubes with a wall between them, listed in any order: as much is left, of the same triangles.
TEST(WithoutDoubles, TheOrderOfTrianglesChangesNoNumber) {
  Random random(2);
  const Triangles all = cubes_at({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {3, 0, 0}}).triangles;
  const Undoubled first = without_doubles(all);
  ASSERT_EQ(first.walls, 8u);
  std::set<Triangle> expected;
  for (const Triangle& t : first.triangles) expected.insert(least_first(t));
  for (int i = 0; i < 20; ++i) {
    Triangles shuffled = all;
    for (std::size_t k = shuffled.size(); k > 1; --k) {
      std::swap(shuffled[k - 1], shuffled[random.below(static_cast<std::uint32_t>(k))]);
    }
    const Undoubled found = without_doubles(shuffled);
    std::set<Triangle> left;
    for (const Triangle& t : found.triangles) left.insert(least_first(t));
    EXPECT_EQ(left, expected);
    EXPECT_EQ(found.walls, first.walls);
  }
}

}  // namespace
}  // namespace abut::host
