#include "abut/facets/point_triangle.h"

#include <gtest/gtest.h>

#include "tests/facets/exact_facets.h"

namespace abut {
namespace {

using test::Fraction;

template <class T>
class PointTriangle : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PointTriangle, Scalars);

TYPED_TEST(PointTriangle, HasTheDistanceOfExactArithmetic) {
  using T = TypeParam;
  test::FacetMaker<T> make(7);
  for (int k = 0; k < 1500; ++k) {
    make.kind = k % 5;
    const Facet<T> f = make.facet();
    const Vec3<T> p = make.rounded(make.random.in_cube() * 2.0);
    const PointOnTriangle<T> found = point_triangle(p, f);
    const test::Triangle<Fraction> t = test::triangle_of<Fraction>(f);
    const auto q = test::triangle_of<Fraction>(Facet<T>{{p, p, p}}).v[0];
    Fraction least = test::squared_to_segment(q, t.v[0], t.v[1]), squared;
    test::lower(least, test::squared_to_segment(q, t.v[1], t.v[2]));
    test::lower(least, test::squared_to_segment(q, t.v[2], t.v[0]));
    if (test::squared_to_plane(q, t, squared)) test::lower(least, squared);
    const double truth = std::sqrt(least.template convert_to<double>());
    const double unit = static_cast<double>(Epsilon<T>::value) * 4;
    ASSERT_LT(std::abs(std::sqrt(static_cast<double>(found.distance2)) - truth), 4 * unit) << k;
    ASSERT_LT(std::abs(static_cast<double>(length(found.point - p)) - truth), 4 * unit) << k;
  }
}

TYPED_TEST(PointTriangle, NamesTheFeature) {
  using T = TypeParam;
  const Facet<T> f{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
  EXPECT_EQ(point_triangle<T>({T(0.25), T(0.25), 1}, f).on.kind, FeatureKind::face);
  for (std::uint8_t k = 0; k < 3; ++k) {
    const Vec3<T> c{T(0.3), T(0.3), 0}, corner = f.v[k], next = f.v[next_corner(k)];
    const auto at_corner = point_triangle(corner * T(3) - c * T(2), f).on;
    EXPECT_EQ(at_corner.kind, FeatureKind::vertex);
    EXPECT_EQ(at_corner.index, k);
    const auto at_edge = point_triangle((corner + next) * T(1) - c, f).on;
    EXPECT_EQ(at_edge.kind, FeatureKind::edge);
    EXPECT_EQ(at_edge.index, k);
  }
}

}  // namespace
}  // namespace abut
