// Queries that start from the simplex of an earlier answer: same answers, fewer iterations; stale simplices do no harm.
#include "abut/narrow/warm_start.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;
using test::Regime;

template <class T>
class WarmStart : public testing::Test {
 protected:
  static constexpr double eps = static_cast<double>(Epsilon<T>::value);

  /// The same pairs with poses a little turned and moved.
  static test::ShapePairs moved(const test::ShapePairs& in, double by, std::uint64_t seed) {
    Random random(seed);
    test::ShapePairs out;
    for (std::size_t i = 0; i < in.pairs.size(); ++i) {
      const double* m = in.poses.data() + 12 * i;
      const Pose pose{{m[3], m[7], m[11]}, {{m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]}}};
      const Vec3<double> r = random.in_ball() * by;
      const Pose turn{random.in_ball() * by, rotation_from_quaternion(1, r.x, r.y, r.z)};
      out.add(in.pairs[i], compose(turn, pose));
    }
    return out;
  }
  static std::uint64_t iterations(const Contacts<T>& c) {
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < c.size(); ++i) sum += c.gjk_iterations[i] + c.epa_iterations[i];
    return sum;
  }
  static void expect_same_answers(const ShapeSet& shapes, const test::ShapePairs& in, const Contacts<T>& cold,
                                  const Contacts<T>& warm) {
    for (std::size_t i = 0; i < cold.size(); ++i) {
      ASSERT_EQ(is_contact(warm.status[i]), is_contact(cold.status[i])) << i;
      const double scale = shapes.header(in.pairs[i].a).size + shapes.header(in.pairs[i].b).size +
                           std::abs(static_cast<double>(cold.separation[i]));
      ASSERT_NEAR(warm.separation[i], cold.separation[i], 8 * eps * scale) << i;
    }
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(WarmStart, Scalars);

TYPED_TEST(WarmStart, GivesTheSameAnswersInFewerIterations) {
  Random random(41);
  ShapeSet shapes;
  for (const int count : {5, 8, 16, 40, 100}) shapes.add_hull(test::ellipsoid_points(random, count));
  for (const Regime regime : {Regime::near, Regime::shallow, Regime::deep}) {
    const test::ShapePairs first = test::random_pairs(shapes, 3000, regime, 42);
    std::vector<CachedSimplex> cache(first.pairs.size(), CachedSimplex{});
    QueryOptions options;
    options.cache = cache.data();
    test::query_all<TypeParam>(shapes, first, {}, options);
    const test::ShapePairs next = this->moved(first, 1e-3, 43);
    const auto warm = test::query_all<TypeParam>(shapes, next, {}, options);
    const auto cold = test::query_all<TypeParam>(shapes, next);
    this->expect_same_answers(shapes, next, cold, warm);
    EXPECT_LT(this->iterations(warm) * 4, this->iterations(cold) * 3) << static_cast<int>(regime);
  }
}

TYPED_TEST(WarmStart, AnyCacheIsHarmless) {
  Random random(44);
  const ShapeSet shapes = test::mixed_shapes(45);
  for (const Regime regime : {Regime::near, Regime::touching, Regime::shallow, Regime::deep}) {
    const test::ShapePairs in = test::random_pairs(shapes, 3000, regime, 46);
    std::vector<CachedSimplex> cache(in.pairs.size());
    for (CachedSimplex& c : cache) {  // random, repeated and impossible ids
      const auto any = [&] {          // of a shape's own vertices, of its neighbours', of none
        const std::uint32_t what = random.below(4);
        return what == 0 ? 1u << 31 : what == 1 ? random.below(300) : random.below(8);
      };
      for (int k = 0; k < 4; ++k) c.id_a[k] = any(), c.id_b[k] = any();
      c.count = random.below(6);
    }
    QueryOptions options;
    options.cache = cache.data();
    this->expect_same_answers(shapes, in, test::query_all<TypeParam>(shapes, in),
                              test::query_all<TypeParam>(shapes, in, {}, options));
  }
}

TYPED_TEST(WarmStart, CurvedKindsLeaveTheCacheEmpty) {
  ShapeSet shapes;
  shapes.add_cylinder(1, 1);
  test::ShapePairs in;
  in.add({0, 0}, {{3, 0, 0.5}, Pose{}.rotation});
  std::vector<CachedSimplex> cache{{{1, 2, 3, 4}, {1, 2, 3, 4}, 4}};
  QueryOptions options;
  options.cache = cache.data();
  EXPECT_NEAR(test::query_all<TypeParam>(shapes, in, {}, options).separation[0], 1, 1e-6);
  EXPECT_EQ(cache[0].count, 0u);
}

}  // namespace
}  // namespace abut
