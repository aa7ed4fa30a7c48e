// What is refused before a device is asked; answers are held against the Cpu's in deform_batch_test.cpp and on a device
// in tests/parity/device_deforming_test.cu.
#include "abut/deform/cuda_deforming_bodies.h"

#include <gtest/gtest.h>

#include "abut/detect.h"
#include "tests/deform/scenes.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

TEST(CudaDeformingBodies, WithoutADeviceAreACudaError) {
  if (cuda_unavailable_reason() == nullptr) GTEST_SKIP() << "a device is there: it would be asked";
  test::Nodes nodes;
  const auto make = [&](const Cpu& cpu) {
    DeformingBodies bodies;
    bodies.add(test::sheet(2, nodes));
    CudaDeformingBodies there(Cuda{}, std::move(bodies), cpu);
  };
  EXPECT_EQ(test::complaint([&] { make({}); }), "CudaError");
  EXPECT_EQ(test::complaint([&] { make({-3}); }), "cpu.threads is -3; allowed are 0 (all cores) and more");
}

}  // namespace
}  // namespace abut
