// What a search over directions makes an answer of: limits, and witness points along a known direction.
#include "abut/narrow/direction_answer.h"

#include <gtest/gtest.h>

#include "tests/narrow/problem_of.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::problem_of;

/// A cylinder of radius 1 half inside a box, along x: 0.25 deep.
class DirectionAnswer : public testing::Test {
 protected:
  DirectionAnswer() {
    shapes_.add_box({1, 2, 2});
    shapes_.add_cylinder(1, 1);
    view_ = shapes_.view<double>();
    p = problem_of(view_, 0, 1, test::moved_by({1.75, 0.25, 0.5}));
    unit = power_of_two<double>(p.exponent);
  }
  bool take(double width, double lower, double limit, CoreAnswer<double>& out) const {
    return take_direction(
        p, core_difference<LinearScan>(p), {{1, 0, 0}, width / unit, lower / unit}, limit,
        [](CoreAnswer<double>& a) { a.witness.residual2 = Huge<double>::value; }, out);
  }

 private:
  ShapeSet shapes_;
  ShapeSetView<double> view_;

 protected:
  PairProblem<double> p;
  double unit;
};

TEST_F(DirectionAnswer, FindsWitnessPointsWhereTheFootHasNone) {
  CoreAnswer<double> out = no_answer<double>();
  ASSERT_TRUE(take(0.25, 0.25, 1e-14, out));
  EXPECT_EQ(out.normal.x, 1);
  EXPECT_NEAR(out.separation * unit, -0.25, 1e-15);
  EXPECT_EQ(out.bound_gap, 0);
  const Vec3<double> a = out.witness.a * unit, b = a - Vec3<double>{0.25, 0, 0};
  EXPECT_NEAR(a.x, 1, 1e-14) << "on the face of the box";
  EXPECT_NEAR(b.x, 0.75, 1e-14) << "on the side of the cylinder";
  EXPECT_NEAR(b.y, 0.25, 1e-6);
  EXPECT_LE(std::abs(b.z - 0.5), 1 + 1e-14);
}

TEST_F(DirectionAnswer, TakesTheFootThatIsGiven) {
  CoreAnswer<double> out = no_answer<double>();
  const Vec3<double> foot{1, 0.25, 0.5};
  ASSERT_TRUE(take_direction(
      p, core_difference<LinearScan>(p), {{1, 0, 0}, 0.25 / unit, 0.25 / unit}, 1e-14,
      [&](CoreAnswer<double>& a) {
        a.witness.a = foot * (1 / unit);
        a.witness.residual2 = 0;
      },
      out));
  EXPECT_EQ(length(out.witness.a * unit - foot), 0);
}

TEST_F(DirectionAnswer, BoundsThatAreFartherApartThanTwoLimitsSayNothing) {
  CoreAnswer<double> out = no_answer<double>();
  out.separation = 5;
  EXPECT_FALSE(take(0.25, 0.25 - 1e-9, 4e-10 / unit, out));
  EXPECT_EQ(out.separation, 5) << "what was there stays";
  EXPECT_TRUE(take(0.25, 0.25 - 1e-9, 6e-10 / unit, out));
  EXPECT_NEAR(out.bound_gap * unit, 1e-9, 1e-15);
}

TEST_F(DirectionAnswer, ADirectionWithoutWitnessPointsSaysNothing) {
  CoreAnswer<double> out = no_answer<double>();
  out.separation = 5;
  // No point of both lies so deep: nearest points are not along this direction.
  const bool taken = take_direction(
      p, core_difference<LinearScan>(p), {unit_vector(Vec3<double>{1, 1, 0}), 0.25 / unit, 0.25 / unit}, 1e-14,
      [](CoreAnswer<double>& a) { a.witness.residual2 = Huge<double>::value; }, out);
  EXPECT_FALSE(taken);
  EXPECT_EQ(out.separation, 5);
}

TEST(DirectionLimits, GrowByWhatTermsAreOff) {
  EXPECT_EQ(limit_of(8, 2), 8);
  EXPECT_EQ(limit_of(8, 8), 8);
  EXPECT_EQ(limit_of(8, 9), 17);
  // Shapes stored in float admit what their poses are rounded by.
  EXPECT_GT((direction_limit<double, float>), 1e3 * (direction_limit<double, double>));
  EXPECT_LT((terms_limit<double, float>), static_cast<double>(Epsilon<float>::value));
  EXPECT_EQ((terms_limit<double, double>), (direction_limit<double, double>));
}

}  // namespace
}  // namespace abut
