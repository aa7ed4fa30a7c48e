#include "abut/surface/surface_jet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <type_traits>

#include "tests/surface/nurbs_cases.h"

namespace abut {
namespace {

constexpr double eps = Epsilon<double>::value;

template <class T>
class SurfaceJetOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SurfaceJetOf, Scalars);

TYPED_TEST(SurfaceJetOf, AParabolaHasItsClosedFormCurvature) {
  using T = TypeParam;
  for (const T x : {T(-2), T(-0.5), T(0), T(1), T(3)}) {  // y = x^2: |y''| / (1 + y'^2)^(3 / 2), to the left
    const CurveJet<T> p{{x, x * x, T(0)}, {T(1), 2 * x, T(0)}, {T(0), T(2), T(0)}};
    const Vec3<T> k = curvature_vector(p);
    const T slope = 1 + 4 * x * x;
    EXPECT_NEAR(length(k), 2 / (slope * std::sqrt(slope)), 16 * Epsilon<T>::value);
    EXPECT_NEAR(dot(k, p.first), T(0), 64 * Epsilon<T>::value);
    EXPECT_GT(k.y, T(0));
  }
}

TYPED_TEST(SurfaceJetOf, ASaddleHasOneCurvatureOfEachSign) {
  using T = TypeParam;  // z = 2 x^2 - 3 y^2 at 0
  const SurfaceJet<T> p{{}, {1, 0, 0}, {0, 1, 0}, {0, 0, 4}, {0, 0, 0}, {0, 0, -6}};
  const SurfaceCurvature<T> k = curvature(p);
  EXPECT_EQ(k.largest, T(4));
  EXPECT_EQ(k.smallest, T(-6));
  EXPECT_EQ(k.gaussian, T(-24));
  EXPECT_EQ(k.mean, T(-1));
  EXPECT_EQ(unit_normal(p).z, T(1));
}

TYPED_TEST(SurfaceJetOf, CurvatureIsThatOfTheShapeAndNotOfItsParameters) {
  using T = TypeParam;  // the saddle with other parameters: x = 2 s + t, y = t - s / 2
  SurfaceJet<T> p{{}, {2, T(-0.5), 0}, {1, 1, 0}, {}, {}, {}};
  p.uu = {0, 0, 4 * 4 - 6 * T(0.25)}, p.uv = {0, 0, 4 * 2 + 6 * T(0.5)}, p.vv = {0, 0, 4 - 6};
  const SurfaceCurvature<T> k = curvature(p);
  EXPECT_NEAR(k.largest, T(4), 64 * Epsilon<T>::value);
  EXPECT_NEAR(k.smallest, T(-6), 64 * Epsilon<T>::value);
}

TYPED_TEST(SurfaceJetOf, WithoutANormalThereIsNoCurvature) {
  using T = TypeParam;
  for (const Vec3<T>& v : {Vec3<T>{0, 0, 0}, Vec3<T>{-2, 0, 0}}) {
    const SurfaceJet<T> p{{}, {1, 0, 0}, v, {0, 0, 1}, {}, {}};
    EXPECT_EQ(max_abs(unit_normal(p)), T(0));
    EXPECT_FALSE(std::isfinite(curvature(p).mean));
  }
  EXPECT_FALSE(std::isfinite(curvature_vector(CurveJet<T>{{}, {0, 0, 0}, {1, 0, 0}}).x));
}

TEST(SurfaceJetOfNurbs, ASphereHasTheCurvatureOfItsRadiusAndAnOutwardNormal) {
  const double radius = 2.5;
  const NurbsSurface sphere = transformed(test::unit_sphere(), {{radius, 0, 0, 0, radius, 0, 0, 0, radius}}, {1, 2, 3});
  check(sphere);
  for (int i = 0; i <= 40; ++i) {
    for (int j = 1; j < 20; ++j) {
      const SurfaceJet<double> p = point_at(sphere, 4.0 * i / 40, 2.0 * j / 20);
      const Vec3<double> outward = p.point - Vec3<double>{1, 2, 3};
      EXPECT_NEAR(length(outward), radius, 8 * eps * 5);
      EXPECT_LT(test::distance(unit_normal(p), unit_vector(outward)), 1e-14);
      const SurfaceCurvature<double> k = curvature(p);
      EXPECT_NEAR(k.mean, -1 / radius, 1e-13);
      EXPECT_NEAR(k.gaussian, 1 / (radius * radius), 1e-13);
      // The two are equal: their difference is the root of the roundings of its square.
      EXPECT_NEAR(k.largest, -1 / radius, 1e-7);
      EXPECT_NEAR(k.smallest, -1 / radius, 1e-7);
    }
  }
  EXPECT_EQ(max_abs(unit_normal(point_at(sphere, 1, 0))), 0);  // the south pole
}

TEST(SurfaceJetOfNurbs, ATorusHasItsClosedFormCurvatures) {
  const double radius = 3, tube = 1;
  const NurbsSurface torus = test::torus(radius, tube);
  check(torus);
  for (int i = 0; i <= 30; ++i) {
    for (int j = 0; j <= 30; ++j) {
      const SurfaceJet<double> p = point_at(torus, 4.0 * i / 30, 4.0 * j / 30);
      const double off_axis = std::hypot(p.point.x, p.point.y), cosine = (off_axis - radius) / tube;
      const double along = -cosine / (radius + tube * cosine);
      const SurfaceCurvature<double> k = curvature(p);
      EXPECT_NEAR(k.largest, along, 1e-12);
      EXPECT_NEAR(k.smallest, -1 / tube, 1e-12);
      EXPECT_NEAR(k.gaussian, -along / tube, 1e-12);
      const Vec3<double> centre{p.point.x * radius / off_axis, p.point.y * radius / off_axis, 0};
      EXPECT_LT(test::distance(unit_normal(p), (p.point - centre) * (1 / tube)), 1e-13);
    }
  }
}

TEST(SurfaceJetOfNurbs, CurvatureOfACylinderIsThatOfItsCircle) {
  const NurbsSurface tube = test::cylinder(2);
  for (int i = 0; i <= 40; ++i) {
    const SurfaceJet<double> p = point_at(tube, 4.0 * i / 40, 0.3);
    const SurfaceCurvature<double> k = curvature(p);
    EXPECT_NEAR(k.largest, 0, 1e-14);
    EXPECT_NEAR(k.smallest, -1, 1e-13);
    EXPECT_NEAR(k.gaussian, 0, 1e-14);
  }
}

}  // namespace
}  // namespace abut
