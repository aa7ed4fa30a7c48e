#include "abut/surface/pole_minima.h"

#include <gtest/gtest.h>

#include "abut/surface/surface_set.h"
#include "tests/surface/known_surfaces.h"
#include "tests/surface/minima_room.h"

namespace abut {
namespace {

using namespace minima_detail;

/// How many poles at the ends of v are minima.
template <class T>
std::uint32_t poles_of(const NurbsSurface& surface, const Vec3<T>& p, T within = T(100)) {
  SurfaceSet set;
  set.add(surface);
  test::OwnMinimaRoom<T> own(8);
  const MinimaRoom<T> room = own.room();
  const closest_point_detail::Search<T> search{set.views<T>()[0], p, {}};
  MinimaList<T> list{room, search, within, true, false};
  look_at_pole<FourScalars<T>>(list, NetEnd::t0), look_at_pole<FourScalars<T>>(list, NetEnd::t1);
  return list.count;
}

TEST(PoleMinima, TheTipOfAConeIsOneFromAboveAndNotFromTheSide) {
  // Half a turn of 45 degrees: from (1, 0) to the tip at (0, 1), which the view moves to about (0, 0, 0.5).
  const NurbsSurface cone = test::revolved({{1, {0, 0, 1, 1}}, {{1, 0}, {0, 1}}});
  EXPECT_EQ(poles_of<double>(cone, {0.1, 0.05, 3}), 1u);
  EXPECT_EQ(poles_of<float>(cone, {0.1f, 0.05f, 3}), 1u);
  EXPECT_EQ(poles_of<double>(cone, {0.1, 0.05, 3}, 1.0), 0u) << "too far";
  EXPECT_EQ(poles_of<double>(cone, {3, 0, 0.6}), 0u);
  EXPECT_EQ(poles_of<float>(cone, {3, 0, 0.6f}), 0u);
}

TEST(PoleMinima, OfASphereOneIsNearestFromItsAxis) {
  EXPECT_EQ(poles_of<double>(test::unit_sphere(), {0, 0, 4}), 1u);
  EXPECT_EQ(poles_of<double>(test::unit_sphere(), {0.5, 0, 4}), 0u);
  EXPECT_EQ(poles_of<double>(test::cylinder(2), {0, 0, 4}), 0u) << "it has none";
}

}  // namespace
}  // namespace abut
