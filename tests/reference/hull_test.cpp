// Exact signs and exact hulls.
#include "host/reference/hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "host/reference/exact.h"
#include "host/reference/polytope.h"
#include "tests/reference/cases.h"

namespace abut::reference::test {
namespace {

using Points = std::vector<Vec3<double>>;

/// A closed, oriented triangulation of a sphere with every point on or below every face.
std::set<std::uint32_t> expect_hull(const Points& points, const Hull& hull) {
  EXPECT_EQ(hull.dimension, 3);
  std::set<std::uint32_t> vertices;
  const auto& t = hull.triangles;
  for (std::size_t f = 0; f < t.size(); ++f) {
    const auto& v = t[f].vertex;
    EXPECT_FALSE(collinear(points[v[0]], points[v[1]], points[v[2]]));
    for (const Vec3<double>& p : points) EXPECT_LE(orient3d(points[v[0]], points[v[1]], points[v[2]], p), 0);
    for (int k = 0; k < 3; ++k) {
      vertices.insert(v[k]);
      const HullTriangle& n = t[t[f].neighbour[k]];
      int back = 0;
      for (int j = 0; j < 3; ++j) {
        back += n.vertex[j] == v[(k + 1) % 3] && n.vertex[(j + 1) % 3] == v[k] && n.neighbour[j] == f;
      }
      EXPECT_EQ(back, 1);
    }
  }
  EXPECT_EQ(2 * vertices.size(), t.size() + 4);  // Euler
  return vertices;
}

TEST(Exact, OrientationsOfGridPointsNextToAPlaneAreExact) {
  // d moves by single units in the last place through the plane of a, b, c.
  const Vec3<double> a{0.1, 0.2, 0.3}, b{0.5, 0.7, 0.3}, c{0.9, 0.1, 0.3};
  for (int k = -5; k <= 5; ++k) {
    const Vec3<double> d{0.45, 0.31, 0.3 + k * 0x1p-54};
    EXPECT_EQ(orient3d(a, b, c, d) < 0, d.z > 0.3) << k;
    EXPECT_EQ(orient3d(a, b, c, d) == 0, d.z == 0.3) << k;
  }
}

TEST(Exact, OrientationsChangeSignWithASwap) {
  Random random(31);
  for (int i = 0; i < 2000; ++i) {
    Vec3<double> p[4];
    for (auto& v : p)
      v = {0.5 + random.integer(-2, 2) * 0x1p-53, random.integer(0, 2) * 0.1, random.integer(0, 2) * 0x1p-40};
    const int sign = orient3d(p[0], p[1], p[2], p[3]);
    EXPECT_EQ(orient3d(p[1], p[0], p[2], p[3]), -sign);
    EXPECT_EQ(orient3d(p[0], p[1], p[3], p[2]), -sign);
    EXPECT_EQ(orient3d(p[3], p[0], p[1], p[2]), -sign);
    EXPECT_EQ(orient2d(p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y),
              -orient2d(p[1].x, p[1].y, p[0].x, p[0].y, p[2].x, p[2].y));
  }
}

TEST(Exact, OrientationsSurviveTinyAndHugeCoordinates) {
  for (const double s : {1e-300, 1e-160, 1.0, 1e100, 1e300}) {
    const Vec3<double> a{0, 0, 0}, b{s, 0, 0}, c{0, s, 0};
    EXPECT_EQ(orient3d(a, b, c, {s / 4, s / 4, s * 1e-12}), 1) << s;
    EXPECT_EQ(orient3d(a, b, c, {s / 4, s / 4, 0}), 0) << s;
    EXPECT_EQ(orient3d(a, b, c, {s / 4, s / 4, -s * 1e-12}), -1) << s;
  }
}

TEST(Exact, NormalOfASliverIsPerpendicularToItsEdges) {
  // One unit in the last place high: a cross product in double has no correct digit.
  const Vec3<double> a{1, 1, 1}, b{2, 2, 2}, c{1.5, 1.5, 1.5 + 0x1p-52};
  const Vec3<Wide> n = triangle_normal(a, b, c);
  EXPECT_NEAR(static_cast<double>(norm(n)), 1, 1e-15);
  EXPECT_NEAR(static_cast<double>(n.x), std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(static_cast<double>(n.y), -std::sqrt(0.5), 1e-15);
  EXPECT_EQ(static_cast<double>(n.z), 0);
}

TEST(Exact, NormalSeesCoordinatesBelowTheLastPlaceOfTheOthers) {
  // On one line but for 2^-130: the differences of the coordinates do not fit 113 bits.
  const Vec3<double> n = narrow(triangle_normal({0x1p-130, 0, 0}, {1, 1, 1}, {2, 2, 2}));
  EXPECT_EQ(n.x, 0);
  EXPECT_NEAR(n.y, std::sqrt(0.5), 1e-15);
  EXPECT_NEAR(n.z, -std::sqrt(0.5), 1e-15);
}

TEST(Hull, OfRandomPointsIsConvexAndClosed) {
  Random random(32);
  for (const int count : {4, 5, 8, 30, 200}) {
    Points points = round_hull(random, count).vertices;
    const std::size_t vertices = points.size();
    for (int i = 0; i < count; ++i) {  // inner points
      Vec3<double> sum{0, 0, 0};
      for (int k = 0; k < 5; ++k) sum = sum + points[random.integer(0, count - 1)];
      points.push_back(sum * 0.19 + (points[0] + points[1] + points[2] + points[3]) * 0.0125);
    }
    EXPECT_EQ(expect_hull(points, convex_hull(points)).size(), vertices) << count;
  }
}

TEST(Hull, OfAGridKeepsTheCornersOnly) {
  Points points;
  for (int i = 0; i < 125; ++i) points.push_back({i % 5 * 0.1, i / 5 % 5 * 0.1, i / 25 * 0.1});
  EXPECT_EQ(expect_hull(points, convex_hull(points)).size(), 8u);
}

TEST(Hull, OfACylinderHasAllRimPoints) {
  Points points;
  for (int i = 0; i < 40; ++i) {
    const double angle = 0.1 * i;
    for (const double z : {-1.0, 0.0, 1.0}) points.push_back({std::cos(angle), std::sin(angle), z});
  }
  const auto vertices = expect_hull(points, convex_hull(points));
  for (const std::uint32_t v : vertices) EXPECT_NE(points[v].z, 0);
  EXPECT_EQ(vertices.size(), 80u);
}

TEST(Hull, OfAlmostCoplanarAndRepeatedPointsIsExact) {
  Random random(33);
  for (int i = 0; i < 60; ++i) {
    Points points;
    for (int k = 0; k < 30; ++k) {
      points.push_back({random.integer(-4, 4) * 0.1, random.integer(-4, 4) * 0.1, random.integer(-1, 1) * 0x1p-50});
    }
    const Hull hull = convex_hull(points);
    if (hull.dimension == 3) expect_hull(points, hull);
  }
}

TEST(Hull, OfSmallIntegersDropsEveryPointThatIsNoVertex) {
  Random random(34);
  for (int i = 0; i < 200; ++i) {
    Points points;
    for (int k = 0; k < 12; ++k) {
      points.push_back({random.integer(-1, 1) * 1.0, random.integer(-1, 1) * 1.0, random.integer(-1, 1) * 1.0});
    }
    const Hull hull = convex_hull(points);
    if (hull.dimension != 3) continue;
    // A vertex is no convex combination: without it the hull is another one.
    for (const std::uint32_t v : expect_hull(points, hull)) {
      Points others;
      for (const auto& p : points) {
        if (p.x != points[v].x || p.y != points[v].y || p.z != points[v].z) others.push_back(p);
      }
      const Hull smaller = convex_hull(others);
      bool outside = smaller.dimension < 3;
      for (const HullTriangle& t : smaller.triangles) {
        outside = outside || orient3d(others[t.vertex[0]], others[t.vertex[1]], others[t.vertex[2]], points[v]) > 0;
      }
      EXPECT_TRUE(outside) << i;
    }
  }
}

TEST(Hull, OfFewerDimensionsSaysSo) {
  EXPECT_EQ(convex_hull({}).dimension, -1);
  EXPECT_EQ(convex_hull({{1, 2, 3}, {1, 2, 3}}).dimension, 0);
  const Hull segment_hull = convex_hull({{0.1, 0.1, 0.1}, {0.3, 0.3, 0.3}, {0.2, 0.2, 0.2}});
  EXPECT_EQ(segment_hull.dimension, 1);
  EXPECT_EQ(segment_hull.corners, (std::vector<std::uint32_t>{0, 1}));
  const Hull square = convex_hull({{0, 0, 1}, {1, 0, 1}, {1, 1, 1}, {0, 1, 1}, {0.5, 0, 1}, {0.5, 0.5, 1}, {0, 0, 1}});
  EXPECT_EQ(square.dimension, 2);
  EXPECT_EQ(square.corners.size(), 4u);
}

TEST(Polytope, ArcsOfAnyDimensionAreNoLongerThanARightAngle) {
  Random random(35);
  for (int kind = 0; kind < kinds; ++kind) {
    const Polytope polytope(awkward(random, kind).vertices);
    for (const auto& arc : polytope.arcs()) {
      const Vec3<Wide> n0 = polytope.node_as<Wide>(arc.node0), n1 = polytope.node_as<Wide>(arc.node1);
      EXPECT_GE(static_cast<double>(inner(n0, n1)), -0.011) << kind;
      for (const Vec3<Wide>& n : {n0, n1, unit(n0 + n1)}) {
        const Vec3<Wide> p = widen(polytope.points()[arc.vertex]);
        for (const Vec3<double>& q : polytope.points()) {
          EXPECT_LE(static_cast<double>(inner(widen(q) - p, n)), 1e-21) << kind;
        }
      }
    }
  }
}

}  // namespace
}  // namespace abut::reference::test
