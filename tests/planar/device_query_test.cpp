// Pairs in the plane on a device, run on cores in memory of exactly the size asked for: the bits of the `Cpu`.
#include <gtest/gtest.h>

#include <cstring>

#include "abut/bodies/body_set.h"
#include "abut/pairs/find_pairs.h"
#include "kernels/planar/query_pairs.h"
#include "tests/planar/planar_cases.h"
#include "tests/support/complaint.h"
#include "tests/support/guarded.h"
#include "tests/support/host_queue.h"
#include "tests/support/same_bits.h"

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
void answer(const Crowd& crowd, const PlanarQueryOptions& options, std::uint64_t threads, std::uint64_t count,
            Records<T>& out) {
  const PlanarShapeSetView<T> view = crowd.shapes.view<T>();
  const PlanarBatch<T> batch{view,
                             crowd.bodies.data(),
                             crowd.pairs.data(),
                             options.alert_distance,
                             options.patch_margin,
                             out.contacts.data(),
                             out.patches.data(),
                             out.caches.data()};
  HostQueue queue;
  device::PlanarRoom room = device::planar_room(view);
  EXPECT_EQ(room.threads, 16384u);
  room.threads = threads;
  Guarded memory(bytes_of<device::PlanarScratch>(queue, room));
  Workspace workspace(memory.data());
  device::query_planar_pairs(queue, batch, &count, crowd.pairs.size(), room,
                             device::PlanarScratch(workspace, queue, room));
}

template <class T>
void expect_same(const PlanarContact<T>& a, const PlanarContact<T>& b) {
  const auto same = [](const auto& x, const auto& y) { return std::memcmp(&x, &y, sizeof(x)) == 0; };
  EXPECT_TRUE(same(a.separation, b.separation) && same(a.normal, b.normal) && same(a.witness_a, b.witness_a) &&
              same(a.witness_b, b.witness_b) && same(a.point, b.point) && same(a.lower_bound, b.lower_bound) &&
              same(a.gap, b.gap));
  EXPECT_TRUE(a.feature_a.code == b.feature_a.code && a.feature_b.code == b.feature_b.code && a.status == b.status &&
              a.gjk_iterations == b.gjk_iterations && a.epa_iterations == b.epa_iterations && a.key == b.key);
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
      answer(crowd, options, threads, n, device);
      int overlaps = 0;
      for (std::size_t i = 0; i < n; ++i) {
        expect_same(cpu.contacts[i], device.contacts[i]);
        overlaps += cpu.contacts[i].separation < T(0) ? 1 : 0;
        EXPECT_EQ(std::memcmp(&cpu.patches[i], &device.patches[i], sizeof(cpu.patches[i])), 0) << i;
        EXPECT_EQ(cpu.caches[i].checksum, device.caches[i].checksum) << i;
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
    answer(crowd, {}, 64, count, out);
    const std::uint64_t answered = count <= n ? count : 0;
    for (std::size_t i = 0; i < n; ++i) {
      const bool same = std::memcmp(&out.contacts[i], &untouched.contacts[i], sizeof(out.contacts[i])) == 0;
      EXPECT_EQ(same, i >= answered) << i << " of " << count;
    }
  }
}

TYPED_TEST(PlanarDevice, RoomIsBoundedForHugeShapes) {
  using T = TypeParam;
  PlanarShapeSetView<T> view{};
  view.most_vertices = 1 << 20;
  const device::PlanarRoom room = device::planar_room(view);
  EXPECT_EQ(room.threads, 32u);
  EXPECT_EQ(room.corners, 2u * (1 << 20) + 8);
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
    const std::vector<Pair> found = find_pairs(Cpu{}, flat.view<double>().headers, flat.size(), bodies.parts(), 0.5);
    const auto before = [](const Pair& p, const Pair& q) { return p.a != q.a ? p.a < q.a : p.b < q.b; };
    EXPECT_TRUE(std::includes(found.begin(), found.end(), crowd.pairs.begin(), crowd.pairs.end(), before));
    EXPECT_LT(found.size(), 3 * crowd.pairs.size());
  }
}

TEST(PlanarDeviceArguments, BadOnesAreNamed) {
  const Crowd crowd(20, 10);
  const PlanarShapeSetView<double> view = crowd.shapes.view<double>();
  std::uint64_t count = 1;
  PairList list{const_cast<Pair*>(crowd.pairs.data()), 1, &count, nullptr};
  const auto says = [&](const PlanarShapeSetView<double>& shapes, const PlanarBody* bodies, const PairList& pairs,
                        const PlanarQueryOptions& options) {
    return complaint(
        [&] { query_planar_pair_list<double>(Cuda{}, shapes, bodies, 20, pairs, options, {}, &count, 8); });
  };
  const PlanarBody* const bodies = crowd.bodies.data();
  PlanarQueryOptions bad;
  bad.patch_margin = -1;
  EXPECT_NE(says(view, bodies, list, bad).find("patch_margin is -1"), std::string::npos);
  bad = {};
  bad.alert_distance = -1;
  EXPECT_NE(says(view, bodies, list, bad).find("alert_distance is -1"), std::string::npos);
  EXPECT_EQ(says(view, nullptr, list, {}), "query_planar_pair_list: bodies is null");
  list.count = nullptr;
  EXPECT_EQ(says(view, bodies, list, {}), "query_planar_pair_list: pairs.count is null");
  list.count = &count;
  PlanarShapeSetView<double> broken = view;
  broken.zero = nullptr;
  EXPECT_EQ(says(broken, bodies, list, {}), "query_planar_pair_list: shapes.zero is null");
  EXPECT_GT(device_planar_shapes_bytes(view), view.count * sizeof(PlanarShapeHeader));
  // Memory that is not a device's: good input goes no further than the device that is missing, or the workspace.
  EXPECT_NE(says(view, bodies, list, {}), "");
}

}  // namespace
}  // namespace abut
