// The Minkowski difference of polygons, against the hull of all differences and against queries.
#include "abut/planar/entrance_block.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/planar/planar_cases.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using namespace test;

const Points quadrilateral{{0, 0}, {4, 0}, {5, 3}, {-1, 2}};
const Points triangle{{0, 0}, {2, -1}, {1, 2}};

TEST(PlanarDifference, OfAQuadrilateralAndATriangleHasTheirEdges) {
  const PlanarDifference d = planar_minkowski_difference(quadrilateral, triangle, {});
  EXPECT_EQ(d.vertices.size(), 7u);
  int of_a = 0, of_b = 0;
  for (std::size_t k = 0; k < 7; ++k) {
    const auto& from = d.sources[k];
    const auto& to = d.sources[(k + 1) % 7];
    of_a += from[0] != to[0];
    of_b += from[1] != to[1];
    EXPECT_EQ(d.vertices[k].x, quadrilateral[from[0]].x - triangle[from[1]].x);
    EXPECT_EQ(d.vertices[k].y, quadrilateral[from[0]].y - triangle[from[1]].y);
  }
  EXPECT_EQ(of_a, 4);
  EXPECT_EQ(of_b, 3);
}

TEST(PlanarDifference, MergesParallelEdgesAndTakesPointsAndSegments) {
  const Points square{{0, 0}, {1, 0}, {1, 1}, {0, 1}}, segment{{0, 0}, {3, 0}}, point{{1, 1}};
  EXPECT_EQ(planar_minkowski_difference(square, square, {}).vertices.size(), 4u);
  const PlanarDifference wide = planar_minkowski_difference(square, segment, {});
  EXPECT_EQ(wide.vertices.size(), 4u);
  EXPECT_EQ(wide.vertices[0].x, -3);
  EXPECT_EQ(wide.vertices[1].x, 1);
  EXPECT_EQ(planar_minkowski_difference(segment, segment, {}).vertices.size(), 2u);
  EXPECT_EQ(planar_minkowski_difference(segment, segment, {{0, 0}, {0, 1}}).vertices.size(), 4u);
  const PlanarDifference one = planar_minkowski_difference(point, point, {{3, 4}, {1, 0}});
  ASSERT_EQ(one.vertices.size(), 1u);
  EXPECT_EQ(one.vertices[0].x, -3);
  EXPECT_EQ(planar_minkowski_difference(point, square, {}).vertices.size(), 4u);
}

TEST(PlanarDifference, IsTheHullOfAllDifferencesOfWholeNumbers) {
  Random random(1);
  for (int i = 0; i < 3000; ++i) {
    Points a, b, all;
    for (std::uint32_t k = 0; k < 1 + random.below(9); ++k) a.push_back({random.below(9) - 4.0, random.below(9) - 4.0});
    for (std::uint32_t k = 0; k < 1 + random.below(9); ++k) b.push_back({random.below(9) - 4.0, random.below(9) - 4.0});
    const Vec2<double> turns[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    const PlanarPose pose{{random.below(9) - 4.0, 3}, turns[random.below(4)]};
    for (const auto& v : a) {
      for (const auto& w : b) all.push_back(v - (rotate(pose.rotation, w) + pose.position));
    }
    const PlanarDifference d = planar_minkowski_difference(a, b, pose);
    std::vector<Vec2<double>> truth;
    for (const std::uint32_t k : planar_hull(all)) truth.push_back(all[k]);
    ASSERT_EQ(d.vertices.size(), truth.size()) << i;
    const auto lowest = std::min_element(
        truth.begin(), truth.end(), [](Vec2<double> v, Vec2<double> w) { return v.y != w.y ? v.y < w.y : v.x < w.x; });
    std::rotate(truth.begin(), lowest, truth.end());
    for (std::size_t k = 0; k < truth.size(); ++k) {
      ASSERT_EQ(d.vertices[k].x, truth[k].x) << i;
      ASSERT_EQ(d.vertices[k].y, truth[k].y) << i;
      const Vec2<double> from = a[d.sources[k][0]] - (rotate(pose.rotation, b[d.sources[k][1]]) + pose.position);
      ASSERT_EQ(from.x, truth[k].x);
      ASSERT_EQ(from.y, truth[k].y);
    }
  }
}

/// Signed distance of a point from a convex polygon, negative inside.
Long signed_distance(Vec2<Long> p, const LongPoints& polygon) { return true_separation(polygon, {p}); }

TEST(EntranceBlock, HoldsTheReferencePointExactlyWhenTheShapesMeet) {
  Random random(2);
  int inside = 0;
  for (int i = 0; i < 3000; ++i) {
    const Points a = random_points(random, i % 6), b = random_points(random, (i / 6) % 6);
    const Vec2<double> reference{random.uniform(-1, 1), random.uniform(-1, 1)};
    const PlanarPose pose = planar_pose({random.uniform(-2, 2), random.uniform(-2, 2)}, random.uniform(0, 7));
    PlanarShapeSet shapes;
    shapes.add_polygon(a);
    shapes.add_polygon(b);
    const auto contact = query<double>(shapes, {0, {}}, {1, pose});
    const PlanarDifference e = planar_entrance_block(a, b, pose.rotation, reference);
    LongPoints block;
    for (const auto& v : e.vertices) block.push_back(widen2(v));
    const Vec2<double> at = rotate(pose.rotation, reference) + pose.position;
    ASSERT_LE(std::fabs(signed_distance(widen2(at), block) - static_cast<Long>(contact.separation)), 1e-14L) << i;
    inside += contact.separation < 0;
  }
  EXPECT_GT(inside, 500);
}

TEST(EntranceBlock, KeepsHugeAndTinyLengths) {
  for (const double scale : {0x1p-900, 0x1p900}) {
    Points a = quadrilateral, b = triangle;
    for (auto& v : a) v = v * scale;
    for (auto& v : b) v = v * scale;
    const PlanarDifference d = planar_minkowski_difference(a, b, {}),
                           one = planar_minkowski_difference(quadrilateral, triangle, {});
    ASSERT_EQ(d.vertices.size(), one.vertices.size());
    for (std::size_t k = 0; k < d.vertices.size(); ++k) {
      EXPECT_EQ(d.vertices[k].x, one.vertices[k].x * scale);
      EXPECT_EQ(d.vertices[k].y, one.vertices[k].y * scale);
    }
  }
}

TEST(EntranceBlock, BadInputIsNamedWithItsValue) {
  EXPECT_EQ(complaint([] {
              planar_entrance_block({}, triangle, {1, 0});
            }),
            "planar_entrance_block: a has no points; at least 1 is needed");
  EXPECT_EQ(complaint([] {
              planar_entrance_block(triangle, triangle, {1, 1});
            }),
            "planar_entrance_block: b_rotation is (1, 1); allowed: (cos, sin) of an angle, of length 1");
  EXPECT_NE(complaint([] {
              planar_minkowski_difference(triangle, triangle, {{std::numeric_limits<double>::quiet_NaN(), 0}, {1, 0}});
            }).find("position.x is nan"),
            std::string::npos);
}

}  // namespace
}  // namespace abut
