// Surfaces as viewers get them: closed, convex and outward, with their points on the shape, and as large as closed
// forms say of polyhedra that are inscribed.
#include "host/io/shape_surface.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numbers>

#include "host/io/surface_cells.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

using io::ShapeSurface;
using std::numbers::pi;

/// Of a regular polygon of 48 corners, over the circle around it.
const double polygon_share = 24 / pi * std::sin(2 * pi / 48);

double volume_of(const ShapeSurface& surface) {
  double six = 0;
  for (const auto& face : surface.polygons) {
    for (std::size_t k = 2; k < face.size(); ++k) {
      six += dot(surface.points[face[0]], cross(surface.points[face[k - 1]], surface.points[face[k]]));
    }
  }
  return six / 6;
}

double support(const std::vector<Vec3<double>>& points, const Vec3<double>& d) {
  double most = dot(points.at(0), d);
  for (const Vec3<double>& p : points) most = std::max(most, dot(p, d));
  return most;
}

/// Each edge is run through once in each direction, Euler's formula holds, and no point is before a face.
void expect_convex_solid(const ShapeSurface& surface, double size) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> edges;
  for (const auto& face : surface.polygons) {
    for (std::size_t k = 0; k < face.size(); ++k) ++edges[{face[k], face[(k + 1) % face.size()]}];
  }
  for (const auto& [edge, count] : edges) {
    EXPECT_EQ(count, 1);
    EXPECT_EQ(edges.count({edge.second, edge.first}), 1u);
  }
  EXPECT_EQ(surface.points.size() + surface.polygons.size(), edges.size() / 2 + 2);
  for (const auto& face : surface.polygons) {
    const Vec3<double> a = surface.points[face[0]];
    const Vec3<double> n = cross(surface.points[face[1]] - a, surface.points[face[2]] - a);
    EXPECT_LE(support(surface.points, n) - dot(n, a), 1e-12 * size * length(n));
  }
}

TEST(ShapeSurface, AnEllipsoidIsInscribedWithPointsOnIt) {
  ShapeSet shapes;
  const ShapeSurface surface = io::surface_of(shapes, shapes.add_ellipsoid({1, 2, 0.25}));
  for (const Vec3<double>& p : surface.points) {
    EXPECT_NEAR(p.x * p.x + p.y * p.y / 4 + p.z * p.z * 16, 1, 1e-14);
  }
  expect_convex_solid(surface, 2);
  const double exact = 4.0 / 3 * pi * 0.5, volume = volume_of(surface);
  EXPECT_LT(volume, exact);
  EXPECT_GT(volume, 0.98 * exact);
}

TEST(ShapeSurface, CylindersAndConesHaveARegularPolygonForTheirCircle) {
  ShapeSet shapes;
  const ShapeSurface cylinder = io::surface_of(shapes, shapes.add_cylinder(0.5, 3)),
                     cone = io::surface_of(shapes, shapes.add_cone(2, 1.5));
  EXPECT_EQ(cylinder.points.size(), 96u);
  EXPECT_EQ(cone.points.size(), 49u);
  expect_convex_solid(cylinder, 3);
  expect_convex_solid(cone, 2);
  EXPECT_NEAR(volume_of(cylinder), polygon_share * pi * 0.25 * 6, 1e-12);
  EXPECT_NEAR(volume_of(cone), polygon_share * pi * 4 * 3 / 3, 1e-12);
  EXPECT_EQ(support(cone.points, {0, 0, 1}), 1.5);  // the apex is above
  EXPECT_EQ(support(cone.points, {0, 0, -1}), 1.5);
}

TEST(ShapeSurface, FlatAndThinShapesHaveTheSurfaceThatIsLeft) {
  ShapeSet shapes;
  const auto points = [&](std::uint32_t shape) { return io::surface_of(shapes, shape).points.size(); };
  EXPECT_EQ(points(shapes.add_cylinder(1, 0)), 48u);
  EXPECT_EQ(points(shapes.add_cylinder(0, 1)), 2u);
  EXPECT_EQ(points(shapes.add_cylinder(0, 0)), 1u);
  EXPECT_EQ(points(shapes.add_cone(0, 1)), 2u);
  EXPECT_EQ(points(shapes.add_ellipsoid({0, 0, 0})), 1u);
  EXPECT_EQ(points(shapes.add_ellipsoid({0, 0, 1})), 2u);
  EXPECT_EQ(points(shapes.add_box({0, 0, 0})), 8u);  // its own corners
  EXPECT_EQ(points(shapes.add_point({1, 2, 3})), 1u);
  EXPECT_EQ(points(shapes.add_segment({1, 2, 3}, {4, 5, 6})), 2u);
}

TEST(ShapeSurface, ASumOfBoxesIsABoxWhereItsFrameIs) {
  ShapeSet shapes;
  const std::uint32_t a = shapes.add_box({1, 2, 3}), b = shapes.add_box({0.5, 0.25, 0.125});
  Pose pose;
  pose.position = {10, -20, 0};
  pose.rotation = {{0, -1, 0, 1, 0, 0, 0, 0, 1}};  // b's x goes to y
  const ShapeSurface surface = io::surface_of(shapes, shapes.add_minkowski_sum(a, b, pose));
  ASSERT_EQ(surface.points.size(), 8u);
  expect_convex_solid(surface, 40);
  for (const Vec3<double>& p : surface.points) {
    EXPECT_EQ(std::abs(p.x - 10), 1.25);
    EXPECT_EQ(std::abs(p.y + 20), 2.5);
    EXPECT_EQ(std::abs(p.z), 3.125);
  }
}

/// In every direction a sum reaches as far as its terms do together.
TEST(ShapeSurface, ASumReachesAsFarAsItsTermsDoTogether) {
  Random random(2);
  ShapeSet shapes;
  std::vector<Vec3<double>> points[2];
  std::uint32_t terms[2];
  for (int t = 0; t < 2; ++t) {
    for (int i = 0; i < 7; ++i) points[t].push_back(random.in_cube() + Vec3<double>{5, 0, 0});  // away from its origin
    terms[t] = shapes.add_hull(points[t]);
  }
  const Pose pose{random.in_cube(), random.rotation()};
  const ShapeSurface surface = io::surface_of(shapes, shapes.add_minkowski_sum(terms[0], terms[1], pose));
  expect_convex_solid(surface, 10);
  for (int i = 0; i < 500; ++i) {
    const Vec3<double> d = random.direction();
    const double exact =
        support(points[0], d) + support(points[1], rotate_back(pose.rotation, d)) + dot(pose.position, d);
    EXPECT_LE(support(surface.points, d), exact + 1e-12);
    EXPECT_GT(support(surface.points, d), exact - 0.05);
  }
}

TEST(ShapeSurface, ADilatedCoreHasItsPointsOnBallsAroundItsCorners) {
  Random random(8);
  for (const std::size_t corners : {1u, 2u, 8u, 100u}) {
    std::vector<Vec3<double>> core(corners);
    for (Vec3<double>& p : core) p = random.in_cube() * 10.0;
    const ShapeSurface surface = io::dilated(core, 0.5, 1000);
    expect_convex_solid(surface, 10);
    for (const Vec3<double>& p : surface.points) {
      double nearest = 1e9;
      for (const Vec3<double>& c : core) nearest = std::min(nearest, std::abs(length(p - c) - 0.5));
      EXPECT_LT(nearest, 1e-14);
    }
    // As round as the budget makes it, between 20 and 320 points a ball.
    const double worst = corners == 1 || corners == 2 ? 0.02 : corners == 8 ? 0.04 : 0.2;
    for (int i = 0; i < 100; ++i) {
      const Vec3<double> d = random.direction();
      const double exact = support(core, d) + 0.5;
      EXPECT_LE(support(surface.points, d), exact + 1e-14);
      EXPECT_GT(support(surface.points, d), exact - 0.5 * worst) << corners;
    }
  }
}

TEST(DrawnShapes, BallsShareOneSurfaceAndOthersHaveTheirOwn) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_sphere(0.5);
  shapes.add_point({1, 0, 0}, 0.5);  // a ball elsewhere
  shapes.add_sphere(0);              // a point
  shapes.add_point({0, 0, -0.0}, 3);
  shapes.add_box({1, 1, 1}, 0.25);
  const io::DrawnShapes drawn = io::drawn_shapes(shapes);
  EXPECT_EQ(drawn.of_shape, (std::vector<std::uint32_t>{0, 1, 2, 3, 1, 4}));
  EXPECT_EQ(drawn.scale, (std::vector<double>{1, 0.5, 1, 1, 3, 1}));
  ASSERT_EQ(drawn.surfaces.size(), 5u);
  for (const Vec3<double>& p : drawn.surfaces[1].points) EXPECT_NEAR(length(p), 1, 1e-15);
  for (const Vec3<double>& p : drawn.surfaces[2].points) EXPECT_NEAR(length(p - Vec3<double>{1, 0, 0}), 0.5, 1e-15);
  EXPECT_EQ(drawn.surfaces[3].points.size(), 1u);
  // 8 corners with an eighth of a ball each: the box, six plates, twelve quarter cylinders, one ball.
  const double exact = 8 + 6 * 4 * 0.25 + 12 * 2 * pi / 4 * 0.0625 + 4.0 / 3 * pi * 0.015625;
  EXPECT_LT(volume_of(drawn.surfaces[4]), exact);
  EXPECT_GT(volume_of(drawn.surfaces[4]), 0.98 * exact);
}

/// The size of the ball that is drawn first tells nothing of the others.
TEST(DrawnShapes, ABallOfAnySizeIsDrawnAsABall) {
  for (const double first : {1e-300, 1e300}) {
    ShapeSet shapes;
    shapes.add_sphere(first);
    shapes.add_sphere(1);
    const io::DrawnShapes drawn = io::drawn_shapes(shapes);
    EXPECT_EQ(drawn.scale, (std::vector<double>{first, 1}));
    EXPECT_GT(drawn.surfaces.at(0).points.size(), 100u) << first;
  }
}

/// What is so large or so small that its rounding cannot be drawn is drawn as its core.
TEST(DrawnShapes, RoundingsBeyondTheRangeAreLeftOut) {
  for (const double size : {0x1p-950, 0x1p950}) {
    ShapeSet shapes;
    shapes.add_box({size, size, size}, size / 4);
    EXPECT_EQ(io::drawn_shapes(shapes).surfaces.at(0).points.size(), 8u) << size;
  }
}

TEST(SurfaceCells, PointsLinesAndPolygonsAreToldApart) {
  ShapeSet shapes;
  shapes.add_point({0, 0, 0});
  shapes.add_segment({0, 0, 0}, {1, 0, 0});
  shapes.add_box({1, 1, 1});
  const io::DrawnShapes drawn = io::drawn_shapes(shapes);
  const std::vector<io::SurfaceCells> cells = io::cells_of(drawn.surfaces);
  const std::size_t expected[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 6}};
  ASSERT_EQ(cells.size(), 3u);
  for (std::size_t s = 0; s < 3; ++s) {
    for (std::size_t kind = 0; kind < 3; ++kind) EXPECT_EQ(cells[s].of[kind].ends.size(), expected[s][kind]);
  }
  EXPECT_EQ(cells[1].of[io::line_cells].connectivity, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(cells[2].of[io::polygon_cells].ends, (std::vector<std::uint32_t>{4, 8, 12, 16, 20, 24}));
  EXPECT_TRUE(io::cells_of({}).empty());
}

}  // namespace
}  // namespace abut::test
