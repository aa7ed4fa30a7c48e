#include "abut/surface/piece_search.h"

#include <gtest/gtest.h>

#include "tests/surface/surface_cases.h"

namespace abut {
namespace {

using namespace closest_point_detail;
using test::Random;
using test::Searched;
using test::SurfaceKind;

template <class T>
class PieceSearch : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PieceSearch, Scalars);

TYPED_TEST(PieceSearch, HalvesCoverARectangleAndThatOfTheMinimumIsNext) {
  using T = TypeParam;
  WaitingRectangles<T> waiting;
  begin_with_all(waiting);
  ASSERT_EQ(waiting.count, 1);
  const ParameterRectangle<T> all = waiting.of[--waiting.count];
  EXPECT_TRUE(is_whole(all));
  PatchMinimum<T> m{};
  m.s = T(0.75), m.t = T(0.125);
  wait_in_halves(waiting, all, true, T(0.5), m);
  ASSERT_EQ(waiting.count, 2);
  const ParameterRectangle<T> next = waiting.of[1];
  EXPECT_EQ(next.s0, T(0.5));
  EXPECT_EQ(next.s1, T(1));
  EXPECT_EQ(waiting.of[0].s0, T(0));
  EXPECT_EQ(waiting.of[0].s1, T(0.5));
  EXPECT_FALSE(is_whole(next));
  --waiting.count;
  wait_in_halves(waiting, next, false, T(0.25), m);
  ASSERT_EQ(waiting.count, 3);
  EXPECT_EQ(waiting.of[2].t1, T(0.25));
  EXPECT_EQ(waiting.of[2].s0, T(0.5));
  EXPECT_EQ(waiting.of[1].t0, T(0.25));
  EXPECT_EQ(waiting.of[1].t1, T(1));
}

TYPED_TEST(PieceSearch, ACutIsInTheMiddleOrAtOneOfManyNearestPlaces) {
  using T = TypeParam;
  EXPECT_EQ(cut_at(T(0), T(1), T(0.25), false), T(0.5));
  EXPECT_EQ(cut_at(T(0), T(1), T(0.25), true), T(0.25));
  EXPECT_EQ(cut_at(T(0), T(1), T(0.01), true), T(0.5));  // too near an end
  EXPECT_EQ(cut_at(T(0), T(1), T(0.99), true), T(0.5));
}

TYPED_TEST(PieceSearch, TheNearestControlPointIsFoundWithItsPlace) {
  using T = TypeParam;
  const auto square = test::unit_square<T>(3);
  const NearControlPoint<T> near =
      near_control_point<T>(square.view(), {T(0.7), T(0.1), T(2)}, {T(0.5), T(1), T(0), T(1)});
  EXPECT_NEAR(near.s, T(0.5) + T(0.5) * T(2) / T(3), 4 * Epsilon<T>::value);
  EXPECT_EQ(near.t, T(0));
  EXPECT_NEAR(near.squared, squared_length(near.r), 4 * Epsilon<T>::value);
  EXPECT_NEAR(near.r.z, T(-2), 4 * Epsilon<T>::value);
  EXPECT_NEAR(bound_towards<T>(square.view(), {T(0.5), T(0.5), T(2)}, {T(0), T(0), T(-2)}), T(2),
              64 * Epsilon<T>::value);
  EXPECT_EQ(bound_towards<T>(square.view(), {T(0.5), T(0.5), T(2)}, {T(0), T(0), T(2)}), T(0));
  EXPECT_EQ(bound_towards<T>(square.view(), {T(0.5), T(0.5), T(0)}, {T(0), T(0), T(0)}), T(0));
}

TYPED_TEST(PieceSearch, PieceByPieceInAnyOrderNothingIsNearerThanWhatTheyReturn) {
  using T = TypeParam;
  Random random(7);
  for (int k = 0; k < 24; ++k) {
    const auto kind = static_cast<SurfaceKind>(k % static_cast<int>(SurfaceKind::count));
    const NurbsSurface surface = test::surface_of_kind(random, kind);
    const Searched<T> s(surface);
    const Vec3<double> p = random.in_cube() * 1.5;
    Search<T> by_tree{s.view(), s.down(p), s.options()}, backwards = {s.view(), s.down(p), s.options()};
    search_tree<FourScalars<T>>(by_tree);
    for (std::uint32_t i = s.view().piece_count; i-- > 0;) {
      backwards.lower = min(backwards.lower, search_piece<FourScalars<T>>(backwards, i));
    }
    const T off = by_tree.options.tolerance * (s.view().size + by_tree.best);
    EXPECT_NEAR(by_tree.best, backwards.best, off) << test::name_of(kind);
    EXPECT_GE(by_tree.lower, by_tree.best - 2 * off) << test::name_of(kind);
    EXPECT_LE(by_tree.rectangles, backwards.rectangles) << test::name_of(kind);
    for (const double u : test::parameters(surface.u, 9)) {
      for (const double v : test::parameters(surface.v, 9)) {
        const double far = length(point_at(surface, u, v).point - p) / s.unit();
        EXPECT_GE(far, static_cast<double>(min(by_tree.lower, by_tree.best)) -
                           64 * static_cast<double>(Epsilon<T>::value) * (1 + far));
      }
    }
  }
}

}  // namespace
}  // namespace abut
