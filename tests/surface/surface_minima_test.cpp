#include "abut/surface/surface_minima.h"

#include <gtest/gtest.h>

#include "tests/surface/surface_cases.h"

namespace abut {
namespace {

using namespace closest_point_detail;
using test::wide;

template <class T>
class SurfaceMinima : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SurfaceMinima, Scalars);

/// A minimum at (x, 0, 0), so far away.
template <class T>
SurfaceMinimum<T> minimum_at(T x, T distance) {
  return {distance, T(0), T(0), {x, T(0), T(0)}, {T(0), T(0), T(1)}, true, true};
}

/// One of a rectangle, at (s, t) with these slopes; derivatives are 1 long.
template <class T>
PatchMinimum<T> found(T s, T t, T slope_s, T slope_t, T distance) {
  PatchMinimum<T> m{};
  m.s = s, m.t = t, m.slope_s = slope_s, m.slope_t = slope_t, m.squared = distance * distance;
  m.at.u = {T(1), T(0), T(0)}, m.at.v = {T(0), T(1), T(0)};
  m.at.point = {s, t, T(0)}, m.r = {T(0), T(0), -distance};
  m.evaluations = 3;
  return m;
}

TYPED_TEST(SurfaceMinima, TheNearestOnesAreKeptInOrderAndOneAPlace) {
  using T = TypeParam;
  const test::Searched<T> flat(test::flat_square(2));
  Search<T> search{flat.view(), {T(0), T(0), T(1)}, flat.options()};
  for (const auto& [x, distance] : {std::pair{0.1, 3.0}, {0.2, 1.0}, {0.3, 2.0}, {0.4, 5.0}, {0.5, 4.0}}) {
    add_minimum(search, minimum_at(T(x), T(distance)));
  }
  ASSERT_EQ(search.count, most_minima);  // the farthest one has gone
  for (int k = 0; k < 4; ++k) EXPECT_EQ(search.minima[k].distance, T(k + 1));
  add_minimum(search, minimum_at(T(0.3) + T(0.5) * apart(search), T(2.5)));  // the same place, and farther away
  EXPECT_EQ(search.minima[1].distance, T(2));
  add_minimum(search, minimum_at(T(0.3) + T(0.5) * apart(search), T(0.5)));  // the same place, and nearer
  ASSERT_EQ(search.count, most_minima);
  EXPECT_EQ(search.minima[0].distance, T(0.5));
  EXPECT_EQ(search.minima[1].distance, T(1));
  EXPECT_EQ(search.minima[2].distance, T(3));
}

TYPED_TEST(SurfaceMinima, WhatOnlyARectangleEndsAtGivesWayAndIsNoTie) {
  using T = TypeParam;
  const test::Searched<T> flat(test::flat_square(2));
  ClosestPointOptions<T> options = flat.options();
  options.tie = T(0.5);
  Search<T> search{flat.view(), {T(0), T(0), T(1)}, options};
  const std::uint32_t borders = flat.view().pieces[0].ends;
  EXPECT_EQ(borders, end_at_u0 | end_at_u1 | end_at_v0 | end_at_v1);
  take(search, 0, found(T(0.5), T(0.5), T(-0.1), T(0), T(2)));  // descends to larger s, inside of the piece
  ASSERT_EQ(search.count, 1);
  EXPECT_FALSE(search.minima[0].is_one);
  EXPECT_EQ(search.best, T(2));
  take(search, 0, found(T(0.75), T(0.5), T(0), T(0), T(1.75)));
  ASSERT_EQ(search.count, 1);  // the first one is gone
  EXPECT_TRUE(search.minima[0].is_one);
  take(search, 0, found(T(0.25), T(0.25), T(0.2), T(0), T(1.8)));  // no minimum, and not the nearest
  EXPECT_EQ(search.count, 1);
  take(search, 0, found(T(1), T(0.25), T(-0.2), T(0), T(2)));  // one on the border, within the tie
  EXPECT_EQ(search.count, 2);
  take(search, 0, found(T(0), T(0.25), T(0.2), T(0), T(2.5)));  // farther away than that
  EXPECT_EQ(search.count, 2);
  EXPECT_EQ(search.evaluations, 15u);
  EXPECT_EQ(limit(search), T(2.25));
}

TYPED_TEST(SurfaceMinima, ASlopeThatLeadsToNothingNearerMayTie) {
  using T = TypeParam;
  const test::Searched<T> flat(test::flat_square(2));
  const T eps = Epsilon<T>::value;
  // Bent about the given point but for a hundredth part: the lowest place is slope / bend away, nearer by slope^2 / (2
  // bend).
  PatchMinimum<T> m = found(T(0.5), T(0.5), T(0), T(0), T(1));
  const T bend = T(0x1p-7);
  m.at.uu = {T(0), T(0), T(1) - bend};
  for (const auto& [gain, may_tie] : {std::pair{T(8) * eps, true}, {T(1024) * eps, false}}) {
    m.slope_s = sqrt(T(2) * gain * bend);
    EXPECT_GT(m.slope_s, T(600) * eps);  // not to be taken for rounding alone
    EXPECT_FALSE(is_local(m, 0, false));
    EXPECT_EQ(is_local(m, 0, true), may_tie);
    Search<T> search{flat.view(), {T(0), T(0), T(1)}, flat.options()};
    take(search, 0, m);
    PatchMinimum<T> other = found(T(0.9), T(0.5), T(0), T(0), T(1));
    other.squared = T(1) - T(4) * eps;  // nearer, at another place
    take(search, 0, other);
    EXPECT_EQ(search.count, may_tie ? 2 : 1);
  }
}

TYPED_TEST(SurfaceMinima, AnEndCountsOnlyWhereTheSurfaceEndsOrHasACrease) {
  using T = TypeParam;
  const auto local = [](T s, T t, T slope_s, T slope_t, std::uint32_t ends) {
    return is_local(found(s, t, slope_s, slope_t, T(1)), ends, false);
  };
  EXPECT_TRUE(local(T(0.5), T(0.5), T(0), T(0), 0));
  EXPECT_FALSE(local(T(0), T(0.5), T(0.1), T(0), 0));
  EXPECT_TRUE(local(T(0), T(0.5), T(0.1), T(0), end_at_u0));
  EXPECT_FALSE(local(T(0), T(0.5), T(0.1), T(0), end_at_u1 | end_at_v0 | end_at_v1));
  EXPECT_TRUE(local(T(1), T(0.5), T(-0.1), T(0), end_at_u1));
  EXPECT_TRUE(local(T(0.5), T(0), T(0), T(0.1), end_at_v0));
  EXPECT_TRUE(local(T(0.5), T(1), T(0), T(-0.1), end_at_v1));
  EXPECT_FALSE(local(T(0.5), T(1), T(0.1), T(-0.1), end_at_v1));
}

TYPED_TEST(SurfaceMinima, AtACreaseTheNormalIsThatOfTheSideThatFacesThePoint) {
  using T = TypeParam;
  const test::Searched<T> flat(test::flat_square(2));
  // Two planes meet in a sharp edge; the point is in front of the second one, and beside the first one.
  const Vec3<T> beside{T(1), T(0), T(0)}, facing{T(0.6), T(0), T(0.8)};
  for (const bool facing_first : {false, true}) {
    Search<T> search{flat.view(), {T(0), T(0), T(1)}, flat.options()};
    SurfaceMinimum<T> x = minimum_at(T(0), T(1)), y = x;
    x.normal = facing_first ? facing : beside, y.normal = facing_first ? beside : facing;
    add_minimum(search, x), add_minimum(search, y);
    ASSERT_EQ(search.count, 1);
    EXPECT_EQ(search.minima[0].normal.z, T(0.8));
    // A nearer place of the first plane does not take it away.
    y.normal = beside, y.distance = T(0.999);
    add_minimum(search, y);
    EXPECT_EQ(search.minima[0].distance, T(0.999));
    EXPECT_EQ(search.minima[0].normal.z, T(0.8));
  }
  // What is no minimum of the surface says nothing of the side.
  Search<T> search{flat.view(), {T(0), T(0), T(1)}, flat.options()};
  SurfaceMinimum<T> of_rectangle = minimum_at(T(0), T(1)), of_surface = of_rectangle;
  of_rectangle.is_one = false, of_surface.normal = beside;
  add_minimum(search, of_rectangle), add_minimum(search, of_surface);
  ASSERT_EQ(search.count, 1);
  EXPECT_TRUE(search.minima[0].is_one);
  EXPECT_EQ(search.minima[0].normal.x, T(1));
}

TYPED_TEST(SurfaceMinima, AtAPoleTheNormalIsItsLimit) {
  using T = TypeParam;
  const test::Searched<T> sphere(test::unit_sphere());
  const double eps = static_cast<double>(Epsilon<T>::value);
  int poles = 0;
  for (std::uint32_t k = 0; k < sphere.view().piece_count; ++k) {
    const BezierPatch<T> patch = patch_of(sphere.view(), sphere.view().pieces[k]);
    for (const double t : {0.0, 1.0}) {
      for (const double s : {0.0, 0.3, 1.0}) {
        const SurfaceJet<T> at = point_on<FourScalars<T>>(patch, T(s), T(t));
        const Vec3<double> outward = sphere.up(at.point);
        if (std::abs(std::abs(outward.z) - 1) > 1e-6) continue;
        ++poles;
        EXPECT_LT(length(wide(piece_normal(at, T(s), T(t))) - outward), 64 * eps);
      }
    }
  }
  EXPECT_GE(poles, 8);
}

}  // namespace
}  // namespace abut
