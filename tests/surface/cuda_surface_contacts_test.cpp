#include "abut/surface/cuda_surface_contacts.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "abut/core/error.h"
#include "abut/detect.h"
#include "kernels/surface/knot_contacts.h"
#include "tests/support/complaint.h"
#include "tests/support/guarded.h"
#include "tests/support/host_queue.h"
#include "tests/support/knot_answers.h"

namespace abut {
namespace {

using test::complaint;
using test::KnotAnswer;
using test::KnotScene;
using test::somewhere;

/// What a copy holds, where it is.
std::vector<ContactSurfaceView> views_of(const ContactSurfaces& surfaces, std::vector<Vec3<double>>& points) {
  std::vector<ContactSurfaceView> out(surfaces.shape_count());
  std::vector<std::size_t> first;
  for (std::uint32_t shape = 0; shape < out.size(); ++shape) {
    first.push_back(points.size());
    if (!surfaces.has(shape)) continue;
    for (const KnotPosition& k : surfaces.knots(shape)) points.push_back(k.point);
    out[shape].surface = surfaces.view(shape);
    out[shape].knot_count = static_cast<std::uint32_t>(surfaces.knots(shape).size());
  }
  for (std::uint32_t shape = 0; shape < out.size(); ++shape) out[shape].knots = points.data() + first[shape];
  return out;
}

/// By the stages of a device, run on cores. `count`: null, or how many pairs a list has.
template <class T>
KnotAnswer<T> by_stages(const KnotScene& scene, const SurfaceContactOptions& options, std::uint64_t capacity,
                        const std::uint64_t* count = nullptr) {
  const std::uint64_t pairs = scene.pairs.size();
  const auto arrays_in = [&](Workspace& to) { return test::knot_arrays_in<T>(to, pairs, capacity); };
  std::vector<unsigned char> block(test::block_bytes(arrays_in), test::unwritten);
  Workspace w(block.data());
  std::vector<Vec3<double>> points;
  const std::vector<ContactSurfaceView> views = views_of(scene.grains.surfaces, points);
  const backend::KnotSearch search{{views.data(), static_cast<std::uint32_t>(views.size())},
                                   scene.parts(),
                                   scene.pairs.data(),
                                   pairs,
                                   count,
                                   options};
  test::HostQueue queue;
  test::Guarded memory(bytes_of<device::KnotScratch>(queue, pairs, options.room));
  Workspace scratch(memory.data());
  device::find_surface_contacts(queue, search, arrays_in(w), device::KnotScratch(scratch, queue, pairs, options.room));
  return test::read_knots<T>(block, pairs, capacity);
}

/// More than there are.
constexpr std::uint64_t enough = 1u << 16;

template <class T>
class SurfaceContactsOfAQueue : public testing::Test {
 protected:
  /// With just as much room as is needed. Returns how many contacts there are.
  std::uint64_t expect_answers_of_cpu(const KnotScene& scene, SurfaceContactOptions options) {
    const SurfaceContacts<T> expected = test::first_step<T>(scene, options);
    options.room = enough;
    const KnotAnswer<T> first = by_stages<T>(scene, options, 0);
    EXPECT_EQ(first.needed, expected.size());
    EXPECT_GE(first.room_needed, first.needed);
    options.room = first.room_needed;
    test::expect_same_bits(by_stages<T>(scene, options, expected.size()).contacts, expected);
    return expected.size();
  }
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(SurfaceContactsOfAQueue, Scalars);

TYPED_TEST(SurfaceContactsOfAQueue, AreThoseOfAFirstStepOfTheCpuToTheBit) {
  for (const std::uint64_t seed : {1, 2}) {
    const KnotScene scene = test::many_grains(seed, 9);
    for (const double alert : {0.0, 0.1}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", alert distance " + std::to_string(alert));
      EXPECT_GT(this->expect_answers_of_cpu(scene, {.alert_distance = alert}), 100u);
    }
  }
}

TYPED_TEST(SurfaceContactsOfAQueue, OfOneBodysKnotsAloneAreThoseOfTheCpu) {
  const KnotScene scene = test::many_grains(3, 6);
  const std::uint64_t all = this->expect_answers_of_cpu(scene, {.alert_distance = 0.05});
  const std::uint64_t of_a = this->expect_answers_of_cpu(scene, {.alert_distance = 0.05, .knots_of_b = false});
  const std::uint64_t of_b = this->expect_answers_of_cpu(scene, {.alert_distance = 0.05, .knots_of_a = false});
  EXPECT_EQ(of_a + of_b, all);
  EXPECT_GT(of_a, 10u);
  EXPECT_GT(of_b, 10u);
}

/// At a face, an edge and a corner of a box that is not about its frame's origin, knots at both sides of the distance.
TYPED_TEST(SurfaceContactsOfAQueue, AtTheAlertDistanceNoneIsMissed) {
  for (const double size : {1e-4, 1.0, 1e5}) {
    SCOPED_TRACE(size);
    KnotScene scene;
    const NurbsSurface box = test::box_surface({size, size, size});
    scene.grains.add(transformed(box, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}, {30 * size, 0, 0}), 0);
    scene.grains.add(test::scaled(test::unit_sphere(), size), 0.2 * size);
    scene.bodies.add({{-30 * size, 0, 0}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}}, 0);
    test::Random random(4);
    for (int k = 0; k < 12; ++k) {
      const double x = 2.3 * size, y = k % 3 > 0 ? 1.8 * size : 0, z = k % 3 > 1 ? 1.6 * size : 0;
      scene.bodies.add({{k % 2 == 0 ? x : -x, y, z}, random.rotation()}, 1);
      scene.pairs.push_back({0, scene.bodies.size() - 1});
    }
    EXPECT_GT(this->expect_answers_of_cpu(scene, {.alert_distance = 0.5 * size}), 50u);
    EXPECT_GT(this->expect_answers_of_cpu(scene, {.alert_distance = 5 * size}), 2000u);
    EXPECT_EQ(this->expect_answers_of_cpu(scene, {.alert_distance = 0}), 0u);
  }
}

TYPED_TEST(SurfaceContactsOfAQueue, OfBodiesWithoutSurfaceKnotsOrPlaceAreNone) {
  using T = TypeParam;
  KnotScene scene;
  const NurbsSurface ball = test::lumpy_ball(5, 3);
  scene.grains.shapes.add_hull(ball.points);
  scene.grains.add(ball, 0.5), scene.grains.add(ball, 0);
  scene.grains.shapes.add_hull(ball.points);
  for (const std::uint32_t shape : {0, 1, 2, 3, 1, 1}) scene.bodies.add({}, shape);
  scene.spoil(4, std::numeric_limits<double>::quiet_NaN(), 1), scene.spoil(5, 0, 3);
  scene.pair_all();
  const KnotAnswer<T> got = by_stages<T>(scene, {.alert_distance = 0.1, .room = enough}, enough);
  const std::size_t knots = scene.grains.surfaces.knots(1).size();
  // Of fifteen pairs, (1, 2) alone: all knots of 1 lie on the surface of 2, which has none.
  EXPECT_EQ(got.needed, knots);
  EXPECT_EQ(got.contacts.offsets[5], 0u);
  EXPECT_EQ(got.contacts.offsets[6], knots);
  EXPECT_EQ(got.contacts.offsets[15], knots);
  test::expect_same_bits(got.contacts, test::first_step<T>(scene, {.alert_distance = 0.1}));
}

TYPED_TEST(SurfaceContactsOfAQueue, WithTooLittleRoomSayWhatIsNeededAndWriteNone) {
  using T = TypeParam;
  const KnotScene scene = test::many_grains(6, 6);
  SurfaceContactOptions options{.alert_distance = 0.05, .room = enough};
  const KnotAnswer<T> all = by_stages<T>(scene, options, enough);
  ASSERT_GT(all.needed, 20u);
  ASSERT_GT(all.room_needed, all.needed);
  for (const std::uint64_t less : {std::uint64_t{0}, std::uint64_t{1}, all.room_needed - 1}) {
    options.room = less;
    const KnotAnswer<T> got = by_stages<T>(scene, options, all.needed);
    EXPECT_EQ(got.needed, ~std::uint64_t{0});
    EXPECT_EQ(got.room_needed, all.room_needed);
    EXPECT_EQ(got.contacts.offsets, std::vector<std::uint64_t>(scene.pairs.size() + 1, 0));
  }
  options.room = all.room_needed;
  for (const std::uint64_t capacity : {std::uint64_t{0}, all.needed - 1}) {
    const KnotAnswer<T> got = by_stages<T>(scene, options, capacity);
    EXPECT_EQ(got.needed, all.needed);
    EXPECT_EQ(got.contacts.offsets, all.contacts.offsets);
  }
}

TYPED_TEST(SurfaceContactsOfAQueue, OfNoPairsAreNone) {
  KnotScene scene = test::many_grains(7, 3);
  scene.pairs.clear();
  EXPECT_EQ(this->expect_answers_of_cpu(scene, {.alert_distance = 0.1}), 0u);
}

TYPED_TEST(SurfaceContactsOfAQueue, NumbersOfPairsAreReadOnTheDevice) {
  using T = TypeParam;
  const KnotScene scene = test::many_grains(8, 6);
  const SurfaceContactOptions options{.alert_distance = 0.05, .room = enough};
  const std::uint64_t pairs = scene.pairs.size();
  const SurfaceContacts<T> all = test::first_step<T>(scene, options);
  ASSERT_GT(all.offsets[pairs / 2], 10u);
  for (const std::uint64_t count : {std::uint64_t{0}, pairs / 2, pairs, pairs + 1}) {
    const std::uint64_t n = count <= pairs ? count : 0;
    const KnotAnswer<T> got = by_stages<T>(scene, options, all.size(), &count);
    EXPECT_EQ(got.needed, all.offsets[n]);
    for (std::uint64_t i = 0; i <= pairs; ++i) ASSERT_EQ(got.contacts.offsets[i], all.offsets[std::min(i, n)]) << i;
    for (std::uint64_t k = 0; k < got.needed; ++k) ASSERT_EQ(got.contacts.key[k], all.key[k]) << k;
  }
}

/// Arguments of a search for one pair that nothing is wrong with, but that no device is there.
struct Call {
  ContactSurfaceViews surfaces{somewhere<ContactSurfaceView>(), 1};
  PartsView parts = test::parts_somewhere();
  Pair* pairs = somewhere<Pair>();
  std::size_t count = 1;
  std::uint64_t* list_count = somewhere<std::uint64_t>();
  SurfaceContactOptions options;
  SurfaceContactsView<float> out;

  Call() { out.offsets = out.needed = out.room_needed = somewhere<std::uint64_t>(); }
  Cuda cuda() const { return Cuda{}.with({somewhere<void>(), 512}); }
  void run() const {
    find_surface_contacts<float>(cuda(), surfaces, parts, std::span<const Pair>(pairs, count), options, out);
  }
  void run_list() const {
    find_surface_contacts<float>(cuda(), surfaces, parts, PairList{pairs, count, list_count}, options, out);
  }
};

template <class Change>
std::string said(const Change& change, void (Call::*run)() const = &Call::run) {
  Call call;
  change(call);
  return complaint([&] { (call.*run)(); });
}

TEST(CudaSurfaceContacts, WithoutADeviceGoodArgumentsAreACudaError) {
  if (cuda_unavailable_reason() == nullptr) GTEST_SKIP() << "a device is there: it would be asked";
  for (const auto run : {&Call::run, &Call::run_list}) {
    EXPECT_EQ(said([](Call&) {}, run), "CudaError");
    EXPECT_EQ(said([](Call& c) { c.surfaces = {}; }, run), "CudaError");
    EXPECT_EQ(said([](Call& c) { c.count = 0, c.pairs = nullptr, c.parts = {}, c.surfaces = {}; }, run), "CudaError")
        << "offsets are written";
  }
  EXPECT_THROW(find_surface_contacts_workspace(Cuda{}, 7, {}), CudaError);
}

TEST(CudaSurfaceContacts, BadArgumentsAreNamed) {
  const std::string begin = "find_surface_contacts: ";
  const auto expect = [&](const auto& change, const std::string& message) { EXPECT_EQ(said(change), begin + message); };
  expect([](Call& c) { c.pairs = nullptr; }, "pairs is null");
  expect([](Call& c) { c.pairs = somewhere<Pair>(2); }, "pairs is not aligned to 4 bytes");
  expect([](Call& c) { c.surfaces.of_shape = nullptr; }, "surfaces is null");
  expect([](Call& c) { c.parts.shape = nullptr; }, "parts.shape is null");
  expect([](Call& c) { c.parts.body_y = nullptr; }, "an array of parts is null");
  expect([](Call& c) { c.parts.r[4] = nullptr; }, "an array of parts.r is null");
  expect([](Call& c) { c.parts.alert = somewhere<double>(4); }, "parts.alert is not aligned to 8 bytes");
  expect([](Call& c) { c.out.offsets = nullptr; }, "out.offsets is null");
  expect([](Call& c) { c.out.needed = nullptr; }, "out.needed is null");
  expect([](Call& c) { c.out.room_needed = nullptr; }, "out.room_needed is null");
  expect([](Call& c) { c.out.point.z = somewhere<float>(2); }, "an array of out is not aligned to 4 bytes");
  expect([](Call& c) { c.out.v.data = somewhere<double>(4); }, "an array of out is not aligned to 8 bytes");
  expect([](Call& c) { c.options.alert_distance = -1; }, "alert_distance is -1; allowed is 0 or more, finite");
  const std::uint64_t many = std::uint64_t{1} << 32;
  expect([&](Call& c) { c.count = many; }, "pairs has room for 4294967296; allowed are 4294967295");
  expect([&](Call& c) { c.options.room = many; }, "options.room has room for 4294967296; allowed are 4294967295");
  EXPECT_EQ(said([](Call& c) { c.list_count = nullptr; }, &Call::run_list), begin + "pairs.count is null");
}

TEST(CudaSurfaceContacts, ACopyTakesWhatSurfacesAndKnotsTakeAndNoMoreMemoryThanThereIs) {
  test::Grains none, bare, knotted;
  EXPECT_EQ(device_contact_surfaces_bytes(none.surfaces), 0u);
  const NurbsSurface ball = test::lumpy_ball(9, 3);
  bare.add(ball, 0), knotted.add(ball, 0.3);
  const std::size_t without = device_contact_surfaces_bytes(bare.surfaces);
  const std::size_t bytes = device_contact_surfaces_bytes(knotted.surfaces);
  const SurfaceView<double>& view = bare.surfaces.view(0);
  EXPECT_GT(without, (view.piece_count + view.patches_u * view.patches_v) * 16 * 4 * sizeof(double));
  EXPECT_GE(bytes, without + knotted.surfaces.knots(0).size() * sizeof(Vec3<double>));
  const auto copy = [&](const Workspace& memory) {
    return complaint([&] { copy_contact_surfaces(Cuda{}, knotted.surfaces, memory); });
  };
  EXPECT_EQ(copy({somewhere<void>(), bytes - 1}), "copy_contact_surfaces: memory has " + std::to_string(bytes - 1) +
                                                      " bytes; needed are " + std::to_string(bytes));
  EXPECT_EQ(copy({nullptr, bytes}), "copy_contact_surfaces: memory is null");
  EXPECT_EQ(copy({somewhere<void>(16), bytes}), "copy_contact_surfaces: memory is not aligned to 256 bytes");
  EXPECT_EQ(copy_contact_surfaces(Cuda{}, none.surfaces, {}).count, 0u);
}

}  // namespace
}  // namespace abut
