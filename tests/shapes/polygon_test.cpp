// Polygons with whole coordinates: all of the tests' arithmetic is exact.
#include "host/shapes/polygon.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "tests/shapes/polygons.h"

namespace abut::test {
namespace {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

Triangles cut(const Outline& points, const Corners& corners, bool* simple = nullptr) {
  Triangles triangles;
  const bool good = host::cut_polygon(points, corners, triangles);
  if (simple != nullptr) *simple = good;
  return triangles;
}

/// Directed edges, those that run there and back taken off each other.
std::map<std::pair<std::uint32_t, std::uint32_t>, int> border(const Triangles& triangles, const Corners& corners) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  const auto add = [&](std::uint32_t a, std::uint32_t b, int n) {
    if (a != b && (edges[std::minmax(a, b)] += a < b ? n : -n) == 0) edges.erase(std::minmax(a, b));
  };
  for (const auto& t : triangles) add(t[0], t[1], 1), add(t[1], t[2], 1), add(t[2], t[0], 1);
  for (std::size_t k = 0; k < corners.size(); ++k) add(corners[k], corners[(k + 1) % corners.size()], -1);
  return edges;
}

double doubled(const Outline& p, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
  return doubled_area_of(p[a], p[b], p[c]);
}
double doubled(const Outline& p, const Corners& corners) {
  double sum = 0;
  for (std::size_t k = 1; k + 1 < corners.size(); ++k) sum += doubled(p, corners[0], corners[k], corners[k + 1]);
  return sum;
}

/// The border is the polygon's and all triangles run as it does: then a point lies in as many of them as the polygon
/// runs round it.
bool is_right(const Outline& points, const Corners& corners, const Triangles& triangles) {
  const double side = doubled(points, corners) > 0 ? 1 : -1;
  for (const auto& t : triangles) {
    if (!(side * doubled(points, t[0], t[1], t[2]) > 0)) return false;
  }
  return border(triangles, corners).empty();
}

/// Triangles as sets of places, in order.
auto facets(const Outline& points, const Triangles& triangles) {
  std::vector<std::array<std::array<double, 3>, 3>> all;
  for (const auto& t : triangles) {
    std::array<std::array<double, 3>, 3> f;
    for (std::size_t k = 0; k < 3; ++k) f[k] = {points[t[k]].x, points[t[k]].y, points[t[k]].z};
    std::sort(f.begin(), f.end());
    all.push_back(f);
  }
  std::sort(all.begin(), all.end());
  return all;
}

void expect_right(const Outline& outline, const char* what) {
  bool simple = false;
  const Corners all = numbers(outline.size());
  const Triangles triangles = cut(outline, all, &simple);
  EXPECT_TRUE(simple) << what;
  EXPECT_EQ(triangles.size(), outline.size() - 2) << what;
  EXPECT_TRUE(is_right(outline, all, triangles)) << what;
  const auto wanted = facets(outline, triangles);
  for (const std::size_t by : {std::size_t{1}, outline.size() / 3, outline.size() - 1}) {
    Corners turned = all;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(by), turned.end());
    EXPECT_EQ(facets(outline, cut(outline, turned)), wanted) << what;
    std::reverse(turned.begin(), turned.end());
    const Triangles back = cut(outline, turned);
    EXPECT_EQ(facets(outline, back), wanted) << what;
    EXPECT_TRUE(border(back, turned).empty()) << what;
  }
}

TEST(Polygon, EveryCornerOfAConcaveOneMayBeTheFirst) {
  const Outline l{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}, {1, 1, 0}, {1, 2, 0}, {0, 2, 0}};
  const Outline dart{{0, 0, 0}, {4, 2, 0}, {0, 4, 0}, {1, 2, 0}};
  expect_right(l, "L");
  expect_right(dart, "dart");
  for (std::size_t by = 0; by < l.size(); ++by) {
    Outline turned = l;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(by), turned.end());
    EXPECT_EQ(facets(turned, cut(turned, numbers(6))), facets(l, cut(l, numbers(6)))) << by;
  }
}

TEST(Polygon, AConvexQuadrilateralIsCutByItsShorterDiagonal) {
  const Outline kite{{0, 0, 0}, {5, -1, 0}, {6, 0, 0}, {5, 1, 0}};
  EXPECT_EQ(cut(kite, numbers(4)), (Triangles{{1, 2, 3}, {1, 3, 0}}));
  expect_right({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, "square");
  // Not plane: the ridge is the shorter diagonal, from either end.
  const Outline roof{{0, 0, 0}, {3, 0, 1}, {4, 4, 0}, {0, 3, 1}};
  for (std::size_t by = 0; by < 4; ++by) {
    Outline turned = roof;
    std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(by), turned.end());
    EXPECT_EQ(facets(turned, cut(turned, numbers(4))), facets(roof, {{0, 1, 3}, {1, 2, 3}})) << by;
  }
}

TEST(Polygon, CollinearCornersStayAndGiveNoTriangleWithoutArea) {
  expect_right({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {0, 3, 0}}, "triangle with corners on a side");
  expect_right({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}, {0, 2, 0}, {0, 1, 0}}, "square");
  expect_right({{0, 0, 0}, {4, 0, 0}, {4, 4, 0}, {3, 4, 0}, {3, 1, 0}, {2, 1, 0}, {1, 1, 0}, {1, 4, 0}, {0, 4, 0}},
               "U with a corner on its floor");
}

TEST(Polygon, HolesAreJoinedByEdgesThereAndBack) {
  const Outline wall{{0, 0, 0}, {10, 0, 0}, {10, 6, 0}, {0, 6, 0}, {4, 2, 0}, {4, 4, 0}, {6, 4, 0}, {6, 2, 0}};
  const Corners keyhole{0, 1, 2, 3, 0, 4, 5, 6, 7, 4};
  // A second window, joined to the first, and a bridge with a corner on the way back only.
  const Outline two{{0, 0, 0}, {12, 0, 0}, {12, 6, 0}, {0, 6, 0}, {2, 2, 0}, {2, 4, 0}, {4, 4, 0},
                    {4, 2, 0}, {7, 2, 0},  {7, 4, 0},  {9, 4, 0}, {9, 2, 0}, {1, 1, 0}};
  const Corners windows{0, 1, 2, 3, 0, 4, 5, 6, 7, 8, 9, 10, 11, 8, 7, 4, 12};
  for (const auto& [points, face, area] :
       {std::tuple{wall, keyhole, 112.0}, std::tuple{two, windows, 2 * (72.0 - 4 - 4)}}) {
    for (std::size_t by = 0; by < face.size(); ++by) {
      Corners turned = face;
      std::rotate(turned.begin(), turned.begin() + static_cast<std::ptrdiff_t>(by), turned.end());
      for (int way = 0; way < 2; ++way) {
        bool simple = false;
        const Triangles triangles = cut(points, turned, &simple);
        EXPECT_TRUE(simple);
        EXPECT_TRUE(is_right(points, turned, triangles));
        double sum = 0;
        for (const auto& t : triangles) sum += std::fabs(doubled(points, t[0], t[1], t[2]));
        EXPECT_EQ(sum, area);
        std::reverse(turned.begin(), turned.end());
      }
    }
  }
}

TEST(Polygon, RepeatedCornersAndSpikesStandForNothing) {
  const Outline p{{0, 0, 0}, {2, 0, 0}, {2, 2, 0}, {0, 2, 0}, {5, 5, 0}, {1, 1, 0}, {2, 2, 0}};
  for (const Corners& face : {Corners{0, 0, 1, 1, 1, 2, 3, 3}, Corners{0, 1, 2, 4, 2, 3}, Corners{0, 1, 2, 5, 2, 3},
                              Corners{0, 1, 2, 6, 3}}) {
    bool simple = false;
    const Triangles triangles = cut(p, face, &simple);
    EXPECT_TRUE(simple);
    EXPECT_EQ(facets(p, triangles), facets(p, cut(p, {0, 1, 2, 3})));
  }
  EXPECT_TRUE(cut(p, {0, 1, 0, 1}).empty());
  EXPECT_TRUE(cut(p, {0, 0, 0, 0, 0}).empty());
  EXPECT_TRUE(cut(p, {0, 1}).empty());
  EXPECT_EQ(cut(p, {0, 0, 1}), (Triangles{{0, 0, 1}}));
  EXPECT_EQ(facets(p, cut(p, {2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1})), facets(p, cut(p, {0, 1, 2, 3})));
}

TEST(Polygon, OneWithoutAreaKeepsItsBorder) {
  const Outline line{{0, 0, 0}, {1, 1, 1}, {2, 2, 2}, {3, 3, 3}, {5, 5, 5}};
  for (const Corners& face : {Corners{0, 1, 2, 3}, Corners{0, 2, 4, 1, 3}}) {
    bool simple = false;
    const Triangles triangles = cut(line, face, &simple);
    EXPECT_TRUE(simple);
    EXPECT_TRUE(border(triangles, face).empty());
  }
}

TEST(Polygon, OneThatCrossesItselfIsToldAndKeepsItsBorder) {
  const Outline star{{0, 10, 0}, {-6, -8, 0}, {9, 3, 0}, {-9, 3, 0}, {6, -8, 0}};
  const Outline bow{{0, 0, 0}, {2, 2, 0}, {2, 0, 0}, {0, 2, 0}};
  const Outline uneven{{0, 0, 0}, {4, 4, 0}, {4, 0, 0}, {0, 1, 0}};
  for (const Outline& crossing : {star, bow, uneven}) {
    bool simple = true;
    const Corners all = numbers(crossing.size());
    const Triangles triangles = cut(crossing, all, &simple);
    EXPECT_FALSE(simple);
    EXPECT_TRUE(border(triangles, all).empty());
    EXPECT_EQ(triangles.size(), crossing.size() - 2);
  }
}

TEST(Polygon, WhereItCrossesItselfAlongOneAxisAnotherIsTaken) {
  // A star with five points from above, which is the largest view; from the side a way up in zigzag.
  const Outline strip{{0, 10, 0}, {-6, -8, 1}, {9, 3, 2}, {-9, 3, 3}, {6, -8, 4}, {0, 10, 5}, {20, 10, 5}, {20, 10, 0}};
  Outline side;
  for (const Vec3<double>& p : strip) side.push_back({p.x, p.z, 0});
  const Corners all = numbers(strip.size());
  ASSERT_GT(std::fabs(doubled(strip, all)), std::fabs(doubled(side, all)));
  bool simple = false;
  const Triangles triangles = cut(strip, all, &simple);
  EXPECT_TRUE(simple);
  EXPECT_TRUE(is_right(side, all, triangles));
}

TEST(Polygon, AllOrdersOfLatticePointsAreCutWhereTheyCanBe) {
  // All closed ways over nine points: every one that has triangles of one side is cut into such, unless they lie on
  // each other.
  Outline points;
  for (int k = 0; k < 9; ++k) points.push_back({static_cast<double>(k % 3), static_cast<double>(k / 3), 0});
  std::size_t cut_right = 0, crossing = 0;
  for (std::size_t n = 4; n <= 6; ++n) {
    Corners way(n, 0);
    while (true) {
      bool repeats = false;
      for (std::size_t k = 0; k < n; ++k) repeats = repeats || way[k] == way[(k + 1) % n];
      if (!repeats && !runs_again(way) && doubled(points, way) != 0) {
        bool simple = false;
        const Triangles triangles = cut(points, way, &simple);
        ASSERT_TRUE(border(triangles, way).empty());
        if (simple && is_right(points, way, triangles)) {
          ++cut_right;
        } else {
          ++crossing;
          ASSERT_TRUE(!has_cut(points, way) || runs_round_more_than_once(points, way)) << testing::PrintToString(way);
        }
      }
      std::size_t k = 0;
      while (k < n && ++way[k] == 9) way[k++] = 0;
      if (k == n) break;
    }
  }
  EXPECT_GT(cut_right, 50000u);
  EXPECT_GT(crossing, 50000u);
}

TEST(Polygon, RandomWaysOverALatticeAreCutWhereTheyCanBe) {
  std::mt19937_64 engine(11);
  Outline points;
  for (int k = 0; k < 20; ++k) points.push_back({static_cast<double>(k % 5), static_cast<double>(k / 5), 0});
  std::size_t cut_right = 0;
  for (int trial = 0; trial < 100000; ++trial) {
    Corners way(7 + engine() % 3);
    for (std::uint32_t& c : way) c = static_cast<std::uint32_t>(engine() % points.size());
    if (runs_again(way) || doubled(points, way) == 0) continue;
    bool simple = false;
    const Triangles triangles = cut(points, way, &simple);
    ASSERT_TRUE(border(triangles, way).empty());
    if (simple && is_right(points, way, triangles)) {
      ++cut_right;
    } else {
      ASSERT_TRUE(!has_cut(points, way) || edges_cross(points, way) || runs_round_more_than_once(points, way))
          << testing::PrintToString(way);
    }
  }
  EXPECT_GT(cut_right, 500u);
}

TEST(Polygon, StarsCombsAndSpiralsOfAnySizeAreCut) {
  std::mt19937_64 engine(7);
  for (const std::size_t n : {8u, 20u, 100u, 1000u}) {
    for (int trial = 0; trial < (n < 1000 ? 20 : 2); ++trial) expect_right(star(n, engine), "star");
    expect_right(comb(n, false), "comb");
    expect_right(comb(n, true), "slanted comb");
    expect_right(spiral(n), "spiral");
  }
}

TEST(Polygon, ThoseInAnyPlaneAndUnitAreCutAsInTheirs) {
  std::mt19937_64 engine(3);
  for (int trial = 0; trial < 200; ++trial) {
    const Outline flat = star(5 + engine() % 30, engine);
    const Corners all = numbers(flat.size());
    const auto slope = [&] { return static_cast<double>(engine() % 41) - 20; };
    const double a = slope(), b = slope();
    for (int axis = 0; axis < 3; ++axis) {
      for (const double unit : {1.0, 0x1p-600, 0x1p600}) {
        Outline tilted;
        for (const Vec3<double>& p : flat) {
          const Vec3<double> q = Vec3<double>{p.x, p.y, a * p.x + b * p.y} * unit;
          tilted.push_back(axis == 0 ? q : axis == 1 ? Vec3<double>{q.z, q.x, q.y} : Vec3<double>{q.y, q.z, q.x});
        }
        bool simple = false;
        const Triangles triangles = cut(tilted, all, &simple);
        EXPECT_TRUE(simple);
        EXPECT_TRUE(is_right(flat, all, triangles));
      }
    }
  }
}

TEST(Polygon, AWindingOneOfTenThousandCornersTakesNoTime) {
  std::mt19937_64 engine(5);
  for (const Outline& outline : {star(10000, engine), comb(10000, false), comb(10000, true), spiral(10000)}) {
    bool simple = false;
    EXPECT_EQ(cut(outline, numbers(outline.size()), &simple).size(), outline.size() - 2);
    EXPECT_TRUE(simple);
  }
  // One that crosses itself everywhere ends too.
  Outline tangle;
  for (int k = 0; k < 10000; ++k) {
    tangle.push_back({static_cast<double>(engine() % 1000000), static_cast<double>(engine() % 1000000), 0});
  }
  bool simple = true;
  EXPECT_EQ(cut(tangle, numbers(tangle.size()), &simple).size(), tangle.size() - 2);
  EXPECT_FALSE(simple);
}

}  // namespace
}  // namespace abut::test
