#include "host/surface/gauss_legendre.h"

#include <gtest/gtest.h>

#include <cmath>

namespace abut::host {
namespace {

double integral_of_power(int count, int power) {
  double sum = 0;
  for (const QuadratureNode& q : gauss_legendre(count)) sum += q.weight * std::pow(q.at, power);
  return sum;
}

TEST(GaussLegendre, PowersBelowTwiceTheCountAreExact) {
  for (const int count : {1, 2, 3, 8, 18, 77, 144, 640}) {
    for (const int power : {0, 1, count, 2 * count - 1}) {
      EXPECT_NEAR(integral_of_power(count, power), 1.0 / (power + 1), 4e-16 * (4 + std::sqrt(count)))
          << count << " " << power;
    }
  }
}

TEST(GaussLegendre, TheNextPowerIsNot) {
  for (const int count : {1, 2, 3, 8})
    EXPECT_GT(1.0 / (2 * count + 1) - integral_of_power(count, 2 * count), 1e-10) << count;
}

TEST(GaussLegendre, NodesAscendWithinTheIntervalAndAreSymmetric) {
  const std::vector<QuadratureNode> q = gauss_legendre(101);
  for (std::size_t i = 0; i < q.size(); ++i) {
    EXPECT_GT(q[i].at, i == 0 ? 0 : q[i - 1].at);
    EXPECT_LT(q[i].at, 1);
    EXPECT_GT(q[i].weight, 0);
    EXPECT_NEAR(q[i].at + q[100 - i].at, 1, 1e-15);
  }
}

}  // namespace
}  // namespace abut::host
