// What two polygons have in common, and their difference, by identities: boundaries close, parts add up, perimeters of
// a Minkowski difference do, motions change nothing.
#include <gtest/gtest.h>

#include <array>

#include "host/planar/overlap.h"
#include "tests/planar/planar_cases.h"

namespace abut {
namespace {

using namespace test;
using host::common_part;
using host::CommonPart;

Points rectangle(double x0, double y0, double x1, double y1) { return {{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}}; }

/// The hull of random points, at a pose; at least a triangle.
Points any_polygon(Random& random, int kind, const PlanarPose& pose) {
  for (;;) {
    const Points points = random_points(random, kind);
    Points out;
    for (const std::uint32_t v : planar_hull(points)) out.push_back(rotate(pose.rotation, points[v]) + pose.position);
    if (out.size() > 2) return out;
  }
}

PlanarPose any_pose(Random& random, double reach) {
  return planar_pose({random.uniform(-reach, reach), random.uniform(-reach, reach)}, random.uniform(0, 7));
}

double area_of(const Points& p) {
  double twice = 0;
  for (std::size_t i = 0; i < p.size(); ++i) twice += cross(p[i], p[(i + 1) % p.size()]);
  return twice / 2;
}
double perimeter_of(const Points& p) {
  double sum = 0;
  for (std::size_t i = 0; i < p.size(); ++i) sum += length(p[(i + 1) % p.size()] - p[i]);
  return sum;
}

TEST(CommonPart, OfRectanglesIsARectangle) {
  // A's right and upper side run through B; their outward normals are x and y.
  const CommonPart part = common_part(rectangle(0, 0, 3, 2), rectangle(1, 0.5, 5, 4));
  EXPECT_DOUBLE_EQ(part.area, 2 * 1.5);
  EXPECT_DOUBLE_EQ(part.centroid.x, 2);
  EXPECT_DOUBLE_EQ(part.centroid.y, 1.25);
  EXPECT_DOUBLE_EQ(part.normal.x, 1.5);
  EXPECT_DOUBLE_EQ(part.normal.y, 2);
  EXPECT_NEAR(part.moment, 0, 1e-15) << "each side's middle is beside the centroid";
  // A bar across: both of its sides run through B, against each other.
  const CommonPart across = common_part(rectangle(-5, 0, 5, 1), rectangle(-1, -3, 1, 3));
  EXPECT_DOUBLE_EQ(across.area, 2);
  EXPECT_NEAR(length(across.normal), 0, 1e-15);
}

TEST(CommonPart, OfOneWithinTheOtherIsTheInnerOne) {
  Random random(61);
  for (int i = 0; i < 200; ++i) {
    Points inner = any_polygon(random, i % 6 == 4 ? 0 : i % 6, any_pose(random, 1));
    const Points outer = rectangle(-3, -3, 3, 3);
    for (const bool swapped : {false, true}) {
      const CommonPart part = swapped ? common_part(outer, inner) : common_part(inner, outer);
      EXPECT_NEAR(part.area, area_of(inner), 1e-14) << i;
      // All of A's boundary is in B, which closes, or none.
      EXPECT_LT(length(part.normal), 1e-14) << i;
      EXPECT_NEAR(part.moment, 0, 1e-14) << i;
    }
  }
}

TEST(CommonPart, OfShapesThatDoNotMeetOrHaveNoAreaIsNothing) {
  const Points square = rectangle(0, 0, 1, 1);
  for (const Points& other : {rectangle(2, 0, 3, 1), rectangle(1, 0, 2, 1), rectangle(1, 1, 2, 2), Points{{0.5, 0.5}},
                              Points{{-1, 0.5}, {2, 0.5}}, Points{}}) {
    for (const CommonPart& part : {common_part(square, other), common_part(other, square)}) {
      EXPECT_EQ(part.area, 0);
      EXPECT_EQ(length(part.normal), 0);
      EXPECT_EQ(part.moment, 0);
    }
  }
}

TEST(CommonPart, IsTheSameSeenFromEitherWithTheRestOfItsBoundary) {
  Random random(62);
  int met = 0;
  for (int i = 0; i < 1000; ++i) {
    const Points a = any_polygon(random, i % 2, any_pose(random, 0.3)),
                 b = any_polygon(random, 5, any_pose(random, 0.8));
    const CommonPart one = common_part(a, b), other = common_part(b, a);
    EXPECT_NEAR(one.area, other.area, 1e-14) << i;
    if (one.area < 1e-6) continue;
    ++met;
    EXPECT_LT(length(one.centroid - other.centroid), 1e-15 / one.area) << i;
    // What is of A's boundary and what is of B's is the whole of the part's, of which both integrals are nothing.
    EXPECT_LT(length(one.normal + other.normal), 1e-14) << i;
    EXPECT_NEAR(one.moment + other.moment, 0, 1e-13) << i;
  }
  EXPECT_GT(met, 300);
}

TEST(CommonPart, OfTheTwoHalvesOfAPolygonAddUp) {
  Random random(63);
  for (int i = 0; i < 500; ++i) {
    const Points a = any_polygon(random, 5, any_pose(random, 0.5)), b = any_polygon(random, 2, any_pose(random, 0.5));
    // Halves between the first corner and another one.
    const auto half_way =
        b.begin() + 1 + static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint32_t>(b.size() - 2)));
    const Points low(b.begin(), half_way + 1);
    Points high(half_way, b.end());
    high.push_back(b.front());
    const CommonPart whole = common_part(a, b), one = common_part(a, low), two = common_part(a, high);
    EXPECT_NEAR(one.area + two.area, whole.area, 1e-14) << i;
    EXPECT_LT(length(one.centroid * one.area + two.centroid * two.area - whole.centroid * whole.area), 1e-14) << i;
    EXPECT_LT(length(one.normal + two.normal - whole.normal), 1e-14) << i;
  }
}

TEST(CommonPart, MovesWithItsPolygons) {
  Random random(64);
  for (int i = 0; i < 300; ++i) {
    const Points a = any_polygon(random, 0, any_pose(random, 0.3)), b = any_polygon(random, 5, any_pose(random, 0.5));
    const PlanarPose motion = any_pose(random, 2);
    const auto moved = [&](Points points) {
      for (auto& p : points) p = rotate(motion.rotation, p) + motion.position;
      return points;
    };
    const CommonPart here = common_part(a, b), there = common_part(moved(a), moved(b));
    EXPECT_NEAR(there.area, here.area, 1e-14) << i;
    if (here.area < 1e-3) continue;
    EXPECT_LT(length(there.centroid - (rotate(motion.rotation, here.centroid) + motion.position)), 1e-11) << i;
    EXPECT_LT(length(there.normal - rotate(motion.rotation, here.normal)), 1e-13) << i;
    EXPECT_NEAR(there.moment, here.moment, 1e-11) << i;
  }
}

TEST(PlanarDifferences, HaveThePerimeterOfBothAndTheAreaOfBothAndMore) {
  Random random(65);
  for (int i = 0; i < 1000; ++i) {
    const Points a = random_points(random, i % 6), b = random_points(random, i / 6 % 6);
    const PlanarPose pose = any_pose(random, 2);
    const auto hull_of = [](const Points& points) {
      Points out;
      for (const std::uint32_t v : planar_hull(points)) out.push_back(points[v]);
      return out;
    };
    const Points of_a = hull_of(a), of_b = hull_of(b), difference = planar_minkowski_difference(a, b, pose).vertices;
    EXPECT_NEAR(perimeter_of(difference), perimeter_of(of_a) + perimeter_of(of_b), 1e-13) << i;
    // Brunn and Minkowski: the roots of the areas add up to no more.
    const double area = area_of(difference);
    const auto root = [](double x) { return std::sqrt(std::max(x, 0.0)); };  // of a segment: rounding of either sign
    EXPECT_GE(root(area), root(area_of(of_a)) + root(area_of(of_b)) - 1e-7) << i;
    // B - A, seen from A, is its mirror image in the origin.
    const PlanarPose back{Vec2<double>{0, 0} - rotate_back(pose.rotation, pose.position),
                          {pose.rotation.x, -pose.rotation.y}};
    EXPECT_NEAR(area_of(planar_minkowski_difference(b, a, back).vertices), area, 1e-13) << i;
  }
}

}  // namespace
}  // namespace abut
