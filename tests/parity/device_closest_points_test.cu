// Nearest points of surfaces found by a device.
#include <cmath>

#include "abut/surface/cuda_closest_points.h"
#include "tests/support/closest_point_batch.h"
#include "tests/support/gpu.h"
#include "tests/support/on_device.h"
#include "tests/support/surface_answers.h"

namespace abut {
namespace {

using test::OnDevice;

template <class T>
class DeviceClosestPoints : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceClosestPoints, Scalars);

TYPED_TEST(DeviceClosestPoints, AreThoseOfTheCpuToTheBitFromStepToStep) {
  using T = TypeParam;
  test::ClosestPointBatch batch = test::closest_point_batch(21, 5, 200);
  const std::size_t n = batch.points.size();
  const OnDevice<unsigned char> memory(device_surfaces_bytes<T>(batch.surfaces));
  const SurfaceViews<T> surfaces = copy_surfaces<T>(Cuda{}, batch.surfaces, {memory.data(), memory.size()});
  std::vector<ClosestPointCache<T>> on_cores(n, ClosestPointCache<T>{});
  const OnDevice<ClosestPointCache<T>> caches(on_cores.data(), n);
  const OnDevice<std::uint32_t> which(batch.which.data(), n);
  const OnDevice<T> distance(n), bound(n);
  const OnDevice<Vec3<T>> normal(n);
  const OnDevice<double> u(n), v(n);
  const OnDevice<Vec3<double>> point(n);
  const OnDevice<std::uint8_t> status(n), tie(n);
  const OnDevice<std::uint32_t> evaluations(n);
  ClosestPointsView<T> out;
  out.distance.data = distance.data(), out.lower_bound.data = bound.data(), out.u.data = u.data(),
  out.v.data = v.data();
  out.normal = {&normal.data()->x, &normal.data()->y, &normal.data()->z, 3};
  out.point = {&point.data()->x, &point.data()->y, &point.data()->z, 3};
  out.status.data = status.data(), out.tie.data = tie.data(), out.evaluations.data = evaluations.data();
  for (int step = 0; step < 3; ++step) {
    const ClosestPoints<T> expected =
        find_closest_points<T>(Cpu{2}, batch.surfaces, batch.queries(), {}, on_cores.data());
    const OnDevice<Vec3<double>> points(batch.points.data(), n);
    find_closest_points<T>(Cuda{}, surfaces, {which.data(), points.data(), n}, {}, out, caches.data());
    test::expect_same_bits(
        ClosestPoints<T>{distance.download(), bound.download(), u.download(), v.download(), point.download(),
                         normal.download(), status.download(), tie.download(), evaluations.download()},
        expected);
    for (std::size_t i = 0; i < n; ++i) {
      batch.points[i].z += 1e-4 * std::ldexp(1.0, batch.surfaces.views<double>()[batch.which[i]].exponent);
    }
  }
}

TYPED_TEST(DeviceClosestPoints, PointsThatAreNotFiniteAndSurfacesThatAreNotThereSaySo) {
  using T = TypeParam;
  test::ClosestPointBatch batch = test::closest_point_batch(22, 1, 3);
  const OnDevice<unsigned char> memory(device_surfaces_bytes<T>(batch.surfaces));
  const SurfaceViews<T> surfaces = copy_surfaces<T>(Cuda{}, batch.surfaces, {memory.data(), memory.size()});
  batch.points[0].y = std::nan("");
  batch.which[1] = 1;
  const OnDevice<std::uint32_t> which(batch.which.data(), 3);
  const OnDevice<Vec3<double>> points(batch.points.data(), 3);
  const OnDevice<std::uint8_t> status(3);
  ClosestPointsView<T> out;
  out.status.data = status.data();
  find_closest_points<T>(Cuda{}, surfaces, {which.data(), points.data(), 3}, {}, out);
  const std::vector<std::uint8_t> found = status.download();
  EXPECT_EQ(found[0], static_cast<std::uint8_t>(Status::invalid_pose));
  EXPECT_EQ(found[1], static_cast<std::uint8_t>(Status::degenerate_shape));
  EXPECT_EQ(found[2], static_cast<std::uint8_t>(Status::converged));
}

}  // namespace
}  // namespace abut
