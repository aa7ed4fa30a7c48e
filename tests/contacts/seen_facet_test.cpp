// Facets as they are seen along a normal: the top of a box from above and from below, its neighbours, and ways out.
#include "abut/contacts/seen_facet.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/contacts/seen_box.h"

namespace abut {
namespace {

using test::seen;

/// The faces of a box that look up and down.
class SeenFacets : public testing::Test {
 protected:
  SeenFacets() {
    shapes_.add_box({1, 2, 3});
    view = shapes_.view<double>();
    for (std::uint32_t f = 0; f < view.headers[0].face_count; ++f) {
      const double nz = view.plane_nz[view.headers[0].face_offset + f];
      if (nz > 0.5) top = f;
      if (nz < -0.5) bottom = f;
    }
  }
  SeenShape<double> box(bool is_b) const { return seen(view, 0, is_b, {{10, 0, 5}, Pose{}.rotation}); }

  ShapeSetView<double> view;
  std::uint32_t top = no_face, bottom = no_face;
  PlanPoint corners[4];
  SeenFacet facet{corners, no_face, 0, {}};

 private:
  ShapeSet shapes_;
};

TEST_F(SeenFacets, AreEnteredWhereTheyFaceTheOtherBody) {
  for (const bool is_b : {false, true}) {
    const SeenShape<double> s = box(is_b);
    const std::uint32_t faces = is_b ? bottom : top, away = is_b ? top : bottom;
    EXPECT_EQ(enter(s, away, 4, facet), PatchSearch::unknown);
    EXPECT_EQ(enter(s, no_face, 4, facet), PatchSearch::unknown);
    EXPECT_EQ(enter(s, faces, 3, facet), PatchSearch::out_of_capacity);
    ASSERT_EQ(enter(s, faces, 4, facet), PatchSearch::found);
    EXPECT_EQ(facet.face, faces);
    ASSERT_EQ(facet.count, 4u);
    double twice = 0;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const PlanPoint &p = corners[k], &q = corners[after(facet, k)];
      EXPECT_EQ(p.height, is_b ? -2 : 8);
      EXPECT_EQ(height_of(facet.plane, p.u, p.v), p.height);
      twice += (p.u - 10) * q.v - (q.u - 10) * p.v;
      EXPECT_EQ(before(facet, after(facet, k)), k);
      // Its neighbours stand upright.
      const std::uint32_t beyond = face_beyond(s, facet, k);
      ASSERT_LT(beyond, 6u);
      EXPECT_NE(beyond, faces);
      SeenFacet other{corners, no_face, 0, {}};
      EXPECT_EQ(enter(s, beyond, 4, other), PatchSearch::unknown);
    }
    EXPECT_EQ(twice, 16) << "counter-clockwise";
  }
}

TEST_F(SeenFacets, AWayLeavesOverTheEdgeThatItMeets) {
  ASSERT_EQ(enter(box(false), top, 4, facet), PatchSearch::found);
  std::uint32_t end = 0;
  EXPECT_EQ(exit_of_way(facet, {10.5, 0, 8}, 1, 0, end), 0.5);
  EXPECT_EQ(corners[end].u, 11);
  EXPECT_EQ(corners[before(facet, end)].u, 11);
  EXPECT_EQ(exit_of_way(facet, {10.5, 0, 8}, 0, -4, end), 0.5);
  EXPECT_EQ(corners[end].v, -2);
  EXPECT_EQ(corners[before(facet, end)].v, -2);
}

TEST_F(SeenFacets, ALineOfOneLevelLeavesWithTheHigherPartOnItsLeft) {
  ASSERT_EQ(enter(box(false), top, 4, facet), PatchSearch::found);
  const FacetPlane other{{10, 0, -8}, 1, 0};  // the sum of both heights is u - 10
  const FacetExit out = exit_of_line(facet, other, 0.25);
  ASSERT_TRUE(out.known);
  EXPECT_EQ(out.at.u, 10.25);
  EXPECT_EQ(out.at.v, -2);
  EXPECT_FALSE(exit_of_line(facet, other, 5).known) << "nothing is so high";
}

TEST_F(SeenFacets, AFeatureHasItsNumber) {
  const SeenShape<double> s = box(false);
  EXPECT_EQ((SeenFeature<double>{s, make_feature(FeatureKind::face, top)}.index()), top);
}

}  // namespace
}  // namespace abut
