// Hulls of parts against gift wrapping in integers: corners, faces and volumes, however many points lie in a plane.
#include "host/decompose/part_hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;
using Points = std::vector<Vec3<double>>;
using Whole = std::array<std::int64_t, 3>;
/// Corners counter-clockwise from outside, the least number first.
using Ring = std::vector<std::uint32_t>;

Whole minus(const Whole& a, const Whole& b) { return {a[0] - b[0], a[1] - b[1], a[2] - b[2]}; }
std::int64_t inner_of(const Whole& a, const Whole& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
Whole outer_of(const Whole& a, const Whole& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

Ring least_first(Ring ring) {
  std::rotate(ring.begin(), std::min_element(ring.begin(), ring.end()), ring.end());
  return ring;
}

/// Round what of the points lies in the plane, corners alone.
Ring wrap_round(const std::vector<Whole>& p, const std::vector<std::uint32_t>& in_plane, const Whole& normal) {
  const std::uint32_t start = *std::min_element(in_plane.begin(), in_plane.end(),
                                                [&](std::uint32_t a, std::uint32_t b) { return p[a] < p[b]; });
  Ring ring{start};
  for (;;) {
    const std::uint32_t at = ring.back();
    std::uint32_t next = at;
    for (const std::uint32_t q : in_plane) {
      if (q == at) continue;
      if (next == at) next = q;
      const Whole to_next = minus(p[next], p[at]), to_q = minus(p[q], p[at]);
      const std::int64_t turn = inner_of(normal, outer_of(to_next, to_q));
      if (turn < 0 || (turn == 0 && inner_of(to_q, to_q) > inner_of(to_next, to_next))) next = q;
    }
    if (next == start) return least_first(ring);
    ring.push_back(next);
  }
}

/// Of different points: a plane through three of them that has none on one side holds a face.
std::set<Ring> wrapped_faces(const std::vector<Whole>& p) {
  std::set<std::pair<Whole, std::int64_t>> seen;
  std::set<Ring> faces;
  const auto n = static_cast<std::uint32_t>(p.size());
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = i + 1; j < n; ++j) {
      for (std::uint32_t k = j + 1; k < n; ++k) {
        Whole normal = outer_of(minus(p[j], p[i]), minus(p[k], p[i]));
        const std::int64_t g = std::gcd(std::gcd(normal[0], normal[1]), normal[2]);
        if (g == 0) continue;
        bool above = false, below = false;
        std::vector<std::uint32_t> in_plane;
        for (std::uint32_t q = 0; q < n; ++q) {
          const std::int64_t height = inner_of(normal, minus(p[q], p[i]));
          above |= height > 0, below |= height < 0;
          if (height == 0) in_plane.push_back(q);
        }
        if (above == below) continue;
        for (std::int64_t& x : normal) x /= above ? -g : g;
        if (seen.insert({normal, inner_of(normal, p[i])}).second) faces.insert(wrap_round(p, in_plane, normal));
      }
    }
  }
  return faces;
}

/// Six times the volume.
std::int64_t volume_in(const std::vector<Whole>& p, const std::set<Ring>& faces) {
  std::int64_t sum = 0;
  for (const Ring& f : faces) {
    for (std::size_t k = 1; k + 1 < f.size(); ++k) sum += inner_of(p[f[0]], outer_of(p[f[k]], p[f[k + 1]]));
  }
  return sum;
}

std::vector<Whole> lattice_points(Random& random, std::size_t count, std::uint32_t side) {
  std::set<Whole> all;
  for (std::size_t i = 0; i < count; ++i) all.insert({random.below(side), random.below(side), random.below(side)});
  std::vector<Whole> points(all.begin(), all.end());
  for (std::size_t i = points.size(); i > 1; --i) {
    std::swap(points[i - 1], points[random.below(static_cast<std::uint32_t>(i))]);
  }
  return points;
}

Points as_doubles(const std::vector<Whole>& points) {
  Points out;
  for (const Whole& p : points) {
    out.push_back({static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])});
  }
  return out;
}

/// Faces of a hull by the numbers of the points that it was made of.
std::set<Ring> faces_in(const PartHull& hull, const Points& points) {
  std::map<std::array<double, 3>, std::uint32_t> number;
  for (std::uint32_t i = 0; i < points.size(); ++i) number[{points[i].x, points[i].y, points[i].z}] = i;
  std::set<Ring> faces;
  for (const Polygon& face : hull.faces) {
    Ring ring;
    for (const std::uint32_t v : face) {
      const Vec3<double>& p = hull.points[v];
      ring.push_back(number.at({p.x, p.y, p.z}));
    }
    faces.insert(least_first(ring));
  }
  return faces;
}

TEST(PartHull, HasTheFacesThatGiftWrappingFinds) {
  Random random(1);
  int solids = 0, polygons = 0;
  for (int i = 0; i < 400; ++i) {
    // The coarsest lattices have most of their points in faces and edges, the finest none.
    const std::uint32_t side = i % 4 == 0 ? 2 : i % 4 == 1 ? 3 : i % 4 == 2 ? 5 : 1000;
    const std::vector<Whole> whole = lattice_points(random, 4 + random.below(24), side);
    const Points points = as_doubles(whole);
    const PartHull hull = part_hull(points);
    const std::set<Ring> expected = wrapped_faces(whole);
    ASSERT_EQ(hull.flat(), expected.empty()) << i;
    if (hull.flat()) continue;
    ASSERT_EQ(faces_in(hull, points), expected) << i;
    ASSERT_EQ(hull.faces.size(), expected.size()) << i << ": a face twice";
    const double volume = static_cast<double>(volume_in(whole, expected)) / 6;
    EXPECT_NEAR(hull.volume, volume, 1e-13 * volume);
    ++solids;
    for (const Ring& f : expected) polygons += f.size() > 3 ? 1 : 0;
  }
  EXPECT_GT(solids, 300);
  EXPECT_GT(polygons, 300) << "faces of more than three corners: the test asks for too little";
}

TEST(PartHull, PlanesAreThoseOfItsFacesAndHoldEveryPoint) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Points points = as_doubles(lattice_points(random, 20, i % 2 == 0 ? 4 : 200));
    const PartHull hull = part_hull(points);
    ASSERT_EQ(hull.planes.size(), hull.faces.size());
    for (std::size_t f = 0; f < hull.faces.size(); ++f) {
      const Plane& plane = hull.planes[f];
      EXPECT_NEAR(norm(plane.normal), 1, 1e-15);
      for (const std::uint32_t v : hull.faces[f]) EXPECT_NEAR(plane.height(hull.points[v]), 0, 1e-12);
      for (const Vec3<double>& p : points) EXPECT_LE(plane.height(p), 1e-12);
      EXPECT_GT(inner(area_vector(hull.points, hull.faces[f]), plane.normal), 0) << "runs clockwise";
      EXPECT_NEAR(support(hull, plane.normal), plane.offset, 1e-12);
    }
  }
}

TEST(PartHull, DoesNotDependOnTheOrderOfPointsNorOnHowOftenTheyAreThere) {
  Random random(3);
  for (int i = 0; i < 60; ++i) {
    Points points = as_doubles(lattice_points(random, 16, i % 2 == 0 ? 3 : 100));
    const PartHull hull = part_hull(points);
    const std::set<Ring> faces = faces_in(hull, points);
    Points many = points;
    for (int k = 0; k < 12; ++k) {
      many.push_back(many[random.below(static_cast<std::uint32_t>(many.size()))]);
      std::swap(many.back(), many[random.below(static_cast<std::uint32_t>(many.size()))]);
    }
    const PartHull other = part_hull(many);
    EXPECT_EQ(faces_in(other, points), faces) << i;
    EXPECT_EQ(other.points.size(), hull.points.size());
    EXPECT_NEAR(other.volume, hull.volume, 1e-13 * hull.volume);
  }
}

TEST(PartHull, OfPointsInAPlaneIsFlatAndKeepsThemAll) {
  Random random(4);
  const std::vector<Points> sets = [&] {
    std::vector<Points> all{
        {}, {{1, 2, 3}}, {{1, 2, 3}, {1, 2, 3}}, {{0, 0, 0}, {1, 0, 0}}, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
    Points line, plane, same(9, Vec3<double>{0.1, 0.2, 0.3});
    for (int k = 0; k < 30; ++k) {
      const double u = random.below(9), v = random.below(9);
      line.push_back({u, 2 * u, -u});
      plane.push_back({u, v, u + v});  // exactly in x + y = z
    }
    all.push_back(line), all.push_back(plane), all.push_back(same);
    return all;
  }();
  for (const Points& points : sets) {
    SCOPED_TRACE(points.size());
    const PartHull hull = part_hull(points);
    EXPECT_TRUE(hull.flat());
    EXPECT_EQ(hull.points.size(), points.size());
    EXPECT_EQ(hull.volume, 0);
    EXPECT_TRUE(hull.planes.empty());
    EXPECT_TRUE(triangles_of(hull).empty());
  }
}

TEST(PartHull, IsTheSameInAnyUnit) {
  Random random(5);
  Points points;
  for (int i = 0; i < 60; ++i) points.push_back(random.in_ball());
  const PartHull hull = part_hull(points);
  for (const int exponent : {-60, -7, 9, 60}) {
    Points scaled;
    for (const Vec3<double>& p : points) scaled.push_back(p * std::ldexp(1.0, exponent));
    const PartHull other = part_hull(scaled);
    EXPECT_EQ(faces_in(other, scaled), faces_in(hull, points)) << exponent;
    EXPECT_NEAR(std::ldexp(other.volume, -3 * exponent), hull.volume, 1e-14);
  }
}

/// Fans of all faces are one closed surface, of as many triangles as Euler says.
TEST(PartHull, TrianglesCloseAsTheFacesDo) {
  Random random(6);
  for (const std::uint32_t side : {2u, 4u, 50u}) {
    const PartHull hull = part_hull(as_doubles(lattice_points(random, 40, side)));
    const auto triangles = triangles_of(hull);
    std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
    double volume = 0;
    for (const auto& t : triangles) {
      for (std::size_t k = 0; k < 3; ++k) ++edges[{t[k], t[(k + 1) % 3]}];
      volume += inner(hull.points[t[0]], outer(hull.points[t[1]], hull.points[t[2]])) / 6;
    }
    for (const auto& [edge, count] : edges) {
      EXPECT_EQ(count, 1);
      EXPECT_EQ(edges.count({edge.second, edge.first}), 1u);
    }
    EXPECT_EQ(triangles.size(), 2 * hull.points.size() - 4);
    EXPECT_NEAR(volume, hull.volume, 1e-12 * hull.volume);
  }
}

}  // namespace
}  // namespace abut::host
