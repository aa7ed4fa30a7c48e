#include <gtest/gtest.h>

#include <cmath>

#include "abut/core/error.h"
#include "abut/surface/nurbs.h"
#include "tests/surface/nurbs_cases.h"

namespace abut {
namespace {

using test::Digits;
using test::ExactSurface;
using test::Random;

constexpr double eps = Epsilon<double>::value;

std::vector<Vec2<double>> star(Random& random, std::size_t corners) {
  std::vector<Vec2<double>> out;
  for (std::size_t i = 0; i < corners; ++i) {
    const double angle = 6.283185307179586 * static_cast<double>(i) / static_cast<double>(corners);
    const double radius = random.uniform(0.5, 1);
    out.push_back({radius * std::cos(angle), radius * std::sin(angle)});
  }
  return out;
}

/// The derivative of an order at both ends of the domain, by differences in 100 digits.
double gap_of_derivative(const NurbsCurve& curve, int order) {
  const NurbsSurface surface = test::extruded(curve);
  const Digits h("1e-10");
  Digits largest = 0;
  std::array<std::array<Digits, 2>, 2> derivative{};
  for (std::size_t side = 0; side < 2; ++side) {
    const double u = side == 0 ? curve.u.begin() : curve.u.end();
    const ExactSurface at(surface, u, 0);
    Digits binomial = 1;
    for (int i = 0; i <= order; ++i) {
      const auto p = at(u + (Digits(i) - Digits(order) / 2) * h, 0);
      for (std::size_t k = 0; k < 2; ++k) {
        derivative[side][k] += ((order - i) % 2 == 0 ? 1 : -1) * binomial * p[k] / pow(h, order);
      }
      binomial = binomial * (order - i) / (i + 1);
    }
  }
  for (std::size_t k = 0; k < 2; ++k) {
    const Digits gap = abs(derivative[0][k] - derivative[1][k]);
    if (gap > largest) largest = gap;
  }
  return static_cast<double>(largest);
}

TEST(NurbsClosed, WrappingIsContinuousInAllDerivativesBelowTheDegree) {
  Random random(21);
  for (int degree = 1; degree <= most_surface_degree; ++degree) {
    for (const bool rational : {false, true}) {
      SCOPED_TRACE(degree);
      const std::vector<Vec2<double>> points = star(random, static_cast<std::size_t>(degree) + 3);
      const std::vector<double> weights = test::random_weights(random, {degree, true, false, rational}, points.size());
      const NurbsCurve curve = closed_by_wrapping(points, degree, weights);
      check(curve);
      EXPECT_TRUE(is_closed(curve));
      EXPECT_EQ(curve.points.size(), points.size() + static_cast<std::size_t>(degree));
      EXPECT_EQ(curve.u.begin(), 0);
      EXPECT_EQ(curve.u.end(), static_cast<double>(points.size()));
      for (int order = 0; order < degree; ++order) EXPECT_LT(gap_of_derivative(curve, order), 1e-8) << order;
      EXPECT_GT(gap_of_derivative(curve, degree), 1e-3);
    }
  }
}

TEST(NurbsClosed, WrappingGivesTheSameCurveWhereverItBegins) {
  Random random(22);
  const std::vector<Vec2<double>> points = star(random, 8);
  std::vector<Vec2<double>> shifted(points.begin() + 1, points.end());
  shifted.push_back(points[0]);
  const NurbsCurve a = closed_by_wrapping(points, 3), b = closed_by_wrapping(shifted, 3);
  for (int i = 0; i < 70; ++i) {
    EXPECT_LT(test::distance(point_at(a, 1 + 0.1 * i).point, point_at(b, 0.1 * i).point), 8 * eps);
  }
}

TEST(NurbsClosed, ClampingGoesThroughItsFirstPointAndIsClosed) {
  Random random(23);
  for (int degree = 1; degree <= most_surface_degree; ++degree) {
    const std::vector<Vec2<double>> points = star(random, static_cast<std::size_t>(degree) + 2);
    const std::vector<double> weights(points.size(), 1.5);
    const NurbsCurve curve = closed_by_clamping(points, degree, weights);
    check(curve);
    EXPECT_TRUE(is_closed(curve));
    EXPECT_LT(test::distance(point_at(curve, 0).point, in_space(points[0])), 2 * eps);
    EXPECT_EQ(curve.points.size(), points.size() + 1);
    EXPECT_EQ(curve.weights.size(), points.size() + 1);
    EXPECT_EQ(curve.u.knots.front(), curve.u.begin());
    EXPECT_EQ(curve.u.end(), 3);
  }
}

TEST(NurbsClosed, TheFewestPointsAreTheDegreeAndOne) {
  const std::vector<Vec2<double>> points{{0, 0}, {1, 0}, {0, 1}};
  EXPECT_TRUE(is_closed(closed_by_wrapping(points, 2)));
  EXPECT_TRUE(is_closed(closed_by_clamping(points, 2)));
  EXPECT_THROW(closed_by_wrapping(points, 3), InvalidInput);
  EXPECT_THROW(closed_by_clamping(points, 3), InvalidInput);
}

TEST(NurbsClosed, SurfacesAreClosedAlongTheParameterThatGoesAround) {
  const NurbsSurface far = transformed(test::unit_sphere(), {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {1e5, 0, 0});
  for (const NurbsSurface& s : {test::unit_sphere(), test::cylinder(1), far}) {
    EXPECT_TRUE(is_closed(s, SurfaceParameter::u));
    EXPECT_FALSE(is_closed(s, SurfaceParameter::v));
  }
  EXPECT_TRUE(is_closed(test::torus(3, 1), SurfaceParameter::u));
  EXPECT_TRUE(is_closed(test::torus(3, 1), SurfaceParameter::v));
  EXPECT_FALSE(is_closed(test::flat_square(1), SurfaceParameter::u));
}

TEST(NurbsClosed, AGapInTheMiddleOfTheSeamOpensIt) {
  NurbsSurface s = elevate_degree(test::cylinder(1), SurfaceParameter::v);
  EXPECT_TRUE(is_closed(s, SurfaceParameter::u));
  s.points[1].x += 1e-9;  // both ends of the seam still meet
  EXPECT_FALSE(is_closed(s, SurfaceParameter::u));
  NurbsSurface crossed = elevate_degree(test::cylinder(1), SurfaceParameter::v, 2);
  crossed.points[1].x += 1e-9, crossed.points[2].x -= 1e-9;  // and its middles too
  EXPECT_FALSE(is_closed(crossed, SurfaceParameter::u));
}

TEST(NurbsClosed, WeightsMayDifferAtAPoleAndByAFactorAtTheSeam) {
  NurbsSurface s = test::cylinder(1);
  const std::size_t count = s.v.count();
  for (std::size_t j = 0; j < count; ++j) s.weights[s.weights.size() - count + j] *= 4;
  EXPECT_TRUE(is_closed(s, SurfaceParameter::u));
  s.weights.back() *= 2;
  EXPECT_FALSE(is_closed(s, SurfaceParameter::u));
}

TEST(NurbsClosed, PolesAreEndsOfOnePoint) {
  const NurbsSurface far = transformed(test::unit_sphere(), {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {1e5, 0, 0});
  for (const NurbsSurface& s : {test::unit_sphere(), far}) {
    for (const DomainEnd end : {DomainEnd::begin, DomainEnd::end}) {
      EXPECT_TRUE(is_pole(s, SurfaceParameter::v, end));
      EXPECT_FALSE(is_pole(s, SurfaceParameter::u, end));
    }
  }
  const NurbsSurface cone = test::revolved({{1, {0, 0, 1, 1}}, {{1, 0}, {0, 1}}});
  EXPECT_FALSE(is_pole(cone, SurfaceParameter::v, DomainEnd::begin));
  EXPECT_TRUE(is_pole(cone, SurfaceParameter::v, DomainEnd::end));
  NurbsSurface s = test::unit_sphere();
  s.points[4 * s.v.count()].y += 1e-12;
  EXPECT_FALSE(is_pole(s, SurfaceParameter::v, DomainEnd::begin));
}

TEST(NurbsClosed, TurnedInsideOutRunsTheOtherWayAlongV) {
  Random random(24);
  test::for_each_kind([&](const test::SplineKind& kind) {
    const NurbsSurface s = test::random_surface(random, {2, false, true, kind.rational}, kind);
    const NurbsSurface turned = turned_inside_out(s);
    check(turned);
    EXPECT_EQ(turned.v.begin(), -s.v.end());
    for (int i = 0; i < 5; ++i) {
      const double u = random.uniform(s.u.begin(), s.u.end()), v = random.uniform(s.v.begin(), s.v.end());
      const SurfaceJet<double> there = point_at(s, u, v), here = point_at(turned, u, -v);
      EXPECT_LT(test::distance(here.point, there.point), 64 * eps) << kind.text();
      EXPECT_LT(test::distance(here.v, -there.v), 1e-10 * (1 + max_abs(there.v))) << kind.text();
    }
    const NurbsSurface again = turned_inside_out(turned);
    EXPECT_EQ(again.v.knots, s.v.knots);
    EXPECT_EQ(again.weights, s.weights);
    for (std::size_t i = 0; i < s.points.size(); ++i) EXPECT_EQ(test::distance(again.points[i], s.points[i]), 0);
  });
}

TEST(NurbsClosed, ACurveWithAGapIsOpen) {
  NurbsCurve curve = unit_circle();
  curve.points.back().y = 1e-12;
  EXPECT_FALSE(is_closed(curve));
}

}  // namespace
}  // namespace abut
