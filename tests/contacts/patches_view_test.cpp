// What is asked of patches and where they are written: defaults, strides, and arrays that are left out.
#include "abut/contacts/patches_view.h"

#include <gtest/gtest.h>

#include <vector>

#include "abut/core/error.h"
#include "tests/contacts/touching.h"

namespace abut {
namespace {

/// Three boxes in a row, each on the one before.
test::Touching<double> row() {
  test::Touching<double> t;
  t.shapes.add_box({1, 1, 1});
  for (int k = 0; k < 3; ++k) t.bodies.add(test::posed({0.25 * k, 0, 2.0 * k}), 0);
  t.pairs = {{0, 1}, {1, 2}};
  return t;
}

TEST(PatchOptions, DefaultsAreAllCornersAndNoMargin) {
  const PatchOptions plain;
  EXPECT_EQ(plain.margin, 0);
  EXPECT_EQ(plain.most_points, 0u);
  EXPECT_FALSE(plain.move_points);
  test::Touching<double> t = row();
  t.find(plain);
  const auto offsets = t.patches.offsets;
  PatchOptions said;
  said.margin = 0, said.most_points = 0, said.move_points = false;
  t.find(said);
  EXPECT_EQ(t.patches.offsets, offsets);
  EXPECT_EQ(offsets.back(), 8u);
}

TEST(PatchOptions, PointsMayMoveToTheCentroid) {
  test::Touching<double> t = row();
  const ShapeSetView<double> view = t.shapes.view<double>();
  t.contacts.resize(2);
  query_pairs(Cpu{1}, view, t.bodies.parts(), t.pairs, {}, t.contacts.view());
  PatchOptions options;
  options.move_points = true;
  find_patches(Cpu{1}, view, t.bodies.parts(), {t.pairs, t.contacts.view()}, options, PatchesView<double>{});
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(t.contacts.point_x[i], 0.125, 1e-14) << "the middle of what is common, from A";
    EXPECT_NEAR(t.contacts.point_y[i], 0, 1e-14);
  }
}

TEST(PatchesView, RowsOfPointsAndGapsHaveAStride) {
  test::Touching<double> t = row();
  t.find();
  const ShapeSetView<double> view = t.shapes.view<double>();
  std::vector<std::uint64_t> offsets(3);
  std::uint64_t needed = 0, unanswered = 9;
  std::vector<double> rows(8 * 4, -7), area(4, -7);
  PatchesView<double> out;
  out.area = {area.data(), 2};
  out.offsets = offsets.data();
  out.points = {rows.data(), rows.data() + 1, rows.data() + 2, 4};
  out.gaps = {rows.data() + 3, 4};
  out.capacity = 8;
  out.needed = &needed;
  out.unanswered = &unanswered;
  find_patches(Cpu{1}, view, t.bodies.parts(), {t.pairs, t.contacts.view()}, {}, out);
  EXPECT_EQ(needed, 8u);
  EXPECT_EQ(unanswered, 0u) << "on cores memory grows";
  EXPECT_EQ(offsets, t.patches.offsets);
  EXPECT_EQ(area, (std::vector<double>{t.patches.area[0], -7, t.patches.area[1], -7}));
  for (std::size_t k = 0; k < 8; ++k) {
    EXPECT_EQ(rows[4 * k], t.patches.point_x[k]);
    EXPECT_EQ(rows[4 * k + 2], t.patches.point_z[k]);
    EXPECT_EQ(rows[4 * k + 3], t.patches.gap[k]);
  }
}

TEST(PatchesView, NothingIsWrittenThatIsNotWanted) {
  test::Touching<double> t = row();
  t.find();
  EXPECT_NO_THROW(find_patches(Cpu{1}, t.shapes.view<double>(), t.bodies.parts(), {t.pairs, t.contacts.view()}, {},
                               PatchesView<double>{}));
}

}  // namespace
}  // namespace abut
