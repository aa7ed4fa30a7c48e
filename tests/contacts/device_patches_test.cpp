// Contact patches as a device finds them, run on cores: the bits of the `Cpu` executor.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "abut/patches.h"
#include "host/exec/batches.h"
#include "kernels/contacts/find_patches.h"
#include "tests/support/complaint.h"
#include "tests/support/guarded.h"
#include "tests/support/host_queue.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::complaint;
using test::HostQueue;
using test::somewhere;

template <class T>
class DevicePatches : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(DevicePatches, Scalars);

/// All arrays of a batch of patches, with the contacts that they may move.
template <class T>
struct Found {
  Contacts<T> contacts;
  std::vector<T> area, centre, volume, volumes, points, gaps;
  std::vector<std::uint64_t> offsets;
  std::uint64_t needed = 77, unanswered = 77, hard = 0;

  Found(const Contacts<T>& of, std::uint64_t capacity)
      : contacts(of), points(3 * capacity, T(7)), gaps(capacity, T(7)), offsets(of.size() + 1, 77) {
    for (std::vector<T>* array : {&area, &volume}) array->assign(of.size(), T(7));
    centre.assign(3 * of.size(), T(7));
    volumes.assign(9 * of.size(), T(7));
  }
  PatchesView<T> view(bool with_volumes) {
    PatchesView<T> out;
    out.area = {area.data(), 1};
    out.centre = {centre.data(), centre.data() + 1, centre.data() + 2, 3};
    const auto nine = [&](int k) {
      T* const x = volumes.data() + k;
      return StridedVec3<T>{x, x + 1, x + 2, 9};
    };
    if (with_volumes) {
      out.volume = {volume.data(), 1};
      out.volume_centre = nine(0), out.volume_normal = nine(3), out.volume_moment = nine(6);
    }
    out.offsets = offsets.data();
    out.points = {points.data(), points.data() + 1, points.data() + 2, 3};
    out.gaps = {gaps.data(), 1};
    out.capacity = gaps.size();
    out.needed = &needed;
    out.unanswered = &unanswered;
    return out;
  }
};

template <class T>
void expect_same(const Found<T>& a, const Found<T>& b) {
  test::expect_same_bits(a.contacts, b.contacts);
  test::expect_same_bits(a.area, b.area, "area");
  test::expect_same_bits(a.centre, b.centre, "centre");
  test::expect_same_bits(a.volume, b.volume, "volume");
  test::expect_same_bits(a.volumes, b.volumes, "volume's vectors");
  test::expect_same_bits(a.points, b.points, "points");
  test::expect_same_bits(a.gaps, b.gaps, "gaps");
  EXPECT_EQ(a.offsets, b.offsets);
  EXPECT_EQ(a.needed, b.needed);
  EXPECT_EQ(a.unanswered, b.unanswered);
}

template <class T>
Found<T> by_cpu(const ShapeSet& shapes, const test::ShapePairs& in, const Contacts<T>& contacts,
                const PatchOptions& options, bool volumes, std::uint64_t capacity) {
  Found<T> out(contacts, capacity);
  find_shape_patches<T>(Cpu{}, shapes.view<T>(), {in.pairs, {in.poses.data(), 12}, out.contacts.view()}, options,
                        out.view(volumes));
  return out;
}

template <class T>
Found<T> by_stages(const ShapeSet& shapes, const test::ShapePairs& in, const Contacts<T>& contacts,
                   const PatchOptions& options, bool volumes, std::uint64_t capacity,
                   const std::uint64_t* count = nullptr) {
  Found<T> found(contacts, capacity);
  const PatchesView<T> out = found.view(volumes);
  const QueryBatch<T> batch =
      host::batch_of_shapes<T>(shapes.view<T>(), in.pairs, {in.poses.data(), 12}, {}, found.contacts.view());
  HostQueue queue;
  const PatchSizes sizes = patch_sizes(batch, options, out);
  test::Guarded memory(bytes_of<device::PatchScratch<T>>(queue, sizes));
  Workspace workspace(memory.data());
  const device::PatchScratch<T> scratch(workspace, queue, sizes);
  device::find_patches(queue, batch, count, options, out, scratch);
  found.hard = scratch.counts[0];
  return found;
}

/// Vertex sets that have volumes, of up to so many points.
ShapeSet polyhedra(int most) {
  test::Random random(91);
  ShapeSet shapes;
  for (int points = 4; points <= most; points += points / 2) shapes.add_hull(test::ellipsoid_points(random, points));
  for (int k = 0; k < 4; ++k) shapes.add_box({random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1)});
  return shapes;
}

TYPED_TEST(DevicePatches, MixesOfAllKindsGetTheBitsOfTheCpu) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(3);
  test::add_curved_and_large(shapes, 7);
  for (const auto regime : {test::Regime::separated, test::Regime::touching, test::Regime::shallow}) {
    const test::ShapePairs in = test::random_pairs(shapes, 1500, regime, 92);
    const Contacts<T> contacts = test::query_all<T>(shapes, in);
    for (const std::uint32_t most : {0u, 4u}) {
      const PatchOptions options{.margin = 1e-3, .most_points = most, .move_points = most == 4};
      const Found<T> expected = by_cpu(shapes, in, contacts, options, false, 40000);
      EXPECT_GT(expected.needed, 1000u);
      expect_same(by_stages(shapes, in, contacts, options, false, 40000), expected);
    }
  }
}

TYPED_TEST(DevicePatches, VolumesHaveTheBitsOfTheCpuAndHullsOverflowTheFirstRoom) {
  using T = TypeParam;
  const ShapeSet shapes = polyhedra(300);
  for (const auto regime : {test::Regime::shallow, test::Regime::deep}) {
    const test::ShapePairs in = test::random_pairs(shapes, 1000, regime, 93);
    const Contacts<T> contacts = test::query_all<T>(shapes, in);
    const PatchOptions options{.capacity = 8192};
    const Found<T> expected = by_cpu(shapes, in, contacts, options, true, 60000);
    const Found<T> got = by_stages(shapes, in, contacts, options, true, 60000);
    expect_same(got, expected);
    EXPECT_GT(got.hard, 100u);
    EXPECT_LT(got.hard, 1000u);
  }
}

TYPED_TEST(DevicePatches, PairsThatOutgrowTheLastRoomAreCountedAndSaySo) {
  using T = TypeParam;
  const ShapeSet shapes = polyhedra(300);
  const test::ShapePairs in = test::random_pairs(shapes, 1000, test::Regime::deep, 94);
  const Contacts<T> contacts = test::query_all<T>(shapes, in);
  const PatchOptions options{.move_points = true, .capacity = 64};
  const Found<T> all = by_cpu(shapes, in, contacts, options, true, 60000);
  const Found<T> got = by_stages(shapes, in, contacts, options, true, 60000);
  std::uint64_t unanswered = 0;
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    if (!std::isnan(got.area[i])) {
      ASSERT_EQ(got.area[i], all.area[i]) << i;
      ASSERT_EQ(got.volume[i], all.volume[i]) << i;
      ASSERT_EQ(got.offsets[i + 1] - got.offsets[i], all.offsets[i + 1] - all.offsets[i]) << i;
      ASSERT_EQ(got.contacts.point_x[i], all.contacts.point_x[i]) << i;
      for (std::uint64_t k = 0; k < got.offsets[i + 1] - got.offsets[i]; ++k) {
        ASSERT_EQ(got.gaps[got.offsets[i] + k], all.gaps[all.offsets[i] + k]) << i << ' ' << k;
      }
      continue;
    }
    ++unanswered;
    EXPECT_TRUE(std::isnan(got.centre[3 * i]) && std::isnan(got.volume[i]) && std::isnan(got.volumes[9 * i + 8]));
    EXPECT_EQ(got.offsets[i + 1], got.offsets[i]);
    EXPECT_EQ(got.contacts.point_x[i], contacts.point_x[i]) << "moved";
  }
  EXPECT_EQ(got.unanswered, unanswered);
  EXPECT_GT(unanswered, 10u);
  EXPECT_LT(unanswered, 900u);
}

/// A walk round the patch holds its corners and one facet of each body, not all facets that the patch reaches over.
TYPED_TEST(DevicePatches, DeepOnesOfLargeHullsNeedRoomForTheirCornersAlone) {
  using T = TypeParam;
  test::Random random(97);
  ShapeSet shapes;
  for (int k = 0; k < 4; ++k) shapes.add_hull(test::ellipsoid_points(random, 800));
  const test::ShapePairs in = test::random_pairs(shapes, 300, test::Regime::shallow, 98);
  const Contacts<T> contacts = test::query_all<T>(shapes, in);
  const PatchOptions options{.capacity = 64};
  const Found<T> got = by_stages(shapes, in, contacts, options, false, 30000);
  EXPECT_GT(got.needed, 3000u);
  EXPECT_LE(got.unanswered, 15u);
  const Found<T> all = by_cpu(shapes, in, contacts, options, false, 30000);
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    EXPECT_TRUE(std::isnan(got.area[i]) || got.area[i] == all.area[i]) << i;
  }
}

TYPED_TEST(DevicePatches, TooLittleRoomForPointsSaysWhatIsNeededAndWritesNone) {
  using T = TypeParam;
  const ShapeSet shapes = polyhedra(20);
  const test::ShapePairs in = test::random_pairs(shapes, 300, test::Regime::shallow, 95);
  const Contacts<T> contacts = test::query_all<T>(shapes, in);
  const std::uint64_t needed = by_cpu(shapes, in, contacts, {}, false, 0).needed;
  ASSERT_GT(needed, 300u);
  for (const std::uint64_t capacity : {std::uint64_t{0}, std::uint64_t{1}, needed - 1, needed}) {
    const Found<T> got = by_stages(shapes, in, contacts, {}, false, capacity);
    expect_same(got, by_cpu(shapes, in, contacts, {}, false, capacity));
    if (capacity < needed) {
      EXPECT_EQ(std::count(got.gaps.begin(), got.gaps.end(), T(7)), capacity);
    }
  }
}

TYPED_TEST(DevicePatches, NumbersOfPairsAreReadOnTheDevice) {
  using T = TypeParam;
  const ShapeSet shapes = polyhedra(20);
  const test::ShapePairs in = test::random_pairs(shapes, 300, test::Regime::shallow, 96);
  const Contacts<T> contacts = test::query_all<T>(shapes, in);
  const Found<T> all = by_cpu(shapes, in, contacts, {}, false, 5000);
  for (const std::uint64_t count : {0ull, 1ull, 299ull, 300ull, 301ull}) {
    const std::uint64_t n = count <= 300 ? count : 0;
    const Found<T> got = by_stages(shapes, in, contacts, {}, false, 5000, &count);
    EXPECT_EQ(got.needed, all.offsets[n]);
    for (std::uint64_t i = 0; i < 300; ++i) {
      ASSERT_EQ(got.offsets[i + 1], all.offsets[std::min(i + 1, n)]) << count << ' ' << i;
      ASSERT_EQ(got.area[i], i < n ? all.area[i] : T(7)) << count << ' ' << i;
    }
    for (std::uint64_t k = 0; k < 5000; ++k) ASSERT_EQ(got.gaps[k], k < got.needed ? all.gaps[k] : T(7));
  }
  const Found<T> none = by_stages<T>(shapes, {}, Contacts<T>{}, {}, false, 5);
  EXPECT_EQ(none.offsets, std::vector<std::uint64_t>{0});
  EXPECT_EQ(none.needed, 0u);
  EXPECT_EQ(none.unanswered, 0u);
}

TYPED_TEST(DevicePatches, ShapesWithoutAVolumeGetNanForItAndAreFoundByTheDebugMode) {
  using T = TypeParam;
  ShapeSet shapes = polyhedra(20);
  shapes.add_box({1, 1, 1}, 0.1);
  shapes.add_cone(1, 1);
  const test::ShapePairs in = test::random_pairs(shapes, 400, test::Regime::shallow, 97);
  const Contacts<T> contacts = test::query_all<T>(shapes, in);
  const Found<T> without = by_cpu(shapes, in, contacts, {}, false, 5000);
  const Found<T> got = by_stages(shapes, in, contacts, {}, true, 5000);
  test::expect_same_bits(got.points, without.points, "points");
  test::expect_same_bits(got.area, without.area, "area");
  std::uint64_t first = ~std::uint64_t{0};
  for (std::uint64_t i = 400; i-- > 0;) {
    const bool has = std::max(in.pairs[i].a, in.pairs[i].b) < shapes.size() - 2;
    if (!has) first = i;
    EXPECT_EQ(std::isnan(got.volume[i]), !has) << i;
    EXPECT_EQ(std::isnan(got.volumes[9 * i + 4]), !has) << i;
  }
  std::uint64_t lowest = ~std::uint64_t{0};
  const QueryBatch<T> batch = host::batch_of_shapes<T>(shapes.view<T>(), in.pairs, {in.poses.data(), 12}, {}, {});
  HostQueue().for_each(400, device::patches_detail::FindNoVolume<T>{batch, nullptr, &lowest});
  EXPECT_EQ(lowest, first);
}

/// Arguments of a batch of one pair that nothing is wrong with, but that no device is there.
struct Call {
  ShapeSetView<float> shapes;
  PartsView parts;
  Pair* pairs = somewhere<Pair>();
  std::size_t count = 1;
  std::uint64_t* list_count = somewhere<std::uint64_t>();
  RelativePosesView poses{somewhere<double>()};
  ContactsView<float> contacts;
  PatchOptions options;
  PatchesView<float> out;

  Call() {
    shapes.headers = somewhere<ShapeHeader>();
    parts.shape = somewhere<std::uint32_t>();
    float* const x = somewhere<float>();
    contacts.separation.data = x;
    contacts.normal = contacts.point = {x, x, x, 1};
    contacts.status.data = somewhere<std::uint8_t>();
    out.offsets = somewhere<std::uint64_t>();
  }
  void run() const {
    find_patches<float>(Cuda{}.with({somewhere<void>(), 512}), shapes, parts,
                        {std::span<const Pair>{pairs, count}, contacts}, options, out);
  }
  void run_list() const {
    find_patches<float>(Cuda{}.with({somewhere<void>(), 512}), shapes, parts,
                        {PairList{pairs, count, list_count}, contacts}, options, out);
  }
  void run_shapes() const {
    find_shape_patches<float>(Cuda{}.with({somewhere<void>(), 512}), shapes, {{pairs, count}, poses, contacts}, options,
                              out);
  }
};

template <class Change>
std::string said(const Change& change, void (Call::*run)() const = &Call::run) {
  Call call;
  change(call);
  return complaint([&] { (call.*run)(); });
}

TEST(CudaPatches, WithoutADeviceGoodArgumentsAreACudaErrorAndEmptyOnesNothing) {
  if (cuda_unavailable_reason() != nullptr) {
    for (const auto run : {&Call::run, &Call::run_list, &Call::run_shapes}) {
      EXPECT_EQ(said([](Call&) {}, run), "CudaError");
      EXPECT_EQ(said([](Call& c) { c.count = 0; }, run), "CudaError") << "offsets are written";
    }
    EXPECT_THROW(find_patches_workspace<float>(Cuda{}, 7, 7, true), CudaError);
  }
  for (const auto run : {&Call::run, &Call::run_list, &Call::run_shapes}) {
    EXPECT_EQ(said([](Call& c) { c.count = 0, c.pairs = nullptr, c.out = {}; }, run), "");
  }
}

TEST(CudaPatches, BadArgumentsAreNamed) {
  EXPECT_EQ(said([](Call& c) { c.pairs = nullptr; }), "find_patches: pairs is null");
  EXPECT_EQ(said([](Call& c) { c.pairs = somewhere<Pair>(2); }), "find_patches: pairs is not aligned to 4 bytes");
  EXPECT_EQ(said([](Call& c) { c.shapes.headers = nullptr; }), "find_patches: shapes.headers is null");
  EXPECT_EQ(said([](Call& c) { c.parts.shape = nullptr; }), "find_patches: parts.shape is null");
  EXPECT_EQ(said([](Call& c) { c.count = most_device_pairs + 1; }),
            "find_patches: 4294967296 pairs; allowed are 4294967295 a batch");
  EXPECT_EQ(said([](Call& c) { c.contacts.status.data = nullptr; }), "find_patches: contacts.status is null");
  EXPECT_EQ(said([](Call& c) { c.contacts.normal.y = somewhere<float>(2); }),
            "find_patches: an array of contacts is not aligned to 4 bytes");
  EXPECT_EQ(said([](Call& c) { c.out.area.data = somewhere<float>(2); }),
            "find_patches: an array of out is not aligned to 4 bytes");
  EXPECT_EQ(said([](Call& c) { c.out.volume_moment.z = somewhere<float>(2); }),
            "find_patches: an array of out is not aligned to 4 bytes");
  for (std::uint64_t* PatchesView<float>::*counts :
       {&PatchesView<float>::offsets, &PatchesView<float>::needed, &PatchesView<float>::unanswered}) {
    EXPECT_EQ(said([&](Call& c) { c.out.*counts = somewhere<std::uint64_t>(4); }),
              "find_patches: an array of out is not aligned to 8 bytes");
  }
  EXPECT_EQ(said([](Call& c) { c.out.offsets = nullptr, c.out.gaps.data = somewhere<float>(); }),
            "find_patches: out.offsets is null; points, gaps and their number need it");
  EXPECT_EQ(said([](Call& c) { c.options.margin = -1; }), "find_patches: margin is -1; allowed is 0 or more, finite");
  EXPECT_EQ(said([](Call& c) { c.options.most_points = 2; }),
            "find_patches: most_points is 2; allowed are 0 and 3 or more");
  for (const std::uint32_t capacity : {0u, 23u, 65537u}) {
    EXPECT_EQ(said([&](Call& c) { c.options.capacity = capacity; }),
              "find_patches: capacity is " + std::to_string(capacity) + "; allowed are 24 to 65536");
  }
  EXPECT_EQ(said([](Call& c) { c.list_count = nullptr; }, &Call::run_list), "find_patches: pairs.count is null");
  EXPECT_EQ(said([](Call& c) { c.poses.m = nullptr; }, &Call::run_shapes), "find_shape_patches: poses.m is null");
  EXPECT_EQ(said([](Call& c) { c.poses.m = somewhere<double>(4); }, &Call::run_shapes),
            "find_shape_patches: poses.m is not aligned to 8 bytes");
}

}  // namespace
}  // namespace abut
