// Vectors of the plane: against complex numbers, and products that do not cancel.
#include "abut/core/vec2.h"

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

#include "abut/core/pose.h"
#include "tests/support/random.h"

namespace abut {
namespace {

TEST(Vec2, ProductsAreThoseOfComplexNumbers) {
  test::Random random(1);
  for (int k = 0; k < 500; ++k) {
    const Vec2<double> a{random.uniform(-1, 1), random.uniform(-1, 1)}, b{random.uniform(-1, 1), random.uniform(-1, 1)};
    const std::complex<double> x(a.x, a.y), y(b.x, b.y), product = std::conj(x) * y;
    EXPECT_NEAR(dot(a, b), product.real(), 4e-16);
    EXPECT_NEAR(cross(a, b), product.imag(), 4e-16);
    EXPECT_NEAR(length(a), std::abs(x), 4e-16);
    const Vec2<double> sum = a * 2.0 + b - a;
    EXPECT_NEAR(sum.x, a.x + b.x, 4e-16);
    EXPECT_NEAR(sum.y, a.y + b.y, 4e-16);
  }
}

TEST(Vec2, TheCrossProductOfNearlyParallelVectorsKeepsItsDigits) {
  test::Random random(2);
  for (int k = 0; k < 500; ++k) {
    const Vec2<double> a{random.uniform(0.5, 1), random.uniform(0.5, 1)}, b = a * 3.0 + Vec2<double>{1e-15, -2e-15};
    // Both products with what rounding took of them; their difference is exact, as they are nearly equal.
    const double one = a.x * b.y, other = a.y * b.x;
    const double rest = std::fma(a.x, b.y, -one) - std::fma(a.y, b.x, -other), truth = (one - other) + rest;
    EXPECT_NEAR(cross(a, b), truth, 4e-16 * std::abs(truth));
  }
}

TEST(Vec2, LiesInSpaceAtZero) {
  const Vec3<double> v = in_space(Vec2<double>{3, 4});
  EXPECT_EQ(v.z, 0);
  EXPECT_EQ(in_plane(v).y, 4);
  EXPECT_EQ(left_of(v).x, -4);
  EXPECT_EQ(left_of(v).y, 3);
}

TEST(Vec2, UnitsOfTinyVectorsAreUnits) {
  for (const double scale : {1.0, 1e-200, 1e200, 1e-320}) {
    const Vec3<double> u = unit_or_zero(Vec3<double>{3 * scale, 4 * scale, 0});
    EXPECT_NEAR(u.x, 0.6, scale < 1e-310 ? 1e-3 : 1e-15) << scale;
    EXPECT_NEAR(length(u), 1, 4e-16) << scale;
  }
  EXPECT_EQ(length(unit_or_zero(Vec3<double>{0, 0, 0})), 0);
}

}  // namespace
}  // namespace abut
