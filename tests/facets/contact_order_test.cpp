#include "abut/facets/contact_order.h"

#include <gtest/gtest.h>

#include <set>

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

}  // namespace
}  // namespace abut
