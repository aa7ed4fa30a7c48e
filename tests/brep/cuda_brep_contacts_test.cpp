#include "abut/brep/cuda_brep_contacts.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "host/brep/brep_layout.h"
#include "tests/brep/brep_crowd.h"
#include "tests/support/complaint.h"

namespace abut::test {
namespace {

/// A search that nothing is wrong with, but that no device is there.
struct Call {
  BrepScene scene = crowd_of_all_kinds(1);
  BrepViews views;
  Cpu cpu;
  BrepContactOptions options;
  std::vector<std::uint64_t> offsets;
  BrepContactsView<float> out;

  Call() : offsets(scene.pairs.size() + 1) {
    out.contacts.offsets = offsets.data();
    views = host::brep_views(scene.breps, somewhere<BrepView<double>>());
  }
  void run() const {
    find_brep_contacts<float>(Cuda{}, {scene.breps, views, cpu}, scene.parts(), scene.pairs, options, out);
  }
  void run_owned() const {
    find_brep_contacts<double>(Cuda{}, {scene.breps, views, cpu}, scene.parts(), scene.pairs, options);
  }
};

template <class Change>
std::string said(const Change& change, void (Call::*run)() const = &Call::run) {
  Call call;
  change(call);
  return complaint([&] { (call.*run)(); });
}

TEST(CudaBrepContacts, WithoutADeviceGoodArgumentsAreACudaError) {
  if (cuda_unavailable_reason() == nullptr) GTEST_SKIP() << "a device is there: it would be asked";
  for (const auto run : {&Call::run, &Call::run_owned}) {
    EXPECT_EQ(said([](Call&) {}, run), "CudaError");
    EXPECT_EQ(said([](Call& c) { c.scene.pairs.clear(); }, run), "CudaError");
  }
}

TEST(CudaBrepContacts, BadArgumentsAreNamed) {
  const std::string begin = "find_brep_contacts: ";
  const auto expect = [&](const auto& change, const std::string& message) {
    EXPECT_EQ(said(change, &Call::run), begin + message);
    EXPECT_EQ(said(change, &Call::run_owned), begin + message);
  };
  expect([](Call& c) { c.options.theta = 1; }, "theta is 1; allowed is 0 to 0.5");
  expect([](Call& c) { c.options.alert_distance = -1; }, "alert_distance is -1; allowed is a finite number, 0 or more");
  expect([](Call& c) { c.scene.pairs[1].b = 99; },
         "pair 1 names 99; allowed is less than " + std::to_string(Call().scene.bodies.size()));
  EXPECT_EQ(said([](Call& c) { c.cpu.threads = -2; }), "cpu.threads is -2; allowed are 0 (all cores) and more");
  EXPECT_EQ(said([](Call& c) { c.out.contacts.offsets = nullptr; }), begin + "offsets is null");
}

TEST(CudaBrepContacts, CopiesOfOtherModelsAreRefused) {
  const std::string other =
      "find_brep_contacts: views are of other models; allowed is a copy made since the last one was set";
  EXPECT_EQ(said([](Call& c) { c.views = {}; }), other);
  EXPECT_EQ(said([](Call& c) { c.scene.breps.set(c.scene.shapes, 0, box(1, 1, 1)); }), other)
      << "another one for a shape";
  const Call same;
  EXPECT_EQ(said([&](Call& c) { c.views = same.views; }), other) << "alike, and others";
}

TEST(CudaBrepContacts, ACopyTakesWhatModelsTakeAndNoMoreMemoryThanThereIs) {
  BrepScene none, one, two;
  EXPECT_EQ(device_breps_bytes(none.breps), 0u);
  one.add(box(1, 1, 1)), two.add(box(1, 1, 1)), two.add(cylinder(1, 2, 2));
  const std::size_t bytes = device_breps_bytes(one.breps);
  const host::FeatureTree& tree = one.breps.of(0).model.state().tree;
  EXPECT_EQ(tree.nodes().size(), 51u) << "26 features of a piece each";
  EXPECT_GT(bytes, tree.nodes().size() * (sizeof(host::FeatureNode) + sizeof(PolyhedralCone<double>)));
  EXPECT_LT(bytes, 51 * (sizeof(host::FeatureNode) + sizeof(PolyhedralCone<double>)) +
                       26 * sizeof(LeafFeature<double>) + sizeof(BrepView<double>) + 4 * Workspace::alignment);
  EXPECT_GT(device_breps_bytes(two.breps), bytes);
  const auto copy = [&](const Workspace& memory) { return complaint([&] { copy_breps(Cuda{}, one.breps, memory); }); };
  EXPECT_EQ(copy({somewhere<void>(), bytes - 1}),
            "copy_breps: memory has " + std::to_string(bytes - 1) + " bytes; needed are " + std::to_string(bytes));
  EXPECT_EQ(copy({nullptr, bytes}), "copy_breps: memory is null");
  EXPECT_EQ(copy({somewhere<void>(16), bytes}), "copy_breps: memory is not aligned to 256 bytes");
  EXPECT_EQ(copy_breps(Cuda{}, none.breps, {}).count, 0u);
}

TEST(CudaBrepContacts, ViewsSayHowDeepTreesAre) {
  BrepScene scene;
  scene.add(box(1, 1, 1)), scene.add(block_with_hole(1));
  const BrepViews views = host::brep_views(scene.breps, nullptr);
  std::uint32_t most = 0, features = 0;
  for (const std::uint32_t shape : {0u, 1u}) {
    const auto nodes = scene.breps.of(shape).model.state().tree.nodes();
    // By the way down to each leaf, on its own.
    const auto below = [&](const auto& self, std::uint32_t n) -> std::uint32_t {
      return nodes[n].second == 0 ? 0 : 1 + std::max(self(self, n + 1), self(self, nodes[n].second));
    };
    most = std::max(most, below(below, 0));
    features = std::max(features, static_cast<std::uint32_t>(scene.breps.of(shape).features().features().size()));
  }
  EXPECT_EQ(views.depth, most);
  EXPECT_EQ(views.most_features, features);
  EXPECT_EQ(views.count, 2u);
}

}  // namespace
}  // namespace abut::test
