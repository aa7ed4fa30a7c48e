#include "abut/surface/direct.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "tests/surface/projection_cases.h"

namespace abut {
namespace {

using test::certified;
using test::into_view;

using namespace direct_detail;

template <class T>
using Four = FourScalars<T>;
template <class T>
constexpr T eps = Epsilon<T>::value;

/// One search with one rectangle, the whole square.
template <class F>
DirectSearch<double> begun(const F& f) {
  DirectSearch<double> search{};
  search.of[0] = sampled(f, 0.5, 0.5);
  search.count = 1;
  return search;
}

void expect_rectangle(const DirectRectangle<double>& r, double u, double v, int level_u, int level_v) {
  EXPECT_NEAR(r.u, u, 1e-15);
  EXPECT_NEAR(r.v, v, 1e-15);
  EXPECT_EQ(r.level_u, level_u);
  EXPECT_EQ(r.level_v, level_v);
}

TEST(Direct, ASquareIsCutFirstAlongTheDirectionOfTheBestSample) {
  // Fig. 3.4 (a): the best sample is beside the centre along u; it gets a whole column.
  const auto to_the_right = [](double u, double v) { return (u - 0.8) * (u - 0.8) + (v - 0.5) * (v - 0.5); };
  DirectSearch<double> search = begun(to_the_right);
  sample_and_subdivide(search, 0, to_the_right);
  ASSERT_EQ(search.count, 5u);
  expect_rectangle(search.of[0], 0.5, 0.5, 1, 1);
  expect_rectangle(search.of[1], 1 / 6.0, 0.5, 1, 0);
  expect_rectangle(search.of[2], 5 / 6.0, 0.5, 1, 0);
  expect_rectangle(search.of[3], 0.5, 1 / 6.0, 1, 1);
  expect_rectangle(search.of[4], 0.5, 5 / 6.0, 1, 1);
  EXPECT_EQ(search.best, 2u);
  // Fig. 3.4 (b): along v.
  const auto below = [](double u, double v) { return (u - 0.5) * (u - 0.5) + (v - 0.1) * (v - 0.1); };
  search = begun(below);
  sample_and_subdivide(search, 0, below);
  ASSERT_EQ(search.count, 5u);
  expect_rectangle(search.of[0], 0.5, 0.5, 1, 1);
  expect_rectangle(search.of[1], 0.5, 1 / 6.0, 0, 1);
  expect_rectangle(search.of[2], 0.5, 5 / 6.0, 0, 1);
  expect_rectangle(search.of[3], 1 / 6.0, 0.5, 1, 1);
  expect_rectangle(search.of[4], 5 / 6.0, 0.5, 1, 1);
  EXPECT_EQ(search.best, 1u);
}

TEST(Direct, ARectangleIsCutAlongItsLongerSideAlone) {
  const auto f = [](double u, double v) { return u + v; };
  DirectSearch<double> search = begun(f);
  search.of[0].level_u = 1;  // Fig. 3.4 (c): longer along v
  sample_and_subdivide(search, 0, f);
  ASSERT_EQ(search.count, 3u);
  expect_rectangle(search.of[0], 0.5, 0.5, 1, 1);
  expect_rectangle(search.of[1], 0.5, 1 / 6.0, 1, 1);
  expect_rectangle(search.of[2], 0.5, 5 / 6.0, 1, 1);
  search = begun(f);
  search.of[0].level_v = 1;  // (d): along u
  sample_and_subdivide(search, 0, f);
  ASSERT_EQ(search.count, 3u);
  expect_rectangle(search.of[0], 0.5, 0.5, 1, 1);
  expect_rectangle(search.of[1], 1 / 6.0, 0.5, 1, 1);
  expect_rectangle(search.of[2], 5 / 6.0, 0.5, 1, 1);
}

TEST(Direct, RectanglesAlwaysTileTheSquare) {
  const auto f = [](double u, double v) { return std::sin(9 * u) * std::cos(7 * v) + u * v; };
  DirectSearch<double> search{};
  DirectOptions<double> options;
  options.calm = 1000;
  direct_search(search, options, f);
  EXPECT_TRUE(search.full);
  EXPECT_GT(search.count, most_direct_rectangles - 4);
  double area = 0;
  for (std::uint32_t i = 0; i < search.count; ++i) {
    const DirectRectangle<double>& r = search.of[i];
    EXPECT_EQ(r.value, f(r.u, r.v));
    EXPECT_LE(std::abs(r.level_u - r.level_v), 1);
    EXPECT_GE(r.value, search.of[search.best].value);
    area += side<double>(r.level_u) * side<double>(r.level_v);
    const double half_u = side<double>(r.level_u) / 2, half_v = side<double>(r.level_v) / 2;
    EXPECT_NEAR(half_diagonal<double>(levels_of(r)), std::hypot(half_u, half_v), 1e-15);
    for (std::uint32_t j = 0; j < i; ++j) {
      const DirectRectangle<double>& o = search.of[j];
      const bool apart = std::abs(r.u - o.u) > half_u + side<double>(o.level_u) / 2 - 1e-12 ||
                         std::abs(r.v - o.v) > half_v + side<double>(o.level_v) / 2 - 1e-12;
      ASSERT_TRUE(apart) << i << " " << j;
    }
  }
  EXPECT_NEAR(area, 1, 1e-12);
}

/// Definition 1, for all pairs: some K > 0 with (3.18) and (3.19)? In quotients of whole numbers, so exactly.
bool is_optimal_by_definition(const std::vector<std::pair<int, int>>& all, std::size_t j, int epsilon_per_128) {
  using Exact = boost::multiprecision::cpp_rational;
  int f_min = all[0].second;
  for (const auto& a : all) f_min = std::min(f_min, a.second);
  Exact least = 0, most = -1;  // of K; -1: no end
  const auto at_least = [&](const Exact& k) { least = std::max(least, k); };
  const auto at_most = [&](const Exact& k) { most = most < 0 || k < most ? k : most; };
  for (const auto& [d, f] : all) {
    const int dd = d - all[j].first, df = f - all[j].second;
    if (dd == 0 && df < 0) return false;
    if (dd > 0 && df < 0) return false;
    if (dd > 0) at_most(Exact(df, dd));
    if (dd < 0) at_least(Exact(-df, -dd));
  }
  at_least(Exact(128 * (all[j].second - f_min) + epsilon_per_128 * std::abs(f_min), 128 * all[j].first));
  return most < 0 || (most > 0 && least <= most);
}

TEST(Direct, TheHullHoldsWhatDefinitionOneCallsPotentiallyOptimal) {
  test::Random random(2);
  int optimal_ones = 0, refused_by_epsilon = 0;
  for (int round = 0; round < 4000; ++round) {
    const int epsilon = round % 3 == 0 ? 0 : 1 << random.below(6);  // of 128
    const int spread = 2 + static_cast<int>(random.below(round % 2 == 0 ? 6 : 60)), from = round % 5 == 0 ? -20 : 1;
    std::vector<std::pair<int, int>> all;
    for (std::uint32_t k = 1 + random.below(24); k > 0; --k) {
      all.emplace_back(1 + static_cast<int>(random.below(12)),
                       from + static_cast<int>(random.below(static_cast<std::uint32_t>(spread))));
    }
    std::vector<DirectSize<double>> sizes;
    for (int d = 1; d <= 12; ++d) {
      int least = std::numeric_limits<int>::max();
      for (const auto& a : all) least = a.first == d ? std::min(least, a.second) : least;
      if (least < std::numeric_limits<int>::max())
        sizes.push_back({static_cast<double>(d), static_cast<double>(least)});
    }
    bool optimal[most_sizes<double>];
    potentially_optimal(sizes.data(), static_cast<int>(sizes.size()), epsilon / 128.0, optimal);
    for (std::size_t j = 0; j < all.size(); ++j) {
      bool chosen = false;
      for (std::size_t k = 0; k < sizes.size(); ++k) {
        chosen = chosen || (optimal[k] && sizes[k].half_diagonal == all[j].first && sizes[k].least == all[j].second);
      }
      // Quotients round where (3.19) holds with equality.
      const bool by_definition = is_optimal_by_definition(all, j, epsilon);
      if (chosen != by_definition) {
        EXPECT_NE(is_optimal_by_definition(all, j, epsilon + 1), by_definition) << "round " << round;
      }
      optimal_ones += by_definition;
      refused_by_epsilon += !by_definition && is_optimal_by_definition(all, j, 0);
    }
  }
  EXPECT_GT(optimal_ones, 4000);
  EXPECT_GT(refused_by_epsilon, 100);
}

TEST(Direct, AnIterationDividesExactlyThePotentiallyOptimalRectangles) {
  const auto f = [](double u, double v) {
    return (u - 0.7) * (u - 0.7) + 2 * (v - 0.3) * (v - 0.3) + 0.1 * std::sin(20 * u);
  };
  DirectSearch<double> search = begun(f);
  DirectOptions<double> options;
  for (int round = 0; round < 8; ++round) {
    const DirectSearch<double> before = search;
    double f_min = before.of[before.best].value;
    ASSERT_TRUE(iterate(search, options, f));
    for (std::uint32_t j = 0; j < before.count; ++j) {
      double least = 0, most = std::numeric_limits<double>::infinity();
      const double d = half_diagonal<double>(levels_of(before.of[j])), value = before.of[j].value;
      for (std::uint32_t i = 0; i < before.count; ++i) {
        const double dd = half_diagonal<double>(levels_of(before.of[i])) - d, df = before.of[i].value - value;
        if (dd == 0 && df < 0) most = -1;
        if (dd > 0) most = std::min(most, df / dd);
        if (dd < 0) least = std::max(least, df / dd);
      }
      least = std::max(least, (value - f_min + options.epsilon * std::abs(f_min)) / d);
      EXPECT_EQ(levels_of(search.of[j]) > levels_of(before.of[j]), most > 0 && least <= most) << round << " " << j;
    }
  }
}

TEST(Direct, SearchesEndAsTheOptionsSay) {
  const auto bowl = [](double u, double v) { return (u - 0.5) * (u - 0.5) + (v - 0.5) * (v - 0.5); };
  DirectSearch<double> search{};
  DirectOptions<double> options;
  for (const std::uint32_t calm : {1u, 2u, 5u}) {  // the centre is the best of all: nothing changes
    options.calm = calm;
    direct_search(search, options, bowl);
    EXPECT_EQ(search.iterations, calm);
    EXPECT_FALSE(search.full);
  }
  const auto corner = [](double u, double v) { return u + v; };  // at u = 0, where printed changes never are small
  options.calm = 2;
  direct_search(search, options, corner);
  EXPECT_FALSE(search.full);
  EXPECT_LT(search.of[search.best].u, 0.1);
  for (const std::uint32_t room : {0u, 1u, 4u, 5u, 100u, 100000u}) {
    options.rectangles = room, options.calm = 1000000;
    direct_search(search, options, corner);
    EXPECT_TRUE(search.full);
    EXPECT_LE(search.count, std::max(1u, std::min(room, most_direct_rectangles)));
  }
  // All the same: whatever is largest is divided, all of it.
  const auto flat = [](double, double) { return 1.0; };
  direct_search(search, options, flat);
  EXPECT_TRUE(search.full);
}

TEST(Direct, WhatIsTooSmallIsNotDivided) {
  DirectSearch<float> search{};
  search.count = 1;
  search.of[0] = {0.5f, 0.5f, 1, most_levels<float>, most_levels<float>};
  const auto f = [](float u, float) { return u; };
  EXPECT_FALSE(iterate(search, DirectOptions<float>{}, f));
  EXPECT_EQ(search.count, 1u);
  search.of[0].level_u -= 1;
  EXPECT_TRUE(iterate(search, DirectOptions<float>{}, f));
  EXPECT_EQ(search.count, 3u);
}

template <class T>
class DirectProjectionOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DirectProjectionOf, Scalars);

TYPED_TEST(DirectProjectionOf, SimpleSurfacesHaveTheirClosedForms) {
  using T = TypeParam;
  test::Random random(4);
  const host::PieceArrays<T> square = host::piece_arrays<T>(test::flat_square(2));
  const host::PieceArrays<T> sphere = host::piece_arrays<T>(test::unit_sphere());
  const host::PieceArrays<T> tube = host::piece_arrays<T>(test::cylinder(2));
  const host::PieceArrays<T> ring = host::piece_arrays<T>(test::torus(3, 1));
  const T half = T(std::ldexp(1.0, -square.view.exponent));
  const T rounding = sizeof(T) == sizeof(float) ? T(0x1p-16) : T(0x1p-40);
  int on_sphere = 0, on_tube = 0, on_ring = 0;
  const auto is_right = [&](const host::PieceArrays<T>& on, const Vec3<double>& p, double exact) {
    const SurfaceProjection<T> out = direct_projection<Four<T>>(on.view, into_view(on.view, p), DirectOptions<T>{});
    EXPECT_GE(static_cast<double>(out.distance),
              exact * std::ldexp(1.0, -on.view.exponent) - static_cast<double>(rounding));
    return out.status == Status::converged &&
           std::abs(static_cast<double>(out.distance) - exact * std::ldexp(1.0, -on.view.exponent)) <
               static_cast<double>(rounding);
  };
  for (int i = 0; i < 200; ++i) {
    const Vec3<T> p{static_cast<T>(random.uniform(-2, 2)), static_cast<T>(random.uniform(-2, 2)), T(0.5)};
    const SurfaceProjection<T> out = direct_projection<Four<T>>(square.view, p, DirectOptions<T>{});
    EXPECT_EQ(out.status, Status::converged);
    EXPECT_NEAR(out.point.x, std::min(std::max(p.x, -half), half), 64 * eps<T>);
    EXPECT_NEAR(out.point.y, std::min(std::max(p.y, -half), half), 64 * eps<T>);
    const Vec3<double> d = random.direction();
    const double r = random.uniform(0.3, 3), around = std::hypot(d.x, d.y), part = std::sqrt(0.4);
    on_sphere += is_right(sphere, d * r, std::abs(r - 1));
    on_tube += is_right(tube, {d.x / around * r, d.y / around * r, random.uniform(0.1, 1.9)}, std::abs(r - 1));
    on_ring += is_right(ring, {d.x / around * (3 + r * part), d.y / around * (3 + r * part), r * d.z},
                        std::abs(std::hypot(r * part, r * d.z) - 1));
  }
  EXPECT_GE(on_sphere, 180);
  EXPECT_GE(on_tube, 180);
  EXPECT_GE(on_ring, 180);
}

TYPED_TEST(DirectProjectionOf, ItIsNeverNearerThanTheCertifiedAnswerAndOftenTheSame) {
  using T = TypeParam;
  test::Random random(3);
  int same = 0, all = 0;
  for (int s = 0; s < 40; ++s) {
    test::SplineKind kind{2 + s % 4, true, s % 2 == 1, s % 3 == 0};
    const host::PieceArrays<T> arrays = host::piece_arrays<T>(test::random_surface(random, kind, kind));
    for (int i = 0; i < 25; ++i, ++all) {
      const Vec3<double> at = random.in_ball() * 2.0;
      const Vec3<T> p{static_cast<T>(at.x), static_cast<T>(at.y), static_cast<T>(at.z)};
      const ClosestPoint<T> exact = certified(arrays.view, p);
      const SurfaceProjection<T> out = direct_projection<Four<T>>(arrays.view, p, DirectOptions<T>{});
      const T rounding = (sizeof(T) == sizeof(float) ? T(0x1p-15) : T(0x1p-38)) * (1 + exact.nearest.distance);
      ASSERT_GE(out.distance, exact.lower_bound - 32 * eps<T> * (1 + out.distance));
      ASSERT_GE(out.distance, exact.nearest.distance - rounding);
      ASSERT_LT(std::abs(length(out.point - p) - out.distance), 16 * eps<T> * (1 + out.distance));
      // Parameters are rounded once more than those of the patch.
      ASSERT_LT(max_abs(jet_at<Four<T>>(arrays.view, out.u, out.v).point - out.point), T(4096) * eps<T>);
      same += out.distance <= exact.nearest.distance + rounding;
    }
  }
  EXPECT_GT(same, all * 4 / 10);  // control points are anywhere in a cube: half of them
}

TYPED_TEST(DirectProjectionOf, AMinimumBeyondTheNeighbourhoodIsToldFromOneOfTheDomain) {
  using T = TypeParam;
  const host::PieceArrays<T> square = host::piece_arrays<T>(test::flat_square(2));
  SurfaceProjection<T> out{};
  const surface_projection_detail::Domain<T> unit{T(0), T(1)};
  const Neighbourhood<T> near_begin = neighbourhood(unit, T(1) / T(6), T(0.5));
  const Neighbourhood<T> last = neighbourhood(unit, T(17) / T(18), T(1) / T(6));
  EXPECT_FALSE(near_begin.open_lo);
  EXPECT_TRUE(near_begin.open_hi);
  EXPECT_NEAR(near_begin.hi, T(2) / T(3), 4 * eps<T>);
  EXPECT_TRUE(last.open_lo);
  EXPECT_FALSE(last.open_hi);
  EXPECT_NEAR(last.lo, T(7) / T(9), 4 * eps<T>);
  EXPECT_TRUE(search_in<Four<T>>(square.view, Vec3<T>{T(0.5), T(0), T(1)}, near_begin, near_begin, out));
  EXPECT_NEAR(out.u, T(2) / T(3), 8 * eps<T>);
  EXPECT_FALSE(search_in<Four<T>>(square.view, Vec3<T>{T(-0.25), T(-0.25), T(1)}, near_begin, near_begin, out));
  EXPECT_EQ(out.status, Status::converged);
  EXPECT_FALSE(search_in<Four<T>>(square.view, Vec3<T>{T(-5), T(5), T(1)}, near_begin, last, out));
  EXPECT_EQ(out.status, Status::converged);
  EXPECT_EQ(out.u, T(0));
  EXPECT_EQ(out.v, T(1));
}

TYPED_TEST(DirectProjectionOf, AMinimumAtAKinkIsFound) {
  using T = TypeParam;
  NurbsSurface roof{{1, {0, 0, 0.3, 1, 1}}, {1, {0, 0, 1, 1}}, {}};
  for (const double x : {-1.0, 0.0, 1.0}) {
    for (const double y : {-1.0, 1.0}) roof.points.push_back({x, y, x == 0 ? 1.0 : 0.0});
  }
  const host::PieceArrays<T> arrays = host::piece_arrays<T>(roof);
  const Vec3<T> p = into_view(arrays.view, {0.1, 0.3, 3});
  const SurfaceProjection<T> out = direct_projection<Four<T>>(arrays.view, p, DirectOptions<T>{});
  EXPECT_EQ(out.status, Status::converged);
  EXPECT_NEAR(out.u, T(0.3), 64 * eps<T>);
  EXPECT_NEAR(out.distance, certified(arrays.view, p).nearest.distance, 16 * eps<T>);
}

TYPED_TEST(DirectProjectionOf, WithoutRoomTheBestSoFarIsFinishedAndTheStatusSaysSo) {
  using T = TypeParam;
  const host::PieceArrays<T> square = host::piece_arrays<T>(test::flat_square(2));
  DirectOptions<T> options;
  options.rectangles = 1;
  const SurfaceProjection<T> out = direct_projection<Four<T>>(square.view, Vec3<T>{T(0.25), T(0), T(1)}, options);
  EXPECT_EQ(out.status, Status::iteration_limit);
  EXPECT_NEAR(out.distance, T(1), 4 * eps<T>);
  EXPECT_EQ(out.iterations, 0u);
}

TYPED_TEST(DirectProjectionOf, EverySearchEndsOnDegenerateSurfaces) {
  using T = TypeParam;
  NurbsSurface line = test::flat_square(1);
  std::vector<NurbsSurface> surfaces{test::unit_sphere(), line};
  for (const std::vector<Vec3<double>>& points :
       {std::vector<Vec3<double>>{{-1, 0, 0}, {-1, 0, 0}, {1, 0, 0}, {1, 0, 0}},
        {{-1, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {1, 0, 0}},
        {{0, 0, 0}, {1, 0, 0}, {1, 0, 0}, {2, 0, 0}},
        {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {1, 1, 1}}}) {
    line.points = points;
    surfaces.push_back(line);
  }
  NurbsSurface fold{{2, {0, 0, 0, 1, 1, 1}}, {1, {0, 0, 1, 1}}, {}};
  for (const double x : {0.0, 1.0, 0.0}) {
    for (const double y : {0.0, 1.0}) fold.points.push_back({x, y, 0});
  }
  surfaces.push_back(fold);
  fold.weights = {1, 1, 1e-12, 1e-12, 1, 1};
  surfaces.push_back(fold);
  fold.weights = {0, 0, 1, 1, 1, 1};  // no point at u = 0 in one rounding of it
  surfaces.push_back(fold);
  for (const NurbsSurface& surface : surfaces) {
    const host::PieceArrays<T> arrays = host::piece_arrays<T>(surface);
    std::vector<Vec3<T>> points{{0, 0, 0}, {T(1e-30), 0, 0}, {T(1e9), T(-1e9), T(1e9)}, {0, 0, 1}, {0, 0, -3}};
    for (std::size_t k = 0; k < arrays.patch_points.size(); k += 4) {
      const T* c = &arrays.patch_points[k];
      if (c[3] > 0) points.push_back(Vec3<T>{c[0], c[1], c[2]} * (T(1) / c[3]));
    }
    for (const Vec3<T>& p : points) {
      for (const std::uint32_t calm : {1u, 4u, 1000000u}) {
        DirectOptions<T> options;
        options.calm = calm;
        const SurfaceProjection<T> out = direct_projection<Four<T>>(arrays.view, p, options);
        EXPECT_TRUE(std::isfinite(out.distance));
        EXPECT_GE(out.distance, certified(arrays.view, p).lower_bound - 64 * eps<T> * (1 + out.distance));
      }
    }
  }
}

}  // namespace
}  // namespace abut
