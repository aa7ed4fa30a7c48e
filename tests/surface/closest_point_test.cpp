#include "abut/surface/closest_point.h"

#include <gtest/gtest.h>

#include "tests/surface/surface_cases.h"

namespace abut {
namespace {

using test::BruteForce;
using test::LowPlace;
using test::Random;
using test::Searched;
using test::SurfaceKind;

template <class T>
class ClosestPointOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ClosestPointOf, Scalars);

template <class T>
constexpr double unit = static_cast<double>(Epsilon<T>::value);

/// `p` as the search has it, in the surface's frame.
template <class T>
void expect_nearest(const Searched<T>& s, const Vec3<double>& p, const ClosestPoint<T>& out, double lowest,
                    const std::string& what) {
  const double distance = static_cast<double>(out.nearest.distance) * s.unit();
  const double rounding = 8 * unit<T> * (s.size() + lowest);
  EXPECT_EQ(out.status, Status::converged) << what;
  EXPECT_LE(distance, lowest + rounding) << what;
  const double bound = static_cast<double>(out.lower_bound) * s.unit();
  EXPECT_LE(bound, lowest) << what;
  EXPECT_LE(out.lower_bound, out.nearest.distance) << what;
  EXPECT_GE(bound, distance - (sizeof(T) == 4 ? 0x1p-16 : 0x1p-40) * (s.size() + distance) - 2 * rounding) << what;
  EXPECT_NEAR(length(s.up(out.nearest.point) - p), distance, rounding) << what;
}

/// What it says of its place is so: the surface there is where it says, and the way to it is along the normal.
template <class T>
void expect_consistent(const Searched<T>& s, const Vec3<double>& p, const ClosestPoint<T>& out,
                       const std::string& what) {
  const SurfaceMinimum<T>& m = out.nearest;
  const SurfaceJet<T> at = jet_at<FourScalars<T>>(s.view(), m.u, m.v);
  const T along = length(at.u) + length(at.v);
  const T domain = max(max(abs(m.u), abs(m.v)), T(1));
  EXPECT_LE(length(at.point - m.point), 64 * Epsilon<T>::value * (T(1) + along * domain)) << what;
  const double n = length(test::wide(m.normal));
  if (n == 0) return;
  EXPECT_NEAR(n, 1, 8 * unit<T>) << what;
  for (std::uint32_t k = 0; k < s.view().piece_count; ++k) {
    const SurfacePiece<T>& piece = s.view().pieces[k];
    if (m.u == piece.u0 || m.u == piece.u0 + piece.du || m.v == piece.v0 || m.v == piece.v0 + piece.dv) return;
  }
  // Inside of a piece: the slopes are rounding. Along a short derivative they say less.
  const Vec3<T> r = m.point - s.down(p);
  const T most = 1024 * Epsilon<T>::value * (T(1) + length(r)) * (T(1) + length(r));
  EXPECT_LE(abs(dot(r, at.u)), most * length(at.u) + std::sqrt(most * length(r)) * T(1e-2)) << what;
  EXPECT_LE(abs(dot(r, at.v)), most * length(at.v) + std::sqrt(most * length(r)) * T(1e-2)) << what;
}

TYPED_TEST(ClosestPointOf, ItIsTheLowestPlaceOfAnySurface) {
  using T = TypeParam;
  Random random(61);
  for (int kind = 0; kind < static_cast<int>(SurfaceKind::count); ++kind) {
    for (int i = 0; i < 8; ++i) {
      const NurbsSurface surface = test::surface_of_kind(random, static_cast<SurfaceKind>(kind));
      check(surface);
      const Searched<T> searched(surface);
      const BruteForce lowest(surface, 8);
      for (int k = 0; k < 10; ++k) {
        const Vec3<double> p = searched.up(searched.down(test::point_for(random, surface)));
        const ClosestPoint<T> out = searched.nearest(p);
        const std::string what = std::string(test::name_of(static_cast<SurfaceKind>(kind))) + " " + std::to_string(i) +
                                 " " + std::to_string(k);
        expect_nearest(searched, p, out, lowest.nearest(p).value, what);
        expect_consistent(searched, p, out, what);
        EXPECT_FALSE(out.from_cache);
      }
    }
  }
}

TYPED_TEST(ClosestPointOf, CloseToTheSurfaceItIsCertainToo) {
  using T = TypeParam;
  Random random(62);
  for (int k = 0; k < 60; ++k) {
    const NurbsSurface surface = test::surface_of_kind(random, static_cast<SurfaceKind>(1 + k % 3));
    const Searched<T> searched(surface);
    for (int i = 0; i < 20; ++i) {
      const double u = random.uniform(surface.u.begin(), surface.u.end());
      const double v = random.uniform(surface.v.begin(), surface.v.end());
      const SurfaceJet<double> at = point_at(surface, u, v);
      const double far = random.magnitude(unit<T>, 1e-4);
      const ClosestPoint<T> out = searched.nearest(at.point + unit_normal(at) * far);
      EXPECT_EQ(out.status, Status::converged) << far;
      EXPECT_LE(static_cast<double>(out.nearest.distance) * searched.unit(), far + 8 * unit<T> * searched.size());
    }
  }
}

TYPED_TEST(ClosestPointOf, SpheresToriAndCylindersHaveTheirClosedForms) {
  using T = TypeParam;
  Random random(63);
  const Searched<T> sphere(test::unit_sphere()), torus(test::torus(2, 0.5)), cylinder(test::cylinder(2));
  for (int k = 0; k < 400; ++k) {
    const Vec3<double> v = random.in_cube() * random.magnitude(0.1, 10);
    const Vec3<double> a = sphere.up(sphere.down(v)), b = torus.up(torus.down(v)), c = cylinder.up(cylinder.down(v));
    expect_nearest(sphere, a, sphere.nearest(a), std::abs(length(a) - 1), "sphere");
    expect_nearest(torus, b, torus.nearest(b), std::abs(std::hypot(std::hypot(b.x, b.y) - 2, b.z) - 0.5), "torus");
    const double beyond = std::max(std::max(-c.z, c.z - 2), 0.0);
    expect_nearest(cylinder, c, cylinder.nearest(c), std::hypot(std::hypot(c.x, c.y) - 1, beyond), "cylinder");
  }
}

TYPED_TEST(ClosestPointOf, CentresAndAxesAreProvedInFewRectangles) {
  using T = TypeParam;
  const Searched<T> sphere(test::unit_sphere()), cylinder(test::cylinder(2)), torus(test::torus(2, 0.5));
  const ClosestPoint<T> centre = sphere.nearest({0, 0, 0}), axis = cylinder.nearest({0, 0, 0.7});
  expect_nearest(sphere, {0, 0, 0}, centre, 1, "centre");
  expect_nearest(cylinder, cylinder.up(cylinder.down({0, 0, 0.7})), axis, 1, "axis");
  EXPECT_LT(centre.rectangles, 1500u);
  EXPECT_LT(axis.rectangles, 1500u);
  const ClosestPoint<T> hole = torus.nearest({0, 0, 0});
  expect_nearest(torus, {0, 0, 0}, hole, 1.5, "hole");
  EXPECT_LT(hole.rectangles, 2000u);
}

TYPED_TEST(ClosestPointOf, AnySizeAndPlaceIsTheSame) {
  using T = TypeParam;
  Random random(64);
  const NurbsSurface surface = test::surface_of_kind(random, SurfaceKind::waves);
  const Searched<T> as_is(surface);
  for (const double scale : {0x1p-40, 0x1p20}) {
    const Searched<T> scaled(transformed(surface, {{scale, 0, 0, 0, scale, 0, 0, 0, scale}}, {0, 0, 0}));
    for (int k = 0; k < 20; ++k) {
      const Vec3<double> p = random.in_cube() * 2.0;
      const ClosestPoint<T> a = as_is.nearest(p), b = scaled.nearest(p * scale);
      EXPECT_EQ(a.nearest.distance, b.nearest.distance);
      EXPECT_EQ(a.nearest.u, b.nearest.u);
      EXPECT_EQ(a.lower_bound, b.lower_bound);
    }
  }
}

TYPED_TEST(ClosestPointOf, ASearchThatGivesUpHasATrueBound) {
  using T = TypeParam;
  Random random(65);
  int gave_up = 0;
  for (int k = 0; k < 60; ++k) {
    const auto kind = k % 3 == 0 ? SurfaceKind::sphere : k % 3 == 1 ? SurfaceKind::wild : SurfaceKind::near_pole;
    const NurbsSurface surface = test::surface_of_kind(random, kind);
    const Searched<T> searched(surface);
    const BruteForce lowest(surface, 8);
    for (int i = 0; i < 6; ++i) {
      const Vec3<double> p = searched.up(searched.down(i == 0 ? Vec3<double>{0, 0, 0} : random.in_cube()));
      ClosestPointOptions<T> options = searched.options();
      options.rectangles = 1 + random.below(8);
      const ClosestPoint<T> out = closest_point<FourScalars<T>, T>(searched.view(), searched.down(p), options, nullptr);
      const double low = lowest.nearest(p).value, rounding = 8 * unit<T> * (searched.size() + low);
      EXPECT_LE(static_cast<double>(out.lower_bound) * searched.unit(), low);
      const double distance = static_cast<double>(out.nearest.distance) * searched.unit();
      EXPECT_NEAR(distance, length(searched.up(out.nearest.point) - p), rounding);  // a point of the surface
      if (out.status == Status::converged) {
        const double tolerance = sizeof(T) == 4 ? 0x1p-16 : 0x1p-40;
        EXPECT_LE(distance, low + tolerance * (searched.size() + low) + 2 * rounding);
      }
      gave_up += out.status == Status::iteration_limit;
    }
  }
  EXPECT_GT(gave_up, 20);
}

TYPED_TEST(ClosestPointOf, ZeroWeightsAreNoPlaces) {
  using T = TypeParam;
  Random random(66);
  for (int k = 0; k < 30; ++k) {
    NurbsSurface surface =
        test::with_weights(random, test::graph(random, 2, 4, 0.1, [](double, double) { return 0.0; }), 3);
    surface.weights[5] = 0, surface.weights[10] = k % 2 == 0 ? 0 : 1;
    check(surface);
    const Searched<T> searched(surface);
    const BruteForce lowest(surface, 10);
    for (int i = 0; i < 8; ++i) {
      const Vec3<double> p = searched.up(searched.down(random.in_cube() * 1.5));
      expect_nearest(searched, p, searched.nearest(p), lowest.nearest(p).value, std::to_string(k));
    }
  }
}

}  // namespace
}  // namespace abut
