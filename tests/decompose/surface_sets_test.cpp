// Sets of facets that parts of a surface are made of, and flat patches: bounds against samples, limits that are kept,
// and every facet in one set.
#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "host/decompose/facet_sets.h"
#include "host/decompose/flat_patches.h"
#include "host/decompose/surface_cover.h"
#include "host/decompose/surface_measures.h"
#include "host/decompose/surface_reach.h"
#include "tests/decompose/surfaces.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;
using Points = std::vector<Vec3<double>>;

Surface surface_of(const Mesh& mesh) { return {mesh.vertices, mesh.triangles}; }

SurfaceLimits limits_of(double limit, std::size_t most_vertices = SIZE_MAX) {
  return {limit, 0.02 * limit, 0.2 * limit, most_vertices};
}

/// In the hull of points, by random weights.
Vec3<double> in_hull(const Points& points, Random& random) {
  Vec3<double> p{0, 0, 0};
  double sum = 0;
  for (const Vec3<double>& q : points) {
    const double weight = -std::log(random.uniform() + 1e-300);
    p = p + q * weight, sum += weight;
  }
  return p * (1 / sum);
}

/// Two grids that meet at a bend, one of them in the plane z = 0.
Mesh folded_sheet(std::uint32_t n, double slope) {
  Mesh mesh = test::sheet(n);
  for (Vec3<double>& v : mesh.vertices) v = {2 * v.x - 1, v.y, std::max(0.0, 2 * v.x - 1) * slope};
  return mesh;
}

/// Within a patch it is the height, whatever seams run through it; nothing is known beyond a bend.
TEST(FlatPatches, BoundWhatIsAboveThemByTheHeight) {
  Random random(1);
  const Mesh mesh = folded_sheet(8, 1);
  const Surface surface = surface_of(mesh);
  int known = 0;
  for (int i = 0; i < 3000; ++i) {
    const Vec3<double> over{random.uniform(-1.2, 1.2), random.uniform(-0.2, 1.2), random.uniform(-1, 1)};
    Points points;
    for (int k = 0; k < 4; ++k) points.push_back(over + random.in_ball() * 0.3);
    const double bound = surface.flat.bound(points, over, surface.tree.nearest(over));
    double highest = 0;
    for (const Vec3<double>& p : points) highest = std::max(highest, surface.tree.nearest(p).distance);
    if (bound < infinity) {
      ++known;
      EXPECT_GE(bound, highest);
      for (int k = 0; k < 20; ++k) EXPECT_LE(surface.tree.nearest(in_hull(points, random)).distance, bound);
    }
    // Over the flat half by less than the way to the bend and to the border: it is known, and is the height.
    double reach = 0, height = 0;
    for (const Vec3<double>& p : points) {
      reach = std::max(reach, std::hypot(p.x - over.x, p.y - over.y)), height = std::max(height, std::fabs(p.z));
    }
    const double room = std::min({-over.x, 1 + over.x, over.y, 1 - over.y});
    const bool under_slope = std::fabs(over.z) > room * std::sin(M_PI / 8);
    if (room > reach + 1e-6 && !under_slope) {
      EXPECT_NEAR(bound, height, 1e-9);
    }
  }
  EXPECT_GT(known, 100);
}

/// An edge with a third facet is where a patch ends, though two of them lie in one plane.
TEST(FlatPatches, EndAtEdgesOfManyFacetsAndKnowNothingOfFacetsWithoutArea) {
  Mesh mesh = test::sheet(2);
  const Points points{{0.5, 0.5, 0.1}, {0.55, 0.5, 0.1}, {0.5, 0.55, 0.1}, {0.45, 0.45, 0.2}};
  const Vec3<double> over{0.5, 0.5, 0.1};
  const auto bound = [&](const Mesh& m) {
    const Surface surface = surface_of(m);
    return surface.flat.bound(points, over, surface.tree.nearest(over));
  };
  EXPECT_NEAR(bound(mesh), 0.2, 1e-9);
  mesh.vertices.push_back({0.5, 0.25, -1});
  mesh.triangles.push_back({4, 1, 9});  // a fin below the seam from the middle on
  EXPECT_EQ(bound(mesh), infinity);
  Mesh line;
  line.vertices = {{0.5, 0, 0}, {0.5, 1, 0}, {0.5, 0.5, 0}};
  line.triangles = {{0, 1, 2}};
  EXPECT_EQ(bound(line), infinity);
}

TEST(PartFacets, HasEveryFacetInOneSetWhoseHullHoldsItAndStaysNear) {
  for (const Mesh& mesh : {test::cylinder_shell(40), test::moebius_strip(40), test::random_facets(60, 0.3, 1),
                           test::torus_mesh(1, 0.4, 16, 8), folded_sheet(6, 0.5)}) {
    const Surface surface = surface_of(mesh);
    for (const double limit : {0.3, 0.05}) {
      const SurfaceLimits limits = limits_of(limit);
      const std::vector<FacetSet> sets = part_facets(mesh, surface, limits);
      std::vector<int> seen(mesh.triangles.size(), 0);
      for (const FacetSet& s : sets) {
        EXPECT_TRUE(std::is_sorted(s.facets.begin(), s.facets.end()));
        EXPECT_FALSE(s.hull.flat());
        const double slack = 1e-9;
        for (const std::uint32_t f : s.facets) {
          ++seen[f];
          for (const std::uint32_t v : mesh.triangles[f]) {
            for (const Plane& h : s.hull.planes) EXPECT_LE(h.height(mesh.vertices[v]), slack);
          }
        }
        if (s.facets.size() > 1) {
          EXPECT_LE(reach_of(surface, s.hull, 0.01 * limit, 0).lower, limit);
        }
      }
      EXPECT_EQ(seen, std::vector<int>(mesh.triangles.size(), 1));
    }
  }
}

TEST(PartFacets, OfWhatStaysNearIsOneSetAndOfFarFacetsOneEach) {
  const Mesh flat = test::sheet(6);
  EXPECT_EQ(part_facets(flat, surface_of(flat), limits_of(0.01)).size(), 1u);
  Mesh apart;
  for (std::uint32_t k = 0; k < 7; ++k) {
    for (const Vec3<double>& p : {Vec3<double>{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}) {
      apart.vertices.push_back(p + Vec3<double>{5.0 * k, 0, 0});
    }
    apart.triangles.push_back({3 * k, 3 * k + 1, 3 * k + 2});
  }
  const auto sets = part_facets(apart, surface_of(apart), limits_of(0.5));
  ASSERT_EQ(sets.size(), 7u);
  for (const FacetSet& s : sets) EXPECT_EQ(s.facets.size(), 1u);
}

TEST(PartFacets, GivesTheSameWithAnyNumberOfThreads) {
  const Mesh mesh = test::random_facets(80, 0.4, 2);
  const Surface surface = surface_of(mesh);
  const auto sets = part_facets(mesh, surface, limits_of(0.1));
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const auto again = part_facets(mesh, surface, limits_of(0.1));
  ASSERT_EQ(sets.size(), again.size());
  for (std::size_t i = 0; i < sets.size(); ++i) {
    EXPECT_EQ(sets[i].facets, again[i].facets);
    EXPECT_TRUE(test::same_points(sets[i].hull.points, again[i].hull.points));
  }
}

/// A corner of the hull is one of the facets' corners, or that moved by half of the thickness.
TEST(FacetSets, KeepCornersOfTheirFacetsAndAsFewAsTheyMayHave) {
  Random random(3);
  for (int i = 0; i < 60; ++i) {
    Points points;
    for (int k = 0; k < 30; ++k) {
      const double flat = i % 2 == 0 ? 0 : 1;
      points.push_back({random.uniform(), random.uniform(), flat * random.uniform()});
    }
    const SurfaceLimits limits = limits_of(0.1, 10);
    const FacetSet set = facet_set({0}, points, limits);
    EXPECT_LE(set.hull.points.size(), 10u);
    EXPECT_LE(set.points.size(), points.size());
    const PartHull all = part_hull(points);
    for (const Vec3<double>& p : points) {
      for (const Plane& h : set.hull.planes) EXPECT_LE(h.height(p), 1e-9) << i;
    }
    for (const Vec3<double>& p : set.points) {
      EXPECT_TRUE(std::any_of(points.begin(), points.end(), [&](const Vec3<double>& q) { return norm(p - q) == 0; }));
    }
    // What is kept has the same hull: so that sets can be merged by it.
    const PartHull kept = hull_for(set.points, limits_of(0.1)), whole = hull_for(points, limits_of(0.1));
    EXPECT_NEAR(kept.volume, whole.volume, 1e-9 * whole.volume) << i;
    EXPECT_EQ(all.flat(), i % 2 == 0);
  }
}

/// Of a hull as a whole: against samples, and the answer to a limit.
TEST(Reach, IsNotBelowThatOfAnySampleOfTheHull) {
  Random random(4);
  for (int i = 0; i < 20; ++i) {
    const Mesh mesh = test::random_facets(20, 0.5, 30 + i);
    const Surface surface = surface_of(mesh);
    Points points;
    for (int k = 0; k < 10; ++k) points.push_back(random.in_cube() * 1.5);
    const PartHull hull = part_hull(points);
    const Reach reach = reach_of(surface, hull, 0.01, 0.01);
    double most = 0;
    for (int k = 0; k < 2000; ++k) most = std::max(most, surface.tree.nearest(in_hull(points, random)).distance);
    EXPECT_LE(most, reach.upper + 1e-12);
    EXPECT_LE(reach.upper - reach.lower, std::max(0.01, 0.01 * reach.lower) + 1e-12);
    EXPECT_LE(reach_of_corners(surface, hull), reach.lower + 1e-12);
    EXPECT_TRUE(stays_near(surface, hull, reach.upper + 0.02, 0.01));
    EXPECT_FALSE(stays_near(surface, hull, reach.lower - 1e-6, 0.01));
    // What is below `least` does not matter, and is not looked for.
    EXPECT_GE(reach_of(surface, hull, 0.01, 0.01, 10).lower, 10);
  }
}

TEST(IsSurface, AsksWhetherItIsASolidAndWhetherItCouldBeMadeOne) {
  const Mesh box = test::box_mesh({0, 0, 0}, {1, 1, 1}), open = test::open_box();
  Mesh turned = box;
  std::swap(turned.triangles[0][0], turned.triangles[0][1]);
  const auto asked = [](const Mesh& mesh, PartsBody body, std::string* why = nullptr) {
    return is_surface(mesh, examine(mesh), body, why);
  };
  for (const PartsBody body : {PartsBody::automatic, PartsBody::solid, PartsBody::surface}) {
    EXPECT_EQ(asked(box, body), body == PartsBody::surface);
    EXPECT_EQ(asked(turned, body), body == PartsBody::surface) << "repair_mesh makes a solid of it";
    EXPECT_EQ(asked(open, body), body != PartsBody::solid);
  }
  std::string why;
  EXPECT_TRUE(asked(open, PartsBody::automatic, &why));
  EXPECT_EQ(why.find("it is not closed: 4 boundary edges"), 0u) << why;
  EXPECT_EQ(thickness_of({.concavity = 0.05}), 0.01);
  EXPECT_EQ(thickness_of({.concavity = 0.004}), 0.002);
  EXPECT_EQ(thickness_of({.concavity = 0.05, .thickness = 0.02}), 0.02);
}

}  // namespace
}  // namespace abut::host
