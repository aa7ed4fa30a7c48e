// CUDA by the C interface where there is none: what is refused before a device is asked, and what needs none.
#include "abut/c/cuda.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/capi/both.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

TEST(CCuda, BytesOfCopiesAreThoseOfTheCppLibrary) {
  const test::Both both(21);
  std::size_t bytes = 0;
  ASSERT_OK(abut_device_shapes_bytes_f32(both.c_shapes, &bytes));
  EXPECT_EQ(bytes, device_shapes_bytes(both.shapes.view<float>()));
  ASSERT_OK(abut_device_shapes_bytes_f64(both.c_shapes, &bytes));
  EXPECT_EQ(bytes, device_shapes_bytes(both.shapes.view<double>()));
  const abut_parts parts = both.parts();
  ASSERT_OK(abut_device_parts_bytes(&parts, &bytes));
  EXPECT_EQ(bytes, device_parts_bytes(both.bodies.parts()));
  ASSERT_OK(abut_part_tree_bytes(1000, &bytes));
  EXPECT_EQ(bytes, part_tree_bytes(1000));
}

TEST(CCuda, ATreeIsLaidOutWithoutADevice) {
  abut_part_tree tree{};
  tree.size = sizeof tree;
  ASSERT_OK(abut_part_tree_in(test::somewhere<void>(), 7, &tree));
  const PartTree expected = part_tree_in(test::somewhere<void>(), 7);
  EXPECT_EQ(tree.part_count, 7u);
  EXPECT_EQ(tree.state, expected.state);
  EXPECT_EQ(tree.nodes, expected.nodes);
}

TEST(CCuda, BadArgumentsAreToldBeforeADeviceIsAsked) {
  const test::Both both(22);
  abut_device_shapes* copy = nullptr;
  std::size_t bytes = 0;
  ASSERT_OK(abut_device_shapes_bytes_f32(both.c_shapes, &bytes));
  EXPECT_EQ(abut_cuda_copy_shapes_f32(nullptr, both.c_shapes, test::somewhere<void>(), bytes - 1, &copy),
            ABUT_INVALID_INPUT);
  EXPECT_EQ(abut_cuda_copy_shapes_f32(nullptr, both.c_shapes, test::somewhere<void>(8), bytes, &copy),
            ABUT_INVALID_INPUT);
  EXPECT_EQ(abut_cuda_copy_shapes_f32(nullptr, nullptr, test::somewhere<void>(), bytes, &copy), ABUT_INVALID_HANDLE);
  EXPECT_EQ(copy, nullptr);
  EXPECT_EQ(abut_device_shapes_free(nullptr), ABUT_OK);
}

TEST(CCuda, WithoutADeviceEachCallSaysWhy) {
  const char* const reason = abut_cuda_unavailable_reason();
  if (reason == nullptr) GTEST_SKIP() << "a device is there: it would be asked";
  const test::Both both(23);
  abut_detection* found = nullptr;
  EXPECT_EQ(abut_cuda_detect_f32(nullptr, 0, both.c_shapes, both.c_bodies, nullptr, &found), ABUT_CUDA_ERROR);
  EXPECT_NE(std::string(abut_last_message()).find(reason), std::string::npos) << abut_last_message();
  EXPECT_EQ(abut_cuda_detect_f64(nullptr, 0, both.c_shapes, both.c_bodies, nullptr, &found), ABUT_CUDA_ERROR);
  EXPECT_EQ(found, nullptr);
  std::size_t bytes = 0;
  EXPECT_EQ(abut_cuda_build_tree_workspace(7, &bytes), ABUT_CUDA_ERROR);
}

}  // namespace
}  // namespace abut
