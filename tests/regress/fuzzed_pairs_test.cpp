// Pairs that fuzz_pair_query stopped at. Squares of lengths that leave the range of the scalar: the float normal of a
// gap below 1e-19 of the size was up to 13 % off its length, a point 1e39 below a cone of 5e-64 gave NaN, the double
// normal of a gap of 1e-161 was off too, and that of one of a few denormal digits. The reference lost the points on a
// sphere about a core of denormal size. EPA refined a cylinder's like directions to its last vertex.
#include <gtest/gtest.h>

#include <cmath>

#include "host/torture/case_check.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

template <class T>
class FuzzedPairs : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(FuzzedPairs, Scalars);

template <class T>
void expect_unit_normal(const Contact<T>& c) {
  const Vec3<double> n = widen(c.normal);
  EXPECT_NEAR(length(n), 1, 4 * static_cast<double>(std::numeric_limits<T>::epsilon()));
  for (const T x : {c.separation, c.lower_bound, c.bound_gap}) EXPECT_FALSE(std::isnan(x));
  for (const Vec3<T>& v : {c.witness_a, c.witness_b, c.point}) EXPECT_FALSE(std::isnan(v.x + v.y + v.z));
}

TYPED_TEST(FuzzedPairs, KeepWhatTheRecordPromises) {
  using T = TypeParam;
  for (const io::PairCase& c : io::read_cases(ABUT_TEST_DATA "/regress/fuzzed_pairs.json")) {
    SCOPED_TRACE(c.name);
    ShapeSet shapes;
    io::add_shape(shapes, c.shape_a);
    io::add_shape(shapes, c.shape_b);
    const Contact<T> contact = test::query_one<T>(shapes, torture::exact_relative_pose(c.pose_a, c.pose_b));
    if (!is_contact(contact.status)) continue;  // a size that float does not hold
    expect_unit_normal(contact);
  }
}

TYPED_TEST(FuzzedPairs, AgreeWithTheReferenceWhereTheScalarHoldsTheirSizes) {
  int certified = 0;
  for (const io::PairCase& c : io::read_cases(ABUT_TEST_DATA "/regress/fuzzed_pairs.json")) {
    if (max_abs(c.pose_b.position) > static_cast<double>(std::numeric_limits<TypeParam>::max())) continue;
    const torture::CaseResult result = torture::check_case<TypeParam>(c);
    const std::string fault = result.fault;
    EXPECT_TRUE(fault == "none" || fault == "unfinished" || fault == "unchecked") << c.name << ": " << fault;
    certified += result.has_reference ? 1 : 0;
  }
  EXPECT_GE(certified, 6);
}

TYPED_TEST(FuzzedPairs, PointsThatNearlyMeetHaveAUnitNormal) {
  Pose flat;  // a matrix that takes every vertex of B to its origin
  for (double& m : flat.rotation.m) m = 0;
  for (int exponent = -40; exponent >= -1060; exponent -= 20) {
    ShapeSet shapes;
    shapes.add_point({0, 0, -std::ldexp(1.0, exponent)});
    shapes.add_triangle({0, 0, 3}, {0, 0, 0}, {0, 0, 0});
    SCOPED_TRACE(exponent);
    expect_unit_normal(test::query_one<TypeParam>(shapes, flat));
    shapes = {};
    shapes.add_point({0, 0, -std::ldexp(1.0, exponent)});
    shapes.add_triangle({1, 1, 0}, {-2, 1, 0}, {0, -2, 0});
    expect_unit_normal(test::query_one<TypeParam>(shapes, {}));
  }
}

TYPED_TEST(FuzzedPairs, AMatrixThatIsNoRotationGivesNoNan) {
  ShapeSet shapes;
  shapes.add_cone(0.25, 8.396574574087829e-38);
  shapes.add_point({-0.6032548049113494, -3.0404307894895307e+253, 15.25}, 3.0404307894895307e+253);
  const Mat3<double> flattening{{0.7653522302099798, 0.1046986231748969, -0.6350387090704718, 0.37475622128538433,
                                 0.2984761927817261, -0.3566487422974626, 0, 0, 0}};
  const Contact<TypeParam> c = test::query_one<TypeParam>(shapes, {{0, 0, 0}, flattening});
  if (is_contact(c.status)) expect_unit_normal(c);
}

}  // namespace
}  // namespace abut
