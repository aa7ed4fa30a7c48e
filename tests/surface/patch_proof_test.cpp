#include "abut/surface/patch_proof.h"

#include <gtest/gtest.h>

#include "tests/surface/surface_cases.h"

namespace abut {
namespace {

using test::LowPlace;
using test::OwnPatch;
using test::PatchShape;
using test::Random;

template <class T>
class PatchProof : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PatchProof, Scalars);

template <class T>
constexpr double unit = static_cast<double>(Epsilon<T>::value);

/// A place in a patch: inside, on an edge, or in a corner.
struct Place {
  double s, t;
};
Place random_place(Random& random) {
  const auto parameter = [&] { return random.below(3) == 0 ? double(random.below(2)) : random.uniform(); };
  return {parameter(), parameter()};
}

/// Off the patch along its normal: on it, near, far away, at a centre of curvature or close to one, or anywhere.
template <class T>
Vec3<double> random_point(Random& random, const OwnPatch<T>& patch) {
  OwnPatch<double> same{patch.degree_u, patch.degree_v, patch.rational, {patch.points.begin(), patch.points.end()}};
  const Place at = random_place(random);
  const SurfaceJet<double> jet = point_on<FourScalars<double>>(same.view(), at.s, at.t);
  const Vec3<double> n = unit_normal(jet) * (random.below(2) == 0 ? 1.0 : -1.0);
  switch (random.below(6)) {
    case 0: return jet.point;
    case 1: return jet.point + n * random.magnitude(1e-9, 1);
    case 2: return jet.point + n * random.magnitude(1, 1e6);
    case 3: {
      const SurfaceCurvature<double> k = curvature(jet);
      const double radius = 1 / (random.below(2) == 0 ? k.largest : k.smallest);
      const double off = 1 + random.magnitude(1e-9, 0.5) * (random.below(2) == 0 ? 1 : -1);
      return std::abs(radius) < 1e6 ? jet.point + unit_normal(jet) * (radius * off) : jet.point;
    }
    case 4: return jet.point + random.direction() * random.magnitude(1e-6, 10);
    default: return random.in_cube();
  }
}

template <class T>
OwnPatch<T> patch_of_any_kind(Random& random) {
  const int p = 1 + static_cast<int>(random.below(5)), q = 1 + static_cast<int>(random.below(5));
  const auto shape = static_cast<PatchShape>(random.below(static_cast<std::uint32_t>(PatchShape::count)));
  return test::random_patch<T>(random, p, q, random.below(2) == 0, shape, 1 + random.magnitude(1e-3, 1e3));
}

/// From the nearest of a few places, or from any place: then the minimum may be one of several.
template <class T>
PatchMinimum<T> minimum_of(Random& random, const OwnPatch<T>& patch, const Vec3<T>& p) {
  LowPlace from{1e300, 0, 0};
  if (random.below(3) == 0) {
    const Place any = random_place(random);
    from = {0, any.s, any.t};
  } else {
    for (int i = 0; i <= 6; ++i) {
      for (int j = 0; j <= 6; ++j) {
        const double d = length(test::place_on(patch, i / 6.0, j / 6.0) - test::wide(p));
        if (d < from.value) from = {d, i / 6.0, j / 6.0};
      }
    }
  }
  return patch_minimum<FourScalars<T>>(patch.view(), p, {T(0), T(1), T(0), T(1)}, static_cast<T>(from.u),
                                       static_cast<T>(from.v));
}

TYPED_TEST(PatchProof, NothingIsNearerThanItProves) {
  using T = TypeParam;
  Random random(41);
  int proved = 0, at_end = 0, in_corner = 0, rational = 0, near = 0;
  for (int k = 0; k < 12000; ++k) {
    const OwnPatch<T> patch = patch_of_any_kind<T>(random);
    const Vec3<T> p = test::rounded<T>(random_point(random, patch));
    const PatchMinimum<T> m = minimum_of(random, patch, p);
    const T squared = proved_squared_distance<FourScalars<T>>(patch.view(), p, m.s, m.t, m.squared);
    if (squared < T(0)) continue;
    const LowPlace low = test::lowest_of(patch, test::wide(p), 16);
    // Points of the size 1, and p, are known to a few roundings.
    EXPECT_LE(std::sqrt(static_cast<double>(squared)), low.value + 8 * unit<T> * (1 + low.value))
        << k << ": " << patch.degree_u << " by " << patch.degree_v << (patch.rational ? " rational" : "") << ", found "
        << std::sqrt(m.squared) << " at " << m.s << ", " << m.t << ", lowest at " << low.u << ", " << low.v;
    ++proved;
    const bool end_s = m.s == T(0) || m.s == T(1), end_t = m.t == T(0) || m.t == T(1);
    at_end += end_s != end_t, in_corner += end_s && end_t, rational += patch.rational, near += low.value < 1e-3;
  }
  // It proves what it is there for.
  EXPECT_GT(proved, 1000);
  EXPECT_GT(at_end, 250);
  EXPECT_GT(in_corner, 200);
  EXPECT_GT(rational, 100);
  EXPECT_GT(near, 300);
}

TYPED_TEST(PatchProof, SmallPartsOfPatchesAreProved) {
  using T = TypeParam;
  Random random(42);
  int proved = 0, all = 0;
  for (int k = 0; k < 4000; ++k) {
    OwnPatch<T> patch = patch_of_any_kind<T>(random);
    const double width = random.magnitude(0.01, 0.2), s = random.uniform(0, 1 - width),
                 t = random.uniform(0, 1 - width);
    const ParameterRectangle<T> r{static_cast<T>(s), static_cast<T>(s + width), static_cast<T>(t),
                                  static_cast<T>(t + width)};
    const OwnPatch<T> whole = patch;
    sub_patch<FourScalars<T>>(whole.view(), r, patch.points.data());
    const Vec3<T> p = test::rounded<T>(random_point(random, patch));
    const PatchMinimum<T> m = minimum_of(random, patch, p);
    const T squared = proved_squared_distance<FourScalars<T>>(patch.view(), p, m.s, m.t, m.squared);
    ++all;
    if (squared < T(0)) continue;
    ++proved;
    const LowPlace low = test::lowest_of(patch, test::wide(p), 10);
    EXPECT_LE(std::sqrt(static_cast<double>(squared)), low.value + 8 * unit<T> * (1 + low.value)) << k;
  }
  EXPECT_GT(proved, all / 4);
}

TYPED_TEST(PatchProof, WhatIsProvedIsNotLostToRoundingCloseToTheSurface) {
  using T = TypeParam;
  Random random(43);
  for (int k = 0; k < 500; ++k) {
    const auto patch = test::random_patch<T>(random, 3, 3, k % 2 == 0, PatchShape::slight, 1.2);
    const OwnPatch<double> same{3, 3, patch.rational, {patch.points.begin(), patch.points.end()}};
    const SurfaceJet<double> at =
        point_on<FourScalars<double>>(same.view(), random.uniform(0.2, 0.8), random.uniform(0.2, 0.8));
    const double far = random.magnitude(64 * unit<T>, 1e-3);
    const Vec3<T> p = test::rounded<T>(at.point + unit_normal(at) * far);
    const PatchMinimum<T> m = patch_minimum<FourScalars<T>>(patch.view(), p, {T(0), T(1), T(0), T(1)}, T(0.5), T(0.5));
    const T proved = proved_squared_distance<FourScalars<T>>(patch.view(), p, m.s, m.t, m.squared);
    if (proved < T(0)) continue;
    EXPECT_GE(std::sqrt(proved), std::sqrt(m.squared) - 8 * Epsilon<T>::value) << far;
  }
}

TYPED_TEST(PatchProof, PlanesAndBallsHaveTheirClosedForms) {
  using T = TypeParam;
  const auto flat = test::unit_square<T>(2);
  const auto proved = [&](Vec3<T> p, T s, T t, T squared) {
    return proved_squared_distance<FourScalars<T>>(flat.view(), p, s, t, squared);
  };
  EXPECT_EQ(proved({T(0.5), T(0.25), T(2)}, T(0.5), T(0.25), T(4)), T(4));  // inside
  EXPECT_EQ(proved({T(-1), T(0.25), T(0)}, T(0), T(0.25), T(1)), T(1));     // on an end
  EXPECT_EQ(proved({T(2), T(2), T(0)}, T(1), T(1), T(2)), T(2));            // in a corner
  // Not the nearest place: what is proved is no more than the distance.
  const T other = proved({T(0.5), T(0.5), T(1)}, T(0.25), T(0.5), T(1) + T(0.0625));
  EXPECT_LE(other, T(1));
  // The wrong end is no minimum.
  EXPECT_LE(proved({T(2), T(0.5), T(0)}, T(0), T(0.5), T(4)), T(1));
}

TYPED_TEST(PatchProof, ASecondMinimumIsNoProof) {
  using T = TypeParam;
  // A trough: z = x^2 times 4, from x = -1 to 1; above its middle both flanks are nearer than the bottom.
  OwnPatch<T> trough{2, 1, false, {}};
  for (const auto& c : {Vec3<double>{-1, 0, 4}, Vec3<double>{0, 0, -4}, Vec3<double>{1, 0, 4}}) {
    for (int j = 0; j < 2; ++j) {
      for (const double x : {c.x, double(j), c.z, 1.0}) trough.points.push_back(static_cast<T>(x));
    }
  }
  const Vec3<T> above{T(0), T(0.5), T(2)};
  EXPECT_LT(proved_squared_distance<FourScalars<T>>(trough.view(), above, T(0.5), T(0.5), T(4)), T(0));
  const Vec3<T> aside{T(0.01), T(0.5), T(2)};  // one flank is a little nearer than the other
  for (const T start : {T(0), T(1)}) {
    const auto m = patch_minimum<FourScalars<T>>(trough.view(), aside, {T(0), T(1), T(0), T(1)}, start, T(0.5));
    EXPECT_LT(proved_squared_distance<FourScalars<T>>(trough.view(), aside, m.s, m.t, m.squared), T(0));
  }
}

TYPED_TEST(PatchProof, ASheetThatTurnsBackAndRisesIsNoProof) {
  using T = TypeParam;
  // It goes out to x = 0.2 and back, (t - 1.2 t^2, 0.1 t^2): from above its begin its end is nearer.
  for (const bool along_v : {false, true}) {
    const auto patch = test::patch_from<T>(
        along_v ? 1 : 7, along_v ? 7 : 1, false,
        [&](double s, double t) {
          const double x = along_v ? t : s, square = x * (7 * x - 1) / 6;
          return Vec3<double>{x - 1.2 * square, 0.1 * square, 0.01 * (along_v ? s : t)};
        },
        [] { return 1; });
    const Vec3<T> above{T(0), T(1), T(0)};
    const LowPlace low = test::lowest_of(patch, test::wide(above), 16);
    EXPECT_LT(low.value, 0.95);
    const T proved = proved_squared_distance<FourScalars<T>>(patch.view(), above, T(0), T(0), T(1));
    EXPECT_LT(static_cast<double>(proved), low.value * low.value);
  }
}

TYPED_TEST(PatchProof, AWeightOfZeroIsNotProved) {
  using T = TypeParam;
  Random random(44);
  auto patch = test::random_patch<T>(random, 2, 2, true, PatchShape::slight);
  for (std::size_t c = 16; c < 20; ++c) patch.points[c] = T(0);
  EXPECT_LT(proved_squared_distance<FourScalars<T>>(patch.view(), {T(0), T(0), T(3)}, T(0), T(0), T(1)), T(0));
}

/// The least eigenvalue of the Hessian of half of f, over its trace.
template <class T>
double convexity(const OwnPatch<double>& patch, const Vec3<T>& p, double s, double t) {
  const SurfaceJet<double> at = point_on<FourScalars<double>>(patch.view(), s, t);
  const Vec3<double> r = at.point - test::wide(p);
  const double a = dot(at.u, at.u) + dot(r, at.uu), b = dot(at.u, at.v) + dot(r, at.uv),
               c = dot(at.v, at.v) + dot(r, at.vv);
  return (0.5 * (a + c) - std::sqrt(0.25 * (a - c) * (a - c) + b * b)) / (dot(at.u, at.u) + dot(at.v, at.v));
}

TYPED_TEST(PatchProof, WithinItsRoomTheSquaredDistanceStaysConvex) {
  using T = TypeParam;
  Random random(45);
  int rooms = 0;
  for (int k = 0; k < 6000; ++k) {
    const OwnPatch<T> patch = patch_of_any_kind<T>(random);
    const Vec3<T> p = test::rounded<T>(random_point(random, patch));
    const PatchMinimum<T> m = minimum_of(random, patch, p);
    T room = T(-1);
    const T proved = proved_squared_distance<FourScalars<T>>(patch.view(), p, m.s, m.t, m.squared, &room);
    if (proved < T(0) || !(room > T(0))) continue;
    EXPECT_FALSE(patch.rational);
    ++rooms;
    const OwnPatch<double> same{patch.degree_u, patch.degree_v, false, {patch.points.begin(), patch.points.end()}};
    const double off = 256 * unit<T> * (1 + length(test::wide(p)));
    for (int i = 0; i < 60; ++i) {
      const Place at = random_place(random);
      const SurfaceJet<double> jet = point_on<FourScalars<double>>(same.view(), at.s, at.t);
      Vec3<double> way = random.direction();
      if (i % 3 == 0 && squared_length(jet.uu) > 0) way = unit_vector(jet.uu);  // where it matters most
      if (i % 3 == 1 && squared_length(jet.vv) > 0) way = unit_vector(jet.vv);
      const Vec3<double> moved = test::wide(p) + way * static_cast<double>(room);
      EXPECT_GT(convexity(same, moved, at.s, at.t), -off) << k << ", room " << room;
    }
  }
  EXPECT_GT(rooms, 400);
}

TYPED_TEST(PatchProof, AFlatPatchHasRoom) {
  using T = TypeParam;
  const auto flat = test::unit_square<T>(1);
  T room = T(0);
  proved_squared_distance<FourScalars<T>>(flat.view(), {T(0.5), T(0.5), T(1)}, T(0.5), T(0.5), T(1), &room);
  EXPECT_GE(room, T(1));  // the second derivatives are 0: anything goes, and this is what it is asked for
}

}  // namespace
}  // namespace abut
