// Trees and pair searches on a device: the host's tree and the `Cpu` executor's pairs, run after run, and captured in a
// graph that is replayed on moved bodies.
#include <vector>

#include "abut/pairs/cuda_pairs.h"
#include "abut/pairs/find_pairs.h"
#include "tests/support/gpu.h"
#include "tests/support/on_device.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::OnDevice;
using test::PartsOnDevice;

class DeviceTree : public test::GpuTest {};

constexpr double alert = 0.05;

BodySet crowd(const ShapeSet& shapes, std::uint32_t count, std::uint64_t seed) {
  test::Random random(seed);
  BodySet bodies;
  const double radius = 1.1 * std::cbrt(static_cast<double>(count));
  for (std::uint32_t i = 0; i < count; ++i) {
    bodies.add({random.in_ball() * radius, random.rotation()}, random.below(shapes.size()));
  }
  return bodies;
}

/// A tree of bodies and a list of its pairs in device memory.
class Scene {
 public:
  Scene(const ShapeSet& shapes, const BodySet& bodies, std::uint64_t capacity, PairOrder order = PairOrder::half)
      : shapes_(shapes),
        headers_(&shapes.header(0), shapes.size()),
        parts_(bodies.parts()),
        tree_memory_(part_tree_bytes(count())),
        tree_(part_tree_in(tree_memory_.data(), count())),
        pairs_(capacity),
        count_(1),
        rows_(count() + 1),
        order_(order),
        build_workspace_(build_tree_workspace(Cuda{}, count())),
        refit_workspace_(refit_tree_workspace(Cuda{}, count())),
        find_workspace_(find_pairs_workspace(Cuda{}, capacity)) {}

  void build(const Cuda& cuda) { build_tree(cuda, boxed(), tree_, build_workspace_.data(), build_workspace_.size()); }
  void refit(const Cuda& cuda) { refit_tree(cuda, boxed(), tree_, refit_workspace_.data(), refit_workspace_.size()); }
  void find(const Cuda& cuda) {
    const PairList list{pairs_.data(), pairs_.size(), count_.data(), rows_.data()};
    find_pairs(cuda, tree_, parts_.view(), order_, list, find_workspace_.data(), find_workspace_.size());
  }
  void upload(const BodySet& bodies) { parts_.upload(bodies.parts()); }
  std::uint64_t needed() const { return count_.download()[0]; }
  std::vector<Pair> pairs() const {
    std::vector<Pair> all = pairs_.download();
    all.resize(needed());
    return all;
  }
  std::vector<std::uint64_t> rows() const { return rows_.download(); }

 private:
  std::uint32_t count() const { return parts_.view().count; }
  BoxedParts boxed() const { return {headers_.data(), parts_.view(), alert}; }

  const ShapeSet& shapes_;
  OnDevice<ShapeHeader> headers_;
  PartsOnDevice parts_;
  OnDevice<unsigned char> tree_memory_;
  PartTree tree_;
  OnDevice<Pair> pairs_;
  OnDevice<std::uint64_t> count_, rows_;
  PairOrder order_;
  OnDevice<unsigned char> build_workspace_, refit_workspace_, find_workspace_;
};

std::vector<Pair> expected_pairs(const ShapeSet& shapes, const BodySet& bodies) {
  return find_pairs(Cpu{}, &shapes.header(0), shapes.size(), bodies.parts(), alert);
}

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
  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  const Cuda cuda{stream};
  scene.build(cuda);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
  scene.refit(cuda);
  scene.find(cuda);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  cudaGraphExec_t replay = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&replay, graph, 0), cudaSuccess);
  test::Random random(11);
  for (int step = 0; step < 4; ++step) {
    scene.upload(bodies);
    ASSERT_EQ(cudaGraphLaunch(replay, stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    test::expect_same_bits(scene.pairs(), expected_pairs(shapes, bodies), "pair");
    for (std::uint32_t body = 0; body < bodies.size(); ++body) {
      Pose pose = bodies.pose(body);
      pose.position = pose.position + random.in_ball() * 0.2;
      bodies.set_pose(body, pose);
    }
  }
  (void)cudaGraphExecDestroy(replay);
  (void)cudaGraphDestroy(graph);
  (void)cudaStreamDestroy(stream);
}

}  // namespace
}  // namespace abut
