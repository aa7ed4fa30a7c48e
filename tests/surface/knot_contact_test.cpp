#include "abut/surface/knot_contact.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/surface/contact_cases.h"

namespace abut {
namespace {

constexpr Mat3<double> quarter_about_z{{0, -1, 0, 1, 0, 0, 0, 0, 1}};

TEST(KnotContact, KnotsAreTurnedAndMoved) {
  const Vec3<double> x = knot_at({quarter_about_z, {10, 20, 30}}, {1, 2, 3});
  EXPECT_EQ(x.x, 8);
  EXPECT_EQ(x.y, 21);
  EXPECT_EQ(x.z, 33);
}

TEST(KnotContact, PointsInTheBoxOrAsNearToItMayBeNear) {
  test::Grains grains;
  // About (1, 0, 0), from -1 to 3 along x.
  const std::uint32_t shape =
      grains.add(transformed(test::box_surface({2, 1, 0.5}), {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {1, 0, 0}), 0);
  const SurfaceView<double>& box = grains.surfaces.view(shape);
  EXPECT_TRUE(knot_may_be_near(box, {1, 0, 0}, 0));
  EXPECT_TRUE(knot_may_be_near(box, {3, 1, 0.5}, 0));
  EXPECT_TRUE(knot_may_be_near(box, {3.25, 0, 0}, 0.25));
  EXPECT_FALSE(knot_may_be_near(box, {3.25, 0, 0}, 0.2499));
  EXPECT_FALSE(knot_may_be_near(box, {-1.25, 0, 0}, 0));
  EXPECT_TRUE(knot_may_be_near(box, {1, 1.3, 0.9}, 0.5)) << "as near to an edge";
  EXPECT_FALSE(knot_may_be_near(box, {1, 1.4, 0.9}, 0.5)) << "near to both faces alone";
  EXPECT_FALSE(knot_may_be_near(box, {std::numeric_limits<double>::quiet_NaN(), 0, 0}, 1));
  EXPECT_FALSE(knot_may_be_near(box, {0, std::numeric_limits<double>::infinity(), 0}, 1));
}

TEST(KnotContact, TheGapIsBelowZeroBehindTheNormalAndGrowsAwayFromTheSurface) {
  SurfaceView<double> surface;
  surface.size = 1, surface.exponent = 0;
  const OneClosestPoint one{2, 1.5, 0.25, 0.75, {0, 0, 1}, {0, 0, 1}, 0};
  const SurfaceGap out = gap_of(surface, {0, 0, 3}, one), in = gap_of(surface, {0, 0, -1}, one);
  EXPECT_EQ(out.gap, 2);
  EXPECT_EQ(in.gap, -2);
  EXPECT_EQ(in.least_distance, 1.5);
  EXPECT_EQ(in.u, 0.25);
  EXPECT_EQ(in.normal.z, 1);
  // At a crease: x is not along the normal of either side.
  const SurfaceGap aside = gap_of(surface, {3, 0, -3}, one);
  EXPECT_EQ(aside.gap, -5);
  EXPECT_DOUBLE_EQ(aside.normal.x, -0.6);
  EXPECT_DOUBLE_EQ(aside.normal.z, 0.8);
}

TEST(KnotContact, RecordsAreInTheWorldsAxesFromAToBAndRelativeToA) {
  const Pose a{{100, 0, 0}, quarter_about_z}, b{{100, 5, 0}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}};
  const BodySet bodies = test::two_bodies(0, a, 0, b);
  const SurfaceGap gap{-0.5, 0.5, {1, 0, 0}, {1, 0, 0}, 0.25, 0.75, Status::iteration_limit};
  const KnotContact<float> of_a = knot_contact<float>(knot_frame(bodies.parts(), {0, 1}, false), 7, {0.5, 0, 0}, gap);
  EXPECT_EQ(of_a.key, 7u);
  EXPECT_EQ(of_a.separation, -0.5f);
  EXPECT_EQ(of_a.normal.x, -1) << "out of B, so towards A, is the other way";
  EXPECT_EQ(of_a.point.x, 0.75f);
  EXPECT_EQ(of_a.point.y, 5);
  EXPECT_EQ(of_a.status, static_cast<std::uint8_t>(Status::iteration_limit));
  const KnotContact<double> of_b = knot_contact<double>(knot_frame(bodies.parts(), {0, 1}, true), 7, {0.5, 0, 0}, gap);
  EXPECT_EQ(of_b.key, 7 + surface_contact_of_b);
  EXPECT_EQ(of_b.normal.y, 1);
  EXPECT_EQ(of_b.point.y, 0.75);
  EXPECT_EQ(of_b.u, 0.25);
  EXPECT_EQ(of_b.v, 0.75);
}

}  // namespace
}  // namespace abut
