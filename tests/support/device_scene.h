// Bodies, a tree of their parts and a list of its pairs in device memory, for the tests that need a GPU.
#pragma once

#include <cmath>
#include <vector>

#include "abut/pairs/cuda_pairs.h"
#include "abut/pairs/find_pairs.h"
#include "tests/support/on_device.h"
#include "tests/support/shapes.h"

namespace abut::test {

inline constexpr double alert = 0.05;

inline BodySet crowd(const ShapeSet& shapes, std::uint32_t count, std::uint64_t seed) {
  test::Random random(seed);
  BodySet bodies;
  const double radius = 1.1 * std::cbrt(static_cast<double>(count));
  for (std::uint32_t i = 0; i < count; ++i) {
    bodies.add({random.in_ball() * radius, random.rotation()}, random.below(shapes.size()));
  }
  return bodies;
}

/// Moves every body by up to `reach`.
inline void move_all(BodySet& bodies, Random& random, double reach) {
  for (std::uint32_t body = 0; body < bodies.size(); ++body) {
    Pose pose = bodies.pose(body);
    pose.position = pose.position + random.in_ball() * reach;
    bodies.set_pose(body, pose);
  }
}

/// A stream of its own, and what `enqueue(cuda)` puts on it as a graph.
class Replay {
 public:
  template <class Enqueue>
  explicit Replay(const Enqueue& enqueue) {
    EXPECT_EQ(cudaStreamCreate(&stream_), cudaSuccess);
    EXPECT_EQ(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeThreadLocal), cudaSuccess);
    enqueue(Cuda{stream_});
    EXPECT_EQ(cudaStreamEndCapture(stream_, &graph_), cudaSuccess);
    EXPECT_EQ(cudaGraphInstantiate(&ready_, graph_, 0), cudaSuccess);
  }
  ~Replay() {
    (void)cudaGraphExecDestroy(ready_);
    (void)cudaGraphDestroy(graph_);
    (void)cudaStreamDestroy(stream_);
  }
  Replay(const Replay&) = delete;
  Replay& operator=(const Replay&) = delete;
  /// Launches it and waits.
  void run() {
    ASSERT_EQ(cudaGraphLaunch(ready_, stream_), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream_), cudaSuccess);
  }

 private:
  cudaStream_t stream_ = nullptr;
  cudaGraph_t graph_ = nullptr;
  cudaGraphExec_t ready_ = nullptr;
};

/// A tree of bodies and a list of its pairs in device memory.
class DeviceScene {
 public:
  DeviceScene(const ShapeSet& shapes, const BodySet& bodies, std::uint64_t capacity, PairOrder order = PairOrder::half)
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

  void build(const Cuda& cuda) {
    build_tree(cuda.with({build_workspace_.data(), build_workspace_.size()}), boxed(), tree_);
  }
  void refit(const Cuda& cuda) {
    refit_tree(cuda.with({refit_workspace_.data(), refit_workspace_.size()}), boxed(), tree_);
  }
  void find(const Cuda& cuda) { find(cuda, list()); }
  void find(const Cuda& cuda, const PairList& into) {
    find_pairs(cuda.with({find_workspace_.data(), find_workspace_.size()}), tree_, parts_.view(), order_, into);
  }
  PairList list() const { return {pairs_.data(), pairs_.size(), count_.data(), rows_.data()}; }
  const PartTree& tree() const { return tree_; }
  const PartsView& parts() const { return parts_.view(); }
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

inline std::vector<Pair> expected_pairs(const ShapeSet& shapes, const BodySet& bodies) {
  return find_pairs(Cpu{}, shapes.headers(), bodies.parts(), alert);
}

}  // namespace abut::test
