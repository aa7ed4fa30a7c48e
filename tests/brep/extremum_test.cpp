// Minima by curvature, where geometry says what they are: also where carriers touch and overlap.
#include "abut/brep/extremum.h"

#include <gtest/gtest.h>

namespace abut {
namespace {

using V = Vec3<double>;
const V o{}, x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1};

/// a's point is at the origin with the normal z; b's at gap * z.
Extremum at(const Carrier<double>& a, const Carrier<double>& b, double gap) {
  return extremum(local_form(a, o, z), local_form(b, z * gap, -z), gap);
}

TEST(Extremum, BallsAreNearestWhetherApartTouchingOrOverlapping) {
  for (const double gap : {1.0, 1e-3, 0.0, -0.5}) {
    EXPECT_EQ(at(sphere_carrier(-z, 1.0), sphere_carrier(z * (gap + 2), 2.0), gap), Extremum::minimum) << gap;
  }
  // through both centres
  EXPECT_EQ(at(sphere_carrier(-z, 1.0), sphere_carrier(z * -3.0, 2.0), -5), Extremum::not_minimum);
}

TEST(Extremum, ABallInAHoleIsNearestIfItIsTheSmaller) {
  for (const double gap : {0.5, 0.0, -0.1}) {
    EXPECT_EQ(at(sphere_carrier(-z, 1.0), sphere_carrier(z * (gap - 2), -2.0), gap), Extremum::minimum);
    EXPECT_EQ(at(sphere_carrier(-z, 1.0), cylinder_carrier(z * (gap - 2), x, -2.0), gap), Extremum::minimum);
    EXPECT_EQ(at(sphere_carrier(-z * 3.0, 3.0), cylinder_carrier(z * (gap - 2), x, -2.0), gap), Extremum::not_minimum);
  }
  EXPECT_EQ(at(sphere_carrier(-z * 2.0, 2.0), cylinder_carrier(z * -2.0, x, -2.0), 0), Extremum::undecided);
}

TEST(Extremum, CylindersAreNearestUnlessParallel) {
  EXPECT_EQ(at(cylinder_carrier(-z, x, 1.0), cylinder_carrier(z * 2.0, y, 1.0), 1), Extremum::minimum);
  EXPECT_EQ(at(cylinder_carrier(-z, x, 1.0), cylinder_carrier(z * 0.5, y, 1.0), -0.5), Extremum::minimum);
  EXPECT_EQ(at(cylinder_carrier(-z, x, 1.0), cylinder_carrier(z * 2.0, x, 1.0), 1), Extremum::undecided);
  EXPECT_EQ(at(cylinder_carrier(-z, x, 1.0), cylinder_carrier(z * 1.0, y, -0.5), 1.5), Extremum::not_minimum);
}

TEST(Extremum, CurvesAreJudgedTogether) {
  EXPECT_EQ(at(line_carrier(o, x), line_carrier(z, y), 1), Extremum::minimum);
  EXPECT_EQ(at(line_carrier(o, x), line_carrier(o, y), 0), Extremum::minimum);
  EXPECT_EQ(at(line_carrier(o, x), line_carrier(z, x), 1), Extremum::undecided);
  EXPECT_EQ(at(point_carrier(o), circle_carrier(z * 3.0, y, 2.0), 1), Extremum::minimum);
  EXPECT_EQ(at(point_carrier(o), circle_carrier(z * -1.0, y, 2.0), 1), Extremum::minimum);
  EXPECT_EQ(at(point_carrier(o), circle_carrier(z, y, 2.0), 3), Extremum::not_minimum);
  EXPECT_EQ(at(point_carrier(o), circle_carrier(o, y, 3.0), 3), Extremum::undecided);
  EXPECT_EQ(at(point_carrier(o), circle_carrier(z * 2.0, y, 1.0), 3), Extremum::not_minimum);
  EXPECT_EQ(at(circle_carrier(-z, y, 1.0), plane_carrier(z, -z), 1), Extremum::minimum);
  EXPECT_EQ(at(circle_carrier(z, y, 1.0), plane_carrier(z * 3.0, -z), 3), Extremum::not_minimum);
}

TEST(Extremum, WhatIsInFocusAndCanMoveIsNoMinimum) {
  EXPECT_EQ(at(line_carrier(o, x), cylinder_carrier(z, y, -1.0), 1), Extremum::not_minimum);
  EXPECT_EQ(at(point_carrier(o), cylinder_carrier(o, y, -1.0), 1), Extremum::undecided);
}

TEST(Extremum, CurvaturesAreThoseOfTheCarriers) {
  const LocalForm<double> torus = local_form(torus_carrier(o, z, 3.0, 1.0), x * 4.0, x);
  EXPECT_NEAR(torus.curvature[0], 0.25, 1e-15);  // the parallel's
  EXPECT_NEAR(torus.curvature[1], 1, 1e-15);
  const LocalForm<double> inner = local_form(torus_carrier(o, z, 3.0, 1.0), x * 2.0, -x);
  EXPECT_NEAR(inner.curvature[0], -0.5, 1e-15);
  const LocalForm<double> ellipse = local_form(ellipse_carrier(o, x, y, 2.0, 1.0), x * 2.0, x);
  EXPECT_NEAR(ellipse.curvature[0], 2, 1e-15);
  const LocalForm<double> cone = local_form(cone_carrier(o, z, 0.8, 0.6, 1.0), V{3, 0, 4}, V{0.8, 0, -0.6});
  EXPECT_NEAR(cone.curvature[0], 0.8 / 3, 1e-15);
  EXPECT_EQ(cone.curvature[1], 0);
}

}  // namespace
}  // namespace abut
