#include "abut/facets/facet_contact.h"

#include <gtest/gtest.h>

#include "tests/facets/surfaces.h"

namespace abut {
namespace {

/// A point, as a sphere's core, at a place over a box's surface; one pair, without the batch.
TEST(FacetContact, OfOnePairNeedsNoBatch) {
  test::FacetScene scene;
  scene.shapes.add_box({1, 1, 1}), scene.shapes.add_sphere(0.25);
  scene.bodies.add({}, 0), scene.bodies.add({}, 1);
  scene.trees.build(Cpu{1}, scene.shapes, scene.bodies.parts(), scene.pairs);
  SurfacePair<double> pair{};
  pair.a = scene.trees.view(0), pair.b = scene.trees.view(1);
  ASSERT_EQ(pair.a.exponent, 0);
  pair.rounding_b = 0.25;
  pair.alert = 0.5 + 0.25;
  pair.tolerance = 1e-6, pair.slack = 1e-14;
  RelativePose<double> pose{{{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {0.25, 0.5, 1.5}};
  pair.frame = facet_frame(pose, std::ldexp(1.0, pair.b.exponent), pair.alert, pair.a.size, pair.b.size);
  FacetSearchCounts counts;
  int found = 0;
  visit_near_facets(pair, counts, [&](const TwoFacets<double>& of) {
    visit_facet_contacts(pair, of, [&](const FacetContact<double>& c) {
      ++found;
      EXPECT_EQ(c.separation, 0.25);
      EXPECT_EQ(c.normal.n.z, 1);
      EXPECT_EQ(c.kind, FacetContactKind::apart);
      EXPECT_EQ(c.normal.of, 1);
      EXPECT_EQ(feature_kind(c.feature_a), FeatureKind::face);
      EXPECT_EQ(feature_kind(c.feature_b), FeatureKind::vertex);
    });
  });
  EXPECT_GE(found, 1);
  EXPECT_LE(found, 6);  // of three equal corners, and both triangles of the face if it lies between them
  EXPECT_GT(counts.box_pairs, 0u);
}

}  // namespace
}  // namespace abut
