// Whether facets are near against distances in extended precision.
#include "abut/deform/facet_pair.h"

#include <gtest/gtest.h>

#include "tests/deform/brute_force.h"
#include "tests/support/random.h"

namespace abut {
namespace {

template <class T>
class FacetPairOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(FacetPairOf, Scalars);

template <class T>
Facet<T> random_facet(test::Random& random, Vec3<double> at, double size) {
  Facet<T> f;
  for (Vec3<T>& v : f.v) {
    const Vec3<double> p = at + random.in_cube() * size;
    v = {T(p.x), T(p.y), T(p.z)};
  }
  return f;
}

template <class T>
std::array<test::WideVec, 3> wide_facet(const Facet<T>& f) {
  std::array<test::WideVec, 3> out;
  for (std::size_t k = 0; k < 3; ++k) out[k] = {f.v[k].x, f.v[k].y, f.v[k].z};
  return out;
}

TYPED_TEST(FacetPairOf, IsNearWhereTheDistanceSaysSo) {
  using T = TypeParam;
  test::Random random(31);
  int near = 0, far = 0, crossing = 0;
  for (int trial = 0; trial < 40000; ++trial) {
    const double unit = random.magnitude(1e-6, 1e6);
    const Facet<T> a = random_facet<T>(random, random.in_cube() * unit, unit);
    const Facet<T> b = random_facet<T>(random, random.in_cube() * unit, random.magnitude(0.01, 1) * unit);
    const T alert = T(random.uniform(0, 0.6) * unit);
    const FacetsMeet meet = facets_meet(a, b, alert);
    const test::Wide d = test::facet_facet(wide_facet(a), wide_facet(b));
    const test::Wide doubt = 64 * test::Wide(Epsilon<T>::value) * test::Wide(4 * unit);
    if (d <= test::Wide(alert) - doubt) {
      ASSERT_TRUE(meet.within) << "trial " << trial << " distance " << double(d) << " of " << double(alert);
    }
    if (d > test::Wide(alert) + doubt) {
      ASSERT_FALSE(meet.within) << "trial " << trial << " distance " << double(d) << " of " << double(alert);
    }
    EXPECT_EQ(meet.crossing, d == 0) << "trial " << trial;
    crossing += meet.crossing, near += meet.within, far += !meet.within;
  }
  EXPECT_GT(near, 2000);
  EXPECT_GT(far, 3000);
  EXPECT_GT(crossing, 200);
}

TYPED_TEST(FacetPairOf, WithoutAreaIsAsNearAsItsPointsAre) {
  using T = TypeParam;
  const Facet<T> point{{{T(0), T(0), T(1)}, {T(0), T(0), T(1)}, {T(0), T(0), T(1)}}};
  const Facet<T> face{{{T(-1), T(-1), T(0)}, {T(1), T(-1), T(0)}, {T(0), T(1), T(0)}}};
  EXPECT_TRUE(facets_meet(point, face, T(1)).within);
  EXPECT_FALSE(facets_meet(point, face, T(0.99)).within);
  EXPECT_TRUE(facets_meet(point, point, T(0)).within);
}

}  // namespace
}  // namespace abut
