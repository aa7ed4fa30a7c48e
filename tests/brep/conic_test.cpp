// Points of circles and ellipses by angle, and Newton's method for two angles.
#include "abut/brep/conic.h"

#include <gtest/gtest.h>

#include <cmath>

namespace abut {
namespace {

TEST(Conic, PointsAndDerivativesAreThoseOfTheEllipse) {
  const Carrier<double> c =
      ellipse_carrier(Vec3<double>{1, 2, 3}, Vec3<double>{0, 1, 0}, Vec3<double>{0, 0, 1}, 3.0, 2.0);
  const Conic<double> k = conic(c);
  const double t = 0.4;
  const Vec2<double> d{std::cos(t), std::sin(t)};
  EXPECT_NEAR(length(point_at(k, d) - Vec3<double>{1, 2 + 3 * std::cos(t), 3 + 2 * std::sin(t)}), 0, 1e-15);
  EXPECT_NEAR(length(first_derivative(k, d) - Vec3<double>{0, -3 * std::sin(t), 2 * std::cos(t)}), 0, 1e-15);
  EXPECT_NEAR(length(second_derivative(k, d) + Vec3<double>{0, 3 * std::cos(t), 2 * std::sin(t)}), 0, 1e-15);
  EXPECT_NEAR(length(skeleton_point(c, d).tangent), 1, 1e-15);
  EXPECT_EQ(largest_radius(c), 3);
}

/// sine of the first angle - 1/2, sine of the sum.
struct Sines {
  AngleEquations<double> operator()(Vec2<double> a, Vec2<double> b) const {
    const double sum = a.y * b.x + a.x * b.y, by = a.x * b.x - a.y * b.y;
    return {{a.y - 0.5, sum}, {a.x, by}, {0, by}};
  }
};

TEST(Conic, AnglesAreSharpenedAndTakenOnce) {
  Vec2<double> a{std::cos(0.6), std::sin(0.6)}, b{std::cos(-0.4), std::sin(-0.4)}, c = a, d = b;
  TakenAngles<double> taken{};
  bool doubtful = true;
  EXPECT_TRUE(take_angles<double>(Sines{}, a, b, taken, doubtful));
  EXPECT_FALSE(doubtful);
  EXPECT_NEAR(a.y, 0.5, 1e-15);
  EXPECT_NEAR(std::atan2(b.y, b.x), -std::asin(0.5), 1e-15);
  EXPECT_FALSE(take_angles<double>(Sines{}, c, d, taken, doubtful));
  Vec2<double> e{0, 1}, f{0, 1};
  EXPECT_FALSE(take_angles<double>(Sines{}, e, f, taken, doubtful)) << "singular there, and no root";
}

}  // namespace
}  // namespace abut
