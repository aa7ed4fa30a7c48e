#include "abut/bvh/box.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace abut {
namespace {

template <class T>
class BoxOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(BoxOf, Scalars);

TYPED_TEST(BoxOf, EmptyIsNeutralInAUnionAndOverlapsNothing) {
  using T = TypeParam;
  const Box<T> empty = empty_box<T>(), box{{-1, -2, -3}, {1, 2, 3}};
  const T infinity = std::numeric_limits<T>::infinity();
  const Box<T> all{{-infinity, -infinity, -infinity}, {infinity, infinity, infinity}};
  EXPECT_TRUE(is_empty(empty));
  EXPECT_FALSE(is_empty(box));
  const Box<T> both = unite(empty, unite(box, empty));
  EXPECT_TRUE(contains(both, box) && contains(box, both));
  EXPECT_FALSE(overlaps(empty, box));
  EXPECT_FALSE(overlaps(box, empty));
  EXPECT_FALSE(overlaps(empty, empty));
  EXPECT_FALSE(overlaps(empty, Box<T>{box.lo, box.lo}));
  EXPECT_TRUE(contains(box, empty));
  EXPECT_TRUE(overlaps(all, box));
}

TYPED_TEST(BoxOf, OverlapIsClosedAndSymmetricOnEveryAxis) {
  using T = TypeParam;
  const Box<T> a{{0, 0, 0}, {1, 1, 1}};
  for (int axis = 0; axis < 3; ++axis) {
    for (const T sign : {T(-1), T(1)}) {
      const auto moved = [&](T by) {
        Box<T> b = a;
        (axis == 0 ? b.lo.x : axis == 1 ? b.lo.y : b.lo.z) += sign * by;
        (axis == 0 ? b.hi.x : axis == 1 ? b.hi.y : b.hi.z) += sign * by;
        return b;
      };
      EXPECT_TRUE(overlaps(a, moved(1)));
      EXPECT_TRUE(overlaps(moved(1), a));
      EXPECT_FALSE(overlaps(a, moved(T(1.001))));
      EXPECT_FALSE(overlaps(moved(T(1.001)), a));
      EXPECT_FALSE(contains(a, moved(T(0.5))));
    }
  }
}

void expect_tight(double x) {
  const float down = round_down(x), up = round_up(x);
  EXPECT_LE(static_cast<double>(down), x);
  EXPECT_GE(static_cast<double>(up), x);
  // Either x is a float, or no float lies between the two.
  if (static_cast<double>(down) == x) {
    EXPECT_EQ(down, up);
  } else {
    EXPECT_EQ(std::nextafter(down, std::numeric_limits<float>::infinity()), up) << x;
  }
}

TEST(OutwardRounding, BracketsEveryNumberByNeighbouringFloats) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  std::uniform_int_distribution<int> exponent(-160, 135);
  for (int i = 0; i < 100000; ++i) {
    const double x = std::ldexp(mantissa(random), exponent(random));
    expect_tight(x);
    expect_tight(static_cast<double>(round_to<float>(x)));
  }
  for (const double x : {0.0, -0.0, 1.0, 0x1p-149, 0x1p-150, 0x1p-1074, 0x1p-126, 0x1.fffffep127, 0x1p128, 1e300,
                         std::numeric_limits<double>::infinity()}) {
    expect_tight(x);
    expect_tight(-x);
  }
}

TEST(OutwardRounding, IsMonotonic) {
  double x = -1;
  for (int i = 0; i < 1000; ++i) {
    const double next = x + 1e-9 * i;
    EXPECT_LE(round_down(x), round_down(next));
    EXPECT_LE(round_up(x), round_up(next));
    x = next;
  }
}

}  // namespace
}  // namespace abut
