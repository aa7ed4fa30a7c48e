// Contacts of CAD models with a device's help, against those of cores alone.
#include "abut/brep/cuda_brep_contacts.h"
#include "tests/brep/brep_contact_bits.h"
#include "tests/brep/brep_crowd.h"
#include "tests/support/gpu.h"
#include "tests/support/on_device.h"

namespace abut {
namespace {

using test::BrepScene;

/// Models in device memory.
class Copied {
 public:
  explicit Copied(const ContactBreps& breps)
      : memory_(device_breps_bytes(breps)), views_(copy_breps(Cuda{}, breps, {memory_.data(), memory_.size()})) {}
  CopiedBreps with(const BrepScene& scene, int threads = 0) const { return {scene.breps, views_, Cpu{threads}}; }

 private:
  test::OnDevice<unsigned char> memory_;
  BrepViews views_;
};

template <class T>
class DeviceBrepContacts : public test::GpuTest {
 protected:
  std::size_t expect_those_of_cpu(const BrepScene& scene, const Copied& there, const BrepContactOptions& options) {
    const BrepContacts<T> expected = scene.find<T>(options);
    const auto found = find_brep_contacts<T>(Cuda{}, there.with(scene), scene.parts(), scene.pairs, options);
    test::expect_same_bits(found, expected);
    return found.size();
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceBrepContacts, Scalars);

TYPED_TEST(DeviceBrepContacts, AreThoseOfTheCpuToTheBitForSolidsOfEveryKind) {
  const BrepScene scene = test::crowd_of_all_kinds(1);
  const Copied there(scene.breps);
  std::size_t contacts = 0;
  for (const double alert : {0.0, 4.0}) {
    SCOPED_TRACE(alert);
    contacts += this->expect_those_of_cpu(scene, there, {.alert_distance = alert, .theta = 0.05});
  }
  EXPECT_GT(contacts, 20u);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TYPED_TEST(DeviceBrepContacts, OfPartsOfAHoleAndOfFreeFormOnesAreThoseOfTheCpuInEveryStep) {
  BrepScene scene = test::fitted_parts();
  const Copied there(scene.breps);
  test::Random random(51);
  for (int step = 0; step < 2; ++step) {
    this->expect_those_of_cpu(scene, there, {.alert_distance = 0.3, .theta = 0.02});
    scene.bodies.set_pose(1, {{0.002 * step, 0.003, 0.2}, test::turned({0, 0.001 * step, 0.4})});
  }
}

TYPED_TEST(DeviceBrepContacts, OfPairsThatNeedMoreRoomThanThereIsAtFirstAreTheSame) {
  using T = TypeParam;
  const BrepScene scene = test::crowd_of_all_kinds(3);
  const BrepContactOptions options{.alert_distance = 100, .theta = 0.3};
  EXPECT_GT(scene.find<T>(options).counts.feature_pairs, 32 * scene.pairs.size() + 1024) << "host::room_for";
  this->expect_those_of_cpu(scene, Copied(scene.breps), options);
}

TYPED_TEST(DeviceBrepContacts, OfNoPairsAndIntoArraysOfTheCallersAreTheSame) {
  using T = TypeParam;
  BrepScene scene = test::crowd_of_all_kinds(4);
  const Copied there(scene.breps);
  const BrepContactOptions options{.alert_distance = 0.5};
  const BrepContacts<T> expected = scene.find<T>(options);
  std::vector<std::uint64_t> offsets(scene.pairs.size() + 1), key(expected.size());
  std::vector<T> separation(expected.size());
  BrepContactsView<T> out;
  out.contacts.offsets = offsets.data(), out.contacts.capacity = expected.size();
  out.contacts.separation.data = separation.data(), out.contacts.key.data = key.data();
  EXPECT_EQ(find_brep_contacts<T>(Cuda{}, there.with(scene), scene.parts(), scene.pairs, options, out),
            expected.counts);
  EXPECT_EQ(offsets, expected.offsets);
  test::expect_same_bits(key, expected.key, "key");
  test::expect_same_bits(separation, expected.separation, "separation");
  scene.pairs.clear();
  const auto none = find_brep_contacts<T>(Cuda{}, there.with(scene), scene.parts(), scene.pairs, options);
  EXPECT_EQ(none.offsets, std::vector<std::uint64_t>{0});
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

}  // namespace
}  // namespace abut
