// Queries that start from what an earlier answer left: same answers, fewer iterations; stale simplices and polytopes do
// no harm.
#include "abut/narrow/warm_start.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "abut/narrow/cached_polytope.h"
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
      const Pose pose = in.pose(i);
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
    std::vector<CachedPolytope> cache(first.pairs.size(), CachedPolytope{});
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

TYPED_TEST(WarmStart, OverlapsThatMoveALittleAreFoundByTheFacesAlone) {
  Random random(47);
  ShapeSet shapes;
  for (const int count : {5, 8, 16, 32, 64}) shapes.add_hull(test::ellipsoid_points(random, count));
  test::ShapePairs in = test::random_pairs(shapes, 1000, Regime::shallow, 48);
  std::vector<CachedPolytope> cache(in.pairs.size(), CachedPolytope{});
  QueryOptions options;
  options.cache = cache.data();
  test::query_all<TypeParam>(shapes, in, {}, options);
  std::uint64_t without_gjk = 0, overlaps = 0;
  for (int step = 0; step < 100; ++step) {
    in = this->moved(in, 1e-4, static_cast<std::uint64_t>(step));
    const auto warm = test::query_all<TypeParam>(shapes, in, {}, options);
    for (std::size_t i = 0; i < warm.size(); ++i) {
      if (!(warm.separation[i] < 0)) continue;
      ++overlaps;
      without_gjk += warm.gjk_iterations[i] == 0 ? 1 : 0;
      ASSERT_LE(cache[i].vertex_count, CachedPolytope::most_vertices);
    }
    if (step % 33 == 0) this->expect_same_answers(shapes, in, test::query_all<TypeParam>(shapes, in), warm);
  }
  EXPECT_GT(overlaps, 30000u);
  EXPECT_GT(static_cast<double>(without_gjk), 0.85 * static_cast<double>(overlaps));
}

TYPED_TEST(WarmStart, PolytopesThatNoLongerHoldTheOriginAreNotBelieved) {
  Random random(49);
  ShapeSet shapes;
  for (const int count : {4, 5, 8, 16, 32}) shapes.add_hull(test::ellipsoid_points(random, count));
  for (const double by : {0.03, 0.3, 1.0}) {
    const test::ShapePairs in = test::random_pairs(shapes, 3000, Regime::shallow, 50);
    std::vector<CachedPolytope> cache(in.pairs.size(), CachedPolytope{});
    QueryOptions options;
    options.cache = cache.data();
    test::query_all<TypeParam>(shapes, in, {}, options);
    const test::ShapePairs next = this->moved(in, by, 51);
    std::vector<CachedPolytope> others = cache;
    this->expect_same_answers(shapes, next, test::query_all<TypeParam>(shapes, next),
                              test::query_all<TypeParam>(shapes, next, {}, options));
    std::rotate(others.begin(), others.begin() + 1, others.end());  // those of other shapes
    options.cache = others.data();
    this->expect_same_answers(shapes, next, test::query_all<TypeParam>(shapes, next),
                              test::query_all<TypeParam>(shapes, next, {}, options));
  }
}

TYPED_TEST(WarmStart, AnyCacheIsHarmless) {
  Random random(44);
  const ShapeSet shapes = test::mixed_shapes(45);
  for (const Regime regime : {Regime::near, Regime::touching, Regime::shallow, Regime::deep}) {
    const test::ShapePairs in = test::random_pairs(shapes, 3000, regime, 46);
    std::vector<CachedPolytope> cache(in.pairs.size());
    for (CachedPolytope& c : cache) {  // random, repeated and impossible ids
      const auto any = [&] {           // of a shape's own vertices, of its neighbours', of none
        const std::uint32_t what = random.below(4);
        return static_cast<std::uint16_t>(what == 0 ? 65535 : what == 1 ? random.below(300) : random.below(8));
      };
      const auto byte = [&](std::uint32_t below) { return static_cast<std::uint8_t>(random.below(below)); };
      c = {byte(18), byte(2) == 0 ? byte(1) : byte(256), byte(32), 0, random.below(1u << 31), {}, {}};
      for (CachedPolytope::Ids& id : c.vertex) id = {any(), any()};
      for (std::uint16_t& corners : c.corners) corners = static_cast<std::uint16_t>(random.below(65536));
    }
    QueryOptions options;
    options.cache = cache.data();
    this->expect_same_answers(shapes, in, test::query_all<TypeParam>(shapes, in),
                              test::query_all<TypeParam>(shapes, in, {}, options));
  }
}

TYPED_TEST(WarmStart, VerticesThatACacheCannotNameAreLeftOut) {
  Random random(52);
  ShapeSet shapes;
  std::vector<Vec3<double>> points;
  for (int k = 0; k < 70000; ++k) points.push_back(random.direction());
  shapes.add_hull(points);
  shapes.add_hull(test::ellipsoid_points(random, 12));
  ASSERT_GT(shapes.header(0).vertex_count, 65536u);
  test::ShapePairs in;
  for (int k = 0; k < 60; ++k) in.add({0, 1}, {random.direction() * random.uniform(1.05, 1.5), random.rotation()});
  std::vector<CachedPolytope> cache(in.pairs.size(), CachedPolytope{});
  QueryOptions options;
  options.cache = cache.data();
  for (int step = 0; step < 3; ++step) {
    const auto warm = test::query_all<TypeParam>(shapes, in, {}, options);
    this->expect_same_answers(shapes, in, test::query_all<TypeParam>(shapes, in), warm);
    const auto overlaps = std::count_if(warm.separation.begin(), warm.separation.end(), [](auto s) { return s < 0; });
    EXPECT_GT(overlaps, 10);
    EXPECT_LT(overlaps, 50);
    in = this->moved(in, 1e-3, static_cast<std::uint64_t>(step));
  }
}

TYPED_TEST(WarmStart, CurvedKindsLeaveTheCacheEmpty) {
  ShapeSet shapes;
  shapes.add_cylinder(1, 1);
  test::ShapePairs in;
  in.add({0, 0}, {{3, 0, 0.5}, Pose{}.rotation});
  std::vector<CachedPolytope> cache(1, CachedPolytope{4, 0, 0, 0, 0, {{1, 1}, {2, 2}, {3, 3}, {4, 4}}, {}});
  QueryOptions options;
  options.cache = cache.data();
  EXPECT_NEAR(test::query_all<TypeParam>(shapes, in, {}, options).separation[0], 1, 1e-6);
  EXPECT_EQ(cache[0].vertex_count, 0);
}

TEST(CachedPolytope, OnlyFacesOfItsOwnVerticesAreTaken) {
  CachedPolytope good{};
  good.vertex_count = 4;
  good.face_count = 4;
  for (std::uint16_t k = 0; k < 4; ++k) good.vertex[k] = {k, static_cast<std::uint16_t>(3 - k)};
  const std::uint16_t corners[4] = {0x210, 0x310, 0x320, 0x321};
  std::copy(corners, corners + 4, good.corners);
  good.checksum = cached_polytope_detail::checksum(good);
  const auto p = std::make_unique<SmallPolytope>();
  const auto is_taken = [&](CachedPolytope c, bool sealed = true) {
    if (sealed) c.checksum = cached_polytope_detail::checksum(c);
    return cached_polytope_detail::unpack(c, 4, 4, *p);
  };
  ASSERT_TRUE(is_taken(good));
  EXPECT_EQ(corner_of(*p, 3, 0), 1);
  EXPECT_EQ(corner_of(*p, 3, 2), 3);
  const auto with = [&](const auto& change) {
    CachedPolytope c = good;
    change(c);
    return c;
  };
  EXPECT_FALSE(is_taken(with([](CachedPolytope& c) { c.corners[1] = 0x321; }), false));  // another checksum
  EXPECT_FALSE(is_taken(with([](CachedPolytope& c) { c.corners[3] = 0x421; })));         // no such vertex
  EXPECT_FALSE(is_taken(with([](CachedPolytope& c) { c.corners[3] = 0x311; })));         // twice the same
  EXPECT_FALSE(is_taken(with([](CachedPolytope& c) { c.corners[3] = 0x231; })));         // not in order
  EXPECT_FALSE(is_taken(with([](CachedPolytope& c) { c.vertex[2].a = 4; })));            // not of A
  EXPECT_FALSE(is_taken(with([](CachedPolytope& c) { c.vertex[2].b = 4; })));            // not of B
  EXPECT_FALSE(is_taken(with([](CachedPolytope& c) { c.nearest = 4; })));
  EXPECT_FALSE(is_taken(with([](CachedPolytope& c) { c.vertex_count = 17; })));
  EXPECT_FALSE(is_taken(with([](CachedPolytope& c) { c.face_count = 29; })));
}

}  // namespace
}  // namespace abut
