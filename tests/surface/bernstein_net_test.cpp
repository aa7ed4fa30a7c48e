#include "host/surface/bernstein_net.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/random.h"

namespace abut::host {
namespace {

double binomial(int n, int k) {
  double out = 1;
  for (int i = 1; i <= k; ++i) out = out * (n - i + 1) / i;
  return out;
}
double value(const BernsteinNet& f, double s, double t) {
  const auto basis = [](int n, int k, double x) { return binomial(n, k) * std::pow(x, k) * std::pow(1 - x, n - k); };
  double sum = 0;
  for (int i = 0; i <= f.n; ++i) {
    for (int j = 0; j <= f.m; ++j) sum += basis(f.n, i, s) * basis(f.m, j, t) * f.at(i, j);
  }
  return sum;
}
BernsteinNet random_net(test::Random& random, int n, int m) {
  BernsteinNet out(n, m);
  for (double& x : out.c) x = random.uniform(-1, 1);
  return out;
}

/// Each test of degrees 0 to 4 at places all over.
template <class F>
void for_each_case(const F& f) {
  test::Random random(1);
  for (int n = 0; n <= 4; ++n) {
    for (int m = 0; m <= 4; ++m) {
      const BernsteinNet net = random_net(random, n, m);
      for (int k = 0; k < 8; ++k) f(random, net, random.uniform(), random.uniform());
    }
  }
}

TEST(BernsteinNet, AProductHasTheProductsOfTheValues) {
  for_each_case([](test::Random& random, const BernsteinNet& f, double s, double t) {
    const BernsteinNet g = random_net(random, 3, 2);
    BernsteinNet out = random_net(random, f.n + 3, f.m + 2);
    const double before = value(out, s, t);
    add_product(f, g, -2, out);
    EXPECT_NEAR(value(out, s, t), before - 2 * value(f, s, t) * value(g, s, t), 1e-13);
  });
}

TEST(BernsteinNet, DerivativesAreThoseOfItsValues) {
  for_each_case([](test::Random&, const BernsteinNet& f, double s, double t) {
    constexpr double h = 1e-6;
    EXPECT_NEAR(value(derivative_by_s(f), s, t), (value(f, s + h, t) - value(f, s - h, t)) / (2 * h), 1e-8);
    EXPECT_NEAR(value(derivative_by_t(f), s, t), (value(f, s, t + h) - value(f, s, t - h)) / (2 * h), 1e-8);
  });
}

TEST(BernsteinNet, OfHigherDegreesItIsTheSame) {
  for_each_case([](test::Random&, const BernsteinNet& f, double s, double t) {
    const BernsteinNet g = elevated(f, f.n + 2, f.m + 3);
    EXPECT_EQ(g.n, f.n + 2);
    EXPECT_EQ(g.m, f.m + 3);
    EXPECT_NEAR(value(g, s, t), value(f, s, t), 1e-14);
  });
}

TEST(BernsteinNet, WithoutAFactorItIsTheQuotient) {
  for_each_case([](test::Random&, const BernsteinNet& f, double s, double t) {
    BernsteinNet by_s(1, 0), by_one_minus_s(1, 0), by_t(0, 1), by_one_minus_t(0, 1);
    by_s.c = {0, 1}, by_one_minus_s.c = {1, 0}, by_t.c = {0, 1}, by_one_minus_t.c = {1, 0};
    const auto check = [&](const BernsteinNet& factor, NetEnd end) {
      BernsteinNet times(f.n + factor.n, f.m + factor.m);
      add_product(f, factor, 1, times);
      const BernsteinNet out = without_factor(times, end);
      EXPECT_EQ(out.n, f.n);
      EXPECT_EQ(out.m, f.m);
      EXPECT_NEAR(value(out, s, t), value(f, s, t), 1e-13);
    };
    check(by_s, NetEnd::s0), check(by_one_minus_s, NetEnd::s1), check(by_t, NetEnd::t0);
    check(by_one_minus_t, NetEnd::t1);
  });
}

TEST(BernsteinNet, HalvesAreItsOwnHalves) {
  for_each_case([](test::Random&, const BernsteinNet& f, double s, double t) {
    const auto by_s = halves_by_s(f), by_t = halves_by_t(f);
    EXPECT_NEAR(value(by_s.first, s, t), value(f, s / 2, t), 1e-14);
    EXPECT_NEAR(value(by_s.second, s, t), value(f, 0.5 + s / 2, t), 1e-14);
    EXPECT_NEAR(value(by_t.first, s, t), value(f, s, t / 2), 1e-14);
    EXPECT_NEAR(value(by_t.second, s, t), value(f, s, 0.5 + t / 2), 1e-14);
  });
}

TEST(BernsteinNet, EndsAndTheMiddleHaveItsValues) {
  for_each_case([](test::Random&, const BernsteinNet& f, double s, double) {
    EXPECT_NEAR(value(along(f, NetEnd::s0), s, 0), value(f, 0, s), 1e-14);
    EXPECT_NEAR(value(along(f, NetEnd::s1), s, 0), value(f, 1, s), 1e-14);
    EXPECT_NEAR(value(along(f, NetEnd::t0), s, 0), value(f, s, 0), 1e-14);
    EXPECT_NEAR(value(along(f, NetEnd::t1), s, 0), value(f, s, 1), 1e-14);
    EXPECT_NEAR(value_in_the_middle(f), value(f, 0.5, 0.5), 1e-14);
  });
}

TEST(BernsteinNet, NoValueIsBeyondItsRange) {
  for_each_case([](test::Random&, const BernsteinNet& f, double s, double t) {
    const NetRange r = range_of(f);
    EXPECT_GE(value(f, s, t), r.least - 1e-15);
    EXPECT_LE(value(f, s, t), r.largest + 1e-15);
    EXPECT_EQ(largest_magnitude(f), std::max(std::abs(r.least), std::abs(r.largest)));
  });
}

}  // namespace
}  // namespace abut::host
