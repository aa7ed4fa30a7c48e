// The patch of one pair of a batch: frames, which shapes have one, and what is written of boxes in any pose and unit.
#include "abut/contacts/patch_search.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/contacts/seen_box.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using namespace find_patch_detail;
using test::PatchRoom;
using test::Random;

TEST(PatchSearchFrame, IsRightHandedAndAlongTheAxesWhereTheNormalIs) {
  Random random(1);
  Vec3<double> u, v;
  for (int k = 0; k < 1000; ++k) {
    const Vec3<double> n = k % 50 == 0 ? Vec3<double>{0, 0, k % 100 == 0 ? 1.0 : -1.0} : random.direction();
    span_plane(n, u, v);
    EXPECT_NEAR(length(u), 1, 1e-15);
    EXPECT_NEAR(dot(u, v), 0, 1e-15);
    EXPECT_LT(length(cross(u, v) - n), 2e-15);
  }
  span_plane({0, 0, 1}, u, v);
  EXPECT_EQ(u.x, 1);
  EXPECT_EQ(v.y, 1);
}

TEST(PatchSearchShapes, CurvedKindsAndBoxesWithoutAreaHaveNone) {
  ShapeSet shapes;
  const std::uint32_t box = shapes.add_box({1, 1, 1}), plate = shapes.add_box({1, 1, 0}),
                      rod = shapes.add_box({1, 0, 0});
  const std::uint32_t ball = shapes.add_ellipsoid({1, 1, 1}), capsule = shapes.add_capsule(1, 1);
  EXPECT_TRUE(has_patch(shapes.header(box)));
  EXPECT_TRUE(has_patch(shapes.header(plate)));
  EXPECT_TRUE(has_patch(shapes.header(capsule))) << "its core is a segment";
  EXPECT_FALSE(has_patch(shapes.header(rod)));
  EXPECT_FALSE(has_patch(shapes.header(ball)));
  const auto view = shapes.view<double>();
  const ShapeHeader& h = view.headers[box];
  EXPECT_EQ(vertex_of(view, h, make_feature(FeatureKind::vertex, 5)), 5u);
  EXPECT_EQ(vertex_of(view, h, make_feature(FeatureKind::vertex, 8)), 0u) << "that does not exist";
  EXPECT_EQ(vertex_of(view, h, make_feature(FeatureKind::edge, 3)), view.edges[h.edge_offset + 3].v0);
}

/// Two boxes on each other in a unit.
class TwoBoxes : public testing::Test {
 protected:
  void set(double unit) {
    shapes.add_box(Vec3<double>{1, 1, 1} * unit);
    shapes.add_box(Vec3<double>{0.5, 0.75, 1} * unit);
    in.add({0, 1}, {Vec3<double>{0.25, 0, 1.875} * unit, Pose{}.rotation});
    view = shapes.view<double>();
    record = test::query_all<double>(shapes, in, Cpu{1});
    batch = {view, {}, in.poses.data(), 12, in.pairs.data(), 1, HUGE_VAL, record.view()};
  }
  ShapeSet shapes;
  ShapeSetView<double> view;
  test::ShapePairs in;
  Contacts<double> record;
  QueryBatch<double> batch{};
};

TEST_F(TwoBoxes, HaveTheirRectangleAndTheirVolumeInAnyUnit) {
  for (const double unit : {1.0, 0x1p-300, 0x1p200}) {
    shapes = ShapeSet();
    in = {};
    set(unit);
    const PatchRoom room(64, true);
    PatchRecord<double> out;
    ASSERT_TRUE(write_patch(batch, 0, record[0], {0, 0, true}, room.scratch, out));
    EXPECT_EQ(out.count, 4u);
    EXPECT_NEAR(out.area / (unit * unit), 1.5, 1e-13);
    EXPECT_LT(length(out.centre * (1 / unit) - Vec3<double>{0.25, 0, 0.9375}), 1e-13);
    EXPECT_NEAR(out.volume / unit / unit / unit, 1.5 * 0.125, 1e-13);
    EXPECT_LT(length(out.volume_centre * (1 / unit) - Vec3<double>{0.25, 0, 0.9375}), 1e-13);
    // Over A's top inside B: its area along the normal.
    EXPECT_LT(length(out.volume_normal * (1 / unit) * (1 / unit) - Vec3<double>{0, 0, 1.5}), 1e-12);
    for (std::uint32_t k = 0; k < out.count; ++k) EXPECT_NEAR(room.scratch.points[k].gap / unit, -0.125, 1e-14);
  }
}

TEST_F(TwoBoxes, AMarginLetsNoMoreInThanLiesWithinIt) {
  set(1);
  const PatchRoom room(64);
  PairPatch patch;
  ASSERT_TRUE(find_pair_patch(batch, 0, record[0], {0.5, 0, false}, room.scratch.memory, patch));
  EXPECT_NEAR(patch.patch.area * patch.unit * patch.unit, 1.5, 1e-13) << "sides stand upright";
  ASSERT_TRUE(find_pair_patch(batch, 0, record[0], {0, 3, false}, room.scratch.memory, patch));
  EXPECT_EQ(patch.patch.count, 3u) << "reduced";
  EXPECT_NEAR(patch.patch.area * patch.unit * patch.unit, 1.5, 1e-13) << "of the whole";
}

TEST_F(TwoBoxes, WhatIsNoContactOrHasNoNormalHasNoCorner) {
  set(1);
  const PatchRoom room(64);
  Contact<double> c = record[0];
  for (const Status status : {Status::farther_than_alert, Status::iteration_limit, Status::invalid_pose}) {
    c.status = static_cast<std::uint8_t>(status);
    PatchRecord<double> out;
    ASSERT_TRUE(write_patch(batch, 0, c, {0, 0, false}, room.scratch, out));
    EXPECT_EQ(out.count, 0u);
    EXPECT_EQ(out.area, 0);
  }
  c.status = normal_undefined_flag;
  PatchRecord<double> out;
  ASSERT_TRUE(write_patch(batch, 0, c, {0, 0, false}, room.scratch, out));
  EXPECT_EQ(out.count, 0u);
}

TEST(PatchSearch, CurvedKindsHaveOnePoint) {
  ShapeSet shapes;
  shapes.add_ellipsoid({1, 0.5, 0.5});
  shapes.add_box({1, 1, 1});
  test::ShapePairs in;
  in.add({0, 1}, {{1.9, 0.1, 0.2}, Pose{}.rotation});
  Contacts<double> record = test::query_all<double>(shapes, in, Cpu{1});
  const auto view = shapes.view<double>();
  const QueryBatch<double> batch{view, {}, in.poses.data(), 12, in.pairs.data(), 1, HUGE_VAL, record.view()};
  const PatchRoom room(64);
  PatchRecord<double> out;
  ASSERT_TRUE(write_patch(batch, 0, record[0], {0, 0, false}, room.scratch, out));
  EXPECT_EQ(out.count, 1u);
  EXPECT_LT(length(room.scratch.points[0].at - record[0].point), 1e-15);
  EXPECT_NEAR(room.scratch.points[0].gap, record[0].separation, 1e-15);
}

}  // namespace
}  // namespace abut
