#include "abut/deform/continuous.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "tests/deform/impact_cases.h"

namespace abut {
namespace {

using test::ImpactCase;
using test::MovingPair;
using test::Random;
using test::Shape;
using test::WideReal;

template <class T>
class Continuous : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Continuous, Scalars);

template <class T>
Impact<T> answer(MovingPair pair, const MovingNodes<T>& nodes, const ImpactOptions<T>& options = {}) {
  return pair == MovingPair::edge_edge ? edge_edge_impact(nodes, options) : vertex_triangle_impact(nodes, options);
}

template <class T>
double reach(const MovingNodes<T>& nodes) {
  double most = 0;
  for (int k = 0; k < 4; ++k) {
    for (int j = 0; j < 4; ++j) {
      most = std::max<double>(most, max_abs(nodes.start[k] - nodes.start[j]));
      most = std::max<double>(most, max_abs(nodes.end[k] - nodes.end[j]));
    }
  }
  return most;
}

template <class T>
constexpr double least_tolerance = sizeof(T) == sizeof(float) ? 0x1p-14 : 0x1p-40;

struct Counts {
  int queries = 0, hits = 0, near = 0, limits = 0, most = 0;
  long rounds = 0;
};

/// An answer keeps its promises, whatever the truth: no true impact before its time, and a distance within the
/// tolerance at its time. Also counts.
template <class T>
void expect_promises(MovingPair pair, const MovingNodes<T>& nodes, Counts& counts) {
  const Impact<T> got = answer(pair, nodes);
  const MovingNodes<double> wide = test::in_double(nodes);
  const test::TrueImpact truth = test::true_impact(pair, wide);
  ASSERT_FALSE(truth.unsure);
  ASSERT_NE(got.status, ImpactStatus::not_finite);
  ++counts.queries, counts.hits += truth.found, counts.rounds += got.iterations;
  counts.most = std::max(counts.most, static_cast<int>(got.iterations));
  if (got.status == ImpactStatus::none) {
    EXPECT_FALSE(truth.found) << "missed, at " << truth.first;
    EXPECT_EQ(got.time, T(1));
    return;
  }
  if (truth.found) {
    EXPECT_GE(truth.first, WideReal(got.time) - WideReal(1e-40)) << "told too late";
  }
  if (got.status == ImpactStatus::iteration_limit) {
    ++counts.limits;
    return;
  }
  counts.near += !truth.found;
  EXPECT_EQ(got.status == ImpactStatus::touching, got.time == T(0));
  const double within = (least_tolerance<T> * 2.001 + 16.0 * test::epsilon<T>)*reach(nodes);
  EXPECT_LE(test::true_distance(pair, wide, got.time), within);
  EXPECT_LE(got.separation, within);
}

void print(const char* what, const Counts& c) {
  std::printf(
      "[   facts  ] %s: %d queries, %d impacts, %d told beside them, %d at the limit, %.2f rounds, at most %d\n", what,
      c.queries, c.hits, c.near, c.limits, static_cast<double>(c.rounds) / c.queries, c.most);
}

TYPED_TEST(Continuous, PairsThatMeetByConstructionAreNeverMissedNorToldTooLate) {
  using T = TypeParam;
  Random random(20211);
  for (int shape = 0; shape < static_cast<int>(Shape::count); ++shape) {
    int limits = 0;
    for (int i = 0; i < 20000; ++i) {
      const int fast = i % 3 == 0 ? 2 : i % 3 == 1 ? 16 : 800;
      const ImpactCase c = test::impact_case(random, static_cast<Shape>(shape), fast, {0, 0, 0});
      const Impact<T> got = answer(c.pair, test::rounded<T>(c.nodes));
      ASSERT_NE(got.status, ImpactStatus::none) << "shape " << shape << " query " << i;
      ASSERT_NE(got.status, ImpactStatus::not_finite);
      ASSERT_LE(got.time, T(c.time)) << "shape " << shape << " query " << i;
      limits += got.status == ImpactStatus::iteration_limit;
    }
    // Contacts at a border of what degenerates at that very time close in on it by a constant factor a round. Here they
    // are all that is asked: the times told of those are good, and early.
    EXPECT_LT(limits, 400) << "shape " << shape;
  }
}

TYPED_TEST(Continuous, DegeneratePairsThatMeetOrJustMissKeepTheirPromises) {
  using T = TypeParam;
  Random random(20212);
  for (int shape = 0; shape < static_cast<int>(Shape::count); ++shape) {
    Counts counts;
    for (int i = 0; i < 400; ++i) {
      const double off = i % 4 == 0 ? 0 : i % 4 == 1 ? 0x1p-10 : i % 4 == 2 ? 1 : 4;
      const Vec3<double> shift = test::whole_vector(random, 1, static_cast<Shape>(shape) == Shape::flat) * off;
      const ImpactCase c = test::impact_case(random, static_cast<Shape>(shape), i % 2 == 0 ? 4 : 400, shift);
      expect_promises(c.pair, test::rounded<T>(c.nodes), counts);
    }
    print(("shape " + std::to_string(shape)).c_str(), counts);
  }
}

TYPED_TEST(Continuous, RandomPairsAtAnySpeedKeepTheirPromises) {
  using T = TypeParam;
  Random random(20213);
  for (const double speed : {1e-3, 1.0, 10.0, 100.0}) {
    Counts counts;
    for (int i = 0; i < 1000; ++i) {
      const ImpactCase c = test::random_case(random, speed);
      expect_promises(c.pair, test::rounded<T>(c.nodes), counts);
    }
    print(("speed " + std::to_string(speed)).c_str(), counts);
    EXPECT_EQ(counts.hits > 0, speed >= 1);
    EXPECT_EQ(counts.limits, 0);
  }
}

TYPED_TEST(Continuous, CoordinatesFromAMillionthToAMillionKeepTheirPromises) {
  using T = TypeParam;
  Random random(20214);
  for (const double scale : {1e-6, 1e6}) {
    for (const double far : {0.0, 1e6}) {
      Counts counts;
      for (int i = 0; i < 300; ++i) {
        const ImpactCase c = test::moved(test::random_case(random, 2), scale, random.in_cube() * far);
        expect_promises(c.pair, test::rounded<T>(c.nodes), counts);
      }
      print(("scale " + std::to_string(scale) + " at " + std::to_string(far)).c_str(), counts);
    }
  }
}

TYPED_TEST(Continuous, AVertexThatFallsOnATriangleMeetsItAtTheTimeOfItsHeight) {
  using T = TypeParam;
  MovingNodes<T> nodes{{{T(0.25), T(0.25), T(1)}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}};
  for (int k = 0; k < 4; ++k) nodes.end[k] = nodes.start[k];
  nodes.end[0].z = T(-3);
  const Impact<T> got = vertex_triangle_impact(nodes, ImpactOptions<T>{});
  EXPECT_EQ(got.status, ImpactStatus::impact);
  EXPECT_LE(got.time, T(0.25));
  EXPECT_NEAR(got.time, 0.25, 2 * least_tolerance<T>);
  const double expected[4] = {1, 0.5, 0.25, 0.25};
  for (int k = 0; k < 4; ++k) EXPECT_NEAR(got.weight[k], expected[k], 1e-6) << k;
  const Impact<T> kept_off = vertex_triangle_impact(nodes, ImpactOptions<T>{T(0.5), T(0)});
  EXPECT_LE(kept_off.time, T(0.125));
  EXPECT_NEAR(kept_off.time, 0.125, 2 * least_tolerance<T>);
  EXPECT_NEAR(kept_off.separation, 0.5, 16 * least_tolerance<T>);
}

TYPED_TEST(Continuous, AnEdgeThatTurnsMeetsAnotherAtTheRootOfTheCubic) {
  using T = TypeParam;
  // From x = 1, z = 1 on both ends to z = -1 at one end, z = 3 at the other: at a quarter of it z is 1 - 2 t + ... = 0.
  MovingNodes<T> nodes{{{-1, 0, 1}, {1, 0, 1}, {T(-0.5), -1, 0}, {T(-0.5), 1, 0}}, {}};
  for (int k = 0; k < 4; ++k) nodes.end[k] = nodes.start[k];
  nodes.end[0].z = T(-2), nodes.end[1].z = T(2);
  // On x = -1/2: 3/4 (1 - 3 t) + 1/4 (1 + t) = 1 - 2 t.
  const Impact<T> got = edge_edge_impact(nodes, ImpactOptions<T>{});
  EXPECT_EQ(got.status, ImpactStatus::impact);
  EXPECT_LE(got.time, T(0.5));
  EXPECT_NEAR(got.time, 0.5, 4 * least_tolerance<T>);
  EXPECT_NEAR(got.weight[1], 0.25, 1e-3);
  EXPECT_NEAR(got.weight[3], 0.5, 1e-3);
}

TYPED_TEST(Continuous, AtRestApartThereIsNoImpactAndTouchingItIsAtTheStart) {
  using T = TypeParam;
  MovingNodes<T> nodes{{{0, 0, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}};
  for (int k = 0; k < 4; ++k) nodes.end[k] = nodes.start[k];
  EXPECT_EQ(vertex_triangle_impact(nodes, ImpactOptions<T>{}).status, ImpactStatus::none);
  EXPECT_EQ(vertex_triangle_impact(nodes, ImpactOptions<T>{T(1)}).status, ImpactStatus::touching);
  nodes.start[0].z = nodes.end[0].z = 0;
  EXPECT_EQ(vertex_triangle_impact(nodes, ImpactOptions<T>{}).status, ImpactStatus::touching);
  for (int k = 0; k < 4; ++k) nodes.start[k] = nodes.end[k] = {T(3), T(4), T(5)};
  EXPECT_EQ(vertex_triangle_impact(nodes, ImpactOptions<T>{}).status, ImpactStatus::touching);
  EXPECT_EQ(edge_edge_impact(nodes, ImpactOptions<T>{}).status, ImpactStatus::touching);
}

TYPED_TEST(Continuous, WhatIsNotFiniteHasAStatusWhereverItIs) {
  using T = TypeParam;
  const T infinity = std::numeric_limits<T>::infinity(), nan = std::numeric_limits<T>::quiet_NaN();
  for (const T bad : {nan, infinity, -infinity, std::numeric_limits<T>::max()}) {
    for (int k = 0; k < 24; ++k) {
      MovingNodes<T> nodes{{{0, 0, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 0, 2}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
      Vec3<T>& at = k < 12 ? nodes.start[k / 3] : nodes.end[k / 3 - 4];
      (k % 3 == 0 ? at.x : k % 3 == 1 ? at.y : at.z) = bad;
      EXPECT_EQ(vertex_triangle_impact(nodes, ImpactOptions<T>{}).status, ImpactStatus::not_finite) << k;
      EXPECT_EQ(edge_edge_impact(nodes, ImpactOptions<T>{}).status, ImpactStatus::not_finite) << k;
    }
  }
}

TYPED_TEST(Continuous, AtTheLimitOfIterationsTheTimeIsStillNotTooLate) {
  using T = TypeParam;
  Random random(20215);
  int limits = 0;
  for (int i = 0; i < 20000; ++i) {
    const ImpactCase c = test::impact_case(random, static_cast<Shape>(i % 8), 30, {0, 0, 0});
    const Impact<T> got = answer(c.pair, test::rounded<T>(c.nodes), {T(0), T(0), 1});
    ASSERT_NE(got.status, ImpactStatus::none);
    ASSERT_LE(got.time, T(c.time));
    ASSERT_LE(got.iterations, 1u);
    limits += got.status == ImpactStatus::iteration_limit;
  }
  EXPECT_GT(limits, 100);
}

TYPED_TEST(Continuous, NoSampledTimeBeforeTheOneToldIsWithinTheDistance) {
  using T = TypeParam;
  Random random(20216);
  int impacts = 0, none = 0, limits = 0;
  for (int i = 0; i < 1500; ++i) {
    const ImpactCase c = test::random_case(random, i % 2 == 0 ? 1 : 20);
    const MovingNodes<T> nodes = test::rounded<T>(c.nodes);
    const T distance = T(random.magnitude(1e-3, 1));
    const Impact<T> got = answer(c.pair, nodes, {distance, T(0)});
    impacts += got.status == ImpactStatus::impact, none += got.status == ImpactStatus::none;
    limits += got.status == ImpactStatus::iteration_limit;
    const MovingNodes<double> wide = test::in_double(nodes);
    if (got.time > T(0)) {
      for (int s = 0; s <= 50; ++s) {
        const WideReal t = WideReal(got.time) * s / 50;
        ASSERT_GT(test::true_distance(c.pair, wide, t), WideReal(distance)) << "query " << i << " at " << t;
      }
    }
    if (got.status == ImpactStatus::none || got.status == ImpactStatus::iteration_limit) continue;
    const double within =
        static_cast<double>(distance) + (2.001 * least_tolerance<T> + 16.0 * test::epsilon<T>)*reach(nodes);
    ASSERT_LE(test::true_distance(c.pair, wide, got.time), within * (1 + 8.0 * test::epsilon<T>)) << i;
  }
  EXPECT_GT(impacts, 200);
  EXPECT_GT(none, 200);
  EXPECT_EQ(limits, 0);
}

TYPED_TEST(Continuous, SwappingEdgesOrTurningCornersChangesNoVerdictFarFromTheTolerance) {
  using T = TypeParam;
  Random random(20217);
  for (int i = 0; i < 5000; ++i) {
    const MovingNodes<T> nodes = test::rounded<T>(test::random_case(random, 3).nodes);
    const auto permuted = [&](int a, int b, int c, int d) {
      MovingNodes<T> out;
      const int order[4] = {a, b, c, d};
      for (int k = 0; k < 4; ++k) out.start[k] = nodes.start[order[k]], out.end[k] = nodes.end[order[k]];
      return out;
    };
    const auto same = [&](const Impact<T>& a, const Impact<T>& b) {
      if (a.status == ImpactStatus::none || b.status == ImpactStatus::none) {
        // One may be told beside the other only where they come within the tolerance.
        if (a.status != b.status) return a.separation + b.separation < T(16 * least_tolerance<T>);
        return true;
      }
      return std::abs(a.time - b.time) < T(1e-2);
    };
    const ImpactOptions<T> o;
    EXPECT_TRUE(same(edge_edge_impact(nodes, o), edge_edge_impact(permuted(2, 3, 0, 1), o))) << i;
    EXPECT_TRUE(same(edge_edge_impact(nodes, o), edge_edge_impact(permuted(1, 0, 2, 3), o))) << i;
    EXPECT_TRUE(same(vertex_triangle_impact(nodes, o), vertex_triangle_impact(permuted(0, 2, 3, 1), o))) << i;
    EXPECT_TRUE(same(vertex_triangle_impact(nodes, o), vertex_triangle_impact(permuted(0, 1, 3, 2), o))) << i;
  }
}

}  // namespace
}  // namespace abut
