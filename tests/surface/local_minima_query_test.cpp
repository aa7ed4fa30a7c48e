#include "abut/surface/local_minima_query.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "abut/surface/surface_set.h"
#include "tests/surface/known_surfaces.h"
#include "tests/surface/minima_room.h"

namespace abut {
namespace {

/// A square of the side 1000 from (5, 5, 5) on.
SurfaceView<double> large_square(SurfaceSet& set) {
  set.add(transformed(test::flat_square(1000), {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {5, 5, 5}));
  return set.views<double>()[0];
}

TEST(LocalMinimaQuery, AnswersInTheSurfacesFrameAndUnit) {
  SurfaceSet set;
  const SurfaceView<double> view = large_square(set);
  test::OwnMinimaRoom<double> own(4);
  const MinimaFound found =
      answer_minima_query<FourScalars<double>>(view, {105, 205, 35}, LocalMinimaOptions{}, own.room());
  ASSERT_EQ(found.count, 1u);
  double distance = 0, u = 0, v = 0;
  Vec3<double> point;
  std::uint8_t continuum = 9;
  LocalMinimaView<double> out;
  out.distance = {&distance, 1}, out.u = {&u, 1}, out.v = {&v, 1}, out.continuum = {&continuum, 1};
  out.point = {&point.x, &point.y, &point.z, 3};
  put_minimum(view, own.minima[0], out, 0);
  EXPECT_NEAR(distance, 30, 1e-10);
  EXPECT_NEAR(point.x, 105, 1e-10);
  EXPECT_NEAR(point.y, 205, 1e-10);
  EXPECT_NEAR(u, 0.1, 1e-12);
  EXPECT_NEAR(v, 0.2, 1e-12);
  EXPECT_EQ(continuum, 0);
}

TEST(LocalMinimaQuery, TheDistanceIsInTheSurfacesUnitAndAPointThatIsNotFiniteHasNone) {
  SurfaceSet set;
  const SurfaceView<double> view = large_square(set);
  test::OwnMinimaRoom<double> own(4);
  const auto count = [&](double within) {
    return answer_minima_query<FourScalars<double>>(view, {105, 205, 35}, {within, 1000}, own.room()).count;
  };
  EXPECT_EQ(count(29), 0u);
  EXPECT_EQ(count(31), 1u);
  EXPECT_EQ(count(std::numeric_limits<double>::infinity()), 1u);
  const MinimaFound none =
      answer_minima_query<FourScalars<double>>(view, {std::nan(""), 0, 0}, LocalMinimaOptions{}, own.room());
  EXPECT_EQ(none.status, Status::invalid_pose);
  EXPECT_EQ(none.count, 0u);
}

}  // namespace
}  // namespace abut
