#include "abut/surface/closest_point.h"

#include <gtest/gtest.h>

#include <cstring>

#include "tests/surface/surface_cases.h"

namespace abut {
namespace {

using test::Random;
using test::Searched;
using test::SurfaceKind;

template <class T>
class ClosestPointCacheOf : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(ClosestPointCacheOf, Scalars);

/// What a cache found, against a search without one.
template <class T>
bool expect_same(const Searched<T>& s, const Vec3<double>& p, ClosestPointCache<T>& cache, const std::string& what) {
  const ClosestPoint<T> kept = s.nearest(p, &cache), anew = s.nearest(p);
  const T rounding = 16 * Epsilon<T>::value * (s.view().size + anew.nearest.distance);
  EXPECT_EQ(kept.status, anew.status) << what;
  EXPECT_NEAR(kept.nearest.distance, anew.nearest.distance, rounding) << what;
  EXPECT_LE(kept.lower_bound, anew.nearest.distance) << what;
  return kept.from_cache;
}

/// Walks of steps of one length that turn a little each time and stay about the surface.
template <class T>
int walk(Random& random, const Searched<T>& s, double step, int steps, const std::string& what) {
  ClosestPointCache<T> cache{};
  Vec3<double> p = random.in_cube() * 1.2, way = random.direction();
  int kept = 0;
  for (int k = 0; k < steps; ++k) {
    kept += expect_same(s, p, cache, what + " " + std::to_string(k));
    way = unit_vector(way + random.direction() * 0.3);
    if (max_abs(p) > 1.5) way = unit_vector(p * -1.0 + random.in_cube() * 0.5);
    p = p + way * step;
  }
  return kept;
}

TYPED_TEST(ClosestPointCacheOf, WalksOfSmallAndLargeStepsHaveTheDistancesOfWholeSearches) {
  using T = TypeParam;
  Random random(91);
  int kept = 0, small_steps = 0;
  for (int kind = 0; kind < static_cast<int>(SurfaceKind::count); ++kind) {
    const Searched<T> s(test::surface_of_kind(random, static_cast<SurfaceKind>(kind)));
    for (const double step : {1e-6, 1e-4, 1e-3, 1e-2, 0.1}) {
      const int steps = step < 1e-3 ? 50 : 80;
      const int here =
          walk(random, s, step, steps,
               std::string(test::name_of(static_cast<SurfaceKind>(kind))) + ", step " + std::to_string(step));
      if (step <= 1e-4) kept += here, small_steps += steps;
    }
  }
  EXPECT_GT(kept, small_steps * 0.7);
}

TYPED_TEST(ClosestPointCacheOf, ThroughTheSurfaceAndToAnotherSheetItIsTheNearest) {
  using T = TypeParam;
  Random random(92);
  // From one sheet of a hairpin to the other: the nearest point jumps in the middle. At many scales of gap and step.
  int kept = 0;
  for (int k = 0; k < 120; ++k) {
    const double gap = random.magnitude(0.002, 0.5);
    const Searched<T> s(test::hairpin(gap));
    ClosestPointCache<T> cache{};
    const double step = gap * random.magnitude(1e-3, 0.4), x = random.uniform(0.1, 0.9), z = random.uniform(0.1, 0.9);
    const double lean = random.uniform(-1, 1);
    double y = -gap * random.uniform(0.02, 0.6);
    for (int i = 0; i < 60; ++i, y += step) {
      kept +=
          expect_same(s, {x + lean * y, y, z}, cache, "gap " + std::to_string(gap) + " at " + std::to_string(y / gap));
    }
  }
  EXPECT_GT(kept, 1000);
}

TYPED_TEST(ClosestPointCacheOf, AcrossMedialAxesAtAnyScaleItIsTheNearest) {
  using T = TypeParam;
  Random random(93);
  // Steps about places with two nearest points, found by halving the way between points of different nearest places.
  int places = 0;
  for (int k = 0; k < 150; ++k) {
    const Searched<T> s(
        test::surface_of_kind(random, static_cast<SurfaceKind>(k % static_cast<int>(SurfaceKind::count))));
    Vec3<double> a = random.in_cube(), b = random.in_cube();
    const auto place = [&](const Vec3<double>& p) { return test::wide(s.nearest(p).nearest.point); };
    const Vec3<double> of_a = place(a), of_b = place(b);
    for (int i = 0; i < 30; ++i) {
      const Vec3<double> m = (a + b) * 0.5, of_m = place(m);
      (length(of_m - of_a) < length(of_m - of_b) ? a : b) = m;
    }
    ++places;
    const double scale = random.magnitude(1e-6, 0.1);
    ClosestPointCache<T> cache{};
    for (int i = 0; i < 25; ++i)
      expect_same(s, a + random.direction() * (scale * random.uniform()), cache, std::to_string(k));
  }
  EXPECT_EQ(places, 150);
}

TYPED_TEST(ClosestPointCacheOf, AnyRadiusGivesTheSame) {
  using T = TypeParam;
  Random random(94);
  int kept = 0;
  for (int k = 0; k < 60; ++k) {
    const Searched<T> s(
        test::surface_of_kind(random, static_cast<SurfaceKind>(k % static_cast<int>(SurfaceKind::count))));
    ClosestPointOptions<T> options = s.options();
    options.radius = static_cast<T>(random.magnitude(1e-4, 10));
    ClosestPointCache<T> cache{};
    const Vec3<double> from = random.in_cube() * 1.2;
    for (int i = 0; i < 25; ++i) {
      const Vec3<T> p =
          s.down(from + random.direction() * (0.7 * static_cast<double>(options.radius) * random.uniform()));
      const auto a = closest_point<FourScalars<T>>(s.view(), p, options, &cache);
      const ClosestPoint<T> b = closest_point<FourScalars<T>, T>(s.view(), p, options, nullptr);
      EXPECT_NEAR(a.nearest.distance, b.nearest.distance, 16 * Epsilon<T>::value * (s.view().size + b.nearest.distance))
          << k << " " << options.radius;
      EXPECT_LE(a.lower_bound, b.nearest.distance) << k;
      kept += a.from_cache;
    }
  }
  EXPECT_GT(kept, 60);
}

TYPED_TEST(ClosestPointCacheOf, KeptRectanglesAreInOrderAndWithinTheRadius) {
  using T = TypeParam;
  Random random(95);
  for (int k = 0; k < 72; ++k) {
    const Searched<T> s(
        test::surface_of_kind(random, static_cast<SurfaceKind>(k % static_cast<int>(SurfaceKind::count))));
    ClosestPointCache<T> cache{};
    s.nearest(random.in_cube(), &cache);
    ASSERT_LE(cache.count, static_cast<std::uint32_t>(most_kept_rectangles));
    EXPECT_LE(cache.radius, s.options().radius);
    for (std::uint32_t i = 0; i < cache.count; ++i) {
      EXPECT_LT(cache.of[i].way, s.options().radius);
      EXPECT_TRUE(i == 0 || cache.of[i].way >= cache.of[i - 1].way);
      EXPECT_LT(cache.of[i].piece, s.view().piece_count);
    }
    EXPECT_TRUE(!(cache.radius > T(0)) || (cache.count > 0 && cache.of[0].way == T(0)));
  }
}

TYPED_TEST(ClosestPointCacheOf, ZerosAndCachesOfOtherSurfacesDoNoHarm) {
  using T = TypeParam;
  Random random(96);
  const Searched<T> large(test::torus(2, 0.5)), small(test::flat_square(1));
  for (int k = 0; k < 50; ++k) {
    ClosestPointCache<T> cache{};
    const Vec3<double> p = random.in_cube();
    EXPECT_FALSE(small.nearest(p, &cache).from_cache);
    ClosestPointCache<T> other{};
    large.nearest(random.in_cube() * 2.0, &other);
    for (KeptRectangle<T>& kept : other.of) kept.piece += 1000;  // none that `small` has
    if (other.count == 0) continue;
    const ClosestPoint<T> out = small.nearest(p, &other);
    EXPECT_FALSE(out.from_cache);
    EXPECT_EQ(out.nearest.distance, small.nearest(p).nearest.distance);
  }
}

TYPED_TEST(ClosestPointCacheOf, FromBelowTheFocusOfATroughToAboveItIsTheNearest) {
  using T = TypeParam;
  Random random(99);
  int kept = 0;
  for (int k = 0; k < 400; ++k) {
    const double a = random.uniform(0.3, 2), b = random.uniform(-0.4, 0.4), focus = 1 / (2 * a);
    NurbsSurface trough{{2, {0, 0, 0, 1, 1, 1}}, {1, {0, 0, 1, 1}}, {}};
    for (const Vec2<double>& c : {Vec2<double>{-1, (1 + b) * (1 + b)}, {0, b * b - 1}, {1, (1 - b) * (1 - b)}}) {
      for (const double y : {0.0, 0.1}) trough.points.push_back({c.x, y, a * c.y});  // z = a (x - b)^2
    }
    const Searched<T> s(trough);
    ClosestPointOptions<T> options = s.options();
    options.radius = T(4);
    ClosestPointCache<T> cache{};
    for (int i = 0; i < 8; ++i) {
      const double height = i == 0 ? random.uniform(0.1, 0.8) : random.uniform(0.9, 1.6);
      const Vec3<T> p = s.down({b + random.uniform(-0.1, 0.1), random.uniform(0, 0.1), focus * height});
      const auto with = closest_point<FourScalars<T>>(s.view(), p, options, &cache);
      const ClosestPoint<T> without = closest_point<FourScalars<T>, T>(s.view(), p, options, nullptr);
      EXPECT_NEAR(with.nearest.distance, without.nearest.distance, 64 * Epsilon<T>::value) << k;
      EXPECT_LE(with.lower_bound, without.nearest.distance) << k;
      kept += with.from_cache;
    }
  }
  EXPECT_GT(kept, 20);
}

TYPED_TEST(ClosestPointCacheOf, BeyondItsRoomARectangleIsProvedAnew) {
  using T = TypeParam;
  // z = x^2 / 10, all one piece, its focus at a height of 5: from above it both ends are near, and the way from the
  // bottom leads to the wrong one.
  const NurbsSurface trough{{2, {0, 0, 0, 1, 1, 1}},
                            {1, {0, 0, 1, 1}},
                            {{-1, 0, 0.1}, {-1, 0.5, 0.1}, {0, 0, -0.1}, {0, 0.5, -0.1}, {1, 0, 0.1}, {1, 0.5, 0.1}}};
  const Searched<T> s(trough);
  ASSERT_EQ(s.view().piece_count, 1u);
  ClosestPointOptions<T> options = s.options();
  options.radius = T(100);
  ClosestPointCache<T> cache{};
  const auto find = [&](const Vec3<double>& p) {
    return closest_point<FourScalars<T>>(s.view(), s.down(p), options, &cache);
  };
  find({-0.3, 0.25, 1});
  ASSERT_EQ(cache.count, 1u);
  EXPECT_GT(cache.of[0].room, T(0));
  EXPECT_TRUE(find({-0.3, 0.25, 1.01}).from_cache);
  const Vec3<double> above{0.3, 0.25, 12};
  const ClosestPoint<T> out = find(above);
  EXPECT_FALSE(out.from_cache);
  EXPECT_EQ(out.nearest.u, T(1));
  EXPECT_EQ(out.nearest.distance, s.nearest(above).nearest.distance);
}

TYPED_TEST(ClosestPointCacheOf, WeightsOfZeroDoNotMakeItsWaysTooLong) {
  using T = TypeParam;
  Random random(98);
  for (int k = 0; k < 60; ++k) {
    NurbsSurface surface =
        test::with_weights(random, test::graph(random, 2, 3, 0.3, [](double x, double y) { return x * x + y * y; }), 3);
    surface.weights[1 + static_cast<std::size_t>(k % 7)] = 0;
    const Searched<T> s(surface);
    ClosestPointOptions<T> options = s.options();
    options.radius = T(2);
    ClosestPointCache<T> cache{};
    const Vec3<double> from = random.in_cube() * 0.5 + Vec3<double>{0, 0, 1};
    for (int i = 0; i < 25; ++i) {
      const Vec3<T> p = s.down(from + random.in_cube() * random.magnitude(0.01, 1));
      const auto a = closest_point<FourScalars<T>>(s.view(), p, options, &cache);
      const ClosestPoint<T> b = closest_point<FourScalars<T>, T>(s.view(), p, options, nullptr);
      EXPECT_NEAR(a.nearest.distance, b.nearest.distance, 16 * Epsilon<T>::value * (T(2) + b.nearest.distance)) << k;
    }
  }
}

TYPED_TEST(ClosestPointCacheOf, CloseToTheSurfaceCachesAreAsCertain) {
  using T = TypeParam;
  Random random(97);
  for (int k = 0; k < 40; ++k) {
    const NurbsSurface surface = test::surface_of_kind(random, SurfaceKind::waves);
    const Searched<T> s(surface);
    ClosestPointCache<T> cache{};
    const double far = random.magnitude(16 * static_cast<double>(Epsilon<T>::value), 1e-3);
    double u = random.uniform(surface.u.begin(), surface.u.end());
    const double v = 0.5 * (surface.v.begin() + surface.v.end());
    for (int i = 0; i < 20; ++i, u += 1e-4) {
      const SurfaceJet<double> at = point_at(surface, u, v);
      expect_same(s, at.point + unit_normal(at) * far, cache, std::to_string(far));
    }
  }
}

}  // namespace
}  // namespace abut
