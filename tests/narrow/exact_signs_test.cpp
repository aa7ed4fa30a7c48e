#include "abut/narrow/exact_signs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "abut/narrow/nearest_point_simplex.h"
#include "tests/narrow/awkward_simplices.h"
#include "tests/narrow/exact_nearest.h"

namespace abut {
namespace {

using test::exact_nearest;
using test::ExactNearest;
using test::Random;

template <class T>
class ExactSignsOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ExactSignsOf, Scalars);

template <class T>
Simplex<T> simplex_of(const std::vector<Vec3<T>>& w) {
  Simplex<T> s{};
  for (std::size_t k = 0; k < w.size(); ++k) s.w[k] = w[k], s.used[k] = true;
  return s;
}

template <class T>
double size_of(const std::vector<Vec3<T>>& w) {
  double size = 0;
  for (const auto& v : w) size = std::max(size, static_cast<double>(max_abs(v)));
  return size;
}

template <class T>
double distance_error(const NearestPoint<T>& r, const ExactNearest& truth) {
  const double error = std::sqrt(static_cast<double>(r.vv)) - static_cast<double>(sqrt(truth.squared_distance));
  return std::isnan(error) ? HUGE_VAL : std::abs(error);
}

/// How far the point that the barycentric coordinates stand for lies from `v`.
template <class T>
double inconsistency(const NearestPoint<T>& r, const Simplex<T>& s) {
  Vec3<double> sum = -widen(r.v);
  for (int k = 0; k < 4; ++k) sum = multiply_add(widen(s.w[k]), static_cast<double>(r.lambda[k]), sum);
  const double error = max_abs(sum);
  return std::isnan(error) ? HUGE_VAL : error;
}

// The determinant as Signed Volumes computes it.
TYPED_TEST(ExactSignsOf, NearlyFlatSimplicesWithAWrongRoundedDeterminantGiveTheNearestPoint) {
  using T = TypeParam;
  Random random(1);
  int wrong = 0;
  for (int i = 0; i < 20000; ++i) {
    const auto w = test::awkward_simplex<T>(random, 1);
    const Vec3<T> e1 = w[1] - w[0], e2 = w[2] - w[0], e3 = w[3] - w[0];
    const T rounded = dot(e1, cross(e2, e3));
    test::CommonShift shift;
    for (const auto& v : w) shift.see(v);
    const auto exact = [&](int k) {
      return test::exact_minus(test::exact(w[k], shift.shift()), test::exact(w[0], shift.shift()));
    };
    const int truth = test::exact_inner(exact(1), test::exact_cross_product(exact(2), exact(3))).sign();
    ASSERT_EQ(orient3d(w[1], w[2], w[3], w[0]), truth);
    if (!(rounded * static_cast<T>(truth) < T(0))) continue;
    ++wrong;
    const ExactNearest nearest = exact_nearest(w);
    NearestPoint<T> r{};
    nearest_on_simplex<RoundedSigns>(simplex_of(w), r);
    ASSERT_LE(distance_error(r, nearest), 4 * static_cast<double>(Epsilon<T>::value) * size_of(w)) << i;
    nearest_on_simplex<ExactSigns>(simplex_of(w), r);
    ASSERT_LE(distance_error(r, nearest), 4 * static_cast<double>(Epsilon<T>::value) * size_of(w)) << i;
    ASSERT_EQ(r.inside, nearest.inside) << i;
  }
  EXPECT_GT(wrong, 100);
}

// The distance to a few roundings of the vertices whatever the simplex; inside or not without any doubt; coordinates of
// faces and tetrahedra to nearly all their digits.
TYPED_TEST(ExactSignsOf, AwkwardSimplicesGiveTheExactAnswer) {
  using T = TypeParam;
  Random random(2);
  const double eps = static_cast<double>(Epsilon<T>::value);
  int rounded_wrong = 0, by_support[5] = {};
  for (int i = 0; i < 100000; ++i) {
    const int family = i % test::awkward_families;
    const auto w = test::awkward_simplex<T>(random, family);
    const Simplex<T> s = simplex_of(w);
    const ExactNearest truth = exact_nearest(w);
    NearestPoint<T> r{};
    nearest_on_simplex<ExactSigns>(s, r);
    ASSERT_LE(distance_error(r, truth), 4 * eps * size_of(w)) << i;
    ASSERT_LE(inconsistency(r, s), (8 * eps + 0x1p-46) * size_of(w)) << i;
    ASSERT_EQ(r.inside, truth.inside) << i;
    unsigned support = 0;
    int vertices = 0;
    for (int k = 0; k < 4; ++k) {
      ASSERT_GE(r.lambda[k], T(0)) << i;
      if (r.lambda[k] > T(0)) support |= 1u << k, ++vertices;
    }
    ++by_support[vertices];
    for (int k = 0; k < 4 && support == truth.support && vertices > 2; ++k) {
      if (truth.lambda[k] == 0) continue;
      const test::WideReal quotient = test::WideReal(static_cast<double>(r.lambda[k])) / truth.lambda[k];
      ASSERT_LE(static_cast<double>(abs(quotient - 1)), 2 * eps + 0x1p-43) << i;
    }
    NearestPoint<T> rounded{};
    nearest_on_simplex<RoundedSigns>(s, rounded);
    const bool right = distance_error(rounded, truth) <= 4 * eps * size_of(w);
    ASSERT_TRUE(right || family >= 2) << i;
    rounded_wrong += !right || rounded.inside != truth.inside || inconsistency(rounded, s) > 1000 * eps * size_of(w);
  }
  for (const int n : {1, 2, 3, 4}) EXPECT_GT(by_support[n], 2000) << n;
  EXPECT_GT(rounded_wrong, 100) << "simplices for which rounded signs are good enough prove little";
}

// The foot of the origin beside an end of the segment.
TYPED_TEST(ExactSignsOf, TheEndsOfASegmentAreDecidedExactly) {
  using T = TypeParam;
  Random random(3);
  int rounded_wrong = 0;
  for (int i = 0; i < 20000; ++i) {
    const Vec3<double> at_end = random.in_ball(), along = cross(at_end, random.in_ball()) * random.magnitude(1e-3, 1);
    Simplex<T> s = simplex_of<T>({narrowed<T>(at_end), narrowed<T>(at_end + along)});
    if (i % 2 == 0) std::swap(s.w[0], s.w[1]);
    test::CommonShift shift;
    shift.see(s.w[0]);
    shift.see(s.w[1]);
    const auto p = test::exact(s.w[0], shift.shift()), q = test::exact(s.w[1], shift.shift());
    const bool past_p = test::exact_inner(p, test::exact_minus(p, q)) > 0;
    const bool before_q = test::exact_inner(q, test::exact_minus(q, p)) > 0;
    const Vec3<T> e = s.w[1] - s.w[0];
    const T rounded = -dot(s.w[0], e) / dot(e, e);
    T l = rounded;
    ExactSigns::segment(s.w[0], s.w[1], l);
    ASSERT_EQ(l > T(0), past_p) << i;
    ASSERT_EQ(l < T(1), before_q) << i;
    const T within = past_p && before_q ? rounded : l;
    ASSERT_NEAR(l, within, T(8) * Epsilon<T>::value / length(e)) << i;
    rounded_wrong += (rounded > T(0)) != past_p || (rounded < T(1)) != before_q;
  }
  EXPECT_GT(rounded_wrong, 100);
}

// The determinant is zero, and the one facet that holds the nearest point has area.
TYPED_TEST(ExactSignsOf, AFlatSimplexDescendsToItsFacetsWithArea) {
  using T = TypeParam;
  const Vec3<T> w[4] = {{1, 1, 2}, {-1, 0, 2}, {1, -1, 2}, {1, 3, 2}};  // 0, 2 and 3 are collinear
  T l[4] = {T(9), T(9), T(9), T(9)};
  ExactSigns::tetrahedron(w, l);
  EXPECT_FALSE(l[0] > T(0));
  EXPECT_TRUE(l[1] > T(0)) << "the face without area is left out";
  EXPECT_FALSE(l[2] > T(0));
  EXPECT_FALSE(l[3] > T(0));
  NearestPoint<T> r{};
  signed_volumes<ExactSigns>(simplex_of<T>({w[0], w[1], w[2], w[3]}), r);
  EXPECT_EQ(r.vv, T(4));
  EXPECT_FALSE(r.inside);
}

}  // namespace
}  // namespace abut
