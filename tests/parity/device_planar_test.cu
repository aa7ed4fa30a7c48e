// The plane on a device: candidates among flat shapes and records in a graph, against the same on cores.
#include "abut/planar.h"
#include "tests/support/device_scene.h"
#include "tests/support/gpu.h"

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
  const PlanarShapeSetView<T> view = copy_planar_shapes(Cuda{}, host, shape_memory.data(), shape_memory.size());
  OnDevice<PlanarBody> placed(count);
  const OnDevice<Pair> pairs(capacity);
  const OnDevice<std::uint64_t> number(1);
  const OnDevice<PlanarContact<T>> contacts(capacity);
  const OnDevice<PlanarPatch<T>> patches(capacity);
  const OnDevice<unsigned char> query(query_planar_pairs_workspace<T>(Cuda{}, view));
  const PairList list{pairs.data(), capacity, number.data()};
  test::Replay step([&](const Cuda& cuda) {
    scene.build(cuda);
    scene.find(cuda, list);
    query_planar_pair_list<T>(cuda, view, placed.data(), count, list, {}, {contacts.data(), patches.data()},
                              query.data(), query.size());
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
    query_planar_pairs<T>(Cpu{}, shapes, plane, found, {}, {records, expected});
    const std::vector<PlanarContact<T>> got = contacts.download();
    const std::vector<PlanarPatch<T>> got_patches = patches.download();
    for (std::uint64_t i = 0; i < n; ++i) {
      ASSERT_EQ(got[i].separation, records[i].separation) << i;
      ASSERT_EQ(got[i].normal.x, records[i].normal.x) << i;
      ASSERT_EQ(got[i].normal.y, records[i].normal.y) << i;
      ASSERT_EQ(got[i].point.x, records[i].point.x) << i;
      ASSERT_EQ(got[i].key, records[i].key) << i;
      ASSERT_EQ(got[i].status, records[i].status) << i;
      ASSERT_EQ(got_patches[i].length, expected[i].length) << i;
    }
  }
}

}  // namespace
}  // namespace abut
