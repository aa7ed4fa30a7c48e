// How far hulls reach out of bodies: against closed forms of channels, pits and rings, against samples, and in any
// position.
#include "host/decompose/protrusion.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "abut/core/error.h"
#include "host/decompose/above.h"
#include "host/decompose/hull_concavity.h"
#include "host/decompose/part_count.h"
#include "tests/decompose/surfaces.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;
using Points = std::vector<Vec3<double>>;

/// Along z from 0 to `length`, over a polygon in x and y that runs counter-clockwise; lids are fans about its first
/// corner, which sees all others.
Mesh prism(const std::vector<std::array<double, 2>>& outline, double length) {
  Mesh mesh;
  const auto n = static_cast<std::uint32_t>(outline.size());
  for (const double z : {0.0, length}) {
    for (const auto& p : outline) mesh.vertices.push_back({p[0], p[1], z});
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t j = (i + 1) % n;
    mesh.triangles.push_back({i, j, j + n}), mesh.triangles.push_back({i, j + n, i + n});
  }
  for (std::uint32_t i = 1; i + 1 < n; ++i) {
    mesh.triangles.push_back({0, i + 1, i}), mesh.triangles.push_back({n, n + i, n + i + 1});
  }
  return mesh;
}

/// A block with a notch whose sides slope: from (-width, 0) down to (0, -depth) and up again.
Mesh notched(double width, double depth) {
  return prism({{0, -depth},
                {-width, 0},
                {-width - 1, 0},
                {-width - 1, -depth - 1},
                {width + 1, -depth - 1},
                {width + 1, 0},
                {width, 0}},
               4);
}

/// Of the notch's opening: the middle is farthest, and the nearest points are on the slopes.
double notch_reach(double width, double depth) { return width * depth / std::hypot(width, depth); }

/// A box with a square pit from its top: farthest is the middle of the opening, from the walls or from the bottom.
Mesh pitted(double half, double depth) {
  Mesh mesh = test::box_mesh({-2, -2, -4}, {2, 2, 0});
  std::erase_if(mesh.triangles, [&](const auto& t) {
    return std::all_of(t.begin(), t.end(), [&](std::uint32_t v) { return mesh.vertices[v].z == 0; });
  });
  const std::uint32_t outer[4] = {4, 5, 7, 6};  // counter-clockwise from above
  for (const double z : {0.0, -depth}) {
    for (const auto& [x, y] : {std::pair{-half, -half}, {half, -half}, {half, half}, {-half, half}}) {
      mesh.vertices.push_back({x, y, z});
    }
  }
  for (std::uint32_t i = 0; i < 4; ++i) {
    const std::uint32_t j = (i + 1) % 4, p = 8 + i, q = 8 + j;
    mesh.triangles.push_back({outer[i], outer[j], q}), mesh.triangles.push_back({outer[i], q, p});  // the rim
    mesh.triangles.push_back({p, q, q + 4}), mesh.triangles.push_back({p, q + 4, p + 4});           // walls of the pit
  }
  mesh.triangles.push_back({12, 13, 14}), mesh.triangles.push_back({12, 14, 15});
  return mesh;
}

Mesh moved(Mesh mesh, const Mat3<double>& turn, const Vec3<double>& shift) {
  for (Vec3<double>& v : mesh.vertices) v = rotate(turn, v) + shift;
  return mesh;
}

void expect_reach(const Mesh& mesh, double expected) {
  const MeshReport report = examine(mesh);
  ASSERT_TRUE(report.closed && report.outward);
  const Body body(mesh);
  const PartHull hull = part_hull(mesh.vertices);
  for (const double resolution : {0.05, 0.004}) {
    const Protrusion found = protrusion(body, hull, resolution);
    EXPECT_LE(found.lower, expected + 1e-9);
    EXPECT_GE(found.upper, expected - 1e-9);
    EXPECT_LE(found.upper - found.lower, resolution);
    EXPECT_TRUE(stays_within(body, hull, expected + 2 * resolution, resolution));
    EXPECT_FALSE(stays_within(body, hull, expected - 1e-6, resolution));
  }
}

TEST(Protrusion, OfNotchesAndPitsIsTheDistanceOfTheMiddleOfTheirOpening) {
  Random random(1);
  for (const auto& [width, depth] : {std::pair{1.0, 1.0}, {0.25, 2.0}, {2.0, 0.5}, {0.01, 1.0}}) {
    SCOPED_TRACE(std::to_string(width) + " " + std::to_string(depth));
    expect_reach(notched(width, depth), notch_reach(width, depth));
    expect_reach(moved(notched(width, depth), random.rotation(), random.in_ball() * 5.0), notch_reach(width, depth));
  }
  for (const auto& [half, depth] : {std::pair{1.0, 3.0}, {1.0, 0.5}, {0.3, 0.3}, {1.9, 2.0}}) {
    SCOPED_TRACE(std::to_string(half) + " " + std::to_string(depth));
    expect_reach(pitted(half, depth), std::min(half, depth));
    expect_reach(moved(pitted(half, depth), random.rotation(), random.in_ball() * 5.0), std::min(half, depth));
  }
}

/// Of a shell the hull's middle is in the cavity: as far from the wall as the cavity's ball is large.
TEST(Protrusion, SeesCavitiesAndWhatLiesInThem) {
  Mesh hollow = test::box_mesh({-2, -2, -2}, {2, 2, 2});
  test::add_box(hollow, {-1, -1, -1}, {1, 1, 1}, true);
  expect_reach(hollow, 1);
  test::add_box(hollow, {-0.5, -0.5, -0.5}, {0.5, 0.5, 0.5});
  // Farthest from the core's corner and the three walls: on the diagonal at c with sqrt(3) (c - 1/2) = 1 - c.
  const double c = (1 + std::sqrt(3) / 2) / (1 + std::sqrt(3));
  expect_reach(hollow, 1 - c);
}

TEST(Protrusion, OfAConvexBodyIsNone) {
  Random random(2);
  Points points;
  for (int i = 0; i < 60; ++i) points.push_back(random.in_ball());
  const PartHull hull = part_hull(points);
  const Mesh mesh{hull.points, triangles_of(hull)};
  const Body body(mesh);
  EXPECT_LE(protrusion(body, hull, 1e-3).upper, 1e-3);
  EXPECT_TRUE(stays_within(body, hull, 1e-3, 1e-4));
  EXPECT_EQ(PartCount(body, 0.01)(hull), 1);
  EXPECT_LE(hull_concavity(mesh).relative, 1.0 / 2000);
}

/// Parts anywhere about a body, some of them within it, against points of them.
TEST(Protrusion, IsNotBelowThatOfAnySampleOfThePart) {
  Random random(3);
  const Body body(test::torus_mesh(2, 0.7, 24, 12));
  int outside = 0;
  for (int i = 0; i < 40; ++i) {
    const Vec3<double> at = random.in_cube() * 2.5;
    Points points;
    for (int k = 0; k < 8; ++k) points.push_back(at + random.in_ball() * random.magnitude(0.1, 1.5));
    const PartHull hull = part_hull(points);
    double most = 0;
    for (int k = 0; k < 3000; ++k) {
      Vec3<double> p{0, 0, 0};
      double sum = 0;
      for (const Vec3<double>& q : points) {
        const double weight = -std::log(random.uniform() + 1e-300);
        p = p + q * weight, sum += weight;
      }
      most = std::max(most, body.distance(p * (1 / sum)));
    }
    const Protrusion found = protrusion(body, hull, 0.01, 0.02);
    EXPECT_LE(most, found.upper + 1e-12) << i;
    EXPECT_LE(found.upper, found.lower + std::max(0.01, 0.02 * found.lower) + 1e-12);
    EXPECT_TRUE(stays_within(body, hull, found.upper + 0.02, 0.01)) << i;
    if (found.lower > 0.01) {
      EXPECT_FALSE(stays_within(body, hull, found.lower * (1 - 1e-6), 0.01)) << i;
    }
    outside += found.lower > 0 ? 1 : 0;
  }
  EXPECT_GT(outside, 20);
}

/// However few places may be looked at, the bounds hold.
TEST(Protrusion, OfLittleWorkIsStillBounded) {
  const Mesh mesh = notched(1, 1);
  const Body body(mesh);
  const PartHull hull = part_hull(mesh.vertices);
  double last = infinity;
  for (const std::size_t looks : {0u, 10u, 100u, 1000u, 100000u}) {
    const Protrusion found = protrusion(body, hull, 1e-3, 0, looks);
    EXPECT_LE(found.lower, notch_reach(1, 1) + 1e-12) << looks;
    EXPECT_GE(found.upper, notch_reach(1, 1) - 1e-12) << looks;
    EXPECT_LE(found.upper, last) << looks << ": more work, and less is known";
    last = found.upper;
  }
  EXPECT_LE(last, notch_reach(1, 1) + 1e-3);
}

TEST(Protrusion, CountsTheWorkThatItTakes) {
  const Mesh mesh = test::torus_mesh(2, 0.7, 24, 12);
  const Body body(mesh);
  const PartHull hull = part_hull(mesh.vertices);
  Work little, much, decided;
  (void)protrusion(body, hull, 0.1, 0, usual_looks, &little);
  (void)protrusion(body, hull, 0.001, 0, usual_looks, &much);
  EXPECT_GT(little.spent(), 0u);
  EXPECT_GT(much.spent(), 2 * little.spent());
  EXPECT_FALSE(much.is_spent());
  // A middle of a face says no at once, and that is counted too.
  EXPECT_FALSE(stays_within(body, hull, 0.01, 0.001, &decided));
  EXPECT_GE(decided.spent(), hull.faces.size());
  decided.add(Work::most);
  EXPECT_TRUE(decided.is_spent());
}

/// A mirrored body, and one in another unit: the same to rounding, and by powers of two to the bit.
TEST(Protrusion, IsTheSameInAMirrorAndInAnyUnit) {
  const Mesh mesh = notched(0.7, 1.3);
  const auto reach = [](const Mesh& m, double unit) {
    return protrusion(Body(m), part_hull(m.vertices), 0.001 * unit);
  };
  const Protrusion found = reach(mesh, 1);
  Mesh mirrored = mesh, large = scaled(mesh, 0x1p20);
  for (Vec3<double>& v : mirrored.vertices) v.x = -v.x;
  for (auto& t : mirrored.triangles) std::swap(t[0], t[1]);
  EXPECT_NEAR(reach(mirrored, 1).upper, found.upper, 0.001);
  EXPECT_EQ(reach(large, 0x1p20).upper, found.upper * 0x1p20);
  EXPECT_EQ(reach(large, 0x1p20).lower, found.lower * 0x1p20);
}

/// The bound by facets near a cube holds for every point of the hull in it: of the body's own hull, and of a larger
/// one, which is farther out at corners than it is high above their facets.
TEST(Above, BoundsWhatOfAHullLiesNearAPlace) {
  Random random(4);
  int bounded = 0;
  for (const Mesh& mesh : {test::angle_mesh(), notched(1, 0.3), test::torus_mesh(2, 0.7, 12, 7), pitted(1.5, 0.2)}) {
    const Body body(mesh);
    for (const double larger : {1.0, 1.03}) {
      const PartHull hull = part_hull(scaled(mesh, larger).vertices);
      Above above(body, hull);
      for (int i = 0; i < 400; ++i) {
        const Vec3<double>& corner = mesh.vertices[random.below(static_cast<std::uint32_t>(mesh.vertices.size()))];
        const Vec3<double> p = corner + random.in_ball() * 0.7;
        const double reach = random.magnitude(0.01, 0.5);
        const double bound = above(p, body.distance(p), reach, infinity);
        if (bound == infinity) continue;
        ++bounded;
        for (const Vec3<double>& q : hull.points) {
          if (norm(q - p) < reach) {
            ASSERT_LE(body.distance(q), bound + 1e-12) << i;
          }
        }
        for (int k = 0; k < 60; ++k) {
          const Vec3<double> q = p + random.in_ball() * reach;
          const bool in_hull = std::all_of(hull.planes.begin(), hull.planes.end(),
                                           [&](const Plane& plane) { return plane.height(q) <= 0; });
          if (in_hull) {
            ASSERT_LE(body.distance(q), bound + 1e-12) << i;
          }
        }
        // What is more than may be of use is infinite; else the bound is the same.
        EXPECT_EQ(above(p, body.distance(p), reach, 2 * bound + 1), bound);
      }
    }
  }
  EXPECT_GT(bounded, 1000);
}

TEST(PartCount, GoesWithTheRootOfTheReach) {
  const Mesh mesh = pitted(1, 3);
  const Body body(mesh);
  const PartHull hull = part_hull(mesh.vertices);
  EXPECT_EQ(PartCount(body, 1.01)(hull), 1);
  EXPECT_EQ(PartCount(body, 0.9)(hull), 2) << "one that is not within takes two at least";
  EXPECT_EQ(PartCount(body, 1.0 / 9)(hull), 3);
  EXPECT_EQ(PartCount(body, 1.0 / 100)(hull), 10);
  EXPECT_EQ(PartCount(body, 0.01)(part_hull(Points{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}})), 1) << "flat";
}

TEST(HullConcavity, IsTheReachOfTheHullInTheMeshsUnitAndOverTheHalfExtent) {
  for (const double unit : {1.0, 0x1p-200, 1e3, 0x1p300}) {
    const HullConcavity found = hull_concavity(scaled(notched(1, 1), unit));
    const double expected = std::sqrt(0.5), half_extent = 2;
    EXPECT_GE(found.distance / unit, expected * (1 - 1e-12));
    EXPECT_LE(found.distance / unit, 1.02 * expected + half_extent / 2000);
    EXPECT_NEAR(found.relative, found.distance / unit / half_extent, 1e-12);
  }
}

TEST(HullConcavity, OfASurfaceIsTheReachFromItsFacets) {
  for (const double unit : {1.0, 0x1p-200, 1e3, 0x1p300}) {
    const HullConcavity box = hull_concavity_of_surface(scaled(test::open_box(), unit));
    EXPECT_GE(box.distance / unit, 0.5 * (1 - 1e-12));
    EXPECT_LE(box.distance / unit, 0.5 * 1.02 + 0.5 / 2000);
    EXPECT_NEAR(box.relative, box.distance / unit / 0.5, 1e-12);
    EXPECT_LE(hull_concavity_of_surface(scaled(test::sheet(3), unit)).relative, 1.0 / 2000);
  }
  const Mesh point{{{1, 2, 3}, {1, 2, 3}, {1, 2, 3}}, {{0, 1, 2}}};
  EXPECT_THROW(hull_concavity_of_surface(point), InvalidInput);
}

}  // namespace
}  // namespace abut::host
