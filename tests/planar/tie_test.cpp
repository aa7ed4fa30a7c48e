// Edges that are equally near: the last normal decides, then the lowest features.
#include <gtest/gtest.h>

#include "tests/planar/planar_cases.h"

namespace abut {
namespace {

using namespace test;

template <class T>
class PlanarTies : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PlanarTies, Scalars);

constexpr Vec2<double> outward[4] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};  // of the edges of a square, in order

struct Squares {
  PlanarShapeSet shapes;
  std::vector<PlanarBody> bodies;
  /// Both turned alike, B's centre at `offset` in A's axes.
  Squares(Vec2<double> offset, double angle) {
    const auto square = shapes.add_polygon(Points{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
    const PlanarPose a = planar_pose({3, 4}, angle);
    const Vec2<double> shift = rotate(a.rotation, offset);
    bodies = {{square, a}, {square, {{3 + shift.x, 4 + shift.y}, a.rotation}}};
  }
  template <class T>
  PlanarContact<T> ask(CachedPolytope* cache = nullptr) const {
    PlanarContact<T> out;
    PlanarQueryOptions options;
    options.cache = cache;
    query_planar_pairs<T>(Cpu{1}, shapes, bodies, std::vector<Pair>{{0, 1}}, options, {{&out, 1}, {}});
    return out;
  }
  template <class T>
  double along(const PlanarContact<T>& c, int edge) const {
    const Vec2<double> n = rotate(bodies[0].pose.rotation, outward[edge]);
    return n.x * static_cast<double>(c.normal.x) + n.y * static_cast<double>(c.normal.y);
  }
};

TYPED_TEST(PlanarTies, WithoutAHistoryTheLowestFeatureIsTaken) {
  for (const double angle : {0.0, 0.3, 1.1, 2.9}) {
    const Squares centred({0, 0}, angle);
    const auto c = centred.ask<TypeParam>();
    EXPECT_NEAR(static_cast<double>(c.separation), -2, 1e-6);
    EXPECT_NEAR(centred.along(c, 0), 1, 1e-6) << angle;
    // Towards two edges alike.
    for (int edge = 0; edge < 4; ++edge) {
      const Vec2<double> p = outward[edge], q = outward[(edge + 1) % 4];
      const Squares shifted({1.5 * (p.x + q.x), 1.5 * (p.y + q.y)}, angle);
      const auto d = shifted.ask<TypeParam>();
      EXPECT_NEAR(static_cast<double>(d.separation), -0.5, 1e-6);
      EXPECT_NEAR(shifted.along(d, edge == 3 ? 0 : edge), 1, 1e-6) << angle << " " << edge;
    }
  }
}

TYPED_TEST(PlanarTies, WhereAHasOneFeatureAloneTheLowestOfBIsTaken) {
  for (const double angle : {0.0, 0.7, 1.6, 3.0, 4.4}) {
    PlanarShapeSet shapes;
    const auto disc = shapes.add_disc(0.25);
    const auto square = shapes.add_polygon(Points{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
    const std::vector<PlanarBody> bodies{{disc, planar_pose({3, 4}, 2)}, {square, planar_pose({3, 4}, angle)}};
    PlanarContact<TypeParam> c;
    query_planar_pairs<TypeParam>(Cpu{1}, shapes, bodies, std::vector<Pair>{{0, 1}}, {}, {{&c, 1}, {}});
    EXPECT_NEAR(static_cast<double>(c.separation), -1.25, 1e-6);
    EXPECT_EQ(c.feature_b.code, make_feature(FeatureKind::edge, 0).code) << angle;
    const Vec2<double> up = rotate(bodies[1].pose.rotation, Vec2<double>{0, 1});
    EXPECT_NEAR(static_cast<double>(c.normal.x) * up.x + static_cast<double>(c.normal.y) * up.y, 1, 1e-6) << angle;
  }
}

TYPED_TEST(PlanarTies, TheLastNormalDecidesAndOnlyTies) {
  for (const double angle : {0.0, 0.3, 2.9}) {
    for (int edge = 0; edge < 4; ++edge) {
      const Vec2<double> p = outward[edge];
      CachedPolytope cache{};
      // First one edge is the nearest, then all are, then another one.
      const Squares before({1e-3 * p.x, 1e-3 * p.y}, angle), tied({0, 0}, angle),
          after({-1e-3 * p.x, -1e-3 * p.y}, angle);
      EXPECT_NEAR(before.along(before.template ask<TypeParam>(&cache), edge), 1, 1e-6);
      for (int step = 0; step < 3; ++step) {
        EXPECT_NEAR(tied.along(tied.template ask<TypeParam>(&cache), edge), 1, 1e-6) << angle << " " << edge;
      }
      EXPECT_NEAR(after.along(after.template ask<TypeParam>(&cache), (edge + 2) % 4), 1, 1e-6);
      // What is apart forgets.
      const Squares apart({5, 0}, angle);
      EXPECT_NEAR(static_cast<double>(apart.template ask<TypeParam>(&cache).separation), 3, 1e-5);
      EXPECT_NEAR(tied.along(tied.template ask<TypeParam>(&cache), 0), 1, 1e-6);
    }
  }
}

TYPED_TEST(PlanarTies, ACacheOfAnythingChangesNothingElse) {
  Random random(3);
  for (int k = 0; k < 2000; ++k) {
    PlanarShapeSet shapes;
    const auto a = shapes.add_polygon(random_points(random, k % 6)),
               b = shapes.add_polygon(random_points(random, k / 6 % 6));
    const std::vector<PlanarBody> bodies{{a, planar_pose({0, 0}, random.uniform(0, 7))},
                                         {b, planar_pose({random.uniform(-2, 2), random.uniform(-2, 2)}, 1)}};
    PlanarContact<TypeParam> plain, with;
    CachedPolytope cache{};
    for (auto& v : cache.vertex) v = {static_cast<std::uint16_t>(random.below(65536)), 7};
    cache.checksum = random.below(0xffffffff);
    PlanarQueryOptions options;
    query_planar_pairs<TypeParam>(Cpu{1}, shapes, bodies, std::vector<Pair>{{0, 1}}, options, {{&plain, 1}, {}});
    options.cache = &cache;
    query_planar_pairs<TypeParam>(Cpu{1}, shapes, bodies, std::vector<Pair>{{0, 1}}, options, {{&with, 1}, {}});
    EXPECT_EQ(plain.status, with.status);
    EXPECT_NEAR(static_cast<double>(plain.separation), static_cast<double>(with.separation), 1e-5);
  }
}

}  // namespace
}  // namespace abut
