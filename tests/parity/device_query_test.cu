// Pair queries of arrays in device memory: relative poses, intersections, and the debug mode.
#include <string>

#include "abut/detect.h"
#include "abut/shapes/cuda_shapes.h"
#include "tests/support/complaint.h"
#include "tests/support/device_scene.h"
#include "tests/support/gpu.h"
#include "tests/support/same_bits.h"

namespace abut {
namespace {

using test::complaint;
using test::OnDevice;

template <class T>
class DeviceQuery : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceQuery, Scalars);

/// Shapes and pairs of them with relative poses, on the device.
template <class T>
struct PairsOnDevice {
  ShapeSet shapes;
  test::ShapePairs in;
  OnDevice<unsigned char> shape_memory, workspace;
  ShapeSetView<T> view;
  OnDevice<Pair> pairs;
  OnDevice<double> poses;
  OnDevice<T> separation;

  explicit PairsOnDevice(int count)
      : shapes(made_shapes()),
        in(test::random_pairs(shapes, count, test::Regime::shallow, 21)),
        shape_memory(device_shapes_bytes(shapes.view<T>())),
        workspace(query_pairs_workspace<T>(Cuda{}, in.pairs.size())),
        view(copy_shapes(Cuda{}, shapes.view<T>(), {shape_memory.data(), shape_memory.size()})),
        pairs(in.pairs.data(), in.pairs.size()),
        poses(in.poses.data(), in.poses.size()),
        separation(in.pairs.size()) {}

  void query(const Cuda& cuda, const Pair* of) const {
    ContactsView<T> out;
    out.separation = {separation.data(), 1};
    query_shape_pairs<T>(cuda.with({workspace.data(), workspace.size()}), view, {of, in.pairs.size()}, {poses.data()},
                         {}, out);
  }

 private:
  static ShapeSet made_shapes() {
    ShapeSet shapes = test::mixed_shapes(1);
    test::add_curved_and_large(shapes, 2);
    return shapes;
  }
};

TYPED_TEST(DeviceQuery, RelativePosesGetTheBitsOfTheCpu) {
  using T = TypeParam;
  const PairsOnDevice<T> on_device(3000);
  on_device.query(Cuda{}, on_device.pairs.data());
  test::expect_same_bits(test::query_all<T>(on_device.shapes, on_device.in).separation, on_device.separation.download(),
                         "separation");
}

TYPED_TEST(DeviceQuery, IntersectionsAreThoseOfTheCpu) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(1);
  test::add_curved_and_large(shapes, 2);
  const BodySet bodies = test::crowd(shapes, 2000, 22);
  const std::vector<Pair> pairs = test::expected_pairs(shapes, bodies);
  const ShapeSetView<T> host = shapes.view<T>();
  const OnDevice<unsigned char> shape_memory(device_shapes_bytes(host));
  const ShapeSetView<T> view = copy_shapes(Cuda{}, host, {shape_memory.data(), shape_memory.size()});
  const test::PartsOnDevice parts(bodies.parts());
  const OnDevice<Pair> pairs_on_device(pairs.data(), pairs.size());
  const OnDevice<std::uint8_t> out(pairs.size());
  intersect_pairs<T>(Cuda{}, view, parts.view(), {pairs_on_device.data(), pairs.size()}, {out.data(), pairs.size()});
  std::vector<std::uint8_t> expected(pairs.size());
  intersect_pairs<T>(Cpu{}, host, bodies.parts(), pairs, expected);
  EXPECT_EQ(out.download(), expected);
}

TYPED_TEST(DeviceQuery, TheDebugModeNamesWhatIsWrongAndLeavesNoError) {
  using T = TypeParam;
  const PairsOnDevice<T> on_device(3000);
  const Cuda checked{nullptr, true};
  EXPECT_EQ(complaint([&] { on_device.query(checked, on_device.pairs.data()); }), "");
  std::vector<Pair> bad = on_device.in.pairs;
  bad[2000].b = bad[2500].a = on_device.shapes.size();
  const OnDevice<Pair> bad_pairs(bad.data(), bad.size());
  const std::string count = std::to_string(on_device.shapes.size());
  EXPECT_EQ(complaint([&] { on_device.query(checked, bad_pairs.data()); }),
            "query_shape_pairs: pair 2000 names " + count + "; allowed is less than " + count);
  EXPECT_EQ(complaint([&] { on_device.query(checked, on_device.in.pairs.data()); }),
            "query_shape_pairs: pairs is no memory that the device can read");
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
  EXPECT_EQ(complaint([&] { on_device.query(checked, on_device.pairs.data()); }), "");
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

TYPED_TEST(DeviceQuery, AnEarlierErrorOfTheCallersIsNotTakenForOurs) {
  using T = TypeParam;
  const PairsOnDevice<T> on_device(100);
  ASSERT_NE(cudaSetDevice(-1), cudaSuccess);  // left for the next look
  try {
    on_device.query(Cuda{}, on_device.pairs.data());
    ADD_FAILURE() << "nothing was thrown";
  } catch (const CudaError& e) {
    EXPECT_EQ(std::string(e.what()).rfind("an earlier CUDA call has failed: ", 0), 0u) << e.what();
  }
  EXPECT_NE(cudaGetLastError(), cudaSuccess);
  EXPECT_NO_THROW(on_device.query(Cuda{}, on_device.pairs.data()));
  EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
}

}  // namespace
}  // namespace abut
