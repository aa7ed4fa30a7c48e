// CUDA by the C interface where there is none: what is refused before a device is asked, and what needs none.
#include "abut/c/cuda.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/capi/both.h"
#include "tests/capi/refused.h"
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

using test::expect_refused;

TEST(CCuda, HowACallRunsIsChecked) {
  const test::Both both(24);
  const abut_parts parts = both.parts();
  abut_detection* found = nullptr;
  abut_device_shapes* copy = nullptr;
  abut_part_tree tree{};
  tree.size = sizeof tree;
  ASSERT_OK(abut_part_tree_in(test::somewhere<void>(), parts.count, &tree));
  std::uint64_t count = 0;
  abut_pair pair;
  const auto list = test::c_list(&pair, 1, &count);
  const auto check = [](const auto& call) {
    abut_cuda cuda{};
    cuda.size = sizeof cuda;
    test::expect_size_is_checked("cuda", cuda, call);
    cuda.flags = 8;
    EXPECT_INPUT(call(&cuda), "cuda->flags is 8; allowed are 0 and 1 (ABUT_CUDA_CHECKED)");
  };
  check([&](const abut_cuda* c) { return abut_cuda_detect_f32(c, both.c_shapes, both.c_bodies, nullptr, &found); });
  check([&](const abut_cuda* c) {
    return abut_cuda_detect_candidates_f64(c, both.c_shapes, both.c_bodies, test::c_pairs(nullptr, 0), nullptr, &found);
  });
  check([&](const abut_cuda* c) { return abut_cuda_copy_shapes_f32(c, both.c_shapes, nullptr, 0, &copy); });
  check([&](const abut_cuda* c) { return abut_cuda_build_tree(c, nullptr, &tree); });
  check([&](const abut_cuda* c) { return abut_cuda_find_pairs(c, &tree, &parts, ABUT_HALF_LIST, list); });
  check([&](const abut_cuda* c) { return abut_cuda_query_pair_list_f64(c, nullptr, &parts, list, nullptr, nullptr); });
  check([&](const abut_cuda* c) { return abut_cuda_find_patches_f32(c, nullptr, &parts, nullptr, nullptr, nullptr); });
  check([&](const abut_cuda* c) {
    return abut_cuda_query_planar_pair_list_f64(c, nullptr, nullptr, list, nullptr, nullptr);
  });
}

TEST(CCuda, StructuresAreCheckedByName) {
  const test::Both both(25);
  const abut_parts parts = both.parts();
  abut_part_tree tree{};
  tree.size = sizeof tree;
  ASSERT_OK(abut_part_tree_in(test::somewhere<void>(), parts.count, &tree));
  const abut_device_boxed_parts boxed{sizeof boxed, nullptr, &parts, 0};
  const auto build = [&](const abut_device_boxed_parts* p) { return abut_cuda_build_tree(nullptr, p, &tree); };
  test::expect_structure_is_checked("parts", boxed, build);
  EXPECT_HANDLE(build(&boxed), "parts->shapes is null; allowed is a handle of kind abut_device_shapes");
  const abut_device_boxed_parts of_host{sizeof of_host, reinterpret_cast<const abut_device_shapes*>(both.c_shapes),
                                        &parts, 0};
  EXPECT_HANDLE(build(&of_host), "a handle of kind abut_shapes; allowed is a handle of kind abut_device_shapes");
  const abut_carried which{sizeof which, nullptr, 1, nullptr};
  test::expect_structure_is_checked(
      "which", which, [](const abut_carried* w) { return abut_cuda_carry(nullptr, w, nullptr, nullptr, 4); });
  std::uint64_t count = 0;
  abut_pair pair;
  const abut_pair_list list = test::c_list(&pair, 1, &count).s;
  test::expect_structure_is_checked("out", list, [&](const abut_pair_list* out) {
    return abut_cuda_find_pairs(nullptr, &tree, &parts, ABUT_HALF_LIST, out);
  });
  const abut_pair_contacts_f32 of_pairs{sizeof of_pairs, nullptr, nullptr};
  test::expect_structure_is_checked("found", of_pairs, [&](const abut_pair_contacts_f32* found) {
    return abut_cuda_find_patches_f32(nullptr, nullptr, &parts, found, nullptr, nullptr);
  });
  const abut_pair_list_contacts_f64 of_list{sizeof of_list, &list, nullptr};
  test::expect_structure_is_checked("found", of_list, [&](const abut_pair_list_contacts_f64* found) {
    return abut_cuda_find_patches_of_list_f64(nullptr, nullptr, &parts, found, nullptr, nullptr);
  });
  const abut_shape_pair_contacts_f64 of_shapes{sizeof of_shapes, nullptr, nullptr};
  test::expect_structure_is_checked("found", of_shapes, [&](const abut_shape_pair_contacts_f64* found) {
    return abut_cuda_find_shape_patches_f64(nullptr, nullptr, found, nullptr, nullptr);
  });
}

TEST(CCuda, RecordsOfThePlaneAreCheckedByName) {
  std::uint64_t count = 0;
  abut_pair pair;
  const auto list = test::c_list(&pair, 1, &count);
  const abut_planar_bodies bodies{sizeof bodies, nullptr, 0};
  abut_planar_records_f32 records{};
  records.size = sizeof records;
  const auto query = [&](const abut_planar_bodies* b, const abut_planar_records_f32* out) {
    return abut_cuda_query_planar_pair_list_f32(nullptr, nullptr, b, list, nullptr, out);
  };
  test::expect_structure_is_checked("bodies", bodies, [&](const abut_planar_bodies* b) { return query(b, &records); });
  test::expect_structure_is_checked("out", records,
                                    [&](const abut_planar_records_f32* out) { return query(&bodies, out); });
  const abut_planar_bodies none{sizeof none, nullptr, 3};
  EXPECT_INPUT(query(&none, &records), "bodies->bodies is null; allowed is an array of 3 elements");
  abut_planar_overlap_f32 overlap;
  records.overlaps = &overlap;
  EXPECT_INPUT(query(&bodies, &records), "out->overlaps is not null; allowed is null");
}

TEST(CCuda, WithoutADeviceEachCallSaysWhy) {
  const char* const reason = abut_cuda_unavailable_reason();
  if (reason == nullptr) GTEST_SKIP() << "a device is there: it would be asked";
  const test::Both both(23);
  abut_detection* found = nullptr;
  EXPECT_EQ(abut_cuda_detect_f32(nullptr, both.c_shapes, both.c_bodies, nullptr, &found), ABUT_CUDA_ERROR);
  EXPECT_NE(std::string(abut_last_message()).find(reason), std::string::npos) << abut_last_message();
  EXPECT_EQ(abut_cuda_detect_f64(nullptr, both.c_shapes, both.c_bodies, nullptr, &found), ABUT_CUDA_ERROR);
  EXPECT_EQ(found, nullptr);
  std::size_t bytes = 0;
  EXPECT_EQ(abut_cuda_build_tree_workspace(7, &bytes), ABUT_CUDA_ERROR);
}

}  // namespace
}  // namespace abut
