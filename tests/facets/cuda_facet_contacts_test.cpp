#include "abut/cuda_facet_contacts.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/support/complaint.h"
#include "tests/support/facet_scene.h"

namespace abut {
namespace {

using test::complaint;
using test::somewhere;

/// Arguments of a search for one pair that nothing is wrong with, but that no device is there.
struct Call {
  FacetSurfaces surfaces{somewhere<FacetSurfaceView<double>>(), 1};
  PartsView parts = test::parts_somewhere();
  Pair* pairs = somewhere<Pair>();
  std::size_t count = 1;
  std::uint64_t* list_count = somewhere<std::uint64_t>();
  bool with_records = true;
  ContactsView<float> records;
  FacetOptions options;
  FacetContactsView<float> out;

  Call() {
    float* const y = somewhere<float>();
    records.separation.data = y;
    records.normal = records.witness_a = {y, y, y, 1};
    records.feature_a.data = records.feature_b.data = somewhere<Feature>();
    records.status.data = somewhere<std::uint8_t>();
    out.offsets = out.needed = somewhere<std::uint64_t>();
    out.room_needed = somewhere<FacetRoom>();
  }
  void run() const {
    find_facet_contacts<float>(Cuda{}.with({somewhere<void>(), 512}), surfaces, parts,
                               FacetPairs<float>{{pairs, count}, with_records ? &records : nullptr}, options, out);
  }
  void run_list() const {
    find_facet_contacts<float>(Cuda{}.with({somewhere<void>(), 512}), surfaces, parts,
                               FacetPairList<float>{{pairs, count, list_count}, with_records ? &records : nullptr},
                               options, out);
  }
};

template <class Change>
std::string said(const Change& change, void (Call::*run)() const = &Call::run) {
  Call call;
  change(call);
  return complaint([&] { (call.*run)(); });
}

TEST(CudaFacetContacts, WithoutADeviceGoodArgumentsAreACudaError) {
  if (cuda_unavailable_reason() == nullptr) GTEST_SKIP() << "a device is there: it would be asked";
  for (const auto run : {&Call::run, &Call::run_list}) {
    EXPECT_EQ(said([](Call&) {}, run), "CudaError");
    EXPECT_EQ(said([](Call& c) { c.with_records = false, c.records = {}; }, run), "CudaError");
    EXPECT_EQ(said([](Call& c) { c.count = 0, c.pairs = nullptr, c.parts = {}, c.surfaces = {}; }, run), "CudaError")
        << "offsets are written";
  }
  EXPECT_THROW(find_facet_contacts_workspace(Cuda{}, 7, 7, {}), CudaError);
}

TEST(CudaFacetContacts, BadArgumentsAreNamed) {
  const std::string begin = "find_facet_contacts: ";
  const auto expect = [&](const auto& change, const std::string& message) { EXPECT_EQ(said(change), begin + message); };
  expect([](Call& c) { c.pairs = nullptr; }, "pairs is null");
  expect([](Call& c) { c.pairs = somewhere<Pair>(2); }, "pairs is not aligned to 4 bytes");
  expect([](Call& c) { c.surfaces.of_shape = nullptr; }, "surfaces is null");
  expect([](Call& c) { c.parts.body = nullptr; }, "parts.body is null");
  expect([](Call& c) { c.parts.body_y = nullptr; }, "an array of parts is null");
  expect([](Call& c) { c.parts.r[4] = nullptr; }, "an array of parts.r is null");
  expect([](Call& c) { c.records.witness_a.y = nullptr; }, "records.witness_a is null");
  expect([](Call& c) { c.records.feature_b.data = nullptr; }, "records.feature_b is null");
  expect([](Call& c) { c.out.offsets = nullptr; }, "out.offsets is null");
  expect([](Call& c) { c.out.needed = nullptr; }, "out.needed is null");
  expect([](Call& c) { c.out.room_needed = nullptr; }, "out.room_needed is null");
  expect([](Call& c) { c.out.point.z = somewhere<float>(2); }, "an array of out is not aligned to 4 bytes");
  expect([](Call& c) { c.out.key.data = somewhere<std::uint64_t>(4); }, "an array of out is not aligned to 8 bytes");
  expect([](Call& c) { c.options.alert_distance = -1; }, "alert_distance is -1; allowed is 0 or more, finite");
  expect([](Call& c) { c.options.cone_tolerance = 1; }, "cone_tolerance is 1; allowed are 0 to 0.5");
  const std::uint64_t many = std::uint64_t{1} << 32;
  expect([&](Call& c) { c.count = many; }, "pairs has room for 4294967296; allowed are 4294967295");
  expect([&](Call& c) { c.options.room.facet_pairs = many; },
         "options.room.facet_pairs has room for 4294967296; allowed are 4294967295");
  expect([&](Call& c) { c.options.room.contacts = many; },
         "options.room.contacts has room for 4294967296; allowed are 4294967295");
  EXPECT_EQ(said([](Call& c) { c.list_count = nullptr; }, &Call::run_list), begin + "pairs.count is null");
}

TEST(CudaFacetContacts, ACopyTakesWhatTheSurfacesTakeAndNoMoreMemoryThanThereIs) {
  test::FacetScene scene = test::many_surfaces(1);
  for (std::uint32_t k = 0; k < 3; ++k) scene.bodies.add({}, k);
  EXPECT_EQ(device_facets_bytes(scene.trees), device_facets_bytes(scene.trees));
  const std::size_t none = device_facets_bytes(scene.trees);
  scene.pairs = {{0, 2}};
  scene.trees.build(Cpu{}, scene.shapes, scene.bodies.parts(), scene.pairs);
  const std::size_t bytes = device_facets_bytes(scene.trees);
  EXPECT_GT(bytes, none + (scene.trees.view(0).facet_count + scene.trees.view(2).facet_count) * sizeof(SurfaceFacet));
  const auto copy = [&](const Workspace& memory) {
    return complaint([&] { copy_facets(Cuda{}, scene.trees, memory); });
  };
  EXPECT_EQ(copy({somewhere<void>(), bytes - 1}),
            "copy_facets: memory has " + std::to_string(bytes - 1) + " bytes; needed are " + std::to_string(bytes));
  EXPECT_EQ(copy({nullptr, bytes}), "copy_facets: memory is null");
  EXPECT_EQ(copy({somewhere<void>(16), bytes}), "copy_facets: memory is not aligned to 256 bytes");
}

}  // namespace
}  // namespace abut
