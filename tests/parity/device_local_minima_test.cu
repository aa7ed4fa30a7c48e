// Local minima of the distance to surfaces found by a device.
#include "abut/surface/cuda_local_minima.h"
#include "abut/surface/local_minima.h"
#include "tests/support/closest_point_batch.h"
#include "tests/support/gpu.h"
#include "tests/support/on_device.h"
#include "tests/support/surface_answers.h"

namespace abut {
namespace {

using test::OnDevice;

template <class T>
class DeviceLocalMinima : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceLocalMinima, Scalars);

TYPED_TEST(DeviceLocalMinima, AreThoseOfTheCpuToTheBit) {
  using T = TypeParam;
  const test::ClosestPointBatch batch = test::closest_point_batch(41, 4, 25);
  const std::size_t n = batch.points.size();
  const LocalMinimaOf<T> expected = find_local_minima<T>(Cpu{2}, batch.surfaces, batch.queries());
  const std::size_t found = expected.distance.size();
  ASSERT_GT(found, n);
  const OnDevice<unsigned char> memory(device_surfaces_bytes<T>(batch.surfaces));
  const SurfaceViews<T> surfaces = copy_surfaces<T>(Cuda{}, batch.surfaces, {memory.data(), memory.size()});
  const OnDevice<std::uint32_t> which(batch.which.data(), n), rectangles(n);
  const OnDevice<Vec3<double>> points(batch.points.data(), n);
  const OnDevice<std::uint64_t> offsets(n + 1);
  const OnDevice<T> distance(found);
  const OnDevice<Vec3<T>> normal(found);
  const OnDevice<double> u(found), v(found);
  const OnDevice<Vec3<double>> point(found);
  const OnDevice<std::uint8_t> status(n), continuum(found);
  LocalMinimaView<T> out;
  out.offsets = offsets.data(), out.capacity = found;
  out.distance.data = distance.data(), out.u.data = u.data(), out.v.data = v.data();
  out.normal = {&normal.data()->x, &normal.data()->y, &normal.data()->z, 3};
  out.point = {&point.data()->x, &point.data()->y, &point.data()->z, 3};
  out.continuum.data = continuum.data(), out.status.data = status.data(), out.rectangles.data = rectangles.data();
  const OnDevice<unsigned char> workspace(find_local_minima_workspace<T>(Cuda{}, n));
  find_local_minima<T>(Cuda{}.with({workspace.data(), workspace.size()}), surfaces, {which.data(), points.data(), n},
                       {}, out);
  test::expect_same_bits(
      LocalMinimaOf<T>{offsets.download(), distance.download(), u.download(), v.download(), point.download(),
                       normal.download(), continuum.download(), status.download(), rectangles.download()},
      expected);
}

}  // namespace
}  // namespace abut
