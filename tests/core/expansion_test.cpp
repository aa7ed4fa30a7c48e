#include "abut/core/expansion.h"

#include <gtest/gtest.h>

#include "tests/support/exact.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::Integer;
using test::Random;

template <class T>
class Expansions : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Expansions, Scalars);

constexpr int shift = 1074;  // makes an integer of every double

template <class T>
Integer exactly(T x) {
  return test::integer(static_cast<double>(x), shift);
}
template <class T, int N>
Integer exactly(const Expansion<T, N>& e) {
  Integer total = 0;
  for (int i = 0; i < e.count; ++i) total += exactly(e.term[i]);
  return total;
}

/// Lowest and highest set bit of |x|.
template <class T>
std::pair<int, int> bits(T x) {
  int exponent = 0;
  auto digits = static_cast<long long>(std::ldexp(std::frexp(std::abs(static_cast<double>(x)), &exponent), 53));
  int low = exponent - 53;
  for (; digits % 2 == 0; digits /= 2) ++low;
  return {low, exponent - 1};
}

template <class T, int N>
void expect_valid(const Expansion<T, N>& e) {
  ASSERT_LE(e.count, N);
  for (int i = 0; i < e.count; ++i) ASSERT_NE(e.term[i], T(0));
  for (int i = 1; i < e.count; ++i) {
    ASSERT_GT(bits(e.term[i]).first, bits(e.term[i - 1]).second) << "terms " << i - 1 << " and " << i << " overlap";
  }
}

/// Numbers of few or many digits, powers of two and their neighbours, of either sign, zero now and then.
template <class T>
T awkward(Random& random, int spread) {
  const int exponent = static_cast<int>(random.below(2 * spread + 1)) - spread;
  const T sign = random.below(2) == 0 ? T(1) : T(-1);
  switch (random.below(6)) {
    case 0: return T(0);
    case 1: return sign * std::ldexp(T(1), exponent);
    case 2: return sign * std::ldexp(T(1) + Epsilon<T>::value, exponent);
    case 3: return sign * std::ldexp(T(1) - Epsilon<T>::value / 2, exponent);
    case 4: return sign * std::ldexp(static_cast<T>(random.below(8)), exponent);
    default: return sign * std::ldexp(static_cast<T>(random.uniform(0.5, 1)), exponent);
  }
}

TYPED_TEST(Expansions, SumAndProductOfTwoNumbersAreExact) {
  using T = TypeParam;
  Random random(1);
  for (int i = 0; i < 20000; ++i) {
    const T a = awkward<T>(random, 30), b = awkward<T>(random, 30);
    const TwoTerms<T> s = two_sum(a, b), d = two_difference(a, b), p = two_product(a, b);
    ASSERT_EQ(s.high, a + b);
    ASSERT_EQ(exactly(s.high) + exactly(s.low), exactly(a) + exactly(b));
    ASSERT_EQ(exactly(d.high) + exactly(d.low), exactly(a) - exactly(b));
    ASSERT_EQ(p.high, a * b);
    ASSERT_EQ((exactly(p.high) + exactly(p.low)) << shift, exactly(a) * exactly(b));
    expect_valid(expansion_of(s));
    expect_valid(expansion_of(p));
  }
}

TYPED_TEST(Expansions, SumsScalesAndProductsAreExactAndDoNotOverlap) {
  using T = TypeParam;
  Random random(2);
  int longest = 0;
  for (int i = 0; i < 20000; ++i) {
    // float's products have four factors here, and eight digits to spare each
    const int spread = sizeof(T) == 4 ? 10 : 200;
    const auto number = [&] { return awkward<T>(random, spread); };
    const T a = number(), b = number(), c = number(), d = number(), s = number();
    const auto e = exact_difference_of_products(a, b, c, d);
    const auto f = sum(expansion_of(two_sum(c, s)), expansion_of(two_difference(a, d)));
    expect_valid(e);
    expect_valid(f);
    ASSERT_EQ(exactly(e) << shift, exactly(a) * exactly(b) - exactly(c) * exactly(d));
    ASSERT_EQ(exactly(f), exactly(c) + exactly(s) + exactly(a) - exactly(d));
    const auto total = sum(e, f);
    const auto rest = difference(e, f);
    const auto times = scaled(e, s);
    const auto many = product(e, f);
    expect_valid(total);
    expect_valid(rest);
    expect_valid(times);
    expect_valid(many);
    ASSERT_EQ(exactly(total), exactly(e) + exactly(f));
    ASSERT_EQ(exactly(rest), exactly(e) - exactly(f));
    ASSERT_EQ(exactly(times) << shift, exactly(e) * exactly(s));
    ASSERT_EQ(exactly(many) << shift, exactly(e) * exactly(f));
    ASSERT_EQ(sign_of(many), test::sign(exactly(many)));
    longest = std::max(longest, many.count);
    // the value is good to two roundings
    const Integer error = abs(exactly(value_of(many)) - exactly(many));
    ASSERT_LE(error << (sizeof(T) == 4 ? 23 : 52), abs(exactly(many)));
    ASSERT_EQ((value_of(many) > 0) - (value_of(many) < 0), sign_of(many));
  }
  EXPECT_GT(longest, 6);
}

TYPED_TEST(Expansions, LongSumsThatCancelLeaveWhatIsLeft) {
  using T = TypeParam;
  Random random(3);
  for (int i = 0; i < 2000; ++i) {
    Expansion<T, 16> e{};
    Integer expected = 0;
    T parts[12];
    for (int k = 0; k < 12; ++k) {
      parts[k] = k < 8 ? awkward<T>(random, 40) : -parts[k - 8];
      const Expansion<T, 1> one{{parts[k]}, parts[k] != T(0) ? 1 : 0};
      const auto longer = sum(e, one);
      ASSERT_LE(longer.count, 16);
      for (int j = 0; j < longer.count; ++j) e.term[j] = longer.term[j];
      e.count = longer.count;
      expected += exactly(parts[k]);
    }
    expect_valid(e);
    ASSERT_EQ(exactly(e), expected);
  }
}

// From below, 2^53 - 1/2 would round up to 2^53 and cancel the power of two.
TEST(Expansions, TheValueOfAPowerOfTwoNearlyCancelledKeepsItsSign) {
  const Expansion<double, 3> e{{-0.5, -(0x1p53 - 1), 0x1p53}, 3};
  EXPECT_EQ(sign_of(e), 1);
  EXPECT_EQ(value_of(e), 0.5);
}

TYPED_TEST(Expansions, NothingIsZero) {
  using T = TypeParam;
  const auto none = exact_difference_of_products(T(3), T(5), T(5), T(3));
  EXPECT_EQ(none.count, 0);
  EXPECT_EQ(sign_of(none), 0);
  EXPECT_EQ(value_of(none), T(0));
  EXPECT_EQ(product(none, none).count, 0);
}

}  // namespace
}  // namespace abut
