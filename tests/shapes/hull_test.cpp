#include "host/shapes/hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "abut/core/error.h"
#include "host/shapes/face_planes.h"
#include "tests/shapes/point_sets.h"

namespace abut::test {
namespace {

using host::convex_hull;
using host::Hull;

std::vector<std::uint32_t> face(const Hull& hull, std::uint32_t f) {
  const auto& t = hull.topology;
  return {t.face_vertices.begin() + t.face_begin[f], t.face_vertices.begin() + t.face_begin[f + 1]};
}

/// Everything that must hold for any hull, whatever the points. Distances are relative to the extent.
void expect_valid(const Hull& hull, const Points& points, double tolerance = 1e-14) {
  ASSERT_FALSE(hull.vertices.empty());
  EXPECT_TRUE(std::is_sorted(hull.vertices.begin(), hull.vertices.end()));
  const auto& t = hull.topology;
  const std::size_t v = hull.vertices.size(), e = t.edges.size(), f = t.face_count();
  ASSERT_EQ(t.adjacency_begin.size(), v + 1);
  ASSERT_EQ(t.adjacency.size(), 2 * e);
  if (hull.dimension == 3) {
    EXPECT_EQ(v + f, e + 2);
  }
  if (hull.dimension == 2) {
    EXPECT_EQ(f, 2u);
  }
  EXPECT_TRUE(std::is_sorted(t.edges.begin(), t.edges.end(), [](const ShapeEdge& a, const ShapeEdge& b) {
    return a.v0 != b.v0 ? a.v0 < b.v0 : a.v1 < b.v1;
  }));

  // Edges and faces tell the same story: each directed step of a face is one side of one edge.
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> face_of_step;
  for (std::uint32_t k = 0; k < f; ++k) {
    const auto ids = face(hull, k);
    ASSERT_GE(ids.size(), 3u);
    EXPECT_EQ(*std::min_element(ids.begin(), ids.end()), ids[0]);
    for (std::size_t i = 0; i < ids.size(); ++i) {
      EXPECT_TRUE(face_of_step.insert({{ids[i], ids[(i + 1) % ids.size()]}, k}).second);
    }
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> neighbours;
  for (const ShapeEdge& edge : t.edges) {
    EXPECT_LT(edge.v0, edge.v1);
    if (hull.dimension >= 2) {
      EXPECT_EQ(face_of_step.at({edge.v0, edge.v1}), edge.f0);
      EXPECT_EQ(face_of_step.at({edge.v1, edge.v0}), edge.f1);
    }
    neighbours.insert({edge.v0, edge.v1});
    neighbours.insert({edge.v1, edge.v0});
  }
  for (std::uint32_t a = 0; a < v; ++a) {
    const auto begin = t.adjacency.begin() + t.adjacency_begin[a], end = t.adjacency.begin() + t.adjacency_begin[a + 1];
    EXPECT_TRUE(std::is_sorted(begin, end));
    for (auto b = begin; b != end; ++b) EXPECT_TRUE(neighbours.count({a, *b}));
  }

  // No point is outside any face.
  Vec3<double> centre{0, 0, 0};
  for (const Vec3<double>& p : points) centre = centre + p * (1.0 / static_cast<double>(points.size()));
  Points centred;
  double extent = 0;
  for (const Vec3<double>& p : points) {
    centred.push_back(p - centre);
    extent = std::max(extent, max_abs(p - centre));
  }
  double worst = 0;
  for (std::uint32_t k = 0; k < f; ++k) {
    std::vector<std::uint32_t> ids = face(hull, k);
    for (std::uint32_t& id : ids) id = hull.vertices[id];
    const host::FacePlane plane = host::face_plane(centred, ids, {0, 0, 0});
    for (const Vec3<double>& p : centred) worst = std::max(worst, dot(plane.normal, p) - plane.offset);
  }
  EXPECT_LE(worst, tolerance * extent);
}

TEST(Hull, OnePointIsAPoint) {
  const Hull hull = convex_hull(Points{{1, 2, 3}});
  EXPECT_EQ(hull.dimension, 0);
  EXPECT_EQ(hull.vertices, (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(hull.topology.face_count(), 0u);
  EXPECT_TRUE(hull.topology.edges.empty());
}

TEST(Hull, EqualPointsAreAPoint) {
  const Hull hull = convex_hull(Points{{0.0, 2, 3}, {-0.0, 2, 3}, {0, 2, 3}});
  EXPECT_EQ(hull.dimension, 0);
  EXPECT_EQ(hull.vertices, (std::vector<std::uint32_t>{0}));
}

TEST(Hull, CollinearPointsAreASegmentBetweenTheExtremes) {
  const Points points{{1, 1, 1}, {3, 3, 3}, {0, 0, 0}, {2, 2, 2}, {3, 3, 3}};
  const Hull hull = convex_hull(points);
  EXPECT_EQ(hull.dimension, 1);
  EXPECT_EQ(hull.vertices, (std::vector<std::uint32_t>{1, 2}));
  ASSERT_EQ(hull.topology.edges.size(), 1u);
  EXPECT_EQ(hull.topology.edges[0].f0, no_face);
  EXPECT_EQ(hull.topology.adjacency, (std::vector<std::uint32_t>{1, 0}));
  expect_valid(hull, points);
}

TEST(Hull, CollinearPointsInAnyDirectionAreASegment) {
  Random random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const Vec3<double> direction = random.direction(), start = random.in_cube();
    Points points;
    for (int i = 0; i < 20; ++i) points.push_back(multiply_add(direction, random.uniform(-1, 1), start));
    const Hull hull = convex_hull(points);
    EXPECT_EQ(hull.dimension, 1);
    EXPECT_EQ(hull.vertices.size(), 2u);
  }
}

TEST(Hull, CoplanarPointsAreAPolygonWithTwoOppositeFaces) {
  const Points points{{0, 0, 5}, {1, 0, 5}, {1, 1, 5}, {0, 1, 5}, {0.5, 0.5, 5}, {0.5, 0, 5}};
  const Hull hull = convex_hull(points);
  EXPECT_EQ(hull.dimension, 2);
  EXPECT_EQ(hull.vertices, (std::vector<std::uint32_t>{0, 1, 2, 3}));
  ASSERT_EQ(hull.topology.face_count(), 2u);
  EXPECT_EQ(face(hull, 0), (std::vector<std::uint32_t>{0, 1, 2, 3}));
  EXPECT_EQ(face(hull, 1), (std::vector<std::uint32_t>{0, 3, 2, 1}));
  expect_valid(hull, points);
}

TEST(Hull, CoplanarPointsInAnyPlaneAreAPolygon) {
  Random random(2);
  for (int trial = 0; trial < 200; ++trial) {
    Points flat;
    for (int i = 0; i < 50; ++i) flat.push_back({random.uniform(-1, 1), random.uniform(-1, 1), 0});
    const Points points = moved(flat, random.rotation(), random.in_cube());
    const Hull hull = convex_hull(points);
    EXPECT_EQ(hull.dimension, 2);
    EXPECT_GT(hull.vertices.size(), 4u);
    expect_valid(hull, points);
  }
}

TEST(Hull, CoplanarPointsOfACubeFaceAreMerged) {
  for (const int n : {2, 3, 4, 7}) {
    const Points points = grid(n);
    const Hull hull = convex_hull(points);
    EXPECT_EQ(hull.vertices.size(), 8u) << n;
    EXPECT_EQ(hull.topology.face_count(), 6u) << n;
    EXPECT_EQ(hull.topology.edges.size(), 12u) << n;
    expect_valid(hull, points);
  }
}

TEST(Hull, CoplanarPointsOfATurnedCubeAreMerged) {
  Random random(3);
  for (int trial = 0; trial < 100; ++trial) {
    const Points points = moved(grid(2), random.rotation(), random.in_cube());
    const Hull hull = convex_hull(points);
    EXPECT_EQ(hull.vertices.size(), 8u);
    EXPECT_EQ(hull.topology.face_count(), 6u);
    expect_valid(hull, points);
  }
}

TEST(Hull, FacesOfACubeAreCounterClockwiseSeenFromOutside) {
  const Points points = grid(2);
  const Hull hull = convex_hull(points);
  for (std::uint32_t f = 0; f < 6; ++f) {
    const auto ids = face(hull, f);
    const Vec3<double> a = points[ids[0]], b = points[ids[1]], c = points[ids[2]];
    EXPECT_GT(dot(cross(b - a, c - a), a), 0);
  }
}

TEST(Hull, APrismHasPolygonsOfManyCorners) {
  for (const int n : {3, 5, 12, 100, 1000}) {
    const Points points = prism(n);
    const Hull hull = convex_hull(points);
    EXPECT_EQ(hull.vertices.size(), 2 * static_cast<std::size_t>(n));
    EXPECT_EQ(hull.topology.face_count(), static_cast<std::uint32_t>(n) + 2);
    expect_valid(hull, points);
  }
}

TEST(Hull, VerticesAreTheFirstOccurrencesInTheOrderOfTheInput) {
  Points points = cloud_on_sphere(50, 4);
  const Points twice = [&] {
    Points p = points;
    p.insert(p.end(), points.rbegin(), points.rend());
    return p;
  }();
  const Hull hull = convex_hull(twice);
  ASSERT_EQ(hull.vertices.size(), 50u);
  for (std::uint32_t i = 0; i < 50; ++i) EXPECT_EQ(hull.vertices[i], i);
}

TEST(Hull, PointsInsideAreDropped) {
  Points points = cloud_on_sphere(100, 5);
  for (int i = 0; i < 100; ++i) points.insert(points.begin(), points[static_cast<std::size_t>(i)] * 0.5);
  const Hull hull = convex_hull(points);
  ASSERT_EQ(hull.vertices.size(), 100u);
  EXPECT_EQ(hull.vertices[0], 100u);
}

TEST(Hull, TheSamePointsGiveTheSameHull) {
  const Points points = cloud_on_sphere(500, 6);
  const Hull a = convex_hull(points), b = convex_hull(points);
  EXPECT_EQ(a.vertices, b.vertices);
  EXPECT_EQ(a.topology.face_vertices, b.topology.face_vertices);
  EXPECT_EQ(a.topology.adjacency, b.topology.adjacency);
}

TEST(Hull, APowerOfTwoScaleChangesNothing) {
  const Points points = cloud_on_sphere(200, 7);
  const Hull hull = convex_hull(points);
  for (const int exponent : {-900, -300, -1, 1, 300, 900}) {
    const double s = std::ldexp(1.0, exponent);
    const Hull other = convex_hull(scaled(points, s, s, s));
    EXPECT_EQ(hull.vertices, other.vertices) << exponent;
    EXPECT_EQ(hull.topology.face_vertices, other.topology.face_vertices) << exponent;
  }
}

TEST(Hull, LargeOffsetsKeepTheTopology) {
  const Points points = scaled(grid(3), 0.5, 0.5, 0.5);
  for (const double offset : {1e3, 1048576.0, 1e9}) {
    const Points far = moved(points, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {offset, -offset, offset});
    const Hull hull = convex_hull(far);
    EXPECT_EQ(hull.vertices.size(), 8u) << offset;
    EXPECT_EQ(hull.topology.face_count(), 6u) << offset;
  }
}

TEST(Hull, TheOffsetOfTheSetDoesNotReachTheHull) {
  const double offset = 0x1p40;
  Points far = moved(cloud_on_sphere(300, 13), {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {offset, offset, -offset});
  Points near = far;
  for (Vec3<double>& p : near) p = p - Vec3<double>{offset, offset, -offset};  // exact
  const Hull a = convex_hull(far), b = convex_hull(near);
  EXPECT_EQ(a.vertices, b.vertices);
  EXPECT_EQ(a.topology.face_vertices, b.topology.face_vertices);
}

TEST(Hull, TurnedThinSetsKeepTheirVertices) {
  Random random(14);
  for (const double thickness : {1e-6, 1e-9, 1e-12, 1e-13}) {
    const Points points = moved(scaled(cloud_on_sphere(200, 15), 1, 1, thickness), random.rotation(), {0, 0, 0});
    EXPECT_EQ(convex_hull(points).vertices.size(), 200u) << thickness;
  }
}

TEST(Hull, ThinPlatesKeepTheirThickness) {
  for (const double thickness : {1e-3, 1e-6, 1e-9, 1e-12, 1e-14}) {
    const Points points = scaled(grid(3), 1, 0.5, thickness);
    const Hull hull = convex_hull(points);
    EXPECT_EQ(hull.dimension, 3) << thickness;
    EXPECT_EQ(hull.vertices.size(), 8u) << thickness;
    EXPECT_EQ(hull.topology.face_count(), 6u) << thickness;
    expect_valid(hull, points);
  }
}

TEST(Hull, TurnedThinSetsAreValid) {
  Random random(8);
  for (const double width : {1.0, 1e-4, 1e-9}) {
    for (const double thickness : {1e-3, 1e-6, 1e-9, 1e-12, 1e-14, 1e-16}) {
      const Points flat = scaled(cloud_on_sphere(60, 9), 1, width, thickness * width);
      const Points points = moved(flat, random.rotation(), {0, 0, 0});
      const Hull hull = convex_hull(points);
      EXPECT_GE(hull.dimension, 1);
      expect_valid(hull, points, 1e-13);
    }
  }
}

TEST(Hull, NearlyCoplanarNoiseIsValid) {
  Random random(10);
  for (const double noise : {1e-17, 1e-16, 1e-15, 1e-14, 1e-13, 1e-10}) {
    for (int trial = 0; trial < 20; ++trial) {
      Points points = moved(grid(4), random.rotation(), {0, 0, 0});
      for (Vec3<double>& p : points) p = multiply_add(random.in_cube(), noise, p);
      const Hull hull = convex_hull(points);
      EXPECT_EQ(hull.dimension, 3);
      EXPECT_GE(hull.vertices.size(), 8u);
      expect_valid(hull, points, 1e-13);
    }
  }
}

TEST(Hull, RandomCloudsAreValid) {
  Random random(11);
  for (int trial = 0; trial < 300; ++trial) {
    Points points;
    const int n = 4 + static_cast<int>(random.uniform(0, 60));
    // Coordinates of few digits: many coplanar, collinear and equal points.
    for (int i = 0; i < n; ++i) {
      const Vec3<double> p = random.in_cube();
      points.push_back({std::floor(p.x * 3), std::floor(p.y * 3), std::floor(p.z * 3)});
    }
    expect_valid(convex_hull(points), points);
  }
}

TEST(Hull, ManyPointsOnASphereAreAllVertices) {
  const Points points = cloud_on_sphere(20000, 12);
  const Hull hull = convex_hull(points);
  EXPECT_EQ(hull.vertices.size(), points.size());
}

TEST(Hull, NoPointsAreInvalid) { EXPECT_THROW(convex_hull(Points{}), InvalidInput); }

TEST(Hull, ACoordinateThatIsNotFiniteIsNamed) {
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    try {
      convex_hull(Points{{0, 0, 0}, {1, bad, 0}});
      FAIL();
    } catch (const InvalidInput& e) {
      EXPECT_NE(std::string(e.what()).find("vertex 1"), std::string::npos) << e.what();
      EXPECT_NE(std::string(e.what()).find(std::isnan(bad) ? "nan" : "inf"), std::string::npos) << e.what();
    }
  }
}

}  // namespace
}  // namespace abut::test
