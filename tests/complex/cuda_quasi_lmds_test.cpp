#include "abut/complex/cuda_quasi_lmds.h"

#include <gtest/gtest.h>

#include <string>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "tests/complex/cell_surface.h"
#include "tests/complex/complex_scene.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

using test::complaint;
using test::somewhere;

/// Arguments of a search for one pair that nothing is wrong with, but that no device is there.
struct Call {
  ComplexViews complexes{somewhere<ComplexView<double>>(), 1, 3};
  PartsView parts = test::parts_somewhere();
  Pair* pairs = somewhere<Pair>();
  std::size_t count = 1;
  std::uint64_t* list_count = somewhere<std::uint64_t>();
  QuasiLmdOptions options;
  QuasiLmdsView<float> out;

  Call() {
    out.offsets = out.needed = somewhere<std::uint64_t>();
    out.room_needed = somewhere<QuasiLmdRoom>();
  }
  Cuda cuda() const { return Cuda{}.with({somewhere<void>(), 512}); }
  void run() const {
    find_quasi_lmds<float>(cuda(), complexes, parts, std::span<const Pair>(pairs, count), options, out);
  }
  void run_list() const {
    find_quasi_lmds<float>(cuda(), complexes, parts, PairList{pairs, count, list_count}, options, out);
  }
};

template <class Change>
std::string said(const Change& change, void (Call::*run)() const = &Call::run) {
  Call call;
  change(call);
  return complaint([&] { (call.*run)(); });
}

TEST(CudaQuasiLmds, WithoutADeviceGoodArgumentsAreACudaError) {
  if (cuda_unavailable_reason() == nullptr) GTEST_SKIP() << "a device is there: it would be asked";
  for (const auto run : {&Call::run, &Call::run_list}) {
    EXPECT_EQ(said([](Call&) {}, run), "CudaError");
    EXPECT_EQ(said([](Call& c) { c.complexes = {}; }, run), "CudaError");
    EXPECT_EQ(said([](Call& c) { c.count = 0, c.pairs = nullptr, c.parts = {}, c.complexes = {}; }, run), "CudaError")
        << "offsets are written";
  }
  EXPECT_THROW(find_quasi_lmds_workspace(Cuda{}, 7, {}), CudaError);
}

TEST(CudaQuasiLmds, BadArgumentsAreNamed) {
  const std::string begin = "find_quasi_lmds: ";
  const auto expect = [&](const auto& change, const std::string& message) { EXPECT_EQ(said(change), begin + message); };
  expect([](Call& c) { c.pairs = nullptr; }, "pairs is null");
  expect([](Call& c) { c.pairs = somewhere<Pair>(2); }, "pairs is not aligned to 4 bytes");
  expect([](Call& c) { c.complexes.of_shape = nullptr; }, "complexes is null");
  expect([](Call& c) { c.parts.shape = nullptr; }, "parts.shape is null");
  expect([](Call& c) { c.parts.body_y = nullptr; }, "an array of parts is null");
  expect([](Call& c) { c.parts.r[4] = nullptr; }, "an array of parts.r is null");
  expect([](Call& c) { c.parts.alert = somewhere<double>(4); }, "parts.alert is not aligned to 8 bytes");
  expect([](Call& c) { c.out.offsets = nullptr; }, "out.offsets is null");
  expect([](Call& c) { c.out.needed = nullptr; }, "out.needed is null");
  expect([](Call& c) { c.out.room_needed = nullptr; }, "out.room_needed is null");
  expect([](Call& c) { c.out.witness_b.z = somewhere<float>(2); }, "an array of out is not aligned to 4 bytes");
  expect([](Call& c) { c.out.jacobian_b = somewhere<float>(1); }, "an array of out is not aligned to 4 bytes");
  expect([](Call& c) { c.out.key.data = somewhere<std::uint64_t>(4); }, "an array of out is not aligned to 8 bytes");
  expect([](Call& c) { c.options.alert_distance = -1; }, "alert_distance is -1; allowed is a finite number, 0 or more");
  expect([](Call& c) { c.options.theta = 1; }, "theta is 1; allowed is 0 to 0.5");
  const std::uint64_t many = std::uint64_t{1} << 32;
  const std::string room = " has room for 4294967296; allowed are 4294967295";
  expect([&](Call& c) { c.count = many; }, "pairs" + room);
  expect([&](Call& c) { c.options.room.node_pairs = many; }, "options.room.node_pairs" + room);
  expect([&](Call& c) { c.options.room.leaf_pairs = many; }, "options.room.leaf_pairs" + room);
  expect([&](Call& c) { c.options.room.contacts = many; }, "options.room.contacts" + room);
  EXPECT_EQ(said([](Call& c) { c.list_count = nullptr; }, &Call::run_list), begin + "pairs.count is null");
}

TEST(CudaQuasiLmds, ACopyTakesWhatComplexesTakeAndNoMoreMemoryThanThereIs) {
  test::ComplexScene none, one, two;
  EXPECT_EQ(device_complexes_bytes(none.complexes), 0u);
  one.add(test::flat_plate(9, 4), {.dilation = 0.01});
  two.add(test::flat_plate(9, 4), {.dilation = 0.01}), two.add(test::box_surface(1, 1, 1), {.dilation = 0.01});
  const std::size_t bytes = device_complexes_bytes(one.complexes);
  const ComplexView<double>& view = one.complexes.view(0);
  EXPECT_GT(bytes, view.simplex_count * (sizeof(ComplexSimplex) + sizeof(PolarCone<double>)) +
                       view.node_count * sizeof(ComplexNode));
  EXPECT_LT(bytes, one.complexes.bytes() + 3000);
  EXPECT_GT(device_complexes_bytes(two.complexes), bytes);
  const auto copy = [&](const Workspace& memory) {
    return complaint([&] { copy_complexes(Cuda{}, one.complexes, memory); });
  };
  EXPECT_EQ(copy({somewhere<void>(), bytes - 1}),
            "copy_complexes: memory has " + std::to_string(bytes - 1) + " bytes; needed are " + std::to_string(bytes));
  EXPECT_EQ(copy({nullptr, bytes}), "copy_complexes: memory is null");
  EXPECT_EQ(copy({somewhere<void>(16), bytes}), "copy_complexes: memory is not aligned to 256 bytes");
  EXPECT_EQ(copy_complexes(Cuda{}, none.complexes, {}).count, 0u);
}

}  // namespace
}  // namespace abut
