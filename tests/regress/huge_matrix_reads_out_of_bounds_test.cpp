// A matrix whose entries fit in double but not in float made the search direction NaN, and the AVX-512 support mapping
// then read outside the shape. Sizes that float cannot hold gave NaN.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "tests/support/shapes.h"

namespace abut {
namespace {

template <class T>
class Extremes : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Extremes, Scalars);

TYPED_TEST(Extremes, MatricesThatAreNoRotationGetAStatus) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_box({1, 1, 1});
  for (const double bad : {1e39, 1e300, 2.5, std::nan(""), HUGE_VAL}) {
    Pose pose;
    pose.rotation.m[4] = bad;
    EXPECT_EQ(status_of(test::query_one<TypeParam>(shapes, pose).status), Status::invalid_pose) << bad;
  }
}

TYPED_TEST(Extremes, LengthsThatTheScalarCannotHoldGetAStatusAndOthersAnAnswer) {
  using T = TypeParam;
  for (int exponent = -900; exponent <= 900; exponent += 10) {
    const double unit = std::ldexp(1.0, exponent);
    ShapeSet shapes;
    shapes.add_box({unit, unit, unit});
    shapes.add_point({0, 0, 0});
    const Contact<T> c = test::query_one<T>(shapes, {{3 * unit, 0, 0}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}});
    ASSERT_FALSE(std::isnan(static_cast<double>(c.separation + c.witness_b.x + c.lower_bound))) << exponent;
    const bool fits =
        exponent < std::numeric_limits<T>::max_exponent - 6 && exponent > std::numeric_limits<T>::min_exponent + 6;
    if (fits) {
      ASSERT_EQ(status_of(c.status), Status::converged) << exponent;
      ASSERT_EQ(c.separation, static_cast<T>(2 * unit)) << exponent;
    } else if (status_of(c.status) != Status::degenerate_shape) {
      ASSERT_EQ(c.separation, static_cast<T>(2 * unit)) << exponent;
    }
  }
}

TYPED_TEST(Extremes, AQueryWithoutMemoryAsksForIt) {
  using T = TypeParam;
  ShapeSet shapes;
  std::vector<Vec3<double>> cube;  // not a box, which would be answered without EPA
  for (int k = 0; k < 8; ++k) cube.push_back({k & 1 ? 1.0 : -1.0, k & 2 ? 1.0 : -1.0, k & 4 ? 1.0 : -1.0});
  shapes.add_hull(cube);
  const auto view = shapes.view<T>();
  PairProblem<T> p{};
  ASSERT_EQ(make_problem(view, 0, 0, {Pose{}.rotation, {0.25, 0, 0}}, HUGE_VAL, p), Status::converged);
  for (const std::uint32_t capacity : {0u, 3u, 7u}) {
    const QueryResult<T> r = query_pair_fully(p, {nullptr, capacity});
    EXPECT_TRUE(r.unfinished_here);
    EXPECT_EQ(status_of(r.contact.status), Status::iteration_limit);
    EXPECT_TRUE(std::isfinite(static_cast<double>(r.contact.separation)));
  }
}

}  // namespace
}  // namespace abut
