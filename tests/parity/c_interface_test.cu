// The C interface on a device: copies, a tree, a list of pairs, queries of it and detection give what the Cpu gives.
#include <gtest/gtest.h>

#include "tests/capi/both.h"
#include "tests/support/gpu.h"
#include "tests/support/on_device.h"
#include "tests/support/same_bits.h"

namespace abut::test {
namespace {

class DeviceC : public GpuTest {};

/// Where the records of a query lie on the device: separation, status and key.
struct Records {
  OnDevice<float> separation;
  OnDevice<std::uint8_t> status;
  OnDevice<std::uint64_t> key;
  explicit Records(std::size_t n) : separation(n), status(n), key(n) {}
  abut_contacts_f32 view() const {
    abut_contacts_f32 c{};
    c.size = sizeof c;
    c.separation.data = separation.data(), c.status.data = status.data(), c.key.data = key.data();
    return c;
  }
};

/// The default stream, with a workspace.
abut_cuda with(const OnDevice<unsigned char>& workspace, std::size_t bytes) {
  return {sizeof(abut_cuda), nullptr, 0, 0, workspace.data(), bytes};
}

TEST_F(DeviceC, FromShapesToRecordsOfAListOfPairs) {
  const Both both(41, 500, 5);
  const std::vector<Pair> pairs = both.pairs(0.02);
  std::size_t bytes = 0;
  ASSERT_OK(abut_device_shapes_bytes_f32(both.c_shapes, &bytes));
  const OnDevice<unsigned char> shape_memory(bytes);
  abut_device_shapes* shapes = nullptr;
  ASSERT_OK(abut_cuda_copy_shapes_f32(nullptr, both.c_shapes, shape_memory.data(), bytes, &shapes));
  const abut_parts host = both.parts();
  ASSERT_OK(abut_device_parts_bytes(&host, &bytes));
  const OnDevice<unsigned char> part_memory(bytes);
  abut_parts parts{};
  parts.size = sizeof parts;
  ASSERT_OK(abut_cuda_copy_parts(nullptr, &host, part_memory.data(), bytes, &parts));

  ASSERT_OK(abut_part_tree_bytes(parts.count, &bytes));
  const OnDevice<unsigned char> tree_memory(bytes);
  abut_part_tree tree{};
  tree.size = sizeof tree;
  ASSERT_OK(abut_part_tree_in(tree_memory.data(), parts.count, &tree));
  const abut_device_boxed_parts boxed{sizeof boxed, shapes, &parts, 0.02};
  ASSERT_OK(abut_cuda_build_tree_workspace(parts.count, &bytes));
  const OnDevice<unsigned char> build_workspace(bytes);
  const abut_cuda with_build = with(build_workspace, bytes);
  ASSERT_OK(abut_cuda_build_tree(&with_build, &boxed, &tree));

  const std::size_t capacity = pairs.size() + 100;
  const OnDevice<abut_pair> list_pairs(capacity);
  const OnDevice<std::uint64_t> count(1);
  const abut_pair_list list{sizeof list, list_pairs.data(), capacity, count.data(), nullptr};
  ASSERT_OK(abut_cuda_find_pairs_workspace(capacity, &bytes));
  const OnDevice<unsigned char> find_workspace(bytes);
  const abut_cuda with_find = with(find_workspace, bytes);
  ASSERT_OK(abut_cuda_find_pairs(&with_find, &tree, &parts, ABUT_HALF_LIST, &list));

  ASSERT_OK(abut_cuda_query_pairs_workspace_f32(capacity, parts.count, &bytes));
  const OnDevice<unsigned char> query_workspace(bytes);
  const Records records(capacity);
  const abut_contacts_f32 out = records.view();
  abut_cuda with_query = with(query_workspace, bytes);
  ASSERT_OK(abut_cuda_query_pair_list_f32(&with_query, shapes, &parts, &list, nullptr, &out));
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  ASSERT_EQ(count.download()[0], pairs.size());
  expect_same_pairs(pairs, list_pairs.download(), pairs.size());

  Contacts<float> cpp(pairs.size());
  const auto c = c_contacts<float>(cpp);
  ASSERT_OK(abut_query_pairs_f32(0, both.c_shapes, &host, c_pairs(pairs), nullptr, &c));
  const auto separation = records.separation.download();
  const auto status = records.status.download();
  const auto key = records.key.download();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (status_of(status[i]) == Status::iteration_limit) continue;  // a device has less room
    ASSERT_TRUE(separation[i] == cpp.separation[i] && status[i] == cpp.status[i] && key[i] == cpp.key[i]) << i;
  }
  // What only the checked flag sees.
  const abut_pair bad{0, 1000000};
  const OnDevice<abut_pair> bad_pairs(&bad, 1);
  with_query.flags = ABUT_CUDA_CHECKED;
  EXPECT_EQ(abut_cuda_query_pairs_f32(&with_query, shapes, &parts, c_pairs(bad_pairs.data(), 1), nullptr, &out),
            ABUT_INVALID_INPUT);
  EXPECT_NE(std::string(abut_last_message()).find("1000000"), std::string::npos) << abut_last_message();
  EXPECT_OK(abut_device_shapes_free(shapes));
  with_query.flags = 0;
  EXPECT_EQ(abut_cuda_query_pairs_f32(&with_query, shapes, &parts, c_pairs(bad_pairs.data(), 1), nullptr, &out),
            ABUT_INVALID_HANDLE);
}

TEST_F(DeviceC, DetectionHasTheContactsOfTheCpu) {
  const Both both(42, 300, 4);
  abut_detection *cpu = nullptr, *cuda = nullptr;
  ASSERT_OK(abut_detect_f64(0, both.c_shapes, both.c_bodies, nullptr, &cpu));
  ASSERT_OK(abut_cuda_detect_f64(nullptr, both.c_shapes, both.c_bodies, nullptr, &cuda));
  std::uint64_t n = 0, m = 0;
  ASSERT_OK(abut_detection_pairs(cpu, c_list(nullptr, 0, &n)));
  ASSERT_OK(abut_detection_pairs(cuda, c_list(nullptr, 0, &m)));
  ASSERT_EQ(n, m);
  Contacts<double> one(n), other(n);
  const auto a = c_contacts<double>(one), b = c_contacts<double>(other);
  std::size_t count = 0;
  ASSERT_OK(abut_detection_contacts_f64(cpu, &a, n, &count));
  ASSERT_OK(abut_detection_contacts_f64(cuda, &b, n, &count));
  expect_same_bits(one, other);
  ASSERT_OK(abut_detection_free(cpu));
  ASSERT_OK(abut_detection_free(cuda));
}

}  // namespace
}  // namespace abut::test
