// Contact pipelines on a device: by graphs, by single launches, captured by the caller, against one on cores.
#include <string>
#include <vector>

#include "abut/pipeline.h"
#include "tests/support/complaint.h"
#include "tests/support/device_scene.h"
#include "tests/support/flock.h"
#include "tests/support/gpu.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::expect_same_bits;
using test::Flock;
using test::OnDevice;

template <class E>
std::vector<E> downloaded(const E* from, std::size_t count) {
  std::vector<E> out(count);
  EXPECT_EQ(cudaMemcpy(out.data(), from, count * sizeof(E), cudaMemcpyDeviceToHost), cudaSuccess);
  return out;
}
template <class E>
std::vector<E> taken(const E* from, std::size_t count) {
  return {from, from + count};
}

/// A stream of its own.
struct Stream {
  cudaStream_t stream = nullptr;
  Stream() { EXPECT_EQ(cudaStreamCreate(&stream), cudaSuccess); }
  ~Stream() { (void)cudaStreamDestroy(stream); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
};

/// A flock's poses on the device, always at the same place.
struct PosesOnDevice {
  OnDevice<double> position, quaternion;
  explicit PosesOnDevice(const Flock& flock) : position(flock.position.size()), quaternion(flock.quaternion.size()) {
    upload(flock);
  }
  void upload(const Flock& flock) {
    position.upload(flock.position.data());
    quaternion.upload(flock.quaternion.data());
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  }
  BodyPosesView<double> view(const Flock& flock) const { return flock.poses(position.data(), quaternion.data()); }
};

template <class T>
void expect_same_step(ContactPipeline<T>& got, ContactPipeline<T>& expected) {
  const PipelineCounts counts = got.counts(), wanted = expected.counts();
  ASSERT_EQ(counts.pairs, wanted.pairs);
  EXPECT_EQ(counts.candidates, wanted.candidates);
  EXPECT_EQ(counts.points, wanted.points);
  const PipelineContacts<T>&g = got.contacts(), &e = expected.contacts();
  const std::size_t n = wanted.pairs;
  ASSERT_EQ(downloaded(g.count, 1)[0], n);
  expect_same_bits(downloaded(g.pairs, n), taken(e.pairs, n), "pair");
  expect_same_bits(downloaded(g.previous, n), taken(e.previous, n), "place");
  const auto same = [n](const auto* on_device, const auto* on_host, const char* what) {
    expect_same_bits(downloaded(on_device, n), taken(on_host, n), what);
  };
  same(g.records.separation.data, e.records.separation.data, "separation");
  same(g.records.normal.y, e.records.normal.y, "normal");
  same(g.records.point.z, e.records.point.z, "point");
  same(g.records.lower_bound.data, e.records.lower_bound.data, "lower bound");
  same(g.records.status.data, e.records.status.data, "status");
  same(g.records.key.data, e.records.key.data, "key");
  if (e.kept != nullptr) {
    same(g.template kept_as<std::uint32_t>(), e.template kept_as<std::uint32_t>(), "what is kept");
  }
  if (e.patches.area.data == nullptr) return;
  same(g.patches.area.data, e.patches.area.data, "area");
  same(g.patches.volume.data, e.patches.volume.data, "volume");
  expect_same_bits(downloaded(g.patches.gaps.data, wanted.points), taken(e.patches.gaps.data, wanted.points), "gap");
}

/// Each pair is a step older.
__global__ void grow_older_kernel(PipelineContacts<float> c) {
  const std::uint64_t i = static_cast<std::uint64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < *c.count) ++c.kept_as<std::uint32_t>()[i];
}
void grow_older(const Stream& on, const PipelineContacts<float>& c) {
  grow_older_kernel<<<static_cast<unsigned>((c.capacity + 255) / 256), 256, 0, on.stream>>>(c);
}

PipelineOptions options_of(bool filter) {
  PipelineOptions options;
  options.alert_distance = 0.02;
  options.filter = filter;
  options.kept_bytes = sizeof(std::uint32_t);
  options.rebuild_every = 3;
  return options;
}

class DeviceContactPipeline : public test::GpuTest {};

TEST_F(DeviceContactPipeline, StepsAreThoseOnCores) {
  for (const bool filter : {true, false}) {
    for (const bool graph : {true, false}) {
      Flock flock(200, false, filter ? 3 : 1);
      PipelineOptions options = options_of(filter);
      options.graph = graph;
      const Stream stream;
      ContactPipeline<float> on_device(Cuda{stream.stream}, flock.shapes, flock.bodies, options),
          on_cores(Cpu{}, flock.shapes, flock.bodies, options);
      PosesOnDevice poses(flock);
      for (int k = 0; k < 7; ++k) {
        poses.upload(flock);
        on_device.step(poses.view(flock));
        on_cores.step(flock.poses());
        ASSERT_NO_FATAL_FAILURE(expect_same_step(on_device, on_cores)) << "step " << k;
        grow_older(stream, on_device.contacts());
        for (std::uint64_t i = 0; i < *on_cores.contacts().count; ++i)
          ++on_cores.contacts().kept_as<std::uint32_t>()[i];
        flock.move();
      }
      EXPECT_GT(on_cores.counts().pairs, 20u);
    }
  }
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TEST_F(DeviceContactPipeline, MayBeCapturedByTheCaller) {
  Flock flock(150);
  const Stream stream;
  ContactPipeline<float> on_device(Cuda{stream.stream}, flock.shapes, flock.bodies, options_of(true)),
      on_cores(Cpu{}, flock.shapes, flock.bodies, options_of(true));
  PosesOnDevice poses(flock);
  on_device.step(poses.view(flock));
  on_cores.step(flock.poses());
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t ready = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(stream.stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
  on_device.step(poses.view(flock));
  ASSERT_EQ(cudaStreamEndCapture(stream.stream, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiate(&ready, graph, 0), cudaSuccess);
  for (int k = 0; k < 4; ++k) {
    flock.move();
    poses.upload(flock);
    ASSERT_EQ(cudaGraphLaunch(ready, stream.stream), cudaSuccess);
    on_cores.step(flock.poses());
    ASSERT_NO_FATAL_FAILURE(expect_same_step(on_device, on_cores)) << k;
  }
  EXPECT_EQ(cudaGraphExecDestroy(ready), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
}

TEST_F(DeviceContactPipeline, FindsPatchesAndTakesPosesOfASet) {
  Flock flock(80, true);
  PipelineOptions options = options_of(true);
  options.patches = options.volumes = true;
  options.patch.margin = 0.01;
  const Stream stream;
  ContactPipeline<double> on_device(Cuda{stream.stream}, flock.shapes, flock.bodies, options),
      on_cores(Cpu{}, flock.shapes, flock.bodies, options);
  for (int k = 0; k < 3; ++k) {
    on_device.step(flock.bodies);
    on_cores.step(flock.bodies);
    ASSERT_NO_FATAL_FAILURE(expect_same_step(on_device, on_cores)) << k;
    flock.move();
  }
}

TEST_F(DeviceContactPipeline, GoesOnFromAStateOfEitherExecutor) {
  Flock flock(120);
  const Stream stream, other;
  ContactPipeline<float> on_device(Cuda{stream.stream}, flock.shapes, flock.bodies, options_of(true)),
      on_cores(Cpu{}, flock.shapes, flock.bodies, options_of(true)),
      again(Cuda{other.stream}, flock.shapes, flock.bodies, options_of(true));
  PosesOnDevice poses(flock);
  for (int k = 0; k < 2; ++k) {
    flock.move();
    poses.upload(flock);
    on_device.step(poses.view(flock));
  }
  const PipelineState state = on_device.state();
  on_cores.restore(flock.poses(), state);
  again.restore(poses.view(flock), on_cores.state());
  for (int k = 0; k < 2; ++k) {
    flock.move();
    poses.upload(flock);
    on_device.step(poses.view(flock));
    again.step(poses.view(flock));
    on_cores.step(flock.poses());
    ASSERT_NO_FATAL_FAILURE(expect_same_step(on_device, on_cores)) << k;
    ASSERT_NO_FATAL_FAILURE(expect_same_step(again, on_cores)) << k;
  }
}

TEST_F(DeviceContactPipeline, TellsOfTooLittleRoomAndOfBadInput) {
  Flock flock(120);
  const Stream stream;
  PipelineOptions options = options_of(true);
  options.candidates = 10;
  ContactPipeline<float> pipeline(Cuda{stream.stream}, flock.shapes, flock.bodies, options);
  pipeline.step(flock.bodies);
  EXPECT_NE(test::complaint([&] { (void)pipeline.counts(); }).find("candidate pairs; there is room for 10"),
            std::string::npos);
  EXPECT_EQ(downloaded(pipeline.contacts().count, 1)[0], 0u);
  BodyPosesView<double> poses = flock.poses();
  poses.count = 3;
  EXPECT_EQ(test::complaint([&] { pipeline.step(poses); }),
            "ContactPipeline: poses.count is 3; it was made with 120 bodies");
  ContactPipeline<float> none(Cuda{stream.stream}, ShapeSet{}, BodySet{});
  none.step(BodyPosesView<double>{});
  EXPECT_EQ(none.counts().pairs, 0u);
}

}  // namespace
}  // namespace abut
