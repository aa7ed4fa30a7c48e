// Contacts of facets on a device by the C interface where there is none: what is refused before a device is asked.
#include <gtest/gtest.h>

#include <string>

#include "abut/c/cuda.h"
#include "abut/cuda_facet_contacts.h"
#include "tests/capi/facet_bodies.h"
#include "tests/capi/refused.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

TEST(CCudaFacets, ACopyTakesTheBytesOfTheCppLibraryAndNoFewer) {
  FacetBodies in;
  in.trees.build(Cpu{1}, in.shapes, in.bodies.parts(), in.pairs);
  ASSERT_OK(abut_facet_trees_build(1, in.c_trees, in.c_shapes, &in.parts, c_pairs(in.pairs), nullptr));
  std::size_t bytes = 0;
  ASSERT_OK(abut_device_facets_bytes(in.c_trees, &bytes));
  EXPECT_EQ(bytes, device_facets_bytes(in.trees));
  EXPECT_INPUT(abut_device_facets_bytes(in.c_trees, nullptr), "bytes is null; allowed is a pointer to memory");
  abut_device_facets* copy = nullptr;
  const auto into = [&](void* memory, std::size_t size) {
    return abut_cuda_copy_facets(nullptr, in.c_trees, memory, size, &copy);
  };
  EXPECT_INPUT(into(somewhere<void>(), bytes - 1),
               "memory has " + std::to_string(bytes - 1) + " bytes; needed are " + std::to_string(bytes));
  EXPECT_INPUT(into(somewhere<void>(16), bytes), "memory is not aligned to 256 bytes");
  EXPECT_INPUT(into(nullptr, bytes), "memory is null");
  EXPECT_INPUT(abut_cuda_copy_facets(nullptr, in.c_trees, somewhere<void>(), bytes, nullptr), "copy is null");
  EXPECT_EQ(copy, nullptr);
  EXPECT_OK(abut_device_facets_free(nullptr));
}

/// Arguments of a search of no pairs, which nothing is wrong with but that no device is there.
struct Call {
  FacetBodies in;
  abut_device_facets* facets = nullptr;
  abut_pairs pairs = c_pairs(nullptr, 0).s;
  abut_pair_list list = c_list(nullptr, 0, somewhere<std::uint64_t>()).s;
  abut_pair_contacts_f64 of{sizeof of, &pairs, nullptr};
  abut_pair_list_contacts_f64 of_list{sizeof of_list, &list, nullptr};
  abut_facet_options options = in.options();
  abut_facet_contacts_f64 out{};

  Call() {
    abut_facet_trees* none = nullptr;
    EXPECT_OK(abut_facet_trees_new(&none));
    EXPECT_OK(abut_cuda_copy_facets(nullptr, none, nullptr, 0, &facets));
    EXPECT_OK(abut_facet_trees_free(none));
    out.size = sizeof out;
    out.offsets = out.needed = somewhere<std::uint64_t>(), out.room_needed = somewhere<abut_facet_room>();
  }
  ~Call() { EXPECT_OK(abut_device_facets_free(facets)); }
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  int run(const abut_cuda* cuda = nullptr) const {
    return abut_cuda_find_facet_contacts_f64(cuda, facets, &in.parts, &of, &options, &out);
  }
  int run_list(const abut_cuda* cuda = nullptr) const {
    return abut_cuda_find_facet_contacts_of_list_f64(cuda, facets, &in.parts, &of_list, &options, &out);
  }
};

TEST(CCudaFacets, HowASearchRunsAndItsStructuresAreChecked) {
  Call c;
  for (const bool of_list : {false, true}) {
    abut_cuda cuda{};
    cuda.size = sizeof cuda;
    const auto on = [&](const abut_cuda* how) { return of_list ? c.run_list(how) : c.run(how); };
    expect_size_is_checked("cuda", cuda, on);
    cuda.flags = 8;
    EXPECT_INPUT(on(&cuda), "cuda->flags is 8; allowed are 0 and 1 (ABUT_CUDA_CHECKED)");
    expect_structure_is_checked("out", c.out, [&](const abut_facet_contacts_f64* out) {
      return of_list
                 ? abut_cuda_find_facet_contacts_of_list_f64(nullptr, c.facets, &c.in.parts, &c.of_list, nullptr, out)
                 : abut_cuda_find_facet_contacts_f64(nullptr, c.facets, &c.in.parts, &c.of, nullptr, out);
    });
    expect_size_is_checked("options", c.options, [&](const abut_facet_options* o) {
      return of_list ? abut_cuda_find_facet_contacts_of_list_f64(nullptr, c.facets, &c.in.parts, &c.of_list, o, &c.out)
                     : abut_cuda_find_facet_contacts_f64(nullptr, c.facets, &c.in.parts, &c.of, o, &c.out);
    });
  }
  expect_structure_is_checked("of", c.of, [&](const abut_pair_contacts_f64* of) {
    return abut_cuda_find_facet_contacts_f64(nullptr, c.facets, &c.in.parts, of, nullptr, &c.out);
  });
  expect_structure_is_checked("of", c.of_list, [&](const abut_pair_list_contacts_f64* of) {
    return abut_cuda_find_facet_contacts_of_list_f64(nullptr, c.facets, &c.in.parts, of, nullptr, &c.out);
  });
  expect_structure_is_checked("of->pairs", c.pairs, [&](const abut_pairs* pairs) {
    c.of.pairs = pairs;
    return c.run();
  });
  expect_structure_is_checked("of->pairs", c.list, [&](const abut_pair_list* pairs) {
    c.of_list.pairs = pairs;
    return c.run_list();
  });
}

TEST(CCudaFacets, BadArgumentsAreNamed) {
  const auto expect = [](const auto& change, const std::string& part) {
    Call c;
    change(c);
    EXPECT_INPUT(c.run(), part);
    EXPECT_INPUT(c.run_list(), part);
  };
  const std::string null = " is null; allowed is a pointer to memory";
  expect([](Call& c) { c.out.offsets = nullptr; }, "out->offsets" + null);
  expect([](Call& c) { c.out.needed = nullptr; }, "out->needed" + null);
  expect([](Call& c) { c.out.room_needed = nullptr; }, "out->room_needed" + null);
  expect([](Call& c) { c.out.size -= sizeof c.out.room_needed; }, "out->room_needed" + null);  // an older caller's
  expect([](Call& c) { c.out.normal.y = somewhere<double>(); }, "out->normal has null and other pointers");
  expect([](Call& c) { c.out.key.data = somewhere<std::uint64_t>(4); }, "an array of out is not aligned to 8 bytes");
  expect([](Call& c) { c.in.parts.px = nullptr; }, "parts->px is null; allowed is an array of 40 elements");
  expect([](Call& c) { c.options.alert_distance = -1; }, "alert_distance is -1; allowed is 0 or more, finite");
  expect([](Call& c) { c.options.cone_tolerance = 1; }, "cone_tolerance is 1; allowed are 0 to 0.5");
  const std::uint64_t many = std::uint64_t{1} << 32;
  expect([&](Call& c) { c.options.room.facet_pairs = many; },
         "options.room.facet_pairs has room for 4294967296; allowed are 4294967295");
  expect([&](Call& c) { c.options.room.contacts = many; },
         "options.room.contacts has room for 4294967296; allowed are 4294967295");
  abut_contacts_f64 records{};
  records.size = sizeof records, records.witness_a.z = somewhere<double>();
  expect([&](Call& c) { c.of.contacts = c.of_list.contacts = &records; },
         "of->contacts->witness_a has null and other pointers");
  // One pair, and a copy without surfaces.
  expect([](Call& c) { c.pairs.pairs = c.list.pairs = somewhere<abut_pair>(), c.pairs.count = c.list.capacity = 1; },
         "surfaces is null");
  Call c;
  EXPECT_INPUT(abut_cuda_find_facet_contacts_f64(nullptr, c.facets, nullptr, &c.of, nullptr, &c.out), "parts" + null);
  c.pairs.count = 2;
  EXPECT_INPUT(c.run(), "of->pairs->pairs is null; allowed is an array of 2 elements");
  c.list.count = nullptr;
  EXPECT_INPUT(c.run_list(), "pairs.count is null");
}

TEST(CCudaFacets, WithoutADeviceGoodArgumentsSayWhy) {
  const char* const reason = abut_cuda_unavailable_reason();
  if (reason == nullptr) GTEST_SKIP() << "a device is there: it would be asked";
  const Call c;
  expect_refused(c.run(), ABUT_CUDA_ERROR, reason);
  expect_refused(c.run_list(), ABUT_CUDA_ERROR, reason);
  std::size_t bytes = 7;
  expect_refused(abut_cuda_find_facet_contacts_workspace(7, 7, &c.options, &bytes), ABUT_CUDA_ERROR, reason);
  EXPECT_EQ(bytes, 7u);
}

TEST(CCudaFacets, ArgumentsOfTheWorkspaceAreChecked) {
  const Call c;
  std::size_t bytes = 7;
  EXPECT_INPUT(abut_cuda_find_facet_contacts_workspace(7, 7, &c.options, nullptr), "bytes is null");
  expect_size_is_checked("options", c.options, [&](const abut_facet_options* options) {
    return abut_cuda_find_facet_contacts_workspace(7, 7, options, &bytes);
  });
  EXPECT_EQ(bytes, 7u);
}

}  // namespace
}  // namespace abut::test
