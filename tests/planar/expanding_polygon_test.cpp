// The expanding polygon and GJK's answer by themselves, without the search of all edges that would mend them.
#include "abut/planar/expanding_polygon.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/planar/query.h"
#include "tests/planar/planar_cases.h"

namespace abut {
namespace {

using namespace test;

template <class T>
class ExpandingPolygon : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ExpandingPolygon, Scalars);

struct Room {
  std::vector<PolygonVertex> vertices{64};
  std::vector<PolygonEdge> edges{64};
  PolygonMemory memory() { return {vertices.data(), edges.data(), 64}; }
};

TYPED_TEST(ExpandingPolygon, FindsTheDepthFromAnyTriangleEdgeOrVertexOfTheDifference) {
  using T = TypeParam;
  Random random(1);
  Room room;
  int most = 0, deep = 0;
  for (int i = 0; i < 6000; ++i) {
    PlanarShapeSet shapes;
    shapes.add_polygon(random_points(random, i % 3 == 1 ? 2 : i % 3));
    shapes.add_polygon(random_points(random, i % 2 == 0 ? 5 : 3));
    if (shapes.vertices(0).size() < 3 || shapes.vertices(1).size() < 3) continue;
    const Vec3<double> d = random.in_cube() * 0.7;
    const PlanarBody a{0, planar_pose({0, 0}, random.uniform(0, 7))},
        b{1, planar_pose({d.x, d.y}, random.uniform(0, 7))};
    const Long truth = true_separation(placed(shapes, a, {0, 0}), placed(shapes, b, {0, 0}));
    if (truth > -1e-3L) continue;
    ++deep;
    PlanarProblem<T> p;
    const auto pose = relative_pose(a.pose, b.pose, shapes.header(0).centre, shapes.header(1).centre);
    const PlanarShapeSetView<T> view = shapes.view<T>();
    ASSERT_EQ(make_planar_problem(view, 0, 1, pose, 1e300, p), Status::converged);
    const DifferenceSupport<double, LinearScan, T> support{p.wide.a, p.wide.b, p.wide.pose};
    const double unit = power_of_two<double>(p.exponent), size = static_cast<double>(p.size);
    const double tolerance = 12 * static_cast<double>(Epsilon<T>::value) * size;
    // Triangles of support points, not all of them around the origin, and what is left of them.
    const Vec3<double> u = random.direction();
    const Vec3<double> flat = unit_vector(Vec3<double>{u.x, u.y, 0});
    const Vec3<double> turned{-0.5 * flat.x - 0.8 * flat.y, 0.8 * flat.x - 0.5 * flat.y, 0};
    const PolygonVertex points[3] = {polygon_detail::polygon_vertex(support(flat)),
                                     polygon_detail::polygon_vertex(support(turned)),
                                     polygon_detail::polygon_vertex(support(-(flat + turned)))};
    for (std::uint32_t count = 1; count <= 3; ++count) {
      const PolygonDepth found = polygon_depth(support, points, count, size, room.memory());
      ASSERT_FALSE(found.normal_undefined);
      ASSERT_NEAR(found.depth * unit, static_cast<double>(-truth), tolerance * unit) << i << " from " << count;
      ASSERT_NEAR(found.nearest, found.depth, 16 * Epsilon<double>::value * size) << i;
      ASSERT_NEAR(length(found.normal), 1, 1e-15);
      most = std::max(most, static_cast<int>(found.iterations));
    }
  }
  EXPECT_GT(deep, 2000);
  EXPECT_GT(most, 3);
  EXPECT_LT(most, 32);
}

TYPED_TEST(ExpandingPolygon, SearchesNearlyAlwaysEndWithBoundsThatMeet) {
  using T = TypeParam;
  Random random(2);
  Room room;
  int good = 0, all = 0;
  for (int i = 0; i < 6000; ++i) {
    PlanarShapeSet shapes;
    shapes.add_polygon(random_points(random, i % 3 == 1 ? 5 : i % 3));
    shapes.add_polygon(random_points(random, i % 2 == 0 ? 5 : 0));
    const Vec3<double> d = random.in_cube() * 2.0;
    const PlanarPose a = planar_pose({0, 0}, random.uniform(0, 7)), b = planar_pose({d.x, d.y}, random.uniform(0, 7));
    PlanarProblem<T> p;
    const PlanarShapeSetView<T> view = shapes.view<T>();
    ASSERT_EQ(make_planar_problem(view, 0, 1, relative_pose(a, b, shapes.header(0).centre, shapes.header(1).centre),
                                  1e300, p),
              Status::converged);
    PlanarFound found{{1, 0, 0}, {0, 0, {0, 0, 0}, Feature{0}, Feature{0}}, 0, false, false, 0, 0};
    good += planar_detail::search<LinearScan, T, T>(p, p.own, room.memory(), LastNormal{{0, 0, 0}, false}, found);
    ++all;
  }
  EXPECT_GE(good, all - all / 1000);
}

TEST(ExpandingPolygonInput, FlatDifferencesHaveNoDepth) {
  PlanarShapeSet shapes;
  shapes.add_segment({-1, -1}, {1, 1});
  shapes.add_point({0, 0});
  Room room;
  const PlanarShapeSetView<double> view = shapes.view<double>();
  PlanarProblem<double> p;
  const RelativePose<double> here = relative_pose(PlanarPose{}, PlanarPose{}, {0, 0}, {0, 0});
  ASSERT_EQ(make_planar_problem(view, 0, 1, here, 1e300, p), Status::converged);
  const DifferenceSupport<double, LinearScan> line{p.wide.a, p.wide.b, p.wide.pose};
  const PolygonVertex end = polygon_detail::polygon_vertex(line({1, 0, 0}));
  const PolygonDepth flat = polygon_depth(line, &end, 1, 2, room.memory());
  EXPECT_EQ(flat.depth, 0);
  EXPECT_FALSE(flat.normal_undefined);
  EXPECT_NEAR(std::fabs(flat.normal.x), std::sqrt(0.5), 1e-15);
  ASSERT_EQ(make_planar_problem(view, 1, 1, here, 1e300, p), Status::converged);
  const DifferenceSupport<double, LinearScan> point{p.wide.a, p.wide.b, p.wide.pose};
  const PolygonVertex only = polygon_detail::polygon_vertex(point({1, 0, 0}));
  EXPECT_TRUE(polygon_depth(point, &only, 1, 1, room.memory()).normal_undefined);
}

}  // namespace
}  // namespace abut
