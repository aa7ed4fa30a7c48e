// Hulls of points on grids, lines and planes, with repetitions, against the reference's gift wrapping, which has exact
// signs and no merged facets; turned, stretched and far from the origin where that is exact.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "abut/shapes/shape_set.h"
#include "host/reference/hull.h"
#include "host/shapes/hull.h"
#include "tests/shapes/point_sets.h"

namespace abut::test {
namespace {

using Face = std::set<std::uint32_t>;

/// Vertices and faces by the indices of the points, of equal ones the first; of flat sets the two sides are one face.
struct Shape {
  int dimension = 0;
  std::set<std::uint32_t> vertices;
  std::set<Face> faces;
  bool operator==(const Shape&) const = default;
};

/// Facets of the reference are the triangles of one plane: joined, across edges, where the small integers say so.
Shape by_gift_wrapping(const Points& points) {
  const reference::Hull hull = reference::convex_hull(points);
  Shape out{hull.dimension, {hull.corners.begin(), hull.corners.end()}, {}};
  if (hull.dimension == 2) out.faces.insert(out.vertices);
  std::map<std::uint32_t, Face> in_plane;
  for (std::uint32_t t = 0; t < hull.triangles.size(); ++t) {
    const auto& v = hull.triangles[t].vertex;
    const Vec3<double> n = cross(points[v[1]] - points[v[0]], points[v[2]] - points[v[0]]);
    for (const reference::HullTriangle& other : hull.triangles) {
      for (const std::uint32_t w : other.vertex) {
        if (dot(n, points[w] - points[v[0]]) == 0) in_plane[t].insert(w);
      }
    }
    out.vertices.insert(v.begin(), v.end());
  }
  for (const auto& [t, face] : in_plane) out.faces.insert(face);
  return out;
}

Shape by_library(const Points& points) {
  const host::Hull hull = host::convex_hull(points);
  Shape out{hull.dimension, {hull.vertices.begin(), hull.vertices.end()}, {}};
  const host::Topology& t = hull.topology;
  for (std::uint32_t f = 0; f < t.face_count(); ++f) {
    Face face;
    for (std::uint32_t k = t.face_begin[f]; k < t.face_begin[f + 1]; ++k)
      face.insert(hull.vertices[t.face_vertices[k]]);
    out.faces.insert(face);
  }
  return out;
}

/// Integers of at most `largest` in a box, plane or line through the origin.
Points grid_points(Random& random, int dimension, int largest) {
  const auto any = [&] { return random.below(static_cast<std::uint32_t>(2 * largest + 1)) - 1.0 * largest; };
  const Vec3<double> u{any(), any(), any()}, v{any(), any(), any()};
  Points points;
  for (std::uint32_t k = 1 + random.below(16); k > 0; --k) {
    const double s = any(), t = any();
    points.push_back(dimension == 3 ? Vec3<double>{any(), any(), any()} : dimension == 2 ? u * s + v * t : u * s);
  }
  return points;
}

TEST(DegenerateHulls, OfGridPointsAreThoseOfGiftWrapping) {
  Random random(31);
  std::map<int, int> dimensions;
  for (int i = 0; i < 3000; ++i) {
    const Points points = grid_points(random, 1 + i % 3, 1 + i % 4);
    const Shape truth = by_gift_wrapping(points);
    EXPECT_TRUE(by_library(points) == truth) << i;
    ++dimensions[truth.dimension];
  }
  for (int d = 0; d <= 3; ++d) EXPECT_GT(dimensions[d], 100) << d;
}

TEST(DegenerateHulls, KeepTheirFacesTurnedStretchedAndFarAway) {
  Random random(32);
  const Mat3<double> quarter{{0, -1, 0, 1, 0, 0, 0, 0, 1}}, tip{{0, 0, 1, 1, 0, 0, 0, 1, 0}};
  for (int i = 0; i < 500; ++i) {
    const Points points = grid_points(random, 1 + i % 3, 2);
    const Shape truth = by_gift_wrapping(points);
    for (const Mat3<double>& turn : {quarter, tip}) {
      EXPECT_TRUE(by_library(moved(points, turn, {0, 0, 0})) == truth) << i;
      EXPECT_TRUE(by_library(moved(points, turn, {0x1p40, -0x1p30, 0x1p20})) == truth) << "far away " << i;
    }
    // Thin, as long as what is thin is far above the rounding of the whole.
    for (const Vec3<double>& s : {Vec3<double>{1, 1, 0x1p-20}, {0x1p-30, 1, 1}, {1, 0x1p-15, 0x1p-35}, {-1, 1, 1}}) {
      EXPECT_TRUE(by_library(scaled(points, s.x, s.y, s.z)) == truth) << "stretched " << i;
    }
  }
}

TEST(DegenerateHulls, RepeatedAndInnerPointsChangeNothingButTheirIndices) {
  Random random(33);
  for (int i = 0; i < 300; ++i) {
    const Points points = grid_points(random, 1 + i % 3, 3);
    Points more;
    std::vector<std::uint32_t> first;  // of each of the points among more
    for (const auto& p : points) {
      // What is half-way between two points is no vertex.
      const Vec3<double> other = points[random.below(static_cast<std::uint32_t>(points.size()))];
      if (!same(p, other)) more.push_back(p * 0.5 + other * 0.5);
      first.push_back(static_cast<std::uint32_t>(more.size()));
      more.push_back(p);
      more.push_back(p);
    }
    const auto places = [](const Shape& shape, const Points& p) {
      std::set<std::array<double, 3>> all;
      for (const std::uint32_t v : shape.vertices) all.insert({p[v].x, p[v].y, p[v].z});
      return all;
    };
    const Shape few = by_library(points), many = by_library(more);
    EXPECT_EQ(places(few, points), places(many, more)) << i;
    EXPECT_EQ(few.faces.size(), many.faces.size()) << i;
    for (const std::uint32_t v : many.vertices) {
      EXPECT_NE(std::find(first.begin(), first.end(), v), first.end()) << "not the first of its equals " << i;
    }
  }
}

TEST(DegenerateHulls, OfSetsAreWhatTheShapesHave) {
  // Added to a set, from which its faces and flags are read back.
  Random random(34);
  for (int i = 0; i < 300; ++i) {
    const Points points = grid_points(random, 1 + i % 3, 2);
    ShapeSet set;
    const std::uint32_t shape = set.add_hull(points, i % 2 ? 0.25 : 0);
    const Shape truth = by_gift_wrapping(points);
    const auto vertices = set.vertices(shape);
    ASSERT_EQ(vertices.size(), truth.vertices.size()) << i;
    std::size_t k = 0;
    for (const std::uint32_t v : truth.vertices) EXPECT_TRUE(same(vertices[k++], points[v])) << "in their order " << i;
    const std::uint32_t sides = truth.dimension == 2 ? 2 : static_cast<std::uint32_t>(truth.faces.size());
    EXPECT_EQ(set.faces(shape).size(), sides) << i;
    EXPECT_EQ(set.header(shape).flags, convex_faces_flag) << i;
    EXPECT_EQ(set.header(shape).edge_count, truth.dimension == 3   ? vertices.size() + sides - 2
                                            : truth.dimension == 2 ? vertices.size()
                                                                   : vertices.size() - 1);
  }
}

}  // namespace
}  // namespace abut::test
