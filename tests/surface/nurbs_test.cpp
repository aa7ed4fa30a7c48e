#include "abut/surface/nurbs.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "tests/surface/nurbs_cases.h"

namespace abut {
namespace {

using test::Digits;
using test::ExactSurface;
using test::Random;
using test::SplineKind;

constexpr double eps = Epsilon<double>::value;

double off(const Vec3<double>& a, const std::array<Digits, 3>& b) {
  const double x[3] = {a.x, a.y, a.z};
  double largest = 0;
  for (std::size_t i = 0; i < 3; ++i) largest = std::max(largest, std::abs(static_cast<double>(b[i] - x[i])));
  return largest;
}

std::array<Digits, 3> sum(const std::array<Digits, 3>& a, const Digits& s, const std::array<Digits, 3>& b) {
  return {a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]};
}

double size_of(const std::array<Digits, 3>& a) { return off({0, 0, 0}, a); }

TEST(Nurbs, TheCircleOfTable31IsExactToRounding) {
  const NurbsCurve circle = unit_circle();
  check(circle);
  for (int i = 0; i <= 10000; ++i) {
    const CurveJet<double> p = point_at(circle, 4.0 * i / 10000);
    ASSERT_NEAR(std::hypot(p.point.x, p.point.y), 1, 3 * eps) << i;
    ASSERT_NEAR(length(curvature_vector(p)), 1, 32 * eps) << i;
    ASSERT_EQ(p.point.z, 0);
  }
  EXPECT_LT(test::distance(point_at(circle, 0.5).point, {std::sqrt(0.5), std::sqrt(0.5), 0}), 2 * eps);
  EXPECT_TRUE(is_closed(circle));
}

TEST(Nurbs, PointsOfCurvesAreThoseOfThePrintedRecursion) {
  Random random(1);
  test::for_each_kind([&](const SplineKind& kind) {
    SCOPED_TRACE(kind.text());
    const NurbsCurve curve = test::random_curve(random, kind);
    check(curve);
    const NurbsSurface surface = test::extruded(curve);
    for (const double u : test::parameters(curve.u, 11)) {
      EXPECT_LT(off(point_at(curve, u).point, ExactSurface(surface, u, 0)(u, 0)), 8 * eps) << u;
    }
  });
}

TEST(Nurbs, PointsAndDerivativesOfSurfacesAreThoseOfThePrintedRecursion) {
  Random random(2);
  test::for_each_kind([&](const SplineKind& kind) {
    SCOPED_TRACE(kind.text());
    SplineKind other = kind;
    other.degree = 1 + static_cast<int>(random.below(4)), other.is_clamped = random.below(2) == 0;
    const NurbsSurface surface = test::random_surface(random, kind, other);
    check(surface);
    const Digits h("1e-25");
    for (int i = 0; i < 4; ++i) {
      const double u =
          i == 0 ? surface.u.knots[surface.u.count() - 1] : random.uniform(surface.u.begin(), surface.u.end());
      const double v = i == 1 ? surface.v.end() : random.uniform(surface.v.begin(), surface.v.end());
      const SurfaceJet<double> p = point_at(surface, u, v);
      const ExactSurface s(surface, u, v);
      const auto at = [&](int a, int b) { return s(u + a * h, v + b * h); };
      const auto m = at(0, 0), e = at(1, 0), w = at(-1, 0), n = at(0, 1), o = at(0, -1);
      const std::array<Digits, 3> zero{0, 0, 0};
      const auto first = [&](const auto& plus, const auto& minus) {
        return sum(sum(zero, 1 / (2 * h), plus), -1 / (2 * h), minus);
      };
      const auto second = [&](const auto& plus, const auto& minus) {
        return sum(sum(sum(zero, 1 / (h * h), plus), 1 / (h * h), minus), -2 / (h * h), m);
      };
      const auto across =
          sum(sum(zero, 1 / (2 * h), first(at(1, 1), at(-1, 1))), -1 / (2 * h), first(at(1, -1), at(-1, -1)));
      EXPECT_LT(off(p.point, m), 8 * eps);
      // A derivative is a sum of terms of the size of the largest derivative of the basis: degree / shortest knot
      // interval.
      const double scale = 10 * kind.degree + 10 * other.degree;
      EXPECT_LT(off(p.u, first(e, w)), 8 * scale * eps * (1 + size_of(first(e, w))));
      EXPECT_LT(off(p.v, first(n, o)), 8 * scale * eps * (1 + size_of(first(n, o))));
      EXPECT_LT(off(p.uu, second(e, w)), 8 * scale * scale * eps * (1 + size_of(second(e, w))));
      EXPECT_LT(off(p.vv, second(n, o)), 8 * scale * scale * eps * (1 + size_of(second(n, o))));
      EXPECT_LT(off(p.uv, across), 8 * scale * scale * eps * (1 + size_of(across)));
    }
  });
}

TEST(Nurbs, DerivativesOfCurvesAreThoseOfTheExtrudedSurface) {
  Random random(3);
  test::for_each_kind([&](const SplineKind& kind) {
    SCOPED_TRACE(kind.text());
    const NurbsCurve curve = test::random_curve(random, kind);
    const NurbsSurface surface = test::extruded(curve);
    for (const double u : test::parameters(curve.u, 7)) {
      const CurveJet<double> c = point_at(curve, u);
      const SurfaceJet<double> s = point_at(surface, u, 0);
      EXPECT_LT(test::distance(c.point, s.point), 4 * eps);
      EXPECT_LT(test::distance(c.first, s.u), 64 * eps * (10 + max_abs(s.u)));
      EXPECT_LT(test::distance(c.second, s.uu), 64 * eps * (1000 + max_abs(s.uu)));
    }
  });
}

TEST(Nurbs, AKinkHasTheDerivativeFromTheRightAndTheEndThatFromTheLeft) {
  const NurbsCurve corner{{1, {0, 0, 1, 2, 2}}, {{0, 0}, {1, 0}, {1, 3}}};
  check(corner);
  EXPECT_EQ(point_at(corner, 1).first.x, 0);
  EXPECT_EQ(point_at(corner, 1).first.y, 3);
  EXPECT_EQ(point_at(corner, 2).first.y, 3);
  EXPECT_EQ(point_at(corner, 0).first.x, 1);
}

TEST(Nurbs, ParametersOutsideOfTheDomainAreTakenToItsEnds) {
  Random random(4);
  const NurbsSurface s = test::random_surface(random, {3, false}, {2, true});
  EXPECT_EQ(
      test::distance(point_at(s, s.u.begin() - 5, s.v.end() + 5).point, point_at(s, s.u.begin(), s.v.end()).point), 0);
  const NurbsCurve c = test::random_curve(random, {3, false});
  EXPECT_EQ(test::distance(point_at(c, 1e300).point, point_at(c, c.u.end()).point), 0);
}

TEST(Nurbs, BasisFunctionsAddUpToOneAndTheirDerivativesToZero) {
  Random random(5);
  test::for_each_kind([&](const SplineKind& kind) {
    SCOPED_TRACE(kind.text());
    NurbsCurve curve = test::random_curve(random, kind);
    for (Vec2<double>& p : curve.points) p = {1, -2};
    for (const double u : test::parameters(curve.u, 11)) {
      const CurveJet<double> p = point_at(curve, u);
      EXPECT_LT(test::distance(p.point, {1, -2, 0}), 8 * eps);
      EXPECT_LT(max_abs(p.first), 1e3 * eps);
      EXPECT_LT(max_abs(p.second), 1e6 * eps);
    }
    // Not divided by the sum of weights: the moment of a basis whose weights are the Greville abscissae is u.
    curve.weights.clear();
    for (std::size_t i = 0; i < curve.points.size(); ++i) {
      double mean = 0;
      for (std::size_t j = 1; j <= static_cast<std::size_t>(kind.degree); ++j)
        mean += curve.u.knots[i + j] / kind.degree;
      curve.points[i] = {mean, 1};
    }
    for (const double u : test::parameters(curve.u, 11)) {
      EXPECT_LT(test::distance(point_at(curve, u).point, {u, 1, 0}), 64 * eps);
    }
  });
}

TEST(Nurbs, AnAffineMapOfTheControlPointsMapsThePoints) {
  Random random(6);
  test::for_each_kind([&](const SplineKind& kind) {
    const NurbsSurface s = test::random_surface(random, kind, {2, false, false, kind.rational});
    const Mat3<double> linear{{1, 2, 0.5, -1, 3, 0.25, 0, 0.5, -2}};
    const Vec3<double> move{3, -4, 5};
    const NurbsSurface moved = transformed(s, linear, move);
    const double u = random.uniform(s.u.begin(), s.u.end()), v = random.uniform(s.v.begin(), s.v.end());
    const SurfaceJet<double> p = point_at(s, u, v), q = point_at(moved, u, v);
    EXPECT_LT(test::distance(q.point, rotate(linear, p.point) + move), 32 * eps * 8) << kind.text();
    EXPECT_LT(test::distance(q.u, rotate(linear, p.u)), 1e3 * eps * (10 + max_abs(p.u))) << kind.text();
  });
}

TEST(Nurbs, PointsLieInTheConvexHullOfTheControlPointsOfTheirSpan) {
  Random random(7);
  test::for_each_kind([&](const SplineKind& kind) {
    SCOPED_TRACE(kind.text());
    const NurbsCurve curve = test::random_curve(random, kind);
    for (const double u : test::parameters(curve.u, 21)) {
      const std::size_t k = test::span_of(curve.u, u);
      const Vec2<double> p = in_plane(point_at(curve, u).point);
      for (int i = 0; i < 8; ++i) {
        const Vec2<double> direction = in_plane(random.direction());
        double farthest = -10;
        for (std::size_t j = k - static_cast<std::size_t>(kind.degree); j <= k; ++j) {
          farthest = std::max(farthest, dot(direction, curve.points[j]));
        }
        EXPECT_LT(dot(direction, p), farthest + 8 * eps);
      }
    }
  });
}

TEST(Nurbs, AControlPointOfWeightZeroHasNoPartInThePoints) {
  Random random(8);
  SplineKind kind{3, true, false, true, 0.3};
  for (int i = 0; i < 20; ++i) {
    NurbsCurve curve = test::random_curve(random, kind);
    curve.weights.back() = curve.weights.front() = 1;
    NurbsCurve moved = curve;
    for (std::size_t j = 0; j < moved.points.size(); ++j) {
      if (moved.weights[j] == 0) moved.points[j] = {1e6, -1e6};
    }
    const double u = random.uniform(curve.u.begin(), curve.u.end());
    EXPECT_EQ(test::distance(point_at(curve, u).point, point_at(moved, u).point), 0);
  }
}

}  // namespace
}  // namespace abut
