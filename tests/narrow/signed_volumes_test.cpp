#include "abut/narrow/signed_volumes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/random.h"

namespace abut {
namespace {

using test::Random;
using Real = long double;
using Point = Vec3<Real>;

Point minus(Point a, Point b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
Point plus_scaled(Point a, Real s, Point b) { return {a.x + s * b.x, a.y + s * b.y, a.z + s * b.z}; }
Real inner(Point a, Point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

/// Squared distance from the origin to the affine hull of some points if its foot lies inside their simplex, else
/// infinite. Normal equations by Cramer's rule: another way than Signed Volumes.
Real squared_distance_to_interior(const std::vector<Point>& p) {
  const Real none = HUGE_VALL;
  if (p.size() == 1) return inner(p[0], p[0]);
  const Point a = minus(p[1], p[0]);
  if (p.size() == 2) {
    const Real l = -inner(p[0], a) / inner(a, a);
    if (!(l >= 0 && l <= 1)) return none;
    const Point q = plus_scaled(p[0], l, a);
    return inner(q, q);
  }
  const Point b = minus(p[2], p[0]);
  if (p.size() == 3) {
    const Real aa = inner(a, a), ab = inner(a, b), bb = inner(b, b), pa = -inner(p[0], a), pb = -inner(p[0], b);
    const Real det = aa * bb - ab * ab;
    const Real la = (pa * bb - pb * ab) / det, lb = (pb * aa - pa * ab) / det;
    if (!(la >= 0 && lb >= 0 && la + lb <= 1)) return none;
    const Point q = plus_scaled(plus_scaled(p[0], la, a), lb, b);
    return inner(q, q);
  }
  const Point c = minus(p[3], p[0]);
  const auto triple = [](Point u, Point v, Point w) {
    return u.x * (v.y * w.z - v.z * w.y) - u.y * (v.x * w.z - v.z * w.x) + u.z * (v.x * w.y - v.y * w.x);
  };
  const Point o{-p[0].x, -p[0].y, -p[0].z};
  const Real det = triple(a, b, c);
  const Real la = triple(o, b, c) / det, lb = triple(a, o, c) / det, lc = triple(a, b, o) / det;
  return la >= 0 && lb >= 0 && lc >= 0 && la + lb + lc <= 1 ? 0 : none;
}

/// Over all sub-simplices of the points in `mask`.
Real squared_distance(const std::vector<Point>& points, unsigned mask, unsigned* best_subset = nullptr) {
  Real best = HUGE_VALL;
  for (unsigned subset = 1; subset < 1u << points.size(); ++subset) {
    if ((subset & ~mask) != 0) continue;
    std::vector<Point> chosen;
    for (unsigned k = 0; k < points.size(); ++k) {
      if ((subset >> k & 1) != 0) chosen.push_back(points[k]);
    }
    const Real d = squared_distance_to_interior(chosen);
    if (d < best) {
      best = d;
      if (best_subset != nullptr) *best_subset = subset;
    }
  }
  return best;
}

template <class T>
Simplex<T> simplex_of(const std::vector<Vec3<T>>& w) {
  Simplex<T> s{};
  for (std::size_t k = 0; k < w.size(); ++k) {
    s.w[k] = w[k];
    s.used[k] = true;
  }
  return s;
}

template <class T>
NearestPoint<T> nearest_of(const std::vector<Vec3<T>>& w) {
  NearestPoint<T> out{};
  signed_volumes(simplex_of(w), out);
  return out;
}

template <class T>
class SignedVolumes : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SignedVolumes, Scalars);

TYPED_TEST(SignedVolumes, PointIsItsOwnNearestPoint) {
  const auto r = nearest_of<TypeParam>({{1, 2, 2}});
  EXPECT_EQ(r.vv, TypeParam(9));
  EXPECT_EQ(r.lambda[0], TypeParam(1));
  EXPECT_FALSE(r.inside);
}

TYPED_TEST(SignedVolumes, SegmentGivesItsFootOrItsNewestEnd) {
  const auto middle = nearest_of<TypeParam>({{1, 1, 0}, {-3, 1, 0}});
  EXPECT_EQ(middle.vv, TypeParam(1));
  EXPECT_EQ(middle.lambda[0], TypeParam(0.75));
  EXPECT_EQ(middle.lambda[1], TypeParam(0.25));
  const auto end = nearest_of<TypeParam>({{1, 1, 0}, {3, 1, 0}});
  EXPECT_EQ(end.vv, TypeParam(2));
  EXPECT_EQ(end.lambda[1], TypeParam(0));
}

TYPED_TEST(SignedVolumes, TriangleGivesTheFootOfItsPlane) {
  const auto r = nearest_of<TypeParam>({{1, -1, 2}, {-1, -1, 2}, {0, 2, 2}});
  EXPECT_NEAR(r.v.z, TypeParam(2), 4 * Epsilon<TypeParam>::value);
  EXPECT_NEAR(r.vv, TypeParam(4), 16 * Epsilon<TypeParam>::value);
  for (int k = 0; k < 3; ++k) EXPECT_GT(r.lambda[k], TypeParam(0));
}

TYPED_TEST(SignedVolumes, TetrahedronAroundTheOriginIsInside) {
  const auto r = nearest_of<TypeParam>({{0, 0, 1}, {1, 0, -1}, {-1, 1, -1}, {-1, -1, -1}});
  EXPECT_TRUE(r.inside);
  EXPECT_EQ(r.vv, TypeParam(0));
}

// What GJK hands over: a supporting simplex with its nearest point v, and a newest vertex below v.
/// GJK meets this by rounding error alone: its newest vertex is beyond the plane through the others.
TYPED_TEST(SignedVolumes, AnOriginBeyondTheFaceOfTheOlderVerticesIsOutside) {
  using T = TypeParam;
  for (const T z : {T(1), T(0x1p-10), T(0x1p-20)}) {
    const auto r = nearest_of<T>({{0, 0, 3}, {2, 0, z}, {-1, 2, z}, {-1, -2, z}});
    EXPECT_FALSE(r.inside) << z;
    EXPECT_GE(r.vv, z * z) << z;
  }
}

TYPED_TEST(SignedVolumes, AgreesWithEnumerationOfAllSubSimplices) {
  using T = TypeParam;
  Random random(11);
  int by_size[5] = {};
  for (int trial = 0; trial < 20000; ++trial) {
    const unsigned old_count = 1 + random.below(3);
    const Vec3<double> shift = random.in_ball() * random.magnitude(0.01, 3);
    std::vector<Vec3<T>> w(1);
    for (unsigned k = 0; k < old_count; ++k) {
      const Vec3<double> p = random.in_ball() + shift;
      w.push_back({static_cast<T>(p.x), static_cast<T>(p.y), static_cast<T>(p.z)});
    }
    const auto wide = [&] {
      std::vector<Point> points;
      for (const auto& p : w) {
        points.push_back({static_cast<Real>(p.x), static_cast<Real>(p.y), static_cast<Real>(p.z)});
      }
      return points;
    };
    const unsigned old_mask = ((1u << old_count) - 1) << 1;
    unsigned support = 0;
    const Real old_vv = squared_distance(wide(), old_mask, &support);
    std::vector<Vec3<T>> kept(1);
    for (unsigned k = 1; k <= old_count; ++k) {
      if ((support >> k & 1) != 0) kept.push_back(w[k]);
    }
    if (kept.size() == 5) continue;
    w = kept;
    // the nearest point of the old simplex, to have a newest vertex below it
    NearestPoint<T> old{};
    std::vector<Vec3<T>> rotated(w.begin() + 1, w.end());
    old = nearest_of<T>(rotated);
    if (!(old.vv > T(0.0001)) || std::abs(static_cast<double>(old.vv) - static_cast<double>(old_vv)) > 1e-3) continue;
    bool found = false;
    for (int attempt = 0; attempt < 20 && !found; ++attempt) {
      const Vec3<double> p = random.in_ball() + shift;
      w[0] = {static_cast<T>(p.x), static_cast<T>(p.y), static_cast<T>(p.z)};
      found = dot(w[0], old.v) < T(0.99) * old.vv;
    }
    if (!found) continue;
    const auto r = nearest_of<T>(w);
    const Real expected = squared_distance(wide(), (1u << w.size()) - 1);
    const double tolerance = 200 * static_cast<double>(Epsilon<T>::value);
    ASSERT_NEAR(std::sqrt(static_cast<double>(r.vv)), std::sqrt(static_cast<double>(expected)), tolerance)
        << "trial " << trial;
    // the barycentric coordinates are those of v
    Vec3<T> sum{0, 0, 0};
    T total = 0;
    for (std::size_t k = 0; k < w.size(); ++k) {
      ASSERT_GE(r.lambda[k], T(0));
      sum = multiply_add(w[k], r.lambda[k], sum);
      total += r.lambda[k];
    }
    ASSERT_NEAR(total, T(1), 8 * Epsilon<T>::value);
    ++by_size[w.size()];
  }
  for (const int n : {2, 3, 4}) EXPECT_GT(by_size[n], 500) << n << " vertices";
}

TYPED_TEST(SignedVolumes, AffinelyDependentVerticesStillGiveTheNearestPoint) {
  using T = TypeParam;
  // collinear triangle, coplanar tetrahedron, repeated vertex: the nearest point lies on a sub-simplex
  EXPECT_NEAR(nearest_of<T>({{1, 1, 0}, {-1, 1, 0}, {-3, 1, 0}}).vv, T(1), 8 * Epsilon<T>::value);
  EXPECT_NEAR(nearest_of<T>({{1, 1, 1}, {-1, 1, 1}, {-1, -2, 1}, {1, -2, 1}}).vv, T(1), 8 * Epsilon<T>::value);
  EXPECT_NEAR(nearest_of<T>({{1, 1, 0}, {-1, 1, 0}, {-1, 1, 0}}).vv, T(1), 8 * Epsilon<T>::value);
  EXPECT_NEAR(nearest_of<T>({{0, 2, 0}, {0, 2, 0}}).vv, T(4), 8 * Epsilon<T>::value);
  EXPECT_NEAR(nearest_of<T>({{0, 2, 0}, {0, 2, 0}, {0, 2, 0}, {0, 2, 0}}).vv, T(4), 8 * Epsilon<T>::value);
}

}  // namespace
}  // namespace abut
