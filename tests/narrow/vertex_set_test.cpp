// Vertices of one shape: their scale, and the scan that looks at all, against exact whole numbers.
#include "abut/narrow/vertex_set.h"

#include <gtest/gtest.h>

#include <vector>

#include "abut/core/pose.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using test::Random;

/// Coordinates of so many points with a set that refers to them.
template <class T>
struct Points {
  std::vector<T> x, y, z;
  void add(Vec3<double> v) {
    x.push_back(static_cast<T>(v.x)), y.push_back(static_cast<T>(v.y)), z.push_back(static_cast<T>(v.z));
  }
  template <class Arithmetic = T>
  VertexSet<Arithmetic, T> set(Arithmetic scale = 1) const {
    return {x.data(), y.data(), z.data(), static_cast<std::uint32_t>(x.size()), scale, nullptr, nullptr, nullptr};
  }
};

/// Whole numbers below 1000 in magnitude: heights along them are exact in float and double.
Vec3<double> whole(Random& random) {
  const auto one = [&] { return static_cast<double>(random.below(1999)) - 999; };
  return {one(), one(), one()};
}

template <class T>
class VertexSets : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(VertexSets, Scalars);

TYPED_TEST(VertexSets, AVertexIsWhatIsStoredTimesTheScale) {
  using T = TypeParam;
  Points<T> points;
  points.add({1.25, -2.5, 3});
  points.add({-0.0, 7, 0.125});
  const Vec3<T> v = vertex(points.set(T(0x1p-3)), 0), w = vertex(points.set(T(0x1p4)), 1);
  EXPECT_EQ(v.x, T(0.15625));
  EXPECT_EQ(v.y, T(-0.3125));
  EXPECT_EQ(v.z, T(0.375));
  EXPECT_EQ(w.y, T(112));
  EXPECT_EQ(w.z, T(2));
}

TYPED_TEST(VertexSets, HeightIsTheScalarProductOfWhatIsStored) {
  using T = TypeParam;
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    Points<T> points;
    const Vec3<double> v = whole(random), d = whole(random);
    points.add(v);
    const auto exact = static_cast<long long>(v.x) * static_cast<long long>(d.x) +
                       static_cast<long long>(v.y) * static_cast<long long>(d.y) +
                       static_cast<long long>(v.z) * static_cast<long long>(d.z);
    EXPECT_EQ(height(points.set(T(0.5)), 0, narrowed<T>(d)), static_cast<T>(exact)) << "the scale is left out";
  }
}

TYPED_TEST(VertexSets, TheScanFindsTheFirstOfTheFarthest) {
  using T = TypeParam;
  Random random(2);
  int ties = 0;
  for (int i = 0; i < 500; ++i) {
    Points<T> points;
    std::vector<Vec3<double>> given;
    for (std::uint32_t k = 0, n = 1 + random.below(20); k < n; ++k) {
      given.push_back(whole(random));
      if (k > 0 && random.below(3) == 0) given.back() = given[random.below(k)];
      points.add(given.back());
    }
    const Vec3<double> d = whole(random);
    long long most = -1000000000;
    std::uint32_t first = 0, count = 0;
    for (std::uint32_t k = 0; k < given.size(); ++k) {
      const auto h = static_cast<long long>(dot(given[k], d));
      if (h == most) ++count;
      if (h > most) most = h, first = k, count = 1;
    }
    ties += count > 1 ? 1 : 0;
    EXPECT_EQ(LinearScan::farthest(points.set(), narrowed<T>(d)), first);
    EXPECT_EQ(LinearScan::farthest_by_table(points.set(), narrowed<T>(d)), first);
  }
  EXPECT_GT(ties, 50);
}

TEST(VertexSetOfFloats, ArithmeticInDoubleSeesThemExactly) {
  Points<float> points;
  points.add({1 + 0x1p-20, 0, 0});
  points.add({1 + 0x1p-21, 0, 0});
  const VertexSet<double, float> set = points.set<double>(0x1p-200);
  EXPECT_EQ(vertex(set, 0).x, 0x1p-200 * (1 + 0x1p-20));
  // The heights differ by less than a float's rounding.
  const Vec3<double> d{1 + 0x1p-30, 0, 0};
  EXPECT_EQ(height(set, 1, d) - height(set, 0, d), -0x1p-21 * (1 + 0x1p-30));
}

TEST(VertexSetTables, ScansHaveOneBelowTheSizeOfAClimb) {
  const std::uint32_t table = 0;
  VertexSet<double> set{};
  set.count = min_climb_vertices - 1;
  EXPECT_FALSE(has_scan_table(set));
  set.table = &table;
  EXPECT_TRUE(has_scan_table(set));
  set.count = min_climb_vertices;
  EXPECT_FALSE(has_scan_table(set));
}

}  // namespace
}  // namespace abut
