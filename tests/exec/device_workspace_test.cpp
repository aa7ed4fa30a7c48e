// Device memory to work in: an executor carries it, and functions say where it does not suffice.
#include "abut/device_workspace.h"

#include <gtest/gtest.h>

#include "abut/abut.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::complaint;
using test::somewhere;

TEST(DeviceWorkspace, AnExecutorWithMemoryIsOtherwiseTheSame) {
  const Workspace memory(somewhere<void>(64), 1u << 20);
  const Cuda checked{somewhere<void>(8), true};
  const Cuda cuda = checked.with(memory);
  EXPECT_EQ(cuda.stream, checked.stream);
  EXPECT_TRUE(cuda.checked);
  EXPECT_EQ(cuda.workspace.data(), somewhere<void>(64));
  EXPECT_EQ(cuda.workspace.size(), 1u << 20);
  EXPECT_EQ(checked.workspace.data(), nullptr);
  EXPECT_EQ(cuda.with(Workspace{}).workspace.size(), 0u);
}

TEST(DeviceWorkspace, NothingToDoNeedsNone) {
  EXPECT_NO_THROW(build_tree(Cuda{}, {}, {}));
  EXPECT_NO_THROW(refit_tree(Cuda{}, {}, {}));
  EXPECT_NO_THROW(query_pairs<float>(Cuda{}, {}, {}, {}, {}, {}));
  EXPECT_NO_THROW(copy_shapes<float>(Cuda{}, ShapeSetView<float>{}, {}));
}

TEST(DeviceWorkspace, TooLittleIsNamed) {
  PartsView parts;
  parts.count = 1;
  parts.body = somewhere<std::uint32_t>();
  const std::string error = complaint([&] { copy_parts(Cuda{}, parts, {somewhere<void>(), 1}); });
  EXPECT_EQ(error, "copy_parts: memory has 1 bytes; needed are " + std::to_string(device_parts_bytes(parts)));
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
