// Differences of hulls and sums of solids, as their parts and as the support mapping of their shapes; and the widths of
// solids in closed form.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "abut/narrow/axis_parts.h"
#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut::test {

/// The width of a solid about its centre.
inline double width_of(const SymmetricTerm& t, Vec3<double> n) {
  double c[3];
  for (int k = 0; k < 3; ++k) c[k] = dot(t.axis[k], n);
  const double rim = t.extent[0] * std::hypot(c[0], c[1]);
  switch (t.kind) {
    case SymmetricTerm::Kind::lines:
      return t.extent[0] * std::abs(c[0]) + t.extent[1] * std::abs(c[1]) + t.extent[2] * std::abs(c[2]);
    case SymmetricTerm::Kind::ellipsoid: return std::hypot(t.extent[0] * c[0], t.extent[1] * c[1], t.extent[2] * c[2]);
    case SymmetricTerm::Kind::cylinder: return rim + t.extent[2] * std::abs(c[2]);
    case SymmetricTerm::Kind::cone: return std::max(t.extent[2] * c[2], rim - t.extent[2] * c[2]);
  }
  return 0;
}

inline double width_of(const SymmetricTerms& solids, Vec3<double> n) {
  double sum = 0;
  for (int k = 0; k < solids.count; ++k) sum += width_of(solids.term[k], n);
  return sum;
}

/// A direction no farther from n than `reach`.
inline Vec3<double> direction_near(Random& random, Vec3<double> n, double reach) {
  const Vec3<double> v = random.in_ball();
  const Vec3<double> across = v - n * dot(n, v);
  const double angle = reach * std::sqrt(random.uniform());
  return unit_vector(n * std::cos(angle) + across * (std::sin(angle) / length(across)));
}

/// A sum of two solids, of kinds 0 to 8 in pairs (ellipsoid, cylinder, cone), and a hull or a triangle.
class PartsPair {
 public:
  PartsPair(Random& random, int kinds, int corners) {
    const auto solid = [&](int kind) {
      const auto size = [&] { return random.uniform(0.2, 1); };
      if (kind == 0) return shapes_.add_ellipsoid({size(), size(), size()});
      return kind == 1 ? shapes_.add_cylinder(size(), size()) : shapes_.add_cone(size(), size());
    };
    const std::uint32_t first = solid(kinds % 3), second = solid(kinds / 3 % 3);
    const std::uint32_t sum = shapes_.add_minkowski_sum(first, second, {{0, 0, 0}, random.rotation()});
    std::vector<Vec3<double>> points;
    for (int k = 0; k < corners; ++k) points.push_back(random.in_ball() * 0.5);
    const std::uint32_t hull =
        corners == 3 ? shapes_.add_triangle(points[0], points[1], points[2]) : shapes_.add_hull(points);
    view_ = shapes_.view<double>();
    problem = problem_of(view_, sum, hull, {random.in_ball() * 0.2, random.rotation()});
    EXPECT_TRUE(parts_of(problem, parts));
  }
  CoreDifference<double, LinearScan> support() const { return core_difference<LinearScan>(problem); }
  double width(Vec3<double> n) const { return dot(n, support()(n).w); }
  /// Moves B so that the support point along n lies along n, at such a height.
  void put_foot(Vec3<double> n, double height) {
    problem.pose.translation = problem.pose.translation - (n * height - support()(n).w);
    EXPECT_TRUE(parts_of(problem, parts));
  }

 private:
  ShapeSet shapes_;
  ShapeSetView<double> view_;

 public:
  PairProblem<double> problem;
  revolved_axis_detail::AxisParts<double> parts;

  PartsPair(const PartsPair&) = delete;
  PartsPair& operator=(const PartsPair&) = delete;

 private:
  static bool parts_of(const PairProblem<double>& p, revolved_axis_detail::AxisParts<double>& out) {
    return revolved_axis_detail::parts_of(p, out);
  }
};

/// A cone, and a triangle whose corner is at the height `above` its centre on its axis, above all others along the
/// cone's side: equally deep all around.
struct ConeAndCorner {
  explicit ConeAndCorner(double above) {
    shapes.add_cone(0.6, 0.4);
    shapes.add_triangle({0, 0, above}, {-0.3, 0.01, above - 0.02}, {-0.3, -0.01, above - 0.02});
    view = shapes.view<double>();
    problem = problem_of(view, 0, 1, Pose{});
    EXPECT_TRUE(revolved_axis_detail::parts_of(problem, parts));
    unit = power_of_two<double>(problem.exponent);
  }
  ShapeSet shapes;
  ShapeSetView<double> view;
  PairProblem<double> problem;
  revolved_axis_detail::AxisParts<double> parts;
  double unit = 1;
};

/// A cone and another one of which it is subtracted, with axes that are almost the same: 0: of equal size, so that
/// creases are next to each other; 1: of another size; 2: the same with a corner; 3: equal, and apart.
class NearlyCoaxialCones {
 public:
  NearlyCoaxialCones(Random& random, double tilt, int kind) {
    const double radius = random.uniform(0.3, 1), half = random.uniform(0.3, 1);
    const std::uint32_t a = shapes_.add_cone(radius, half);
    std::uint32_t b = kind == 1 || kind == 2 ? shapes_.add_cone(random.uniform(0.3, 1), random.uniform(0.3, 1)) : a;
    if (kind == 2) {
      const std::uint32_t triangle = shapes_.add_triangle({0, 0, 0}, {-0.1, 0.01, -0.02}, {-0.1, -0.01, -0.02});
      b = shapes_.add_minkowski_sum(b, triangle, Pose{});
    }
    view_ = shapes_.view<double>();
    // Turned over, B subtracted has its apex above too.
    const Vec3<double> v = random.direction() * tilt;
    const Mat3<double> turn = rotation_from_quaternion(v.x, 1.0, v.y, v.z);
    const double apart = kind == 3 ? 0.1 : tilt;
    problem = problem_of(view_, a, b, {random.in_ball() * apart + Vec3<double>{0, 0, random.uniform(-0.2, 0.2)}, turn});
    EXPECT_TRUE(revolved_axis_detail::parts_of(problem, parts));
  }
  CoreDifference<double, LinearScan> support() const { return core_difference<LinearScan>(problem); }
  double width(Vec3<double> n) const { return dot(n, support()(n).w); }

 private:
  ShapeSet shapes_;
  ShapeSetView<double> view_;

 public:
  PairProblem<double> problem;
  revolved_axis_detail::AxisParts<double> parts;

  NearlyCoaxialCones(const NearlyCoaxialCones&) = delete;
  NearlyCoaxialCones& operator=(const NearlyCoaxialCones&) = delete;
};

}  // namespace abut::test
