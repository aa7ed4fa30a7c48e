// Quasi-LMDs by the stages of a device, run on cores, against those of the Cpu.
#include <gtest/gtest.h>

#include <algorithm>

#include "host/complex/quasi_lmd_options.h"
#include "host/complex/tree_build.h"
#include "kernels/complex/find_quasi_lmds.h"
#include "tests/complex/cell_surface.h"
#include "tests/support/guarded.h"
#include "tests/support/host_queue.h"
#include "tests/support/lmd_answers.h"

namespace abut {
namespace {

using test::ComplexScene;
using test::LmdAnswer;

/// What a copy holds, where it is.
struct Views {
  std::vector<ComplexView<double>> table;
  ComplexViews views;

  explicit Views(const ContactComplexes& complexes) : table(complexes.shape_count()) {
    views.depth = 0;
    for (std::uint32_t shape = 0; shape < table.size(); ++shape) {
      if (!complexes.has(shape)) continue;
      table[shape] = complexes.view(shape);
      views.depth = std::max(views.depth, host::depth_of(table[shape]));
    }
    views.of_shape = table.data(), views.count = static_cast<std::uint32_t>(table.size());
  }
};

/// How a search may be asked otherwise than by a list of pairs, in full. Data only.
struct Otherwise {
  const std::uint64_t* count = nullptr;  ///< how many pairs a list has
  std::uint32_t depth = UINT32_MAX;      ///< what the hierarchies are said to have
};

template <class T>
LmdAnswer<T> by_stages(const ComplexScene& scene, const QuasiLmdOptions& options, std::uint64_t capacity,
                       const Otherwise& otherwise = {}) {
  const std::uint64_t pairs = scene.pairs.size();
  const auto arrays_in = [&](Workspace& to) { return test::lmd_arrays_in<T>(to, pairs, capacity); };
  std::vector<unsigned char> block(test::block_bytes(arrays_in), test::unwritten);
  Workspace w(block.data());
  Views there(scene.complexes);
  if (otherwise.depth != UINT32_MAX) there.views.depth = otherwise.depth;
  const backend::ComplexSearch search{
      there.views,       scene.parts(), scene.pairs.data(), pairs, otherwise.count, host::quasi_lmd_search(options),
      options.crossings, options.room};
  test::HostQueue queue;
  test::Guarded memory(bytes_of<device::ComplexScratch>(queue, pairs, options.room));
  Workspace scratch(memory.data());
  device::find_quasi_lmds(queue, search, arrays_in(w), device::ComplexScratch(scratch, queue, pairs, options.room));
  return test::read_lmds<T>(block, pairs, capacity);
}

/// More than there are.
constexpr QuasiLmdRoom enough{1u << 18, 1u << 18, 1u << 16};
constexpr std::uint64_t all_told = ~std::uint64_t{0};

bool same_room(const QuasiLmdRoom& x, const QuasiLmdRoom& y) {
  return x.node_pairs == y.node_pairs && x.leaf_pairs == y.leaf_pairs && x.contacts == y.contacts;
}

template <class T>
class QuasiLmdsOfAQueue : public testing::Test {
 protected:
  /// With just as much room as is needed. Returns how many contacts there are.
  std::uint64_t expect_answers_of_cpu(const ComplexScene& scene, QuasiLmdOptions options) {
    const QuasiLmds<T> expected = scene.find<T>(options);
    options.room = enough;
    const LmdAnswer<T> first = by_stages<T>(scene, options, 0);
    EXPECT_EQ(first.needed, expected.size());
    EXPECT_GE(first.room_needed.contacts, first.needed);
    EXPECT_GE(first.room_needed.leaf_pairs, first.needed);
    options.room = first.room_needed;
    const LmdAnswer<T> second = by_stages<T>(scene, options, expected.size());
    EXPECT_TRUE(same_room(second.room_needed, first.room_needed));
    test::expect_same_bits(second.contacts, expected);
    at_one_place_ += first.room_needed.contacts - first.needed;
    return expected.size();
  }
  std::uint64_t at_one_place_ = 0;  ///< of contacts that were not told
};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(QuasiLmdsOfAQueue, Scalars);

TYPED_TEST(QuasiLmdsOfAQueue, AreThoseOfTheCpuToTheBitForComplexesOfEveryKind) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const ComplexScene scene = test::many_complexes(seed, seed % 2 == 0);
    for (const double alert : {0.0, 0.3, 100.0}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", alert distance " + std::to_string(alert));
      const double theta = seed % 3 == 0 ? 0 : 0.1;
      const std::uint64_t found = this->expect_answers_of_cpu(scene, {.alert_distance = alert, .theta = theta});
      if (alert > 1) {
        EXPECT_GT(found, 200u);
      }
    }
  }
  EXPECT_GT(this->at_one_place_, 200u);
}

TYPED_TEST(QuasiLmdsOfAQueue, OfTwoLargeComplexesAreThoseOfTheCpu) {
  ComplexScene scene;
  scene.add(test::flat_plate(60, 4), {.dilation = 0.01}, {{0, 0, -0.1}});
  scene.add(test::flat_plate(61, 4), {.dilation = 0.01}, {{0, 0, 0.1}});
  scene.add(test::box_surface(0.5, 0.5, 0.5), {.dilation = 0.01}, {{0, 0, 0.7}});
  scene.pair_all();
  EXPECT_GT(this->expect_answers_of_cpu(scene, {.alert_distance = 0.5, .theta = 0.1}), 4u);
  EXPECT_GT(this->expect_answers_of_cpu(scene, {.alert_distance = 0.5, .theta = 0.1, .cone_tolerance = 0.05}), 4u);
}

TYPED_TEST(QuasiLmdsOfAQueue, WithTooLittleRoomForNodesOrAWrongDepthAreTheSame) {
  using T = TypeParam;
  const ComplexScene scene = test::many_complexes(3, false);
  QuasiLmdOptions options{.alert_distance = 1, .theta = 0.1, .room = enough};
  const QuasiLmds<T> expected = scene.find<T>(options);
  const QuasiLmdRoom needed = by_stages<T>(scene, options, 0).room_needed;
  ASSERT_GT(needed.node_pairs, 500u);
  for (const std::uint64_t less : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{77}, needed.node_pairs - 1}) {
    options.room.node_pairs = less;
    const LmdAnswer<T> got = by_stages<T>(scene, options, expected.size());
    test::expect_same_bits(got.contacts, expected);
    EXPECT_EQ(got.room_needed.leaf_pairs, needed.leaf_pairs);
    EXPECT_GT(got.room_needed.node_pairs, less) << "that it was too little is told";
    EXPECT_LE(got.room_needed.node_pairs, needed.node_pairs);
  }
  options.room = enough;
  for (const std::uint32_t depth : {0u, 1u, 3u, 48u, 1000u}) {
    test::expect_same_bits(by_stages<T>(scene, options, expected.size(), {.depth = depth}).contacts, expected);
  }
}

TYPED_TEST(QuasiLmdsOfAQueue, WithTooLittleRoomSayWhatIsNeededAndWriteNone) {
  using T = TypeParam;
  const ComplexScene scene = test::many_complexes(4, true);
  QuasiLmdOptions options{.alert_distance = 1, .room = enough};
  const QuasiLmds<T> expected = scene.find<T>(options);
  const LmdAnswer<T> all = by_stages<T>(scene, options, expected.size());
  const auto expect_none = [&] {
    const LmdAnswer<T> got = by_stages<T>(scene, options, all.needed);
    EXPECT_EQ(got.needed, all_told);
    EXPECT_EQ(got.room_needed.leaf_pairs, all.room_needed.leaf_pairs);
    EXPECT_EQ(got.contacts.offsets, std::vector<std::uint64_t>(scene.pairs.size() + 1, 0));
    EXPECT_EQ(got.contacts.crossing, expected.crossing);
    return got.room_needed.contacts;
  };
  for (const std::uint64_t less : {std::uint64_t{0}, std::uint64_t{1}, all.room_needed.leaf_pairs - 1}) {
    options.room.leaf_pairs = less;
    expect_none();
  }
  options.room = enough;
  for (const std::uint64_t less : {std::uint64_t{0}, std::uint64_t{1}, all.room_needed.contacts - 1}) {
    options.room.contacts = less;
    EXPECT_EQ(expect_none(), all.room_needed.contacts);
  }
  options.room = enough;
  for (const std::uint64_t capacity : {std::uint64_t{0}, all.needed - 1}) {
    const LmdAnswer<T> got = by_stages<T>(scene, options, capacity);
    EXPECT_EQ(got.needed, all.needed);
    EXPECT_EQ(got.contacts.offsets, all.contacts.offsets);
  }
}

TYPED_TEST(QuasiLmdsOfAQueue, OfNoPairsAreNone) {
  ComplexScene scene = test::many_complexes(5, false);
  scene.pairs.clear();
  EXPECT_EQ(this->expect_answers_of_cpu(scene, {.alert_distance = 1}), 0u);
}

TYPED_TEST(QuasiLmdsOfAQueue, OfShapesWithoutComplexesAreNone) {
  using T = TypeParam;
  ComplexScene scene;
  const QuasiLmdOptions options{.alert_distance = 0.5, .room = enough};
  scene.bodies.add({}, scene.shapes.add_sphere(1));  // below those that have one
  scene.add(test::box_surface(0.5, 0.5, 0.5), {.dilation = 0.01}),
      scene.add(test::box_surface(0.5, 0.5, 0.5), {.dilation = 0.01}, {{1.2, 0.1, 0.1}});
  scene.bodies.add({}, scene.shapes.add_sphere(1));  // and above
  scene.pairs = {{1, 2}};
  const QuasiLmds<T> expected = scene.find<T>(options);
  ASSERT_GT(expected.size(), 0u);
  scene.pairs = {{0, 1}, {0, 3}, {1, 2}, {1, 3}};
  const LmdAnswer<T> got = by_stages<T>(scene, options, expected.size());
  EXPECT_EQ(got.contacts.offsets, (std::vector<std::uint64_t>{0, 0, 0, expected.size(), expected.size()}));
  test::expect_same_bits(got.contacts.key, expected.key, "key");
  EXPECT_EQ(got.contacts.crossing, std::vector<std::uint8_t>(4, 0));
}

TYPED_TEST(QuasiLmdsOfAQueue, CrossingIsThatOfTheCpuAndLookedForWhereAsked) {
  using T = TypeParam;
  const ComplexScene scene = test::many_complexes(8, false);
  QuasiLmdOptions options{.alert_distance = 0.1, .room = enough};
  const LmdAnswer<T> got = by_stages<T>(scene, options, 0);
  EXPECT_EQ(got.contacts.crossing, scene.find<T>(options).crossing);
  const auto crossing = std::count(got.contacts.crossing.begin(), got.contacts.crossing.end(), 1);
  EXPECT_GT(crossing, 10);
  EXPECT_LT(crossing, 100);
  options.crossings = false;
  EXPECT_EQ(by_stages<T>(scene, options, 0).contacts.crossing, std::vector<std::uint8_t>(scene.pairs.size(), 0));
}

TYPED_TEST(QuasiLmdsOfAQueue, NumbersOfPairsAreReadOnTheDevice) {
  using T = TypeParam;
  const ComplexScene scene = test::many_complexes(9, false);
  const QuasiLmdOptions options{.alert_distance = 0.5, .room = enough};
  const std::uint64_t pairs = scene.pairs.size();
  const QuasiLmds<T> all = scene.find<T>(options);
  ASSERT_GT(all.offsets[pairs / 2], 10u);
  for (const std::uint64_t count : {std::uint64_t{0}, pairs / 2, pairs, pairs + 1}) {
    const std::uint64_t n = count <= pairs ? count : 0;
    const LmdAnswer<T> got = by_stages<T>(scene, options, all.size(), {.count = &count});
    EXPECT_EQ(got.needed, all.offsets[n]);
    for (std::uint64_t i = 0; i <= pairs; ++i) ASSERT_EQ(got.contacts.offsets[i], all.offsets[std::min(i, n)]) << i;
    for (std::uint64_t k = 0; k < got.needed; ++k) ASSERT_EQ(got.contacts.key[k], all.key[k]) << k;
    for (std::uint64_t i = 0; i < pairs; ++i) {
      ASSERT_EQ(got.contacts.crossing[i], i < n ? all.crossing[i] : 0) << i;
    }
  }
}

TEST(QuasiLmdsByStages, ArraysThatAreNullAreLeftOut) {
  const ComplexScene scene = test::many_complexes(10, false);
  const QuasiLmdOptions options{.alert_distance = 0.5, .room = enough};
  const std::uint64_t pairs = scene.pairs.size();
  const QuasiLmds<double> all = scene.find<double>(options);
  std::vector<std::uint64_t> offsets(pairs + 1);
  std::uint64_t needed = 0;
  QuasiLmdRoom room;
  QuasiLmdsView<double> out;
  out.offsets = offsets.data(), out.needed = &needed, out.room_needed = &room, out.capacity = all.size();
  const Views there(scene.complexes);
  test::HostQueue queue;
  test::Guarded memory(bytes_of<device::ComplexScratch>(queue, pairs, options.room));
  Workspace scratch(memory.data());
  device::find_quasi_lmds(queue,
                          backend::ComplexSearch{there.views, scene.parts(), scene.pairs.data(), pairs, nullptr,
                                                 host::quasi_lmd_search(options), true, options.room},
                          out, device::ComplexScratch(scratch, queue, pairs, options.room));
  EXPECT_EQ(needed, all.size());
  EXPECT_EQ(offsets, all.offsets);
}

TEST(QuasiLmdsByStages, ThePairThatHasNoComplexIsFound) {
  ComplexScene scene;
  scene.bodies.add({}, scene.shapes.add_sphere(1));
  scene.add(test::box_surface(0.5, 0.5, 0.5), {.dilation = 0.01}),
      scene.add(test::box_surface(0.5, 0.5, 0.5), {.dilation = 0.01});
  scene.bodies.add({}, scene.shapes.add_sphere(1));
  const Views there(scene.complexes);
  const auto lowest_of = [&](const std::vector<Pair>& pairs) {
    std::uint64_t lowest = backend::no_bad_pair;
    const PartsView parts = scene.parts();
    const backend::NamedPairs in{pairs.data(), pairs.size(), nullptr, parts.shape, parts.count, parts.count};
    test::HostQueue{}.for_each(pairs.size(), device::FindNoComplex{in, there.views, &lowest});
    return lowest;
  };
  EXPECT_EQ(lowest_of({{1, 2}, {1, 2}}), backend::no_bad_pair);
  EXPECT_EQ(lowest_of({{1, 2}, {0, 1}, {1, 3}}), 1u);
  EXPECT_EQ(lowest_of({{1, 2}, {1, 2}, {2, 3}}), 2u);
}

}  // namespace
}  // namespace abut
