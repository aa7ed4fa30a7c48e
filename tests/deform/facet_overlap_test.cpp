// What two facets cover of each other, against sums over many points and closed forms.
#include "abut/deform/facet_overlap.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "tests/deform/facet_pairs.h"

namespace abut {
namespace {

using test::FacetPair;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The integrals by many points of a, each projected on b, which shares no code with cutting; and the means of its
/// barycentric coordinates.
FacetOverlap<double> sampled(const FacetPair<double>& of, GapRange<double> range) {
  const auto& a = of.a.v;
  const auto& b = of.b.v;
  const Vec3<double> area_a = area_normal(of.a), area_b = area_normal(of.b);
  const Vec3<double> na = unit_vector(area_a), nb = unit_vector(area_b), n = unit_vector(nb - na);
  FacetOverlap<double> out{};
  out.facing = -dot(na, nb);
  if (out.facing <= 0) return {};
  const int rows = 400;
  const double each = -0.5 * dot(area_a, n) / (rows * rows);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < rows - i; ++j) {
      for (const double shift : {1.0 / 3, 2.0 / 3}) {
        const double u = (i + shift) / rows, v = (j + shift) / rows;
        if (shift > 0.5 && j == rows - i - 1) continue;  // the squares along the long side are halves
        const Vec3<double> p = a[0] + (a[1] - a[0]) * u + (a[2] - a[0]) * v;
        const double gap = dot(p - b[0], nb) / dot(n, nb);
        const Vec3<double> q = p - n * gap;
        double lambda[3];
        for (int k = 0; k < 3; ++k) {
          lambda[k] = dot(cross(b[(k + 1) % 3] - q, b[(k + 2) % 3] - q), area_b) / dot(area_b, area_b);
        }
        if (*std::min_element(lambda, lambda + 3) < 0 || gap < range.least || gap > range.most) continue;
        double part = each;
        for (double& moment : out.moment) moment += part, part *= gap;
        const double of_a[3] = {1 - u - v, u, v};
        for (int k = 0; k < 3; ++k) out.weight[k] += each * of_a[k], out.weight[k + 3] -= each * lambda[k];
      }
    }
  }
  out.area = out.moment[0];
  if (out.area == 0) return {};
  for (double& w : out.weight) w /= out.area;
  out.gap = out.moment[1] / out.area;
  return out;
}

TEST(FacetOverlap, HasTheIntegralsOverWhatTheyCover) {
  test::Random random(5);
  int with = 0;
  for (int k = 0; k < 15; ++k) {
    const FacetPair<double> of = test::facing_pair(random);
    for (const GapRange<double> range : {GapRange<double>{-10, 0}, {-0.1, 0}, {-0.05, 0.1}, {-infinity, infinity}}) {
      const FacetOverlap<double> found = facet_overlap(of.a, of.b, range), expected = sampled(of, range);
      for (int p = 0; p < 7; ++p) EXPECT_NEAR(found.moment[p], expected.moment[p], 1e-3) << k << ", power " << p;
      EXPECT_EQ(found.area, found.moment[0]);
      if (expected.area < 0.02) continue;
      EXPECT_NEAR(found.gap, expected.gap, 2e-3);
      EXPECT_NEAR(found.facing, expected.facing, 1e-15);
      for (int i = 0; i < 6; ++i) EXPECT_NEAR(found.weight[i], expected.weight[i], 1e-2) << k << ", corner " << i;
      ++with;
    }
  }
  EXPECT_GT(with, 25);
}

template <class T>
void expect_weights_give_the_gap(double tolerance) {
  test::Random random(7);
  int with = 0;
  for (int k = 0; k < 2000; ++k) {
    const FacetPair<T> of = test::facing_pair(random).template as<T>();
    const FacetOverlap<T> found = facet_overlap(of.a, of.b, GapRange<T>{T(-0.1), T(0.05)});
    if (!(found.area > T(1e-3))) continue;
    Vec3<T> sum{0, 0, 0};
    T of_a = 0, of_b = 0;
    for (int i = 0; i < 3; ++i) {
      sum = sum + of.a.v[i] * found.weight[i] + of.b.v[i] * found.weight[i + 3];
      of_a += found.weight[i], of_b += found.weight[i + 3];
    }
    EXPECT_LT(length(sum - found.normal * found.gap), tolerance);
    EXPECT_NEAR(of_a, 1, tolerance);
    EXPECT_NEAR(of_b, -1, tolerance);
    EXPECT_NEAR(length(found.normal), 1, tolerance);
    EXPECT_TRUE(found.gap >= T(-0.1) && found.gap <= T(0.05)) << found.gap;
    ++with;
  }
  EXPECT_GT(with, 800);
}

TEST(FacetOverlap, WeightsTakeTheCornersToTheGapAlongTheNormal) {
  expect_weights_give_the_gap<double>(1e-13);
  expect_weights_give_the_gap<float>(1e-4);
}

// Two squares of two triangles each, cut along different diagonals, one beyond the other by a hundredth.
TEST(FacetOverlap, FlushSquaresHaveTheirClosedFormHoweverTheyAreCut) {
  for (const bool other : {false, true}) {
    double moment[7] = {};
    for (const FacetPair<double>& of : test::square_pairs(other, 0.01)) {
      const FacetOverlap<double> found = facet_overlap(of.a, of.b, {-0.1, 0});
      for (int k = 0; k < 7; ++k) moment[k] += found.moment[k];
      EXPECT_NEAR(found.gap, found.area > 0 ? -0.01 : 0, 1e-15);
    }
    for (int k = 0; k < 7; ++k) EXPECT_NEAR(moment[k], std::pow(-0.01, k), 1e-15) << k;
  }
}

// A wedge: the gap falls from 0 to -0.2 over a unit square's triangle, of which the range keeps a strip.
TEST(FacetOverlap, ARangeCutsAlongLinesOfOneGap) {
  const Facet<double> a{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, b{{{0, 9, 0}, {9, 0, -1.8}, {-9, 0, 1.8}}};
  ASSERT_LT(area_normal(b).z, 0);
  const double whole = facet_overlap(a, b, {-infinity, infinity}).area;
  const FacetOverlap<double> found = facet_overlap(a, b, {-0.15, -0.05});
  const double tilt = std::atan(0.2) / 2;  // gaps are along the normal half between
  const double rise = 2 * std::sin(tilt);
  const double from = 0.05 / rise, to = 0.15 / rise;
  ASSERT_LT(to, 1);
  const double part = (1 - from) * (1 - from) - (1 - to) * (1 - to);  // of a triangle, beyond a line across it
  EXPECT_NEAR(found.area, whole * part, 1e-14);
  EXPECT_NEAR(whole, 0.5 * std::cos(tilt), 1e-14);
}

// In planes of all directions, where edges lie over each other and gaps at an end of the range but for rounding.
TEST(FacetOverlap, OfFlushFacetsIsTheWholeFacetAndOfNeighboursNothing) {
  test::Random random(12);
  for (int k = 0; k < 2000; ++k) {
    const Facet<double> a = test::any_facet(random);
    const double area = length(area_normal(a)) / 2;
    if (area < 0.05) continue;
    for (const double gap : {0.0, -0.1, -0.05}) {
      const Facet<double> b = test::facing_copy(a, gap);
      const FacetOverlap<double> one = facet_overlap(a, b, {-0.1, 0}), two = facet_overlap(b, a, {-0.1, 0});
      ASSERT_NEAR(one.area, area, 1e-14) << "gap " << gap;
      ASSERT_NEAR(one.area, two.area, 1e-14);
      ASSERT_NEAR(one.gap, gap, 1e-14);
      for (int i = 0; i < 6; ++i) ASSERT_NEAR(one.weight[i], i < 3 ? 1.0 / 3 : -1.0 / 3, 1e-12);
      Facet<double> beside = b;  // beyond the edge from corner 0 to 1, that they have in common
      beside.v[2] = b.v[0] + b.v[1] - b.v[2];
      std::swap(beside.v[0], beside.v[1]);
      ASSERT_EQ(facet_overlap(a, beside, {-0.1, 0}).area, 0) << "gap " << gap;
    }
  }
}

TEST(FacetOverlap, BothOrdersHaveTheSame) {
  test::Random random(6);
  for (int k = 0; k < 500; ++k) {
    const FacetPair<double> of = test::facing_pair(random);
    const FacetOverlap<double> one = facet_overlap(of.a, of.b, {-0.2, 0.1}),
                               two = facet_overlap(of.b, of.a, {-0.2, 0.1});
    EXPECT_NEAR(one.area, two.area, 1e-14);
    if (one.area < 1e-6) continue;
    EXPECT_NEAR(one.gap, two.gap, 1e-10);
    EXPECT_LT(length(one.normal + two.normal), 1e-15);
    for (int i = 0; i < 6; ++i) EXPECT_NEAR(one.weight[i], -two.weight[(i + 3) % 6], 1e-9);
  }
}

TEST(FacetOverlap, ThoseApartBesideBehindOrWithoutAreaHaveNone) {
  const Facet<double> a{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, facing{{{0, 1, -0.01}, {1, 0, -0.01}, {0, 0, -0.01}}};
  const auto area_of = [&](const Facet<double>& b) { return facet_overlap(a, b, {-0.1, 0}).area; };
  const auto moved = [&](Vec3<double> by) {
    Facet<double> b = facing;
    for (Vec3<double>& v : b.v) v = v + by;
    return b;
  };
  EXPECT_NEAR(area_of(facing), 0.5, 1e-15);
  EXPECT_EQ(area_of(moved({0, 0, 0.02})), 0) << "apart";
  EXPECT_EQ(area_of(moved({2, 0, 0})), 0) << "beside";
  EXPECT_EQ(area_of(moved({0, 0, -0.5})), 0) << "deeper than the range";
  EXPECT_EQ(area_of({{facing.v[1], facing.v[0], facing.v[2]}}), 0) << "the other way round";
  EXPECT_EQ(area_of({{facing.v[0], facing.v[0], facing.v[2]}}), 0) << "a segment";
  const FacetOverlap<double> point = facet_overlap(a, {{a.v[0], a.v[0], a.v[0]}}, {-1, 1});
  for (const double zero : {point.area, point.gap, length(point.normal), point.facing}) EXPECT_EQ(zero, 0);
}

// Small and large, as their squares leave no room in a float for those of their areas.
TEST(FacetOverlap, ScalesWithTheFacets) {
  const FacetPair<double> of = [] {
    test::Random random(9);
    return test::facing_pair(random);
  }();
  const FacetOverlap<double> unit = facet_overlap(of.a, of.b, {-infinity, 0});
  ASSERT_GT(unit.area, 0.01);
  for (const double scale : {0x1p-30, 0x1p-8, 0x1p12}) {
    FacetPair<double> scaled = of;
    for (int k = 0; k < 3; ++k) scaled.a.v[k] = of.a.v[k] * scale, scaled.b.v[k] = of.b.v[k] * scale;
    const FacetPair<float> single = scaled.as<float>();
    const FacetOverlap<double> found = facet_overlap(scaled.a, scaled.b, {-infinity, 0});
    const FacetOverlap<float> near = facet_overlap(single.a, single.b, {-float(infinity), 0.0f});
    EXPECT_EQ(found.area, unit.area * scale * scale);
    EXPECT_EQ(found.gap, unit.gap * scale);
    EXPECT_NEAR(double(near.area) / found.area, 1, 1e-4) << scale;
    EXPECT_NEAR(double(near.gap) / found.gap, 1, 1e-4) << scale;
  }
}

}  // namespace
}  // namespace abut
