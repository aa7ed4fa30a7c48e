// The stages of a batch of pair queries as a device runs them, run on cores: the bits of the `Cpu` executor.
#include <gtest/gtest.h>

#include "abut/bodies/cuda_parts.h"
#include "abut/core/error.h"
#include "abut/core/workspace.h"
#include "abut/detect.h"
#include "abut/shapes/cuda_shapes.h"
#include "host/exec/layout.h"
#include "kernels/narrow/check_pairs.h"
#include "kernels/narrow/query_stages.h"
#include "tests/support/every_set.h"
#include "tests/support/guarded.h"
#include "tests/support/host_queue.h"
#include "tests/support/shapes.h"
#include "tests/support/torture_batch.h"

namespace abut {
namespace {

using test::HostQueue;

template <class T>
class QueryStages : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(QueryStages, Scalars);

/// How many pairs went which way. Data only.
struct Ways {
  std::uint64_t boxes, shallow, deeper, rest, hard, doubtful, hardest;
};

template <class T>
Contacts<T> by_stages(QueryBatch<T> batch, Ways* ways = nullptr, const std::uint64_t* count = nullptr,
                      std::uint32_t row_count = 0) {
  Contacts<T> out(batch.pair_count);
  batch.out = out.view();
  HostQueue queue;
  test::Guarded memory(bytes_of<device::QueryScratch<T>>(queue, batch.pair_count, row_count));
  Workspace workspace(memory.data());
  const device::QueryScratch<T> scratch(workspace, queue, batch.pair_count, row_count);
  device::query_batch(queue, batch, count, scratch);
  if (ways != nullptr) {
    const std::uint64_t* n = scratch.counts;
    *ways = {n[0], n[1], n[2], n[3], n[4], n[5], n[6]};
  }
  return out;
}

template <class T>
void expect_stages_to_agree(const QueryBatch<T>& batch, Ways* ways = nullptr) {
  test::expect_same_bits(test::answer(batch, InstructionSet::scalar), by_stages(batch, ways));
}

constexpr double everywhere = std::numeric_limits<double>::infinity();

TYPED_TEST(QueryStages, AdversarialPairsGetTheBitsOfTheCpu) {
  using T = TypeParam;
  test::for_each_torture_class<T>(12, 700, [](const QueryBatch<T>& batch) {
    expect_stages_to_agree(batch);
    if (batch.poses != nullptr) return;
    SCOPED_TRACE("rows");
    test::expect_same_bits(by_stages(batch), by_stages(batch, nullptr, nullptr, batch.parts.count));
  });
}

/// Bodies that meet several others: then poses are read from rows.
TYPED_TEST(QueryStages, PosesInRowsAreThoseOfTheBodies) {
  using T = TypeParam;
  test::Random random(84);
  ShapeSet shapes;
  BodySet bodies;
  for (int k = 0; k < 40; ++k) {
    shapes.add_hull(test::ellipsoid_points(random, 12));
    const Part part{static_cast<std::uint32_t>(k), {random.in_ball(), random.rotation()}};
    bodies.add({random.in_ball() * 4.0, random.rotation()}, std::span(&part, 1), {.alert_distance = 0.01 * k});
  }
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < 40; ++a) {
    for (std::uint32_t b = a + 1; b < 40; ++b) pairs.push_back({a, b});
  }
  QueryBatch<T> batch{shapes.view<T>(), bodies.parts(), nullptr, 0, pairs.data(), pairs.size(), 0.1, {}};
  test::expect_same_bits(test::answer(batch, InstructionSet::scalar), by_stages(batch, nullptr, nullptr, 40));
}

ShapeSet hulls_of_16(std::uint64_t seed) {
  test::Random random(seed);
  ShapeSet shapes;
  for (int k = 0; k < 40; ++k) shapes.add_hull(test::ellipsoid_points(random, 16));
  return shapes;
}

/// In float rounding leaves some in doubt; most of those are answered in double by the stage for that.
TYPED_TEST(QueryStages, NearPairsInDoubtHaveAStageOfTheirOwn) {
  using T = TypeParam;
  const ShapeSet shapes = hulls_of_16(85);
  const test::ShapePairs in = test::random_pairs(shapes, 8000, test::Regime::near, 86);
  Ways ways{};
  expect_stages_to_agree(test::batch_of<T>(shapes, in, everywhere), &ways);
  if (sizeof(T) == sizeof(double)) {
    EXPECT_EQ(ways.doubtful, 0u);
  } else {
    EXPECT_GT(ways.doubtful, 200u);
    EXPECT_LT(ways.rest, ways.doubtful / 4);
  }
}

/// Hulls of every bin, one of which is climbed.
ShapeSet hulls_of_every_bin() {
  test::Random random(71);
  ShapeSet shapes;
  for (const int points : {1, 2, 4, 8, 9, 16, 17, 31, 33, 47, 64, 65, 100, 128, 129, 300, 639, 700}) {
    shapes.add_hull(test::ellipsoid_points(random, points));
  }
  shapes.add_box({1, 0.5, 2});
  return shapes;
}

TYPED_TEST(QueryStages, HullsOfEveryBinGetTheBitsOfTheCpu) {
  const ShapeSet shapes = hulls_of_every_bin();
  for (const auto regime : {test::Regime::separated, test::Regime::near, test::Regime::touching, test::Regime::shallow,
                            test::Regime::deep}) {
    const test::ShapePairs in = test::random_pairs(shapes, 1500, regime, 72);
    expect_stages_to_agree(test::batch_of<TypeParam>(shapes, in, everywhere));
    expect_stages_to_agree(test::batch_of<TypeParam>(shapes, in, 0.1));
  }
}

TYPED_TEST(QueryStages, MixesOfAllKindsGetTheBitsOfTheCpuAndGoWhereTheyBelong) {
  ShapeSet shapes = test::mixed_shapes(3);
  test::add_curved_and_large(shapes, 7);
  const test::ShapePairs apart = test::random_pairs(shapes, 2000, test::Regime::separated, 74);
  Ways ways{};
  expect_stages_to_agree(test::batch_of<TypeParam>(shapes, apart, everywhere), &ways);
  const test::ShapePairs deep = test::random_pairs(shapes, 2000, test::Regime::deep, 75);
  expect_stages_to_agree(test::batch_of<TypeParam>(shapes, deep, everywhere), &ways);
  EXPECT_GT(ways.boxes, 10u);
  EXPECT_GT(ways.shallow, 100u);
  EXPECT_GT(ways.deeper, 10u);
  EXPECT_LT(ways.deeper, ways.shallow);
  EXPECT_GT(ways.rest, 100u);
  EXPECT_GT(ways.hard, 0u);
}

/// Of balls of 639 corners about one point every direction is about as short.
TYPED_TEST(QueryStages, ConcentricBallsNeedTheLargestCapacity) {
  test::Random random(87);
  ShapeSet shapes;
  for (const int points : {639, 639, 400, 100}) {
    std::vector<Vec3<double>> on_ball;
    for (int k = 0; k < points; ++k) on_ball.push_back(random.direction());
    shapes.add_hull(on_ball);
  }
  test::ShapePairs in;
  for (std::uint32_t a = 0; a < 4; ++a) {
    for (std::uint32_t b = 0; b < 4; ++b) in.add({a, b}, {random.in_ball() * 1e-3, random.rotation()});
  }
  Ways ways{};
  expect_stages_to_agree(test::batch_of<TypeParam>(shapes, in, everywhere), &ways);
  EXPECT_GT(ways.hard, ways.hardest);
  EXPECT_GT(ways.hardest, 0u);
}

TYPED_TEST(QueryStages, SeparatedHullsNeedTheFirstStageAlone) {
  const ShapeSet shapes = hulls_of_every_bin();
  const test::ShapePairs in = test::random_pairs(shapes, 4000, test::Regime::separated, 76);
  Ways ways{};
  by_stages(test::batch_of<TypeParam>(shapes, in, everywhere), &ways);
  EXPECT_EQ(ways.boxes + ways.shallow, 0u);
  // The hull that is climbed meets one pair in ten; few others are left in doubt.
  EXPECT_LT(ways.rest, 600u);
}

TYPED_TEST(QueryStages, MostOverlapsOfAFewPerCentNeedRoomForEightVertices) {
  using T = TypeParam;
  const ShapeSet shapes = hulls_of_16(82);
  const test::ShapePairs all = test::random_pairs(shapes, 8000, test::Regime::shallow, 83);
  const Contacts<T> depths = by_stages(test::batch_of<T>(shapes, all, everywhere));
  test::ShapePairs in;
  for (std::size_t i = 0; i < all.pairs.size(); ++i) {
    const Pair pair = all.pairs[i];
    const double size = shapes.header(pair.a).size + shapes.header(pair.b).size;
    if (!(static_cast<double>(depths.separation[i]) < -1e-3 * size)) continue;
    in.pairs.push_back(pair);
    in.poses.insert(in.poses.end(), all.poses.begin() + static_cast<std::ptrdiff_t>(12 * i),
                    all.poses.begin() + static_cast<std::ptrdiff_t>(12 * i + 12));
  }
  Ways ways{};
  expect_stages_to_agree(test::batch_of<T>(shapes, in, everywhere), &ways);
  EXPECT_EQ(ways.shallow, in.pairs.size());
  EXPECT_GT(ways.shallow, 2000u);
  EXPECT_LT(ways.deeper, ways.shallow / 2);
  EXPECT_GT(ways.deeper, 0u);
  EXPECT_LT(ways.rest, ways.shallow / 100);
}

TYPED_TEST(QueryStages, CachesAreReadAndLeftAsOnTheCpu) {
  using T = TypeParam;
  const ShapeSet shapes = hulls_of_every_bin();
  test::Random random(77);
  for (const auto regime : {test::Regime::separated, test::Regime::shallow}) {
    test::ShapePairs in = test::random_pairs(shapes, 1000, regime, 78);
    std::vector<CachedPolytope> of_cpu(in.pairs.size(), CachedPolytope{}), of_stages = of_cpu;
    for (int step = 0; step < 4; ++step) {
      QueryBatch<T> batch = test::batch_of<T>(shapes, in, everywhere);
      batch.cache = of_cpu.data();
      const Contacts<T> expected = test::answer(batch, InstructionSet::scalar);
      batch.cache = of_stages.data();
      test::expect_same_bits(expected, by_stages(batch));
      for (std::size_t i = 0; i < of_cpu.size(); ++i) test::expect_same_kept(of_cpu[i], of_stages[i]);
      for (std::size_t i = 0; i < in.pairs.size(); ++i) {
        const Vec3<double> moved = random.in_ball() * 1e-2;
        in.poses[12 * i + 3] += moved.x, in.poses[12 * i + 7] += moved.y, in.poses[12 * i + 11] += moved.z;
      }
    }
  }
}

TYPED_TEST(QueryStages, PairsThatCannotBeAskedSayWhy) {
  using T = TypeParam;
  const ShapeSet shapes = hulls_of_every_bin();
  test::ShapePairs in = test::random_pairs(shapes, 400, test::Regime::near, 79);
  for (std::size_t i = 0; i < in.pairs.size(); i += 3) {
    in.poses[12 * i + i % 12] = i % 2 == 0 ? std::numeric_limits<double>::quiet_NaN() : everywhere;
  }
  const QueryBatch<T> batch = test::batch_of<T>(shapes, in, everywhere);
  expect_stages_to_agree(batch);
  const Contacts<T> out = by_stages(batch);
  EXPECT_EQ(status_of(out.status[0]), Status::invalid_pose);
}

TYPED_TEST(QueryStages, NumbersOfPairsAreReadOnTheDevice) {
  using T = TypeParam;
  const ShapeSet shapes = hulls_of_every_bin();
  const test::ShapePairs in = test::random_pairs(shapes, 500, test::Regime::near, 80);
  const QueryBatch<T> batch = test::batch_of<T>(shapes, in, everywhere);
  const Contacts<T> all = by_stages(batch);
  for (const std::uint64_t count : {0ull, 1ull, 499ull, 500ull, 501ull}) {
    const Contacts<T> some = by_stages(batch, nullptr, &count);
    const std::uint64_t answered = count <= 500 ? count : 0;
    for (std::uint64_t i = 0; i < 500; ++i) {
      ASSERT_EQ(some.separation[i], i < answered ? all.separation[i] : T(0)) << count << ' ' << i;
      ASSERT_EQ(some.gjk_iterations[i], i < answered ? all.gjk_iterations[i] : 0) << count << ' ' << i;
    }
  }
  EXPECT_EQ(by_stages(QueryBatch<T>{}).separation.size(), 0u);
}

TYPED_TEST(QueryStages, IntersectionsAreThoseOfTheCpu) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(3);
  test::add_curved_and_large(shapes, 7);
  test::Random random(84);
  BodySet bodies;
  for (int i = 0; i < 300; ++i) {
    bodies.add({random.in_ball() * 1.5, random.rotation()}, random.below(shapes.size()));
  }
  std::vector<Pair> pairs;
  for (std::uint32_t i = 1; i < 300; ++i) pairs.push_back({i - 1, i});
  QueryBatch<T> batch{};
  batch.shapes = shapes.view<T>();
  batch.parts = bodies.parts();
  batch.pairs = pairs.data();
  batch.pair_count = pairs.size();
  std::vector<std::uint8_t> of_cpu(pairs.size()), of_stages(pairs.size(), 7);
  intersect_pairs<T>(Cpu{}, batch.shapes, batch.parts, pairs, of_cpu);
  HostQueue queue;
  device::intersect_batch(queue, batch, of_stages.data());
  EXPECT_EQ(of_cpu, of_stages);
  const auto hits = std::count(of_cpu.begin(), of_cpu.end(), 1);
  EXPECT_GT(hits, 10);
  EXPECT_LT(hits, 290);
}

/// What the debug mode finds in pairs of six parts with shapes 0 to 5 of `shape_count`.
std::uint64_t first_bad(const std::vector<Pair>& pairs, std::uint32_t shape_count, bool of_parts = true,
                        const std::uint64_t* count = nullptr) {
  const std::uint32_t shape[6] = {0, 1, 2, 3, 4, 5};
  std::uint64_t lowest = ~std::uint64_t{0};
  HostQueue queue;
  queue.for_each(pairs.size(),
                 device::FindBadPair{pairs.data(), count, of_parts ? shape : nullptr, 6, shape_count, &lowest});
  return lowest;
}

TEST(CheckedPairs, TheFirstThatNamesWhatIsNotThereIsFound) {
  constexpr std::uint64_t none = ~std::uint64_t{0};
  std::vector<Pair> pairs(1000, Pair{0, 5});
  EXPECT_EQ(first_bad(pairs, 6), none);
  EXPECT_EQ(first_bad(pairs, 5), 0u);  // part 5's shape
  pairs[900] = {6, 0};
  pairs[700] = {0, 0xffffffffu};
  EXPECT_EQ(first_bad(pairs, 6), 700u);
  pairs[300] = {5, 6};
  EXPECT_EQ(first_bad(pairs, 6), 300u);
  EXPECT_EQ(first_bad(pairs, 7, false), 700u);  // shapes themselves: 6 is there
  const std::uint64_t count = 300;
  EXPECT_EQ(first_bad(pairs, 6, true, &count), none);
  EXPECT_EQ(first_bad({}, 6), none);
}

}  // namespace
}  // namespace abut
