#include "host/shapes/enclosed_volume.h"

#include <gtest/gtest.h>

#include "tests/decompose/solids.h"

namespace abut::test {
namespace {

TEST(EnclosedVolume, NothingIsCountedTwiceWhereNothingOverlaps) {
  Mesh mesh = box_mesh({0, 0, 0}, {1, 1, 1});
  EXPECT_EQ(host::volume_counted_twice(mesh), 0);
  add_box(mesh, {1, 0, 0}, {2, 1, 1});  // touches
  EXPECT_NEAR(host::volume_counted_twice(mesh), 0, 1e-12);
  EXPECT_EQ(host::volume_counted_twice({}), 0);
}

TEST(EnclosedVolume, WhatIsCommonToShellsCountsOnce) {
  Mesh two = box_mesh({0, 0, 0}, {1, 1, 1});
  add_box(two, {0.5, 0.25, 0.5}, {2, 2, 2});
  EXPECT_NEAR(host::volume_counted_twice(two), 0.5 * 0.75 * 0.5, 2e-4);
  Mesh inside = box_mesh({0, 0, 0}, {4, 4, 4});
  add_box(inside, {1, 1, 1}, {2, 3, 2.5});
  EXPECT_NEAR(host::volume_counted_twice(inside), 3, 6e-3);
  Mesh three = box_mesh({0, 0, 0}, {1, 1, 1});
  add_box(three, {0, 0, 0.5}, {1, 1, 2});
  add_box(three, {0, 0, 0.75}, {1, 1, 3});
  EXPECT_NEAR(host::volume_counted_twice(three), 1 + 1.5 + 2.25 - 3, 1e-12);
}

TEST(EnclosedVolume, ItGoesWithTheUnitAndIsTheSameEachTime) {
  Mesh two = box_mesh({0, 0, 0}, {1, 1, 1});
  add_box(two, {0.5, 0.5, 0.5}, {2, 2, 2});
  const double once = host::volume_counted_twice(two);
  EXPECT_EQ(host::volume_counted_twice(two), once);
  for (Vec3<double>& v : two.vertices) v = v * 0x1p-20;
  EXPECT_EQ(host::volume_counted_twice(two), once * 0x1p-60);
}

}  // namespace
}  // namespace abut::test
