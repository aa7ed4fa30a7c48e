// Quasi-LMDs on a device: complexes copied there and pairs asked, against the same on cores.
#include "abut/complex/cuda_quasi_lmds.h"
#include "abut/pairs/cuda_pairs.h"
#include "abut/pairs/find_pairs.h"
#include "tests/complex/cell_surface.h"
#include "tests/support/complaint.h"
#include "tests/support/device_block.h"
#include "tests/support/device_scene.h"
#include "tests/support/gpu.h"
#include "tests/support/lmd_answers.h"

namespace abut {
namespace {

using test::ComplexScene;
using test::LmdAnswer;
using test::OnDevice;

/// The complexes and parts of a scene in device memory.
class Scene {
 public:
  explicit Scene(const ComplexScene& scene)
      : memory_(device_complexes_bytes(scene.complexes)),
        complexes_(copy_complexes(Cuda{}, scene.complexes, {memory_.data(), memory_.size()})),
        parts_(scene.parts()) {}
  const ComplexViews& complexes() const { return complexes_; }
  const PartsView& parts() const { return parts_.view(); }

 private:
  OnDevice<unsigned char> memory_;
  ComplexViews complexes_;
  test::PartsOnDevice parts_;
};

template <class T>
using Answers = test::DeviceAnswers<test::lmd_arrays_in<T>, test::read_lmds<T>>;

template <class T>
LmdAnswer<T> by_device(const ComplexScene& scene, const Scene& there, const QuasiLmdOptions& options,
                       std::uint64_t capacity) {
  const OnDevice<Pair> pairs(scene.pairs.data(), scene.pairs.size());
  const Answers<T> answers(pairs.size(), capacity);
  const OnDevice<unsigned char> workspace(find_quasi_lmds_workspace(Cuda{}, pairs.size(), options));
  find_quasi_lmds<T>(Cuda{}.with({workspace.data(), workspace.size()}), there.complexes(), there.parts(),
                     std::span<const Pair>(pairs.data(), pairs.size()), options, answers.view());
  return answers.download();
}

/// More than there are.
constexpr QuasiLmdRoom enough{1u << 18, 1u << 18, 1u << 16};

template <class T>
class DeviceQuasiLmds : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DeviceQuasiLmds, Scalars);

TYPED_TEST(DeviceQuasiLmds, AreThoseOfTheCpuToTheBit) {
  using T = TypeParam;
  for (const bool on_grid : {false, true}) {
    const ComplexScene scene = test::many_complexes(21, on_grid);
    const Scene there(scene);
    for (const double alert : {0.0, 0.3, 100.0}) {
      SCOPED_TRACE(alert);
      const QuasiLmdOptions options{.alert_distance = alert, .theta = 0.1, .room = enough};
      const QuasiLmds<T> expected = scene.find<T>(options);
      const LmdAnswer<T> got = by_device<T>(scene, there, options, expected.size());
      EXPECT_EQ(got.needed, expected.size());
      test::expect_same_bits(got.contacts, expected);
    }
  }
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TYPED_TEST(DeviceQuasiLmds, OfTwoLargeComplexesAreThoseOfTheCpu) {
  using T = TypeParam;
  ComplexScene scene;
  scene.add(test::flat_plate(120, 4), {.dilation = 0.01}, {{0, 0, -0.1}});
  scene.add(test::flat_plate(121, 4), {.dilation = 0.01}, {{0, 0, 0.1}});
  scene.pairs = {{0, 1}};
  const QuasiLmdOptions options{.alert_distance = 0.5, .theta = 0.1, .room = enough};
  const QuasiLmds<T> expected = scene.find<T>(options);
  test::expect_same_bits(by_device<T>(scene, Scene(scene), options, expected.size()).contacts, expected);
}

TYPED_TEST(DeviceQuasiLmds, WithTooLittleRoomSayWhatIsNeededAndWriteNone) {
  using T = TypeParam;
  const ComplexScene scene = test::many_complexes(22, true);
  const Scene there(scene);
  QuasiLmdOptions options{.alert_distance = 1, .room = enough};
  const QuasiLmds<T> expected = scene.find<T>(options);
  const QuasiLmdRoom needed = by_device<T>(scene, there, options, 0).room_needed;
  options.room = needed, options.room.node_pairs = 16;
  test::expect_same_bits(by_device<T>(scene, there, options, expected.size()).contacts, expected);
  const auto expect_none = [&] {
    const LmdAnswer<T> got = by_device<T>(scene, there, options, expected.size());
    EXPECT_EQ(got.needed, ~std::uint64_t{0});
    EXPECT_EQ(got.room_needed.leaf_pairs, needed.leaf_pairs);
    EXPECT_EQ(got.contacts.offsets, std::vector<std::uint64_t>(scene.pairs.size() + 1, 0));
  };
  options.room = needed, --options.room.leaf_pairs;
  expect_none();
  options.room = needed, --options.room.contacts;
  expect_none();
  options.room = needed;
  const LmdAnswer<T> got = by_device<T>(scene, there, options, expected.size() - 1);
  EXPECT_EQ(got.needed, expected.size());
  EXPECT_EQ(got.contacts.offsets, expected.offsets);
}

TYPED_TEST(DeviceQuasiLmds, OfNoPairsAreNone) {
  using T = TypeParam;
  ComplexScene scene = test::many_complexes(23, false);
  scene.pairs.clear();
  const LmdAnswer<T> got = by_device<T>(scene, Scene(scene), {.room = {4, 4, 4}}, 4);
  EXPECT_EQ(got.needed, 0u);
  EXPECT_EQ(got.contacts.offsets, std::vector<std::uint64_t>{0});
}

/// From poses to contacts in one graph, bodies moving from step to step.
TYPED_TEST(DeviceQuasiLmds, OfAListAreThoseOfTheCpuStepAfterStep) {
  using T = TypeParam;
  constexpr std::uint64_t room_for_pairs = 64;
  test::Random random(24);
  ComplexScene scene;
  for (std::uint32_t k = 0; k < 8; ++k) {
    const auto kind = k % 2 == 0 ? test::ComplexKind::box : test::ComplexKind::star_sphere;
    scene.add(test::random_complex(random, kind), {.dilation = 0.01},
              {{0.8 * (k % 3), 0.8 * (k / 3), 0.1 * k}, random.rotation()});
  }
  const Scene complexes(scene);
  test::DeviceScene bodies(scene.shapes, scene.bodies, room_for_pairs);
  const OnDevice<Pair> pairs(room_for_pairs);
  const OnDevice<std::uint64_t> count(1);
  const QuasiLmdOptions options{.alert_distance = 0.5, .theta = 0.1, .room = enough};
  const Answers<T> answers(room_for_pairs, enough.contacts);
  const OnDevice<unsigned char> workspace(find_quasi_lmds_workspace(Cuda{}, room_for_pairs, options));
  const PairList list{pairs.data(), room_for_pairs, count.data()};
  test::Replay step([&](const Cuda& cuda) {
    bodies.build(cuda);
    bodies.find(cuda, list);
    find_quasi_lmds<T>(cuda.with({workspace.data(), workspace.size()}), complexes.complexes(), bodies.parts(), list,
                       options, answers.view());
  });
  for (int k = 0; k < 3; ++k) {
    bodies.upload(scene.bodies);
    ASSERT_NO_FATAL_FAILURE(step.run());
    scene.pairs = test::expected_pairs(scene.shapes, scene.bodies);
    const std::size_t n = scene.pairs.size();
    ASSERT_EQ(count.download()[0], n);
    const QuasiLmds<T> expected = scene.find<T>(options);
    EXPECT_GT(expected.size(), 10u);
    const QuasiLmdsView<T> out = answers.view();
    std::vector<std::uint64_t> offsets(n + 1), key(expected.size());
    std::vector<std::uint8_t> crossing(n);
    std::vector<T> rows(6 * expected.size()), expected_rows;
    std::uint64_t needed = 0;
    const auto down = [](auto* to, const auto* from, std::size_t size) {
      EXPECT_EQ(cudaMemcpy(to, from, size * sizeof(*to), cudaMemcpyDeviceToHost), cudaSuccess);
    };
    down(&needed, out.needed, 1), down(offsets.data(), out.offsets, n + 1), down(crossing.data(), out.crossing, n);
    ASSERT_EQ(needed, expected.size());
    EXPECT_EQ(offsets, expected.offsets);
    EXPECT_EQ(crossing, expected.crossing);
    down(key.data(), out.key.data, key.size()), down(rows.data(), out.jacobian_b, rows.size());
    for (const auto& row : expected.jacobian_b) expected_rows.insert(expected_rows.end(), row.begin(), row.end());
    test::expect_same_bits(key, expected.key, "key");
    test::expect_same_bits(rows, expected_rows, "jacobian b");
    test::move_all(scene.bodies, random, 0.05);
  }
  EXPECT_EQ(cudaGetLastError(), cudaSuccess);
}

TYPED_TEST(DeviceQuasiLmds, InDebugModeBadPairsAreNamed) {
  using T = TypeParam;
  ComplexScene scene;
  scene.add(test::box_surface(1, 1, 1), {.dilation = 0.1}), scene.add(test::box_surface(1, 1, 1), {.dilation = 0.1});
  scene.bodies.add({}, scene.shapes.add_sphere(1));
  const Scene there(scene);
  const QuasiLmdOptions options{.room = {64, 64, 64}};
  const Answers<T> answers(2, 64);
  const OnDevice<unsigned char> workspace(find_quasi_lmds_workspace(Cuda{}, 2, options));
  const auto said = [&](Pair second) {
    const Pair both[2] = {{0, 1}, second};
    const OnDevice<Pair> pairs(both, 2);
    return test::complaint([&] {
      find_quasi_lmds<T>(Cuda{nullptr, true, {workspace.data(), workspace.size()}}, there.complexes(), there.parts(),
                         std::span<const Pair>(pairs.data(), 2), options, answers.view());
    });
  };
  EXPECT_EQ(said({0, 1}), "");
  EXPECT_EQ(said({0, 2}), "find_quasi_lmds: pair 1 has shape 2, which has no complex");
  EXPECT_EQ(said({0, 99}), "find_quasi_lmds: pair 1 names 99; allowed is less than 3");
}

}  // namespace
}  // namespace abut
