// The alert distance of a batch: pairs exactly at it are answered, what is farther is proved to be, and nothing else
// of a record depends on it; for every instruction set.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/support/every_set.h"

namespace abut {
namespace {

using test::answer;
using test::batch_of;
using test::Regime;
using test::ShapePairs;

constexpr double no_alert = std::numeric_limits<double>::infinity();

template <class T>
class AlertCutoff : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(AlertCutoff, Scalars);

Pose at(double x, double y, double z) { return {{x, y, z}, Pose{}.rotation}; }

/// Shapes that reach from -1/2 to 1/2 on the x axis, of every kind that can.
ShapeSet half_wide() {
  ShapeSet s;
  s.add_sphere(0.5);
  s.add_box({0.5, 0.25, 0.25});
  s.add_box({0.25, 0.25, 0.25}, 0.25);
  s.add_capsule(0.5, 1);
  s.add_cylinder(0.5, 1);
  s.add_ellipsoid({0.5, 0.25, 1});
  s.add_segment({-0.5, 0, 0}, {0.5, 0, 0});
  s.add_hull(std::vector<Vec3<double>>{{0.5, 0, 0}, {-0.5, 0, 0}, {0, 0.25, 0}, {0, -0.25, 0}, {0, 0, 0.25}});
  return s;
}

/// All pairings with a gap of 1/4 along x.
ShapePairs a_quarter_apart(const ShapeSet& shapes) {
  ShapePairs in;
  for (std::uint32_t a = 0; a < shapes.size(); ++a) {
    for (std::uint32_t b = 0; b < shapes.size(); ++b) in.add({a, b}, at(1.25, 0, 0));
  }
  return in;
}

TYPED_TEST(AlertCutoff, PairsExactlyAtItAreAnswered) {
  using T = TypeParam;
  const ShapeSet shapes = half_wide();
  const ShapePairs in = a_quarter_apart(shapes);
  // A little beyond what the rounding of T may cost.
  const double little = std::is_same_v<T, float> ? 1e-4 : 1e-9;
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    const Contacts<T> just = answer(batch_of<T>(shapes, in, 0.25), set);
    const Contacts<T> below = answer(batch_of<T>(shapes, in, 0.25 - little), set);
    for (std::size_t i = 0; i < in.pairs.size(); ++i) {
      SCOPED_TRACE(testing::Message() << in.pairs[i].a << ", " << in.pairs[i].b);
      EXPECT_EQ(status_of(just.status[i]), Status::converged);
      EXPECT_NEAR(static_cast<double>(just.separation[i]), 0.25, little);
      EXPECT_LE(static_cast<double>(just.lower_bound[i]), 0.25);
      EXPECT_EQ(status_of(below.status[i]), Status::farther_than_alert);
      EXPECT_GT(static_cast<double>(below.separation[i]), 0.25 - little);
      EXPECT_LE(static_cast<double>(below.separation[i]), 0.25 * (1 + little));
    }
  }
}

TYPED_TEST(AlertCutoff, BothPartsDistancesCountBesidesTheBatchs) {
  using T = TypeParam;
  const ShapeSet shapes = half_wide();
  BodySet bodies;
  std::vector<Pair> pairs;
  const auto add = [&](std::uint32_t a, std::uint32_t b, double of_a, double of_b) {
    pairs.push_back({bodies.part_count(), bodies.part_count() + 1});
    bodies.add(at(0, 3.0 * a, 3.0 * b), a, {.alert_distance = of_a});
    bodies.add(at(1.25, 3.0 * a, 3.0 * b), b, {.alert_distance = of_b});
  };
  for (std::uint32_t a = 0; a < shapes.size(); ++a) {
    for (std::uint32_t b = 0; b < shapes.size(); ++b) {
      add(a, b, 0.125, 0.0625), add(a, b, 0.0625, 0.125), add(a, b, 0, 0.1875), add(a, b, 0.125, 0);
    }
  }
  QueryBatch<T> batch{shapes.view<T>(), bodies.parts(), nullptr, 0, pairs.data(), pairs.size(), 0.0625, {}};
  std::vector<PartRow> rows;
  for (std::uint32_t i = 0; i < batch.parts.count; ++i) rows.push_back(part_row(batch.parts, i));
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    for (const PartRow* const from : {static_cast<const PartRow*>(nullptr), static_cast<const PartRow*>(rows.data())}) {
      batch.rows = from;
      batch.parts = bodies.parts();
      const Contacts<T> found = answer(batch, set);
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        EXPECT_EQ(status_of(found.status[i]), i % 4 == 3 ? Status::farther_than_alert : Status::converged) << i;
      }
    }
    batch.rows = nullptr;
    batch.parts.alert = nullptr;
    const Contacts<T> without = answer(batch, set);
    for (const std::uint8_t status : without.status) EXPECT_EQ(status_of(status), Status::farther_than_alert);
  }
}

ShapePairs apart_and_near(const ShapeSet& shapes, int count) {
  ShapePairs in = test::random_pairs(shapes, count, Regime::separated, 51);
  for (const Regime regime : {Regime::near, Regime::shallow}) {
    const ShapePairs more = test::random_pairs(shapes, count / 4, regime, 52);
    for (std::size_t i = 0; i < more.pairs.size(); ++i) in.add(more.pairs[i], more.pose(i));
  }
  return in;
}

TYPED_TEST(AlertCutoff, WhatIsNotFartherHasTheBitsOfAQueryWithoutADistance) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(53);
  test::add_curved_and_large(shapes, 53);
  const ShapePairs in = apart_and_near(shapes, 800);
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    const Contacts<T> all = answer(batch_of<T>(shapes, in, no_alert), set);
    EXPECT_EQ(test::count_farther(all), 0);
    std::vector<bool> was_farther(in.pairs.size(), true);
    for (const double alert : {0.0, 1e-3, 0.05, 0.3, 1.0, 1e3}) {
      SCOPED_TRACE(alert);
      const Contacts<T> found = answer(batch_of<T>(shapes, in, alert), set);
      Contacts<T> expected = all;
      for (std::size_t i = 0; i < in.pairs.size(); ++i) {
        const bool farther = status_of(found.status[i]) == Status::farther_than_alert;
        ASSERT_TRUE(was_farther[i] || !farther) << i << ": not farther than a smaller distance";
        was_farther[i] = farther;
        if (!farther) continue;
        const double bound = static_cast<double>(found.separation[i]), gap = static_cast<double>(all.separation[i]);
        ASSERT_GT(bound, alert * (1 - 1e-6)) << i;
        ASSERT_LE(static_cast<double>(found.lower_bound[i]), gap) << i;
        ASSERT_LE(bound, gap * (1 + (std::is_same_v<T, float> ? 1e-5 : 1e-13))) << i;
        test::for_each_array<T>([&](const char*, auto array) { (expected.*array)[i] = (found.*array)[i]; });
      }
      test::expect_same_bits(expected, found);
      EXPECT_EQ(test::count_farther(found) == 0, alert == 1e3);
    }
  }
}

}  // namespace
}  // namespace abut
