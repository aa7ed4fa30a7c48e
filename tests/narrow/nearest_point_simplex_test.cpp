#include "abut/narrow/nearest_point_simplex.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "abut/narrow/exact_signs.h"
#include "tests/narrow/exact_nearest.h"
#include "tests/support/pack.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::exact_nearest;
using test::ExactNearest;
using test::Random;

template <class T, class S>
struct Case {
  using Scalar = T;
  using Signs = S;
};

template <class C>
class NearestOnSimplex : public testing::Test {};
using Cases = testing::Types<Case<float, RoundedSigns>, Case<float, ExactSigns>, Case<double, RoundedSigns>,
                             Case<double, ExactSigns>>;
TYPED_TEST_SUITE(NearestOnSimplex, Cases);

template <class Signs, class T>
NearestPoint<T> nearest_of(const std::vector<Vec3<T>>& w) {
  Simplex<T> s{};
  for (std::size_t k = 0; k < w.size(); ++k) s.w[k] = w[k], s.used[k] = true;
  NearestPoint<T> out{};
  nearest_on_simplex<Signs>(s, out);
  return out;
}

/// Distance, barycentric coordinates and nearest point are those of exact arithmetic, to a few roundings of the
/// vertices, in every order of the vertices.
template <class Signs, class T>
void expect_right_in_every_order(std::vector<Vec3<T>> w) {
  std::vector<std::size_t> order(w.size());
  for (std::size_t k = 0; k < w.size(); ++k) order[k] = k;
  const ExactNearest truth = exact_nearest(w);
  do {
    std::vector<Vec3<T>> turned;
    double size = 0;
    for (const std::size_t k : order) {
      turned.push_back(w[k]);
      size = std::max(size, static_cast<double>(max_abs(w[k])));
    }
    const NearestPoint<T> r = nearest_of<Signs>(turned);
    const double tolerance = 8 * static_cast<double>(Epsilon<T>::value) * size;
    EXPECT_NEAR(std::sqrt(static_cast<double>(r.vv)), static_cast<double>(sqrt(truth.squared_distance)), tolerance);
    Vec3<double> sum{0, 0, 0};
    double total = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_GE(r.lambda[k], T(0));
      if (k < turned.size()) {
        sum = multiply_add(widen(turned[k]), static_cast<double>(r.lambda[k]), sum);
      } else {
        EXPECT_EQ(r.lambda[k], T(0));
      }
      total += static_cast<double>(r.lambda[k]);
    }
    EXPECT_LE(max_abs(sum - widen(r.v)), tolerance);
    EXPECT_NEAR(total, 1, 8 * static_cast<double>(Epsilon<T>::value));
  } while (std::next_permutation(order.begin(), order.end()));
}

// Montanari 2017, Table 4.1: the sphere's centre is nearest to a corner of the triangle.
TYPED_TEST(NearestOnSimplex, ThesisTable41IsSupportedByItsFirstVertexAlone) {
  using T = typename TypeParam::Scalar;
  const auto t = [](double x, double y, double z) {
    return Vec3<T>{static_cast<T>(x), static_cast<T>(y), static_cast<T>(z)};
  };
  const std::array<Vec3<T>, 3> s{t(0.45, 0, -0.6), t(-0.55, -0.75, -1.55), t(-0.55, 0.75, -1.55)};
  std::array<int, 3> order{0, 1, 2};
  do {
    const auto r = nearest_of<typename TypeParam::Signs, T>({s[order[0]], s[order[1]], s[order[2]]});
    for (int k = 0; k < 3; ++k) EXPECT_EQ(r.lambda[k], order[k] == 0 ? T(1) : T(0));
    EXPECT_NEAR(sqrt(r.vv), T(0.75), Epsilon<T>::value);
  } while (std::next_permutation(order.begin(), order.end()));
}

// Montanari 2017, Fig. 4.6. The printed s4 equals s1, so two faces are equally near: either is right.
TYPED_TEST(NearestOnSimplex, ThesisFigure46HasTheNearestPointOfItsFlatFace) {
  using T = typename TypeParam::Scalar;
  const double z = -31.557752817397152;
  const Vec3<double> s[] = {{-20.713282046795065, 0, z},
                            {-6.3505362624669246, 19.715748586578577, z},
                            {20.713255776709875, -0.032989069061845351, z},
                            {-20.713282046795065, 0, z}};
  std::vector<Vec3<T>> w;
  for (const auto& v : s) w.push_back({static_cast<T>(v.x), static_cast<T>(v.y), static_cast<T>(v.z)});
  EXPECT_EQ(orient3d(w[0], w[1], w[2], w[3]), 0);
  const auto r = nearest_of<typename TypeParam::Signs>(w);
  EXPECT_FALSE(r.inside);
  EXPECT_NEAR(sqrt(r.vv), T(-z), 2 * Epsilon<T>::value * T(-z));
  EXPECT_GT(r.lambda[1], T(0));
  EXPECT_GT(r.lambda[2], T(0));
  EXPECT_GT(r.lambda[0] + r.lambda[3], T(0));
  EXPECT_EQ(min(r.lambda[0], r.lambda[3]), T(0)) << "one of the two equal vertices is enough";
  expect_right_in_every_order<typename TypeParam::Signs>(w);
}

TYPED_TEST(NearestOnSimplex, EveryFeatureOfATetrahedronIsExamined) {
  using T = typename TypeParam::Scalar;
  using Signs = typename TypeParam::Signs;
  const std::vector<Vec3<T>> tetrahedron{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
  // beyond each vertex, edge and face, and inside
  for (int subset = 1; subset < 16; ++subset) {
    Vec3<T> out{0, 0, 0};
    for (int k = 0; k < 4; ++k) {
      if ((subset >> k & 1) != 0) out = out + tetrahedron[k];
    }
    std::vector<Vec3<T>> w;
    for (const auto& v : tetrahedron) w.push_back(v - out * T(2));
    const auto r = nearest_of<Signs>(w);
    for (int k = 0; k < 4; ++k) EXPECT_EQ(r.lambda[k] > T(0), (subset >> k & 1) != 0) << subset;
    EXPECT_EQ(r.inside, subset == 15);
    expect_right_in_every_order<Signs>(w);
  }
}

TYPED_TEST(NearestOnSimplex, AffinelyDependentVerticesGiveTheNearestPoint) {
  using T = typename TypeParam::Scalar;
  using Signs = typename TypeParam::Signs;
  const std::vector<std::vector<Vec3<T>>> sets{
      {{0, 2, 1}, {0, 2, 1}, {0, 2, 1}, {0, 2, 1}},      // all equal
      {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}},      // all the origin
      {{1, 1, 0}, {-1, 1, 0}, {-3, 1, 0}, {5, 1, 0}},    // collinear, the foot between
      {{1, 1, 0}, {2, 1, 0}, {3, 1, 0}, {5, 1, 0}},      // collinear, the foot beyond an end
      {{1, 1, 1}, {-1, -1, -1}, {2, 2, 2}, {3, 3, 3}},   // collinear through the origin
      {{1, 1, 1}, {2, 2, 2}, {4, 4, 4}, {3, 3, 3}},      // collinear with the origin, which is outside
      {{3, 1, 0}, {-1, 1, 0}, {0, -3, 0}, {1, -2, 0}},   // coplanar, the origin inside
      {{1, 1, 0}, {-1, 1, 0}, {-1, -1, 0}, {1, -1, 0}},  // coplanar, the origin on both diagonals
      {{3, 1, 0}, {-1, 1, 0}, {1, 3, 0}, {2, 2, 0}},     // coplanar, the origin outside
      {{1, 0, 0}, {-1, 0, 0}, {0, 3, 0}, {1, 2, 0}},     // coplanar, the origin on an edge
      {{0, 0, 0}, {-1, 0, 0}, {0, 3, 0}, {1, 2, 0}},     // coplanar, the origin a vertex
      {{1, 1, 1}, {-1, 1, 1}, {-1, -2, 1}, {1, -2, 1}},  // coplanar, the foot inside
      {{2, 2, 1}, {4, 2, 1}, {4, 4, 1}, {2, 4, 1}},      // coplanar, the foot beyond a vertex
      {{0, 0, 1}, {4, 0, 1}, {4, 4, 1}, {0, 4, 1}},      // coplanar, the foot a vertex
      {{-1, 0, 1}, {3, 0, 1}, {3, 4, 1}, {-1, 4, 1}},    // coplanar, the foot on an edge
      {{1, 1, 0}, {-1, 1, 0}, {-1, 1, 0}},               // a repeated vertex
      {{1, 1, 0}, {-1, 1, 0}, {0, 1, 0}, {0, 1, 3}},     // one face a segment
      {{0, 2, 0}, {0, 2, 0}},
  };
  for (std::size_t i = 0; i < sets.size(); ++i) {
    SCOPED_TRACE(i);
    expect_right_in_every_order<Signs>(sets[i]);
  }
}

// All determinants are zero but for rounding, and rounded signs may put the origin inside: why cached simplices want
// exact ones.
TEST(NearestOnSimplexExactly, AFlatTetrahedronInAPlaneThroughTheOriginIsNotAroundIt) {
  Random random(4);
  int rounded_wrong = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec3<double> d = random.in_ball(), g = random.in_ball() * 1e-3;
    std::vector<Vec3<double>> w;
    for (int k = 0; k < 4; ++k) w.push_back(d * random.uniform(-1, 1) + g * random.uniform(-1, 1));
    const ExactNearest truth = exact_nearest(w);
    const double distance = static_cast<double>(sqrt(truth.squared_distance));
    const auto exact = nearest_of<ExactSigns>(w);
    ASSERT_EQ(exact.inside, truth.inside) << i;
    ASSERT_NEAR(std::sqrt(exact.vv), distance, 1e-15) << i;
    rounded_wrong += nearest_of<RoundedSigns>(w).inside && distance > 1e-3;
  }
  EXPECT_GT(rounded_wrong, 10);
}

template <class T>
class NearestOnSimplexOfLanes : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(NearestOnSimplexOfLanes, Scalars);

TYPED_TEST(NearestOnSimplexOfLanes, EachLaneGetsTheBitsOfAScalar) {
  using T = TypeParam;
  constexpr int width = 4;
  using P = LoopPack<T, width>;
  Random random(3);
  for (int trial = 0; trial < 2000; ++trial) {
    Simplex<P> pack{};
    NearestPoint<T> scalar[width];
    for (int l = 0; l < width; ++l) {
      Simplex<T> s{};
      const unsigned count = 1 + random.below(4);
      const Vec3<double> shift = random.in_ball();
      for (unsigned k = 0; k < 4; ++k) {
        const Vec3<double> p = random.in_ball() + shift;
        s.w[k] = {static_cast<T>(p.x), static_cast<T>(p.y), static_cast<T>(p.z)};
        s.used[k] = k < count;
        pack.w[k].x.lane[l] = s.w[k].x, pack.w[k].y.lane[l] = s.w[k].y, pack.w[k].z.lane[l] = s.w[k].z;
        pack.used[k].lane[l] = s.used[k];
      }
      nearest_on_simplex(s, scalar[l]);
    }
    NearestPoint<P> r;
    nearest_on_simplex(pack, r);
    for (int l = 0; l < width; ++l) {
      ASSERT_EQ(r.vv.lane[l], scalar[l].vv);
      ASSERT_EQ(r.v.x.lane[l], scalar[l].v.x);
      ASSERT_EQ(r.v.y.lane[l], scalar[l].v.y);
      ASSERT_EQ(r.v.z.lane[l], scalar[l].v.z);
      ASSERT_EQ(r.inside.lane[l], scalar[l].inside);
      for (int k = 0; k < 4; ++k) ASSERT_EQ(r.lambda[k].lane[l], scalar[l].lambda[k]);
    }
  }
}

}  // namespace
}  // namespace abut
