// Reliefs of convex bodies: what of them lies within a band of the top, against all their vertices and planes.
#include "abut/contacts/relief.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/contacts/seen_box.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::PatchRoom;
using test::Random;
using test::seen;

TEST(Relief, OfABoxIsItsTopFaceWithinItsOutline) {
  ShapeSet shapes;
  shapes.add_box({1, 2, 3});
  const auto view = shapes.view<double>();
  const PatchRoom room(64);
  Relief r;
  const SeenShape<double> box = seen(view, 0, false, {{10, 0, 5}, Pose{}.rotation});
  ASSERT_TRUE(make_relief(box, 0, 0.5, room.patch().a, r));
  EXPECT_EQ(r.top, 8);
  EXPECT_EQ(r.vertices, 4u);
  EXPECT_EQ(r.visible, 1u);
  EXPECT_EQ(r.sides, 4u);
  for (std::uint32_t k = 0; k < r.facets; ++k) {
    if (r.memory.facets[k].visible) {
      EXPECT_EQ(height_of(r.memory.facets[k], 10.5, 1), 8);
    }
  }
  // Inside the outline, and beside each of its sides.
  const auto inside = [&](double u, double v) {
    bool all = true;
    for (std::uint32_t k = 0; k < r.sides; ++k) {
      const ReliefSide& s = r.memory.sides[k];
      all = all && u * s.inward_u + v * s.inward_v >= s.offset;
    }
    return all;
  };
  EXPECT_TRUE(inside(10, 0));
  EXPECT_TRUE(inside(10.99, -1.99));
  EXPECT_FALSE(inside(11.01, 0));
  EXPECT_FALSE(inside(8.99, 0));
  EXPECT_FALSE(inside(10, 2.01));
  EXPECT_FALSE(inside(10, -2.01));
}

TEST(Relief, SeenFromBelowItIsTheBottom) {
  ShapeSet shapes;
  shapes.add_box({1, 2, 3});
  const auto view = shapes.view<double>();
  const PatchRoom room(64);
  Relief r;
  const SeenShape<double> box = seen(view, 0, true, {{0, 0, 5}, Pose{}.rotation});
  ASSERT_TRUE(make_relief(box, 7, 0.5, room.patch().a, r));
  EXPECT_EQ(r.top, -2) << "heights are measured towards A";
  EXPECT_EQ(r.vertices, 4u);
}

TEST(Relief, OfAHullHasTheVerticesOfTheBandAndThePlanesAboveThem) {
  Random random(1);
  ShapeSet shapes;
  for (const int count : {8, 30, 100}) shapes.add_hull(test::ellipsoid_points(random, count));
  const auto view = shapes.view<double>();
  const PatchRoom room(512);
  for (int k = 0; k < 300; ++k) {
    const std::uint32_t shape = random.below(3);
    const SeenShape<double> s = seen(view, shape, k % 2 == 1, {random.in_ball(), random.rotation()});
    const double band = random.magnitude(1e-3, 0.3);
    double top = -HUGE_VAL;
    for (std::uint32_t v = 0; v < s.header->vertex_count; ++v) top = std::max(top, place(s, v).height);
    Relief r;
    ASSERT_TRUE(make_relief(s, random.below(s.header->vertex_count), band, room.patch().a, r));
    EXPECT_EQ(r.top, top) << k;
    std::uint32_t within = 0;
    for (std::uint32_t v = 0; v < s.header->vertex_count; ++v) within += place(s, v).height >= top - band ? 1 : 0;
    EXPECT_EQ(r.vertices, within) << k;
    // Every vertex of the body lies below every facet that is seen.
    for (std::uint32_t f = 0; f < r.facets; ++f) {
      if (!r.memory.facets[f].visible) continue;
      for (std::uint32_t v = 0; v < s.header->vertex_count; ++v) {
        const PlanPoint p = place(s, v);
        EXPECT_LE(p.height,
                  height_of(r.memory.facets[f], p.u, p.v) +
                      1e-12 * (1 + std::abs(r.memory.facets[f].slope_u) + std::abs(r.memory.facets[f].slope_v)));
      }
    }
  }
}

TEST(Relief, TooLittleRoomIsSaid) {
  Random random(2);
  ShapeSet shapes;
  shapes.add_hull(test::ellipsoid_points(random, 100));
  const auto view = shapes.view<double>();
  const PatchRoom room(512);
  Relief r;
  const SeenShape<double> s = seen(view, 0, false);
  ASSERT_TRUE(make_relief(s, 0, 0.3, room.patch().a, r));
  ReliefMemory small = room.patch().a;
  small.capacity = std::max({r.vertices, r.facets, r.sides, r.edges});
  EXPECT_TRUE(make_relief(s, 0, 0.3, small, r));
  small.capacity -= 1;
  EXPECT_FALSE(make_relief(s, 0, 0.3, small, r));
}

}  // namespace
}  // namespace abut
