#include "abut/surface/surface_projection.h"

#include <gtest/gtest.h>

#include <limits>

#include "host/surface/pieces.h"
#include "tests/surface/nurbs_cases.h"

namespace abut {
namespace {

template <class T>
class SurfaceProjectionOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SurfaceProjectionOf, Scalars);

TYPED_TEST(SurfaceProjectionOf, APlaceHasItsPointNormalAndDistance) {
  using T = TypeParam;
  const host::PieceArrays<T> square = host::piece_arrays<T>(test::flat_square(2));
  const SurfaceJet<T> at = jet_at<FourScalars<T>>(square.view, T(0.25), T(0.75));
  SurfaceProjection<T> out{};
  out.iterations = 3;
  set_place(out, at, at.point + Vec3<T>{0, 0, T(-0.5)});
  EXPECT_EQ(out.distance, T(0.5));
  EXPECT_EQ(max_abs(out.point - at.point), T(0));
  EXPECT_EQ(out.normal.z, T(1));
  EXPECT_EQ(out.iterations, 3u);
}

TYPED_TEST(SurfaceProjectionOf, APlaceWithoutANormalHasOneOfZero) {
  using T = TypeParam;
  SurfaceProjection<T> out{};
  set_place(out, SurfaceJet<T>{{1, 0, 0}, {}, {0, 1, 0}, {}, {}, {}}, Vec3<T>{1, 2, 0});
  EXPECT_EQ(max_abs(out.normal), T(0));
  EXPECT_EQ(out.distance, T(2));
}

TYPED_TEST(SurfaceProjectionOf, TheDomainIsThatOfTheKnots) {
  using T = TypeParam;
  using namespace surface_projection_detail;
  NurbsSurface surface = test::cylinder(1);  // u from 0 to 4
  surface.v.knots = {-3, -3, 7, 7};
  const host::PieceArrays<T> arrays = host::piece_arrays<T>(surface);
  EXPECT_EQ(domain_u(arrays.view).begin, T(0));
  EXPECT_EQ(domain_u(arrays.view).end, T(4));
  EXPECT_EQ(domain_v(arrays.view).begin, T(-3));
  EXPECT_EQ(domain_v(arrays.view).end, T(7));
}

TYPED_TEST(SurfaceProjectionOf, WhatIsNoNumberCountsAsFarthest) {
  using T = TypeParam;
  using surface_projection_detail::squared_distance;
  SurfaceJet<T> at{};
  EXPECT_EQ(squared_distance(at, Vec3<T>{0, 3, 4}), T(25));
  for (const T bad : {std::numeric_limits<T>::quiet_NaN(), std::numeric_limits<T>::infinity()}) {
    at.point = {bad, 0, 0};
    EXPECT_EQ(squared_distance(at, Vec3<T>{0, 0, 0}), Huge<T>::value);
  }
}

}  // namespace
}  // namespace abut
