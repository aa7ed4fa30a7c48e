// Workspaces as one argument: they are the pointer and the size that other functions take.
#include "abut/device_workspace.h"

#include <gtest/gtest.h>

#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::complaint;
using test::somewhere;

TEST(DeviceWorkspace, OverloadsHandPointerAndSizeOn) {
  const Workspace odd(somewhere<void>(64), 1u << 20);
  EXPECT_EQ(odd.data(), somewhere<void>(64));
  EXPECT_EQ(odd.size(), 1u << 20);
  EXPECT_NO_THROW(build_tree(Cuda{}, {}, {}, Workspace{}));
  EXPECT_NO_THROW(refit_tree(Cuda{}, {}, {}, Workspace{}));
  EXPECT_NO_THROW(query_pairs<float>(Cuda{}, {}, {}, {}, {}, {}, Workspace{}));
  const ShapeSetView<float> none;
  EXPECT_NO_THROW(copy_shapes<float>(Cuda{}, none, Workspace{}));
  PartsView parts;
  parts.count = 1;
  parts.body = somewhere<std::uint32_t>();
  EXPECT_EQ(complaint([&] { copy_parts(Cuda{}, parts, Workspace(somewhere<void>(), 1)); }),
            complaint([&] { copy_parts(Cuda{}, parts, somewhere<void>(), 1); }));
  EXPECT_NE(
      complaint([&] { copy_parts(Cuda{}, parts, Workspace(somewhere<void>(), 1)); }).find("bytes is 1; needed are"),
      std::string::npos);
}

TEST(DeviceWorkspace, NeedsADevice) {
  if (cuda_unavailable_reason() != nullptr) {
    EXPECT_THROW(DeviceWorkspace(Cuda{}, 100), CudaError);
    return;
  }
  DeviceWorkspace memory(Cuda{}, 100);
  EXPECT_NE(memory.data(), nullptr);
  const DeviceWorkspace moved = std::move(memory);
  EXPECT_EQ(Workspace(moved).size(), 100u);
}

}  // namespace
}  // namespace abut
