#include "abut/facets/contact_order.h"

#include <gtest/gtest.h>

#include <set>

#include "abut/facets/placed_pair.h"
#include "tests/facets/surfaces.h"

namespace abut {
namespace {

using test::FacetScene;

FacetContact<double> contact(FacetContactKind kind, double separation, std::uint32_t feature = 0) {
  FacetContact<double> c{};
  c.kind = kind, c.separation = separation;
  c.feature_a = make_feature(FeatureKind::vertex, feature), c.feature_b = make_feature(FeatureKind::face, 7);
  return c;
}

TEST(ContactOrder, OfTheSameFeaturesPartsSayMoreThanFeaturesAndTheseMoreThanFacetsThatCross) {
  using enum FacetContactKind;
  const auto p = contact(part, -0.1), f = contact(apart, 0.2), b = contact(below, -0.3), c = contact(crossing, -0.5),
             t = contact(touching, 0);
  EXPECT_EQ(says_more(p, f), 1);
  EXPECT_EQ(says_more(f, p), -1);
  EXPECT_EQ(says_more(b, c), 1);
  EXPECT_EQ(says_more(f, b), 0) << "the one that comes first";
  EXPECT_EQ(says_more(c, t), 1) << "the deeper one";
  EXPECT_EQ(says_more(t, c), -1);
  EXPECT_EQ(says_more(c, c), 0);
}

/// A box's facets are two a face; of each feature the least facet that has it, looked for by corners.
TEST(ContactOrder, TheFacetOfAFeatureIsTheLeastThatHasIt) {
  FacetScene scene;
  scene.shapes.add_box({1, 2, 3});
  scene.bodies.add({}, 0), scene.bodies.add({}, 0);
  scene.trees.build(Cpu{}, scene.shapes, scene.bodies.parts(), scene.pairs);
  const FacetSurfaceView<double> s = scene.trees.view(0);
  for (std::uint32_t v = 0; v < 8; ++v) {
    std::set<std::uint32_t> with;
    for (std::uint32_t i = 0; i < s.facet_count; ++i) {
      for (const std::uint32_t corner : s.facets[i].vertex) {
        if (s.vertex_ids[corner] == v) with.insert(s.facets[i].id);
      }
    }
    ASSERT_FALSE(with.empty());
    const std::uint32_t found = facet_with(s, make_feature(FeatureKind::vertex, v));
    EXPECT_EQ(facet_id(s, found), *with.begin());
  }
  const std::uint32_t nowhere = facet_with(s, make_feature(FeatureKind::vertex, 99));
  EXPECT_EQ(nowhere, no_facet_index);
  EXPECT_EQ(facet_id(s, nowhere), no_facet_index);
}

TEST(ContactOrder, GoesByTheCallersFacetsThenFeatures) {
  FacetScene scene;
  scene.shapes.add_box({1, 2, 3});
  scene.bodies.add({}, 0), scene.bodies.add({}, 0);
  scene.trees.build(Cpu{}, scene.shapes, scene.bodies.parts(), scene.pairs);
  SurfacePair<double> pair{};
  pair.a = pair.b = scene.trees.view(0);
  std::vector<std::uint32_t> with(12);  // place of each facet
  for (std::uint32_t i = 0; i < 12; ++i) with[pair.a.facets[i].id] = i;
  auto x = contact(FacetContactKind::apart, 1, 5), y = contact(FacetContactKind::apart, 1, 4);
  const auto put = [&](FacetContact<double>& c, std::uint32_t a, std::uint32_t b) {
    c.facet_a = with[a], c.facet_b = with[b];
  };
  put(x, 3, 8), put(y, 4, 2);
  EXPECT_TRUE(precedes(pair, x, y));
  put(x, 4, 1);
  EXPECT_TRUE(precedes(pair, x, y) && !precedes(pair, y, x));
  put(x, 4, 2);
  EXPECT_TRUE(precedes(pair, y, x)) << "vertex 4 comes before vertex 5";
  y.feature_a = x.feature_a;
  EXPECT_FALSE(precedes(pair, x, y) || precedes(pair, y, x));
}

/// Points at all distances from boxes that cross: by the exact distances alone, and as `is_at` says it, which asks
/// boxes of facets first. Facets that cross may do so.
TEST(ContactOrder, AContactIsAtFacetsThatAreWithinTheAlertDistanceOfItsPoint) {
  FacetScene scene;
  scene.shapes.add_box({1, 2, 3});
  scene.bodies.add({}, 0), scene.bodies.add({}, 0);
  scene.trees.build(Cpu{}, scene.shapes, scene.bodies.parts(), scene.pairs);
  test::Random random(3);
  std::size_t at_both = 0, of_box = 0, cross = 0, beside = 0;
  for (int k = 0; k < 40; ++k) {
    scene.bodies.set_pose(1, {random.in_ball(), random.rotation()});
    PlacedPair at;
    at.pair.a = at.pair.b = scene.trees.view(0);
    ASSERT_TRUE(place_pair(scene.bodies.parts(), {0, 1}, 0.2, 1e-6, at));
    const double within = at.pair.alert + at.pair.slack;
    for (std::uint32_t i = 0; i < 12; ++i) {
      for (std::uint32_t j = 0; j < 12; ++j) {
        const TwoFacets<double> two = facets_at(at.pair, i, j);
        FacetContact<double> facets{}, other{};
        facets.facet_a = i, facets.facet_b = j;
        other.a = triangle_triangle(two.a, two.b).a + random.in_ball() * 0.3;
        const bool near = point_triangle(other.a, two.a).distance2 <= within * within &&
                          point_triangle(other.a, two.b).distance2 <= within * within;
        EXPECT_EQ(is_at(at.pair, other, facets), near);
        at_both += near ? 1 : 0;
        of_box += is_beyond_box(other.a, two.a, within) ? 1 : 0;
        // A corner of the box of the facet, and what is farther off than that along an axis.
        Vec3<double> corner = two.a.v[0];
        for (const Vec3<double>& v : two.a.v) corner = {min(corner.x, v.x), corner.y, max(corner.z, v.z)};
        EXPECT_FALSE(is_beyond_box(corner, two.a, 0));
        EXPECT_TRUE(is_beyond_box(corner - Vec3<double>{0.26, 0, 0}, two.a, 0.25));
        EXPECT_FALSE(is_beyond_box(corner - Vec3<double>{0.24, 0, -0.24}, two.a, 0.25));
        FacetContact<double> crossing;
        const bool crosses = crossing_contact(at.pair, two, crossing);
        EXPECT_TRUE(may_cross(two) || !crosses);
        cross += crosses ? 1 : 0, beside += may_cross(two) ? 0 : 1;
      }
    }
  }
  EXPECT_GT(at_both, 50u);
  EXPECT_GT(of_box, 500u);
  EXPECT_GT(cross, 100u);
  EXPECT_GT(beside, 1000u);
}

}  // namespace
}  // namespace abut
