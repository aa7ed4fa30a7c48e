#include "abut/facets/triangle_triangle.h"

#include <gtest/gtest.h>

#include "tests/facets/exact_facets.h"

namespace abut {
namespace {

using test::Fraction;

template <class T>
class Triangles : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Triangles, Scalars);

template <class T>
T extent(const Facet<T>& a, const Facet<T>& b) {
  T most = T(0);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      most = max(most, max(max_abs(a.v[i] - b.v[j]), max(max_abs(a.v[i] - a.v[j]), max_abs(b.v[i] - b.v[j]))));
    }
  }
  return most;
}

template <class T>
bool has_area(const Facet<T>& f) {
  const test::Triangle<Fraction> t = test::triangle_of<Fraction>(f);
  const auto n = test::across(t.v[1] - t.v[0], t.v[2] - t.v[0]);
  return test::times(n, n) != 0;
}

TYPED_TEST(Triangles, HaveTheDistanceOfExactArithmetic) {
  using T = TypeParam;
  test::FacetMaker<T> make(1);
  double worst = 0;
  int crossing = 0, touching = 0;
  for (int k = 0; k < 1500; ++k) {
    Facet<T> a, b;
    make.pair(a, b);
    const Fraction exact = test::squared_distance(test::triangle_of<Fraction>(a), test::triangle_of<Fraction>(b));
    const FacetDistance<T> found = triangle_triangle(a, b);
    const double truth = std::sqrt(exact.convert_to<double>());
    const double unit = static_cast<double>(Epsilon<T>::value) * static_cast<double>(extent(a, b));
    const double off = std::abs(std::sqrt(static_cast<double>(found.distance2)) - truth) / unit;
    worst = std::max(worst, off);
    ASSERT_LT(off, 16) << "pair " << k << " of kind " << make.kind << ", distance " << truth;
    if (has_area(a) && has_area(b)) {
      ASSERT_EQ(found.crossing, exact == 0) << "pair " << k << " of kind " << make.kind;
      crossing += found.crossing;
    }
    touching += exact == 0;
    const double between = static_cast<double>(length(found.b - found.a));
    ASSERT_LT(std::abs(between - truth), 16 * unit) << "pair " << k;
  }
  EXPECT_GT(crossing, 100);
  EXPECT_GT(touching, crossing);
  testing::Test::RecordProperty("worst", std::to_string(worst));
}

TYPED_TEST(Triangles, SayWhichFeaturesAreNearest) {
  using T = TypeParam;
  const Facet<T> floor{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
  const FacetDistance<T> tip = triangle_triangle(floor, Facet<T>{{{1, 1, T(0.5)}, {1, 2, 3}, {2, 1, 3}}});
  EXPECT_EQ(tip.on_a.kind, FeatureKind::face);
  EXPECT_EQ(tip.on_b.kind, FeatureKind::vertex);
  EXPECT_EQ(tip.on_b.index, 0);
  EXPECT_EQ(tip.distance2, T(0.25));
  const FacetDistance<T> edges = triangle_triangle(floor, Facet<T>{{{1, -1, 1}, {1, 1, T(1.5)}, {1, -1, 5}}});
  EXPECT_EQ(edges.on_a.kind, FeatureKind::edge);
  EXPECT_EQ(edges.on_b.kind, FeatureKind::edge);
  EXPECT_EQ(edges.on_a.index, 0);
  EXPECT_EQ(edges.on_b.index, 0);
  const FacetDistance<T> corners = triangle_triangle(floor, Facet<T>{{{5, 0, 0}, {6, 1, 0}, {6, -1, 0}}});
  EXPECT_EQ(corners.on_a.kind, FeatureKind::vertex);
  EXPECT_EQ(corners.on_a.index, 1);
  EXPECT_EQ(corners.distance2, T(1));
}

TYPED_TEST(Triangles, ThatGoThroughEachOtherHaveAPointOfBoth) {
  using T = TypeParam;
  const Facet<T> floor{{{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}};
  const FacetDistance<T> through = triangle_triangle(floor, Facet<T>{{{1, 1, -1}, {1, 1, 3}, {9, 9, 3}}});
  EXPECT_TRUE(through.crossing);
  EXPECT_EQ(through.distance2, T(0));
  EXPECT_EQ(max_abs(through.a - Vec3<T>{1, 1, 0}), T(0));
}

/// What is beyond a zone is farther away; and most that is farther is beyond.
TYPED_TEST(Triangles, BeyondAZoneAreFarther) {
  using T = TypeParam;
  test::FacetMaker<T> make(2);
  int beyond = 0, farther = 0;
  for (int k = 0; k < 1000; ++k) {
    Facet<T> a, b;
    make.pair(a, b);
    const double distance =
        std::sqrt(test::squared_distance(test::triangle_of<Fraction>(a), test::triangle_of<Fraction>(b))
                      .template convert_to<double>());
    const T reach = round_to<T>(make.random.magnitude(1e-3, 1));
    const T slack = T(32) * Epsilon<T>::value * extent(a, b);
    const bool out = beyond_zone(a, b, reach + slack) || beyond_zone(b, a, reach + slack);
    if (out) {
      ASSERT_GT(distance, static_cast<double>(reach)) << "pair " << k << " of kind " << make.kind;
    }
    beyond += out, farther += distance > static_cast<double>(reach);
  }
  EXPECT_GT(beyond, farther * 2 / 3);
}

TYPED_TEST(Triangles, AreAsFarInAnyOrderOfTheCorners) {
  using T = TypeParam;
  test::FacetMaker<T> make(3);
  for (int k = 0; k < 2000; ++k) {
    Facet<T> a, b;
    make.pair(a, b);
    const T unit = Epsilon<T>::value * extent(a, b);
    const FacetDistance<T> there = triangle_triangle(a, b);
    const FacetDistance<T> back = triangle_triangle(b, Facet<T>{{a.v[2], a.v[1], a.v[0]}});
    if (has_area(a) && has_area(b)) {
      ASSERT_EQ(there.crossing, back.crossing) << k;
    }
    ASSERT_LT(abs(sqrt(there.distance2) - sqrt(back.distance2)), T(32) * unit) << k;
  }
}

}  // namespace
}  // namespace abut
