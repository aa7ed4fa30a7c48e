#include "abut/surface/sub_patch.h"

#include <gtest/gtest.h>

#include "tests/surface/surface_cases.h"

namespace abut {
namespace {

using test::OwnPatch;
using test::PatchShape;
using test::Random;

template <class T>
class SubPatch : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SubPatch, Scalars);

template <class T>
OwnPatch<T> part_of(const OwnPatch<T>& patch, const ParameterRectangle<T>& r) {
  OwnPatch<T> out = patch;
  sub_patch<FourScalars<T>>(patch.view(), r, out.points.data());
  return out;
}

template <class T>
ParameterRectangle<T> random_rectangle(Random& random) {
  const auto interval = [&](T& a, T& b) {
    do {
      a = random.below(4) == 0 ? T(0) : static_cast<T>(random.uniform());
      b = random.below(4) == 0 ? T(1) : static_cast<T>(random.uniform());
    } while (!(b - a > T(1e-3)));
  };
  ParameterRectangle<T> r;
  interval(r.s0, r.s1), interval(r.t0, r.t1);
  return r;
}

TYPED_TEST(SubPatch, ItsPointsAreThoseOfThePatch) {
  using T = TypeParam;
  Random random(31);
  for (int k = 0; k < 500; ++k) {
    const int p = 1 + static_cast<int>(random.below(7)), q = 1 + static_cast<int>(random.below(7));
    const auto patch = test::random_patch<T>(random, p, q, k % 2 == 0, PatchShape::wild);
    const ParameterRectangle<T> r = random_rectangle<T>(random);
    const auto part = part_of(patch, r);
    for (int i = 0; i < 5; ++i) {
      const double s = random.uniform(), t = random.uniform();
      const double a = static_cast<double>(r.s0), b = static_cast<double>(r.s1), c = static_cast<double>(r.t0),
                   d = static_cast<double>(r.t1);
      EXPECT_LE(test::distance(test::place_on(part, s, t), test::place_on(patch, a + s * (b - a), c + t * (d - c))),
                256 * static_cast<double>(Epsilon<T>::value))
          << p << " " << q;
    }
  }
}

TYPED_TEST(SubPatch, TheWholeIsTheSame) {
  using T = TypeParam;
  Random random(32);
  const auto patch = test::random_patch<T>(random, 4, 3, true, PatchShape::wild);
  EXPECT_EQ(part_of(patch, {T(0), T(1), T(0), T(1)}).points, patch.points);
}

TYPED_TEST(SubPatch, BoundsAreNeverAboveTheDistance) {
  using T = TypeParam;
  Random random(33);
  int hull_says = 0, square_says = 0;
  for (int k = 0; k < 1500; ++k) {
    const int p = 1 + static_cast<int>(random.below(5)), q = 1 + static_cast<int>(random.below(5));
    const auto shape = static_cast<PatchShape>(random.below(static_cast<std::uint32_t>(PatchShape::count)));
    const auto patch = test::random_patch<T>(random, p, q, k % 2 == 0, shape, random.magnitude(1, 1e3));
    const Vec3<T> point = test::rounded<T>(random.in_cube() * random.magnitude(0.1, 1e3));
    const Vec3<double> from = test::wide(point);
    const test::LowPlace low = test::lowest_of(patch, from, 12);
    const Vec3<double> on = test::place_on(patch, low.u, low.v);
    const Vec3<T> direction =
        unit_vector(k % 3 == 0 ? test::rounded<T>(random.direction()) : test::rounded<T>(from - on));
    const double unit = static_cast<double>(Epsilon<T>::value);
    const double hull = static_cast<double>(hull_bound(patch.view(), point, direction));
    EXPECT_LE(hull, low.value) << low.value;
    hull_says += hull > 0.5 * low.value;
    // The distance of place_on is rounded too.
    const double square = static_cast<double>(squared_distance_bound(patch.view(), point));
    EXPECT_LE(square, low.value * low.value * (1 + 4 * unit)) << low.value;
    square_says += square > 0.25 * low.value * low.value;
  }
  EXPECT_GT(hull_says, 500);
  EXPECT_GT(square_says, 500);
}

TYPED_TEST(SubPatch, TermsThatCancelDoNotMakeTheHullsBoundTooLarge) {
  using T = TypeParam;  // flat patches across (1, -1, 0): products of a direction cancel, and so leave their rounding
  Random random(34);
  for (int k = 0; k < 2000; ++k) {
    const double x = random.uniform(0.5, 1.5), d = random.magnitude(1e-9, 1e-6);
    const auto patch = test::patch_from<T>(
        1, 1, k % 2 == 0,
        [&](double s, double t) {
          return Vec3<double>{x, x, s - t};
        },
        [&] { return random.uniform(1, 3); });
    const Vec3<double> off{d, -d, 0};
    const Vec3<T> p = test::rounded<T>(patch.control(0, 0) + off);
    const Vec3<T> direction = unit_vector(Vec3<T>{T(1), T(-1), T(0)});
    const test::LowPlace low = test::lowest_of(patch, test::wide(p), 4, 2);
    EXPECT_LE(static_cast<double>(hull_bound(patch.view(), p, direction)), low.value + 1e-16);
  }
}

/// An eighth of a sphere about 0 of radius 1, rational of degree 2 by 2, from the pole to the equator.
template <class T>
OwnPatch<T> eighth_of_sphere() {
  const double w = std::sqrt(0.5);
  const Vec3<double> arc[3] = {{0, 1, 1}, {1, 1, w}, {1, 0, 1}};  // off the axis, along it, weight
  const Vec3<double> round[3] = {{1, 0, 1}, {1, 1, w}, {0, 1, 1}};
  OwnPatch<T> out{2, 2, true, {}};
  for (const auto& a : arc) {
    for (const auto& r : round) {
      const double weight = a.z * r.z;
      for (const double x : {a.x * r.x * weight, a.x * r.y * weight, a.y * weight, weight}) {
        out.points.push_back(static_cast<T>(x));
      }
    }
  }
  return out;
}

TYPED_TEST(SubPatch, ASphereIsAllEquallyFarFromItsCentre) {
  using T = TypeParam;
  const auto patch = eighth_of_sphere<T>();
  EXPECT_NEAR(squared_distance_bound(patch.view(), {}), T(1), 2000 * Epsilon<T>::value);
  EXPECT_LE(squared_distance_bound(patch.view(), {}), T(1));
  const auto part = part_of(patch, {T(0.25), T(0.5), T(0.5), T(0.75)});
  EXPECT_NEAR(squared_distance_bound(part.view(), {}), T(1), 2000 * Epsilon<T>::value);
}

TYPED_TEST(SubPatch, AnArcIsAllEquallyFarFromItsCentre) {
  using T = TypeParam;
  const double w = std::sqrt(0.5);
  OwnPatch<T> patch{2, 1, true, {}};  // straight along v, with no length, of radius 2
  for (const auto& c : {Vec3<double>{2, 0, 1}, Vec3<double>{2, 2, w}, Vec3<double>{0, 2, 1}}) {
    for (int j = 0; j < 2; ++j) {
      for (const double x : {c.x * c.z, c.y * c.z, 0.0, c.z}) patch.points.push_back(static_cast<T>(x));
    }
  }
  EXPECT_NEAR(squared_distance_bound(patch.view(), {}), T(4), 8000 * Epsilon<T>::value);
  EXPECT_LE(squared_distance_bound(patch.view(), {}), T(4));
}

TYPED_TEST(SubPatch, APlanePatchIsAsFarAsItsHull) {
  using T = TypeParam;
  const auto patch = test::unit_square<T>(3);
  EXPECT_NEAR(hull_bound(patch.view(), {T(0.5), T(0.5), T(2)}, {T(0), T(0), T(1)}), T(2), 32 * Epsilon<T>::value);
  EXPECT_LT(hull_bound(patch.view(), {T(0.5), T(0.5), T(2)}, {T(0), T(0), T(-1)}), T(0));
}

TYPED_TEST(SubPatch, ZeroWeightsSayNothingFalse) {
  using T = TypeParam;
  Random random(36);
  for (int k = 0; k < 300; ++k) {
    auto patch = test::random_patch<T>(random, 3, 2, true, PatchShape::bent);
    const std::size_t zero = 1 + random.below(10);  // not the first or the last corner
    for (int c = 0; c < 4; ++c) patch.points[4 * zero + static_cast<std::size_t>(c)] = T(0);
    const Vec3<T> p = test::rounded<T>(random.in_cube() * 2.0);
    double low = 1e300;
    for (int i = 1; i < 40; ++i) {
      for (int j = 1; j < 40; ++j)
        low = std::min(low, length(test::place_on(patch, i / 40.0, j / 40.0) - test::wide(p)));
    }
    const Vec3<T> direction = test::rounded<T>(random.direction());
    EXPECT_LE(static_cast<double>(hull_bound(patch.view(), p, direction)), low);
    EXPECT_LE(static_cast<double>(squared_distance_bound(patch.view(), p)), low * low);
    const auto part = part_of(patch, {T(0.25), T(0.75), T(0.25), T(0.75)});
    EXPECT_TRUE(std::isfinite(hull_bound(part.view(), p, direction)));
  }
}

}  // namespace
}  // namespace abut
