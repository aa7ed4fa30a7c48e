// Bounds about points of polytopes: directions on circles, and that no sampled direction is narrower.
#include "abut/narrow/symmetric_points.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using namespace symmetric_detail;
using test::Random;

/// A triangle in an ellipsoid, an ellipse turned about z: its terms about the plane across z.
class TriangleInAnEllipsoid {
 public:
  explicit TriangleInAnEllipsoid(Random& random) {
    const auto corner = [&] { return random.in_ball() * 0.3; };
    shapes_.add_triangle(corner(), corner(), corner());
    shapes_.add_ellipsoid({random.uniform(0.5, 1), random.uniform(0.5, 1), random.uniform(0.5, 1)});
    view_ = shapes_.view<double>();
    problem_ = test::problem_of(view_, 0, 1, test::moved_by(random.in_ball() * 0.2));
    EXPECT_TRUE(revolved_axis_detail::parts_of(problem_, parts));
    points = {&parts, {0, 0, 0}, 4000};
    // About a point of the triangle.
    points.at = revolved_axis_detail::point_of_foot(parts, {1, 0, 0}, width({1, 0, 0}), 1e-12);
    const Vec3<double> between = -(parts.place + points.at);
    d = difference_about(parts.solids, {0, 0, between.z < 0 ? -1.0 : 1.0}, between);
  }
  double width(Vec3<double> n) const { return dot(n, core_difference<LinearScan>(problem_)(n).w); }

  revolved_axis_detail::AxisParts<double> parts;
  PartPoints<double> points;
  SymmetricDifference d;

  TriangleInAnEllipsoid(const TriangleInAnEllipsoid&) = delete;
  TriangleInAnEllipsoid& operator=(const TriangleInAnEllipsoid&) = delete;

 private:
  ShapeSet shapes_;
  ShapeSetView<double> view_;
  PairProblem<double> problem_;
};

TEST(SymmetricPoints, DirectionsLieOnTheirCircle) {
  Random random(1);
  const TriangleInAnEllipsoid t(random);
  for (int k = 0; k < 200; ++k) {
    const double z = random.uniform(), angle = random.uniform(0, 7);
    const Vec3<double> n = direction_on(t.d, {std::cos(angle), std::sin(angle)}, z);
    EXPECT_NEAR(length(n), 1, 4e-16);
    EXPECT_NEAR(dot(n, t.d.normal), z, 4e-16);
    EXPECT_NEAR(dot(n, t.d.e1), std::sqrt(1 - z * z) * std::cos(angle), 4e-16);
  }
}

TEST(SymmetricPoints, ThePointIsOneOfThePolytope) {
  Random random(2);
  for (int k = 0; k < 50; ++k) {
    const TriangleInAnEllipsoid t(random);
    const Zone zone = zone_of(t.d, 0.3, 1e-15);
    const Vec3<double> p = better_point(zone, t.points, {0.6, 0.8}, 0.3, 0.1) + t.points.at;
    const auto& triangle = t.parts.polytope[0];
    const Vec3<double> v = triangle.at(0), e1 = triangle.at(1) - v, e2 = triangle.at(2) - v, n = cross(e1, e2);
    const double l1 = dot(cross(p - v, e2), n) / dot(n, n), l2 = dot(cross(e1, p - v), n) / dot(n, n);
    EXPECT_NEAR(dot(p - v, n), 0, 1e-14);
    EXPECT_GE(l1, -1e-12);
    EXPECT_GE(l2, -1e-12);
    EXPECT_LE(l1 + l2, 1 + 1e-12);
  }
}

TEST(SymmetricPoints, NoDirectionBetweenTwoCirclesIsNarrowerThanTheBound) {
  Random random(3);
  int said = 0;
  for (int k = 0; k < 60; ++k) {
    TriangleInAnEllipsoid t(random);
    const double z1 = random.uniform(0, 0.8), z2 = z1 + random.uniform(0.005, 0.1);
    double least = HUGE_VAL;
    for (int i = 0; i < 180; ++i) {
      const PlaneVector u{std::cos(i * M_PI / 90), std::sin(i * M_PI / 90)};
      for (int j = 0; j <= 8; ++j) least = std::fmin(least, t.width(direction_on(t.d, u, z1 + (z2 - z1) * j / 8)));
    }
    const Zone zone = zone_of(t.d, 0.5 * (z1 + z2), 1e-15);
    // What is asked for is less than the truth by some: found, or nothing is said.
    const double enough = least - random.magnitude(1e-3, 0.1);
    const double bound = bound_by_points(zone, t.points, look_at(zone, z1), look_at(zone, z2), enough);
    EXPECT_LE(bound, least + 1e-4) << "between the samples, of curvature one: " << k;
    said += bound >= enough ? 1 : 0;
  }
  EXPECT_GT(said, 10);
}

TEST(SymmetricPoints, ArcsThatAreUsedUpSayNothing) {
  Random random(4);
  TriangleInAnEllipsoid t(random);
  const Zone zone = zone_of(t.d, 0.35, 1e-15);
  t.points.arcs = 1;
  EXPECT_LT(arcs_by_points(zone, t.points, 0.3, 0.4, 100), 0);
  EXPECT_LE(t.points.arcs, 0);
}

}  // namespace
}  // namespace abut
