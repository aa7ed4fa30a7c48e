// Nets without allocation, against those of vectors and against values.
#include "abut/surface/net_view.h"

#include <gtest/gtest.h>

#include <vector>

#include "host/surface/bernstein_net.h"
#include "tests/support/random.h"
#include "tests/surface/own_nets.h"

namespace abut {
namespace {

using host::BernsteinNet;
using test::own_net;

/// Random ones of degrees up to 21 by 4.
struct Cases {
  test::Random random{1};
  std::vector<double> numbers = std::vector<double>(20000);
  NumberRoom<double> room{numbers.data()};

  BernsteinNetView<double> net(int n, int m) {
    const BernsteinNetView<double> out = take_net(room, n, m);
    for (int k = 0; k < size_of(out); ++k) out.c[k] = random.uniform(-1, 1);
    return out;
  }
};

void expect_near(const BernsteinNet& a, const BernsteinNet& b, double off) {
  ASSERT_EQ(a.n, b.n);
  ASSERT_EQ(a.m, b.m);
  for (std::size_t k = 0; k < a.c.size(); ++k) ASSERT_NEAR(a.c[k], b.c[k], off);
}

TEST(NetView, ProductsDerivativesAndHigherDegreesAreThoseOfVectors) {
  for (const auto& [n, m] : {std::pair{0, 0}, {1, 0}, {0, 3}, {3, 3}, {7, 5}, {14, 4}}) {
    Cases of;
    const auto a = of.net(n, m), b = of.net(7, 2);
    BernsteinNet product(n + 7, m + 2);
    add_product(own_net(a), own_net(b), -2, product);
    const auto to = take_zeros(of.room, n + 7, m + 2);
    add_product(a, b, -2.0, to);
    expect_near(own_net(to), product, 1e-14);
    expect_near(own_net(derivative_by_s(a, of.room)), derivative_by_s(own_net(a)), 1e-14);
    expect_near(own_net(derivative_by_t(a, of.room)), derivative_by_t(own_net(a)), 1e-14);
    expect_near(own_net(elevated(a, n + 3, m + 2, of.room)), elevated(own_net(a), n + 3, m + 2), 1e-14);
    EXPECT_NEAR(value_in_the_middle(a), value_in_the_middle(own_net(a)), 1e-14);
    EXPECT_EQ(largest_magnitude(a), largest_magnitude(own_net(a)));
    for (const auto& [end, host_end] : {std::pair{NetEnd::s0, host::NetEnd::s0},
                                        {NetEnd::s1, host::NetEnd::s1},
                                        {NetEnd::t0, host::NetEnd::t0},
                                        {NetEnd::t1, host::NetEnd::t1}}) {
      expect_near(own_net(along(a, end, of.room)), along(own_net(a), host_end), 0);
      const bool of_s = end == NetEnd::s0 || end == NetEnd::s1;
      if ((of_s ? n : m) > 0)
        expect_near(own_net(without_factor(a, end, of.room)), without_factor(own_net(a), host_end), 1e-14);
    }
  }
}

TEST(NetView, RestrictedToARectangleItIsWhatHalvesOfHalvesAre) {
  Cases of;
  for (const auto& [n, m] : {std::pair{0, 2}, {3, 3}, {9, 4}, {21, 21}}) {
    const auto a = of.net(n, m);
    // The third eighth by s, the last quarter by t.
    BernsteinNet expected = halves_by_s(halves_by_s(halves_by_s(own_net(a)).first).second).first;
    expected = halves_by_t(halves_by_t(expected).second).second;
    NumberRoom<double> spare = of.room;
    expect_near(own_net(restricted(a, {0.25, 0.375, 0.75, 1.0}, spare)), expected, 1e-13);
    expect_near(own_net(restricted(a, {0.0, 1.0, 0.0, 1.0}, spare)), own_net(a), 0);
  }
}

}  // namespace
}  // namespace abut
