// Bounds between two circles of directions: no sampled direction is narrower, and near circles leave little open.
#include "abut/narrow/symmetric_bounds.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/narrow/symmetric_pairs.h"

namespace abut {
namespace {

using namespace symmetric_detail;
using test::Random;
using test::SymmetricPair;

constexpr double tolerance = 1e-15;

/// The width along the direction at `angle` on the circle at z.
double width_at(const SymmetricPair& pair, double z, double angle) {
  const SymmetricDifference& d = pair.d;
  const double r = std::sqrt((1 - z) * (1 + z));
  return pair.width(d.normal * z + (d.e1 * std::cos(angle) + d.e2 * std::sin(angle)) * r);
}

/// A stretch of z in which no upright cone changes.
Vec3<double> stretch(const SymmetricPair& pair, Random& random, double longest) {
  for (;;) {
    const double z1 = random.uniform(), z2 = std::fmin(z1 + random.uniform(1e-3, longest), 1.0);
    bool changes = !(z2 > z1);
    for (int k = 0; k < pair.d.upright_count; ++k) {
      changes = changes || (pair.d.upright[k].apex_sine > z1 && pair.d.upright[k].apex_sine < z2);
    }
    if (!changes) return {z1, z2, 0};
  }
}

bool has_cone_across(const SymmetricDifference& d) {
  for (int k = 0; k < d.count; ++k) {
    if (d.term[k].is_cone) return true;
  }
  return false;
}

TEST(SymmetricBounds, ACircleHasTheLeastOfItsWidths) {
  Random random(1);
  for (int k = 0; k < 96; ++k) {
    const SymmetricPair pair(random, k);
    const Vec3<double> z = stretch(pair, random, 0.01);
    const Zone zone = zone_of(pair.d, 0.5 * (z.x + z.y), tolerance);
    const Circle c = look_at(zone, z.x);
    const double least = c.width + zone.pole * z.x;
    EXPECT_NEAR(width_at(pair, z.x, std::atan2(c.u.y, c.u.x)), least, 1e-13) << k;
    for (int i = 0; i < 720; ++i) EXPECT_GE(width_at(pair, z.x, i * M_PI / 360), least - 1e-13) << k;
  }
}

TEST(SymmetricBounds, NoWidthBetweenTwoCirclesIsBelowTheChord) {
  Random random(2);
  int bounded = 0;
  for (int k = 0; k < 384; ++k) {
    const SymmetricPair pair(random, k);
    if (has_cone_across(pair.d)) continue;  // those have bands of their own
    const Vec3<double> z = stretch(pair, random, 0.3);
    const Zone zone = zone_of(pair.d, 0.5 * (z.x + z.y), tolerance);
    const double by_chord = chord_bound(zone, z.x, look_at(zone, z.x).width, z.y, look_at(zone, z.y).width);
    const double by_arcs = chord_bound_by_arcs(zone, z.x, z.y, by_chord - 0.05);
    double least = HUGE_VAL;
    for (int i = 0; i < 60; ++i) {
      for (int j = 0; j <= 12; ++j) least = std::fmin(least, width_at(pair, z.x + (z.y - z.x) * j / 12, i * M_PI / 30));
    }
    EXPECT_LE(by_chord, least + 1e-13) << k;
    EXPECT_LE(by_arcs, least + 1e-13) << k;
    ++bounded;
  }
  EXPECT_GT(bounded, 100);
}

TEST(SymmetricBounds, WhatTheChordLeavesOpenFallsWithTheSquareOfTheStretch) {
  Random random(3);
  for (int k = 0; k < 64; ++k) {
    const SymmetricPair pair(random, k);
    if (has_cone_across(pair.d)) continue;
    const double z = random.uniform(0.1, 0.6);
    const auto open = [&](double step) {
      const Zone zone = zone_of(pair.d, z, tolerance);
      const Circle a = look_at(zone, z - step), b = look_at(zone, z + step);
      const double least = std::fmin(a.width + zone.pole * a.z, b.width + zone.pole * b.z);
      return least - chord_bound(zone, a.z, a.width, b.z, b.width);
    };
    bool changes = false;
    for (int c = 0; c < pair.d.upright_count; ++c) changes |= std::abs(pair.d.upright[c].apex_sine - z) < 0.02;
    if (changes) continue;
    EXPECT_LT(open(1e-4), 1e-6) << k;
    EXPECT_LT(open(1e-6), 1e-10) << k;
  }
}

TEST(SymmetricBounds, AnEllipsoidBendsAsItsSecondDerivativeSays) {
  // sqrt(pole2 + (flat2 - pole2) r^2), its second derivative by r is largest at the least r.
  Random random(4);
  for (int k = 0; k < 200; ++k) {
    CircleTerm t{};
    t.pole2 = random.uniform(0.05, 1);
    const double flat2 = random.uniform(0.05, 1), r = random.uniform(0.1, 0.9), h = 1e-4;
    const auto width = [&](double x) { return std::sqrt(t.pole2 + (flat2 - t.pole2) * x * x); };
    const double second = (width(r + h) - 2 * width(r) + width(r - h)) / (h * h);
    EXPECT_NEAR(bend_of(t, flat2, r), std::fmax(second, 0), 1e-5) << k;
  }
}

TEST(SymmetricBounds, ArcsAreHalvedUntilEachIsGoodEnough) {
  using arc_detail::cross;
  int remaining = most_arcs;
  double turned = 0;
  const double bound = least_of_arcs(1, remaining, [&](PlaneVector from, PlaneVector to) {
    const double wide = cross(from, to);
    if (wide > 0.3) return 0.0;
    turned += std::asin(wide);
    return 2 - wide;
  });
  EXPECT_NEAR(turned, 2 * M_PI, 1e-12) << "all directions, once";
  EXPECT_GE(bound, 1);
  EXPECT_LT(remaining, most_arcs - 16);
  remaining = 10;
  EXPECT_EQ(least_of_arcs(1, remaining, [](PlaneVector, PlaneVector) { return 0.0; }), -Huge<double>::value);
}

}  // namespace
}  // namespace abut
