// The device-array form of query_pairs: everything in device memory, a stream of its own, a workspace asked for first,
// captured in a graph and replayed on moved bodies.
#include <vector>

#include "abut/shapes/cuda_shapes.h"
#include "tests/support/gpu.h"
#include "tests/support/on_device.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::OnDevice;

template <class T>
class DeviceArrays : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceArrays, Scalars);

TYPED_TEST(DeviceArrays, GraphReplayOnMovedBodiesGivesTheBitsOfTheCpu) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(1);
  test::add_curved_and_large(shapes, 2);
  test::Random random(3);
  BodySet bodies;
  for (int i = 0; i < 500; ++i) {
    bodies.add({random.in_ball() * 2.5, random.rotation()}, random.below(shapes.size()));
  }
  const std::vector<Pair> pairs = find_pairs(Cpu{}, &shapes.header(0), shapes.size(), bodies.parts(), 0.5);
  ASSERT_GT(pairs.size(), 500u);

  const ShapeSetView<T> host = shapes.view<T>();
  const OnDevice<unsigned char> shape_memory(device_shapes_bytes(host));
  const ShapeSetView<T> shapes_on_device = copy_shapes(Cuda{}, host, shape_memory.data(), shape_memory.size());

  test::PartsOnDevice parts(bodies.parts());
  const OnDevice<Pair> device_pairs(pairs.data(), pairs.size());

  // rows of four: separation and normal; every other array stays null
  const OnDevice<T> rows(4 * pairs.size());
  ContactsView<T> out;
  out.separation = {rows.data(), 4};
  out.normal = {rows.data() + 1, rows.data() + 2, rows.data() + 3, 4};

  cudaStream_t stream = nullptr;
  ASSERT_EQ(cudaStreamCreate(&stream), cudaSuccess);
  const Cuda cuda{stream};
  const std::size_t bytes = query_pairs_workspace<T>(cuda, pairs.size());
  const OnDevice<unsigned char> workspace(bytes);
  ASSERT_EQ(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
  query_pairs<T>(cuda, shapes_on_device, parts.view(), {device_pairs.data(), pairs.size()}, {}, out, workspace.data(),
                 bytes);
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamEndCapture(stream, &graph), cudaSuccess);
  cudaGraphExec_t replay = nullptr;
  ASSERT_EQ(cudaGraphInstantiate(&replay, graph, 0), cudaSuccess);

  for (int step = 0; step < 3; ++step) {
    ASSERT_EQ(cudaGraphLaunch(replay, stream), cudaSuccess);
    ASSERT_EQ(cudaStreamSynchronize(stream), cudaSuccess);
    Contacts<T> expected(pairs.size());
    query_pairs<T>(Cpu{}, shapes.view<T>(), bodies.parts(), pairs, {}, expected.view());
    const std::vector<T> got = rows.download();
    std::vector<T> wanted;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      wanted.insert(wanted.end(),
                    {expected.separation[i], expected.normal_x[i], expected.normal_y[i], expected.normal_z[i]});
    }
    test::expect_same_bits(wanted, got, "separation or normal");
    for (std::uint32_t body = 0; body < bodies.size(); ++body) {
      Pose pose = bodies.pose(body);
      pose.position = pose.position + random.in_ball() * 0.05;
      bodies.set_pose(body, pose);
    }
    parts.upload(bodies.parts());
  }
  (void)cudaGraphExecDestroy(replay);
  (void)cudaGraphDestroy(graph);
  (void)cudaStreamDestroy(stream);
}

}  // namespace
}  // namespace abut
