// A batch of the plane as one pair sees it: records in world axes, outputs that are left out, and pairs without answer.
#include "abut/planar/batch.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/planar/planar_cases.h"

namespace abut {
namespace {

/// Bodies of all kinds, many of which touch.
struct Crowd {
  PlanarShapeSet shapes;
  std::vector<PlanarBody> bodies;
  std::vector<Pair> pairs;
  explicit Crowd(std::uint64_t seed) {
    test::Random random(seed);
    for (int k = 0; k < 12; ++k) shapes.add_polygon(test::random_points(random, k % 6), k % 4 == 0 ? 0.1 : 0);
    for (int k = 0; k < 60; ++k) {
      bodies.push_back(
          {random.below(12), planar_pose({random.uniform(-3, 3), random.uniform(-3, 3)}, random.uniform(0, 7))});
    }
    for (std::uint32_t k = 0; k < 300; ++k) {
      const std::uint32_t a = random.below(60);
      pairs.push_back({a, random.below(60)});
    }
  }
};

/// Answers all pairs of a batch one by one.
void answer_all(const Crowd& in, const PlanarBatch<double>& batch) {
  const std::uint32_t capacity = polygon_capacity(batch.shapes);
  std::vector<PolygonVertex> vertices(capacity);
  std::vector<PolygonEdge> edges(capacity);
  for (std::uint64_t i = 0; i < in.pairs.size(); ++i) {
    answer_planar_pair<LinearScan>(batch, i, {vertices.data(), edges.data(), capacity});
  }
}

TEST(PlanarBatches, APairGetsTheBitsOfTheBatchFunction) {
  const Crowd in(1);
  std::vector<PlanarContact<double>> expected(in.pairs.size()), got(in.pairs.size());
  std::vector<PlanarPatch<double>> patches(in.pairs.size()), got_patches(in.pairs.size());
  query_planar_pairs<double>(Cpu{1}, in.shapes, in.bodies, in.pairs, {}, {expected, patches});
  answer_all(in, {in.shapes.view<double>(), in.bodies.data(), in.pairs.data(), HUGE_VAL, 0, got.data(),
                  got_patches.data(), nullptr});
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    EXPECT_EQ(got[i].separation, expected[i].separation) << i;
    EXPECT_EQ(got[i].normal.x, expected[i].normal.x) << i;
    EXPECT_EQ(got[i].witness_a.y, expected[i].witness_a.y) << i;
    EXPECT_EQ(got[i].key, expected[i].key) << i;
    EXPECT_EQ(got_patches[i].length, patches[i].length) << i;
  }
}

TEST(PlanarBatches, RecordsTurnWithTheWorldAndPointsGoWithA) {
  Crowd in(2);
  std::vector<PlanarContact<double>> before(in.pairs.size()), after(in.pairs.size());
  const auto query = [&](std::vector<PlanarContact<double>>& out) {
    answer_all(
        in, {in.shapes.view<double>(), in.bodies.data(), in.pairs.data(), HUGE_VAL, 0, out.data(), nullptr, nullptr});
  };
  query(before);
  // A quarter turn about the origin and a shift, exact in both.
  for (PlanarBody& body : in.bodies) {
    const Vec2<double> p = body.pose.position, r = body.pose.rotation;
    body.pose = {{-p.y, p.x}, {-r.y, r.x}};
  }
  query(after);
  int compared = 0;
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    if (before[i].separation != after[i].separation) continue;  // rounded in another order
    ++compared;
    EXPECT_NEAR(after[i].normal.x, -before[i].normal.y, 1e-12) << i;
    EXPECT_NEAR(after[i].witness_a.y, before[i].witness_a.x, 1e-12) << i;
    EXPECT_NEAR(after[i].point.x, -before[i].point.y, 1e-12) << i;
    EXPECT_EQ(after[i].key, before[i].key) << i;
  }
  EXPECT_GT(compared, 100);
}

TEST(PlanarBatches, WhatCannotBeQueriedHasAStatusAndNoPatch) {
  Crowd in(3);
  for (PlanarBody& body : in.bodies) body.pose.position.x = std::nan("");
  std::vector<PlanarContact<double>> got(in.pairs.size());
  std::vector<PlanarPatch<double>> patches(in.pairs.size());
  for (PlanarPatch<double>& p : patches) p.length = 7;
  answer_all(in, {in.shapes.view<double>(), in.bodies.data(), in.pairs.data(), HUGE_VAL, 0, got.data(), patches.data(),
                  nullptr});
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    EXPECT_EQ(status_of(got[i].status), Status::invalid_pose);
    EXPECT_NE(got[i].status & normal_undefined_flag, 0);
    EXPECT_EQ(patches[i].length, 0);
  }
}

TEST(PlanarBatches, VectorsAreTakenToTheWorldInDouble) {
  const Vec2<float> v = planar_batch_detail::to_world<float>({0.1f, 0.2f}, {1e-9, 0}, {0, 1});
  EXPECT_EQ(v.x, static_cast<float>(-static_cast<double>(0.2f)));
  EXPECT_EQ(v.y, static_cast<float>(static_cast<double>(0.1f) + 1e-9));
}

}  // namespace
}  // namespace abut
