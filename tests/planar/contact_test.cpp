// The record of the plane: what its fields say of each other, and the patch and the overlap beside it.
#include "abut/planar/contact.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/planar/planar_cases.h"

namespace abut {
namespace {

/// Two unit squares (half extents 1), the second at a place.
struct Squares {
  PlanarShapeSet shapes;
  std::vector<PlanarBody> bodies;
  PlanarContact<double> contact{};
  PlanarPatch<double> patch{};
  PlanarOverlap<double> overlap{};

  explicit Squares(Vec2<double> at, Vec2<double> turn = {1, 0}, double alert = HUGE_VAL) {
    shapes.add_polygon(std::vector<Vec2<double>>{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
    bodies = {{0, {{5, 6}, {1, 0}}}, {0, {Vec2<double>{5, 6} + at, turn}}};
    const std::vector<Pair> pairs{{0, 1}};
    PlanarQueryOptions options;
    options.alert_distance = alert;
    query_planar_pairs<double>(Cpu{1}, shapes, bodies, pairs, options, {{&contact, 1}, {&patch, 1}, {&overlap, 1}});
  }
};

TEST(PlanarRecord, WitnessPointsArePlacedFromATowardsB) {
  const Squares s({2.5, 0.5});
  const PlanarContact<double>& c = s.contact;
  EXPECT_NEAR(c.separation, 0.5, 1e-15);
  EXPECT_NEAR(c.normal.x, 1, 1e-15);
  EXPECT_NEAR(c.witness_a.x, 1, 1e-15) << "from A's position";
  EXPECT_LT(length(c.witness_b - (c.witness_a + c.normal * c.separation)), 1e-15);
  EXPECT_LT(length(c.point - (c.witness_a + c.witness_b) * 0.5), 1e-15);
  EXPECT_NEAR(c.point.y, 0.25, 1e-15) << "the middle of what the edges share";
  EXPECT_EQ(feature_kind(c.feature_a), FeatureKind::edge);
  EXPECT_EQ(feature_index(c.feature_a), 1u) << "edge i goes from vertex i";
  EXPECT_EQ(feature_index(c.feature_b), 3u);
  EXPECT_EQ(contact_type(c.feature_a, c.feature_b), ContactType::edge_edge);
  EXPECT_EQ(c.key, contact_key({0, 1}, c.feature_a, c.feature_b));
  EXPECT_LE(c.lower_bound, c.separation);
  EXPECT_EQ(status_of(c.status), Status::converged);
}

TEST(PlanarRecord, ThePatchIsTheCommonPartOfTheEdges) {
  const Squares s({2.5, 0.5});
  EXPECT_NEAR(s.patch.length, 1.5, 1e-12);
  const Vec2<double> left{-s.contact.normal.y, s.contact.normal.x};
  EXPECT_LT(length(s.patch.end - s.patch.begin - left * s.patch.length), 1e-15);
  EXPECT_LT(length(s.patch.point - Vec2<double>{1.25, 0.25}), 1e-12);
  EXPECT_EQ(s.overlap.area, 0);
}

TEST(PlanarRecord, TheOverlapIsItsAreaAndHowThatChanges) {
  const Squares s({1.75, 0.5}), moved({1.75 + 1e-6, 0.5});
  EXPECT_NEAR(s.contact.separation, -0.25, 1e-15);
  EXPECT_NEAR(s.overlap.area, 0.25 * 1.5, 1e-15);
  EXPECT_LT(length(s.overlap.centroid - Vec2<double>{0.875, 0.25}), 1e-15);
  // B moves by d: the area changes by -(normal . d).
  EXPECT_NEAR((moved.overlap.area - s.overlap.area) / 1e-6, -s.overlap.normal.x, 1e-8);
  EXPECT_NEAR(s.overlap.normal.x, 1.5, 1e-14);
}

TEST(PlanarRecord, WhatIsNoContactHasNoPatch) {
  const Squares far({9, 0}, {1, 0}, 1), bad({2, 0}, {2, 0});
  EXPECT_EQ(status_of(far.contact.status), Status::farther_than_alert);
  EXPECT_EQ(status_of(bad.contact.status), Status::invalid_pose);
  for (const Squares* s : {&far, &bad}) {
    EXPECT_FALSE(is_contact(s->contact.status));
    EXPECT_EQ(s->patch.length, 0);
    EXPECT_EQ(length(s->patch.begin) + length(s->patch.point), 0);
  }
}

}  // namespace
}  // namespace abut
