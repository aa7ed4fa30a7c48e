// Roots on the circle of functions that have known ones, with one and with two branches.
#include "abut/brep/trig_roots.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace abut {
namespace {

constexpr double noise_of = 1e-14;

/// sin(2 angle - phase) * size, of degree 2; `lift` raises it.
struct Waves {
  static constexpr int degree = 4, branches = 1;
  static constexpr bool has_gaps = false, has_alone = false;
  double phase, size, lift;
  std::vector<double> angles{};
  int doubtful = 0, conformal = 0;

  ArcForm<double, 4> form(const Arc<double>& arc, double& noise) const {
    noise = noise_of;
    const double c = std::cos(phase), s = std::sin(phase);
    return arc.cosine * arc.sine * (2 * c * size) - (arc.cosine * arc.cosine - arc.sine * arc.sine) * (s * size) +
           arc.one * arc.one * lift;
  }
  double value(Vec2<double> d, int) const { return size * std::sin(2 * std::atan2(d.y, d.x) - phase) + lift; }
  double value_noise() const { return noise_of; }
  void found(Vec2<double> d, int, bool unsure) {
    angles.push_back(std::atan2(d.y, d.x));
    doubtful += unsure ? 1 : 0;
  }
  void not_isolated() { ++conformal; }
  void incomplete() {}
};

TEST(TrigRoots, FourOfASineOfTheDoubleAngle) {
  for (int k = 0; k < 64; ++k) {
    Waves waves{k * std::numbers::pi / 32, 1, 0};
    find_trig_roots<double>(waves);
    ASSERT_EQ(waves.angles.size(), 4u) << k;
    for (const double a : waves.angles) EXPECT_NEAR(std::sin(2 * a - waves.phase), 0, 4e-15);
  }
}

TEST(TrigRoots, DoubleOnesAreDoubtfulAndNearMissesNone) {
  Waves touching{0.7, 1, 1}, miss{0.7, 1, 1 + 1e-9}, two{0.7, 1, 1 - 1e-9};
  find_trig_roots<double>(touching);
  EXPECT_EQ(touching.angles.size(), 2u);
  EXPECT_EQ(touching.doubtful, 2);
  for (const double a : touching.angles) EXPECT_NEAR(std::sin(2 * a - 0.7), -1, 1e-13);
  find_trig_roots<double>(miss);
  EXPECT_EQ(miss.angles.size(), 0u);
  find_trig_roots<double>(two);
  EXPECT_EQ(two.angles.size(), 4u);
  EXPECT_EQ(two.doubtful, 0);
}

TEST(TrigRoots, ZeroAllRoundIsNotIsolated) {
  Waves nothing{0.7, 1e-16, 0};
  find_trig_roots<double>(nothing);
  EXPECT_EQ(nothing.conformal, 1);
  EXPECT_TRUE(nothing.angles.empty());
}

/// x -+ k y: the polynomial x^2 - k^2 y^2 does not tell the branches apart, and for k = 0 they have the same roots.
struct TwoBranches {
  static constexpr int degree = 4, branches = 2;
  static constexpr bool has_gaps = false, has_alone = false;
  double k;
  int count[2] = {0, 0};

  ArcForm<double, 4> form(const Arc<double>& arc, double& noise) const {
    noise = noise_of;
    return arc.cosine * arc.cosine - arc.sine * arc.sine * (k * k);
  }
  double value(Vec2<double> d, int branch) const { return branch == 0 ? d.x - k * d.y : d.x + k * d.y; }
  double value_noise() const { return noise_of; }
  void found(Vec2<double> d, int branch, bool unsure) {
    EXPECT_FALSE(unsure);
    EXPECT_NEAR(value(d, branch), 0, 1e-14);
    ++count[branch];
  }
  void not_isolated() { ADD_FAILURE(); }
  void incomplete() { ADD_FAILURE(); }
};

TEST(TrigRoots, EachBelongsToItsBranchAlsoWhereBothHaveOne) {
  for (const double k : {1.0, 1e-3, 1e-9, 0.0}) {
    TwoBranches problem{k};
    find_trig_roots<double>(problem);
    EXPECT_EQ(problem.count[0], 2) << k;
    EXPECT_EQ(problem.count[1], 2) << k;
  }
}

}  // namespace
}  // namespace abut
