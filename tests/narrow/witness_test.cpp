// Witness points on a triangle of support points: barycentric coordinates that are known, and what carries the point.
#include "abut/narrow/witness.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tests/support/random.h"

namespace abut {
namespace {

using test::Random;

/// Support points of A's vertices and one vertex of B, at the identity.
template <class T>
struct Simplex3 {
  SupportPoint<T> s[3];
  RelativePose<T> pose{{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {0, 0, 0}};
  Simplex3(Vec3<T> a0, Vec3<T> a1, Vec3<T> a2, Vec3<T> b) {
    const Vec3<T> a[3] = {a0, a1, a2};
    for (std::uint32_t k = 0; k < 3; ++k) s[k] = {a[k] - b, a[k], b, 10 + k, 7};
  }
  Witness<T> at(Vec3<T> target, T good2 = 0) const { return witness_on_triangle(s, target, pose, good2); }
};

template <class T>
class WitnessPoints : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(WitnessPoints, Scalars);

TYPED_TEST(WitnessPoints, ArePointsOfKnownCoordinates) {
  using T = TypeParam;
  Random random(1);
  const double eps = static_cast<double>(Epsilon<T>::value);
  for (int k = 0; k < 2000; ++k) {
    const auto point = [&] { return narrowed<T>(random.in_cube()); };
    const Simplex3<T> t(point(), point(), point(), point());
    const Vec3<double> e1 = widen(t.s[1].a - t.s[0].a), e2 = widen(t.s[2].a - t.s[0].a);
    if (length(cross(e1, e2)) < 0.05) continue;
    double l1 = random.uniform(), l2 = random.uniform();
    if (l1 + l2 > 1) l1 = 1 - l1, l2 = 1 - l2;
    const Vec3<double> expected = widen(t.s[0].a) + e1 * l1 + e2 * l2;
    const Witness<T> w = t.at(narrowed<T>(expected) - t.s[0].b);
    EXPECT_LT(length(widen(w.a) - expected), 64 * eps) << k;
    EXPECT_LT(static_cast<double>(w.residual2), 256 * eps * eps) << k;
  }
}

TYPED_TEST(WitnessPoints, BesideTheTriangleAreOnItsNearestEdge) {
  using T = TypeParam;
  const Simplex3<T> t({0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 1});
  const Witness<T> w = t.at({1, -3, -1});
  EXPECT_NEAR(w.a.x, 1, 1e-6);
  EXPECT_NEAR(w.a.y, 0, 1e-6);
  EXPECT_NEAR(w.residual2, 9, 1e-5);
  EXPECT_TRUE(w.used[0] && w.used[1] && !w.used[2]);
  const Witness<T> corner = t.at({9, -3, -1});
  EXPECT_EQ(corner.a.x, 4);
  EXPECT_NEAR(corner.residual2, 34, 1e-4);
  EXPECT_TRUE(!corner.used[0] && corner.used[1] && !corner.used[2]);
}

TYPED_TEST(WitnessPoints, OfRepeatedPointsAreOnTheSegment) {
  using T = TypeParam;
  const Simplex3<T> t({0, 0, 0}, {4, 0, 0}, {0, 0, 0}, {0, 0, 1});
  const Witness<T> w = t.at({3, 0, -1});
  EXPECT_EQ(w.a.x, 3);
  EXPECT_EQ(w.residual2, 0);
  const CarrierIds of_a = carrier_of(w, t.s, 0), of_b = carrier_of(w, t.s, 1);
  EXPECT_EQ(of_a.count, 2u);
  EXPECT_EQ(of_b.count, 1u) << "B has one vertex";
  EXPECT_EQ(of_b.id[0], 7u);
  const Simplex3<T> point({1, 2, 3}, {1, 2, 3}, {1, 2, 3}, {0, 0, 1});
  const Witness<T> at = point.at({1, 2, 2});
  EXPECT_EQ(at.residual2, 0);
  EXPECT_EQ(carrier_of(at, point.s, 0).count, 1u);
}

TYPED_TEST(WitnessPoints, CarriersAreCountedOnceWhereverTheyRepeat) {
  using T = TypeParam;
  const Vec3<T> p{0, 0, 0}, q{4, 0, 0};
  Witness<T> all{};
  all.used[0] = all.used[1] = all.used[2] = true;
  for (const Simplex3<T>& t : {Simplex3<T>(p, q, p, q), Simplex3<T>(p, p, q, q), Simplex3<T>(q, p, p, q)}) {
    EXPECT_EQ(carrier_of(all, t.s, 0).count, 2u);
  }
  Witness<T> ends = all;
  ends.used[1] = false;
  EXPECT_EQ(carrier_of(ends, Simplex3<T>(p, q, p, q).s, 0).count, 1u);
}

TYPED_TEST(WitnessPoints, CarriersAreThoseWithAShare) {
  using T = TypeParam;
  const Simplex3<T> t({0, 0, 0}, {4, 0, 0}, {0, 4, 0}, {0, 0, 1});
  const auto ids = [&](Vec3<T> target) {
    const CarrierIds c = carrier_of(t.at(target), t.s, 0);
    std::vector<std::uint32_t> out(c.id, c.id + c.count);
    std::sort(out.begin(), out.end());
    return out;
  };
  using Ids = std::vector<std::uint32_t>;
  EXPECT_EQ(ids({1, 1, -1}), (Ids{10, 11, 12}));
  EXPECT_EQ(ids({2, 2, -1}), (Ids{11, 12}));
  EXPECT_EQ(ids({0, 1, -1}), (Ids{10, 12}));
  EXPECT_EQ(ids({0, 4, -1}), (Ids{12}));
}

TYPED_TEST(WitnessPoints, OfANeedleAreAsNearAsItsEdges) {
  using T = TypeParam;
  Random random(2);
  const double eps = static_cast<double>(Epsilon<T>::value);
  for (int k = 0; k < 1000; ++k) {
    const Vec3<double> a = random.in_cube(), along = random.direction();
    const Simplex3<T> t(narrowed<T>(a), narrowed<T>(a + along),
                        narrowed<T>(a + along * 0.3 + random.direction() * random.magnitude(1e-12, 1e-6)), {0, 0, 0});
    const Vec3<double> target = a + along * random.uniform();
    const Witness<T> w = t.at(narrowed<T>(target));
    EXPECT_LT(std::sqrt(static_cast<double>(w.residual2)), 16 * eps) << k;
    EXPECT_LT(length(widen(w.a) - target), 32 * eps + 2e-6) << k;
  }
}

}  // namespace
}  // namespace abut
