#include "abut/surface/bezier_patch.h"

#include <gtest/gtest.h>

#include <cstring>

#include "host/exec/isa/surface/wide_four.h"
#include "tests/surface/surface_cases.h"

namespace abut {
namespace {

using test::Random;

template <class T>
class BezierPatchOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(BezierPatchOf, Scalars);

/// The same control points as a surface of one patch, parameters from 0 to 1.
template <class T>
NurbsSurface surface_of(const test::OwnPatch<T>& patch) {
  const auto direction = [](int degree) {
    SplineDirection d{degree, {}};
    d.knots.assign(static_cast<std::size_t>(degree + 1), 0);
    d.knots.insert(d.knots.end(), static_cast<std::size_t>(degree + 1), 1);
    return d;
  };
  NurbsSurface out{direction(patch.degree_u), direction(patch.degree_v), {}};
  for (int i = 0; i <= patch.degree_u; ++i) {
    for (int j = 0; j <= patch.degree_v; ++j) {
      out.points.push_back(patch.control(i, j));
      const std::size_t at = static_cast<std::size_t>(i * (patch.degree_v + 1) + j);
      if (patch.rational) out.weights.push_back(static_cast<double>(patch.points[4 * at + 3]));
    }
  }
  return out;
}

template <class T>
void expect_near(const SurfaceJet<T>& a, const SurfaceJet<double>& b, double off, const std::string& what) {
  EXPECT_LE(test::distance(test::wide(a.point), b.point), off) << what;
  EXPECT_LE(test::distance(test::wide(a.u), b.u), off * 30) << what;
  EXPECT_LE(test::distance(test::wide(a.v), b.v), off * 30) << what;
  EXPECT_LE(test::distance(test::wide(a.uu), b.uu), off * 900) << what;
  EXPECT_LE(test::distance(test::wide(a.uv), b.uv), off * 900) << what;
  EXPECT_LE(test::distance(test::wide(a.vv), b.vv), off * 900) << what;
}

TYPED_TEST(BezierPatchOf, PointsAndDerivativesAreThoseOfTheSurface) {
  using T = TypeParam;
  Random random(21);
  for (int p = 1; p <= most_surface_degree; ++p) {
    for (int q = 1; q <= most_surface_degree; ++q) {
      for (const bool rational : {false, true}) {
        const auto patch = test::random_patch<T>(random, p, q, rational, test::PatchShape::wild);
        const NurbsSurface surface = surface_of(patch);
        for (int k = 0; k < 10; ++k) {
          const T s = k == 0 ? T(0) : static_cast<T>(random.uniform()),
                  t = k == 1 ? T(1) : static_cast<T>(random.uniform());
          const SurfaceJet<T> at = point_on<FourScalars<T>>(patch.view(), s, t);
          const auto exact = point_at(surface, static_cast<double>(s), static_cast<double>(t));
          expect_near(at, exact, 64 * static_cast<double>(Epsilon<T>::value),
                      std::to_string(p) + " by " + std::to_string(q));
        }
      }
    }
  }
}

TYPED_TEST(BezierPatchOf, CornersAreControlPoints) {
  using T = TypeParam;
  Random random(22);
  for (const int degree : {1, 2, 3, 5, 7}) {
    const auto patch = test::random_patch<T>(random, degree, degree, false, test::PatchShape::wild);
    for (const int i : {0, 1}) {
      for (const int j : {0, 1}) {
        const SurfaceJet<T> at = point_on<FourScalars<T>>(patch.view(), T(i), T(j));
        EXPECT_EQ(max_abs(test::wide(at.point) - patch.control(i * degree, j * degree)), 0);
      }
    }
  }
}

TYPED_TEST(BezierPatchOf, EqualWeightsChangeNothing) {
  using T = TypeParam;
  Random random(23);
  const auto plain = test::random_patch<T>(random, 3, 2, false, test::PatchShape::wild);
  auto weighted = plain;
  weighted.rational = true;
  for (T& x : weighted.points) x = x * T(4);  // weights 4: a power of 2, exact
  const auto a = point_on<FourScalars<T>>(plain.view(), T(0.3), T(0.8));
  const auto b = point_on<FourScalars<T>>(weighted.view(), T(0.3), T(0.8));
  EXPECT_LE(max_abs(a.point - b.point), 4 * Epsilon<T>::value);
  EXPECT_LE(max_abs(a.uu - b.uu), 200 * Epsilon<T>::value);
  EXPECT_LE(max_abs(a.uv - b.uv), 200 * Epsilon<T>::value);
}

TYPED_TEST(BezierPatchOf, FourNumbersAtOnceHaveTheBitsOfSingleOnes) {
  using T = TypeParam;
  Random random(24);
  for (int k = 0; k < 400; ++k) {
    const int p = 1 + static_cast<int>(random.below(7)), q = 1 + static_cast<int>(random.below(7));
    const auto patch = test::random_patch<T>(random, p, q, k % 2 == 0, test::PatchShape::wild);
    const T s = static_cast<T>(random.uniform()), t = static_cast<T>(random.uniform());
    const SurfaceJet<T> a = point_on<FourScalars<T>>(patch.view(), s, t);
    const SurfaceJet<T> b = point_on<WideFour<T>>(patch.view(), s, t);
    EXPECT_EQ(std::memcmp(&a, &b, sizeof a), 0) << p << " " << q;
  }
}

}  // namespace
}  // namespace abut
