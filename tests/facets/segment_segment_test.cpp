#include "abut/facets/segment_segment.h"

#include <gtest/gtest.h>

#include "tests/facets/exact_facets.h"

namespace abut {
namespace {

using test::Fraction;

template <class T>
class Segments : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Segments, Scalars);

template <class T>
test::Point3<Fraction> exact(Vec3<T> v) {
  return {Fraction(static_cast<double>(v.x)), Fraction(static_cast<double>(v.y)), Fraction(static_cast<double>(v.z))};
}

/// At any angle down to none, of any lengths: what the parameters lose beside the parallel, the points do not.
TYPED_TEST(Segments, HaveTheDistanceOfExactArithmetic) {
  using T = TypeParam;
  test::Random random(5);
  for (int k = 0; k < 2000; ++k) {
    const Vec3<double> e = random.in_ball(), p = random.in_cube();
    const Vec3<double> f = e * random.uniform(-2, 2) + random.in_ball() * random.magnitude(1e-17, 1);
    const Vec3<double> q = p + e * random.uniform(-1, 2) + random.in_ball() * random.magnitude(1e-16, 1);
    Vec3<T> v[4] = {narrowed<T>(p), narrowed<T>(p + e), narrowed<T>(q), narrowed<T>(q + f)};
    if (k % 7 == 0) v[3] = v[2];
    if (k % 11 == 0) v[1] = v[0];
    const SegmentDistance<T> found = segment_segment(v[0], v[1], v[2], v[3]);
    const double truth = std::sqrt(
        test::squared_of_segments(exact(v[0]), exact(v[1]), exact(v[2]), exact(v[3])).template convert_to<double>());
    const double unit = static_cast<double>(Epsilon<T>::value) * 4;
    ASSERT_LT(std::abs(std::sqrt(static_cast<double>(found.distance2)) - truth), 4 * unit) << k;
    ASSERT_TRUE(found.s >= T(0) && found.s <= T(1) && found.t >= T(0) && found.t <= T(1)) << k;
  }
}

TYPED_TEST(Segments, ThatCrossAtRightAnglesMeetWhereTheySay) {
  using T = TypeParam;
  const SegmentDistance<T> d = segment_segment<T>({-1, 0, 0}, {3, 0, 0}, {0, -1, 2}, {0, 3, 2});
  EXPECT_EQ(d.s, T(0.25));
  EXPECT_EQ(d.t, T(0.25));
  EXPECT_EQ(d.distance2, T(4));
}

TYPED_TEST(Segments, HaveEndsThatAreTheirCorners) {
  using T = TypeParam;
  const Vec3<T> end{T(0.1), T(0.7), T(0.3)};
  const SegmentDistance<T> d = segment_segment<T>({T(-0.3), T(0.2), T(0.9)}, end, {5, 5, 5}, {6, 5, 5});
  EXPECT_EQ(d.s, T(1));
  EXPECT_EQ(max_abs(d.a - end), T(0));
}

}  // namespace
}  // namespace abut
