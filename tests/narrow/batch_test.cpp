// A batch as one pair sees it: what is loaded, how records are stored, and in whose frame they are.
#include "abut/narrow/batch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "abut/bodies/body_set.h"
#include "abut/contacts/contacts.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;

std::vector<double> numbers(const Vec3<double>& v) { return {v.x, v.y, v.z}; }

TEST(Batch, PosesOfShapesAreThoseOfTheirBoxCentres) {
  ShapeSet shapes;
  shapes.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {2, 0, 0}, {0, 4, 0}, {0, 0, 6}});  // its box about (1, 2, 3)
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  test::ShapePairs in;
  in.add({0, 1}, {{10, 20, 30}, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}});
  in.add({1, 0}, {{10, 20, 30}, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}});
  const QueryBatch<double> batch{view, {}, in.poses.data(), 12, in.pairs.data(), 2, 0.5, {}};
  const BatchPair first = load_pair(batch, 0), second = load_pair(batch, 1);
  EXPECT_EQ(numbers(first.pose.translation), (std::vector<double>{9, 18, 27}));
  EXPECT_EQ(numbers(second.pose.translation), (std::vector<double>{10 - 2, 20 + 1, 30 + 3}));
  EXPECT_EQ(first.pose.rotation.m[1], -1);
  EXPECT_EQ(first.alert, 0.5);
  EXPECT_EQ(shapes_of(batch, 1).a, 1u);
  EXPECT_EQ(numbers(first.offset), (std::vector<double>{0, 0, 0}));
}

/// Bodies of two parts each.
struct Bodies {
  ShapeSet shapes = test::mixed_shapes(1);
  BodySet bodies;
  std::vector<Pair> pairs;
  Bodies() {
    Random random(2);
    for (int k = 0; k < 40; ++k) {
      std::vector<Part> parts;
      for (int i = 0; i < 2; ++i) {
        parts.push_back({random.below(shapes.size()), {random.in_ball() * 0.5, random.rotation()}});
      }
      BodyOptions options;
      options.alert_distance = 0.01 * k;
      bodies.add({random.in_ball() * 1.5, random.rotation()}, parts, options);
    }
    for (std::uint32_t k = 0; k < 300; ++k) {
      const std::uint32_t a = random.below(80);
      pairs.push_back({a, random.below(80)});
    }
  }
  QueryBatch<double> batch(const ShapeSetView<double>& view, ContactsView<double> out) const {
    return {view, bodies.parts(), nullptr, 12, pairs.data(), pairs.size(), HUGE_VAL, out};
  }
};

TEST(Batch, PartsAreLoadedFromRowsAsFromTheirArrays) {
  const Bodies in;
  const auto view = in.shapes.view<double>();
  QueryBatch<double> batch = in.batch(view, {});
  batch.alert_distance = 1;
  std::vector<PartRow> rows;
  for (std::uint32_t i = 0; i < 80; ++i) rows.push_back(part_row(batch.parts, i));
  QueryBatch<double> by_rows = batch;
  by_rows.rows = rows.data();
  for (std::uint64_t i = 0; i < in.pairs.size(); ++i) {
    const BatchPair x = load_pair(batch, i), y = load_pair(by_rows, i);
    EXPECT_EQ(numbers(x.pose.translation), numbers(y.pose.translation));
    for (int k = 0; k < 9; ++k) EXPECT_EQ(x.pose.rotation.m[k], y.pose.rotation.m[k]);
    EXPECT_EQ(numbers(x.offset), numbers(y.offset));
    EXPECT_EQ(x.alert, y.alert);
    const double own = in.bodies.parts().alert[in.pairs[i].a] + in.bodies.parts().alert[in.pairs[i].b];
    EXPECT_EQ(x.alert, 1 + own);
    EXPECT_EQ(x.shape_a, in.bodies.parts().shape[in.pairs[i].a]);
  }
}

TEST(Batch, RecordsOfPartsAreInTheWorldsAxesFromTheBodyOfA) {
  const Bodies in;
  const auto view = in.shapes.view<double>();
  Contacts<double> out(in.pairs.size());
  const QueryBatch<double> batch = in.batch(view, out.view());
  std::vector<std::uint64_t> memory(polytope_bytes<double>(512) / 8 + 1);
  test::ShapePairs by_pose;
  for (const Pair& pair : in.pairs) {
    const PartsView parts = in.bodies.parts();
    const auto world = [&](std::uint32_t i) { return pose_of(part_row(parts, i)); };
    const Pose a = world(pair.a), b = world(pair.b);
    const Vec3<double> between = rotate_back(a.rotation, b.position - a.position);
    by_pose.add({parts.shape[pair.a], parts.shape[pair.b]}, {between, transpose_times(a.rotation, b.rotation)});
  }
  const Contacts<double> expected = test::query_all<double>(in.shapes, by_pose);
  for (std::uint64_t i = 0; i < in.pairs.size(); ++i) {
    ASSERT_TRUE((answer_pair<double, LinearScan>(batch, i, {memory.data(), 512}))) << i;
    const Contact<double> got = out[i], in_a = expected[i];
    if (in.pairs[i].a == in.pairs[i].b || !is_contact(got.status)) continue;
    EXPECT_NEAR(got.separation, in_a.separation, 1e-13) << i;
    if (std::abs(got.separation) < 1e-3) continue;
    const Pose a = pose_of(part_row(batch.parts, in.pairs[i].a));
    const Vec3<double> body = body_position(part_row(batch.parts, in.pairs[i].a));
    const Vec3<double> turned = rotate(a.rotation, in_a.normal);
    if (dot(turned, got.normal) < 1 - 1e-6) continue;  // of a tie another face
    EXPECT_NEAR(dot(got.normal, got.witness_a + body - a.position), dot(in_a.normal, in_a.witness_a), 1e-7) << i;
    EXPECT_LT(length(got.witness_b - (got.witness_a + got.normal * got.separation)), 1e-12) << i;
    EXPECT_EQ(got.key, contact_key(in.pairs[i], got.feature_a, got.feature_b));
  }
}

TEST(Batch, ArraysHaveStridesAndMayBeLeftOut) {
  Contact<double> c{};
  c.separation = 1;
  c.normal = {2, 3, 4};
  c.status = 5;
  std::vector<double> rows(12, 0), separation(5, 0);
  ContactsView<double> out;
  out.separation = {separation.data(), 2};
  out.normal = {rows.data(), rows.data() + 1, rows.data() + 2, 4};
  batch_detail::store(out, 2, c);
  EXPECT_EQ(separation, (std::vector<double>{0, 0, 0, 0, 1}));
  EXPECT_EQ(rows, (std::vector<double>{0, 0, 0, 0, 0, 0, 0, 0, 2, 3, 4, 0}));
}

TEST(Batch, PairsIntersectWhereTheirSeparationIsNegative) {
  ShapeSet shapes = test::mixed_shapes(3);
  test::add_curved_and_large(shapes, 4);
  const auto view = shapes.view<double>();
  int yes = 0, no = 0;
  for (const test::Regime regime : {test::Regime::near, test::Regime::shallow}) {
    const test::ShapePairs in = test::random_pairs(shapes, 300, regime, 5);
    const Contacts<double> full = test::query_all<double>(shapes, in);
    const QueryBatch<double> batch{view, {}, in.poses.data(), 12, in.pairs.data(), in.pairs.size(), 1, {}};
    for (std::size_t i = 0; i < in.pairs.size(); ++i) {
      if (std::abs(full.separation[i]) < 1e-9) continue;
      const bool expected = full.separation[i] < 0;
      EXPECT_EQ((pair_intersects<double, LinearScan>(batch, i)), expected ? 1 : 0) << i;
      ++(expected ? yes : no);
    }
  }
  EXPECT_GT(yes, 100);
  EXPECT_GT(no, 100);
}

TEST(Batch, WhatCannotBeQueriedIsStoredWithItsStatusAndDoesNotIntersect) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto view = shapes.view<double>();
  test::ShapePairs in;
  in.add({0, 0}, {{std::nan(""), 0, 0}, Pose{}.rotation});
  Contacts<double> out(1);
  const QueryBatch<double> batch{view, {}, in.poses.data(), 12, in.pairs.data(), 1, 1, out.view()};
  EXPECT_TRUE((answer_pair<double, LinearScan>(batch, 0, {nullptr, 0})));
  EXPECT_EQ(status_of(out.status[0]), Status::invalid_pose);
  EXPECT_EQ((pair_intersects<double, LinearScan>(batch, 0)), 0);
}

TEST(Batch, OutOfMemoryIsNotTheLastWordAndLeavesTheCacheAlone) {
  ShapeSet shapes;
  Random random(6);
  shapes.add_hull(test::ellipsoid_points(random, 100));
  const auto view = shapes.view<double>();
  test::ShapePairs in;
  in.add({0, 0}, {{0.1, 0.05, 0.02}, random.rotation()});
  Contacts<double> out(1);
  CachedPolytope cache{};
  QueryBatch<double> batch{view, {}, in.poses.data(), 12, in.pairs.data(), 1, 1, out.view()};
  batch.cache = &cache;
  EXPECT_FALSE((answer_pair<double, LinearScan>(batch, 0, {nullptr, 0})));
  EXPECT_EQ(cache.vertex_count, 0);
  std::vector<std::uint64_t> memory(polytope_bytes<double>(2048) / 8 + 1);
  EXPECT_TRUE((answer_pair<double, LinearScan>(batch, 0, {memory.data(), 2048})));
  EXPECT_GT(cache.vertex_count, 0);
}

}  // namespace
}  // namespace abut
