// The boxes of all parts of a view, and what is said of parts that have none to be made.
#include "host/bvh/part_boxes.h"

#include <gtest/gtest.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "abut/bvh/part_box.h"
#include "tests/pairs/parts_fixture.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::complaint;
using test::Parts;

constexpr double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();

Parts spheres(std::uint32_t count) {
  std::mt19937_64 random(21);
  Parts parts = test::random_spheres(count, random);
  for (std::uint32_t i = 0; i < count; ++i) parts.alert[i] = i % 5 * 0.125;
  return parts;
}

TEST(PartBoxes, AreThoseOfEachPartOnAnyNumberOfThreads) {
  const tbb::global_control four(tbb::global_control::max_allowed_parallelism, 4);
  const Parts parts = spheres(5000);
  for (const bool with_alerts : {true, false}) {
    PartsView view = parts.view();
    if (!with_alerts) view.alert = nullptr;
    for (const int threads : {1, 4}) {
      Buffer<Box<double>> boxes;
      tbb::task_arena(threads).execute([&] { make_part_boxes(parts.headers.data(), view, 0.25, boxes); });
      ASSERT_EQ(boxes.size(), 5000u);
      for (std::uint32_t i = 0; i < 5000; ++i) {
        const Box<double> box = part_box(parts.headers.data(), view, i, 0.25);
        ASSERT_EQ(std::memcmp(&boxes[i], &box, sizeof box), 0) << i;
        // Of a sphere: its radius, half of the common distance, all of its own, and a little more.
        const double reach = parts.headers[i].rounding + 0.125 + (with_alerts ? parts.alert[i] : 0);
        ASSERT_GE(boxes[i].hi.y - parts.pose[i].position.y, reach);
        ASSERT_LE(boxes[i].hi.y - parts.pose[i].position.y, reach * (1 + 1e-4));
      }
    }
  }
}

// Whatever of a part is no number, and whatever overflows: it has no box, and others have theirs.
TEST(PartBoxes, OfWhatIsNotFiniteAreEmpty) {
  Parts parts;
  for (int i = 0; i < 24; ++i) parts.add_box({1.0 * i, 0, 0}, {0.5, 0.25, 1});
  const double bad[] = {nan, infinite, -infinite};
  for (int k = 0; k < 3; ++k) {
    parts.pose[k].position.x = bad[k], parts.pose[3 + k].position.y = bad[k], parts.pose[6 + k].position.z = bad[k];
    parts.pose[9 + k].rotation.m[4 * k] = bad[k], parts.pose[12 + k].rotation.m[8 - k] = bad[2 - k];
    parts.headers[15 + k].half_extent[k] = bad[k], parts.headers[18 + k].centre[k] = bad[k];
  }
  parts.headers[21].size = nan;
  parts.headers[22].rounding = std::numeric_limits<double>::max();
  parts.pose[22].position.z = std::numeric_limits<double>::max();
  Buffer<Box<double>> boxes;
  make_part_boxes(parts.headers.data(), parts.view(), 0, boxes);
  for (std::uint32_t i = 0; i < 24; ++i) {
    EXPECT_EQ(is_empty(boxes[i]), i != 23) << i;
    EXPECT_EQ(overlaps(boxes[i], boxes[23]), i == 23) << i;
  }
}

std::string told(const Parts& parts, const PartsView& view, double alert = 0, int threads = 1) {
  return complaint(
      [&] { tbb::task_arena(threads).execute([&] { check_parts(parts.headers, view, "bodies", alert); }); });
}

TEST(PartBoxes, AlertDistancesAreNamedWithTheirValue) {
  Parts parts = spheres(3);
  const std::string distance = ": a distance is finite and not negative";
  EXPECT_EQ(told(parts, parts.view(), -0.0), "");
  EXPECT_EQ(told(parts, parts.view(), -0x1p-1074), "alert_distance is -4.9406564584124654e-324" + distance);
  EXPECT_EQ(told(parts, parts.view(), infinite), "alert_distance is inf" + distance);
  EXPECT_EQ(told(parts, parts.view(), nan), "alert_distance is nan" + distance);
  parts.alert[2] = -1.0 / 3;
  EXPECT_EQ(told(parts, parts.view()), "bodies.alert[2] is -0.33333333333333331" + distance);
  PartsView without = parts.view();
  without.alert = nullptr;
  EXPECT_EQ(told(parts, without), "");
}

// So many that several threads look at them. Of a part nothing is read but its shape and its alert distance.
TEST(PartBoxes, TheFirstBadPartOfMillionsIsNamedWhateverTheThreads) {
  const tbb::global_control four(tbb::global_control::max_allowed_parallelism, 4);
  constexpr std::uint32_t count = 3000000;
  const Parts shapes = spheres(2);
  std::vector<std::uint32_t> shape(count, 1);
  std::vector<double> alert(count, 0.5);
  PartsView view;
  view.count = count;
  view.shape = shape.data(), view.alert = alert.data();
  EXPECT_EQ(told(shapes, view, 0, 4), "");
  for (const std::uint32_t place : {0u, 8191u, 8192u, 1400000u, count - 1}) {
    std::vector<std::uint32_t> bad_shape = shape;
    std::vector<double> bad_alert = alert;
    for (std::uint32_t later = place; later < count; later += 200000) bad_shape[later] = 2 + later;
    for (std::uint32_t later = place; later < count; later += 200000) bad_alert[later] = -1;
    for (const int threads : {1, 4}) {
      PartsView bad = view;
      bad.alert = bad_alert.data();
      EXPECT_EQ(told(shapes, bad, 0, threads),
                "bodies.alert[" + std::to_string(place) + "] is -1: a distance is finite and not negative");
      bad.shape = bad_shape.data();
      EXPECT_EQ(told(shapes, bad, 0, threads),
                "bodies.shape[" + std::to_string(place) + "] is " + std::to_string(2 + place) + ": there are 2 shapes");
    }
  }
}

TEST(PartBoxes, WithoutShapesOrWithTooManyParts) {
  Parts parts = spheres(2);
  PartsView view = parts.view();
  parts.headers.clear();
  parts.headers.shrink_to_fit();
  EXPECT_EQ(told(parts, view), "headers is null: bodies refer to shapes");
  EXPECT_EQ(told(parts, PartsView{}), "");
  view.count = (1u << 31) + 1;  // refused before any of them is looked at
  EXPECT_EQ(told(parts, view), "bodies.count is 2147483649: at most 2147483648");
}

}  // namespace
}  // namespace abut
