// The sub-algorithms that bench/papers/ compares all find the nearest point: otherwise the comparison means nothing.
//
// Simplices as GJK makes them, vertices that support their nearest point and a newest one below it, against enumeration
// of all sub-simplices in long double.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bench/papers/candidates.h"
#include "tests/support/random.h"

namespace abut::papers {
namespace {

using Real = long double;

/// A system of up to three normal equations, by elimination with pivots; false where it is singular.
bool solve(Real (&m)[3][4], int n) {
  for (int c = 0; c < n; ++c) {
    int best = c;
    for (int r = c + 1; r < n; ++r) best = std::abs(m[r][c]) > std::abs(m[best][c]) ? r : best;
    if (m[best][c] == 0) return false;
    std::swap(m[c], m[best]);
    for (int r = 0; r < n; ++r) {
      if (r == c) continue;
      const Real f = m[r][c] / m[c][c];
      for (int k = c; k < 4; ++k) m[r][k] -= f * m[c][k];
    }
  }
  return true;
}

/// Distance of the origin to the affine hull of the points of `subset` where its foot lies inside, else infinite.
Real distance_to_interior(const std::vector<Vector>& points, unsigned subset) {
  std::vector<std::vector<Real>> p;
  for (unsigned k = 0; k < points.size(); ++k) {
    if ((subset >> k & 1u) == 0) continue;
    const Vector& w = points[k];
    p.push_back({static_cast<Real>(w.x), static_cast<Real>(w.y), static_cast<Real>(w.z)});
  }
  const int edges = static_cast<int>(p.size()) - 1;
  const auto inner = [&](int i, int j) {  // of edges from p[0]; edge 0 is p[0] itself
    Real sum = 0;
    for (int x = 0; x < 3; ++x) sum += (i > 0 ? p[i][x] - p[0][x] : p[0][x]) * (j > 0 ? p[j][x] - p[0][x] : p[0][x]);
    return sum;
  };
  Real m[3][4] = {};
  for (int i = 0; i < edges; ++i) {
    for (int j = 0; j < edges; ++j) m[i][j] = inner(i + 1, j + 1);
    m[i][3] = -inner(i + 1, 0);
  }
  if (!solve(m, edges)) return HUGE_VALL;
  Real rest = 1;
  Real v[3] = {p[0][0], p[0][1], p[0][2]};
  for (int i = 0; i < edges; ++i) {
    const Real lambda = m[i][3] / m[i][i];
    if (lambda < 0) return HUGE_VALL;
    rest -= lambda;
    for (int x = 0; x < 3; ++x) v[x] += lambda * (p[i + 1][x] - p[0][x]);
  }
  if (rest < 0) return HUGE_VALL;
  if (edges == 3) return 0;
  return std::sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

Real true_distance(const std::vector<Vector>& points) {
  Real best = HUGE_VALL;
  for (unsigned subset = 1; subset < 1u << points.size(); ++subset) {
    best = std::min(best, distance_to_interior(points, subset));
  }
  return best;
}

SupportPoint<double> support_point(Vector w, std::uint32_t id) { return {w, {0, 0, 0}, {0, 0, 0}, id, id}; }

std::vector<double> lambdas(const Sv& sub) { return {sub.nearest.lambda, sub.nearest.lambda + 4}; }
std::vector<double> lambdas(const CompactSimplex& sub) {
  std::vector<double> out(4, 0.0);
  for (unsigned k = 0; k < 4; ++k) out[k] = (sub.nearest.support >> k & 1u) != 0 ? sub.nearest.lambda[k] : 0;
  return out;
}
Vector point_of(const Sv& sub) {
  Vector sum{0, 0, 0};
  for (int k = 0; k < 4; ++k) sum = multiply_add(sub.simplex.w[k], sub.nearest.lambda[k], sum);
  return sum;
}
Vector point_of(const CompactSimplex& sub) {
  const std::vector<double> lambda = lambdas(sub);
  Vector sum{0, 0, 0};
  for (int k = 0; k < 4; ++k) sum = multiply_add(sub.w[k], lambda[static_cast<std::size_t>(k)], sum);
  return sum;
}
std::vector<Vector> vertices_of(const Sv& sub) {
  std::vector<Vector> out;
  for (int k = 1; k < 4; ++k) {
    if (sub.simplex.used[k]) out.push_back(sub.simplex.w[k]);
  }
  return out;
}
std::vector<Vector> vertices_of(const CompactSimplex& sub) { return {sub.w, sub.w + sub.count}; }

template <class Sub>
class PaperSubAlgorithm : public testing::Test {};
using Subs = testing::Types<Sv, Sp, Jh, Je, Jb, Bk, Vr, Vn>;
TYPED_TEST_SUITE(PaperSubAlgorithm, Subs);

TYPED_TEST(PaperSubAlgorithm, FindsTheNearestPointOfEverySimplexThatGjkMakes) {
  test::Random random(5);
  int solved[5] = {}, inside = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    TypeParam sub;
    sub.clear();
    const Vector shift = random.in_ball() * random.magnitude(0.05, 2);
    for (std::uint32_t step = 0; step < 12; ++step) {
      const Vector w = random.in_ball() + shift;
      // GJK's next support point lies below the last nearest point.
      if (step > 0 && !(dot(w, sub.nearest.v) < 0.95 * sub.nearest.vv)) continue;
      std::vector<Vector> vertices = step > 0 ? vertices_of(sub) : std::vector<Vector>{};
      vertices.push_back(w);
      sub.set_newest(support_point(w, step));
      ASSERT_TRUE(sub.solve()) << "trial " << trial << " step " << step;
      ++solved[vertices.size()];
      const double truth = static_cast<double>(true_distance(vertices));
      ASSERT_NEAR(std::sqrt(sub.nearest.vv), truth, 1e-9) << "trial " << trial << " step " << step;
      ASSERT_EQ(sub.nearest.inside, truth == 0) << "trial " << trial << " step " << step;
      double sum = 0;
      for (const double l : lambdas(sub)) {
        ASSERT_GE(l, 0);
        sum += l;
      }
      ASSERT_NEAR(sum, 1, 1e-12);
      ASSERT_NEAR(length(point_of(sub) - sub.nearest.v), 0, 1e-9);
      if (sub.nearest.inside) {
        ++inside;
        break;
      }
      sub.reduce();
    }
  }
  for (const int n : {1, 2, 3, 4}) EXPECT_GT(solved[n], 500) << n << " vertices";
  EXPECT_GT(inside, 100);
}

}  // namespace
}  // namespace abut::papers
