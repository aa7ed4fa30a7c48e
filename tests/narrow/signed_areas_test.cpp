// Signed Volumes in the plane, and GJK with it.
#include "abut/narrow/signed_areas.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "abut/narrow/exact_signs.h"
#include "abut/narrow/gjk.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::Random;

template <class T>
class SignedAreas : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SignedAreas, Scalars);

/// The point of the segment v w nearest to the origin, as its distance.
template <class T>
long double segment_distance(Vec3<T> v, Vec3<T> w) {
  const auto wide = [](T x) { return static_cast<long double>(x); };
  const long double vx = wide(v.x), vy = wide(v.y), ex = wide(w.x) - vx, ey = wide(w.y) - vy;
  const long double ee = ex * ex + ey * ey;
  const long double t = ee > 0 ? std::fmin(1.0L, std::fmax(0.0L, -(vx * ex + vy * ey) / ee)) : 0;
  return std::hypot(vx + t * ex, vy + t * ey);
}

/// The truth of all edges, and whether the origin lies inside.
template <class T>
long double true_distance(const std::vector<Vec3<T>>& w, bool& inside) {
  long double best = 1e30L;
  for (std::size_t k = 0; k < w.size(); ++k) best = std::fmin(best, segment_distance(w[k], w[(k + 1) % w.size()]));
  inside = w.size() == 3;
  long double sign = 0;
  for (std::size_t k = 0; inside && k < 3; ++k) {
    const Vec3<T> v = w[k], u = w[(k + 1) % 3];
    const long double area = static_cast<long double>(v.x) * static_cast<long double>(u.y) -
                             static_cast<long double>(v.y) * static_cast<long double>(u.x);
    inside = area != 0 && area * sign >= 0;
    sign = area;
  }
  return inside ? 0 : best;
}

template <class Signs, class T>
NearestPoint<T, 2> nearest_of(const std::vector<Vec3<T>>& w) {
  Simplex<T, 2> s{};
  for (std::size_t k = 0; k < w.size(); ++k) s.w[k] = w[k], s.used[k] = true;
  NearestPoint<T, 2> out{};
  signed_volumes<Signs>(s, out);
  return out;
}

/// What GJK hands over: a supporting vertex or edge with the foot v of the origin inside of it, and a newest vertex,
/// slot 0, below v.
template <class T>
std::vector<Vec3<T>> random_simplex(Random& random, int i) {
  for (;;) {
    std::vector<Vec3<T>> w;
    const double thin = i % 2 == 0 ? 1 : random.magnitude(1e-8, 1);
    const Vec3<double> shift = random.in_cube() * random.magnitude(1e-3, 10);
    for (int k = 0; k < 1 + i % 3; ++k) {
      const Vec3<double> v = random.in_cube();
      w.push_back(narrowed<T>(Vec3<double>{v.x + shift.x, thin * v.y + shift.y, 0}));
    }
    if (w.size() == 1) return w;
    Vec3<double> v = widen(w[1]);
    if (w.size() == 3) {
      const Vec3<double> e = widen(w[2]) - widen(w[1]);
      const double l = -dot(v, e) / dot(e, e);
      if (!(l > 1e-3 && l < 1 - 1e-3)) continue;
      v = multiply_add(e, l, v);
    }
    if (i % 10 == 2) w[0] = narrowed<T>(widen(w[1]) - v * random.uniform(0.1, 2));  // collinear with v and slot 1
    if (dot(widen(w[0]), v) < 0.999 * dot(v, v)) return w;
  }
}

TYPED_TEST(SignedAreas, NearestPointIsThatOfAllEdges) {
  using T = TypeParam;
  const long double eps = static_cast<long double>(Epsilon<T>::value);
  Random random(1);
  int inside_count = 0;
  for (int i = 0; i < 60000; ++i) {
    const std::vector<Vec3<T>> w = random_simplex<T>(random, i);
    bool inside = false;
    const long double truth = true_distance(w, inside);
    long double scale = 0;
    for (const auto& v : w)
      scale = std::fmax(scale, std::hypot(static_cast<long double>(v.x), static_cast<long double>(v.y)));
    for (const bool exact : {false, true}) {
      const NearestPoint<T, 2> r = exact ? nearest_of<ExactSigns>(w) : nearest_of<RoundedSigns>(w);
      const long double distance = std::sqrt(static_cast<long double>(r.vv));
      ASSERT_LE(std::fabs(distance - truth), 8 * eps * scale) << i;
      ASSERT_LE(std::fabs(std::hypot(static_cast<long double>(r.v.x), static_cast<long double>(r.v.y)) - distance),
                8 * eps * scale);
      ASSERT_EQ(r.v.z, T(0));
      T sum = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        ASSERT_GE(r.lambda[k], T(0));
        ASSERT_TRUE(k < w.size() || r.lambda[k] == T(0));
        sum += r.lambda[k];
      }
      ASSERT_NEAR(static_cast<double>(sum), 1, 8 * static_cast<double>(eps));
      if (exact) {
        ASSERT_EQ(r.inside, inside) << i;
      }
      inside_count += r.inside;
    }
  }
  EXPECT_GT(inside_count, 4000);
}

/// A square of half width 1 about the origin.
template <class T>
struct Square {
  static constexpr T x[4] = {-1, 1, 1, -1}, y[4] = {-1, -1, 1, 1}, zero[4] = {0, 0, 0, 0};
  static VertexSet<T> set() { return {x, y, zero, 4, T(1), nullptr, nullptr, nullptr}; }
};

template <class T>
GjkState<T, SimplexIds, 2> run(double at_x, double at_y, double angle) {
  const T c = static_cast<T>(std::cos(angle)), s = static_cast<T>(std::sin(angle));
  const RelativePose<T> pose{{{c, -s, 0, s, c, 0, 0, 0, 1}}, {static_cast<T>(at_x), static_cast<T>(at_y), T(0)}};
  const DifferenceSupport<T, LinearScan> support{Square<T>::set(), Square<T>::set(), pose};
  GjkState<T, SimplexIds, 2> state;
  gjk_start(state, -pose.translation, true);
  gjk(state, support, NoCutoff<T>::value);
  return state;
}

TYPED_TEST(SignedAreas, GjkInThePlaneFindsTheGapOfSquares) {
  using T = TypeParam;
  const double eps = static_cast<double>(Epsilon<T>::value);
  Random random(2);
  for (int i = 0; i < 2000; ++i) {
    const double angle = random.uniform(0, 7), gap = random.uniform(0.01, 3);
    // The turned square's corner or edge above the other's upper edge.
    const double reach = std::fabs(std::cos(angle)) + std::fabs(std::sin(angle));
    const auto s = run<T>(random.uniform(-0.25, 0.25), 1 + reach + gap, angle);
    ASSERT_FALSE(s.active);
    ASSERT_FALSE(s.overlap);
    ASSERT_EQ(s.v.z, T(0));
    const double distance = std::sqrt(static_cast<double>(s.vv));
    ASSERT_LE(gap, distance + 32 * eps);
    ASSERT_NEAR(static_cast<double>(s.vw) / distance, distance, 64 * eps) << i;
    ASSERT_LE(s.iterations, 12u);
    ASSERT_TRUE(run<T>(random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7), angle).overlap);
  }
  const auto facing = run<T>(0.5, 3, 0);
  EXPECT_EQ(facing.vv, T(1));
}

}  // namespace
}  // namespace abut
