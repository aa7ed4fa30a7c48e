// Roots of products of linear factors are isolated, and multiple ones become clusters.
#include "abut/brep/root_intervals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/support/random.h"

namespace abut {
namespace {

/// Bernstein coefficients of the product of (u - root), by convolution with binomial numbers.
template <int N>
std::vector<double> from_roots(const std::vector<double>& roots) {
  std::vector<double> scaled{1};
  for (int i = 0; i < N; ++i) {
    std::vector<double> next(scaled.size() + 1, 0.0);
    const bool is_root = i < static_cast<int>(roots.size());
    const double low = is_root ? -roots[static_cast<std::size_t>(i)] : 1, high = is_root ? 1 + low : 1;
    for (std::size_t k = 0; k < scaled.size(); ++k) {
      next[k] += scaled[k] * low;
      next[k + 1] += scaled[k] * high;
    }
    scaled = next;
  }
  double binomial = 1;
  for (int i = 0; i <= N; ++i) {
    scaled[static_cast<std::size_t>(i)] /= binomial;
    binomial = binomial * (N - i) / (i + 1);
  }
  return scaled;
}

TEST(RootIntervals, HoldOneRootEach) {
  test::Random random(3);
  for (int n = 0; n < 2000; ++n) {
    std::vector<double> roots;
    for (std::uint32_t k = random.below(9); k > 0; --k) roots.push_back(random.uniform(-0.3, 1.3));
    std::vector<double> inside;
    bool apart = true;
    std::sort(roots.begin(), roots.end());
    for (std::size_t k = 0; k < roots.size(); ++k) {
      if (roots[k] > 0 && roots[k] < 1) inside.push_back(roots[k]);
      apart = apart && (k == 0 || roots[k] - roots[k - 1] > 1e-2) &&
              std::min(std::abs(roots[k]), std::abs(1 - roots[k])) > 1e-3;
    }
    if (!apart) continue;
    RootIntervals<double> out{};
    find_root_intervals<double, 8>(from_roots<8>(roots).data(), 1e-19, 0.0, out);
    ASSERT_EQ(out.count, static_cast<int>(inside.size())) << n;
    for (int k = 0; k < out.count; ++k) {
      EXPECT_FALSE(out.cluster[k]);
      EXPECT_LT(out.begin[k], inside[static_cast<std::size_t>(k)]);
      EXPECT_GT(out.end[k], inside[static_cast<std::size_t>(k)]);
    }
  }
}

TEST(RootIntervals, DoubleRootsAreClustersAboutTheRootOfNoiseWide) {
  for (const double noise : {1e-8, 1e-12}) {
    RootIntervals<double> out{};
    find_root_intervals<double, 4>(from_roots<4>({0.3, 0.3, 0.8}).data(), noise, 2.0, out);
    ASSERT_EQ(out.count, 2);
    EXPECT_TRUE(out.cluster[0]);
    EXPECT_FALSE(out.cluster[1]);
    EXPECT_LE(out.begin[0], 2.3);
    EXPECT_GE(out.end[0], 2.3);
    EXPECT_LT(out.end[0] - out.begin[0], 16 * std::sqrt(noise));
    EXPECT_EQ(longest_cluster(out), out.end[0] - out.begin[0]);
  }
}

TEST(RootIntervals, NoiseAloneIsOneClusterAndNearMissesAreNotLost) {
  const double nothing[5] = {1e-17, -1e-17, 0, 1e-17, 0}, miss[3] = {1, -1 + 1e-13, 1};
  RootIntervals<double> out{};
  find_root_intervals<double, 4>(nothing, 1e-16, 0.0, out);
  ASSERT_EQ(out.count, 1);
  EXPECT_EQ(out.end[0] - out.begin[0], 1);
  RootIntervals<double> near{};
  find_root_intervals<double, 2>(miss, 1e-12, 0.0, near);
  ASSERT_EQ(near.count, 1);
  EXPECT_TRUE(near.cluster[0]);
  RootIntervals<double> single{};
  find_root_intervals<double, 4>(from_roots<4>({0.3}).data(), 1e-12, 0.0, single);
  ASSERT_EQ(single.count, 1);
  EXPECT_EQ(longest_cluster(single), 0);
}

}  // namespace
}  // namespace abut
