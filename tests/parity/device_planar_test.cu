// The plane on a device: candidates among flat shapes and records in a graph, against the same on cores.
#include <algorithm>
#include <string>

#include "abut/planar.h"
#include "tests/support/complaint.h"
#include "tests/support/device_scene.h"
#include "tests/support/gpu.h"
#include "tests/support/same_planar_bits.h"

namespace abut {
namespace {

using test::OnDevice;

template <class T>
class DevicePlane : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DevicePlane, Scalars);

TYPED_TEST(DevicePlane, AnswersWhatASearchHasFoundStepAfterStep) {
  using T = TypeParam;
  test::Random random(71);
  PlanarShapeSet shapes;
  for (int k = 0; k < 20; ++k) {
    std::vector<Vec2<double>> points;
    for (int i = 0; i < 3 + k; ++i) points.push_back({random.uniform(-1, 1), random.uniform(-1, 1)});
    shapes.add_polygon(points, k % 5 == 4 ? 0.1 : 0);
  }
  shapes.add_disc(0.5);
  const std::uint32_t count = 2000;
  std::vector<PlanarBody> plane;
  BodySet bodies;
  const auto place = [&](bool first) {
    for (std::uint32_t i = 0; i < count; ++i) {
      const double angle = random.uniform(0, 7);
      const Vec2<double> at{random.uniform(-40, 40), random.uniform(-40, 40)};
      if (first) plane.push_back({random.below(shapes.size()), {}});
      plane[i].pose = planar_pose(at, angle);
      const Pose pose{{at.x, at.y, 0}, rotation_from_quaternion(std::cos(angle / 2), 0, 0, std::sin(angle / 2))};
      if (first) {
        bodies.add(pose, plane[i].shape);
      } else {
        bodies.set_pose(i, pose);
      }
    }
  };
  place(true);
  const ShapeSet flat = flat_shapes(shapes);
  const std::uint64_t capacity = 8 * test::expected_pairs(flat, bodies).size();
  test::DeviceScene scene(flat, bodies, capacity);
  const PlanarShapeSetView<T> host = shapes.view<T>();
  const OnDevice<unsigned char> shape_memory(device_planar_shapes_bytes(host));
  const PlanarShapeSetView<T> view = copy_planar_shapes(Cuda{}, host, {shape_memory.data(), shape_memory.size()});
  OnDevice<PlanarBody> placed(count);
  const OnDevice<Pair> pairs(capacity);
  const OnDevice<std::uint64_t> number(1);
  const OnDevice<PlanarContact<T>> contacts(capacity);
  const OnDevice<PlanarPatch<T>> patches(capacity);
  std::vector<CachedPolytope> kept(capacity, CachedPolytope{});  // by number in the list: most are of another pair
  const OnDevice<CachedPolytope> caches(kept.data(), capacity);
  PlanarQueryOptions options, of_device;
  options.alert_distance = of_device.alert_distance = 0.02;
  options.patch_margin = of_device.patch_margin = 1e-3;
  of_device.cache = caches.data();
  const OnDevice<unsigned char> query(query_planar_pairs_workspace<T>(Cuda{}, view));
  const PairList list{pairs.data(), capacity, number.data()};
  test::Replay step([&](const Cuda& cuda) {
    scene.build(cuda);
    scene.find(cuda, list);
    query_planar_pair_list<T>(cuda.with({query.data(), query.size()}), view, {placed.data(), count}, list, of_device,
                              {contacts.data(), patches.data()});
  });
  for (int k = 0; k < 4; ++k) {
    if (k > 0) place(false);
    scene.upload(bodies);
    placed.upload(plane.data());
    ASSERT_NO_FATAL_FAILURE(step.run());
    const std::uint64_t n = number.download()[0];
    ASSERT_LE(n, capacity);
    ASSERT_GT(n, 1000u);
    std::vector<Pair> found = pairs.download();
    found.resize(n);
    std::vector<PlanarContact<T>> records(n);
    std::vector<PlanarPatch<T>> expected(n);
    options.cache = kept.data();
    query_planar_pairs<T>(Cpu{}, shapes, plane, found, options, {records, expected});
    const std::vector<PlanarContact<T>> got = contacts.download();
    const std::vector<PlanarPatch<T>> got_patches = patches.download();
    const std::vector<CachedPolytope> got_caches = caches.download();
    for (std::uint64_t i = 0; i < n; ++i) {
      ASSERT_NO_FATAL_FAILURE(test::expect_same_record(got[i], records[i], i));
      ASSERT_NO_FATAL_FAILURE(test::expect_same_patch(got_patches[i], expected[i], i));
    }
    for (std::uint64_t i = 0; i < capacity; ++i) {
      ASSERT_TRUE(test::same_bytes(got_caches[i], kept[i])) << "cache of pair " << i;
    }
    const auto before = [](const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; };
    const std::vector<Pair> near = find_planar_pairs(Cpu{}, shapes, plane, test::alert, {});
    EXPECT_TRUE(std::includes(found.begin(), found.end(), near.begin(), near.end(), before));
    EXPECT_GT(near.size(), n / 3);
  }
}

TYPED_TEST(DevicePlane, DebugModeNamesABodyThatIsNotThere) {
  using T = TypeParam;
  PlanarShapeSet shapes;
  shapes.add_disc(0.5);
  const PlanarShapeSetView<T> host = shapes.view<T>();
  const OnDevice<unsigned char> shape_memory(device_planar_shapes_bytes(host));
  const PlanarShapeSetView<T> view = copy_planar_shapes(Cuda{}, host, {shape_memory.data(), shape_memory.size()});
  const PlanarBody two[] = {{0, planar_pose({0, 0}, 0)}, {0, planar_pose({0.75, 0}, 0)}};
  const OnDevice<PlanarBody> bodies(two, 2);
  const OnDevice<PlanarContact<T>> contacts(3);
  const OnDevice<unsigned char> memory(query_planar_pairs_workspace<T>(Cuda{}, view));
  const auto answer = [&](Pair last, std::uint64_t count) {
    const Pair three[] = {{0, 1}, {1, 0}, last};
    const OnDevice<Pair> pairs(three, 3);
    const OnDevice<std::uint64_t> number(&count, 1);
    return test::complaint([&] {
      query_planar_pair_list<T>(Cuda{nullptr, true}.with({memory.data(), memory.size()}), view, {bodies.data(), 2},
                                {pairs.data(), 3, number.data()}, {}, {contacts.data(), nullptr});
      EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    });
  };
  const std::string error = "query_planar_pair_list: pair 2 names 2; allowed is less than 2";
  EXPECT_EQ(answer({0, 2}, 3), error);
  EXPECT_EQ(answer({2, 0}, 3), error);
  EXPECT_EQ(answer({0, 2}, 2), "");  // beyond the list's end
  EXPECT_EQ(answer({0, 1}, 3), "");
  EXPECT_EQ(contacts.download()[2].separation, T(-0.25));
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

}  // namespace
}  // namespace abut
