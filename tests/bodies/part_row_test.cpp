// A part's numbers in one row: what its arrays have.
#include "abut/bodies/part_row.h"

#include <gtest/gtest.h>

#include <vector>

#include "abut/bodies/body_set.h"
#include "abut/bodies/world_pose.h"
#include "tests/support/random.h"

namespace abut {
namespace {

/// Bodies of two parts each.
BodySet bodies_of(std::uint64_t seed) {
  test::Random random(seed);
  BodySet bodies;
  for (int k = 0; k < 20; ++k) {
    BodyOptions options;
    options.alert_distance = 0.5 * k;
    const std::vector<Part> parts{{0, {random.in_ball(), random.rotation()}},
                                  {0, {random.in_ball(), random.rotation()}}};
    bodies.add({random.in_ball() * 10.0, random.rotation()}, parts, options);
  }
  return bodies;
}

TEST(PartRow, HasThePoseTheBodyAndTheAlertDistance) {
  const BodySet bodies = bodies_of(1);
  const PartsView view = bodies.parts();
  for (std::uint32_t i = 0; i < view.count; ++i) {
    const PartRow row = part_row(view, i);
    const Pose pose = pose_of(row), expected = world_pose(view, i);
    for (int k = 0; k < 9; ++k) EXPECT_EQ(pose.rotation.m[k], expected.rotation.m[k]);
    EXPECT_EQ(length(pose.position - expected.position), 0);
    EXPECT_EQ(length(body_position(row) - bodies.pose(i / 2).position), 0);
    EXPECT_EQ(row.number[PartRow::alert], 0.5 * (i / 2));
  }
}

TEST(PartRow, WithoutAlertDistancesThatIsZero) {
  const BodySet bodies = bodies_of(2);
  PartsView view = bodies.parts();
  view.alert = nullptr;
  EXPECT_EQ(part_row(view, 39).number[PartRow::alert], 0);
}

TEST(PartRow, IsOneLineOfTheCache) {
  std::vector<PartRow> rows(3);
  EXPECT_EQ(sizeof(PartRow), 128u);
  for (const PartRow& row : rows) EXPECT_EQ(reinterpret_cast<std::uintptr_t>(&row) % 128, 0u);
}

}  // namespace
}  // namespace abut
