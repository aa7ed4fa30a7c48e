// Parts placed by a device.
#include "abut/bodies/cuda_parts.h"
#include "tests/support/gpu.h"
#include "tests/support/on_device.h"
#include "tests/support/posed_bodies.h"

namespace abut {
namespace {

using test::OnDevice;

template <class Q>
class DevicePlaceParts : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DevicePlaceParts, Scalars);

TYPED_TEST(DevicePlaceParts, GivesTheBitsOfBodySet) {
  using Q = TypeParam;
  const test::PosedBodies<Q> bodies;
  BodySet elsewhere = bodies.set;
  for (std::uint32_t b = 0; b < elsewhere.size(); ++b) elsewhere.set_pose(b, Pose{});
  const test::PartsOnDevice parts(elsewhere.parts());
  const OnDevice<double> position(bodies.position.data(), bodies.position.size());
  const OnDevice<double> local(bodies.local.data(), bodies.local.size());
  const OnDevice<Q> quaternion(bodies.quaternion.data(), bodies.quaternion.size());
  const double* const p = position.data();
  const Q* const q = quaternion.data();
  const BodyPosesView<Q> view{bodies.set.size(), {p, p + 1, p + 2, 3}, q, q + 1, q + 2, q + 3, 4};
  place_parts(Cuda{}, view, local.data(), parts.view());

  std::vector<std::vector<double>> arrays;
  PartsView placed = parts.view();
  const auto download = [&](const double*& array) {
    arrays.emplace_back(placed.count);
    ASSERT_EQ(cudaMemcpy(arrays.back().data(), array, placed.count * sizeof(double), cudaMemcpyDeviceToHost),
              cudaSuccess);
    array = arrays.back().data();
  };
  download(placed.px), download(placed.py), download(placed.pz);
  download(placed.body_x), download(placed.body_y), download(placed.body_z);
  for (const double*& array : placed.r) download(array);
  test::expect_same_poses(bodies.set.parts(), placed);
}

}  // namespace
}  // namespace abut
