#include "abut/surface/minima_list.h"

#include <gtest/gtest.h>

#include "abut/surface/surface_set.h"
#include "tests/surface/known_surfaces.h"
#include "tests/surface/minima_room.h"

namespace abut {
namespace {

using namespace minima_detail;

/// A list for a surface of size 1 to 2.
struct Listed {
  SurfaceSet set;
  test::OwnMinimaRoom<double> own;
  MinimaRoom<double> room = own.room();
  closest_point_detail::Search<double> search;
  MinimaList<double> list;
  explicit Listed(std::uint32_t most, double within = 10, std::uint32_t most_open = 4)
      : own((set.add(test::flat_square(1)), most), most_open),
        search{set.views<double>()[0], {0, 0, 0}, {}},
        list{room, search, within, false, false} {}
  void add(double distance, Vec3<double> at, bool proved = true, bool continuum = false) {
    minima_detail::add(list, {{distance, 0, 0, at, {0, 0, 1}, true, true}, continuum, proved});
  }
};

TEST(MinimaList, OnePlaceIsThereOnceAndTheNearerOneStays) {
  Listed of(8);
  of.add(2, {0, 0, 0}, false), of.add(1.5, {0x1p-22, 0, 0}), of.add(1, {0.5, 0, 0}), of.add(11, {0, 1, 0});
  ASSERT_EQ(of.list.count, 2u) << "what is beyond the distance is none";
  sort(of.list);
  EXPECT_EQ(of.own.minima[0].at.distance, 1);
  EXPECT_EQ(of.own.minima[1].at.distance, 1.5);
  EXPECT_TRUE(of.own.minima[1].proved);
}

TEST(MinimaList, OfAContinuumPlacesAsNearStandForOthersFartherAway) {
  Listed of(8);
  of.add(1, {0, 0, 0}, true, true), of.add(1, {0x1p-14, 0, 0}, true, true), of.add(1, {0, 0x1p-14, 0}, true, false);
  EXPECT_EQ(of.list.count, 2u) << "one that is no continuum is one of its own";
}

TEST(MinimaList, WithoutRoomTheNearestOnesStay) {
  Listed of(2);
  of.add(3, {0, 0, 0}), of.add(2, {1, 0, 0});
  EXPECT_FALSE(of.list.full);
  of.add(1, {0, 1, 0}), of.add(4, {1, 1, 0});
  EXPECT_TRUE(of.list.full);
  sort(of.list);
  EXPECT_EQ(of.own.minima[0].at.distance, 1);
  EXPECT_EQ(of.own.minima[1].at.distance, 2);
}

TEST(MinimaList, OpenPlacesBesideASureMinimumDoNotCount) {
  Listed of(4, 10, 2);
  leave_open(of.list, {1, 0, 0}), leave_open(of.list, {0, 1, 0});
  of.add(1, {1, 0, 0}), of.add(1, {0, 1, 0}, false);
  leave_open(of.list, {1, 1, 0});
  EXPECT_FALSE(of.list.gave_up) << "the first one makes room";
  EXPECT_EQ(of.list.open_count, 2u);
  leave_open(of.list, {0, 0, 1});
  EXPECT_TRUE(of.list.gave_up);
}

}  // namespace
}  // namespace abut
