// Refinement keeps the shape: points before and after, by the basis functions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/core/error.h"
#include "abut/surface/nurbs.h"
#include "tests/surface/nurbs_cases.h"

namespace abut {
namespace {

using test::Random;
using test::SplineKind;

constexpr double eps = Epsilon<double>::value;

void expect_same(const NurbsCurve& a, const NurbsCurve& b) {
  check(b);
  EXPECT_EQ(a.u.begin(), b.u.begin());
  EXPECT_EQ(a.u.end(), b.u.end());
  EXPECT_EQ(a.weights.empty(), b.weights.empty());
  for (const double u : test::parameters(a.u, 23)) {
    EXPECT_LT(test::distance(point_at(a, u).point, point_at(b, u).point), 8 * eps) << u;
  }
}

void expect_same(const NurbsSurface& a, const NurbsSurface& b) {
  check(b);
  for (const double u : test::parameters(a.u, 7)) {
    for (const double v : test::parameters(a.v, 5)) {
      EXPECT_LT(test::distance(point_at(a, u, v).point, point_at(b, u, v).point), 24 * eps) << u << " " << v;
    }
  }
}

int times(const SplineDirection& d, double knot) {
  return static_cast<int>(std::count(d.knots.begin(), d.knots.end(), knot));
}

/// By de Casteljau's means.
WeightedPoint in_bezier_piece(std::vector<WeightedPoint> p, double t) {
  for (std::size_t n = p.size() - 1; n > 0; --n) {
    for (std::size_t i = 0; i < n; ++i) {
      const auto mean = [&](double a, double b) { return (1 - t) * a + t * b; };
      p[i] = {mean(p[i].x, p[i + 1].x), mean(p[i].y, p[i + 1].y), mean(p[i].z, p[i + 1].z), mean(p[i].w, p[i + 1].w)};
    }
  }
  return p[0];
}

TEST(NurbsRefine, InsertingAKnotKeepsTheCurve) {
  Random random(11);
  for (int round = 0; round < 4; ++round) {
    test::for_each_kind([&](const SplineKind& kind) {
      SCOPED_TRACE(kind.text());
      const NurbsCurve curve = test::random_curve(random, kind);
      const double knot = random.uniform(curve.u.begin(), curve.u.end());
      const int by = 1 + static_cast<int>(random.below(static_cast<std::uint32_t>(kind.degree)));
      const NurbsCurve finer = insert_knot(curve, knot, by);
      EXPECT_EQ(finer.points.size(), curve.points.size() + static_cast<std::size_t>(by));
      EXPECT_EQ(times(finer.u, knot), by);
      expect_same(curve, finer);
    });
  }
}

TEST(NurbsRefine, AKnotOfTheCurveCanBeInsertedAgainUpToItsDegree) {
  const NurbsCurve curve{{3, {0, 0, 0, 0, 1, 3, 3, 3, 3}}, {{0, 0}, {1, 2}, {2, -1}, {4, 1}, {5, 0}}};
  const NurbsCurve kink = insert_knot(curve, 1, 2);
  EXPECT_EQ(times(kink.u, 1), 3);
  expect_same(curve, kink);
  EXPECT_LT(test::distance(in_space(kink.points[3]), point_at(curve, 1).point), 4 * eps);
  EXPECT_THROW(insert_knot(kink, 1), InvalidInput);
  expect_same(curve, insert_knot(curve, 1, 0));
}

TEST(NurbsRefine, AnInsertedKnotMovesOnlyTheControlPointsOfItsSpan) {
  Random random(12);
  std::vector<Vec2<double>> corners;
  for (int i = 0; i < 20; ++i) corners.push_back(in_plane(random.in_cube()));
  const NurbsCurve curve = closed_by_wrapping(corners, 3);
  const NurbsCurve finer = insert_knot(curve, 10.25);
  // In the span k from 10 on, the points k - 2 to k are new ones. Those in front and behind keep their bits.
  const std::size_t k = test::span_of(curve.u, 10.25);
  for (std::size_t i = 0; i < finer.points.size(); ++i) {
    if (i > k - 3 && i <= k) continue;
    const std::size_t before = i <= k - 3 ? i : i - 1;
    EXPECT_EQ(finer.points[i].x, curve.points[before].x) << i;
    EXPECT_EQ(finer.points[i].y, curve.points[before].y) << i;
  }
}

TEST(NurbsRefine, AHigherDegreeKeepsTheCurveAndItsContinuity) {
  Random random(13);
  for (int round = 0; round < 4; ++round) {
    test::for_each_kind([&](const SplineKind& kind) {
      SCOPED_TRACE(kind.text());
      const NurbsCurve curve = test::random_curve(random, kind);
      for (int by = 0; by <= most_surface_degree - kind.degree; ++by) {
        const NurbsCurve higher = elevate_degree(curve, by);
        EXPECT_EQ(higher.u.degree, kind.degree + by);
        for (const double knot : curve.u.knots) {
          if (knot <= curve.u.begin() || knot >= curve.u.end()) continue;
          EXPECT_EQ(times(higher.u, knot), times(curve.u, knot) + by);
        }
        expect_same(curve, higher);
      }
    });
  }
}

TEST(NurbsRefine, ALineOfHigherDegreeHasEvenlySpacedControlPoints) {
  const NurbsCurve line{{1, {0, 0, 1, 1}}, {{0, 0}, {12, 24}}};
  const NurbsCurve higher = elevate_degree(line, 3);
  ASSERT_EQ(higher.points.size(), 5u);
  for (int i = 0; i <= 4; ++i) {
    EXPECT_NEAR(higher.points[static_cast<std::size_t>(i)].x, 3 * i, 16 * eps);
    EXPECT_NEAR(higher.points[static_cast<std::size_t>(i)].y, 6 * i, 32 * eps);
  }
}

TEST(NurbsRefine, TheCircleOfHigherDegreeIsStillExact) {
  const NurbsCurve circle = elevate_degree(unit_circle(), 2);
  EXPECT_EQ(circle.u.knots.size(), 22u);
  for (int i = 0; i <= 1000; ++i) {
    const Vec3<double> p = point_at(circle, 4.0 * i / 1000).point;
    EXPECT_NEAR(std::hypot(p.x, p.y), 1, 4 * eps);
  }
}

TEST(NurbsRefine, ClampedEndsKeepTheCurve) {
  Random random(14);
  for (int round = 0; round < 4; ++round) {
    test::for_each_kind([&](const SplineKind& kind) {
      SCOPED_TRACE(kind.text());
      const NurbsCurve curve = test::random_curve(random, kind), clamps = clamped(curve);
      EXPECT_EQ(times(clamps.u, curve.u.begin()), kind.degree + 1);
      EXPECT_EQ(times(clamps.u, curve.u.end()), kind.degree + 1);
      EXPECT_EQ(clamps.u.knots.front(), curve.u.begin());
      EXPECT_EQ(clamps.u.knots.back(), curve.u.end());
      expect_same(curve, clamps);
      EXPECT_LT(test::distance(in_space(clamps.points.front()), point_at(curve, curve.u.begin()).point), 16 * eps);
      EXPECT_LT(test::distance(in_space(clamps.points.back()), point_at(curve, curve.u.end()).point), 16 * eps);
    });
  }
}

TEST(NurbsRefine, EndsThatComeAsOftenAsTheDegreeAreClampedToo) {
  const NurbsCurve curve{{2, {-1, 0, 0, 1, 2, 2, 5}}, {{0, 0}, {1, 2}, {2, -1}, {4, 1}}};
  const NurbsCurve clamps = clamped(curve);
  EXPECT_EQ(clamps.u.knots, (std::vector<double>{0, 0, 0, 1, 2, 2, 2}));
  expect_same(curve, clamps);
  // Of an end that comes degree + 1 times with a knot in front of it, the first control point belongs to no span.
  const NurbsCurve idle{{2, {-1, 0, 0, 0, 1, 1, 1, 3}}, {{9, 9}, {1, 2}, {2, -1}, {4, 1}, {7, 7}}};
  EXPECT_EQ(clamped(idle).points.size(), 3u);
  expect_same(idle, clamped(idle));
  expect_same(idle, elevate_degree(idle));
}

TEST(NurbsRefine, SurfacesKeepTheirShapeAlongBothParameters) {
  Random random(15);
  test::for_each_kind([&](const SplineKind& kind) {
    SCOPED_TRACE(kind.text());
    const SplineKind other{1 + static_cast<int>(random.below(6)), random.below(2) == 0, random.below(2) == 0};
    const NurbsSurface surface = test::random_surface(random, kind, other);
    const double u = random.uniform(surface.u.begin(), surface.u.end());
    const double v = random.uniform(surface.v.begin(), surface.v.end());
    expect_same(surface, insert_knot(surface, SurfaceParameter::u, u));
    expect_same(surface, insert_knot(surface, SurfaceParameter::v, v, other.degree));
    expect_same(surface, clamped(surface));
    expect_same(surface, elevate_degree(surface, SurfaceParameter::v));
    if (kind.degree < most_surface_degree) expect_same(surface, elevate_degree(surface, SurfaceParameter::u));
  });
}

TEST(NurbsRefine, BezierPatchesAreTheSurfaceBetweenItsKnots) {
  Random random(16);
  test::for_each_kind([&](const SplineKind& kind) {
    SCOPED_TRACE(kind.text());
    const SplineKind other{1 + static_cast<int>(random.below(7)), random.below(2) == 0, random.below(2) == 0};
    const NurbsSurface surface = test::random_surface(random, kind, other);
    const BezierPatches patches = bezier_patches(surface);
    EXPECT_EQ(patches.rational, kind.rational);
    EXPECT_EQ(patches.breaks_u.front(), surface.u.begin());
    EXPECT_EQ(patches.breaks_v.back(), surface.v.end());
    const auto p = static_cast<std::size_t>(patches.degree_u), q = static_cast<std::size_t>(patches.degree_v);
    ASSERT_EQ(patches.points.size(), patches.patches_u() * patches.patches_v() * (p + 1) * (q + 1));
    for (std::size_t k = 0; k < patches.patches_u(); ++k) {
      for (std::size_t l = 0; l < patches.patches_v(); ++l) {
        const double s = random.uniform(), t = random.uniform();
        std::vector<WeightedPoint> along_u;
        for (std::size_t i = 0; i <= p; ++i) {
          const auto at = static_cast<std::ptrdiff_t>(((k * patches.patches_v() + l) * (p + 1) + i) * (q + 1));
          const auto begin = patches.points.begin() + at;
          along_u.push_back(in_bezier_piece({begin, begin + static_cast<std::ptrdiff_t>(q) + 1}, t));
        }
        const WeightedPoint a = in_bezier_piece(along_u, s);
        const double u = patches.breaks_u[k] + s * (patches.breaks_u[k + 1] - patches.breaks_u[k]);
        const double v = patches.breaks_v[l] + t * (patches.breaks_v[l + 1] - patches.breaks_v[l]);
        EXPECT_LT(test::distance({a.x / a.w, a.y / a.w, a.z / a.w}, point_at(surface, u, v).point), 128 * eps);
        if (!kind.rational) {
          EXPECT_EQ(patches.points[(k * patches.patches_v() + l) * (p + 1) * (q + 1)].w, 1);
        }
      }
    }
  });
}

TEST(NurbsRefine, WeightsThatAreAllTheSameMakeNoRationalPatches) {
  NurbsSurface square = test::flat_square(1);
  square.weights = {3, 3, 3, 3};
  const BezierPatches patches = bezier_patches(square);
  EXPECT_FALSE(patches.rational);
  for (const WeightedPoint& p : patches.points) EXPECT_EQ(p.w, 1);
}

TEST(NurbsRefine, WeightsStayZeroOrMoreAndPointsFinite) {
  Random random(17);
  int zeros = 0;
  for (int i = 0; i < 400; ++i) {
    const SplineKind kind{1 + static_cast<int>(random.below(6)), random.below(2) == 0, random.below(2) == 0, true, 0.4};
    NurbsCurve curve = test::random_curve(random, kind);
    for (std::size_t j = 0; j < curve.weights.size(); j += static_cast<std::size_t>(kind.degree)) curve.weights[j] = 1;
    SCOPED_TRACE(kind.text());
    check(curve);
    const double knot = random.uniform(curve.u.begin(), curve.u.end());
    for (const NurbsCurve& other : {insert_knot(curve, knot), elevate_degree(curve), clamped(curve)}) {
      check(other);
      for (std::size_t j = 0; j < other.weights.size(); ++j) {
        EXPECT_GE(other.weights[j], 0);
        zeros += other.weights[j] == 0;
        EXPECT_TRUE(std::isfinite(other.points[j].x) && std::isfinite(other.points[j].y));
        EXPECT_LE(length(other.points[j]), 1.5);  // means of points of the unit square
      }
      for (int n = 0; n < 10; ++n) {
        const double u = random.uniform(curve.u.begin(), curve.u.end());
        EXPECT_LT(test::distance(point_at(curve, u).point, point_at(other, u).point), 32 * eps);
      }
    }
  }
  EXPECT_GT(zeros, 100);
}

TEST(NurbsRefine, KnotsOfVeryDifferentDistancesLoseNoDigits) {
  Random random(18);
  NurbsCurve curve{{5, {-1e6, -1e3, -1, -1e-3, -1e-6, 0, 1e-6, 1e-3, 1, 1e3, 1e6, 2e6, 4e6, 8e6}}, {}};
  for (std::size_t i = 0; i < curve.u.count(); ++i) curve.points.push_back(in_plane(random.in_cube()));
  check(curve);
  for (const NurbsCurve& other : {elevate_degree(curve, 2), clamped(curve), insert_knot(curve, 1e-4, 5)}) {
    for (double u = 1e-8; u < curve.u.end(); u *= 1.5) {
      EXPECT_LT(test::distance(point_at(curve, u).point, point_at(other, u).point), 64 * eps) << u;
    }
  }
}

}  // namespace
}  // namespace abut
