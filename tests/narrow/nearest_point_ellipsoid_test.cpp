// The point of an ellipsoid nearest to another one: points built along known normals, the sphere, and a sampled
// surface.
#include "abut/narrow/nearest_point_ellipsoid.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "abut/core/pose.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::Random;

template <class T>
class NearestOnEllipsoid : public testing::Test {
 protected:
  static constexpr double eps = static_cast<double>(Epsilon<T>::value);
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(NearestOnEllipsoid, Scalars);

Vec3<double> axes_of(Random& random) {
  return {random.uniform(0.25, 1), random.uniform(0.25, 1), random.uniform(0.25, 1)};
}

/// A point of the surface, and the unit normal there.
std::pair<Vec3<double>, Vec3<double>> surface_point(Vec3<double> half, Vec3<double> on_sphere) {
  const Vec3<double> p{half.x * on_sphere.x, half.y * on_sphere.y, half.z * on_sphere.z};
  return {p, unit_vector(Vec3<double>{on_sphere.x / half.x, on_sphere.y / half.y, on_sphere.z / half.z})};
}

TYPED_TEST(NearestOnEllipsoid, IsTheFootOfAPointAlongANormal) {
  using T = TypeParam;
  Random random(1);
  for (int k = 0; k < 2000; ++k) {
    const Vec3<double> half = axes_of(random);
    const auto [p, normal] = surface_point(half, random.direction());
    // As long as the foot is no deeper than the least radius of curvature it is the nearest point.
    const double shortest = std::min({half.x, half.y, half.z}), longest = std::max({half.x, half.y, half.z});
    const double deepest = shortest * shortest / longest;
    const double distance = k % 2 == 0 ? -0.9 * deepest * random.uniform() : random.uniform(0, 3);
    ASSERT_TRUE(has_nearest_on_ellipsoid(narrowed<T>(half)));
    const SurfacePoint<T> found = nearest_on_ellipsoid(narrowed<T>(half), narrowed<T>(p + normal * distance));
    EXPECT_NEAR(static_cast<double>(found.distance), distance, 16 * this->eps) << k;
    EXPECT_LT(length(widen(found.p) - p), 400 * this->eps) << k;
    EXPECT_LT(length(widen(found.normal) - normal), 1000 * this->eps) << k;
  }
}

TYPED_TEST(NearestOnEllipsoid, OfASphereIsTowardsThePoint) {
  using T = TypeParam;
  Random random(2);
  for (int k = 0; k < 500; ++k) {
    const double radius = random.uniform(0.25, 1), far = random.uniform(0.01, 4);
    const Vec3<double> d = random.direction();
    const T r = round_to<T>(radius);
    const SurfacePoint<T> found = nearest_on_ellipsoid<T>({r, r, r}, narrowed<T>(d * far));
    EXPECT_NEAR(static_cast<double>(found.distance), far - radius, 16 * this->eps);
    EXPECT_LT(length(widen(found.p) - d * radius), 200 * this->eps);
  }
}

TYPED_TEST(NearestOnEllipsoid, OfTheCentreIsAnEndOfTheShortestAxis) {
  using T = TypeParam;
  const SurfacePoint<T> found = nearest_on_ellipsoid<T>({T(1), T(0.25), T(0.5)}, {T(0), T(0), T(0)});
  EXPECT_EQ(found.distance, T(-0.25));
  EXPECT_EQ(std::abs(found.p.y), T(0.25));
  EXPECT_EQ(found.p.x, T(0));
  EXPECT_EQ(found.p.z, T(0));
  EXPECT_EQ(std::abs(found.normal.y), T(1));
}

TYPED_TEST(NearestOnEllipsoid, NoPointOfTheSurfaceIsNearer) {
  using T = TypeParam;
  Random random(3);
  for (int k = 0; k < 60; ++k) {
    const Vec3<double> half = axes_of(random);
    Vec3<double> q = random.in_ball();
    if (k % 3 == 0) q.x = 0;
    if (k % 4 == 0) q.z = 0;
    const SurfacePoint<T> found = nearest_on_ellipsoid(narrowed<T>(half), narrowed<T>(q));
    const double nearest = std::abs(static_cast<double>(found.distance));
    EXPECT_NEAR(length(widen(found.p) - q), nearest, 64 * this->eps) << k;
    for (int i = 0; i < 500; ++i) {
      EXPECT_GE(length(surface_point(half, random.direction()).first - q), nearest - 16 * this->eps) << k;
    }
  }
}

TYPED_TEST(NearestOnEllipsoid, IsNotAskedOfNeedlesAndFlatOnes) {
  using T = TypeParam;
  EXPECT_TRUE(has_nearest_on_ellipsoid<T>({T(1), T(0.001), T(0.5)}));
  EXPECT_FALSE(has_nearest_on_ellipsoid<T>({T(1), T(0), T(0.5)}));
  const T thin = sizeof(T) == 4 ? T(0x1p-12) : T(0x1p-100);
  EXPECT_FALSE(has_nearest_on_ellipsoid<T>({T(1), thin, T(0.5)}));
  EXPECT_TRUE(has_nearest_on_ellipsoid<T>({T(1), thin * T(1.01), T(0.5)}));
}

}  // namespace
}  // namespace abut
