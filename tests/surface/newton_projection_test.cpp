#include "abut/surface/newton_projection.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/surface/projection_cases.h"

namespace abut {
namespace {

using test::certified;
using test::into_view;

template <class T>
using Four = FourScalars<T>;
template <class T>
constexpr T eps = Epsilon<T>::value;

template <class T>
SurfaceProjection<T> from_guess(const SurfaceView<T>& view, Vec3<T> p, const NewtonOptions<T>& options = {}) {
  const NewtonGuess<T> guess = newton_guess<Four<T>>(view, p);
  return newton_projection<Four<T>>(view, p, guess.u, guess.v, options);
}

/// An eighth of the unit sphere: between the equator and a pole.
NurbsSurface octant() {
  const double w = std::sqrt(0.5);
  NurbsSurface out{{2, {0, 0, 0, 1, 1, 1}}, {2, {0, 0, 0, 1, 1, 1}}, {}};
  const Vec2<double> arc[3] = {{1, 0}, {1, 1}, {0, 1}};
  const double weights[3] = {1, w, 1};
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      out.points.push_back({arc[i].x * arc[j].x, arc[i].y * arc[j].x, arc[j].y});
      out.weights.push_back(weights[i] * weights[j]);
    }
  }
  return out;
}

/// A plane whose parameters are askew, (u + v, v, 0) less its middle.
NurbsSurface askew() {
  return {{1, {0, 0, 1, 1}}, {1, {0, 0, 1, 1}}, {{-1, -0.5, 0}, {0, 0.5, 0}, {0, -0.5, 0}, {1, 0.5, 0}}};
}

template <class T>
class NewtonProjectionOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(NewtonProjectionOf, Scalars);

TYPED_TEST(NewtonProjectionOf, OnAPlaneOneStepIsEnough) {
  using T = TypeParam;
  const host::PieceArrays<T> plane = host::piece_arrays<T>(askew());
  for (const Vec3<T>& p : {Vec3<T>{T(0.125), T(0.25), T(0.5)}, Vec3<T>{T(-0.25), T(0.125), T(-2)}}) {
    const SurfaceProjection<T> out = newton_projection<Four<T>>(plane.view, p, T(0.875), T(0.125), {});
    EXPECT_EQ(out.status, Status::converged);
    EXPECT_EQ(out.iterations, 1u);
    EXPECT_EQ(out.evaluations, 2u);
    EXPECT_NEAR(out.distance, std::abs(p.z), 4 * eps<T>);
    EXPECT_NEAR(out.point.x, p.x, 4 * eps<T>);
    EXPECT_NEAR(out.point.y, p.y, 4 * eps<T>);
    EXPECT_EQ(std::abs(out.normal.z), T(1));
  }
}

TYPED_TEST(NewtonProjectionOf, SurfacesOfRevolutionHaveTheirClosedForms) {
  using T = TypeParam;
  test::Random random(1);
  const host::PieceArrays<T> sphere = host::piece_arrays<T>(test::unit_sphere());
  const host::PieceArrays<T> part = host::piece_arrays<T>(octant());
  const host::PieceArrays<T> tube = host::piece_arrays<T>(test::cylinder(2));
  const host::PieceArrays<T> ring = host::piece_arrays<T>(test::torus(3, 1));
  const T rounding = sizeof(T) == sizeof(float) ? T(0x1p-16) : T(0x1p-40);
  int on_ring = 0, all_by_ring = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3<double> d = random.direction();
    const double r = random.uniform(0.3, 3);
    const bool by_seam = d.x > std::abs(d.y);  // which no step crosses: see below
    if (std::abs(d.z) < 0.99 && !by_seam) {
      const SurfaceProjection<T> out = from_guess(sphere.view, into_view(sphere.view, d * r));
      EXPECT_EQ(out.status, Status::converged);
      EXPECT_NEAR(out.distance, std::abs(r - 1), rounding) << d.x << " " << d.y << " " << d.z << " " << r;
    }
    const Vec3<double> positive{std::abs(d.x), std::abs(d.y), std::abs(d.z)};
    if (positive.z < 0.99) {
      const SurfaceProjection<T> out = from_guess(part.view, into_view(part.view, positive * r));
      EXPECT_EQ(out.status, Status::converged);
      EXPECT_NEAR(out.distance, std::abs(r - 1) * std::ldexp(1.0, -part.view.exponent), rounding);
    }
    const double around = std::hypot(d.x, d.y);
    const Vec3<double> beside{d.x / around * r, d.y / around * r, random.uniform(0.1, 1.9)};
    if (!by_seam) {
      const SurfaceProjection<T> out = from_guess(tube.view, into_view(tube.view, beside));
      EXPECT_EQ(out.status, Status::converged);
      EXPECT_NEAR(out.distance, std::abs(r - 1) * std::ldexp(1.0, -tube.view.exponent), rounding);
    }
    const Vec3<double> by_ring{d.x / around * (3 + r * std::sqrt(0.4)), d.y / around * (3 + r * std::sqrt(0.4)),
                               r * d.z};
    const SurfaceProjection<T> at = from_guess(ring.view, into_view(ring.view, by_ring));
    const double exact = std::abs(std::hypot(r * std::sqrt(0.4), r * d.z) - 1) * std::ldexp(1.0, -ring.view.exponent);
    all_by_ring += !by_seam;
    on_ring += !by_seam && at.status == Status::converged &&
               std::abs(static_cast<double>(at.distance) - exact) < static_cast<double>(rounding);
  }
  EXPECT_GE(on_ring, all_by_ring * 8 / 10);  // a maximum or a saddle is an end as well
}

TYPED_TEST(NewtonProjectionOf, ParametersEndWhereTheDomainDoes) {
  using T = TypeParam;
  NurbsSurface square = test::flat_square(2);
  square.u.knots = {-3, -3, 7, 7};
  const host::PieceArrays<T> arrays = host::piece_arrays<T>(square);
  const T half = T(std::ldexp(1.0, -arrays.view.exponent));
  for (const T x : {T(-4), T(0.25), T(4)}) {
    for (const T y : {T(-4), T(0.25), T(4)}) {
      const SurfaceProjection<T> out = newton_projection<Four<T>>(arrays.view, {x, y, 0}, T(100), T(-100), {});
      EXPECT_EQ(out.status, Status::converged);
      EXPECT_NEAR(out.point.x, std::min(std::max(x, -half), half), 16 * eps<T>);
      EXPECT_NEAR(out.point.y, std::min(std::max(y, -half), half), 16 * eps<T>);
      EXPECT_GE(out.u, T(-3));
      EXPECT_LE(out.u, T(7));
    }
  }
}

TYPED_TEST(NewtonProjectionOf, NoStepGoesAcrossASeam) {
  using T = TypeParam;  // as printed: at u = 0 the method stops, though the circle goes on at u = 4
  const host::PieceArrays<T> tube = host::piece_arrays<T>(test::cylinder(2));
  const Vec3<T> p = into_view(tube.view, {2, -0.125, 1});
  const SurfaceProjection<T> out = newton_projection<Four<T>>(tube.view, p, T(0.125), T(0.5), {});
  EXPECT_EQ(out.status, Status::converged);
  EXPECT_EQ(out.u, T(0));
  EXPECT_GT(out.distance, certified(tube.view, p).nearest.distance + T(1e-3));
}

TYPED_TEST(NewtonProjectionOf, AtAnEndWithParametersAskewThePrintedStepStopsBesideTheMinimum) {
  using T = TypeParam;  // as printed: v's step is that of a u which is not held
  const host::PieceArrays<T> plane = host::piece_arrays<T>(askew());
  const Vec3<T> p{T(1.25), 0, 0};
  const SurfaceProjection<T> out = newton_projection<Four<T>>(plane.view, p, T(0.5), T(0.5), {});
  EXPECT_EQ(out.status, Status::converged);
  EXPECT_NEAR(out.u, T(1), 4 * eps<T>);
  EXPECT_NEAR(out.v, T(0.5), 4 * eps<T>);  // where p would be without an end
  EXPECT_NEAR(out.distance, T(0.75), 4 * eps<T>);
  EXPECT_NEAR(certified(plane.view, p).nearest.distance, T(0.75) * std::sqrt(T(0.5)), 8 * eps<T>);
}

TYPED_TEST(NewtonProjectionOf, ItIsNeverNearerThanTheCertifiedAnswerAndSometimesTheSame) {
  using T = TypeParam;
  test::Random random(3);
  int same = 0, converged = 0, all = 0;
  for (int s = 0; s < 40; ++s) {
    test::SplineKind kind{2 + s % 4, true, s % 2 == 1, s % 3 == 0};
    const host::PieceArrays<T> arrays = host::piece_arrays<T>(test::random_surface(random, kind, kind));
    for (int i = 0; i < 25; ++i, ++all) {
      const Vec3<double> at = random.in_ball() * 2.0;
      const Vec3<T> p{static_cast<T>(at.x), static_cast<T>(at.y), static_cast<T>(at.z)};
      const ClosestPoint<T> exact = certified(arrays.view, p);
      const SurfaceProjection<T> out = from_guess(arrays.view, p);
      const T rounding = (sizeof(T) == sizeof(float) ? T(0x1p-15) : T(0x1p-38)) * (1 + exact.nearest.distance);
      ASSERT_GE(out.distance, exact.lower_bound - 32 * eps<T> * (1 + out.distance));
      ASSERT_GE(out.distance, exact.nearest.distance - rounding);
      ASSERT_LT(std::abs(length(out.point - p) - out.distance), 16 * eps<T> * (1 + out.distance));
      const SurfaceJet<T> there = jet_at<Four<T>>(arrays.view, out.u, out.v);
      ASSERT_EQ(max_abs(there.point - out.point), T(0));
      converged += out.status == Status::converged;
      same += out.status == Status::converged && out.distance <= exact.nearest.distance + rounding;
    }
  }
  EXPECT_GT(converged, all * 6 / 10);
  EXPECT_GT(same, all * 15 / 100);  // control points are anywhere in a cube: one in five
}

/// Distances in parameters from the limit, step by step, with r = S - P taken with these signs in the second
/// derivatives of the matrix and in the step.
std::vector<double> errors(const SurfaceView<double>& view, Vec3<double> p, double of_matrix, double of_step) {
  NewtonOptions<double> options;
  options.distance = options.cosine = 0x1p-46;
  const SurfaceProjection<double> limit = newton_projection<Four<double>>(view, p, 0.4, 0.7, options);
  EXPECT_EQ(limit.status, Status::converged);
  double u = limit.u + 0.05, v = limit.v - 0.04;
  std::vector<double> out;
  for (int k = 0; k < 6; ++k) {
    out.push_back(std::hypot(u - limit.u, v - limit.v));
    SurfaceJet<double> at = jet_at<Four<double>>(view, u, v);
    const Vec3<double> r = at.point - p;
    at.uu = at.uu * of_matrix, at.uv = at.uv * of_matrix, at.vv = at.vv * of_matrix;
    const ParameterPair<double> d = newton_projection_detail::step(at, r);
    u += of_step * d.s, v += of_step * d.t;
  }
  return out;
}

TEST(NewtonProjection, ConvergenceIsQuadraticAndNotWithThePrintedSigns) {
  const host::PieceArrays<double> ring = host::piece_arrays<double>(test::torus(3, 1));
  const Vec3<double> p = into_view(ring.view, {2.6 * 1.2, 1.7 * 1.2, 1.4});
  const std::vector<double> right = errors(ring.view, p, 1, 1);
  for (std::size_t k = 0; k + 1 < right.size(); ++k) {
    EXPECT_LT(right[k + 1], std::max(4 * right[k] * right[k], 1e-13)) << k;
  }
  EXPECT_LT(right[4], 1e-13);
  // J d = -F as printed, with the second derivatives' sign as printed: each step leads away.
  const std::vector<double> printed = errors(ring.view, p, -1, -1);
  EXPECT_GT(printed[1], 1.5 * printed[0]);
  EXPECT_GT(printed[2], 1.5 * printed[1]);
  // The step's sign mended and the matrix as printed: errors fall by a factor that stays, if at all.
  const std::vector<double> half_mended = errors(ring.view, p, -1, 1);
  EXPECT_GT(half_mended[5], 1e-4 * half_mended[0]);
}

TYPED_TEST(NewtonProjectionOf, EveryPrintedEndIsOne) {
  using T = TypeParam;
  const host::PieceArrays<T> sphere = host::piece_arrays<T>(test::unit_sphere());
  const T never = T(-1);
  const SurfaceJet<T> at = jet_at<Four<T>>(sphere.view, T(0.3), T(0.8));
  // The points coincide.
  NewtonOptions<T> by_distance{T(1e-3), never, 30};
  SurfaceProjection<T> out = newton_projection<Four<T>>(sphere.view, at.point * T(1.0005), T(0.3), T(0.8), by_distance);
  EXPECT_EQ(out.status, Status::converged);
  EXPECT_EQ(out.iterations, 0u);
  // Orthogonal.
  NewtonOptions<T> by_cosine{never, T(1e-2), 30};
  out = newton_projection<Four<T>>(sphere.view, at.point * T(2), T(0.3), T(0.8), by_cosine);
  EXPECT_EQ(out.status, Status::converged);
  EXPECT_EQ(out.iterations, 0u);
  // Parameters do not change.
  out = newton_projection<Four<T>>(sphere.view, at.point * T(2), T(0.31), T(0.8), {T(0.5), never, 30});
  EXPECT_EQ(out.status, Status::converged);
  EXPECT_EQ(out.iterations, 1u);
  // None of them.
  out = newton_projection<Four<T>>(sphere.view, at.point * T(2), T(0.31), T(0.8), {never, never, 7});
  EXPECT_EQ(out.status, Status::iteration_limit);
  EXPECT_EQ(out.iterations, 7u);
  EXPECT_EQ(out.evaluations, 8u);
}

TYPED_TEST(NewtonProjectionOf, TheMiddleOfTheGuessIsThatOfTheSupportingControlPoints) {
  using T = TypeParam;
  using namespace newton_projection_detail;
  // Control points of a plane lie where they say: u^m and v^m are then those of the point itself.
  NurbsSurface square = test::flat_square(2);
  square = elevate_degree(elevate_degree(square, SurfaceParameter::u, 2), SurfaceParameter::v, 1);
  square = insert_knot(square, SurfaceParameter::u, 0.25);
  const host::PieceArrays<T> arrays = host::piece_arrays<T>(square);
  const T side = T(std::ldexp(2.0, -arrays.view.exponent));
  test::Random random(5);
  for (int i = 0; i < 100; ++i) {
    const T u = static_cast<T>(random.uniform(-0.5, 1.5)), v = static_cast<T>(random.uniform(-0.5, 1.5));
    const T z = static_cast<T>(random.uniform(0.1, 2));
    const NewtonGuess<T> guess = newton_guess<Four<T>>(arrays.view, {(u - T(0.5)) * side, (v - T(0.5)) * side, z});
    EXPECT_NEAR(guess.middle_u, std::min(std::max(u, T(0)), T(1)), 256 * eps<T>);
    EXPECT_NEAR(guess.middle_v, std::min(std::max(v, T(0)), T(1)), 256 * eps<T>);
    EXPECT_EQ(guess.evaluations, 81u);
    EXPECT_NEAR(guess.u, guess.middle_u, 256 * eps<T>);  // of all samples that is the nearest one
    EXPECT_NEAR(guess.v, guess.middle_v, 256 * eps<T>);
  }
}

TYPED_TEST(NewtonProjectionOf, SamplesAreEvenOnBothSidesOfTheMiddle) {
  using T = TypeParam;
  using namespace newton_projection_detail;
  const surface_projection_detail::Domain<T> domain{T(-1), T(4)};
  const T expected[9] = {T(-1), T(-0.5), T(0), T(0.5), T(1), T(1.75), T(2.5), T(3.25), T(4)};
  for (int i = 0; i < 9; ++i) EXPECT_NEAR(sample(domain, T(1), i), expected[i], 4 * eps<T>);
}

TYPED_TEST(NewtonProjectionOf, TheGuessIsTheNearestSample) {
  using T = TypeParam;
  using namespace newton_projection_detail;
  test::Random random(6);
  const host::PieceArrays<T> arrays = host::piece_arrays<T>(test::random_surface(random, {3, true, true}, {2}));
  const auto u = surface_projection_detail::domain_u(arrays.view), v = surface_projection_detail::domain_v(arrays.view);
  for (int i = 0; i < 50; ++i) {
    const Vec3<double> at = random.in_ball() * 2.0;
    const Vec3<T> p{static_cast<T>(at.x), static_cast<T>(at.y), static_cast<T>(at.z)};
    const NewtonGuess<T> guess = newton_guess<Four<T>>(arrays.view, p);
    const T there = squared_length(jet_at<Four<T>>(arrays.view, guess.u, guess.v).point - p);
    for (int k = 0; k < 9; ++k) {
      for (int l = 0; l < 9; ++l) {
        const Vec3<T> on =
            jet_at<Four<T>>(arrays.view, sample(u, guess.middle_u, k), sample(v, guess.middle_v, l)).point;
        ASSERT_LE(there, squared_length(on - p));
      }
    }
  }
}

/// Surfaces on which derivatives are parallel or 0, somewhere or everywhere.
std::vector<NurbsSurface> degenerate_surfaces() {
  std::vector<NurbsSurface> out{test::unit_sphere(), octant(), test::flat_square(1)};
  NurbsSurface line = askew();
  line.points = {{-1, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
  out.push_back(line);
  line.points = {{-1, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {1, 0, 0}};
  out.push_back(line);
  line.points = {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {2, 0, 0}};
  out.push_back(line);
  line.points = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}};
  out.push_back(line);
  NurbsSurface fold{{2, {0, 0, 0, 1, 1, 1}}, {1, {0, 0, 1, 1}}, {}};
  for (const double x : {0.0, 1.0, 0.0}) {
    for (const double y : {0.0, 1.0}) fold.points.push_back({x, y, 0});
  }
  out.push_back(fold);
  NurbsSurface flat_weights = octant();
  for (double& w : flat_weights.weights) w = w < 0.6 ? 1e-12 : w;
  out.push_back(flat_weights);
  return out;
}

TYPED_TEST(NewtonProjectionOf, EverySearchEndsOnDegenerateSurfaces) {
  using T = TypeParam;
  for (const NurbsSurface& surface : degenerate_surfaces()) {
    const host::PieceArrays<T> arrays = host::piece_arrays<T>(surface);
    std::vector<Vec3<T>> points{{0, 0, 0}, {T(1e-30), 0, 0}, {T(1e9), T(-1e9), T(1e9)}, {0, 0, 1}, {0, 0, -3}};
    for (std::size_t k = 0; k < arrays.patch_points.size(); k += 4) {
      const T* c = &arrays.patch_points[k];
      if (c[3] > 0) points.push_back(Vec3<T>{c[0], c[1], c[2]} * (T(1) / c[3]));
    }
    for (const Vec3<T>& p : points) {
      for (const T u : {T(0), T(0.5), T(4)}) {
        const SurfaceProjection<T> out = newton_projection<Four<T>>(arrays.view, p, u, T(0.5) * u, {});
        EXPECT_LE(out.iterations, 64u);
        EXPECT_TRUE(std::isfinite(out.distance));
      }
      const SurfaceProjection<T> out = from_guess(arrays.view, p);
      EXPECT_TRUE(std::isfinite(out.distance));
      const ClosestPoint<T> exact = certified(arrays.view, p);
      EXPECT_GE(out.distance, exact.lower_bound - 64 * eps<T> * (1 + out.distance));
    }
  }
}

TYPED_TEST(NewtonProjectionOf, ControlPointsWithoutWeightAreNoSupport) {
  using T = TypeParam;
  NurbsSurface square = elevate_degree(test::flat_square(2), SurfaceParameter::u);
  square.weights.assign(square.points.size(), 1);
  square.points[2] = {1e3, 1e3, 1e3}, square.weights[2] = 0;
  const host::PieceArrays<T> arrays = host::piece_arrays<T>(square);
  const newton_projection_detail::ControlPoints<T> points{
      arrays.view.patch_points, static_cast<std::uint32_t>(arrays.patch_points.size() / 4), {0, 0, 0}};
  EXPECT_NE(points({0, 0, 1}).id_a, 2u);
  EXPECT_EQ(points({0, 0, 1}).w.z, T(0));
}

}  // namespace
}  // namespace abut
