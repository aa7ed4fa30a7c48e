// Carriers as their builders make them.
#include "abut/brep/carriers.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

TEST(Carriers, HaveAxesAtRightAngles) {
  const Vec3<double> z = unit_vector(Vec3<double>{1, -2, 3});
  for (const Carrier<double>& c :
       {line_carrier(Vec3<double>{}, z), plane_carrier(Vec3<double>{}, z), circle_carrier(Vec3<double>{}, z, 2.0),
        torus_carrier(Vec3<double>{}, z, 2.0, 0.5)}) {
    EXPECT_NEAR(dot(c.x, c.y), 0, 1e-15);
    EXPECT_NEAR(dot(c.x, c.z), 0, 1e-15);
    EXPECT_NEAR(length(cross(c.x, c.y) - c.z), 0, 1e-15);
  }
}

TEST(Carriers, AreTheirSkeletonsWithAnOffset) {
  const Vec3<float> o{}, z{0, 0, 1};
  EXPECT_EQ(skeleton(sphere_carrier(o, 2.0f).kind), Skeleton::point);
  EXPECT_EQ(offset(sphere_carrier(o, -2.0f)), -2.0f);
  EXPECT_EQ(skeleton(cylinder_carrier(o, z, 2.0f).kind), Skeleton::line);
  EXPECT_EQ(offset(cylinder_carrier(o, z, 3.0f)), 3.0f);
  EXPECT_EQ(skeleton(torus_carrier(o, z, 2.0f, 0.5f).kind), Skeleton::circle);
  EXPECT_EQ(offset(torus_carrier(o, z, 2.0f, 0.5f)), 0.5f);
  EXPECT_EQ(offset(circle_carrier(o, z, 2.0f)), 0.0f);
  EXPECT_EQ(offset(cone_carrier(o, z, 0.8f, 0.6f, 1.0f)), 0.0f);
  EXPECT_FALSE(is_surface(CarrierKind::ellipse));
  EXPECT_TRUE(is_surface(CarrierKind::plane));
}

TEST(Carriers, WidenedOnesAreTheSame) {
  const Carrier<float> c = cone_carrier(Vec3<float>{1, 2, 3}, Vec3<float>{0, 0, 1}, 0.8f, 0.6f, -1.0f);
  const Carrier<double> d = widened<double>(c);
  EXPECT_EQ(d.origin.y, 2);
  EXPECT_EQ(d.cosine, double{0.8f});
  EXPECT_EQ(d.radius, -1);
  EXPECT_EQ(d.kind, CarrierKind::cone);
}

TEST(Carriers, MoveAsTheirPointsDoAndAreAsFarFromPointsAsBefore) {
  const Vec3<double> o{1, 2, 3}, z = unit_vector(Vec3<double>{1, 2, -2});
  const RelativePose<double> pose{rotation_from_quaternion(0.3, 0.1, -0.7, 0.4), {5, -6, 7}};
  const auto on = [&](double r, double h) {  // r from the axis and h along it
    return multiply_add(z, h, multiply_add(plane_carrier(o, z).x, r, o));
  };
  const auto expect = [&](const Carrier<double>& c, const Vec3<double>& point, double distance) {
    EXPECT_NEAR(side_distance(c, point), distance, 1e-13);
    EXPECT_NEAR(side_distance(moved(pose, c), transform(pose, point)), distance, 1e-13);
  };
  expect(plane_carrier(o, z), on(3, -2), -2);
  expect(sphere_carrier(o, -2.0), on(3, 4), 3);
  expect(cylinder_carrier(o, z, 2.0), on(1.5, 9), -0.5);
  expect(cone_carrier(o, z, 0.8, 0.6, 1.0), on(5, -2), 5 * 0.8 - 2 * 0.6);
  expect(torus_carrier(o, z, 4.0, -1.0), on(7, 4), 4);
  expect(circle_carrier(o, z, 4.0), on(7, 4), 0);
}

}  // namespace
}  // namespace abut
