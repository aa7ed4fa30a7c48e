// Caps of cuts through outlines of any kind: their area against the outlines', without a fold, and closed by number.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include "host/decompose/piece.h"
#include "tests/decompose/solids.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;

/// Corners in a plane: counter-clockwise round what is solid, clockwise round a hole.
using Outline = std::vector<std::array<double, 2>>;

double area_of(const std::vector<Outline>& outlines) {
  double sum = 0;
  for (const Outline& o : outlines) {
    for (std::size_t i = 0; i < o.size(); ++i) {
      const auto &p = o[i], &q = o[(i + 1) % o.size()];
      sum += (p[0] * q[1] - p[1] * q[0]) / 2;
    }
  }
  return sum;
}

/// Walls over outlines from z = 0 to 1, open at both ends, turned and moved.
struct Walls {
  Piece piece;
  Plane middle;  ///< across them, half way up

  Walls(const std::vector<Outline>& outlines, const Mat3<double>& turn, const Vec3<double>& shift) {
    std::vector<Vec3<double>> vertices;
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (const Outline& o : outlines) {
      const auto first = static_cast<std::uint32_t>(vertices.size()), n = static_cast<std::uint32_t>(o.size());
      for (std::uint32_t i = 0; i < n; ++i) {
        vertices.push_back(rotate(turn, {o[i][0], o[i][1], 0}) + shift);
        vertices.push_back(rotate(turn, {o[i][0], o[i][1], 1}) + shift);
        const std::uint32_t a = first + 2 * i, b = first + 2 * ((i + 1) % n);
        triangles.push_back({a, b, b + 1}), triangles.push_back({a, b + 1, a + 1});
      }
    }
    piece = piece_of(vertices, triangles);
    middle.normal = rotate(turn, {0, 0, 1});
    middle.offset = inner(middle.normal, rotate(turn, {0, 0, 0.5}) + shift);
  }
};

/// Of the polygons whose corners are all in the plane. Data only.
struct Lid {
  double area = 0, unsigned_area = 0;
};
Lid lid_of(const Piece& piece, const Plane& plane) {
  Lid lid;
  const std::span<const std::uint32_t> corners = piece.corners;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    const auto polygon = corners.subspan(piece.begin[i], piece.begin[i + 1] - piece.begin[i]);
    const auto is_in = [&](std::uint32_t v) { return std::fabs(plane.height(piece.points[v])) < 1e-9; };
    if (!std::all_of(polygon.begin(), polygon.end(), is_in)) continue;
    const double area = inner(area_vector(piece.points, polygon), plane.normal) / 2;
    lid.area += area, lid.unsigned_area += std::fabs(area);
  }
  return lid;
}

/// Every edge between corners in the plane runs there and back.
void expect_closed_in(const Piece& piece, const Plane& plane) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (std::size_t i = 0; i < piece.size(); ++i) {
    for (std::uint32_t k = piece.begin[i]; k < piece.begin[i + 1]; ++k) {
      const std::uint32_t p = piece.corners[k], q = piece.corners[k + 1 < piece.begin[i + 1] ? k + 1 : piece.begin[i]];
      if (std::fabs(plane.height(piece.points[p])) > 1e-9 || std::fabs(plane.height(piece.points[q])) > 1e-9) continue;
      edges[{p, q}] += 1, edges[{q, p}] -= 1;
    }
  }
  for (const auto& [edge, count] : edges) ASSERT_EQ(count, 0) << edge.first << ' ' << edge.second;
}

/// In some positions: an outline's aligned corners are aligned to rounding only.
void expect_capped(const std::vector<Outline>& outlines) {
  Random random(3);
  const double area = area_of(outlines);
  for (int i = 0; i < 6; ++i) {
    const Mat3<double> turn = i == 0 ? Mat3<double>{{1, 0, 0, 0, 1, 0, 0, 0, 1}} : random.rotation();
    const Walls walls(outlines, turn, random.in_ball() * (i == 0 ? 0.0 : 3.0));
    const Halves halves = cut(walls.piece, walls.middle, 1e-12);
    for (const Piece* half : {&halves.below, &halves.above}) {
      ASSERT_NO_FATAL_FAILURE(expect_closed_in(*half, walls.middle));
      const Lid lid = lid_of(*half, walls.middle);
      EXPECT_NEAR(lid.area, half == &halves.below ? area : -area, 1e-9) << i;
      EXPECT_NEAR(lid.unsigned_area, area, 1e-9) << i << ": folded";
    }
  }
}

Outline square(double x, double y, double half, bool hole = false) {
  Outline o{{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}};
  if (hole) std::reverse(o.begin(), o.end());
  return o;
}

TEST(Caps, OfCombsAndSpiralsAreWholeAndHaveNoFold) {
  for (const int teeth : {1, 2, 7, 25}) {
    Outline comb{{0, 0}, {2.0 * teeth + 1, 0}};
    for (int k = teeth; k >= 0; --k) {
      comb.push_back({2.0 * k + 1, 3}), comb.push_back({2.0 * k, 3});
      if (k > 0) comb.push_back({2.0 * k, 1}), comb.push_back({2.0 * k - 1, 1});
    }
    ASSERT_NEAR(area_of({comb}), 2.0 * teeth + 1 + 2 * (teeth + 1), 1e-12);
    expect_capped({comb});
  }
  Outline spiral;
  for (int k = 0; k <= 90; ++k)
    spiral.push_back({(1 + 0.05 * k) * std::cos(0.2 * k), (1 + 0.05 * k) * std::sin(0.2 * k)});
  for (int k = 90; k >= 0; --k)
    spiral.push_back({(0.4 + 0.05 * k) * std::cos(0.2 * k), (0.4 + 0.05 * k) * std::sin(0.2 * k)});
  if (area_of({spiral}) < 0) std::reverse(spiral.begin(), spiral.end());
  expect_capped({spiral});
}

TEST(Caps, OfStarsOfAnyRadiiAreWholeAndHaveNoFold) {
  Random random(1);
  for (int i = 0; i < 60; ++i) {
    Outline star;
    const int n = 3 + static_cast<int>(random.below(30));
    for (int k = 0; k < n; ++k) {
      const double u = 2 * M_PI * k / n, r = random.magnitude(0.05, 1);
      star.push_back({r * std::cos(u), r * std::sin(u)});
    }
    if (area_of({star}) <= 1e-3) continue;
    expect_capped({star});
  }
}

/// Holes in rows: bridges to each would run through others, and through corners of others.
TEST(Caps, HavePlaceForRowsOfHoles) {
  for (const int n : {1, 2, 5}) {
    std::vector<Outline> plate{square(0.5 * n, 0.5 * n, 0.5 * n)};
    for (int x = 0; x < n; ++x) {
      for (int y = 0; y < n; ++y) plate.push_back(square(x + 0.5, y + 0.5, 0.25, true));
    }
    ASSERT_NEAR(area_of(plate), 0.75 * n * n, 1e-12);
    expect_capped(plate);
  }
}

TEST(Caps, HoldIslandsInHolesAndOutlinesSideBySide) {
  std::vector<Outline> nest;
  for (int k = 5; k > 0; --k) nest.push_back(square(0, 0, k, k % 2 == 0));
  ASSERT_NEAR(area_of(nest), 100 - 64 + 36 - 16 + 4, 1e-12);
  expect_capped(nest);
  // The hole's island before the outline round them, and one beside that is as high.
  std::vector<Outline> mixed{square(0, 0, 1), square(10, 0, 3), square(10, 0, 2, true), square(0, 0, 2, true),
                             square(0, 0, 3)};
  expect_capped(mixed);
}

TEST(Caps, OfHolesWithRoundBordersAreWhole) {
  const auto circle = [](double x, double y, double r, int n, bool hole) {
    Outline o;
    for (int k = 0; k < n; ++k) o.push_back({x + r * std::cos(2 * M_PI * k / n), y + r * std::sin(2 * M_PI * k / n)});
    if (hole) std::reverse(o.begin(), o.end());
    return o;
  };
  std::vector<Outline> plate{circle(0, 0, 4, 60, false)};
  for (int k = 0; k < 6; ++k)
    plate.push_back(circle(2.5 * std::cos(k), 2.5 * std::sin(k), 0.8 - 0.06 * k, 8 + k, true));
  plate.push_back(circle(0, 0, 1.5, 5, true));
  expect_capped(plate);
}

/// Corners on an outline's straight sides are corners of triangles too: neither lost nor a fold.
TEST(Caps, KeepCornersOnStraightSides) {
  Outline side;
  for (int k = 0; k < 8; ++k) side.push_back({k / 8.0, 0});
  for (int k = 0; k < 8; ++k) side.push_back({1, k / 8.0});
  for (int k = 0; k < 8; ++k) side.push_back({1 - k / 8.0, 1});
  for (int k = 0; k < 8; ++k) side.push_back({0, 1 - k / 8.0});
  expect_capped({side});
  std::vector<Outline> holed{side, square(0.5, 0.5, 0.25, true)};
  expect_capped(holed);
}

TEST(FillRing, ClosesARingWhicheverWayItsPlaneLies) {
  Random random(5);
  for (int i = 0; i < 50; ++i) {
    Outline star;
    for (int k = 0; k < 12; ++k) {
      const double r = random.uniform(0.3, 1);
      star.push_back({r * std::cos(M_PI * k / 6), r * std::sin(M_PI * k / 6)});
    }
    Walls walls({star}, random.rotation(), random.in_ball());
    Piece& piece = walls.piece;
    const auto rings = open_rings(piece);
    ASSERT_EQ(rings.size(), 2u);
    for (const auto& ring : rings) {
      ASSERT_EQ(ring.size(), star.size());
      const std::size_t before = piece.size();
      fill_ring(piece, ring);
      EXPECT_EQ(piece.size() - before, star.size() - 2);
    }
    EXPECT_TRUE(open_rings(piece).empty());
    EXPECT_NEAR(volume_of(piece), area_of({star}), 1e-12);
  }
}

/// A corner that two rings have in common: they are taken apart there.
TEST(OpenRings, ThatMeetAtACornerAreTwo) {
  Piece piece;  // a bow tie of two open fans
  piece.points = {{0, 0, 0}, {1, 1, 0}, {1, -1, 0}, {-1, 1, 0}, {-1, -1, 0}};
  piece.add({0, 2, 1}), piece.add({0, 3, 4});
  std::vector<std::vector<std::uint32_t>> rings = open_rings(piece);
  ASSERT_EQ(rings.size(), 2u);
  for (auto& ring : rings) std::sort(ring.begin(), ring.end());
  std::sort(rings.begin(), rings.end());
  EXPECT_EQ(rings[0], (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(rings[1], (std::vector<std::uint32_t>{0, 3, 4}));
  // Of edges between chosen corners alone, the other fan's are none.
  EXPECT_EQ(open_rings(piece, {1, 1, 1, 0, 1}).size(), 1u);
}

TEST(Crossing, IsTheSameFromEitherEndAndInThePlane) {
  Random random(6);
  for (int i = 0; i < 2000; ++i) {
    const Vec3<double> n = random.direction();
    const Plane plane{n, random.uniform(-0.5, 0.5)};
    const Vec3<double> a = random.in_cube() * 3.0, b = random.in_cube() * 3.0;
    if (plane.height(a) * plane.height(b) >= 0) continue;
    const Vec3<double> p = crossing(a, b, plane), q = crossing(b, a, plane);
    EXPECT_TRUE(p.x == q.x && p.y == q.y && p.z == q.z);
    EXPECT_NEAR(plane.height(p), 0, 2e-15);
    EXPECT_NEAR(norm(p - a) + norm(p - b), norm(b - a), 1e-14);
  }
}

TEST(EdgesInOrder, AreAllEdgesSortedByTheirCornersAndThenByTheirPolygons) {
  const Mesh mesh = test::torus_mesh(2, 0.7, 9, 6);
  const Piece piece = cut(piece_of(mesh.vertices, mesh.triangles), {direction({1, 2, 3}), 0.1}, 0).below;
  std::vector<std::array<std::uint32_t, 3>> expected, found;
  for (std::uint32_t i = 0; i < piece.size(); ++i) {
    for (std::uint32_t k = piece.begin[i]; k < piece.begin[i + 1]; ++k) {
      const std::uint32_t p = piece.corners[k], q = piece.corners[k + 1 < piece.begin[i + 1] ? k + 1 : piece.begin[i]];
      expected.push_back({std::min(p, q), std::max(p, q), i});
    }
  }
  std::sort(expected.begin(), expected.end());
  for (const PieceEdge& e : edges_in_order(piece)) found.push_back({e.low, e.high, e.polygon});
  EXPECT_EQ(found, expected);
}

/// Each cavity goes with the smallest of the solids round it, however they are listed.
TEST(Components, KeepACavityWithTheSmallestSolidRoundIt) {
  const std::vector<std::tuple<double, bool>> boxes{{5, false}, {4, true}, {3, false}, {2, true}, {1, false}};
  for (std::size_t first = 0; first < boxes.size(); ++first) {
    Mesh mesh;
    for (std::size_t k = 0; k < boxes.size(); ++k) {
      const auto [half, inward] = boxes[(first + k) % boxes.size()];
      test::add_box(mesh, {-half, -half, -half}, {half, half, half}, inward);
    }
    std::vector<double> volumes;
    for (const Piece& p : components(piece_of(mesh.vertices, mesh.triangles))) volumes.push_back(volume_of(p));
    std::sort(volumes.begin(), volumes.end());
    ASSERT_EQ(volumes.size(), 3u);
    EXPECT_DOUBLE_EQ(volumes[0], 8);
    EXPECT_DOUBLE_EQ(volumes[1], 216 - 64);
    EXPECT_DOUBLE_EQ(volumes[2], 1000 - 512);
  }
}

/// Corners within the snap are on the plane: no sliver is left beyond it, and nothing is there twice.
TEST(Cut, TakesCornersNearThePlaneForCornersInIt) {
  const Mesh box = test::box_mesh({0, 0, 0}, {1, 1, 1});
  const Piece piece = piece_of(box.vertices, box.triangles);
  for (const double off : {-9e-7, 0.0, 9e-7}) {
    const Halves at_side = cut(piece, {{1, 0, 0}, off}, 1e-6);
    EXPECT_TRUE(at_side.below.points.empty()) << off;
    EXPECT_EQ(at_side.above.points.size(), 8u);
    EXPECT_DOUBLE_EQ(volume_of(at_side.above), 1);
    const Halves diagonal = cut(piece, {direction({1, -1, 0}), off}, 1e-6);
    for (const Piece* half : {&diagonal.below, &diagonal.above}) {
      EXPECT_EQ(half->points.size(), 6u);
      EXPECT_NEAR(volume_of(*half), 0.5, 1e-12);
    }
  }
  EXPECT_FALSE(cut(piece, {{1, 0, 0}, 2e-6}, 1e-6).below.points.empty());
}

}  // namespace
}  // namespace abut::host
