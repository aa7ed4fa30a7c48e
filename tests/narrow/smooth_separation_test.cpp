// Separated curved solids whose bounds GJK leaves open, against plane geometry.
#include "abut/narrow/smooth_separation.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/shapes.h"

namespace abut {
namespace {

void expect_distance(const ShapeSet& shapes, const Pose& b, double distance) {
  test::ShapePairs pair;
  pair.add({0, 1}, b);
  const Contact<double> c = test::query_all<double>(shapes, pair)[0];
  EXPECT_EQ(status_of(c.status), Status::converged);
  EXPECT_NEAR(c.separation, distance, 4e-16);
  EXPECT_LE(c.lower_bound, distance);
}

TEST(SeparatedSmooth, ARoundedRimBesideAConesRim) {
  // In the plane of both axes the rims' nearest points are 0.2 and 0.6 apart.
  ShapeSet shapes;
  shapes.add_cone(0.4, 0.2);
  shapes.add_cylinder(0.2, 0.2, 0.4);
  expect_distance(shapes, {{-0.2, 1, 0}, {{0, 0, 1, -1, 0, 0, 0, -1, 0}}}, std::sqrt(0.4) - 0.6);
}

/// Of the origin from an ellipse about (x, y), whose half axes a and b lie along x and y; by thirds of the quarter that
/// faces the origin.
double distance_from_ellipse(double x, double y, double a, double b) {
  const auto distance = [&](double t) { return std::hypot(x - a * std::cos(t), y - b * std::sin(t)); };
  double low = 0, high = std::acos(0.0);
  for (int k = 0; k < 200; ++k) {
    const double third = (high - low) / 3;
    if (distance(low + third) < distance(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return distance(low);
}

TEST(SeparatedSmooth, ACapsulesEndBesideASpheroid) {
  ShapeSet shapes;
  shapes.add_capsule(0.1, 0.2);
  shapes.add_ellipsoid({0.1, 0.1, 0.2});
  // The end lies in the spheroid's plane of symmetry.
  const double x = 0.09, y = 0.3;
  expect_distance(shapes, {{x, y, 0.2}, {{0, 1, 0, 0, 0, 1, 1, 0, 0}}}, distance_from_ellipse(x, y, 0.1, 0.2) - 0.1);
}

}  // namespace
}  // namespace abut
