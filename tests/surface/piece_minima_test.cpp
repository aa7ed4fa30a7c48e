#include "abut/surface/piece_minima.h"

#include <gtest/gtest.h>

#include "abut/surface/surface_set.h"
#include "tests/support/random.h"
#include "tests/surface/known_surfaces.h"

namespace abut {
namespace {

using namespace minima_detail;

TEST(PieceMinima, ABreakIsInBothIntervalsAndGoesRoundWhereTheSurfaceIsClosed) {
  const double breaks[] = {0, 1, 3};
  const Intervals<double> inside = intervals_at(breaks, 2, false, 2.0);
  ASSERT_EQ(inside.count, 1);
  EXPECT_EQ(inside.of[0].k, 1u);
  EXPECT_EQ(inside.of[0].at, 0.5);
  EXPECT_EQ(intervals_at(breaks, 2, false, 1.0).count, 2);
  EXPECT_EQ(intervals_at(breaks, 2, false, 0.0).count, 1);
  const Intervals<double> seam = intervals_at(breaks, 2, true, 3.0);
  ASSERT_EQ(seam.count, 2);
  EXPECT_EQ(seam.of[0].k, 1u);
  EXPECT_EQ(seam.of[1].k, 0u);
}

TEST(PieceMinima, AreClosedAlongWhatIsClosed) {
  test::Random random(1);
  const auto expect_same = [](const NurbsSurface& s) {
    SurfaceSet set;
    set.add(s);
    EXPECT_EQ(is_closed_along(set.views<double>()[0], true), is_closed(s, SurfaceParameter::u));
    EXPECT_EQ(is_closed_along(set.views<double>()[0], false), is_closed(s, SurfaceParameter::v));
    EXPECT_EQ(is_closed_along(set.views<float>()[0], true), is_closed(s, SurfaceParameter::u));
    EXPECT_EQ(is_closed_along(set.views<float>()[0], false), is_closed(s, SurfaceParameter::v));
  };
  for (const NurbsSurface& s : {test::unit_sphere(), test::torus(3, 1), test::cylinder(2), test::flat_square(1),
                                box_surface({1, 2, 3}), test::hairpin(0.1)}) {
    expect_same(s), expect_same(test::exchanged(s)), expect_same(elevate_degree(s, SurfaceParameter::u));
  }
}

TEST(PieceMinima, ARectangleIsCutInTwoUntilNoNumberIsBetween) {
  WaitingRectangle<float> waiting[most_rectangles_waiting];
  int count = 0;
  const WaitingRectangle<float> all{{0, 1, 0, 1}, end_at_u0 | end_at_u1, {true, false, false, false}};
  ASSERT_TRUE(cut(all, true, waiting, count));
  ASSERT_EQ(count, 2);
  EXPECT_EQ(waiting[1].in.s1, 0.5f);
  EXPECT_EQ(waiting[1].ends, end_at_u0);
  EXPECT_TRUE(waiting[1].poles.s0);
  EXPECT_EQ(waiting[0].ends, end_at_u1);
  EXPECT_FALSE(waiting[0].poles.s0);
  EXPECT_FALSE(cut({{0.5f, 0.5f + 0x1p-24f, 0, 1}, 0, {}}, true, waiting, count));
  count = most_rectangles_waiting - 1;
  EXPECT_FALSE(cut(all, true, waiting, count));
}

}  // namespace
}  // namespace abut
