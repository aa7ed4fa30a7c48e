#include "abut/deform/positive_window.h"

#include <gtest/gtest.h>

#include "tests/deform/exact_impact.h"
#include "tests/support/random.h"

namespace abut {
namespace {

template <class T>
class PositiveWindow : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PositiveWindow, Scalars);

/// Ordinary coefficients, lowest first, of Bernstein ones that are integers.
std::vector<test::Integer> ordinary(const int (&b)[4]) {
  return {b[0], 3 * (b[1] - b[0]), 3 * (b[0] - 2 * b[1] + b[2]), b[3] - 3 * b[2] + 3 * b[1] - b[0]};
}

TYPED_TEST(PositiveWindow, EndsInFrontOfTheFirstRootAndComesNearIt) {
  using T = TypeParam;
  test::Random random(33);
  int with_root = 0;
  for (int i = 0; i < 3000; ++i) {
    int b[4];
    T c[4];
    for (int k = 0; k < 4; ++k) b[k] = static_cast<int>(random.below(2001)) - 1000;
    b[0] = 1 + std::abs(b[0]);
    for (int k = 0; k < 4; ++k) c[k] = T(b[k]) - T(2e4) * Epsilon<T>::value;
    const std::vector<test::WideReal> roots = test::roots_in_step(ordinary(b));
    T until = T(0);
    for (int k = 0; k < 30; ++k) until = positive_until(c, until);
    if (roots.empty()) {
      EXPECT_GT(until, T(0));
      continue;
    }
    ++with_root;
    ASSERT_LT(test::WideReal(until), roots[0]) << i;
    // Double roots are approached by halves.
    if (roots.size() == 1) {
      EXPECT_GT(until, T(roots[0].template convert_to<double>()) - T(0.1)) << i;
    }
  }
  EXPECT_GT(with_root, 500);
}

TYPED_TEST(PositiveWindow, IsTheWholeStepWhereAllCoefficientsArePositiveAndNothingWhereTheValueIsNot) {
  using T = TypeParam;
  const T positive[4] = {T(1), T(2), T(0.5), T(1)}, negative[4] = {T(-1), T(2), T(2), T(2)};
  EXPECT_EQ(positive_until(positive, T(0)), T(1));
  EXPECT_EQ(positive_until(positive, T(0.3)), T(1));
  EXPECT_EQ(positive_until(negative, T(0)), T(0));
  const T line[4] = {T(1), T(1) / T(3), T(-1) / T(3), T(-1)};
  EXPECT_NEAR(positive_until(line, T(0)), 0.5, 64 * Epsilon<T>::value);
  EXPECT_NEAR(bernstein_value(line, T(0.25)), 0.5, 4 * Epsilon<T>::value);
}

}  // namespace
}  // namespace abut
