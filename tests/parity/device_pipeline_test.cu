// From poses to contacts on a device, captured once and replayed: no copy to the host in between, and the records of
// the `Cpu` executor.
#include <vector>

#include "abut/detect.h"
#include "abut/shapes/cuda_shapes.h"
#include "tests/support/device_scene.h"
#include "tests/support/gpu.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::OnDevice;

template <class T>
class DevicePipeline : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DevicePipeline, Scalars);

TYPED_TEST(DevicePipeline, GraphReplayGivesTheRecordsOfTheCpu) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(1);
  test::add_curved_and_large(shapes, 2);
  BodySet bodies = test::crowd(shapes, 3000, 12);
  const std::uint64_t capacity = 10 * test::expected_pairs(shapes, bodies).size();
  test::DeviceScene scene(shapes, bodies, capacity);
  const ShapeSetView<T> host = shapes.view<T>();
  const OnDevice<unsigned char> shape_memory(device_shapes_bytes(host));
  const ShapeSetView<T> shapes_on_device = copy_shapes(Cuda{}, host, {shape_memory.data(), shape_memory.size()});

  const OnDevice<T> numbers(5 * capacity);  // separation, normal, lower bound: one array each
  const OnDevice<std::uint64_t> keys(capacity);
  const OnDevice<std::uint8_t> status(capacity);
  ContactsView<T> out;
  out.separation = {numbers.data(), 1};
  out.normal = {numbers.data() + capacity, numbers.data() + 2 * capacity, numbers.data() + 3 * capacity, 1};
  out.lower_bound = {numbers.data() + 4 * capacity, 1};
  out.key = {keys.data(), 1};
  out.status = {status.data(), 1};

  const std::size_t bytes = query_pairs_workspace<T>(Cuda{}, capacity);
  const OnDevice<unsigned char> workspace(bytes);
  test::Replay replay([&](const Cuda& cuda) {
    scene.build(cuda);
    scene.find(cuda);
    query_pair_list<T>(cuda.with({workspace.data(), bytes}), shapes_on_device, scene.parts(), scene.list(), {}, out);
  });

  test::Random random(13);
  for (int step = 0; step < 3; ++step) {
    scene.upload(bodies);
    ASSERT_NO_FATAL_FAILURE(replay.run());
    const std::vector<Pair> pairs = test::expected_pairs(shapes, bodies);
    test::expect_same_bits(scene.pairs(), pairs, "pair");
    Contacts<T> expected(pairs.size());
    query_pairs<T>(Cpu{}, host, bodies.parts(), pairs, {}, expected.view());
    const std::vector<T> got = numbers.download();
    const auto array = [&](std::size_t k) {
      const auto begin = got.begin() + static_cast<std::ptrdiff_t>(k * capacity);
      return std::vector<T>(begin, begin + static_cast<std::ptrdiff_t>(pairs.size()));
    };
    test::expect_same_bits(expected.separation, array(0), "separation");
    test::expect_same_bits(expected.normal_x, array(1), "normal x");
    test::expect_same_bits(expected.normal_y, array(2), "normal y");
    test::expect_same_bits(expected.normal_z, array(3), "normal z");
    test::expect_same_bits(expected.lower_bound, array(4), "lower bound");
    std::vector<std::uint64_t> got_keys = keys.download();
    got_keys.resize(pairs.size());
    test::expect_same_bits(expected.key, got_keys, "key");
    test::move_all(bodies, random, 0.2);
  }
}

}  // namespace
}  // namespace abut
