// Trees and pair searches on a device: the host's tree and the `Cpu` executor's pairs, run after run, and captured in a
// graph that is replayed on moved bodies.
#include <limits>
#include <vector>

#include "abut/pairs/find_near.h"
#include "tests/support/device_scene.h"
#include "tests/support/gpu.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::crowd;
using test::expected_pairs;
using test::OnDevice;
using Scene = test::DeviceScene;

class DeviceTree : public test::GpuTest {};

TEST_F(DeviceTree, FindsThePairsOfTheCpuRunAfterRun) {
  const ShapeSet shapes = test::mixed_shapes(1);
  for (const std::uint32_t n : {1u, 2u, 1000u, 200000u}) {
    const BodySet bodies = crowd(shapes, n, n);
    const std::vector<Pair> expected = expected_pairs(shapes, bodies);
    Scene scene(shapes, bodies, expected.size() + 1);
    for (int run = 0; run < 3; ++run) {
      scene.build(Cuda{});
      scene.find(Cuda{});
      ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
      test::expect_same_bits(scene.pairs(), expected, "pair");
      const std::vector<std::uint64_t> rows = scene.rows();
      ASSERT_EQ(rows.back(), expected.size());
      for (std::uint32_t a = 0; a < n; ++a) {
        for (std::uint64_t i = rows[a]; i < rows[a + 1]; ++i) ASSERT_EQ(expected[i].a, a);
      }
    }
  }
}

TEST_F(DeviceTree, FullListsHaveEachPairBothWaysRound) {
  const ShapeSet shapes = test::mixed_shapes(1);
  const BodySet bodies = crowd(shapes, 5000, 8);
  std::vector<Pair> expected = expected_pairs(shapes, bodies);
  for (std::size_t i = expected.size(); i-- > 0;) expected.push_back({expected[i].b, expected[i].a});
  std::sort(expected.begin(), expected.end(), [](Pair p, Pair q) { return p.a != q.a ? p.a < q.a : p.b < q.b; });
  Scene scene(shapes, bodies, expected.size(), PairOrder::full);
  scene.build(Cuda{});
  scene.find(Cuda{});
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  test::expect_same_bits(scene.pairs(), expected, "pair");
}

TEST_F(DeviceTree, TooSmallACapacitySaysWhatIsNeeded) {
  const ShapeSet shapes = test::mixed_shapes(1);
  const BodySet bodies = crowd(shapes, 5000, 9);
  const std::vector<Pair> expected = expected_pairs(shapes, bodies);
  for (const std::uint64_t capacity : {std::uint64_t{0}, std::uint64_t{1}, expected.size() - 1}) {
    Scene scene(shapes, bodies, capacity);
    scene.build(Cuda{});
    scene.find(Cuda{});
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(scene.needed(), expected.size());
  }
}

TEST_F(DeviceTree, GraphReplayOnMovedBodiesFindsThePairsOfTheCpu) {
  const ShapeSet shapes = test::mixed_shapes(1);
  BodySet bodies = crowd(shapes, 3000, 10);
  Scene scene(shapes, bodies, 10 * expected_pairs(shapes, bodies).size());
  scene.build(Cuda{});
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  test::Replay replay([&](const Cuda& cuda) {
    scene.refit(cuda);
    scene.find(cuda);
  });
  test::Random random(11);
  for (int step = 0; step < 4; ++step) {
    scene.upload(bodies);
    ASSERT_NO_FATAL_FAILURE(replay.run());
    test::expect_same_bits(scene.pairs(), expected_pairs(shapes, bodies), "pair");
    test::move_all(bodies, random, 0.2);
  }
}

TEST_F(DeviceTree, PartsNearPointsAreThoseOfTheCpu) {
  const ShapeSet shapes = test::mixed_shapes(1);
  const BodySet bodies = crowd(shapes, 20000, 14);
  Scene scene(shapes, bodies, 0);
  scene.build(Cuda{});
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  test::Random random(15);
  std::vector<Vec3<double>> points;
  std::vector<double> radii;
  for (int i = 0; i < 30000; ++i) {
    points.push_back(random.in_ball() * (i % 100 == 0 ? 1e6 : 30.0));
    radii.push_back(i % 7 == 0 ? 0 : random.magnitude(1e-3, 3));
  }
  points[0].y = std::numeric_limits<double>::quiet_NaN();
  points[1] = {1e300, 0, -1e300};
  radii[2] = std::numeric_limits<double>::infinity();
  const auto n = static_cast<std::uint32_t>(points.size());
  const auto rows_of = [n](const Vec3<double>* rows) { return QueryPoints{n, {&rows->x, &rows->y, &rows->z, 3}}; };
  const ShapeHeader* const headers = &shapes.header(0);
  const std::vector<NearestBox> nearest =
      find_nearest(Cpu{}, {headers, shapes.size()}, bodies.parts(), test::alert, rows_of(points.data()));
  const NearList within = find_within(Cpu{}, {headers, shapes.size()}, bodies.parts(), test::alert,
                                      rows_of(points.data()), {0, {radii.data(), 1}});
  ASSERT_GT(within.pairs.size(), 50000u);

  const OnDevice<Vec3<double>> device_points(points.data(), n);
  const OnDevice<double> device_radii(radii.data(), n), distances(n);
  const OnDevice<std::uint32_t> parts(n);
  const OnDevice<Pair> pairs(within.pairs.size());
  const OnDevice<std::uint64_t> count(1), rows(n + 1);
  const QueryPoints at = rows_of(device_points.data());
  const OnDevice<unsigned char> workspace(find_pairs_workspace(Cuda{}, pairs.size()));
  test::Replay replay([&](const Cuda& cuda) {
    find_nearest(cuda, scene.tree(), at, {{parts.data(), 1}, {distances.data(), 1}});
    find_within(cuda.with({workspace.data(), workspace.size()}), scene.tree(), at, {0, {device_radii.data(), 1}},
                {pairs.data(), pairs.size(), count.data(), rows.data()});
  });
  for (int run = 0; run < 3; ++run) {
    ASSERT_NO_FATAL_FAILURE(replay.run());
    const std::vector<std::uint32_t> part = parts.download();
    const std::vector<double> distance = distances.download();
    for (std::uint32_t i = 0; i < n; ++i) {
      ASSERT_EQ(part[i], nearest[i].part) << i;
      ASSERT_EQ(distance[i], nearest[i].distance) << i;
    }
    ASSERT_EQ(count.download()[0], within.pairs.size());
    test::expect_same_bits(pairs.download(), within.pairs, "pair");
    test::expect_same_bits(rows.download(), within.rows, "row");
  }
}

}  // namespace
}  // namespace abut
