// The flat arrays of parts: which numbers they have, in which order, and what an empty view is.
#include "abut/bodies/parts_view.h"

#include <gtest/gtest.h>

#include <vector>

#include "abut/bodies/body_set.h"
#include "abut/pairs/find_pairs.h"
#include "abut/shapes/shape_set.h"

namespace abut {
namespace {

TEST(PartsView, HasARowOfTheRotationForEachOfNineArrays) {
  BodySet bodies;
  bodies.add({{1, 2, 3}, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}}, 4u);
  const std::vector<Part> parts{{5, {{1, 0, 0}, {{1, 0, 0, 0, 0, -1, 0, 1, 0}}}}};
  BodyOptions options;
  options.groups = 6, options.meets = 7, options.self_contact = true, options.alert_distance = 8;
  bodies.add({{10, 0, 0}, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}}, parts, options);
  const PartsView v = bodies.parts();
  ASSERT_EQ(v.count, 2u);
  EXPECT_EQ(v.shape[0], 4u);
  EXPECT_EQ(v.py[0], 2);
  EXPECT_EQ(v.r[1][0], -1) << "row 0, column 1";
  EXPECT_EQ(v.r[3][0], 1);
  // world = body (part x): the part's x axis is the body's, which is turned to y.
  EXPECT_EQ(v.shape[1], 5u);
  EXPECT_EQ(v.body[1], 1u);
  EXPECT_EQ(v.px[1], 10);
  EXPECT_EQ(v.py[1], 1);
  EXPECT_EQ(v.r[3][1], 1);
  EXPECT_EQ(v.r[2][1], 1) << "the part's z axis: -y in the body, x in the world";
  EXPECT_EQ(v.body_x[1], 10);
  EXPECT_EQ(v.body_y[1], 0);
  EXPECT_EQ(v.groups[1], 6u);
  EXPECT_EQ(v.meets[1], 7u);
  EXPECT_NE(v.self_contact[1], 0);
  EXPECT_EQ(v.self_contact[0], 0);
  EXPECT_EQ(v.alert[1], 8);
}

TEST(PartsView, MayBeMadeOfArraysOfTheCallers) {
  ShapeSet shapes;
  shapes.add_sphere(1);
  const std::uint32_t shape[] = {0, 0, 0}, body[] = {0, 1, 2}, groups[] = {1, 1, 1}, meets[] = {1, 1, 1};
  const double x[] = {0, 1.5, 9}, zero[] = {0, 0, 0}, one[] = {1, 1, 1};
  const std::uint8_t self[] = {0, 0, 0};
  PartsView v;
  v.count = 3;
  v.shape = shape, v.body = body, v.groups = groups, v.meets = meets, v.self_contact = self;
  v.px = v.body_x = x;
  v.py = v.pz = v.body_y = v.body_z = zero;
  for (int k = 0; k < 9; ++k) v.r[k] = k % 4 == 0 ? one : zero;
  const std::vector<Pair> pairs = find_pairs(Cpu{1}, {&shapes.header(0), 1}, v, 0);
  ASSERT_EQ(pairs.size(), 1u) << "without alert distances";
  EXPECT_EQ(pairs[0].a, 0u);
  EXPECT_EQ(pairs[0].b, 1u);
}

TEST(PartsView, AnEmptyOneHasNoArrays) {
  const PartsView none;
  EXPECT_EQ(none.count, 0u);
  EXPECT_EQ(none.shape, nullptr);
  for (const double* r : none.r) EXPECT_EQ(r, nullptr);
  EXPECT_TRUE(find_pairs(Cpu{1}, {}, none, 0).empty());
}

}  // namespace
}  // namespace abut
