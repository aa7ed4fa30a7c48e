// From skeletons to carriers: sides and signs.
#include "abut/brep/offered_pairs.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

using V = Vec3<double>;
const V o{}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

StationaryPairs<double> offered(const Carrier<double>& a, const Carrier<double>& b, SkeletonPoint<double> p,
                                SkeletonPoint<double> q) {
  StationaryPairs<double> out;
  clear(out);
  offer(carrier_pair(a, b, out), p, q, false);
  return out;
}

TEST(OfferedPairs, SurfacesHaveTwoWithAntipodalNormalsAndPointsOne) {
  const StationaryPairs<double> balls =
      offered(sphere_carrier(o, 1.0), sphere_carrier(x * 5.0, 2.0), {o, {}}, {x * 5.0, {}});
  ASSERT_EQ(balls.count, 2u);
  EXPECT_EQ(balls.pairs[0].gap, 2);
  EXPECT_EQ(balls.pairs[0].a.x, 1);
  EXPECT_EQ(balls.pairs[0].b.x, 3);
  EXPECT_EQ(balls.pairs[0].extremum, Extremum::minimum);
  EXPECT_EQ(balls.pairs[1].gap, -8);
  EXPECT_EQ(balls.pairs[1].extremum, Extremum::not_minimum);
  EXPECT_EQ(offered(point_carrier(o), point_carrier(x), {o, {}}, {x, {}}).count, 1u);
}

TEST(OfferedPairs, AHolesPointIsTowardsItsPartnersFarSide) {
  const StationaryPairs<double> out = offered(sphere_carrier(o, -3.0), sphere_carrier(x, 1.0), {o, {}}, {x, {}});
  ASSERT_EQ(out.count, 2u);
  EXPECT_EQ(out.pairs[0].a.x, -3);  // with the normal x, which points to the centre
  EXPECT_EQ(out.pairs[0].gap, 3);
  EXPECT_EQ(out.pairs[1].a.x, 3);
  EXPECT_EQ(out.pairs[1].b.x, 2);
  EXPECT_EQ(out.pairs[1].gap, 1);
  EXPECT_EQ(out.pairs[1].extremum, Extremum::minimum);
}

TEST(OfferedPairs, CrossingCurvesHaveTheirTangentsNormal) {
  const StationaryPairs<double> out = offered(cylinder_carrier(o, x, 1.0), cylinder_carrier(o, y, 1.0), {o, x}, {o, y});
  ASSERT_EQ(out.count, 2u);
  EXPECT_EQ(out.pairs[0].normal.z * out.pairs[0].normal.z, 1);
  EXPECT_EQ(out.pairs[0].gap, -2);
  EXPECT_FALSE(out.not_isolated);
}

TEST(OfferedPairs, WhereThereIsNoNormalSurfacesAreConformal) {
  EXPECT_TRUE(offered(sphere_carrier(o, 1.0), line_carrier(o, z), {o, {}}, {o, z}).not_isolated);
  const StationaryPairs<double> point = offered(point_carrier(o), line_carrier(o, z), {o, {}}, {o, z});
  ASSERT_EQ(point.count, 1u);
  EXPECT_EQ(point.pairs[0].normal.z, 0);
  EXPECT_EQ(point.pairs[0].gap, 0);
}

TEST(OfferedPairs, OnAPlaneTheNormalIsThePlanes) {
  StationaryPairs<double> out;
  clear(out);
  const CarrierPair<double> p = carrier_pair(sphere_carrier(z * 3.0, 1.0), plane_carrier(o, z), out);
  offer_on_surface(p, o, z * -3.0, z, false);
  ASSERT_EQ(out.count, 1u);
  EXPECT_EQ(out.pairs[0].gap, 2);
  EXPECT_EQ(out.pairs[0].normal.z, -1);
  EXPECT_EQ(out.pairs[0].extremum, Extremum::minimum);
}

}  // namespace
}  // namespace abut
