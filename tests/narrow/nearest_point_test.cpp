// The nearest point of a solid, against the solid's support function and distances in long double.
#include "abut/narrow/nearest_point.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "abut/narrow/nearest_point_ellipsoid.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::Random;
using Real = long double;
using Point = Vec3<Real>;

Real inner(const Point& u, const Point& v) { return u.x * v.x + u.y * v.y + u.z * v.z; }
Real norm(const Point& v) { return std::hypot(v.x, v.y, v.z); }

enum class Solid { box, cylinder, cone, ellipsoid };

/// Height of the solid along n.
Real height(Solid solid, const Point& half, const Point& n) {
  const Real across = std::hypot(n.x, n.y) * half.x;
  switch (solid) {
    case Solid::box: return std::abs(n.x) * half.x + std::abs(n.y) * half.y + std::abs(n.z) * half.z;
    case Solid::cylinder: return across + std::abs(n.z) * half.z;
    case Solid::cone: return std::max(n.z * half.z, across - n.z * half.z);
    default: return std::hypot(n.x * half.x, n.y * half.y, n.z * half.z);
  }
}

/// How far inside the point lies, as the nearest plane that bounds the solid says; of an ellipsoid nothing.
Real depth(Solid solid, const Point& half, const Point& q) {
  const Real radius = std::hypot(q.x, q.y), cap = half.z - std::abs(q.z);
  switch (solid) {
    case Solid::box: return std::min({half.x - std::abs(q.x), half.y - std::abs(q.y), cap});
    case Solid::cylinder: return std::min(half.x - radius, cap);
    case Solid::cone: {
      const Real slant = std::hypot(2 * half.z, half.x);
      return std::min(((half.z - q.z) * half.x - radius * 2 * half.z) / slant, q.z + half.z);
    }
    default: return HUGE_VALL;
  }
}

template <class T>
SurfacePoint<T> nearest(Solid solid, Vec3<T> half, Vec3<T> q) {
  switch (solid) {
    case Solid::box: return nearest_on_box(half, q);
    case Solid::cylinder: return nearest_on_cylinder(half, q);
    case Solid::cone: return nearest_on_cone(half, q);
    default: return nearest_on_ellipsoid(half, q);
  }
}

/// A point anywhere, or near the surface, or near a rim, a corner, an apex: by a few roundings of T to a size.
template <class T>
Vec3<double> some_point(Random& random, Solid solid, const Vec3<double>& half) {
  const double size = std::hypot(half.x, half.y, half.z);
  if (random.below(3) == 0) return random.direction() * (size * random.magnitude(1e-3, 20));
  const double noise = size * random.magnitude(static_cast<double>(Epsilon<T>::value) / 4, 0.1);
  const Vec3<double> beside = random.direction() * noise, u = random.direction();
  const double across = std::hypot(u.x, u.y), share = random.below(2) == 0 ? 1 : random.uniform();
  const double side = random.below(2) == 0 ? -half.z : half.z;
  switch (solid) {
    case Solid::box:
      return Vec3<double>{half.x * share, half.y, random.below(2) == 0 ? side : side * random.uniform()} + beside;
    case Solid::cylinder:
      return Vec3<double>{u.x / across * half.x * share, u.y / across * half.x * share, side} + beside;
    case Solid::cone: {  // along the side, its ends included
      const double down = random.below(3) == 0 ? random.uniform() : side < 0 ? 1 : 0;
      return Vec3<double>{u.x / across * half.x * down, u.y / across * half.x * down, half.z * (1 - 2 * down)} + beside;
    }
    default: return Vec3<double>{u.x * half.x, u.y * half.y, u.z * half.z} + beside;
  }
}

template <class T>
class NearestOn : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(NearestOn, Scalars);

/// What a surface point may be off by, in roundings: of the length of its normal; of the given point from the point
/// plus the normal times the distance; of the point from the plane that supports the solid along the normal; and of an
/// inner distance from the least one.
struct Off {
  Real normal, foot, plane, depth;
};
template <class T>
Off off(Solid solid, Vec3<T> half, Vec3<T> q, const SurfacePoint<T>& s) {
  const auto real = [](Vec3<T> v) {
    return Point{static_cast<Real>(v.x), static_cast<Real>(v.y), static_cast<Real>(v.z)};
  };
  const Point n = real(s.normal), p = real(s.p), at = real(q), h = real(half);
  const Real eps = static_cast<Real>(Epsilon<T>::value), distance = static_cast<Real>(s.distance);
  const Real unit = eps * (norm(h) + std::abs(distance));
  return {std::abs(norm(n) - 1) / eps, norm(p + n * distance - at) / unit,
          std::abs(inner(n, p) - height(solid, h, n)) / unit,
          distance < 0 ? (-distance - depth(solid, h, at)) / unit : 0};
}

TYPED_TEST(NearestOn, PointNormalAndDistanceFitTheSolidToAFewRoundings) {
  using T = TypeParam;
  Random random(71);
  for (const Solid solid : {Solid::box, Solid::cylinder, Solid::cone, Solid::ellipsoid}) {
    for (int i = 0; i < 200000; ++i) {
      const double thin = random.magnitude(0.01, 1);
      Vec3<double> half{random.uniform(0.1, 1) * thin, random.uniform(0.1, 1) * thin, random.uniform(0.1, 1)};
      if (random.below(2) == 0) half = {half.z, half.y, half.x};
      const Vec3<T> h = narrowed<T>(half), q = narrowed<T>(some_point<T>(random, solid, half));
      const Off worst = off(solid, h, q, nearest(solid, h, q));
      ASSERT_LE(worst.normal, 2.5) << static_cast<int>(solid) << ' ' << i;
      ASSERT_LE(worst.foot, 1.5) << static_cast<int>(solid) << ' ' << i;
      ASSERT_LE(worst.plane, 2.5) << static_cast<int>(solid) << ' ' << i;
      ASSERT_LE(worst.depth, 1.5) << static_cast<int>(solid) << ' ' << i;
    }
  }
}

TYPED_TEST(NearestOn, OffsetsThatHaveLostTheirDigitsGiveNoDirection) {
  using T = TypeParam;
  const T least = std::numeric_limits<T>::denorm_min();
  const Vec3<T> halves[] = {{T(0), T(0), T(0.5)}, {T(0.25), T(0.25), T(0.5)}};
  for (const Solid solid : {Solid::box, Solid::cylinder, Solid::cone, Solid::ellipsoid}) {
    for (const Vec3<T>& half : halves) {
      if (solid != Solid::box && half.x == T(0)) continue;
      for (int k = 0; k < 125; ++k) {
        const Vec3<T> q{least * T(k % 5 - 2) * T(7), least * T(k / 5 % 5 - 2), T(0.125) * T(k / 25 - 2)};
        const SurfacePoint<T> s = nearest(solid, half, q);
        ASSERT_LE(off(solid, half, q, s).normal, 2.5) << static_cast<int>(solid) << ' ' << k;
      }
    }
  }
}

}  // namespace
}  // namespace abut
