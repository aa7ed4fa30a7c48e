#include "host/brep/edge_crossing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <tuple>

#include "host/brep/brep_carriers.h"
#include "tests/brep/made_breps.h"
#include "tests/brep/random_carriers.h"
#include "tests/brep/reference_pairs.h"

namespace abut::test {
namespace {

using host::ContactFeature;
using host::ContactFeatures;

const RelativePose<double> in_place{{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {0, 0, 0}};

/// How many pairs of an edge of one and a face of the other pass through one another.
int piercings(const ContactFeatures& with_edge, const ContactFeatures& with_face, const RelativePose<double>& to_face) {
  int count = 0;
  for (const ContactFeature& e : with_edge.features()) {
    for (const ContactFeature& f : with_face.features()) {
      if (e.kind != FeatureKind::edge || f.kind != FeatureKind::face) continue;
      count += host::edge_pierces(with_edge, e, with_face, f, to_face, 1e-9) ? 1 : 0;
    }
  }
  return count;
}

TEST(EdgeCrossing, FourEdgesOfABarPassThroughAPlateTwiceEach) {
  const ContactFeatures bar(box(0.4, 0.4, 4)), plate(box(3, 3, 1));
  RelativePose<double> pose = in_place;
  pose.translation = {1, 1, -1};
  EXPECT_EQ(piercings(bar, plate, pose), 8);
  pose.translation = {1, 1, 1e-6};  // begins within
  EXPECT_EQ(piercings(bar, plate, pose), 4);
  pose.translation = {1, 1, 1 - 1e-6};
  EXPECT_EQ(piercings(bar, plate, pose), 4);
  pose.translation = {1, 1, 1 + 1e-6};
  EXPECT_EQ(piercings(bar, plate, pose), 0);
  pose.translation = {2.8, 1, -1};  // half of it beside
  EXPECT_EQ(piercings(bar, plate, pose), 4);
  pose.translation = {1, 1, 1};  // stands on it
  EXPECT_EQ(piercings(bar, plate, pose), 0);
}

TEST(EdgeCrossing, ABarInAHoleTouchesNoFace) {
  const ContactFeatures block(block_with_hole(1)), bar(box(0.4, 0.4, 6));
  RelativePose<double> pose = in_place;
  pose.translation = {1.3, 1.05, -2};
  EXPECT_EQ(piercings(bar, block, pose), 0);
  pose.translation = {1.5, 1.25, -2};  // out of the hole with three of its edges
  EXPECT_GT(piercings(bar, block, pose), 0);
}

TEST(EdgeCrossing, AFacePassesThroughABallByItsOwnFrame) {
  // Both sides of a groove are one supermaximal face, each face with a frame of its own. A ball of radius 0.2 in the
  // wall below the groove, above it, and in the groove, where it does not reach the shaft.
  Random random(52);
  const ContactFeatures ball_of(ball(0.2, 2));
  const ContactFeature& sphere = ball_of.features()[0];
  ASSERT_EQ(sphere.kind, FeatureKind::face);
  for (int trial = 0; trial < 20; ++trial) {
    const ContactFeatures shaft(trial == 0 ? grooved_shaft(1, 2) : reframed(grooved_shaft(1, 2), random));
    for (const auto& [height, out, passes] : {std::tuple{0.5, 1.0, true}, std::tuple{2.0, 1.0, true},
                                              std::tuple{1.25, 1.05, false}, std::tuple{0.5, 1.3, false}}) {
      const double angle = random.uniform(0, 6);
      const Vec3<double> to_ball = Vec3<double>{-out * std::cos(angle), -out * std::sin(angle), -height};
      int count = 0;
      for (const ContactFeature& f : shaft.features()) {
        if (f.kind != FeatureKind::face || f.carrier->kind != CarrierKind::cylinder) continue;
        count += host::face_pierces(shaft, f, ball_of, sphere, {in_place.rotation, to_ball}, 1e-9) ? 1 : 0;
      }
      EXPECT_EQ(count, passes ? 1 : 0) << "trial " << trial << ", height " << height << ", out " << out;
    }
  }
}

TEST(EdgeCrossing, ARimPassesThroughASideByLessThanAThousandth) {
  const ContactFeatures disc(cylinder(1, 0.2, 2)), plate(box(4, 4, 1));
  // Upright, its lowest point at `low` over the plate.
  for (const double low : {-1e-3, -1e-6, 1e-6, 1e-3}) {
    const RelativePose<double> pose{{{1, 0, 0, 0, 0, -1, 0, 1, 0}}, {2, 2, 2 + low}};
    EXPECT_EQ(piercings(disc, plate, pose), low < 0 ? 2 : 0) << low;
  }
}

bool kind_is_hollow(const Carrier<double>& c) {
  if (c.kind == CarrierKind::plane) return false;
  return (c.kind == CarrierKind::torus ? c.minor_radius : c.radius) < 0;
}

/// The least distance by a grid of the carrier's parameters with refinement, and the side by the normal there, which is
/// away from axis or centre.
double side_by_samples(const Carrier<double>& c, const Vec3<double>& p) {
  const auto at = [&](double u, double v) {
    const Vec3<double> e = c.x * std::cos(u) + c.y * std::sin(u);
    switch (c.kind) {
      case CarrierKind::plane: return c.origin + c.x * (4 * u) + c.y * (4 * v);
      case CarrierKind::cylinder: return c.origin + e * std::abs(c.radius) + c.z * (4 * v);
      case CarrierKind::cone: return c.origin + (e * c.sine + c.z * c.cosine) * (4 * v);
      case CarrierKind::sphere: return c.origin + (e * std::cos(v) + c.z * std::sin(v)) * std::abs(c.radius);
      default:
        return c.origin + e * (c.radius + std::abs(c.minor_radius) * std::cos(v)) +
               c.z * (std::abs(c.minor_radius) * std::sin(v));
    }
  };
  double u = 0, v = 0, least = 1e300;
  for (int i = 0; i < 120; ++i) {
    for (int j = 0; j < 120; ++j) {
      const double a = -M_PI + 2 * M_PI * i / 120, b = -M_PI + 2 * M_PI * j / 120, d = length(at(a, b) - p);
      if (d < least) least = d, u = a, v = b;
    }
  }
  for (double step = 0.06; step > 1e-10;) {
    const double before = least, u0 = u, v0 = v;
    for (int d = 0; d < 9; ++d) {
      const double a = u0 + (d / 3 - 1) * step, b = v0 + (d % 3 - 1) * step, l = length(at(a, b) - p);
      if (l < least) least = l, u = a, v = b;
    }
    if (!(least < before)) step *= 0.5;
  }
  const Vec3<double> nearest = at(u, v);
  const double side = kind_is_hollow(c) ? -1 : 1;
  return dot(p - nearest, on_carrier(c, nearest).outward) * side < 0 ? -least : least;
}

TEST(EdgeCrossing, SideDistanceIsThatOfTheNearestPointAndItsSide) {
  Random random(61);
  for (int trial = 0; trial < 200; ++trial) {
    const CarrierKind kind = static_cast<CarrierKind>(4 + trial % 5);
    Carrier<double> c = random_carrier(kind, random);
    if (kind == CarrierKind::sphere) c.x = {1, 0, 0}, c.y = {0, 1, 0}, c.z = {0, 0, 1};
    if (kind == CarrierKind::torus) c.radius = std::abs(c.minor_radius) + 0.3;
    const Vec3<double> p = random.in_cube() * 2.0;
    const double brute = side_by_samples(c, p);
    EXPECT_NEAR(side_distance(c, p), brute, 1e-6) << name_of(kind) << " " << trial;
  }
}

TEST(SideChange, IsTheDerivativeOfTheSideDistanceAndBoundsTheSecondOne) {
  Random random(852);
  const CarrierKind surfaces[] = {CarrierKind::plane, CarrierKind::sphere, CarrierKind::cylinder, CarrierKind::cone,
                                  CarrierKind::torus};
  int bounded = 0;
  for (const CarrierKind kind : surfaces) {
    for (int trial = 0; trial < 400; ++trial) {
      const Carrier<double> s = random_carrier(kind, random);
      // A circle, or an arc of one so large that it is nearly straight.
      const double radius = random.magnitude(0.1, 1000), wide = random.magnitude(1e-3, 0.3) / radius;
      const Mat3<double> m = random.rotation();
      const Vec3<double> x = Vec3<double>{m.m[0], m.m[3], m.m[6]} * radius,
                         y = Vec3<double>{m.m[1], m.m[4], m.m[7]} * radius;
      const Vec3<double> centre = random.in_cube() * 2.0 - x;
      const auto height = [&](double t) { return side_distance(s, centre + x * std::cos(t) + y * std::sin(t)); };
      const auto change = host::side_change(s, centre + x, {y, radius, radius}, radius * wide);
      const double step = 1e-5 / radius;
      const double slope = (height(step) - height(-step)) / (2 * step);
      if (std::isfinite(change.bend)) {
        EXPECT_NEAR(change.slope, slope, 1e-4 * radius) << static_cast<int>(kind);
        ++bounded;
        for (int k = -8; k <= 8; ++k) {
          const double t = wide * k / 8, off = height(t) - height(0) - change.slope * t;
          EXPECT_LE(std::abs(off), 0.5 * change.bend * t * t + 1e-12 * radius) << static_cast<int>(kind) << " " << t;
        }
      }
    }
  }
  EXPECT_GT(bounded, 1200);
}

TEST(EdgeCrossing, WhatLiesInASurfaceOrTouchesItPassesThroughNone) {
  // A cylinder's rulings and rims against a cylinder of the same radius on the same axis, and one that touches.
  const ContactFeatures long_one(cylinder(1, 4, 2)), short_one(cylinder(1, 2, 2));
  RelativePose<double> pose = in_place;
  pose.translation = {0, 0, 1};
  EXPECT_EQ(piercings(short_one, long_one, pose), 0);
  pose.translation = {2, 0, 1};
  EXPECT_EQ(piercings(short_one, long_one, pose), 0);
  pose.translation = {2 - 1e-6, 0, 1};  // the rims do, at angles of 1e-3
  EXPECT_GT(piercings(short_one, long_one, pose), 0);
}

}  // namespace
}  // namespace abut::test
