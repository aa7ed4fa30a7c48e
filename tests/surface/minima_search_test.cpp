#include "abut/surface/minima_search.h"

#include <gtest/gtest.h>

#include "abut/surface/closest_query.h"
#include "abut/surface/surface_set.h"
#include "tests/surface/known_surfaces.h"
#include "tests/surface/minima_room.h"

namespace abut {
namespace {

template <class T>
class MinimaSearch : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(MinimaSearch, Scalars);

/// In the view of the surface.
template <class T>
MinimaFound search(const NurbsSurface& surface, const Vec3<double>& p, T within, test::OwnMinimaRoom<T>& own,
                   std::uint32_t rectangles = 1 << 16) {
  SurfaceSet set;
  set.add(surface);
  const SurfaceView<T> view = set.views<T>()[0];
  Vec3<T> at;
  EXPECT_TRUE(to_view(view, p, at));
  return search_minima<FourScalars<T>>(view, at, within * power_of_two<T>(-view.exponent), rectangles, own.room());
}

TYPED_TEST(MinimaSearch, FindsTheFeetInABoxInOrder) {
  using T = TypeParam;
  test::OwnMinimaRoom<T> own(16);
  const MinimaFound all = search<T>(box_surface({1, 2, 3}), {0.25, 0.5, -1}, T(100), own);
  ASSERT_EQ(all.count, 6u);
  EXPECT_EQ(all.status, Status::converged);
  EXPECT_FALSE(all.full);
  const double expected[] = {0.75, 1.25, 1.5, 2, 2.5, 4};
  const double unit = static_cast<double>(own.minima[0].at.distance) / 0.75;  // of the view
  for (int k = 0; k < 6; ++k)
    EXPECT_NEAR(static_cast<double>(own.minima[static_cast<std::size_t>(k)].at.distance), expected[k] * unit, 1e-5);
  EXPECT_EQ(search<T>(box_surface({1, 2, 3}), {0.25, 0.5, -1}, T(1.6), own).count, 3u);
}

TYPED_TEST(MinimaSearch, WithTooLittleRoomOrTimeItSaysThatThereMayBeOthers) {
  using T = TypeParam;
  test::OwnMinimaRoom<T> two(2), many(16);
  const MinimaFound nearest = search<T>(box_surface({1, 2, 3}), {0.25, 0.5, -1}, T(100), two);
  EXPECT_EQ(nearest.count, 2u);
  EXPECT_TRUE(nearest.full);
  EXPECT_EQ(nearest.status, Status::iteration_limit);
  EXPECT_NEAR(static_cast<double>(two.minima[1].at.distance / two.minima[0].at.distance), 5.0 / 3, 1e-5);
  const MinimaFound early = search<T>(box_surface({1, 2, 3}), {0.25, 0.5, -1}, T(100), many, 2);
  EXPECT_EQ(early.status, Status::iteration_limit);
  EXPECT_EQ(early.rectangles, 2u);
}

}  // namespace
}  // namespace abut
