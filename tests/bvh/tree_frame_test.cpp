#include "abut/bvh/tree_frame.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace abut {
namespace {

Box<double> point(double x, double y, double z) { return {{x, y, z}, {x, y, z}}; }

double mantissa_of(double x) {
  int exponent;
  return std::frexp(x, &exponent);
}

TEST(TreeFrame, HoldsTheSceneBetweenMinusTwoAndTwo) {
  for (const double size : {1e-200, 1e-9, 0.3, 1.0, 7.0, 1e9, 1e200}) {
    const Box<double> scene{{3 * size, -size, 0}, {4 * size, size, 0.5 * size}};
    const TreeFrame frame = tree_frame(scene);
    const Box<float> box = to_tree(frame, scene);
    EXPECT_DOUBLE_EQ(frame.origin.x, 3.5 * size);
    EXPECT_EQ(mantissa_of(frame.scale), 0.5) << "no power of two";
    EXPECT_GE(box.hi.y, 1);
    EXPECT_LT(box.hi.y, 2.00001f);
    EXPECT_EQ(box.lo.y, -box.hi.y);
  }
}

TEST(TreeFrame, IsTheSameTreeInAnyPowerOfTwoUnit) {
  const Box<double> scene{{-3, -1, 0}, {5, 1, 0.7}}, inside{{0.1, 0.2, 0.3}, {0.4, 0.5, 0.6}};
  const auto scaled = [](const Box<double>& b, double s) { return Box<double>{b.lo * s, b.hi * s}; };
  const Box<float> expected = to_tree(tree_frame(scene), inside);
  for (int k = -300; k <= 300; k += 50) {
    const double unit = std::ldexp(1.0, k);
    const TreeFrame frame = tree_frame(scaled(scene, unit));
    const Box<float> box = to_tree(frame, scaled(inside, unit));
    EXPECT_EQ(box.lo.x, expected.lo.x);
    EXPECT_EQ(box.hi.z, expected.hi.z);
    EXPECT_EQ(morton_code(frame, scaled(inside, unit)), morton_code(tree_frame(scene), inside));
  }
}

TEST(TreeFrame, DegenerateScenesAreHandled) {
  for (const double half : {0.0, 0x1p-1074, 0x1p-1022, 1e308, std::numeric_limits<double>::max()}) {
    const TreeFrame frame = tree_frame({{-half, -half, -half}, {half, half, half}});
    EXPECT_TRUE(std::isfinite(frame.scale));
    EXPECT_GT(frame.scale, 0);
    const Box<float> box = to_tree(frame, {{-half, -half, -half}, {half, half, half}});
    EXPECT_TRUE(overlaps(box, box));
    EXPECT_LE(morton_code(frame, point(half, half, half)), empty_morton_code);
  }
}

TEST(TreeFrame, BoxesThatOverlapStillDo) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> place(-1, 1);
  const TreeFrame frame = tree_frame({{-1, -1, -1}, {1, 1, 1}});
  for (int i = 0; i < 10000; ++i) {
    // Boxes that share a face at a number that is no float, near and far outside the scene.
    const double face = place(random) * (i % 2 == 0 ? 1.0 : 1e12);
    const Box<double> a{{face - 1, -1, -1}, {face, 1, 1}}, b{{face, -1, -1}, {face + 1, 1, 1}};
    ASSERT_TRUE(overlaps(to_tree(frame, a), to_tree(frame, b)));
  }
  EXPECT_TRUE(is_empty(to_tree(frame, empty_box<double>())));
}

TEST(TreeFrame, BoxesAreRoundedOutward) {
  std::mt19937_64 random(13);
  std::uniform_real_distribution<double> place(-2, 2);
  for (int i = 0; i < 1000; ++i) {
    const Box<double> a{{place(random), place(random), place(random)}, {2, 2, 2}}, b{{-2, -2, -2}, a.lo};
    const auto wide = [](Vec3<float> v) {
      return Vec3<double>{static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
    };
    for (const Box<double>& box : {a, b}) {
      const Box<float> rounded = to_tree({{0, 0, 0}, 1}, box);
      ASSERT_TRUE(contains(Box<double>{wide(rounded.lo), wide(rounded.hi)}, box));
    }
  }
}

TEST(MortonCode, InterleavesTheBitsOfTheThreeCells) {
  std::mt19937 random(12);
  for (int i = 0; i < 1000; ++i) {
    const std::uint32_t x = random() & 0x1fffffu;
    std::uint64_t expected = 0;
    for (int bit = 0; bit < morton_bits; ++bit) expected |= std::uint64_t{x >> bit & 1} << (3 * bit);
    ASSERT_EQ(spread_bits(x), expected);
  }
  const TreeFrame frame{{0, 0, 0}, 1};
  EXPECT_EQ(morton_code(frame, point(-2, -2, -2)), 0u);
  EXPECT_EQ(morton_code(frame, point(-2, -2, -2 + 0x1p-19)), 1u);
  EXPECT_EQ(morton_code(frame, point(-2, -2 + 0x1p-19, -2)), 2u);
  EXPECT_EQ(morton_code(frame, point(-2 + 0x1p-19, -2, -2)), 4u);
  EXPECT_EQ(morton_code(frame, point(0, -2, -2)), std::uint64_t{1} << 62);
  EXPECT_EQ(morton_code(frame, {{-4, -4, -4}, {0, 0, 0}}), 0u);
}

TEST(MortonCode, OutsideTheSceneIsTheOutermostCell) {
  const TreeFrame frame{{0, 0, 0}, 1};
  EXPECT_EQ(morton_cell(-1e30), 0u);
  EXPECT_EQ(morton_cell(std::numeric_limits<double>::quiet_NaN()), 0u);
  EXPECT_EQ(morton_cell(2.0), 0x1fffffu);
  EXPECT_EQ(morton_cell(std::numeric_limits<double>::infinity()), 0x1fffffu);
  EXPECT_EQ(morton_code(frame, point(1e300, 1e300, 1e300)), empty_morton_code);
  EXPECT_EQ(morton_code(frame, empty_box<double>()), empty_morton_code);
}

}  // namespace
}  // namespace abut
