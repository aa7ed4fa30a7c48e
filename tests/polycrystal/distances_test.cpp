// Distances of points and cells against the nearest point of all facets in rational numbers.
#include "examples/polycrystal/distances.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <random>

#include "abut/core/error.h"

namespace polycrystal::testing {
namespace {

using Rational = boost::multiprecision::cpp_rational;
struct Exact {
  Rational x, y, z;
};
Exact exact(const Vector& v) { return {Rational(v.x), Rational(v.y), Rational(v.z)}; }
Exact operator-(const Exact& a, const Exact& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Exact along(const Exact& a, const Exact& d, const Rational& t) { return {a.x + t * d.x, a.y + t * d.y, a.z + t * d.z}; }
Rational dot(const Exact& a, const Exact& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
Exact cross(const Exact& a, const Exact& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

Rational to_segment(const Exact& p, const Exact& a, const Exact& b) {
  const Exact d = b - a;
  const Rational dd = dot(d, d);
  Rational t = dd > 0 ? Rational(dot(p - a, d) / dd) : Rational(0);
  t = t < 0 ? Rational(0) : t > 1 ? Rational(1) : t;
  const Exact v = p - along(a, d, t);
  return dot(v, v);
}

/// The foot on the plane where it lies in the triangle, else the nearest of the three sides.
Rational to_triangle(const Exact& p, const Exact& a, const Exact& b, const Exact& c) {
  const Exact n = cross(b - a, c - a);
  const Rational nn = dot(n, n), h = dot(p - a, n);
  const auto within = [&](const Exact& u, const Exact& v) { return dot(cross(v - u, p - u), n) >= 0; };
  if (nn > 0 && within(a, b) && within(b, c) && within(c, a)) return h * h / nn;
  return std::min({to_segment(p, a, b), to_segment(p, b, c), to_segment(p, c, a)});
}

/// 0 inside of all facets.
double brute_force(const Cell& cell, const Vector& point) {
  const Exact p = exact(point);
  bool inside = true, first = true;
  Rational least = 0;
  for (const Cell::Face& face : cell.faces) {
    for (std::size_t k = 2; k < face.corners.size(); ++k) {
      const Exact a = exact(cell.points[face.corners[0]]), b = exact(cell.points[face.corners[k - 1]]),
                  c = exact(cell.points[face.corners[k]]);
      inside = inside && dot(p - a, cross(b - a, c - a)) <= 0;
      const Rational d = to_triangle(p, a, b, c);
      if (first || d < least) least = d;
      first = false;
    }
  }
  return inside ? 0 : std::sqrt(static_cast<double>(least));
}

/// Points about each cell, and some that lie on its facets, edges and corners to within rounding.
struct Scene {
  Tessellation cells;
  Grains grains;
  std::vector<Query> queries;
};

Scene scene() {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> unit(0, 1);
  std::vector<Seed> seeds;
  for (int i = 0; i < 30; ++i) seeds.push_back({{unit(random), unit(random), unit(random)}, 0.15 * unit(random)});
  Scene s{Tessellation(Box{}, seeds), {}, {}};
  for (std::uint32_t i = 0; i < s.cells.size(); ++i) {
    const Cell& cell = s.cells.cell(i);
    if (cell.vanished()) continue;
    const auto add = [&](const Vector& p) {
      s.queries.push_back({i, static_cast<std::uint32_t>(s.grains.boundary.size())});
      s.grains.boundary.push_back(p);
    };
    for (int k = 0; k < 12; ++k) add({unit(random), unit(random), unit(random)});
    const Cell::Face& face = cell.faces[random() % cell.faces.size()];
    const Vector a = cell.points[face.corners[0]], b = cell.points[face.corners[1]], c = cell.points[face.corners[2]];
    add(a);
    add((a + b) * 0.5);
    add((a + b + c) * (1.0 / 3));
    add((a + b + c) * (1.0 / 3) + abut::cross(b - a, c - a) * 1e-7);
  }
  return s;
}

class AllDistances : public ::testing::TestWithParam<const char*> {};

TEST_P(AllDistances, AreThoseToTheNearestFacetInExactArithmetic) {
  const Scene s = scene();
  const std::unique_ptr<Distances> distances = distances_named(GetParam());
  std::vector<double> squared(s.grains.boundary.size(), -1);
  for (int turn = 0; turn < 2; ++turn) {  // a warm start has what the first has left
    distances->measure(s.cells, s.grains, s.queries, squared);
    int outside = 0;
    for (const Query& q : s.queries) {
      const double truth = brute_force(s.cells.cell(q.cell), s.grains.boundary[q.voxel]);
      // Corners are rounded to 2^-53 of coordinates up to 1, so that facets of many corners are no planes but to this.
      EXPECT_NEAR(std::sqrt(squared[q.voxel]), truth, 4e-15 + 4e-15 * truth) << q.cell << ' ' << q.voxel;
      outside += truth > 1e-3 ? 1 : 0;
    }
    EXPECT_GT(outside, 200);
  }
}

INSTANTIATE_TEST_SUITE_P(Ways, AllDistances,
                         ::testing::Values("exact", "rounded", "exact-warm", "rounded-warm", "batch", "batch-warm"),
                         [](const auto& of) {
                           std::string name = of.param;
                           std::erase(name, '-');
                           return name;
                         });

TEST(Distances, AWarmStartTakesFewerIterations) {
  const Scene s = scene();
  std::vector<double> squared(s.grains.boundary.size(), -1);
  PairDistances warm({true, true});
  warm.measure(s.cells, s.grains, s.queries, squared);
  const std::uint64_t first = warm.iterations();
  warm.measure(s.cells, s.grains, s.queries, squared);
  EXPECT_LT(warm.iterations() - first, first);
}

TEST(Distances, OthersAreRefusedByName) { EXPECT_THROW(distances_named("guess"), abut::InvalidInput); }

}  // namespace
}  // namespace polycrystal::testing
