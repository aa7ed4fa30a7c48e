// Derivatives of what two facets cover of each other, against differences.
#include "abut/deform/facet_overlap_gradient.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/deform/facet_pairs.h"

namespace abut {
namespace {

using test::FacetPair;

/// A function of an overlap that is linear in all that it has derivatives by.
double outcome(const FacetPair<double>& of, GapRange<double> range, const OverlapSlopes<double>& by) {
  const FacetOverlap<double> found = facet_overlap(of.a, of.b, range);
  double sum = by.facing * found.facing;
  for (int k = 0; k < 7; ++k) sum += by.moment[k] * found.moment[k];
  return sum;
}

Vec3<double>& corner(FacetPair<double>& of, int i) { return i < 3 ? of.a.v[i] : of.b.v[i - 3]; }

TEST(FacetOverlapGradient, IsTheDifferencesOfEveryMomentAndOfHowTheyFace) {
  test::Random random(8);
  int with = 0, kinks = 0;
  for (int k = 0; k < 60; ++k) {
    FacetPair<double> of = test::facing_pair(random);
    const GapRange<double> range{-0.15, k % 2 == 0 ? 0.0 : 0.1};
    if (!(facet_overlap(of.a, of.b, range).area > 1e-3)) continue;
    ++with;
    for (int what = 0; what < 8; ++what) {
      OverlapSlopes<double> by{};
      (what < 7 ? by.moment[what] : by.facing) = 1;
      Vec3<double> gradient[6];
      facet_overlap_gradient(of.a, of.b, range, by, gradient);
      for (int i = 0; i < 6; ++i) {
        for (double Vec3<double>::*axis : {&Vec3<double>::x, &Vec3<double>::y, &Vec3<double>::z}) {
          constexpr double step = 1e-6;
          FacetPair<double> up = of, down = of;
          corner(up, i).*axis += step, corner(down, i).*axis -= step;
          const double slope = (outcome(up, range, by) - outcome(down, range, by)) / (2 * step);
          kinks += std::abs(gradient[i].*axis - slope) > 1e-7 ? 1 : 0;
          EXPECT_NEAR(gradient[i].*axis, slope, 1e-5) << "pair " << k << ", " << what << " by corner " << i;
        }
      }
    }
  }
  EXPECT_GT(with, 30);
  EXPECT_EQ(kinks, 0);
}

// Where edges lie over each other there is a kink, whose slopes either way are what those beside it have.
TEST(FacetOverlapGradient, OfFlushFacetsIsNoLargerThanBesideThem) {
  test::Random random(14);
  OverlapSlopes<double> by{};
  by.moment[2] = 1;
  const auto largest = [&](const Facet<double>& a, const Facet<double>& b) {
    Vec3<double> gradient[6];
    facet_overlap_gradient(a, b, {-0.2, 0}, by, gradient);
    double out = 0;
    for (const Vec3<double>& g : gradient) out = std::max(out, max_abs(g));
    return out;
  };
  for (int k = 0; k < 2000; ++k) {
    const Facet<double> a = test::any_facet(random);
    if (length(area_normal(a)) < 0.2) continue;
    Facet<double> flush = test::facing_copy(a, -0.05), wedge = test::facing_copy(a, 0);
    wedge.v[2] = wedge.v[2] - unit_vector(area_normal(a)) * 0.1;  // shares an edge with a
    for (const Facet<double>& b : {flush, wedge}) {
      double beside = 0;
      for (int shift = 0; shift < 32; ++shift) {
        Facet<double> moved = b;
        const Vec3<double> by_shift = random.in_cube() * 1e-6;
        for (Vec3<double>& v : moved.v) v = v + by_shift;
        beside = std::max(beside, largest(a, moved));
      }
      ASSERT_LE(largest(a, b), 1.1 * beside) << k;
    }
  }
}

TEST(FacetOverlapGradient, MovesNoMomentumAndNoAngularMomentum) {
  test::Random random(10);
  for (int k = 0; k < 500; ++k) {
    FacetPair<double> of = test::facing_pair(random);
    OverlapSlopes<double> by{};
    for (double& slope : by.moment) slope = random.uniform(-1, 1);
    by.facing = random.uniform(-1, 1);
    Vec3<double> gradient[6], sum{0, 0, 0}, moment{0, 0, 0};
    facet_overlap_gradient(of.a, of.b, {-0.2, 0.1}, by, gradient);
    for (int i = 0; i < 6; ++i) sum = sum + gradient[i], moment = moment + cross(corner(of, i), gradient[i]);
    EXPECT_LT(length(sum), 1e-14);
    EXPECT_LT(length(moment), 1e-13);
  }
}

TEST(FacetOverlapGradient, Is0WhereNothingIsCovered) {
  const Facet<double> a{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}, apart{{{0, 1, 1}, {1, 0, 1}, {0, 0, 1}}};
  OverlapSlopes<double> by{};
  by.moment[0] = by.facing = 1;
  for (const Facet<double>& b : {apart, a, Facet<double>{{a.v[0], a.v[0], a.v[0]}}}) {
    Vec3<double> gradient[6];
    facet_overlap_gradient(a, b, {-0.1, 0.1}, by, gradient);
    for (const Vec3<double>& g : gradient) EXPECT_EQ(max_abs(g), 0);
  }
}

}  // namespace
}  // namespace abut
