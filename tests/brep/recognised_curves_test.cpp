#include <gtest/gtest.h>

#include "host/brep/brep_carriers.h"
#include "host/brep/canonical_fit.h"
#include "host/brep/recognised.h"
#include "tests/brep/told_otherwise.h"
#include "tests/support/random.h"

namespace abut {
namespace {

constexpr double pi = M_PI;
constexpr double within = 1e-9;

BrepCurve canonical(BrepCurveKind kind, test::Random& random) {
  const Mat3<double> r = random.rotation();
  BrepCurve c;
  c.kind = kind;
  c.frame = {random.in_cube() * 3.0, {r.m[0], r.m[3], r.m[6]}, {r.m[1], r.m[4], r.m[7]}, {r.m[2], r.m[5], r.m[8]}};
  c.radius = kind == BrepCurveKind::line ? 0 : 1.3, c.minor_radius = kind == BrepCurveKind::ellipse ? 0.8 : 0;
  return c;
}

Brep with(const NurbsSpaceCurve& curve) {
  Brep out;
  out.nurbs_curves.push_back(curve);
  out.curves.push_back({BrepCurveKind::nurbs, {}, 0, 0, 0});
  return out;
}

EdgeInterval all_of(const Brep& brep) {
  const SplineDirection& u = brep.nurbs_curves[0].u;
  return {0, u.begin(), u.end()};
}

constexpr BrepCurveKind kinds[] = {BrepCurveKind::line, BrepCurveKind::circle, BrepCurveKind::ellipse};

/// The farthest of many points from the curve that was found.
double farthest_of(const Brep& brep, const EdgeInterval& part, const BrepCurve& found) {
  double most = 0;
  for (int k = 0; k <= 500; ++k) {
    const Vec3<double> p = curve_point_at(brep, 0, part.begin + (part.end - part.begin) * k / 500).point;
    const Vec3<double> d = p - found.frame.origin;
    const double x = dot(d, found.frame.x), y = dot(d, found.frame.y);
    double off = std::hypot(y, dot(d, found.frame.z));
    if (found.kind == BrepCurveKind::circle) off = std::hypot(std::hypot(x, y) - found.radius, dot(d, found.frame.z));
    if (found.kind == BrepCurveKind::ellipse) {
      double t = std::atan2(y / found.minor_radius, x / found.radius);  // Newton to the foot
      for (int n = 0; n < 30; ++n) {
        const double c = std::cos(t), s = std::sin(t), a = found.radius, b = found.minor_radius;
        // Half the derivative of the squared distance, and its own.
        const double g = (x - a * c) * a * s - (y - b * s) * b * c;
        const double slope = x * a * c + y * b * s - (a * a - b * b) * (c * c - s * s);
        t -= g / slope;
      }
      off = std::hypot(std::hypot(x - found.radius * std::cos(t), y - found.minor_radius * std::sin(t)),
                       dot(d, found.frame.z));
    }
    most = std::max(most, off);
  }
  return most;
}

TEST(RecognisedCurves, ExactRationalFormsOfEveryKind) {
  test::Random random(1);
  for (const BrepCurveKind kind : kinds) {
    for (int round = 0; round < 20; ++round) {
      const BrepCurve told = canonical(kind, random);
      const double t0 = random.uniform(-3, 3), t1 = t0 + (round % 5 == 0 ? 2 * pi : random.uniform(0.5, 5));
      const Brep brep = with(test::as_nurbs(told, t0, t1));
      const EdgeInterval part = all_of(brep);
      const auto found = host::recognised_curve(brep, {&part, 1}, within);
      ASSERT_TRUE(found.has_value()) << static_cast<int>(kind) << ' ' << t1 - t0;
      ASSERT_EQ(static_cast<int>(found->curve.kind), static_cast<int>(kind));
      EXPECT_LT(farthest_of(brep, part, found->curve), found->deviation + 1e-13);
      EXPECT_NEAR(found->curve.radius, told.radius, 1e-9);
      EXPECT_NEAR(found->curve.minor_radius, told.minor_radius, 1e-9);
      if (kind == BrepCurveKind::line) {
        EXPECT_LT(length(cross(found->curve.frame.x, told.frame.x)), 1e-12);
        EXPECT_NEAR(found->end - found->begin, t1 - t0, 1e-9);
      } else {
        EXPECT_LT(length(found->curve.frame.origin - told.frame.origin), 1e-9);
        EXPECT_LT(length(cross(found->curve.frame.z, told.frame.z)), 1e-10);
      }
    }
  }
}

TEST(RecognisedCurves, AllPartsAreInTheAnglesTold) {
  test::Random random(2);
  for (int round = 0; round < 50; ++round) {
    const BrepCurve told = canonical(BrepCurveKind::circle, random);
    const double t0 = random.uniform(-3, 3);
    const Brep brep = with(test::as_nurbs(told, t0, t0 + random.uniform(0.3, 6.2)));
    const EdgeInterval part = all_of(brep);
    const auto found = host::recognised_curve(brep, {&part, 1}, within);
    ASSERT_TRUE(found.has_value());
    for (int k = 0; k <= 50; ++k) {
      const Vec3<double> d =
          curve_point_at(brep, 0, part.begin + (part.end - part.begin) * k / 50).point - found->curve.frame.origin;
      const double at = std::atan2(dot(d, found->curve.frame.y), dot(d, found->curve.frame.x));
      EXPECT_LE(moved_by_periods(at, 2 * pi, found->begin), found->end);
    }
  }
}

TEST(RecognisedCurves, ApproximationsWithinTheirDistanceAndNearMisses) {
  test::Random random(3);
  for (const BrepCurveKind kind : kinds) {
    const BrepCurve told = canonical(kind, random);
    NurbsSpaceCurve n = test::as_nurbs(told, 0.2, 2.4);
    n.points[3] = n.points[3] + random.direction() * 40e-9;
    const Brep brep = with(n);
    const EdgeInterval part = all_of(brep);
    EXPECT_FALSE(host::recognised_curve(brep, {&part, 1}, within).has_value()) << static_cast<int>(kind);
    const auto found = host::recognised_curve(brep, {&part, 1}, 50e-9);
    ASSERT_TRUE(found.has_value()) << static_cast<int>(kind);
    EXPECT_LE(farthest_of(brep, part, found->curve), found->deviation + 1e-14);
  }
}

TEST(RecognisedCurves, WhatIsFittedToAnIntersectionIsTheIntersection) {
  // A circle of a plane and a cylinder, an ellipse of an oblique plane, and of two cylinders of one radius.
  test::Random random(4);
  const Vec3<double> o{0.3, -0.2, 0.1}, z{0, 0, 1}, slope = unit_vector(Vec3<double>{0.4, 0.3, 1});
  const auto cylinder = cylinder_carrier(o, z, 1.3);
  const auto across = cylinder_carrier(o, Vec3<double>{1, 0, 0}, 1.3);
  struct Case {
    Carrier<double> a, b;
    Vec3<double> normal;
    double minor, major;
  };
  const Case cases[] = {{plane_carrier(o, z), cylinder, z, 0, 1.3},
                        {plane_carrier(o, slope), cylinder, slope, 1.3, 1.3 / slope.z},
                        {cylinder, across, unit_vector(Vec3<double>{1, 0, -1}), 1.3, 1.3 * std::sqrt(2.0)}};
  for (const Case& c : cases) {
    BrepCurve told;
    told.kind = c.minor > 0 ? BrepCurveKind::ellipse : BrepCurveKind::circle;
    const Vec3<double> y = c.minor > 0 ? unit_vector(cross(z, c.normal)) : Vec3<double>{0, 1, 0};
    told.frame = {o, cross(y, c.normal), y, c.normal};
    told.radius = c.major, told.minor_radius = c.minor;
    NurbsSpaceCurve n = test::as_nurbs(told, 0.3, 2.6);
    for (Vec3<double>& p : n.points) p = p + random.in_ball() * 2e-5;
    const Brep brep = with(n);
    const EdgeInterval part = all_of(brep);
    const auto found = host::recognised_curve(brep, {&part, 1}, c.a, c.b, 5e-5);
    ASSERT_TRUE(found.has_value());
    EXPECT_EQ(static_cast<int>(found->curve.kind), static_cast<int>(told.kind));
    EXPECT_NEAR(found->curve.radius, told.radius, 1e-10);
    EXPECT_NEAR(found->curve.minor_radius, told.minor_radius, 1e-10);
    EXPECT_LT(length(found->curve.frame.origin - o), 1e-10);
    EXPECT_LT(length(cross(found->curve.frame.z, c.normal)), 1e-10);
    EXPECT_FALSE(host::recognised_curve(brep, {&part, 1}, c.a, c.b, 1e-6).has_value());
    EXPECT_FALSE(host::recognised_curve(brep, {&part, 1}, within).has_value());
  }
}

}  // namespace
}  // namespace abut
