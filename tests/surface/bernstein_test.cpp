#include "abut/surface/bernstein.h"

#include <gtest/gtest.h>

#include "tests/surface/nurbs_cases.h"

namespace abut {
namespace {

using test::Digits;

template <class T>
class Bernstein : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Bernstein, Scalars);

Digits power(const Digits& x, int n) { return n == 0 ? Digits(1) : x * power(x, n - 1); }

/// C(n, i) x^i (1 - x)^(n - i), 0 for an i that there is not.
Digits polynomial(int n, int i, const Digits& x) {
  if (i < 0 || i > n) return 0;
  Digits of = 1;
  for (int k = 0; k < i; ++k) of = of * (n - k) / (k + 1);
  return of * power(x, i) * power(1 - x, n - i);
}
Digits first_derivative(int n, int i, const Digits& x) {
  return n * (polynomial(n - 1, i - 1, x) - polynomial(n - 1, i, x));
}
Digits second_derivative(int n, int i, const Digits& x) {
  if (n < 2) return 0;
  return n * (n - 1) * (polynomial(n - 2, i - 2, x) - 2 * polynomial(n - 2, i - 1, x) + polynomial(n - 2, i, x));
}

template <class T>
std::vector<T> places() {
  test::Random random(11);
  std::vector<T> out{T(0), T(1), T(0.5), Epsilon<T>::value, T(1) - Epsilon<T>::value};
  for (int k = 0; k < 40; ++k) out.push_back(static_cast<T>(random.uniform()));
  return out;
}

TYPED_TEST(Bernstein, ValuesAndDerivativesAreThoseOfExactArithmetic) {
  using T = TypeParam;
  for (int n = 1; n <= most_surface_degree; ++n) {
    for (const T t : places<T>()) {
      BernsteinValues<T> b;
      bernstein(n, t, b);
      const double unit = 4 * n * static_cast<double>(Epsilon<T>::value);
      for (int i = 0; i <= n; ++i) {
        const Digits x = t;
        EXPECT_LE(abs(Digits(b.value[i]) - polynomial(n, i, x)), unit) << n << " " << i << " " << t;
        EXPECT_LE(abs(Digits(b.first[i]) - first_derivative(n, i, x)), unit * n) << n << " " << i << " " << t;
        EXPECT_LE(abs(Digits(b.second[i]) - second_derivative(n, i, x)), unit * n * n) << n << " " << i << " " << t;
      }
    }
  }
}

TYPED_TEST(Bernstein, ValuesSumToOneAndDerivativesToZero) {
  using T = TypeParam;
  for (int n = 1; n <= most_surface_degree; ++n) {
    for (const T t : places<T>()) {
      BernsteinValues<T> b;
      bernstein(n, t, b);
      T value = 0, first = 0, second = 0;
      for (int i = 0; i <= n; ++i) value += b.value[i], first += b.first[i], second += b.second[i];
      const T unit = T(4 * n) * Epsilon<T>::value;
      EXPECT_NEAR(value, T(1), unit);
      EXPECT_NEAR(first, T(0), unit * T(n));
      EXPECT_NEAR(second, T(0), unit * T(n * n));
      for (int i = 0; i <= n; ++i) EXPECT_GE(b.value[i], T(0));
    }
  }
}

TYPED_TEST(Bernstein, EndsAreExact) {
  using T = TypeParam;
  for (int n = 1; n <= most_surface_degree; ++n) {
    BernsteinValues<T> b;
    for (const int end : {0, 1}) {
      bernstein(n, T(end), b);
      for (int i = 0; i <= n; ++i) {
        const int from = end == 0 ? i : n - i;  // the end
        EXPECT_EQ(b.value[i], T(from == 0 ? 1 : 0)) << n;
        const T slope = from == 0 ? T(-n) : from == 1 ? T(n) : T(0);
        EXPECT_EQ(b.first[i], end == 0 ? slope : -slope) << n;
        const int bend = n < 2 ? 0 : from == 0 || from == 2 ? n * (n - 1) : from == 1 ? -2 * n * (n - 1) : 0;
        EXPECT_EQ(b.second[i], T(bend)) << n;
      }
    }
  }
}

}  // namespace
}  // namespace abut
