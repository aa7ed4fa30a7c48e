// The vocabulary of per-pair code: one rounding for each operation, and what selection and powers of two give.
#include "abut/core/scalar.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "tests/support/exact.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::Random;
using test::WideReal;

template <class T>
class Scalars : public testing::Test {
 protected:
  static bool same(T a, T b) { return std::memcmp(&a, &b, sizeof a) == 0; }
};
using Types = testing::Types<float, double>;
TYPED_TEST_SUITE(Scalars, Types);

TYPED_TEST(Scalars, EpsilonIsTheDistanceToTheNextNumber) {
  using T = TypeParam;
  EXPECT_EQ(T(1) + Epsilon<T>::value, std::nextafter(T(1), T(2)));
  EXPECT_TRUE(std::isfinite(Huge<T>::value));
}

TYPED_TEST(Scalars, EachOperationIsRoundedOnce) {
  using T = TypeParam;
  Random random(1);
  for (int k = 0; k < 5000; ++k) {
    const auto draw = [&] { return static_cast<T>(random.uniform(-1, 1) * random.magnitude(1e-6, 1e6)); };
    const T a = draw(), b = draw(), c = draw();
    const WideReal x(a), y(b), z(c);
    EXPECT_TRUE(this->same(rounded_sum(a, b), static_cast<T>(WideReal(x + y))));
    EXPECT_TRUE(this->same(rounded_difference(a, b), static_cast<T>(WideReal(x - y))));
    EXPECT_TRUE(this->same(rounded_product(a, b), static_cast<T>(WideReal(x * y))));
    EXPECT_TRUE(this->same(fma(a, b, c), static_cast<T>(WideReal(x * y + z)))) << "not the product first";
    EXPECT_TRUE(this->same(sqrt(abs(a)), static_cast<T>(WideReal(sqrt(abs(x))))));
  }
}

TYPED_TEST(Scalars, ProductsAndSumsAreNotMerged) {
  using T = TypeParam;
  // (1 + e)^2 - 1 - 2 e is e^2 with an fma, and 0 where the product is rounded.
  const T e = Epsilon<T>::value, x = T(1) + e;
  EXPECT_EQ(rounded_difference(rounded_product(x, x), T(1) + T(2) * e), T(0));
  EXPECT_EQ(fma(x, x, -(T(1) + T(2) * e)), e * e);
}

TYPED_TEST(Scalars, PowersOfTwoAreThoseOfTheCLibrary) {
  using T = TypeParam;
  for (int k = -1100; k <= 1023; ++k) {
    EXPECT_TRUE(this->same(power_of_two<T>(k), std::ldexp(T(1), k))) << k;
  }
  EXPECT_TRUE(std::isinf(power_of_two<T>(1024)));
}

TYPED_TEST(Scalars, SelectionAndOrder) {
  using T = TypeParam;
  const T nan = std::numeric_limits<T>::quiet_NaN();
  EXPECT_EQ(select(true, T(1), T(2)), T(1));
  EXPECT_EQ(select(false, T(1), T(2)), T(2));
  EXPECT_EQ(min(T(1), T(2)) + max(T(1), T(2)) * 10, T(21));
  EXPECT_EQ(max(nan, T(2)), T(2)) << "a NaN compares false: the second one";
  EXPECT_EQ(min(nan, T(2)), T(2));
  EXPECT_TRUE(std::isnan(max(T(2), nan)));
  EXPECT_EQ(round_to<T>(1 + 0x1p-30), static_cast<T>(1 + 0x1p-30));
}

TEST(Masks, AreBooleans) {
  for (const bool a : {false, true}) {
    EXPECT_EQ(any(a), a);
    EXPECT_EQ(mask_not(a), !a);
    for (const bool b : {false, true}) {
      EXPECT_EQ(mask_and(a, b), a && b);
      EXPECT_EQ(mask_or(a, b), a || b);
      for (const bool c : {false, true}) {
        EXPECT_EQ(mask_and(a, b, c), a && b && c);
        EXPECT_EQ(mask_or(a, b, c), a || b || c);
        EXPECT_EQ(mask_select(a, b, c), a ? b : c);
      }
    }
  }
  EXPECT_TRUE(equal(7u, 7u));
  EXPECT_FALSE(equal(7u, 8u));
}

}  // namespace
}  // namespace abut
