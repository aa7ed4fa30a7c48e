#include "abut/surface/patch_minimum.h"

#include <gtest/gtest.h>

#include "tests/surface/surface_cases.h"

namespace abut {
namespace {

using test::LowPlace;
using test::OwnPatch;
using test::PatchShape;
using test::Random;

template <class T>
class PatchMinimumOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PatchMinimumOf, Scalars);

template <class T>
constexpr ParameterRectangle<T> whole{T(0), T(1), T(0), T(1)};

TYPED_TEST(PatchMinimumOf, APlaneHasThePerpendicularPoint) {
  using T = TypeParam;
  for (const int degree : {1, 2, 3, 7}) {
    const auto square = test::unit_square<T>(degree);
    const auto m = patch_minimum<FourScalars<T>>(square.view(), {T(0.3), T(0.6), T(2)}, whole<T>, T(1), T(0));
    EXPECT_NEAR(m.s, T(0.3), 32 * Epsilon<T>::value);
    EXPECT_NEAR(m.t, T(0.6), 32 * Epsilon<T>::value);
    EXPECT_NEAR(m.squared, T(4), 16 * Epsilon<T>::value);
    EXPECT_TRUE(m.stationary);
    EXPECT_LE(m.evaluations, 4);
  }
}

TYPED_TEST(PatchMinimumOf, BeyondAnEndItIsTheEnd) {
  using T = TypeParam;
  const auto square = test::unit_square<T>(2);
  const auto end = patch_minimum<FourScalars<T>>(square.view(), {T(3), T(0.25), T(1)}, whole<T>, T(0.1), T(0.9));
  EXPECT_EQ(end.s, T(1));
  EXPECT_NEAR(end.t, T(0.25), 8 * Epsilon<T>::value);
  const auto corner = patch_minimum<FourScalars<T>>(square.view(), {T(-1), T(5), T(1)}, whole<T>, T(0.5), T(0.5));
  EXPECT_EQ(corner.s, T(0));
  EXPECT_EQ(corner.t, T(1));
  EXPECT_TRUE(corner.stationary);
  const ParameterRectangle<T> part{T(0.25), T(0.5), T(0.5), T(0.75)};
  const auto in_part = patch_minimum<FourScalars<T>>(square.view(), {T(0.9), T(0.1), T(0)}, part, T(0.3), T(0.6));
  EXPECT_EQ(in_part.s, part.s1);
  EXPECT_EQ(in_part.t, part.t0);
}

TYPED_TEST(PatchMinimumOf, AParabolaHasTheRootOfItsCubic) {
  using T =
      TypeParam;  // z = x^2 - 1/4 for x = s - 1/2, straight along v; from (0, y, c) with c small the bottom is nearest
  OwnPatch<T> trough{2, 1, false, {}};
  for (const auto& c : {Vec3<double>{-0.5, 0, 0.25}, Vec3<double>{0, 0, -0.25}, Vec3<double>{0.5, 0, 0.25}}) {
    for (int j = 0; j < 2; ++j) {
      for (const double x : {c.x, double(j), c.z, 1.0}) trough.points.push_back(static_cast<T>(x));
    }
  }
  for (const double x : {-0.4, -0.1, 0.05, 0.45}) {  // along the normal (-2 x, 1) from (x, x^2)
    const Vec3<T> p{static_cast<T>(x - 0.2 * 2 * x), T(0.5), static_cast<T>(x * x + 0.2)};
    const auto m = patch_minimum<FourScalars<T>>(trough.view(), p, whole<T>, T(0.5), T(0.1));
    EXPECT_NEAR(m.s, static_cast<T>(x + 0.5), 64 * Epsilon<T>::value);
    EXPECT_NEAR(m.t, T(0.5), 64 * Epsilon<T>::value);
    EXPECT_LE(m.evaluations, 14);
  }
}

/// That nothing descends from it into the rectangle: a slope only where it is held by an end. Where the squared
/// distance is well convex slopes are rounding; elsewhere squared distances alone tell, to their rounding.
template <class T>
void expect_stationary(const PatchMinimum<T>& m, const ParameterRectangle<T>& in, const std::string& what) {
  const T e = squared_length(m.at.u), f = dot(m.at.u, m.at.v), g = squared_length(m.at.v), d = length(m.r);
  const T a = e + dot(m.r, m.at.uu), b = f + dot(m.r, m.at.uv), c = g + dot(m.r, m.at.vv);
  const bool convex = a > T(0.1) * e && c > T(0.1) * g && b * b < T(0.5) * a * c;
  const T unit = 64 * Epsilon<T>::value * (T(1) + d), gain = 64 * Epsilon<T>::value * d * (T(1) + d);
  const auto bent = [&](const Vec3<T>& second) { return d * (length(second) + length(m.at.uv)); };
  // A step of a length within rounding is none: slopes are then the Hessian's times that.
  const auto most = [&](T square, T hessian, const Vec3<T>& second) {
    const T full = square + bent(second), flat = unit * max(std::sqrt(square), hessian / std::sqrt(square));
    return convex ? flat : max(std::sqrt(gain * full), unit * full / std::sqrt(square));
  };
  const T most_s = most(e, a, m.at.uu), most_t = most(g, c, m.at.vv);
  // What is as close to an end as that is at it.
  const T near_s = unit / std::sqrt(e), near_t = unit / std::sqrt(g);
  EXPECT_TRUE(m.s - in.s0 <= near_s || m.slope_s <= most_s) << what << ": " << m.slope_s << " " << most_s;
  EXPECT_TRUE(in.s1 - m.s <= near_s || m.slope_s >= -most_s) << what << ": " << m.slope_s << " " << most_s;
  EXPECT_TRUE(m.t - in.t0 <= near_t || m.slope_t <= most_t) << what << ": " << m.slope_t << " " << most_t;
  EXPECT_TRUE(in.t1 - m.t <= near_t || m.slope_t >= -most_t) << what << ": " << m.slope_t << " " << most_t;
}

TYPED_TEST(PatchMinimumOf, ItStaysInTheRectangleAndNothingDescendsFromIt) {
  using T = TypeParam;
  Random random(51);
  int stationary = 0, all = 0;
  for (int k = 0; k < 6000; ++k) {
    const int p = 1 + static_cast<int>(random.below(7)), q = 1 + static_cast<int>(random.below(7));
    const auto shape = static_cast<PatchShape>(random.below(static_cast<std::uint32_t>(PatchShape::count)));
    const auto patch = test::random_patch<T>(random, p, q, k % 2 == 0, shape);
    const double a = random.uniform(0, 0.9), b = random.uniform(0, 0.9);
    const ParameterRectangle<T> in{static_cast<T>(a), static_cast<T>(random.uniform(a + 0.05, 1)), static_cast<T>(b),
                                   static_cast<T>(random.uniform(b + 0.05, 1))};
    const Vec3<T> from = test::rounded<T>(random.in_cube() * random.magnitude(0.2, 4));
    const T s = static_cast<T>(random.below(3) == 0 ? in.s0 : in.s1), t = T(0.5) * (in.t0 + in.t1);
    const auto m = patch_minimum<FourScalars<T>>(patch.view(), from, in, s, t);
    EXPECT_TRUE(m.s >= in.s0 && m.s <= in.s1 && m.t >= in.t0 && m.t <= in.t1);
    EXPECT_LE(m.evaluations, 1 + most_newton_steps * 12);
    // No farther than where it began, and what it says of its place is so.
    const double start = squared_length(test::place_on(patch, double(s), double(t)) - test::wide(from));
    const double unit = 64 * static_cast<double>(Epsilon<T>::value) * (1 + squared_length(test::wide(from)));
    EXPECT_LE(static_cast<double>(m.squared), start + unit);
    EXPECT_NEAR(static_cast<double>(m.squared),
                squared_length(test::place_on(patch, double(m.s), double(m.t)) - test::wide(from)), unit);
    EXPECT_EQ(m.slope_s, dot(m.r, m.at.u));
    EXPECT_EQ(m.slope_t, dot(m.r, m.at.v));
    ++all;
    const bool is_plain = shape == PatchShape::wild || shape == PatchShape::bent || shape == PatchShape::flat;
    if (m.stationary && is_plain) {
      ++stationary;
      expect_stationary(m, in, std::to_string(k));
    }
  }
  EXPECT_GT(stationary, all / 4);
}

TYPED_TEST(PatchMinimumOf, WhereThereIsOneMinimumItIsTheLowestPlace) {
  using T = TypeParam;
  Random random(52);
  int evaluations = 0;
  for (int k = 0; k < 1000; ++k) {
    const int p = 1 + static_cast<int>(random.below(5)), q = 1 + static_cast<int>(random.below(5));
    const auto patch = test::random_patch<T>(random, p, q, false, PatchShape::slight);
    const Vec3<T> from = test::rounded<T>(random.in_cube() * 1.5);
    const auto m = patch_minimum<FourScalars<T>>(patch.view(), from, whole<T>, T(0.5), T(0.5));
    const LowPlace low = test::lowest_of(patch, test::wide(from), 8, 2);
    // A slight bend has one minimum from close by only.
    if (low.value > 1) continue;
    EXPECT_LE(std::sqrt(static_cast<double>(m.squared)), low.value + 8 * static_cast<double>(Epsilon<T>::value) * 3)
        << k;
    evaluations += m.evaluations;
  }
  EXPECT_LT(evaluations, 1000 * 7);
}

TYPED_TEST(PatchMinimumOf, PatchesThatAreAPointOrALineHaveAMinimum) {
  using T = TypeParam;
  Random random(53);
  for (const PatchShape shape : {PatchShape::point, PatchShape::line, PatchShape::pole}) {
    for (int k = 0; k < 200; ++k) {
      const auto patch = test::random_patch<T>(random, 3, 2, k % 2 == 0, shape, 1.5);
      const Vec3<T> from = test::rounded<T>(random.in_cube() * 1.5);
      const auto m = patch_minimum<FourScalars<T>>(patch.view(), from, whole<T>, T(0.5), T(0.5));
      EXPECT_TRUE(std::isfinite(m.squared));
      EXPECT_TRUE(std::isfinite(m.s) && std::isfinite(m.t));
      if (shape == PatchShape::pole) continue;
      const LowPlace low = test::lowest_of(patch, test::wide(from), 8, 2);
      EXPECT_LE(std::sqrt(static_cast<double>(m.squared)), low.value + 16 * static_cast<double>(Epsilon<T>::value) * 3);
    }
  }
}

TYPED_TEST(PatchMinimumOf, FromTheTopOfARidgeItGoesDown) {
  using T =
      TypeParam;  // the point is inside of a cylinder's quarter, beyond its axis: the start is a maximum of f along s
  OwnPatch<T> arc{2, 1, true, {}};
  const double w = std::sqrt(0.5);
  for (const auto& c : {Vec3<double>{1, -1, 1}, Vec3<double>{2, 0, w}, Vec3<double>{1, 1, 1}}) {
    for (int j = 0; j < 2; ++j) {
      for (const double x : {c.x * c.z, double(j) * c.z, c.y * c.z, c.z}) arc.points.push_back(static_cast<T>(x));
    }
  }
  const Vec3<T> p{T(-1), T(0.5), T(0.05)};
  const auto m = patch_minimum<FourScalars<T>>(arc.view(), p, whole<T>, T(0.5), T(0.5));
  EXPECT_EQ(m.s, T(1));
  const test::LowPlace low = test::lowest_of(arc, test::wide(p), 16);
  EXPECT_NEAR(std::sqrt(static_cast<double>(m.squared)), low.value, 8 * static_cast<double>(Epsilon<T>::value) * 3);
}

}  // namespace
}  // namespace abut
