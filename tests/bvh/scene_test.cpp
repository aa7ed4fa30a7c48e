// The region of a tree's cells: which boxes are looked at, and that stragglers do not count.
#include "abut/bvh/scene.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "abut/core/pose.h"
#include "tests/support/random.h"

namespace abut {
namespace {

TEST(Scene, SamplesAreAllBoxesOrAThousandSpreadOverThem) {
  for (const std::uint32_t count : {1u, 1023u, 1024u, 1025u, 100000u, 0xffffffffu}) {
    const std::uint32_t samples = std::min(count, scene_samples);
    for (std::uint32_t k = 0; k + 1 < samples; ++k) EXPECT_LT(scene_sample(k, count), scene_sample(k + 1, count));
    EXPECT_EQ(scene_sample(0, count), 0u);
    EXPECT_LT(scene_sample(samples - 1, count), count);
    EXPECT_GE(scene_sample(samples - 1, count), count - 1 - count / scene_samples);
  }
}

TEST(Scene, ValuesAreTheSixOfABox) {
  const Box<double> box{{1, 2, 3}, {4, 5, 6}};
  for (std::uint32_t k = 0; k < 6; ++k) EXPECT_EQ(scene_value(box, k), k + 1);
}

TEST(Scene, AHundredthOfTheSamplesLiesOutsideOfEachRank) {
  for (const std::uint32_t n : {1u, 2u, 99u, 100u, 1024u}) {
    EXPECT_EQ(low_rank(n), n / 100);
    EXPECT_EQ(high_rank(n) + low_rank(n), n - 1);
  }
}

/// The region of the lower ends, along one axis, as a tree finds it.
std::pair<double, double> region(std::vector<double> values) {
  double lo = *std::min_element(values.begin(), values.end()), hi = *std::max_element(values.begin(), values.end());
  std::sort(values.begin(), values.end());
  const auto n = static_cast<std::uint32_t>(values.size());
  cut_scene(values[low_rank(n)], values[high_rank(n)], lo, hi);
  return {lo, hi};
}

TEST(Scene, StragglersAreCutOffAndOthersAreNot) {
  test::Random random(1);
  std::vector<double> values;
  for (int k = 0; k < 1000; ++k) values.push_back(random.uniform(-1, 1));
  const auto plain = region(values);
  EXPECT_EQ(plain.first, *std::min_element(values.begin(), values.end()));
  EXPECT_EQ(plain.second, *std::max_element(values.begin(), values.end()));
  values[17] = 1e9;
  values[400] = -1e12;
  const auto cut = region(values);
  EXPECT_NEAR(cut.first, -3, 0.2) << "one width more";
  EXPECT_NEAR(cut.second, 3, 0.2);
  EXPECT_EQ(region(std::vector<double>(200, 5.0)), (std::pair<double, double>{5, 5}));
  std::vector<double> one_place(1000, 5.0);
  one_place[0] = 77;
  EXPECT_EQ(region(one_place).second, 77) << "no width to go by";
}

}  // namespace
}  // namespace abut
