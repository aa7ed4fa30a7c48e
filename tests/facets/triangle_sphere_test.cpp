#include "abut/facets/triangle_sphere.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

template <class T>
class TriangleSpheres : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(TriangleSpheres, Scalars);

TYPED_TEST(TriangleSpheres, AreApartOrDeepAlongTheLineToTheCentre) {
  using T = TypeParam;
  const Facet<T> f{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
  const TriangleSphere<T> above = triangle_sphere<T>(f, {1, 1, 2}, T(0.5));
  EXPECT_EQ(above.separation, T(1.5));
  EXPECT_EQ(above.normal.z, T(1));
  EXPECT_EQ(above.on.kind, FeatureKind::face);
  const TriangleSphere<T> beside = triangle_sphere<T>(f, {2, -3, 0}, T(4));
  EXPECT_EQ(beside.separation, T(-1));
  EXPECT_EQ(beside.normal.y, T(-1));
  EXPECT_EQ(beside.on.kind, FeatureKind::edge);
}

TYPED_TEST(TriangleSpheres, WithTheCentreOnTheTriangleHaveNoNormal) {
  using T = TypeParam;
  const Facet<T> f{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
  const TriangleSphere<T> in = triangle_sphere<T>(f, {1, 1, 0}, T(2));
  EXPECT_EQ(in.separation, T(-2));
  EXPECT_EQ(max_abs(in.normal), T(0));
}

TYPED_TEST(TriangleSpheres, MeetAPointAsASphereDoes) {
  using T = TypeParam;
  const Vec3<T> p{1, 2, 3};
  const TriangleSphere<T> s = triangle_sphere<T>(Facet<T>{{p, p, p}}, {1, 2, 8}, T(1));
  EXPECT_EQ(s.separation, T(4));
  EXPECT_EQ(s.on.kind, FeatureKind::vertex);
}

}  // namespace
}  // namespace abut
