// The exact hull against that of the reference, which goes another way (gift wrapping, signs by integers), and the
// signs that it rests on.
#include "host/shapes/exact_hull.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <tuple>
#include <vector>

#include "host/reference/exact.h"
#include "host/reference/hull.h"
#include "host/shapes/orientations.h"
#include "tests/shapes/point_sets.h"
#include "tests/support/exact.h"

namespace abut::test {
namespace {

using host::ExactHull;
using host::Orientations;
using Index = std::uint32_t;

/// Of equal points the first.
std::vector<Index> first_of_equals(const Points& points) {
  std::vector<Index> first(points.size());
  for (Index i = 0; i < points.size(); ++i) {
    first[i] = i;
    for (Index j = i; j-- > 0;) {
      if (same(points[i], points[j])) first[i] = j;
    }
  }
  return first;
}

/// The facets, each by its corners in ascending order: coplanar triangles count as one.
template <class Triangle>
std::set<std::set<Index>> facets(const Points& points, const std::vector<Triangle>& triangles) {
  const std::vector<Index> first = first_of_equals(points);
  std::set<std::set<Index>> found;
  std::vector<bool> seen(triangles.size(), false);
  for (Index t = 0; t < triangles.size(); ++t) {
    if (seen[t]) continue;
    const std::array<Index, 3> v = triangles[t].vertex;
    std::set<Index> corners;
    std::vector<Index> stack{t};
    seen[t] = true;
    while (!stack.empty()) {
      const Triangle& at = triangles[stack.back()];
      stack.pop_back();
      for (const Index corner : at.vertex) corners.insert(first[corner]);
      for (const Index n : at.neighbour) {
        const auto in_plane = [&](Index other) {
          return reference::orient3d(points[v[0]], points[v[1]], points[v[2]], points[other]) == 0;
        };
        if (seen[n] || !std::all_of(triangles[n].vertex.begin(), triangles[n].vertex.end(), in_plane)) continue;
        seen[n] = true;
        stack.push_back(n);
      }
    }
    EXPECT_TRUE(found.insert(corners).second);
  }
  return found;
}

/// Six times the volume, in units of some power of two that the points decide.
template <class Triangle>
Integer volume(const Points& points, const std::vector<Triangle>& triangles) {
  CommonShift common;
  for (const Vec3<double>& p : points) common.see(p);
  const auto at = [&](Index v) { return exact(points[v], common.shift()); };
  Integer sum = 0;
  for (const Triangle& t : triangles) {
    sum += exact_inner(at(t.vertex[0]), exact_cross_product(at(t.vertex[1]), at(t.vertex[2])));
  }
  return sum;
}

/// Closed, oriented, each triangle with area.
template <class Triangle>
void expect_closed(const Points& points, const std::vector<Triangle>& triangles) {
  std::set<Index> vertices;
  for (Index f = 0; f < triangles.size(); ++f) {
    const auto& v = triangles[f].vertex;
    EXPECT_FALSE(reference::collinear(points[v[0]], points[v[1]], points[v[2]]));
    for (std::size_t k = 0; k < 3; ++k) {
      vertices.insert(v[k]);
      const Triangle& n = triangles.at(triangles[f].neighbour[k]);
      int back = 0;
      for (std::size_t j = 0; j < 3; ++j) {
        back += n.vertex[j] == v[(k + 1) % 3] && n.vertex[(j + 1) % 3] == v[k] && n.neighbour[j] == f;
      }
      EXPECT_EQ(back, 1);
    }
  }
  EXPECT_EQ(2 * vertices.size(), triangles.size() + 4);  // Euler
}

std::set<std::tuple<double, double, double>> places(const Points& points, const std::vector<Index>& ids) {
  std::set<std::tuple<double, double, double>> out;
  for (const Index i : ids) out.insert({points[i].x + 0, points[i].y + 0, points[i].z + 0});
  return out;
}

/// Returns the dimension.
int expect_same_hull(const Points& points) {
  const ExactHull ours = host::exact_hull(points);
  const reference::Hull other = reference::convex_hull(points);
  EXPECT_EQ(ours.dimension, other.dimension);
  EXPECT_EQ(ours.corners.size(), other.corners.size());
  EXPECT_EQ(places(points, ours.corners), places(points, other.corners));
  EXPECT_EQ(ours.triangles.size(), other.triangles.size());
  if (ours.dimension != 3 || other.dimension != 3) return ours.dimension;
  expect_closed(points, ours.triangles);
  expect_closed(points, other.triangles);
  EXPECT_EQ(facets(points, ours.triangles), facets(points, other.triangles));
  const Integer size = volume(points, ours.triangles);
  EXPECT_EQ(size, volume(points, other.triangles));
  EXPECT_GT(size, 0);
  for (const auto& t : ours.triangles) {
    const auto& [a, b, c] = t.vertex;
    for (const Vec3<double>& p : points) EXPECT_LE(reference::orient3d(points[a], points[b], points[c], p), 0);
  }
  return 3;
}

TEST(ExactHull, OfRandomPointsIsThatOfTheReference) {
  Random random(61);
  for (const int count : {4, 5, 6, 8, 12, 30, 100}) {
    for (int i = 0; i < 10; ++i) {
      Points points;
      for (int k = 0; k < count; ++k) points.push_back(random.in_cube());
      EXPECT_EQ(expect_same_hull(points), 3);
      EXPECT_EQ(expect_same_hull(scaled(points, 1, 1e-7, 1e-12)), 3);
    }
  }
  EXPECT_EQ(expect_same_hull(cloud_on_sphere(250, 62)), 3);
}

TEST(ExactHull, OfCubesGridsAndPrismsIsThatOfTheReference) {
  Random random(63);
  const Points shapes[] = {grid(2), grid(3), grid(5), prism(3), prism(4), prism(7), prism(40)};
  for (const Points& points : shapes) {
    EXPECT_EQ(expect_same_hull(points), 3);
    EXPECT_EQ(expect_same_hull(moved(points, random.rotation(), random.in_cube())), 3);  // all but coplanar
    Points twice = points;
    twice.insert(twice.end(), points.begin(), points.end());
    EXPECT_EQ(expect_same_hull(twice), 3);
  }
  EXPECT_EQ(facets(grid(4), host::exact_hull(grid(4)).triangles).size(), 6u);
}

TEST(ExactHull, OfSmallIntegersIsThatOfTheReference) {
  Random random(64);
  std::array<int, 4> of_dimension{};
  for (int i = 0; i < 1500; ++i) {
    const std::uint32_t count = 1 + random.below(14), range = 1 + random.below(3);
    Points points;
    for (std::uint32_t k = 0; k < count; ++k) {
      points.push_back({random.below(range + 1) * 0.1, random.below(range) * 0.3, random.below(range) * 1.0});
    }
    const int dimension = expect_same_hull(points);
    ASSERT_GE(dimension, 0);
    ++of_dimension[static_cast<std::size_t>(dimension)];
  }
  for (const int n : of_dimension) EXPECT_GT(n, 50);
}

TEST(ExactHull, OfFewerDimensionsIsThatOfTheReference) {
  EXPECT_EQ(expect_same_hull({}), -1);
  EXPECT_EQ(expect_same_hull({{1, 2, 3}}), 0);
  EXPECT_EQ(expect_same_hull({{0.0, 2, 3}, {-0.0, 2, 3}, {0, 2, 3}}), 0);
  EXPECT_EQ(expect_same_hull({{0.1, 0.1, 0.1}, {0.3, 0.3, 0.3}, {0.2, 0.2, 0.2}, {0.3, 0.3, 0.3}}), 1);
  const Points square = grid(4);
  for (const auto& axes : {Vec3<double>{0, 1, 1}, Vec3<double>{1, 0, 1}, Vec3<double>{1, 1, 0}}) {
    EXPECT_EQ(expect_same_hull(scaled(square, axes.x, axes.y, axes.z)), 2);
  }
  Points slanted;  // in the plane x + y + z = 6
  for (int i = 0; i < 25; ++i) slanted.push_back({i % 5 * 1.0, i / 5 * 1.0, 6.0 - i % 5 - i / 5});
  EXPECT_EQ(expect_same_hull(slanted), 2);
  EXPECT_EQ(host::exact_hull(slanted).corners.size(), 4u);
}

TEST(ExactHull, OfPointsMovedByTheLastPlaceIsThatOfTheReference) {
  Random random(65);
  for (int i = 0; i < 60; ++i) {
    const double noise = i % 3 == 0 ? 1e-15 : i % 3 == 1 ? 0x1p-52 : 1e-13;
    Points points = i % 2 == 0 ? grid(3) : prism(9);
    for (Vec3<double>& p : points) p = p + random.in_cube() * noise;
    if (i % 4 == 0) points = moved(points, random.rotation(), {0.1, 0.2, 0.3});
    EXPECT_EQ(expect_same_hull(points), 3);
    EXPECT_GE(expect_same_hull(scaled(points, 1, 1, 0)), 2);
    Points needle;  // on one line but for the noise
    for (int k = 0; k < 12; ++k) needle.push_back(Vec3<double>{1, 2, 3} * (0.1 * k) + random.in_cube() * noise);
    EXPECT_EQ(expect_same_hull(needle), 3);
  }
}

TEST(ExactHull, OfAnySizeIsThatOfTheReference) {
  Random random(66);
  Points points = grid(3);
  for (int k = 0; k < 20; ++k) points.push_back(random.in_cube() * 1.5);
  const auto whole = facets(points, host::exact_hull(points).triangles);
  for (const double by : {0x1p-900, 0x1p-400, 0x1p-342, 0x1p-280, 0x1p333, 0x1p400, 0x1p1000}) {
    const Points other = scaled(points, by, by, by);
    EXPECT_EQ(expect_same_hull(other), 3) << by;
    EXPECT_EQ(facets(other, host::exact_hull(other).triangles), whole) << by;
    EXPECT_EQ(expect_same_hull(scaled(points, by, 1, 1)), 3) << by;
  }
  EXPECT_EQ(expect_same_hull(scaled(points, 0x1p400, 1, 0x1p-400)), 3);
  EXPECT_EQ(expect_same_hull(scaled(points, 0x1p400, 0, 0x1p-400)), 2);
}

TEST(ExactHull, OfTheSamePointsIsTheSame) {
  const Points points = grid(4);
  const ExactHull a = host::exact_hull(points), b = host::exact_hull(points);
  ASSERT_EQ(a.triangles.size(), b.triangles.size());
  for (std::size_t t = 0; t < a.triangles.size(); ++t) {
    EXPECT_EQ(a.triangles[t].vertex, b.triangles[t].vertex);
    EXPECT_EQ(a.triangles[t].neighbour, b.triangles[t].neighbour);
  }
}

/// Of a few values, so that signs are often 0, times sizes inside and outside of the predicates' range.
Points awkward_points(Random& random, std::uint32_t count) {
  constexpr double sizes[] = {1, 1, 0x1p-53, 0x1p-300, 0x1p340, 0x1p-1000};
  const double size = sizes[random.below(6)], off = random.below(2) * 0x1p-53;
  Points points;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto coordinate = [&] { return (random.below(3) * 0.1 + random.below(2) * off) * size; };
    const double x = coordinate(), y = coordinate(), z = coordinate();
    points.push_back({x, y, z});
  }
  return points;
}

TEST(Orientations, AreThoseOfTheReference) {
  Random random(67);
  int zeros = 0;
  for (int i = 0; i < 3000; ++i) {
    const Points p = awkward_points(random, 4);
    const Orientations signs(p);
    EXPECT_EQ(signs.side(0, 1, 2, 3), reference::orient3d(p[0], p[1], p[2], p[3]));
    EXPECT_EQ(signs.turn(0, 1, 2, 0), reference::orient2d(p[0].y, p[0].z, p[1].y, p[1].z, p[2].y, p[2].z));
    EXPECT_EQ(signs.turn(0, 1, 2, 1), reference::orient2d(p[0].z, p[0].x, p[1].z, p[1].x, p[2].z, p[2].x));
    EXPECT_EQ(signs.turn(0, 1, 2, 2), reference::orient2d(p[0].x, p[0].y, p[1].x, p[1].y, p[2].x, p[2].y));
    EXPECT_EQ(signs.collinear(0, 1, 2), reference::collinear(p[0], p[1], p[2]));
    zeros += signs.side(0, 1, 2, 3) == 0 ? 1 : 0;
  }
  EXPECT_GT(zeros, 300);
}

TEST(Orientations, NormalsAreRoundedOnce) {
  Random random(68);
  for (int i = 0; i < 3000; ++i) {
    Points p = i % 2 == 0 ? awkward_points(random, 3) : Points{random.in_cube(), random.in_cube(), random.in_cube()};
    if (i % 4 == 1) p[2] = p[0] * 0.5 + p[1] * 0.5 + random.in_cube() * 0x1p-50;  // a sliver
    const Vec3<double> ours = Orientations(p).unit_normal(0, 1, 2);
    CommonShift common;
    for (const Vec3<double>& x : p) common.see(x);
    const ExactVector a = exact(p[0], common.shift());
    const ExactVector n =
        exact_cross_product(exact_minus(exact(p[1], common.shift()), a), exact_minus(exact(p[2], common.shift()), a));
    const WideReal length = sqrt(WideReal(exact_inner(n, n)));
    if (length == 0) {
      EXPECT_TRUE(same(ours, {0, 0, 0}));
      continue;
    }
    const auto expect_rounded = [&](double rounded, const Integer& component) {
      const WideReal truth = WideReal(component) / length;
      EXPECT_LE(fabs(WideReal(rounded) - truth), fabs(truth) * 0x1.0001p-53) << i;
    };
    expect_rounded(ours.x, n.x), expect_rounded(ours.y, n.y), expect_rounded(ours.z, n.z);
    const Vec3<double> other = reference::narrow(reference::triangle_normal(p[0], p[1], p[2]));
    EXPECT_LE(max_abs(ours - other), 0x1p-53) << i;
  }
}

}  // namespace
}  // namespace abut::test
