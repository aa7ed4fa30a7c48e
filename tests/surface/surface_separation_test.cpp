#include "abut/surface/surface_separation.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "abut/bodies/body_set.h"
#include "abut/core/error.h"
#include "abut/surface/closest_points.h"
#include "abut/surface/surface_contacts.h"
#include "tests/surface/contact_cases.h"
#include "tests/surface/round_cases.h"

namespace abut {
namespace {

using test::Grains;
using test::Random;

Pose at(const Vec3<double>& position) { return {position}; }
Pose random_pose(Random& random, double off) { return {random.in_cube() * off, random.rotation()}; }

bool is_answer(const SurfaceSeparation& s) { return s.status == Status::converged || s.status == Status::touching; }

TEST(SurfaceSeparation, SpheresAreAsFarApartOrAsDeepAsTheirCentresSay) {
  Random random(1);
  Grains grains;
  const double radius[2] = {1, 0.6};
  for (const double r : radius) grains.add(test::scaled(test::unit_sphere(), r), 0);
  for (int k = 0; k < 40; ++k) {
    const double distance = random.uniform(0.7, 3);
    const Vec3<double> direction = random.direction();
    const Pose a = random_pose(random, 5), b{a.position + direction * distance, random.rotation()};
    const SurfaceSeparation s = surface_separation(grains.surfaces, 0, a, 1, b);
    ASSERT_TRUE(is_answer(s)) << k << ' ' << distance << ' ' << s.separation << ' ' << s.lower_bound << ' '
                              << s.rectangles;
    const double right = distance - radius[0] - radius[1];
    EXPECT_NEAR(s.separation, right, right > 0 ? 1e-10 : 3.2e-6) << k;
    EXPECT_LE(s.lower_bound, right + 1e-12);
    if (std::abs(right) < 1e-3) continue;
    EXPECT_LT(length(s.normal - direction), 3e-3) << k;
    EXPECT_NEAR(length(s.point_a), radius[0], 1e-9) << k;
    EXPECT_NEAR(length(s.point_b + a.position - b.position), radius[1], 1e-9) << k;
  }
}

TEST(SurfaceSeparation, ABodyInAnotherOneIsAsDeepAsItsDeepestPoint) {
  Grains grains;
  grains.add(test::scaled(test::unit_sphere(), 2), 0);
  grains.add(test::scaled(test::unit_sphere(), 0.5), 0);
  // The small one's point nearest to the centre is 0.1 beyond it.
  const SurfaceSeparation s =
      surface_separation(grains.surfaces, 0, at({0, 0, 0}), 1, at({0.6, 0, 0}), {.depth_tolerance = 0x1p-12});
  EXPECT_NEAR(s.separation, -1.9, 1e-3);
  EXPECT_LE(s.lower_bound, -1.9 + 1e-9);
  const SurfaceSeparation other =
      surface_separation(grains.surfaces, 1, at({0.6, 0, 0}), 0, at({0, 0, 0}), {.depth_tolerance = 0x1p-12});
  EXPECT_NEAR(other.separation, s.separation, 1e-3);
}

TEST(SurfaceSeparation, BoxesHaveTheGapsOfTheirFacesEdgesAndCorners) {
  Grains grains;
  grains.add(test::box_surface({1, 1, 1}), 0);
  const auto separation = [&](const Pose& b) {
    return surface_separation(grains.surfaces, 0, at({0, 0, 0}), 0, b, {.depth_tolerance = 0x1p-10});
  };
  const double half_turn = std::sqrt(0.5);
  const Mat3<double> about_z{{half_turn, -half_turn, 0, half_turn, half_turn, 0, 0, 0, 1}};
  EXPECT_NEAR(separation(at({2.5, 0, 0})).separation, 0.5, 1e-9);
  EXPECT_NEAR(separation(at({2.5, 2.5, 0})).separation, std::sqrt(0.5), 1e-9);
  EXPECT_NEAR(separation(at({2.5, 2.5, 2.5})).separation, std::sqrt(0.75), 1e-9);
  EXPECT_NEAR(separation({{3, 0, 0}, about_z}).separation, 2 - std::sqrt(2.0), 1e-9);
  // An edge in a face.
  EXPECT_NEAR(separation({{2.2, 0, 0}, about_z}).separation, 1.2 - std::sqrt(2.0), 4e-3);
}

/// Of fine grids: the gap is no larger than this, and no smaller by more than the grids are coarse.
double sampled_separation(const test::Winding& a, const Pose& pose_a, const test::Winding& b, const Pose& pose_b,
                          const SurfaceSet& set) {
  double least = Huge<double>::value;
  const auto look = [&](const test::Winding& slave, const Pose& of, const test::Winding& master, const Pose& in,
                        std::uint32_t which) {
    std::vector<Vec3<double>> points;
    for (const Vec3<double>& p : slave.points()) {
      points.push_back(rotate_back(in.rotation, rotate(of.rotation, p) + of.position - in.position));
    }
    const std::vector<std::uint32_t> surfaces(points.size(), which);
    const auto found = find_closest_points<double>(Cpu{}, set, {surfaces, points});
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (-found.distance[i] >= least) continue;
      const bool is_inside = length(points[i]) < 1.35 && master.at(points[i]) > 0.5;
      least = std::min(least, is_inside ? -found.distance[i] : found.distance[i]);
    }
  };
  look(a, pose_a, b, pose_b, 1), look(b, pose_b, a, pose_a, 0);
  return least;
}

TEST(SurfaceSeparation, ConcaveGrainsAreAsFarOrAsDeepAsFineGridsSay) {
  Random random(3);
  int apart = 0, overlapping = 0;
  for (int k = 0; k < 12; ++k) {
    Grains grains;
    const NurbsSurface x = test::grain(random, 8, 9, 0.3), y = test::grain(random, 8, 9, 0.3);
    grains.add(x, 0), grains.add(y, 0);
    SurfaceSet set;
    set.add(x), set.add(y);
    const test::Winding grid_x(x, 10), grid_y(y, 10);
    const Pose a = random_pose(random, 2);
    const Pose b{a.position + random.direction() * random.uniform(1.5, 2.4), random.rotation()};
    const SurfaceSeparation s = surface_separation(grains.surfaces, 0, a, 1, b, {.depth_tolerance = 0x1p-14});
    const double sampled = sampled_separation(grid_x, a, grid_y, b, set);
    ASSERT_TRUE(is_answer(s)) << k << ' ' << s.separation << ' ' << s.lower_bound << ' ' << s.rectangles;
    // Grids are 0.06 wide at most, and curvatures some 5.
    EXPECT_LE(s.separation, sampled + 3e-4) << k;
    EXPECT_GT(s.separation, sampled - 0.01) << k;
    EXPECT_LE(s.lower_bound, s.separation);
    (s.separation > 0 ? apart : overlapping)++;
    // The points are where the parameters say, and as far apart as the separation says.
    const Vec3<double> of_a = rotate(a.rotation, point_at(x, s.u_a, s.v_a).point);
    const Vec3<double> of_b = rotate(b.rotation, point_at(y, s.u_b, s.v_b).point) + b.position - a.position;
    EXPECT_LT(length(of_a - s.point_a) + length(of_b - s.point_b), 1e-12);
    EXPECT_NEAR(length(s.point_b - s.point_a), std::abs(s.separation), 1e-12);
    EXPECT_NEAR(dot(s.point_b - s.point_a, s.normal), s.separation, 1e-9);
  }
  EXPECT_GT(apart, 2);
  EXPECT_GT(overlapping, 2);
}

TEST(SurfaceSeparation, AnswersTurnAndScaleAndSwapWithTheBodies) {
  Random random(4);
  const NurbsSurface x = test::grain(random, 7, 8, 0.3), y = test::grain(random, 7, 8, 0.3);
  Grains grains;
  grains.add(x, 0), grains.add(y, 0), grains.add(test::scaled(x, 1e-3), 0), grains.add(test::scaled(y, 1e-3), 0);
  for (const double distance : {1.6, 2.6}) {
    const Pose a = random_pose(random, 1), b{a.position + random.direction() * distance, random.rotation()};
    const SurfaceSeparationOptions options{.depth_tolerance = 0x1p-14};
    const double off = distance > 2 ? 1e-10 : 3e-4;
    const SurfaceSeparation s = surface_separation(grains.surfaces, 0, a, 1, b, options);
    const Pose moved{random.in_cube() * 3.0, random.rotation()};
    const SurfaceSeparation turned =
        surface_separation(grains.surfaces, 0, compose(moved, a), 1, compose(moved, b), options);
    EXPECT_NEAR(turned.separation, s.separation, off);
    EXPECT_LT(length(turned.normal - rotate(moved.rotation, s.normal)), 0.05);
    const SurfaceSeparation swapped = surface_separation(grains.surfaces, 1, b, 0, a, options);
    EXPECT_NEAR(swapped.separation, s.separation, off);
    EXPECT_LT(length(swapped.normal + s.normal), 0.05);
    const SurfaceSeparation small = surface_separation(grains.surfaces, 2, {a.position * 1e-3, a.rotation}, 3,
                                                       {b.position * 1e-3, b.rotation}, options);
    EXPECT_NEAR(small.separation * 1e3, s.separation, off);
  }
}

TEST(SurfaceSeparation, KnotsSeeItButForTheirSpacing) {
  Random random(5);
  const NurbsSurface x = test::grain(random, 7, 8, 0.2), y = test::grain(random, 7, 8, 0.2);
  double before = Huge<double>::value;
  for (const double spacing : {0.4, 0.2, 0.1}) {
    Grains grains;
    grains.add(x, spacing), grains.add(y, spacing);
    Random poses(6);
    double worst = 0;
    for (int k = 0; k < 6; ++k) {
      const Pose a = random_pose(poses, 1), b{a.position + poses.direction() * 1.9, poses.rotation()};
      const double exact = surface_separation(grains.surfaces, 0, a, 1, b, {.depth_tolerance = 0x1p-14}).separation;
      const BodySet bodies = test::two_bodies(0, a, 1, b);
      SurfaceContactFinder finder(Cpu{1});
      const std::vector<Pair> pair{{0, 1}};
      double least = Huge<double>::value;
      for (const double gap :
           finder.find<double>(grains.surfaces, bodies.parts(), pair, {.alert_distance = 1}).separation) {
        least = std::min(least, gap);
      }
      EXPECT_GE(least, exact - 3e-4);
      EXPECT_LE(least, exact + 0.5 * spacing);
      worst = std::max(worst, least - exact);
    }
    EXPECT_LT(worst, 0.5 * before) << spacing;
    before = worst;
  }
}

TEST(SurfaceSeparation, APoseThatIsNotUsableIsTold) {
  Grains grains;
  grains.add(test::box_surface({1, 1, 1}), 0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Pose stretched = at({3, 0, 0});
  stretched.rotation.m[0] = 3;
  for (const Pose& bad : {at({nan, 0, 0}), at({0, HUGE_VAL, 0}), stretched}) {
    EXPECT_EQ(surface_separation(grains.surfaces, 0, {}, 0, bad).status, Status::invalid_pose);
    EXPECT_EQ(surface_separation(grains.surfaces, 0, bad, 0, {}).status, Status::invalid_pose);
  }
  // Each can be met at, and the way from one to the other is no double.
  const Pose far = at({1e308, 0, 0}), other_way = at({-1e308, 0, 0});
  EXPECT_EQ(surface_separation(grains.surfaces, 0, far, 0, other_way).status, Status::invalid_pose);
}

TEST(SurfaceSeparation, RefusesWhatIsNotAllowed) {
  Grains grains;
  grains.add(test::box_surface({1, 1, 1}), 0);
  const std::uint32_t plain = grains.shapes.add_sphere(1);
  const auto refusal = [&](std::uint32_t shape, const SurfaceSeparationOptions& options) {
    try {
      surface_separation(grains.surfaces, 0, {}, shape, at({3, 0, 0}), options);
    } catch (const InvalidInput& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  EXPECT_EQ(refusal(0, {}), "none");
  EXPECT_EQ(refusal(plain, {}), "ContactSurfaces: shape 1 has no surface");
  EXPECT_EQ(refusal(0, {.distance_tolerance = 0}),
            "surface_separation: distance_tolerance is 0; allowed are above 0 to 0.5");
  EXPECT_NE(refusal(0, {.depth_tolerance = std::numeric_limits<double>::quiet_NaN()}), "none");
  EXPECT_EQ(refusal(0, {.rectangles = 0}), "surface_separation: rectangles is 0; allowed is 1 or more");
  const SurfaceSeparation early = surface_separation(grains.surfaces, 0, {}, 0, at({1.9, 0.3, 0.2}), {.rectangles = 3});
  EXPECT_EQ(early.status, Status::iteration_limit);
  EXPECT_LE(early.lower_bound, early.separation);
}

TEST(SurfaceSeparations, AreThoseOfEachPairAlone) {
  Random random(7);
  Grains grains;
  for (const double r : {1.0, 0.6})
    grains.add(test::scaled(test::lumpy_ball(static_cast<std::uint64_t>(10 * r), 3), r), 0);
  BodySet bodies;
  std::vector<Pose> poses;
  for (int k = 0; k < 5; ++k) {
    poses.push_back(random_pose(random, 2));
    bodies.add(poses.back(), static_cast<std::uint32_t>(k % 2));
  }
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < 5; ++a) {
    for (std::uint32_t b = a + 1; b < 5; ++b) pairs.push_back({a, b});
  }
  const SurfaceSeparationOptions options{.depth_tolerance = 0x1p-10};
  const std::vector<SurfaceSeparation> one =
      surface_separations(Cpu{1}, grains.surfaces, bodies.parts(), pairs, options);
  const std::vector<SurfaceSeparation> two =
      surface_separations(Cpu{2}, grains.surfaces, bodies.parts(), pairs, options);
  ASSERT_EQ(one.size(), pairs.size());
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto [a, b] = pairs[i];
    const SurfaceSeparation alone = surface_separation(grains.surfaces, a % 2, poses[a], b % 2, poses[b], options);
    for (const SurfaceSeparation& s : {one[i], two[i]}) {
      EXPECT_EQ(s.separation, alone.separation) << i;
      EXPECT_EQ(s.lower_bound, alone.lower_bound) << i;
      EXPECT_EQ(s.point_b.x, alone.point_b.x) << i;
      EXPECT_EQ(s.u_a, alone.u_a) << i;
      EXPECT_EQ(s.status, alone.status) << i;
    }
  }
}

TEST(SurfaceSeparations, PointsAreRelativeToTheBodyOfA) {
  Grains grains;
  grains.add(test::unit_sphere(), 0);
  BodySet bodies;
  const Pose placed{{0, 2, 0}};
  const std::vector<Part> of_a{{0, placed}};
  bodies.add({{10, 0, 0}}, of_a), bodies.add({{13, 2, 0}}, 0U);
  const std::vector<Pair> pairs{{0, 1}};
  const SurfaceSeparation s = surface_separations(Cpu{1}, grains.surfaces, bodies.parts(), pairs)[0];
  EXPECT_NEAR(s.separation, 1, 1e-10);
  EXPECT_LT(length(s.point_a - Vec3<double>{1, 2, 0}), 1e-6);
  EXPECT_LT(length(s.point_b - Vec3<double>{2, 2, 0}), 1e-6);
}

TEST(SurfaceSeparations, APartThatIsNotThereOrHasNoSurfaceIsNamedAndAPoseThatIsNotUsableIsAStatus) {
  Grains grains;
  grains.add(test::unit_sphere(), 0);
  const std::uint32_t bare = grains.shapes.add_sphere(1);
  BodySet bodies;
  bodies.add({}, 0U), bodies.add({{3, 0, 0}}, 0U), bodies.add({{6, 0, 0}}, bare);
  const auto complaint = [&](const Pair& pair) -> std::string {
    const std::vector<Pair> pairs{pair};
    try {
      (void)surface_separations(Cpu{1}, grains.surfaces, bodies.parts(), pairs);
    } catch (const InvalidInput& e) {
      return e.what();
    }
    return "";
  };
  EXPECT_EQ(complaint({0, 1}), "");
  EXPECT_EQ(complaint({0, 3}), "surface_separation: pair 0 names 3; allowed is less than 3");
  EXPECT_NE(complaint({0, 2}).find("has no surface"), std::string::npos) << complaint({0, 2});
  // A view may hold what a `BodySet` does not take.
  PartsView parts = bodies.parts();
  std::vector<double> x(parts.px, parts.px + parts.count);
  x[1] = std::numeric_limits<double>::quiet_NaN();
  parts.px = x.data();
  const std::vector<Pair> pairs{{0, 1}, {0, 0}};
  const std::vector<SurfaceSeparation> found = surface_separations(Cpu{1}, grains.surfaces, parts, pairs);
  EXPECT_EQ(found[0].status, Status::invalid_pose);
  EXPECT_EQ(found[0].point_a.x, 0);
  EXPECT_NE(found[1].status, Status::invalid_pose);
}

}  // namespace
}  // namespace abut
