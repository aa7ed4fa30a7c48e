#include "abut/brep/feature_box.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "host/brep/feature_box.h"
#include "tests/brep/brep_points.h"
#include "tests/support/random.h"

namespace abut::test {
namespace {

using host::FeatureBox;

constexpr double pi = M_PI;

BrepFrame random_frame(Random& random) {
  const Mat3<double> m = random.rotation();
  return {random.in_cube() * 3.0, {m.m[0], m.m[3], m.m[6]}, {m.m[1], m.m[4], m.m[7]}, {m.m[2], m.m[5], m.m[8]}};
}

/// How far a point is out of a box, and along which sides points have been.
struct Extents {
  double out = 0, low[3] = {1e300, 1e300, 1e300}, high[3] = {-1e300, -1e300, -1e300};
  void see(const FeatureBox& box, const Vec3<double>& p) {
    for (int k = 0; k < 3; ++k) {
      const double x = dot(p - box.centre, box.axes[k]);
      out = std::max(out, std::abs(x) - box.half[k]);
      low[k] = std::min(low[k], x), high[k] = std::max(high[k], x);
    }
  }
  /// How much too large the box is.
  double slack(const FeatureBox& box) const {
    double most = 0;
    for (int k = 0; k < 3; ++k) most = std::max({most, low[k] + box.half[k], box.half[k] - high[k]});
    return most;
  }
};

/// Any canonical surface and a part of it, and the same part's points.
struct Piece {
  Brep brep;
  host::ParameterBox part{};
  explicit Piece(Random& random, double most_turn) {
    BrepSurface s;
    s.kind = static_cast<BrepSurfaceKind>(random.below(5));
    s.frame = random_frame(random), s.radius = random.uniform(0.5, 2), s.minor_radius = random.uniform(0.1, 0.4);
    s.half_angle = random.uniform(0.2, 1.2) * (random.below(2) == 0 ? 1 : -1);
    const double u = random.uniform(-7, 7);
    part = {u, u + random.uniform(0.1, most_turn), -0.5, 0.5};
    if (s.kind == BrepSurfaceKind::cone) {
      const double tip = -s.radius / std::sin(s.half_angle);  // one nappe, as faces have it
      part.v0 = s.half_angle > 0 ? tip + random.uniform(0, 1) : tip - random.uniform(0.5, 2);
      part.v1 = part.v0 + random.uniform(0.1, 0.5);
    } else if (s.kind == BrepSurfaceKind::sphere) {
      part.v0 = random.uniform(-pi / 2, pi / 2 - 0.1), part.v1 = random.uniform(part.v0 + 0.05, pi / 2);
    } else {
      part.v0 = random.uniform(-4, 4), part.v1 = part.v0 + random.uniform(0.1, 6);
    }
    brep.surfaces.push_back(s);
  }
  Vec3<double> at(double x, double y) const {
    return surface_point(brep, 0, part.u0 + x * (part.u1 - part.u0), part.v0 + y * (part.v1 - part.v0));
  }
};

TEST(FeatureBox, HoldsPartsOfSurfacesAndIsTightForThoseOfLessThanHalfATurn) {
  Random random(31);
  for (int trial = 0; trial < 400; ++trial) {
    const bool half = trial % 2 == 0;
    const Piece piece(random, half ? 3.0 : 6.28);
    const FeatureBox box = host::box_of_surface(piece.brep, piece.brep.surfaces[0], piece.part);
    Extents seen;
    for (int i = 0; i <= 60; ++i) {
      for (int j = 0; j <= 60; ++j) seen.see(box, piece.at(i / 60.0, j / 60.0));
    }
    EXPECT_LT(seen.out, 1e-12) << trial;
    // Samples are 0.1 apart at most on what is curved by 1 / 0.1 at most: between them it is 0.1 * 0.1 / 8 / 0.1 away.
    if (half) {
      EXPECT_LT(seen.slack(box), 0.02) << trial << " kind " << static_cast<int>(piece.brep.surfaces[0].kind);
    }
  }
}

TEST(FeatureBox, HoldsPartsOfCurves) {
  Random random(32);
  for (int trial = 0; trial < 300; ++trial) {
    Brep b;
    BrepCurve c;
    c.kind = static_cast<BrepCurveKind>(trial % 3);
    c.frame = random_frame(random), c.radius = random.uniform(0.5, 2), c.minor_radius = random.uniform(0.1, 2);
    b.curves.push_back(c);
    const double begin = random.uniform(-7, 7), end = begin + random.uniform(0.05, trial % 2 == 0 ? 3.1 : 6.28);
    const FeatureBox box = host::box_of_curve(b, c, begin, end);
    Extents seen;
    for (int i = 0; i <= 500; ++i) seen.see(box, curve_point(b, 0, begin + i * (end - begin) / 500));
    EXPECT_LT(seen.out, 1e-12) << trial;
    if (trial % 2 == 0 || c.kind != BrepCurveKind::circle) {
      EXPECT_LT(seen.slack(box), 1e-3) << trial;
    }
  }
}

TEST(FeatureBox, LeastDistanceIsNeverAboveThatOfAnyTwoPoints) {
  Random random(33);
  int apart = 0;
  for (int trial = 0; trial < 300; ++trial) {
    const Piece a(random, 6.28), b(random, 6.28);
    const RelativePose<double> pose{random.rotation(), random.direction() * random.uniform(0, 8)};
    const FeatureBox box_a = host::box_of_surface(a.brep, a.brep.surfaces[0], a.part);
    const FeatureBox box_b = moved(pose, host::box_of_surface(b.brep, b.brep.surfaces[0], b.part));
    const double least = least_distance(box_a, box_b), bound = distance_bound(box_a, box_b, 1e300);
    double nearest = 1e300;
    for (int k = 0; k < 3000; ++k) {
      const Vec3<double> x = a.at(random.uniform(), random.uniform());
      nearest = std::min(nearest, length(transform(pose, b.at(random.uniform(), random.uniform())) - x));
    }
    EXPECT_LE(least, nearest) << trial;
    EXPECT_LE(bound, nearest) << trial;
    const double enough = random.uniform(0, 4);  // both may end early, but not with what is too much
    EXPECT_LE(least_distance(box_a, box_b, enough), least) << trial;
    EXPECT_LE(distance_bound(box_a, box_b, enough), bound) << trial;
    EXPECT_EQ(least_distance(box_a, box_b, enough) > enough, least > enough) << trial;
    apart += least > 0 ? 1 : 0;
  }
  EXPECT_GT(apart, 150);
}

TEST(FeatureBox, LeastDistanceIsThatOfFacesAndOfCrossingEdges) {
  FeatureBox a, b;
  for (int k = 0; k < 3; ++k) a.half[k] = b.half[k] = 1;
  b.centre = {5, 1, -1};
  EXPECT_DOUBLE_EQ(least_distance(a, b), 3);
  // Both stand on an edge, and the edges cross at right angles.
  const double c = std::sqrt(0.5);
  a.axes[0] = {c, 0, c}, a.axes[1] = {0, 1, 0}, a.axes[2] = {-c, 0, c};
  b.axes[0] = {1, 0, 0}, b.axes[1] = {0, c, c}, b.axes[2] = {0, -c, c};
  b.centre = {0.2, -0.1, 7};
  EXPECT_NEAR(least_distance(a, b), 7 - 2 * std::sqrt(2.0), 1e-14);
  EXPECT_EQ(least_distance(a, a), 0);
  const FeatureBox grown = host::grown(a, 0.5);
  EXPECT_NEAR(least_distance(grown, b), 7 - 2.5 * std::sqrt(2.0), 1e-14);
}

TEST(FeatureBox, DistanceBoundIsThatOfFacesAndOfCorners) {
  FeatureBox a, b;
  for (int k = 0; k < 3; ++k) a.half[k] = b.half[k] = 1;
  b.centre = {5, 1, -1};
  EXPECT_DOUBLE_EQ(distance_bound(a, b, 1e9), 3);
  b.centre = {5, -4, 6};
  EXPECT_DOUBLE_EQ(distance_bound(a, b, 1e9), std::sqrt(9.0 + 4 + 16));
  EXPECT_GT(distance_bound(a, b, 1.0), 1);
  b.centre = {1.5, 0, 0};
  EXPECT_EQ(distance_bound(a, b, 1e9), 0);
}

TEST(FeatureBox, WithoutAnEndIsNowhereApartFromAnything) {
  Brep b;
  BrepSurface s;
  s.kind = BrepSurfaceKind::extrusion;
  b.surfaces.push_back(s);
  FeatureBox far = host::box_of_point({1e6, 0, 0});
  const FeatureBox endless = host::box_of_surface(b, s, {0, 1, 0, 1});
  EXPECT_EQ(least_distance(endless, far), 0);
  EXPECT_EQ(least_distance(far, endless), 0);
  EXPECT_EQ(least_distance(endless, endless), 0);
  EXPECT_EQ(distance_bound(endless, far, 1e9), 0);
  EXPECT_EQ(distance_bound(far, endless, 1e9), 0);
}

}  // namespace
}  // namespace abut::test
