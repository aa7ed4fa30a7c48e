// The device-array form of query_pairs: everything in device memory, a stream of its own, a workspace asked for first,
// captured in a graph and replayed on moved bodies.
#include <vector>

#include "abut/shapes/cuda_shapes.h"
#include "tests/support/device_scene.h"
#include "tests/support/gpu.h"
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
  const std::vector<Pair> pairs = find_pairs(Cpu{}, shapes.headers(), bodies.parts(), 0.5);
  ASSERT_GT(pairs.size(), 500u);

  const ShapeSetView<T> host = shapes.view<T>();
  const OnDevice<unsigned char> shape_memory(device_shapes_bytes(host));
  const ShapeSetView<T> shapes_on_device = copy_shapes(Cuda{}, host, {shape_memory.data(), shape_memory.size()});

  test::PartsOnDevice parts(bodies.parts());
  const OnDevice<Pair> device_pairs(pairs.data(), pairs.size());

  // rows of four: separation and normal; every other array stays null
  const OnDevice<T> rows(4 * pairs.size());
  ContactsView<T> out;
  out.separation = {rows.data(), 4};
  out.normal = {rows.data() + 1, rows.data() + 2, rows.data() + 3, 4};

  const std::size_t bytes = query_pairs_workspace<T>(Cuda{}, pairs.size());
  const OnDevice<unsigned char> workspace(bytes);
  test::Replay replay([&](const Cuda& cuda) {
    query_pairs<T>(cuda.with({workspace.data(), bytes}), shapes_on_device, parts.view(),
                   {device_pairs.data(), pairs.size()}, {}, out);
  });

  for (int step = 0; step < 3; ++step) {
    ASSERT_NO_FATAL_FAILURE(replay.run());
    Contacts<T> expected(pairs.size());
    query_pairs<T>(Cpu{}, shapes.view<T>(), bodies.parts(), pairs, {}, expected.view());
    const std::vector<T> got = rows.download();
    std::vector<T> wanted;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      wanted.insert(wanted.end(),
                    {expected.separation[i], expected.normal_x[i], expected.normal_y[i], expected.normal_z[i]});
    }
    test::expect_same_bits(wanted, got, "separation or normal");
    test::move_all(bodies, random, 0.05);
    parts.upload(bodies.parts());
  }
}

}  // namespace
}  // namespace abut
