// The corner of a triangle whose edges know its plane best: which one it is, and that its normal is the triangle's.
#include "abut/narrow/triangle.h"

#include <gtest/gtest.h>

#include "abut/core/pose.h"
#include "tests/support/exact.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::Random;

template <class T>
struct Corners {
  Vec3<T> v[3];
  TriangleCorner<T> best() const {
    return best_corner<T>([&](int i, int j) { return v[j] - v[i]; });
  }
  int at() const {
    const TriangleCorner<T> c = best();
    return c.at1 ? 1 : c.at2 ? 2 : 0;
  }
};

template <class T>
class BestCorner : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(BestCorner, Scalars);

TYPED_TEST(BestCorner, OfAWellShapedTriangleIsTheFirst) {
  using T = TypeParam;
  EXPECT_EQ((Corners<T>{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}}.at()), 0);
  EXPECT_EQ((Corners<T>{{{0, 0, 0}, {1, 0, 0}, {T(0.5), T(0.25), 0}}}.at()), 0);
}

TYPED_TEST(BestCorner, OfASharpTriangleIsBetweenTheShortestEdges) {
  using T = TypeParam;
  const T tiny = T(0x1p-10);
  // The longest edge is opposite to the corner that is chosen.
  EXPECT_EQ((Corners<T>{{{0, 0, 0}, {1, 0, 0}, {2, tiny, 0}}}.at()), 1);
  EXPECT_EQ((Corners<T>{{{0, 0, 0}, {2, 0, 0}, {1, tiny, 0}}}.at()), 2);
  EXPECT_EQ((Corners<T>{{{1, tiny, 0}, {2, 0, 0}, {0, 0, 0}}}.at()), 0);
  // A needle: its short edge is one of the two.
  EXPECT_EQ((Corners<T>{{{0, 0, 0}, {1, 0, 0}, {T(0.999), tiny, 0}}}.at()), 2);
  EXPECT_EQ((Corners<T>{{{0, 0, 0}, {T(0.999), 0, 0}, {1, tiny, 0}}}.at()), 1);
}

TYPED_TEST(BestCorner, EdgesGoToTheNextCornerAndTheOneAfter) {
  using T = TypeParam;
  Random random(1);
  int chosen[3] = {0, 0, 0};
  for (int k = 0; k < 3000; ++k) {
    const Vec3<double> a = random.in_cube(), along = random.direction();
    const double step = random.uniform(-1, 2), off = random.magnitude(1e-6, 1);
    Corners<T> t{{narrowed<T>(a), narrowed<T>(a + along), narrowed<T>(a + along * step + random.direction() * off)}};
    const int c = t.at();
    ++chosen[c];
    const TriangleCorner<T> best = t.best();
    EXPECT_EQ(length(best.e1 - (t.v[(c + 1) % 3] - t.v[c])), 0);
    EXPECT_EQ(length(best.e2 - (t.v[(c + 2) % 3] - t.v[c])), 0);
    EXPECT_FALSE(best.at1 && best.at2);
  }
  for (const int n : chosen) EXPECT_GT(n, 100);
}

TEST(BestCornerNormal, IsTheExactOneToTheRoundingOfTheEdges) {
  Random random(2);
  for (int k = 0; k < 1000; ++k) {
    const Vec3<double> a = random.in_cube(), along = random.direction();
    const Corners<double> t{{a, a + along, a + along * random.uniform(-1, 2) + random.direction() * 1e-9}};
    test::CommonShift shift;
    for (const Vec3<double>& v : t.v) shift.see(v);
    const auto e = [&](int i) {
      return test::exact_minus(test::exact(t.v[i], shift.shift()), test::exact(t.v[0], shift.shift()));
    };
    const test::ExactVector n = test::exact_cross_product(e(1), e(2));
    const auto real = [&](const test::Integer& i) {
      return static_cast<double>(test::WideReal(i) * pow(test::WideReal(2), -2 * shift.shift()));
    };
    const Vec3<double> exact{real(n.x), real(n.y), real(n.z)};
    const TriangleCorner<double> c = t.best();
    const Vec3<double> found = cross(c.e1, c.e2);
    // Each edge is off by a rounding of its coordinates, which a cross product multiplies by the other's length.
    EXPECT_LT(length(found - exact), 8e-16 * (length(c.e1) + length(c.e2))) << k;
    EXPECT_GT(dot(found, exact), 0) << k;
  }
}

}  // namespace
}  // namespace abut
