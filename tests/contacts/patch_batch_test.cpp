// A batch of patches as one pair sees it: memory, records that are read, and what is written.
#include "abut/contacts/patch_batch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/contacts/seen_box.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::PatchRoom;

TEST(PatchScratch, ArraysLieWithinTheirBytesOneBehindTheOther) {
  for (const std::uint32_t capacity : {1u, 24u, 1000u}) {
    const std::size_t bytes = patch_scratch_bytes<double>(capacity, true);
    EXPECT_GT(bytes, patch_scratch_bytes<double>(capacity, false));
    const PatchRoom room(capacity, true);
    const PairPatchScratch<double>& s = room.scratch;
    const auto* const begin = reinterpret_cast<const unsigned char*>(s.memory.patch.a.vertex);
    EXPECT_GE(reinterpret_cast<const unsigned char*>(s.memory.patch.b.vertex),
              reinterpret_cast<const unsigned char*>(s.memory.patch.a.edges + capacity));
    EXPECT_GE(reinterpret_cast<const unsigned char*>(s.memory.patch.polygon[1]),
              reinterpret_cast<const unsigned char*>(s.memory.patch.polygon[0] + 2 * capacity + 2));
    EXPECT_LE(reinterpret_cast<const unsigned char*>(s.memory.cut.rim + capacity), begin + bytes);
    EXPECT_EQ(s.memory.patch.capacity, capacity);
    EXPECT_EQ(s.memory.cut.capacity, capacity);
  }
  const PatchRoom without(24, false);
  EXPECT_EQ(without.scratch.memory.cut.corners, nullptr);
}

TEST(PatchSizes, AreThoseOfWhatIsWanted) {
  double number = 0;
  QueryBatch<double> batch{};
  batch.pair_count = 7;
  PatchesView<double> out;
  out.capacity = 100;
  EXPECT_EQ(patch_sizes(batch, {}, out).points, 0u) << "none are wanted";
  EXPECT_FALSE(patch_sizes(batch, {}, out).overlap);
  out.gaps.data = &number;
  EXPECT_EQ(patch_sizes(batch, {}, out).points, 100u);
  EXPECT_EQ(patch_sizes(batch, {}, out).pairs, 7u);
  EXPECT_EQ(patch_sizes(batch, {}, out).capacity, PatchOptions{}.capacity);
  out.volume_moment.x = &number;
  EXPECT_TRUE(patch_sizes(batch, {}, out).overlap);
}

TEST(PatchVolumes, AreThoseOfUnroundedPolyhedraWithPlaneFaces) {
  ShapeSet shapes;
  const std::uint32_t box = shapes.add_box({1, 1, 1}), rounded = shapes.add_box({1, 1, 1}, 0.1);
  const std::uint32_t ball = shapes.add_ellipsoid({1, 1, 1});
  EXPECT_TRUE(has_volume(shapes.header(box)));
  EXPECT_FALSE(has_volume(shapes.header(rounded)));
  EXPECT_FALSE(has_volume(shapes.header(ball)));
  std::vector<Vec3<double>> vertices(shapes.vertices(box).begin(), shapes.vertices(box).end());
  vertices[7].x += 0.5;
  shapes.replace_vertices(box, vertices);
  EXPECT_TRUE(is_bent(shapes.header(box)));
  EXPECT_FALSE(has_volume(shapes.header(box)));
}

/// A box on a box that is rounded, and on one that is not.
class PatchAnswers : public testing::Test {
 protected:
  PatchAnswers() {
    shapes.add_box({1, 1, 1});
    shapes.add_box({0.5, 0.5, 1}, 0.125);
    in.add({0, 1}, {{0, 0, 2}, Pose{}.rotation});
    in.add({0, 0}, {{0.5, 0, 1.875}, Pose{}.rotation});
    view = shapes.view<double>();
    record = test::query_all<double>(shapes, in, Cpu{1});
    batch = {view, {}, in.poses.data(), 12, in.pairs.data(), 2, HUGE_VAL, record.view()};
  }
  ShapeSet shapes;
  ShapeSetView<double> view;
  test::ShapePairs in;
  Contacts<double> record;
  QueryBatch<double> batch{};
};

TEST_F(PatchAnswers, RecordsAreReadFromTheBatch) {
  for (std::uint64_t i = 0; i < 2; ++i) {
    const Contact<double> c = read_record(batch, i);
    EXPECT_EQ(c.separation, record.separation[i]);
    EXPECT_EQ(c.normal.z, record.normal_z[i]);
    EXPECT_EQ(c.point.x, record.point_x[i]);
    EXPECT_EQ(c.feature_b.code, record.feature_b[i].code);
  }
  batch.out.feature_a = batch.out.feature_b = {};
  EXPECT_EQ(read_record(batch, 1).feature_a.code, 0u);
}

TEST_F(PatchAnswers, WithoutAVolumeItIsNan) {
  const PatchRoom room(64, true);
  PatchRecord<double> out;
  ASSERT_TRUE(answer_patch(batch, 0, {0, 0, true}, room.scratch, out));
  EXPECT_EQ(out.count, 4u);
  EXPECT_NEAR(out.area, 1, 1e-13);
  EXPECT_TRUE(std::isnan(out.volume));
  EXPECT_TRUE(std::isnan(out.volume_moment.y));
  EXPECT_NEAR(room.scratch.points[0].gap, -0.125, 1e-14) << "of the rounded shapes";
  ASSERT_TRUE(answer_patch(batch, 1, {0, 0, true}, room.scratch, out));
  EXPECT_NEAR(out.volume, 1.5 * 2 * 0.125, 1e-13);
}

TEST_F(PatchAnswers, TooSmallACapacityIsTold) {
  const PatchRoom room(3);
  PatchRecord<double> out;
  EXPECT_FALSE(answer_patch(batch, 1, {0, 0, false}, room.scratch, out));
  out = unanswered_patch<double>();
  EXPECT_EQ(out.count, 0u);
  EXPECT_TRUE(std::isnan(out.area) && std::isnan(out.centre.x) && std::isnan(out.volume));
}

TEST_F(PatchAnswers, AreStoredWhereTheyAreWanted) {
  std::vector<double> area(2, -1), centre(6, -1), points(6, -1), gaps(2, -1);
  PatchesView<double> out;
  out.area.data = area.data();
  out.centre = {centre.data(), centre.data() + 1, centre.data() + 2, 3};
  out.points = {points.data(), points.data() + 1, points.data() + 2, 3};
  out.gaps.data = gaps.data();
  const PatchRecord<double> p{1, 5, {6, 7, 8}, 0, {}, {}, {}};
  const double before = record.point_x[1];
  store_patch(batch, out, 1, false, p);
  EXPECT_EQ(area, (std::vector<double>{-1, 5}));
  EXPECT_EQ(centre, (std::vector<double>{-1, -1, -1, 6, 7, 8}));
  EXPECT_EQ(record.point_x[1], before);
  store_patch(batch, out, 1, true, p);
  EXPECT_EQ(record.point_x[1], 6) << "the contact point is moved";
  store_point(out, 0, PatchPoint<double>{{1, 2, 3}, 4});
  EXPECT_EQ(points[2], 3);
  EXPECT_EQ(gaps, (std::vector<double>{4, -1}));
}

}  // namespace
}  // namespace abut
