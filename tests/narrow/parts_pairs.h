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

/// A pair as its problem, what that consists of, and the difference's support mapping.
class PairInParts {
 public:
  CoreDifference<double, LinearScan> support() const { return core_difference<LinearScan>(problem); }
  double width(Vec3<double> n) const { return dot(n, support()(n).w); }

  PairProblem<double> problem;
  revolved_axis_detail::AxisParts<double> parts;
  double unit = 1;  ///< of the problem's lengths

  PairInParts(const PairInParts&) = delete;
  PairInParts& operator=(const PairInParts&) = delete;

 protected:
  PairInParts() = default;
  void set_pair(std::uint32_t a, std::uint32_t b, const Pose& b_in_a) {
    view_ = shapes_.view<double>();
    problem = problem_of(view_, a, b, b_in_a);
    unit = power_of_two<double>(problem.exponent);
    set_parts();
  }
  void set_parts() { EXPECT_TRUE(revolved_axis_detail::parts_of(problem, parts)); }

  ShapeSet shapes_;

 private:
  ShapeSetView<double> view_;
};

/// A sum of two solids, of kinds 0 to 8 in pairs (ellipsoid, cylinder, cone), and a hull or a triangle.
class PartsPair : public PairInParts {
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
    const Vec3<double> at = random.in_ball() * 0.2;
    set_pair(sum, hull, {at, random.rotation()});
  }
  /// Moves B so that the support point along n lies along n, at such a height.
  void put_foot(Vec3<double> n, double height) {
    problem.pose.translation = problem.pose.translation - (n * height - support()(n).w);
    set_parts();
  }
};

/// A cone, and a triangle whose corner is at the height `above` its centre on its axis, above all others along the
/// cone's side: equally deep all around.
class ConeAndCorner : public PairInParts {
 public:
  explicit ConeAndCorner(double above) {
    const std::uint32_t cone = shapes_.add_cone(0.6, 0.4);
    set_pair(cone, shapes_.add_triangle({0, 0, above}, {-0.3, 0.01, above - 0.02}, {-0.3, -0.01, above - 0.02}), {});
  }
};

/// How two cones with almost one axis differ.
enum class Cones { equal, of_two_sizes, with_a_corner, apart };

/// A cone and another one of which it is subtracted, turned over, so that both have their apex above. `tilt`: between
/// the axes, and how far apart equal ones are.
class NearlyCoaxialCones : public PairInParts {
 public:
  NearlyCoaxialCones(Random& random, double tilt, Cones cones) {
    const auto size = [&] { return random.uniform(0.3, 1); };
    const double radius = size(), half = size();
    const std::uint32_t a = shapes_.add_cone(radius, half);
    std::uint32_t b = a;
    if (cones == Cones::of_two_sizes || cones == Cones::with_a_corner) {
      const double other = size();
      b = shapes_.add_cone(other, size());
    }
    if (cones == Cones::with_a_corner) {
      const std::uint32_t triangle = shapes_.add_triangle({0, 0, 0}, {-0.1, 0.01, -0.02}, {-0.1, -0.01, -0.02});
      b = shapes_.add_minkowski_sum(b, triangle, Pose{});
    }
    const Vec3<double> v = random.direction() * tilt;
    const Vec3<double> beside = random.in_ball() * (cones == Cones::apart ? 0.1 : tilt);
    set_pair(a, b,
             {beside + Vec3<double>{0, 0, random.uniform(-0.2, 0.2)}, rotation_from_quaternion(v.x, 1.0, v.y, v.z)});
  }
};

}  // namespace abut::test
