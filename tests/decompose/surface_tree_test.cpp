// The nearest facet of any triangles against all of them one at a time, and the largest distance of facets from a
// surface against closed forms.
#include "host/decompose/surface_tree.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "host/decompose/facet_distance.h"
#include "tests/decompose/surfaces.h"
#include "tests/support/random.h"

namespace abut::host {
namespace {

using test::Random;

/// From the segment, by a parameter that is clamped, in long double.
double from_segment(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& p) {
  const long double x = static_cast<long double>(b.x) - a.x, y = static_cast<long double>(b.y) - a.y,
                    z = static_cast<long double>(b.z) - a.z;
  const long double u = static_cast<long double>(p.x) - a.x, v = static_cast<long double>(p.y) - a.y,
                    w = static_cast<long double>(p.z) - a.z;
  const long double whole = x * x + y * y + z * z;
  const long double t = whole > 0 ? std::clamp((u * x + v * y + w * z) / whole, 0.0L, 1.0L) : 0.0L;
  return static_cast<double>(std::hypot(u - t * x, v - t * y, w - t * z));
}

/// From its edges, and where the foot in its plane is on the inner side of all of them from the plane.
double from_triangle(const Vec3<double>& a, const Vec3<double>& b, const Vec3<double>& c, const Vec3<double>& p) {
  double least = std::min({from_segment(a, b, p), from_segment(b, c, p), from_segment(c, a, p)});
  const Vec3<double> n = direction(outer(b - a, c - a));
  if (norm(n) < 0.5) return least;
  const auto inside_of = [&](const Vec3<double>& u, const Vec3<double>& v) {
    return inner(outer(n, v - u), p - u) > 0;
  };
  if (inside_of(a, b) && inside_of(b, c) && inside_of(c, a)) least = std::min(least, std::fabs(inner(n, p - a)));
  return least;
}

/// Of all triangles.
std::vector<double> distances_of(const Mesh& mesh, const Vec3<double>& p) {
  std::vector<double> out;
  for (const auto& t : mesh.triangles) {
    out.push_back(from_triangle(mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]], p));
  }
  return out;
}

std::vector<Mesh> meshes() {
  Mesh line;  // without area: on a line, and points
  line.vertices = {{0, 0, 0}, {1, 1, 1}, {0.25, 0.25, 0.25}, {-1, 2, 0}};
  line.triangles = {{0, 1, 2}, {2, 0, 1}, {3, 3, 3}, {3, 3, 0}};
  Mesh doubled = test::sheet(5);
  for (const auto& t : test::sheet(5).triangles) doubled.triangles.push_back({t[0], t[2], t[1]});
  Mesh one;
  one.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  one.triangles = {{0, 1, 2}};
  return {test::random_facets(200, 0.2, 1),
          test::random_facets(40, 2, 2),
          test::torus_mesh(1, 0.3, 17, 9),
          line,
          doubled,
          one};
}

TEST(SurfaceTree, FindsTheNearestOfAllTriangles) {
  Random random(1);
  for (const Mesh& mesh : meshes()) {
    const SurfaceTree tree(mesh.vertices, mesh.triangles);
    EXPECT_EQ(tree.size(), mesh.triangles.size());
    for (int i = 0; i < 400; ++i) {
      const Vec3<double> p = random.in_cube() * random.magnitude(0.1, 4);
      const std::vector<double> all = distances_of(mesh, p);
      const double least = *std::min_element(all.begin(), all.end());
      const SurfaceTree::Nearest found = tree.nearest(p);
      EXPECT_NEAR(found.distance, least, 1e-13);
      ASSERT_LT(found.triangle, all.size());
      EXPECT_NEAR(all[found.triangle], least, 1e-13) << "the number is another triangle's";
      const std::uint32_t any = random.below(static_cast<std::uint32_t>(all.size()));
      EXPECT_NEAR(tree.distance(any, p), all[any], 1e-13);
    }
  }
}

/// Known exactly, by a rounding too little, by far too little, and too much.
TEST(SurfaceTree, FindsItWhateverIsSaidToBeKnown) {
  Random random(2);
  for (const Mesh& mesh : meshes()) {
    const SurfaceTree tree(mesh.vertices, mesh.triangles);
    for (int i = 0; i < 100; ++i) {
      const Vec3<double> p = random.in_cube() * 2.0;
      const double distance = tree.nearest(p).distance;
      for (const double known : {distance, distance * (1 - 1e-15), 0.5 * distance, 0.0, 3 * distance + 1}) {
        EXPECT_EQ(tree.nearest(p, known).distance, distance) << known;
      }
    }
    const Vec3<double> on = mesh.vertices[mesh.triangles[0][0]];
    EXPECT_LE(tree.nearest(on, 0).distance, 1e-16);
  }
}

TEST(SurfaceTree, IsNearUpToItsDistanceAndNotBelow) {
  Random random(3);
  for (const Mesh& mesh : meshes()) {
    const SurfaceTree tree(mesh.vertices, mesh.triangles);
    for (int i = 0; i < 200; ++i) {
      const Vec3<double> p = random.in_cube() * 2.0;
      const double distance = tree.nearest(p).distance;
      EXPECT_TRUE(tree.is_near(p, distance * (1 + 1e-12) + 1e-300));
      if (distance > 1e-9) {
        EXPECT_FALSE(tree.is_near(p, distance * (1 - 1e-12)));
      }
    }
  }
}

/// Thinner than its foot could be told from, and as long as you like.
TEST(SurfaceTree, OfAThinTriangleIsTheDistanceOfItsEdges) {
  Random random(4);
  for (const double thin : {0.0, 1e-17, 1e-13, 1e-11, 1e-8}) {
    for (int i = 0; i < 100; ++i) {
      const Vec3<double> a = random.in_cube(), along = random.direction(), aside = random.direction();
      Mesh mesh;
      mesh.vertices = {a, a + along * 3.0, a + along * random.uniform(0.1, 2.9) + aside * thin};
      mesh.triangles = {{0, 1, 2}};
      const SurfaceTree tree(mesh.vertices, mesh.triangles);
      const Vec3<double> p = random.in_cube() * 4.0;
      EXPECT_NEAR(tree.nearest(p).distance, from_segment(a, mesh.vertices[1], p), 3 * thin + 1e-14);
    }
  }
}

std::vector<Facet3> facets_of(const Mesh& mesh) {
  std::vector<Facet3> out;
  for (const auto& t : mesh.triangles) out.push_back({mesh.vertices[t[0]], mesh.vertices[t[1]], mesh.vertices[t[2]]});
  return out;
}

void expect_largest(double expected, double found, double step) {
  EXPECT_GE(found, expected - 1e-12);
  EXPECT_LE(found, expected + step);
}

/// Between two squares the farthest is in the middle of a facet, where none of its corners is: half way between them.
TEST(LargestDistance, IsFoundWithinAFacetAsWellAsAtItsCorners) {
  Mesh walls = test::sheet(3);  // x and y from 0 to 1 at z = 0 and z = 1
  const Mesh lower = walls;
  for (const Vec3<double>& v : lower.vertices) walls.vertices.push_back({v.x, v.y, 1});
  for (const auto& t : lower.triangles) walls.triangles.push_back({t[0] + 16, t[1] + 16, t[2] + 16});
  const SurfaceTree surface(walls.vertices, walls.triangles);
  const std::vector<Facet3> between{{Vec3<double>{0.5, 0.5, 0}, {0.5, 0.5, 1}, {0.6, 0.5, 0}}};
  const std::vector<Facet3> away{{Vec3<double>{0.5, 0.5, 0}, {4, 0.5, 1}, {0.5, 5, 0}}};
  for (const double step : {0.1, 0.01, 0.001}) {
    expect_largest(0.5, largest_distance(between, surface, step, 0), step);
    expect_largest(4, largest_distance(away, surface, step, 0), step);
    expect_largest(0, largest_distance(facets_of(walls), surface, step, 0), step);
  }
  EXPECT_EQ(largest_distance({}, surface, 0.1, 0), 0);
  // A share of what is found is enough, if that is more than the step.
  expect_largest(4, largest_distance(away, surface, 1e-9, 0.1), 0.4);
}

TEST(LargestDistance, IsNotBelowThatOfAnySample) {
  Random random(5);
  for (int k = 0; k < 6; ++k) {
    const Mesh from = test::random_facets(12, 0.8, 10 + k), to = test::random_facets(30, 0.3, 20 + k);
    const SurfaceTree surface(to.vertices, to.triangles);
    const double step = 0.01, found = largest_distance(facets_of(from), surface, step, 0);
    double most = 0;
    for (const Facet3& f : facets_of(from)) {
      for (int i = 0; i < 300; ++i) {
        double u = random.uniform(), v = random.uniform();
        if (u + v > 1) u = 1 - u, v = 1 - v;
        most = std::max(most, surface.nearest(f[0] + (f[1] - f[0]) * u + (f[2] - f[0]) * v).distance);
      }
      for (const Vec3<double>& p : f) most = std::max(most, surface.nearest(p).distance);
    }
    EXPECT_GE(found, most);
    EXPECT_LE(found, most + step + 0.05);
  }
}

/// Out of a box by 1 and in it by 3: only what is outside counts.
TEST(LargestDistanceOutside, CountsOnlyWhatIsOutsideOfTheShell) {
  const Mesh box = test::box_mesh({-4, -4, -4}, {4, 4, 4});
  const SurfaceTree surface(box.vertices, box.triangles);
  const ShellDistance shell(box.vertices, box.triangles);
  const std::vector<Facet3> through{{Vec3<double>{5, 0, 0}, {1, 1, 0}, {0, -1, 0}}};
  const std::vector<Facet3> within{{Vec3<double>{3, 0, 0}, {1, 1, 0}, {0, -1, 0}}};
  // Its corners are inside of an angle's arms, and its middle is in neither.
  const Mesh angle = test::angle_mesh();
  const SurfaceTree of_angle(angle.vertices, angle.triangles);
  const ShellDistance in_angle(angle.vertices, angle.triangles);
  const std::vector<Facet3> over{{Vec3<double>{2, 1, 0.5}, {1, 2, 0.5}, {0.5, 0.5, 0.5}}};
  for (const double step : {0.1, 0.001}) {
    expect_largest(1, largest_distance_outside(through, surface, shell, step, 0), step);
    EXPECT_LE(largest_distance_outside(within, surface, shell, step, 0), step);
    expect_largest(0.5, largest_distance_outside(over, of_angle, in_angle, step, 0), step);
  }
}

TEST(LargestDistance, IsTheSameForAnyNumberOfThreadsAndOrderOfFacets) {
  const Mesh from = test::random_facets(80, 0.5, 3), to = test::random_facets(80, 0.2, 4);
  const SurfaceTree surface(to.vertices, to.triangles);
  std::vector<Facet3> facets = facets_of(from);
  const double found = largest_distance(facets, surface, 0.02, 0.01);
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  EXPECT_EQ(largest_distance(facets, surface, 0.02, 0.01), found);
  std::reverse(facets.begin(), facets.end());
  EXPECT_EQ(largest_distance(facets, surface, 0.02, 0.01), found);
}

}  // namespace
}  // namespace abut::host
