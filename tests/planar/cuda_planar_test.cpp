// Pairs in the plane on a device, run on cores in memory of exactly the size asked for: the bits of the `Cpu`.
#include "abut/planar/cuda_planar.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

#include "abut/bodies/body_set.h"
#include "abut/detect.h"
#include "abut/pairs/find_pairs.h"
#include "host/planar/layout.h"
#include "kernels/planar/query_pairs.h"
#include "tests/planar/planar_cases.h"
#include "tests/support/complaint.h"
#include "tests/support/guarded.h"
#include "tests/support/host_queue.h"
#include "tests/support/same_planar_bits.h"

namespace abut {
namespace {

using namespace test;

/// Shapes of all kinds, and bodies of them, crowded so that many touch.
struct Crowd {
  PlanarShapeSet shapes;
  std::vector<PlanarBody> bodies;
  std::vector<Pair> pairs;

  Crowd(int count, std::uint64_t seed) {
    Random random(seed);
    for (int k = 0; k < 24; ++k) shapes.add_polygon(random_points(random, k % 6), k % 5 == 4 ? 0.1 : 0);
    shapes.add_disc(0.5);
    shapes.add_segment({-1, 0}, {1, 0.5}, 0.05);
    for (int k = 0; k < count; ++k) {
      const Vec2<double> at{random.uniform(-6, 6), random.uniform(-6, 6)};
      bodies.push_back({random.below(shapes.size()), planar_pose(at, random.uniform(0, 7))});
    }
    pairs = find_planar_pairs(Cpu{}, shapes, bodies, 0.5, {});
  }
};

template <class T>
struct Records {
  std::vector<PlanarContact<T>> contacts;
  std::vector<PlanarPatch<T>> patches;
  std::vector<CachedPolytope> caches;
  explicit Records(std::size_t count) : contacts(count), patches(count), caches(count) {
    std::memset(contacts.data(), 0x5a, count * sizeof(contacts[0]));
    std::memset(patches.data(), 0x5a, count * sizeof(patches[0]));
  }
};

/// As a device answers, with so many threads; `count`: what the list says of its length.
template <class T>
void answer(const PlanarShapeSetView<T>& shapes, const Crowd& crowd, const PlanarQueryOptions& options,
            std::uint64_t threads, std::uint64_t count, Records<T>& out) {
  const PlanarBatch<T> batch{shapes,
                             crowd.bodies.data(),
                             crowd.pairs.data(),
                             options.alert_distance,
                             options.patch_margin,
                             out.contacts.data(),
                             out.patches.data(),
                             out.caches.data()};
  HostQueue queue;
  device::PlanarCapacity polygons = device::planar_capacity(shapes);
  EXPECT_EQ(polygons.threads, 16384u);
  polygons.threads = threads;
  Guarded memory(bytes_of<device::PlanarScratch>(queue, polygons));
  Workspace workspace(memory.data());
  device::query_planar_pairs(queue, batch, &count, crowd.pairs.size(), polygons,
                             device::PlanarScratch(workspace, queue, polygons));
}

template <class T>
class PlanarDevice : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PlanarDevice, Scalars);

TYPED_TEST(PlanarDevice, RecordsPatchesAndCachesHaveTheBitsOfTheCpu) {
  using T = TypeParam;
  const Crowd crowd(300, 5);
  const std::size_t n = crowd.pairs.size();
  ASSERT_GT(n, 500u);
  PlanarQueryOptions options;
  options.alert_distance = 0.4;
  options.patch_margin = 1e-3;
  for (const std::uint64_t threads : {1u, 7u, 1000u, 16384u}) {
    Records<T> cpu(n), device(n);
    for (int step = 0; step < 2; ++step) {  // the second one with caches
      options.cache = cpu.caches.data();
      query_planar_pairs<T>(Cpu{}, crowd.shapes, crowd.bodies, crowd.pairs, options, {cpu.contacts, cpu.patches});
      answer(crowd.shapes.view<T>(), crowd, options, threads, n, device);
      int overlaps = 0;
      for (std::size_t i = 0; i < n; ++i) {
        ASSERT_NO_FATAL_FAILURE(expect_same_record(cpu.contacts[i], device.contacts[i], i));
        ASSERT_NO_FATAL_FAILURE(expect_same_patch(cpu.patches[i], device.patches[i], i));
        ASSERT_TRUE(same_bytes(cpu.caches[i], device.caches[i])) << "cache of pair " << i;
        overlaps += cpu.contacts[i].separation < T(0) ? 1 : 0;
      }
      EXPECT_GT(overlaps, 100);
    }
  }
}

TYPED_TEST(PlanarDevice, HowManyPairsThereAreIsReadOnTheDevice) {
  using T = TypeParam;
  const Crowd crowd(60, 6);
  const std::size_t n = crowd.pairs.size();
  for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1}, n - 1, n, n + 1}) {
    Records<T> out(n);
    const Records<T> untouched(n);
    answer(crowd.shapes.view<T>(), crowd, {}, 64, count, out);
    const std::uint64_t answered = count <= n ? count : 0;
    for (std::size_t i = 0; i < n; ++i) {
      EXPECT_EQ(same_bytes(out.contacts[i], untouched.contacts[i]), i >= answered) << i << " of " << count;
    }
  }
}

TYPED_TEST(PlanarDevice, CapacityIsBoundedForHugeShapes) {
  using T = TypeParam;
  PlanarShapeSetView<T> view{};
  view.most_vertices = 1 << 20;
  const device::PlanarCapacity polygons = device::planar_capacity(view);
  EXPECT_EQ(polygons.threads, 32u);
  EXPECT_EQ(polygons.corners, 2u * (1 << 20) + 8);
}

TYPED_TEST(PlanarDevice, CopiedShapesAreTheShapes) {
  using T = TypeParam;
  const Crowd crowd(150, 11);
  const PlanarShapeSetView<T> view = crowd.shapes.view<T>();
  Guarded memory(device_planar_shapes_bytes(view));
  Workspace arrays(memory.data());
  PlanarShapeSetView<T> copy = host::lay_out_planar_shapes(
      view, arrays, [](auto* to, const auto* from, std::size_t count) { std::copy_n(from, count, to); });
  EXPECT_EQ(arrays.bytes(), device_planar_shapes_bytes(view));
  for (std::uint32_t i = 0; i < view.count; ++i) EXPECT_TRUE(same_bytes(copy.headers[i], view.headers[i])) << i;
  for (const auto* array : {copy.x, copy.y, copy.zero}) EXPECT_TRUE(array != view.x && array != view.zero);
  const std::size_t n = crowd.pairs.size();
  Records<T> original(n), of_copy(n);
  answer(view, crowd, {}, 64, n, original), answer(copy, crowd, {}, 64, n, of_copy);
  for (std::size_t i = 0; i < n; ++i) {
    ASSERT_NO_FATAL_FAILURE(expect_same_record(original.contacts[i], of_copy.contacts[i], i));
  }
}

TEST(CopyPlanarShapes, RefusesMemoryThatWillNotDo) {
  const Crowd crowd(2, 12);
  const PlanarShapeSetView<float> view = crowd.shapes.view<float>();
  const std::size_t bytes = device_planar_shapes_bytes(view);
  const auto says = [&](void* memory, std::size_t size) {
    return complaint([&] { copy_planar_shapes(Cuda{}, view, {memory, size}); });
  };
  EXPECT_EQ(says(somewhere<void>(), bytes - 1), "copy_planar_shapes: memory has " + std::to_string(bytes - 1) +
                                                    " bytes; needed are " + std::to_string(bytes));
  EXPECT_EQ(says(nullptr, bytes), "copy_planar_shapes: memory is null");
  EXPECT_EQ(says(somewhere<void>(8), bytes), "copy_planar_shapes: memory is not aligned to 256 bytes");
  EXPECT_EQ(device_planar_shapes_bytes(PlanarShapeSetView<float>{}), 0u);
  EXPECT_EQ(copy_planar_shapes(Cuda{}, PlanarShapeSetView<float>{}, {nullptr, 0}).count, 0u);
}

/// Candidates among flat shapes are all of the plane's.
TEST(FlatShapes, FindAllCandidatesOfThePlane) {
  for (const std::uint64_t seed : {7u, 8u, 9u}) {
    const Crowd crowd(400, seed);
    const ShapeSet flat = flat_shapes(crowd.shapes);
    ASSERT_EQ(flat.size(), crowd.shapes.size());
    BodySet bodies;
    for (const PlanarBody& b : crowd.bodies) {
      const double half = std::atan2(b.pose.rotation.y, b.pose.rotation.x) / 2;
      bodies.add(
          {{b.pose.position.x, b.pose.position.y, 0}, rotation_from_quaternion(std::cos(half), 0, 0, std::sin(half))},
          b.shape);
    }
    const std::vector<Pair> found = find_pairs(Cpu{}, {flat.view<double>().headers, flat.size()}, bodies.parts(), 0.5);
    const auto before = [](const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; };
    EXPECT_TRUE(std::includes(found.begin(), found.end(), crowd.pairs.begin(), crowd.pairs.end(), before));
    EXPECT_LT(found.size(), 3 * crowd.pairs.size());
  }
}

/// Arguments that nothing is wrong with, but that no device is there.
struct PlanarArguments {
  PlanarShapeSetView<double> shapes{};
  const PlanarBody* bodies = somewhere<PlanarBody>();
  std::size_t body_count = 20;
  PairList pairs{somewhere<Pair>(), 7, somewhere<std::uint64_t>()};
  PlanarQueryOptions options;
  PlanarRecords<double> out{somewhere<PlanarContact<double>>(), somewhere<PlanarPatch<double>>()};

  PlanarArguments() {
    shapes.headers = somewhere<PlanarShapeHeader>();
    shapes.x = shapes.y = shapes.zero = somewhere<double>();
    options.cache = somewhere<CachedPolytope>();
  }
};

template <class Change>
std::string says_of(const Change& change) {
  PlanarArguments a;
  change(a);
  return complaint([&] {
    query_planar_pair_list<double>(Cuda{}.with({somewhere<void>(), 8}), a.shapes, {a.bodies, a.body_count}, a.pairs,
                                   a.options, a.out);
  });
}

TEST(PlanarDeviceArguments, GoodOnesGoAsFarAsTheDevice) {
  const std::string good = says_of([](PlanarArguments&) {});
  if (cuda_unavailable_reason() != nullptr) {
    EXPECT_EQ(good, "CudaError");
  } else {
    EXPECT_EQ(good.find("query_planar_pair_list: cuda.workspace has 8 bytes; needed are "), 0u) << good;
  }
  EXPECT_EQ(says_of([](PlanarArguments& a) { a.out = {}, a.options.cache = nullptr; }), good);
  EXPECT_EQ(says_of([](PlanarArguments& a) { a.shapes = {}, a.bodies = nullptr, a.pairs.capacity = 0; }), "");
}

TEST(PlanarDeviceArguments, BadOnesAreNamed) {
  using A = PlanarArguments;
  EXPECT_EQ(says_of([](A& a) { a.options.patch_margin = -1; }), "patch_margin is -1; allowed: finite, 0 or more");
  EXPECT_EQ(says_of([](A& a) { a.options.alert_distance = -1; }), "alert_distance is -1; allowed is 0 or more");
  const auto of_call = [](const auto& change) {
    const std::string all = says_of(change), function = "query_planar_pair_list: ";
    return all.compare(0, function.size(), function) == 0 ? all.substr(function.size()) : "of no function: " + all;
  };
  EXPECT_EQ(of_call([](A& a) { a.bodies = nullptr; }), "bodies is null");
  EXPECT_EQ(of_call([](A& a) { a.body_count = std::size_t{1} << 32; }),
            "there are 4294967296 bodies; allowed are 4294967295 and less");
  EXPECT_EQ(of_call([](A& a) { a.pairs.count = nullptr; }), "pairs.count is null");
  EXPECT_EQ(of_call([](A& a) { a.pairs.pairs = nullptr; }), "pairs.pairs is null");
  EXPECT_EQ(of_call([](A& a) { a.shapes.headers = nullptr; }), "shapes.headers is null");
  EXPECT_EQ(of_call([](A& a) { a.shapes.x = nullptr; }), "shapes.x is null");
  EXPECT_EQ(of_call([](A& a) { a.shapes.y = somewhere<double>(4); }), "shapes.y is not aligned to 8 bytes");
  EXPECT_EQ(of_call([](A& a) { a.shapes.zero = nullptr; }), "shapes.zero is null");
  EXPECT_EQ(of_call([](A& a) { a.options.cache = somewhere<CachedPolytope>(2); }),
            "options.cache is not aligned to 4 bytes");
  EXPECT_EQ(of_call([](A& a) { a.out.contacts = somewhere<PlanarContact<double>>(4); }),
            "out.contacts is not aligned to 8 bytes");
  EXPECT_EQ(of_call([](A& a) { a.out.patches = somewhere<PlanarPatch<double>>(4); }),
            "out.patches is not aligned to 8 bytes");
}

}  // namespace
}  // namespace abut
