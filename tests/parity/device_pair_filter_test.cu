// The filter of pairs on a device: time steps in a graph, against the same on cores.
#include "abut/contacts/pair_filter.h"
#include "abut/detect.h"
#include "abut/shapes/cuda_shapes.h"
#include "tests/support/device_scene.h"
#include "tests/support/gpu.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::OnDevice;

class DevicePairFilter : public test::GpuTest {};

struct Candidates {
  OnDevice<Pair> pairs;
  OnDevice<std::uint64_t> count;
  OnDevice<double> clearance;
  explicit Candidates(std::uint64_t capacity) : pairs(capacity), count(1), clearance(capacity) {
    EXPECT_EQ(cudaMemset(count.data(), 0, sizeof(std::uint64_t)), cudaSuccess);
  }
  ClearedPairs view() const { return {{pairs.data(), pairs.size(), count.data()}, clearance.data()}; }
};

TEST_F(DevicePairFilter, LeavesAndKnowsWhatTheOneOnCoresDoes) {
  ShapeSet shapes;
  test::Random random(61);
  for (int k = 0; k < 5; ++k) shapes.add_hull(test::ellipsoid_points(random, 30));
  BodySet bodies = test::crowd(shapes, 2000, 62);
  const std::uint64_t capacity = 4 * test::expected_pairs(shapes, bodies).size();
  test::DeviceScene scene(shapes, bodies, capacity);
  const std::uint32_t parts = bodies.parts().count;
  const ShapeSetView<float> host = shapes.view<float>();
  const OnDevice<unsigned char> shape_memory(device_shapes_bytes(host));
  const ShapeSetView<float> view = copy_shapes(Cuda{}, host, {shape_memory.data(), shape_memory.size()});
  const Candidates even(capacity), odd(capacity);
  const OnDevice<PartPlace> part_places(parts);
  const OnDevice<Pair> near(capacity);
  const OnDevice<std::uint64_t> near_count(1);
  const OnDevice<std::uint32_t> near_places(capacity);
  const OnDevice<float> lower_bound(capacity);
  const OnDevice<unsigned char> query(query_pairs_workspace<float>(Cuda{}, capacity)),
      filter_memory(filter_pairs_workspace(Cuda{}, parts, capacity));

  const auto step = [&](const Candidates& before, const Candidates& now) {
    return [&](const Cuda& cuda) {
      const FilterStep filtered{{view.headers, scene.parts(), test::alert},
                                part_places.data(),
                                before.view(),
                                now.view(),
                                {{near.data(), capacity, near_count.data()}, near_places.data()}};
      scene.build(cuda);
      scene.find(cuda, filtered.now.list);
      filter_pairs(cuda.with({filter_memory.data(), filter_memory.size()}), filtered);
      ContactsView<float> out;
      out.lower_bound = {lower_bound.data(), 1};
      query_pair_list<float>(cuda.with({query.data(), query.size()}), view, scene.parts(), filtered.near.list, {}, out);
      learn_clearances<float>(cuda, filtered, out.lower_bound);
    };
  };
  test::Replay to_even(step(odd, even)), to_odd(step(even, odd));

  PairFilter filter;
  std::uint64_t left_out = 0;
  for (int k = 0; k < 6; ++k) {
    scene.upload(bodies);
    ASSERT_NO_FATAL_FAILURE((k % 2 == 0 ? to_even : to_odd).run());
    const Candidates& now = k % 2 == 0 ? even : odd;
    const std::vector<Pair> candidates = test::expected_pairs(shapes, bodies);
    const std::span<const Pair> left =
        filter.filter({host.headers, host.count}, bodies.parts(), candidates, test::alert);
    const std::vector<Pair> expected(left.begin(), left.end());
    Contacts<float> contacts(expected.size());
    query_pairs<float>(Cpu{}, host, bodies.parts(), expected, {}, contacts.view());
    filter.learn<float>(contacts.lower_bound);
    ASSERT_EQ(now.count.download()[0], candidates.size());
    ASSERT_EQ(near_count.download()[0], expected.size());
    const auto shortened = [](auto array, std::size_t size) {
      array.resize(size);
      return array;
    };
    test::expect_same_bits(expected, shortened(near.download(), expected.size()), "near pairs");
    const std::vector<double> clearances(filter.clearances().begin(), filter.clearances().end());
    test::expect_same_bits(clearances, shortened(now.clearance.download(), candidates.size()), "clearances");
    left_out += candidates.size() - expected.size();
    test::move_all(bodies, random, 1e-4);
  }
  EXPECT_GT(left_out, 0u);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

}  // namespace
}  // namespace abut
