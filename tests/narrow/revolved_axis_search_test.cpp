// Polytopes in solids of revolution about one axis or several, and sums of such: closed forms, and against many
// directions.
#include "abut/narrow/revolved_axis_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

#include "abut/narrow/query.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;
using Support = CoreDifference<double, LinearScan>;

class RevolvedAxisSearch : public testing::Test {
 protected:
  static PairProblem<double> problem(const ShapeSetView<double>& view, std::uint32_t a, std::uint32_t b,
                                     const Pose& pose) {
    const auto centre = [&](std::uint32_t k) {
      const double* c = view.headers[k].centre;
      return Vec3<double>{c[0], c[1], c[2]};
    };
    PairProblem<double> p{};
    EXPECT_EQ(make_problem(view, a, b, relative_pose(Pose{}, pose, centre(a), centre(b)), 1e300, p), Status::converged);
    return p;
  }
  Contact<double> query(const PairProblem<double>& p) {
    return query_pair_fully<double>(p, {memory_.get(), capacity}).contact;
  }
  /// The search alone, then the whole query.
  void expect_depth(const ShapeSet& shapes, std::uint32_t a, std::uint32_t b, const Pose& pose, double depth) {
    const auto view = shapes.view<double>();
    const PairProblem<double> p = problem(view, a, b, pose);
    CoreAnswer<double> out = no_answer<double>();
    ASSERT_TRUE(revolved_axis_search(p, core_difference<LinearScan>(p), out));
    const double rounding = shapes.header(a).rounding + shapes.header(b).rounding;
    EXPECT_NEAR(-out.separation * power_of_two<double>(p.exponent) + rounding, depth, 4e-15);
    const Contact<double> c = query(p);
    EXPECT_EQ(status_of(c.status), Status::converged);
    EXPECT_NEAR(c.separation, -depth, 4e-15);
    EXPECT_LE(c.lower_bound, c.separation);
  }

 private:
  static constexpr std::uint32_t capacity = 1024;
  std::unique_ptr<std::byte[]> memory_ = std::make_unique<std::byte[]>(polytope_bytes<double>(capacity));
};

Pose moved(Vec3<double> by) { return {by, Pose{}.rotation}; }

TEST_F(RevolvedAxisSearch, ABoxInASumOfTwoSolidsAboutItsAxisGoesOutSideways) {
  ShapeSet shapes;
  const auto box = shapes.add_box({1, 1, 1});
  const auto cylinder = shapes.add_cylinder(0.25, 0.5), cone = shapes.add_cone(0.5, 0.25);
  const auto sum = shapes.add_minkowski_sum(cylinder, cone, Pose{});
  expect_depth(shapes, box, sum, moved({0, 0, 0}), 1.75);
  expect_depth(shapes, sum, box, moved({0, 0, 0}), 1.75);
}

TEST_F(RevolvedAxisSearch, ARodOnTheEdgeOfASumOfPolytopesIsAsDeepAsItsRadius) {
  // Along every direction between the normals of the two faces.
  ShapeSet shapes;
  const auto post = shapes.add_box({0.25, 0.25, 2}), plate = shapes.add_box({0.5, 0.25, 0.25});
  const auto sum = shapes.add_minkowski_sum(post, plate, Pose{});
  const auto rod = shapes.add_cylinder(0.125, 4);
  expect_depth(shapes, sum, rod, moved({0.75, 0.5, 0}), 0.125);
  expect_depth(shapes, rod, sum, moved({-0.75, 0.5, 0}), 0.125);
}

TEST_F(RevolvedAxisSearch, ASegmentInASumOfAStickAndARodGoesOutAcrossBoth) {
  ShapeSet shapes;
  const auto segment = shapes.add_segment({0, 0, -1}, {0, 0, 1});
  const auto stick = shapes.add_segment({-0.5, 0, 0}, {0.5, 0, 0});
  const auto cylinder = shapes.add_cylinder(0.25, 2);
  const auto sum = shapes.add_minkowski_sum(stick, cylinder, Pose{});
  expect_depth(shapes, segment, sum, moved({0, 0, 0}), 0.25);
}

TEST_F(RevolvedAxisSearch, ABallOnTheEdgeOfAWideTriangleGoesOutAcrossTheEdge) {
  ShapeSet shapes;
  const auto triangle = shapes.add_triangle({-1.6, 0, 0}, {1.6, 0, 0}, {0, 0.4, 0});
  const auto ball = shapes.add_ellipsoid({0.6, 0.6, 0.6});
  expect_depth(shapes, triangle, ball, moved({0, 0, 0}), 0.6);
}

/// Points, segments, triangles, boxes, hulls; cylinders, cones, spheroids and balls about z; sums of two of these.
ShapeSet shapes_about_z(Random& random) {
  ShapeSet shapes;
  const auto size = [&] { return random.uniform(0.2, 1); };
  shapes.add_segment(random.in_ball(), random.in_ball());
  shapes.add_triangle(random.in_ball(), random.in_ball(), random.in_ball());
  shapes.add_box({size(), size(), size()});
  shapes.add_hull(test::ellipsoid_points(random, 12));
  shapes.add_cylinder(size(), size());
  shapes.add_cone(size(), size());
  const double radius = size();
  shapes.add_ellipsoid({radius, radius, size()});
  shapes.add_ellipsoid({radius, radius, radius});
  for (int k = 0; k < 8; ++k) {
    const bool flips = random.below(2) == 0;
    const Pose second{{0, 0, 0}, flips ? Mat3<double>{{1, 0, 0, 0, -1, 0, 0, 0, -1}} : Pose{}.rotation};
    const std::uint32_t first = random.below(8), other = random.below(8);
    shapes.add_minkowski_sum(first, other, second);
  }
  return shapes;
}

/// The least width found from many directions by shorter and shorter steps.
double sampled_width(const Support& support, Random& random, int starts) {
  double least = HUGE_VAL;
  for (int k = 0; k < starts; ++k) {
    Vec3<double> n = random.direction();
    double width = dot(n, support(n).w);
    double step = 0.3;
    for (int tries = 0; step > 1e-5; ++tries) {
      const Vec3<double> other = unit_vector(multiply_add(random.direction(), step, n));
      const double there = dot(other, support(other).w);
      if (there < width) {
        n = other, width = there, tries = 0;
      } else if (tries > 12) {
        step *= 0.6, tries = 0;
      }
    }
    least = std::min(least, width);
  }
  return least;
}

TEST_F(RevolvedAxisSearch, FindsNoLessAndNoMoreThanManyDirectionsDo) {
  Random random(77);
  int found = 0, sums = 0;
  for (int round = 0; round < 40; ++round) {
    const ShapeSet shapes = shapes_about_z(random);
    const auto view = shapes.view<double>();
    for (int k = 0; k < 12; ++k) {
      const std::uint32_t a = random.below(shapes.size()), b = random.below(shapes.size());
      const double angle = random.uniform(0, 6);
      const Mat3<double> turn{{std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0, 0, 0, 1}};
      const PairProblem<double> p = problem(view, a, b, {random.in_ball() * 0.3, turn});
      const Support support = core_difference<LinearScan>(p);
      CoreAnswer<double> out = no_answer<double>();
      if (!revolved_axis_search(p, support, out)) continue;
      ++found;
      sums += view.headers[a].kind == ShapeKind::minkowski_sum || view.headers[b].kind == ShapeKind::minkowski_sum;
      const double sampled = sampled_width(support, random, 24);
      ASSERT_GE(sampled, -out.separation - 4e-15) << round << ' ' << k;
      ASSERT_LE(sampled, -out.separation + 1e-3) << round << ' ' << k;
      ASSERT_NEAR(dot(out.normal, support(out.normal).w), -out.separation, 4e-15);
    }
  }
  EXPECT_GT(found, 100);
  EXPECT_GT(sums, 50);
}

/// Polytopes turned anyhow; cylinders, cones and ellipsoids along x, y and z; sums of one of each.
ShapeSet shapes_along_axes(Random& random) {
  ShapeSet shapes;
  const auto size = [&] { return random.uniform(0.2, 1); };
  shapes.add_triangle(random.in_ball(), random.in_ball(), random.in_ball());
  shapes.add_box({size(), size(), size()});
  shapes.add_hull(test::ellipsoid_points(random, 10));
  shapes.add_ellipsoid({size(), size(), size()});
  shapes.add_cylinder(size(), size());
  shapes.add_cone(size(), size());
  const Mat3<double> turns[] = {
      {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {{0, 0, 1, 1, 0, 0, 0, 1, 0}}, {{0, 1, 0, 0, 0, -1, -1, 0, 0}}};
  for (int k = 0; k < 6; ++k) {
    shapes.add_minkowski_sum(3 + random.below(3), random.below(6), {{0, 0, 0}, turns[random.below(3)]});
  }
  return shapes;
}

TEST_F(RevolvedAxisSearch, OfSolidsAlongSeveralAxesNoLessAndNoMoreIsFoundThanByManyDirections) {
  Random random(78);
  int found = 0;
  for (int round = 0; round < 20; ++round) {
    const ShapeSet shapes = shapes_along_axes(random);
    const auto view = shapes.view<double>();
    for (int k = 0; k < 6; ++k) {
      const std::uint32_t a = 3 + random.below(shapes.size() - 3), b = random.below(shapes.size());
      const Mat3<double> turn{{0, 1, 0, 0, 0, 1, 1, 0, 0}};
      const PairProblem<double> p = problem(view, a, b, {random.in_ball() * 0.3, turn});
      const Support support = core_difference<LinearScan>(p);
      CoreAnswer<double> out = no_answer<double>();
      if (!parts_overlap(p, support, out)) continue;
      ++found;
      const double sampled = sampled_width(support, random, 24);
      ASSERT_GE(sampled, -out.separation - 4e-15) << round << ' ' << k;
      ASSERT_LE(sampled, -out.separation + 1e-3) << round << ' ' << k;
      ASSERT_NEAR(dot(out.normal, support(out.normal).w), -out.separation, 4e-15);
    }
  }
  EXPECT_GT(found, 40);
}

}  // namespace
}  // namespace abut
