// Support mappings of every kind: closed forms of their widths, and points that lie on the surface.
#include "abut/narrow/convex_core.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;

constexpr double tiny = 8e-16;

/// How far the core reaches along `d`, in the caller's unit.
double reach(const ShapeSet& shapes, std::uint32_t shape, Vec3<double> d) {
  const auto view = shapes.view<double>();
  const ConvexCore<double> core = core_of<double>(view, shape, 0);
  return dot(d, farthest_of_core<LinearScan>(core, d).p);
}

TEST(ConvexCore, AnEllipsoidReachesAsFarAsItsAxesSay) {
  Random random(1);
  ShapeSet shapes;
  shapes.add_ellipsoid({0.5, 1, 1.75});
  const auto view = shapes.view<double>();
  const ConvexCore<double> core = core_of<double>(view, 0, 0);
  for (int k = 0; k < 500; ++k) {
    const Vec3<double> d = random.direction();
    const Vec3<double> p = farthest_of_core<LinearScan>(core, d).p;
    EXPECT_NEAR(dot(p, d), std::hypot(0.5 * d.x, d.y, 1.75 * d.z), tiny);
    EXPECT_NEAR((p.x / 0.5) * (p.x / 0.5) + p.y * p.y + (p.z / 1.75) * (p.z / 1.75), 1, tiny) << "on the surface";
  }
}

TEST(ConvexCore, CylindersAndConesReachToTheirRimsAndTheApex) {
  Random random(2);
  ShapeSet shapes;
  shapes.add_cylinder(0.5, 1.5);
  shapes.add_cone(0.5, 1.5);
  for (int k = 0; k < 500; ++k) {
    const Vec3<double> d = random.direction();
    const double across = std::hypot(d.x, d.y);
    EXPECT_NEAR(reach(shapes, 0, d), 0.5 * across + 1.5 * std::abs(d.z), tiny);
    EXPECT_NEAR(reach(shapes, 1, d), std::fmax(1.5 * d.z, 0.5 * across - 1.5 * d.z), tiny);
  }
  const auto view = shapes.view<double>();
  const auto id = [&](std::uint32_t shape, Vec3<double> d) {
    return farthest_of_core<LinearScan>(core_of<double>(view, shape, 0), d).id;
  };
  EXPECT_EQ(id(0, {1, 0, 0.1}), on_top_rim);
  EXPECT_EQ(id(0, {1, 0, -0.1}), on_bottom_rim);
  EXPECT_EQ(id(1, {0.1, 0, 1}), on_apex);
  EXPECT_EQ(id(1, {1, 0, 0}), on_bottom_rim);
}

TEST(ConvexCore, ASumReachesAsFarAsItsTermsTogether) {
  Random random(3);
  ShapeSet shapes;
  const std::uint32_t ellipsoid = shapes.add_ellipsoid({0.5, 1, 0.75}), cone = shapes.add_cone(0.5, 1);
  const std::uint32_t box = shapes.add_box({0.25, 0.5, 1});
  const Pose turned{{0, 0, 0}, random.rotation()}, again{{0, 0, 0}, random.rotation()};
  const std::uint32_t two = shapes.add_minkowski_sum(ellipsoid, cone, turned);
  const std::uint32_t three = shapes.add_minkowski_sum(two, box, again);
  for (int k = 0; k < 300; ++k) {
    const Vec3<double> d = random.direction();
    const double of_two = reach(shapes, ellipsoid, d) + reach(shapes, cone, rotate_back(turned.rotation, d));
    EXPECT_NEAR(reach(shapes, two, d), of_two, 4 * tiny);
    EXPECT_NEAR(reach(shapes, three, d), of_two + reach(shapes, box, rotate_back(again.rotation, d)), 8 * tiny);
  }
}

TEST(ConvexCore, FlatKindsAndDirectionsThatAreNearlyZeroGiveNumbers) {
  ShapeSet shapes;
  shapes.add_ellipsoid({1, 0, 0.5});
  shapes.add_cylinder(1, 0);
  shapes.add_cone(0, 1);
  EXPECT_EQ(reach(shapes, 0, {0, 1, 0}), 0);
  EXPECT_EQ(reach(shapes, 1, {0, 0, 1}), 0);
  EXPECT_EQ(reach(shapes, 2, {1, 0, 0}), 0);
  const auto view = shapes.view<double>();
  for (std::uint32_t k = 0; k < 3; ++k) {
    const ConvexCore<double> core = core_of<double>(view, k, 0);
    for (const Vec3<double> d : {Vec3<double>{0, 0, 0}, Vec3<double>{1e-300, 1e-310, 0}, Vec3<double>{0, 0, 1e300}}) {
      const Vec3<double> p = farthest_of_core<LinearScan>(core, d).p;
      EXPECT_LE(max_abs(p), 1) << k;
    }
  }
  EXPECT_EQ(farthest_of_core<LinearScan>(core_of<double>(view, 0, 0), Vec3<double>{1e-300, 0, 0}).p.x, 1)
      << "squares that underflow are no matter";
}

TEST(ConvexCore, TheDifferenceIsThatOfBothSupportPoints) {
  Random random(4);
  ShapeSet shapes;
  shapes.add_cylinder(0.5, 1);
  shapes.add_ellipsoid({1, 0.5, 0.25});
  const auto view = shapes.view<double>();
  for (int k = 0; k < 200; ++k) {
    const Pose pose{random.in_ball(), random.rotation()};
    const PairProblem<double> p = test::problem_of(view, 0, 1, pose);
    const Vec3<double> u = random.direction();
    const SupportPoint<double> s = core_difference<LinearScan>(p)(u);
    const double width = reach(shapes, 0, u) + reach(shapes, 1, rotate_back(pose.rotation, -u)) - dot(u, pose.position);
    EXPECT_NEAR(dot(u, s.w) * power_of_two<double>(p.exponent), width, 4 * tiny);
    EXPECT_LT(length(s.w - (s.a - transform(p.pose, s.b))), tiny);
  }
}

}  // namespace
}  // namespace abut
