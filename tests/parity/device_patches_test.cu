// Contact patches on a device: from poses to patches in a graph, against the same on cores.
#include "abut/patches.h"
#include "abut/shapes/cuda_shapes.h"
#include "tests/support/device_scene.h"
#include "tests/support/gpu.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::OnDevice;

template <class T>
class DevicePatches : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DevicePatches, Scalars);

template <class T>
StridedVec3<T> three(T* data, std::uint64_t count) {
  return {data, data + count, data + 2 * count, 1};
}

TYPED_TEST(DevicePatches, OfAListAreThoseOfTheCpuStepAfterStep) {
  using T = TypeParam;
  ShapeSet shapes;
  test::Random random(61);
  for (const int vertices : {8, 30, 200}) shapes.add_hull(test::ellipsoid_points(random, vertices));
  shapes.add_box({0.5, 0.6, 0.7});
  BodySet bodies = test::crowd(shapes, 2000, 62);
  const std::uint64_t capacity = 4 * test::expected_pairs(shapes, bodies).size(), points = 32 * capacity;
  test::DeviceScene scene(shapes, bodies, capacity);
  const ShapeSetView<T> host = shapes.view<T>();
  const OnDevice<unsigned char> shape_memory(device_shapes_bytes(host));
  const ShapeSetView<T> view = copy_shapes(Cuda{}, host, {shape_memory.data(), shape_memory.size()});
  PatchOptions options;
  options.margin = 1e-3;
  options.most_points = 8;
  const OnDevice<Pair> pairs(capacity);
  const OnDevice<std::uint64_t> count(1), offsets(capacity + 1), counts(2);
  const OnDevice<T> separation(capacity), normal(3 * capacity), point(3 * capacity), area(capacity),
      centre(3 * capacity), volume(capacity), moment(3 * capacity), corners(3 * points), gaps(points);
  const OnDevice<std::uint8_t> status(capacity);
  const OnDevice<unsigned char> query(query_pairs_workspace<T>(Cuda{}, capacity)),
      patches(find_patches_workspace<T>(Cuda{}, capacity, points, true, options));
  const PairList list{pairs.data(), capacity, count.data()};
  test::Replay step([&](const Cuda& cuda) {
    scene.build(cuda);
    scene.find(cuda, list);
    ContactsView<T> contacts;
    contacts.separation = {separation.data(), 1};
    contacts.normal = three(normal.data(), capacity);
    contacts.point = three(point.data(), capacity);
    contacts.status = {status.data(), 1};
    query_pair_list<T>(cuda.with({query.data(), query.size()}), view, scene.parts(), list, {test::alert}, contacts);
    PatchesView<T> out;
    out.area = {area.data(), 1};
    out.centre = three(centre.data(), capacity);
    out.volume = {volume.data(), 1};
    out.volume_moment = three(moment.data(), capacity);
    out.offsets = offsets.data();
    out.points = three(corners.data(), points);
    out.gaps = {gaps.data(), 1};
    out.capacity = points;
    out.needed = counts.data();
    out.unanswered = counts.data() + 1;
    find_patches<T>(cuda.with({patches.data(), patches.size()}), view, scene.parts(), {list, contacts}, options, out);
  });
  for (int k = 0; k < 3; ++k) {
    scene.upload(bodies);
    ASSERT_NO_FATAL_FAILURE(step.run());
    const std::vector<Pair> expected = test::expected_pairs(shapes, bodies);
    ASSERT_EQ(count.download()[0], expected.size());
    Contacts<T> contacts(expected.size());
    ContactsView<T> seen;  // without features, as on the device
    const ContactsView<T> all = contacts.view();
    seen.separation = all.separation, seen.normal = all.normal, seen.point = all.point, seen.status = all.status;
    query_pairs<T>(Cpu{}, host, bodies.parts(), expected, {test::alert}, seen);
    const Patches<T> p = find_patches<T>(Cpu{}, host, bodies.parts(), {expected, seen}, options, true);
    const auto part = [](const auto& array, std::uint64_t from, std::uint64_t size) {
      const auto all_of_it = array.download();
      const auto begin = all_of_it.begin() + static_cast<std::ptrdiff_t>(from);
      return std::vector(begin, begin + static_cast<std::ptrdiff_t>(size));
    };
    const std::uint64_t n = expected.size(), m = p.point_x.size();
    EXPECT_GT(m, n);
    EXPECT_EQ(counts.download(), (std::vector<std::uint64_t>{m, 0}));
    test::expect_same_bits(p.offsets, part(offsets, 0, n + 1), "offset");
    test::expect_same_bits(p.area, part(area, 0, n), "area");
    test::expect_same_bits(p.centre_y, part(centre, capacity, n), "centre y");
    test::expect_same_bits(p.volume, part(volume, 0, n), "volume");
    test::expect_same_bits(p.volume_moment_z, part(moment, 2 * capacity, n), "moment z");
    test::expect_same_bits(p.point_x, part(corners, 0, m), "point x");
    test::expect_same_bits(p.point_z, part(corners, 2 * points, m), "point z");
    test::expect_same_bits(p.gap, part(gaps, 0, m), "gap");
    test::move_all(bodies, random, 0.01);
  }
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

}  // namespace
}  // namespace abut
