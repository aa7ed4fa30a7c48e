// Contacts of surfaces by knots on a device: surfaces copied there and pairs asked, against the same on cores.
#include "abut/pairs/cuda_pairs.h"
#include "abut/pairs/find_pairs.h"
#include "abut/surface/cuda_surface_contacts.h"
#include "tests/support/complaint.h"
#include "tests/support/device_block.h"
#include "tests/support/device_scene.h"
#include "tests/support/gpu.h"
#include "tests/support/knot_answers.h"

namespace abut {
namespace {

using test::KnotAnswer;
using test::KnotScene;
using test::OnDevice;

/// The surfaces and parts of a scene in device memory.
class Scene {
 public:
  explicit Scene(const KnotScene& scene)
      : surface_memory_(device_contact_surfaces_bytes(scene.grains.surfaces)),
        surfaces_(
            copy_contact_surfaces(Cuda{}, scene.grains.surfaces, {surface_memory_.data(), surface_memory_.size()})),
        parts_(scene.parts()) {}
  const ContactSurfaceViews& surfaces() const { return surfaces_; }
  const PartsView& parts() const { return parts_.view(); }

 private:
  OnDevice<unsigned char> surface_memory_;
  ContactSurfaceViews surfaces_;
  test::PartsOnDevice parts_;
};

template <class T>
using Answers = test::DeviceAnswers<test::knot_arrays_in<T>, test::read_knots<T>>;

template <class T>
KnotAnswer<T> by_device(const KnotScene& scene, const Scene& there, const SurfaceContactOptions& options,
                        std::uint64_t capacity) {
  const OnDevice<Pair> pairs(scene.pairs.data(), scene.pairs.size());
  const Answers<T> answers(pairs.size(), capacity);
  const OnDevice<unsigned char> workspace(find_surface_contacts_workspace(Cuda{}, pairs.size(), options));
  find_surface_contacts<T>(Cuda{}.with({workspace.data(), workspace.size()}), there.surfaces(), there.parts(),
                           std::span<const Pair>(pairs.data(), pairs.size()), options, answers.view());
  return answers.download();
}

/// More than there are.
constexpr std::uint64_t enough = 1u << 14;

template <class T>
class DeviceSurfaceContacts : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceSurfaceContacts, Scalars);

TYPED_TEST(DeviceSurfaceContacts, AreThoseOfAFirstStepOfTheCpuToTheBit) {
  using T = TypeParam;
  const KnotScene scene = test::many_grains(11, 6);
  const Scene there(scene);
  for (const double alert : {0.0, 0.1}) {
    SCOPED_TRACE(alert);
    const SurfaceContactOptions options{.alert_distance = alert, .room = enough};
    const SurfaceContacts<T> expected = test::first_step<T>(scene, options);
    EXPECT_GT(expected.size(), 50u);
    const KnotAnswer<T> got = by_device<T>(scene, there, options, expected.size());
    EXPECT_EQ(got.needed, expected.size());
    test::expect_same_bits(got.contacts, expected);
  }
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TYPED_TEST(DeviceSurfaceContacts, WithTooLittleRoomSayWhatIsNeededAndWriteNone) {
  using T = TypeParam;
  const KnotScene scene = test::many_grains(12, 7);
  const Scene there(scene);
  SurfaceContactOptions options{.alert_distance = 0.05, .room = enough};
  const KnotAnswer<T> all = by_device<T>(scene, there, options, 0);
  ASSERT_GT(all.needed, 10u);
  for (const std::uint64_t less : {std::uint64_t{0}, all.room_needed - 1}) {
    options.room = less;
    const KnotAnswer<T> got = by_device<T>(scene, there, options, all.needed);
    EXPECT_EQ(got.needed, ~std::uint64_t{0});
    EXPECT_EQ(got.room_needed, all.room_needed);
    EXPECT_EQ(got.contacts.offsets, std::vector<std::uint64_t>(scene.pairs.size() + 1, 0));
  }
  options.room = all.room_needed;
  const KnotAnswer<T> got = by_device<T>(scene, there, options, all.needed - 1);
  EXPECT_EQ(got.needed, all.needed);
  EXPECT_EQ(got.contacts.offsets, all.contacts.offsets);
}

TYPED_TEST(DeviceSurfaceContacts, OfNoPairsAreNone) {
  using T = TypeParam;
  KnotScene scene = test::many_grains(13, 2);
  scene.pairs.clear();
  const KnotAnswer<T> got = by_device<T>(scene, Scene(scene), {.room = 4}, 4);
  EXPECT_EQ(got.needed, 0u);
  EXPECT_EQ(got.contacts.offsets, std::vector<std::uint64_t>{0});
}

/// From poses to contacts in one graph, bodies moving from step to step.
TYPED_TEST(DeviceSurfaceContacts, OfAListAreThoseOfTheCpuStepAfterStep) {
  using T = TypeParam;
  KnotScene scene;
  test::Random random(14);
  for (int k = 0; k < 2; ++k) scene.grains.add(test::grain(random, 7, 8, 0.3), 0.4);
  for (std::uint32_t k = 0; k < 6; ++k) {
    scene.bodies.add({Vec3<double>{1.5 * (k % 3), 1.5 * (k / 3), 0.2 * k}, random.rotation()}, k % 2);
  }
  const Scene surfaces(scene);
  test::DeviceScene bodies(scene.grains.shapes, scene.bodies, 64);
  const OnDevice<Pair> pairs(64);
  const OnDevice<std::uint64_t> count(1);
  const SurfaceContactOptions options{.alert_distance = test::alert, .room = enough};
  const Answers<T> answers(64, enough);
  const OnDevice<unsigned char> workspace(find_surface_contacts_workspace(Cuda{}, 64, options));
  const PairList list{pairs.data(), 64, count.data()};
  test::Replay step([&](const Cuda& cuda) {
    bodies.build(cuda);
    bodies.find(cuda, list);
    find_surface_contacts<T>(cuda.with({workspace.data(), workspace.size()}), surfaces.surfaces(), bodies.parts(), list,
                             options, answers.view());
  });
  for (int k = 0; k < 3; ++k) {
    bodies.upload(scene.bodies);
    ASSERT_NO_FATAL_FAILURE(step.run());
    scene.pairs = test::expected_pairs(scene.grains.shapes, scene.bodies);
    ASSERT_EQ(count.download()[0], scene.pairs.size());
    const SurfaceContacts<T> expected = test::first_step<T>(scene, options);
    EXPECT_GT(expected.size(), 10u);
    const SurfaceContactsView<T> out = answers.view();
    std::vector<std::uint64_t> offsets(scene.pairs.size() + 1), key(expected.size());
    std::vector<T> point(3 * expected.size()), expected_point;
    std::uint64_t needed = 0;
    const auto down = [](auto* to, const auto* from, std::size_t size) {
      EXPECT_EQ(cudaMemcpy(to, from, size * sizeof(*to), cudaMemcpyDeviceToHost), cudaSuccess);
    };
    down(&needed, out.needed, 1), down(offsets.data(), out.offsets, offsets.size());
    ASSERT_EQ(needed, expected.size());
    EXPECT_EQ(offsets, expected.offsets);
    down(key.data(), out.key.data, key.size()), down(point.data(), out.point.x, point.size());
    for (const Vec3<T>& p : expected.point) expected_point.insert(expected_point.end(), {p.x, p.y, p.z});
    test::expect_same_bits(key, expected.key, "key");
    test::expect_same_bits(point, expected_point, "point");
    test::move_all(scene.bodies, random, 0.05);
  }
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TYPED_TEST(DeviceSurfaceContacts, InDebugModeBadPairsAreNamed) {
  using T = TypeParam;
  const KnotScene scene = test::many_grains(15, 3);
  const Scene there(scene);
  const SurfaceContactOptions options{.room = 1024};
  const Answers<T> answers(2, 64);
  const OnDevice<unsigned char> workspace(find_surface_contacts_workspace(Cuda{}, 2, options));
  const auto said = [&](Pair second) {
    const Pair both[2] = {{0, 1}, second};
    const OnDevice<Pair> pairs(both, 2);
    return test::complaint([&] {
      find_surface_contacts<T>(Cuda{nullptr, true, {workspace.data(), workspace.size()}}, there.surfaces(),
                               there.parts(), std::span<const Pair>(pairs.data(), 2), options, answers.view());
    });
  };
  EXPECT_EQ(said({0, 3}), "") << "a shape without a surface";
  EXPECT_EQ(said({0, 99}),
            "find_surface_contacts: pair 1 names 99; allowed is less than " + std::to_string(scene.parts().count));
}

}  // namespace
}  // namespace abut
