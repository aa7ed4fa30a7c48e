// GJK on its own: bounds, exits, cut-off.
#include "abut/narrow/gjk.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/narrow/exact_signs.h"
#include "abut/narrow/query.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;

template <class T>
GjkState<T> run(const ShapeSet& shapes, Pair pair, const RelativePose<double>& pose, T cutoff,
                DifferenceSupport<T, LinearScan>* out = nullptr) {
  PairProblem<T> p{};
  const auto view = shapes.view<T>();
  EXPECT_EQ(make_problem(view, pair.a, pair.b, pose, 1e300, p), Status::converged);
  const DifferenceSupport<T, LinearScan> support = vertex_difference<LinearScan>(p);
  if (out != nullptr) *out = support;
  GjkState<T> s;
  gjk_start(s, -p.pose.translation, true);
  gjk(s, support, cutoff);
  return s;
}

template <class T>
class Gjk : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Gjk, Scalars);

constexpr Mat3<double> identity{{1, 0, 0, 0, 1, 0, 0, 0, 1}};

TYPED_TEST(Gjk, BoxesThatFaceEachOtherNeedFewIterations) {
  using T = TypeParam;
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto s = run<T>(shapes, {0, 0}, {identity, {3, 0, 0}}, NoCutoff<T>::value);
  EXPECT_FALSE(s.overlap);
  EXPECT_NEAR(std::sqrt(static_cast<double>(s.vv)) * 2, 1, 4 * static_cast<double>(Epsilon<T>::value));
  EXPECT_LE(s.iterations, 4u);
}

TYPED_TEST(Gjk, BoundsMeetOnRandomHulls) {
  using T = TypeParam;
  Random random(1);
  ShapeSet shapes;
  for (int i = 0; i < 6; ++i) shapes.add_hull(test::ellipsoid_points(random, 6 + 12 * i));
  for (int i = 0; i < 2000; ++i) {
    DifferenceSupport<T, LinearScan> support;
    const auto s = run<T>(shapes, {random.below(6), random.below(6)}, {random.rotation(), random.direction() * 1.6},
                          NoCutoff<T>::value, &support);
    ASSERT_FALSE(s.active);
    ASSERT_FALSE(s.overlap);
    const double distance = std::sqrt(static_cast<double>(s.vv));
    ASSERT_NEAR(static_cast<double>(s.vw) / distance, distance, 64 * static_cast<double>(Epsilon<T>::value)) << i;
    // the nearest point is the sum of its vertices
    Vec3<T> sum{0, 0, 0};
    for (int k = 0; k < 4; ++k) {
      if (s.simplex.used[k]) {
        sum = multiply_add(support.point(s.simplex.id_a[k], s.simplex.id_b[k]).w, s.simplex.lambda[k], sum);
      }
    }
    ASSERT_LE(static_cast<double>(length(sum - s.v)), 64 * static_cast<double>(Epsilon<T>::value)) << i;
  }
}

TYPED_TEST(Gjk, CutOffStopsEarlyWithABoundAboveIt) {
  using T = TypeParam;
  Random random(2);
  ShapeSet shapes;
  for (int i = 0; i < 6; ++i) shapes.add_hull(test::ellipsoid_points(random, 40));
  std::uint64_t with = 0, without = 0;
  for (int i = 0; i < 500; ++i) {
    const Pair pair{random.below(6), random.below(6)};
    const RelativePose<double> pose{random.rotation(), random.direction() * 1.6};
    const auto full = run<T>(shapes, pair, pose, NoCutoff<T>::value);
    const T cutoff = T(0.1);
    const auto early = run<T>(shapes, pair, pose, cutoff);
    const T distance = sqrt(full.vv);
    if (distance > cutoff * T(1.0001)) {
      ASSERT_TRUE(early.farther);
      ASSERT_GE(early.vw, cutoff * length(early.v) * T(0.99999));
      ASSERT_LE(early.vw, distance * length(early.v) * T(1.00001));
    } else if (distance < cutoff * T(0.9999)) {
      ASSERT_FALSE(early.farther);
    }
    with += early.iterations;
    without += full.iterations;
  }
  EXPECT_LT(2 * with, without);
}

TYPED_TEST(Gjk, OverlapEndsWithTheOriginInTheSimplex) {
  using T = TypeParam;
  Random random(3);
  ShapeSet shapes;
  for (int i = 0; i < 6; ++i) shapes.add_hull(test::ellipsoid_points(random, 30));
  for (int i = 0; i < 500; ++i) {
    const auto s = run<T>(shapes, {random.below(6), random.below(6)}, {random.rotation(), random.in_ball() * 0.2},
                          NoCutoff<T>::value);
    ASSERT_TRUE(s.overlap);
    ASSERT_LE(s.iterations, 40u);
  }
}

TYPED_TEST(Gjk, CoincidingCentresStillHaveADirection) {
  using T = TypeParam;
  ShapeSet shapes;
  shapes.add_point({0, 0, 0});
  shapes.add_box({1, 1, 1});
  EXPECT_TRUE(run<T>(shapes, {0, 0}, {identity, {0, 0, 0}}, NoCutoff<T>::value).overlap);
  EXPECT_TRUE(run<T>(shapes, {0, 1}, {identity, {0, 0, 0}}, NoCutoff<T>::value).overlap);
  EXPECT_TRUE(run<T>(shapes, {1, 1}, {identity, {0, 0, 0}}, NoCutoff<T>::value).overlap);
}

TYPED_TEST(Gjk, ToleranceEndsEarlierWithinItsOwnError) {
  using T = TypeParam;
  // Eqs. 2.17 and 2.18 of Montanari 2017: |v| is then within relative^2 of the distance.
  Random random(7);
  ShapeSet shapes;
  for (int i = 0; i < 6; ++i) shapes.add_hull(test::ellipsoid_points(random, 200));
  std::uint64_t exact_iterations = 0, loose_iterations = 0;
  for (int i = 0; i < 500; ++i) {
    const Pair pair{random.below(6), random.below(6)};
    const RelativePose<double> pose{random.rotation(), random.direction() * 1.3};
    DifferenceSupport<T, LinearScan> support;
    const auto exact = run<T>(shapes, pair, pose, NoCutoff<T>::value, &support);
    if (exact.overlap) continue;
    GjkState<T> loose;
    gjk_start(loose, -support.pose.translation, true);
    gjk(loose, support, GjkExits<T>{NoCutoff<T>::value, T(0.1), T(0)});
    const double distance = std::sqrt(static_cast<double>(exact.vv)), found = std::sqrt(static_cast<double>(loose.vv));
    ASSERT_GE(found, distance * (1 - 1e-5));
    ASSERT_LE(found, distance * 1.0102) << i;
    exact_iterations += exact.iterations;
    loose_iterations += loose.iterations;
    GjkState<T> reached;
    gjk_start(reached, -support.pose.translation, true);
    gjk(reached, support, GjkExits<T>{NoCutoff<T>::value, T(0), T(4)});
    ASSERT_TRUE(reached.overlap);
  }
  EXPECT_LT(loose_iterations, exact_iterations);
}

TYPED_TEST(Gjk, ExactSignsFindTheSameDistances) {
  using T = TypeParam;
  Random random(8);
  ShapeSet shapes;
  for (int i = 0; i < 4; ++i) shapes.add_hull(test::ellipsoid_points(random, 6 + 20 * i));
  shapes.add_box({0.5, 0.5, 0.5});
  for (int i = 0; i < 2000; ++i) {
    const bool aligned = i % 2 == 0;  // boxes on a lattice: coplanar faces, simplices without volume
    const Pair pair{aligned ? 4 : random.below(5), aligned ? 4 : random.below(5)};
    const auto step = [&] { return 0.25 * (static_cast<double>(random.below(9)) - 4); };
    RelativePose<double> pose{random.rotation(), random.direction() * random.uniform(0.5, 2)};
    if (aligned) pose = {identity, {step(), step(), 1 + step()}};
    DifferenceSupport<T, LinearScan> support;
    const auto rounded = run<T>(shapes, pair, pose, NoCutoff<T>::value, &support);
    GjkState<T> exact;
    gjk_start(exact, -support.pose.translation, true);
    gjk<ExactSigns>(exact, support, NoCutoff<T>::value);
    ASSERT_EQ(exact.overlap, rounded.overlap) << i;
    ASSERT_NEAR(std::sqrt(static_cast<double>(exact.vv)), std::sqrt(static_cast<double>(rounded.vv)),
                16 * static_cast<double>(Epsilon<T>::value))
        << i;
  }
}

}  // namespace
}  // namespace abut
