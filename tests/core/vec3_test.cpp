#include "abut/core/vec3.h"

#include <gtest/gtest.h>

#include <cmath>

#include "host/reference/wide.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using reference::Wide;

template <class T>
class Vectors : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Vectors, Scalars);

TYPED_TEST(Vectors, CrossProductOfNearlyParallelVectorsKeepsItsDigits) {
  using T = TypeParam;
  test::Random random(1);
  for (int i = 0; i < 10000; ++i) {
    const Vec3<double> a = random.in_ball();
    const Vec3<double> noise = random.in_ball() * 1e-3;
    const Vec3<T> u{static_cast<T>(a.x), static_cast<T>(a.y), static_cast<T>(a.z)};
    const Vec3<T> v{static_cast<T>(a.x + noise.x), static_cast<T>(a.y + noise.y), static_cast<T>(a.z + noise.z)};
    const Vec3<T> c = cross(u, v);
    const auto exact = [](T p, T q, T r, T t) {
      const auto w = [](T value) { return static_cast<Wide>(value); };
      return w(p) * w(q) - w(r) * w(t);
    };
    const double x = static_cast<double>(exact(u.y, v.z, u.z, v.y));
    const double y = static_cast<double>(exact(u.z, v.x, u.x, v.z));
    EXPECT_NEAR(static_cast<double>(c.x), x, std::abs(x) * 2 * static_cast<double>(Epsilon<T>::value));
    EXPECT_NEAR(static_cast<double>(c.y), y, std::abs(y) * 2 * static_cast<double>(Epsilon<T>::value));
  }
}

TYPED_TEST(Vectors, CrossProductWithItselfIsExactlyZero) {
  test::Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Vec3<double> a = random.in_ball();
    const Vec3<TypeParam> u{static_cast<TypeParam>(a.x), static_cast<TypeParam>(a.y), static_cast<TypeParam>(a.z)};
    const auto c = cross(u, u);
    EXPECT_EQ(dot(c, c), TypeParam(0));
  }
}

TYPED_TEST(Vectors, RotatingBackUndoesRotating) {
  test::Random random(3);
  for (int i = 0; i < 100; ++i) {
    const Mat3<double> r = random.rotation();
    const Vec3<double> v = random.in_ball();
    EXPECT_LT(length(rotate_back(r, rotate(r, v)) - v), 1e-15);
    EXPECT_LT(length(rotate(transpose_times(r, r), v) - v), 1e-15);
  }
}

TYPED_TEST(Vectors, MultiplyAddRoundsOnce) {
  using T = TypeParam;
  const T e = Epsilon<T>::value;
  const Vec3<T> v{T(1) + e, T(1) + e, T(1) + e};
  const Vec3<T> one{-(T(1) + 2 * e), 0, 0};
  EXPECT_EQ(multiply_add(v, T(1) + e, one).x, e * e);  // a product rounded on its own would leave 0
}

}  // namespace
}  // namespace abut
