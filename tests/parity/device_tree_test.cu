// Trees and pair searches on a device: the host's tree and the `Cpu` executor's pairs, run after run, and captured in a
// graph that is replayed on moved bodies.
#include <vector>

#include "tests/support/device_scene.h"
#include "tests/support/gpu.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::crowd;
using test::expected_pairs;
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

}  // namespace
}  // namespace abut
