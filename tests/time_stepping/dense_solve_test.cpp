#include "examples/time_stepping/dense_solve.h"

#include <gtest/gtest.h>

#include <random>

namespace time_stepping::testing {
namespace {

TEST(DenseSolve, RandomSystemsGiveBackTheirSolutions) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> any(-1, 1);
  for (std::size_t n = 1; n <= 40; ++n) {
    std::vector<double> a(n * n), x(n), b(n, 0.0);
    for (double& value : a) value = any(engine);
    for (double& value : x) value = any(engine);
    for (std::size_t i = 0; i < n * n; ++i) b[i / n] += a[i] * x[i % n];
    ASSERT_TRUE(solve_dense(a, b));
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(b[i], x[i], 1e-10) << n;
  }
}

TEST(DenseSolve, AZeroOrASmallNumberOnTheDiagonalIsNoPivot) {
  std::vector<double> a{0, 2, 3, 0}, b{4, 9};
  ASSERT_TRUE(solve_dense(a, b));
  EXPECT_EQ(b, (std::vector<double>{3, 2}));
  std::vector<double> small{1e-20, 1, 1, 1}, right{1, 2};
  ASSERT_TRUE(solve_dense(small, right));
  EXPECT_NEAR(right[0], 1, 1e-12);
  EXPECT_NEAR(right[1], 1, 1e-12);
}

TEST(DenseSolve, ASingularSystemIsRefused) {
  std::vector<double> a{1, 2, 2, 4}, b{1, 2};
  EXPECT_FALSE(solve_dense(a, b));
  std::vector<double> none, nothing;
  EXPECT_TRUE(solve_dense(none, nothing));
}

}  // namespace
}  // namespace time_stepping::testing
