// Patches of whole lists: each pair has what it has alone, in lists of any length and for every instruction set; arrays
// that are not wanted change nothing.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

#include "abut/contacts/patch_batch.h"
#include "abut/patches.h"
#include "host/exec/instruction_set.h"
#include "host/exec/layout.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"
#include "tests/support/upper_halves.h"

namespace abut {
namespace {

using test::expect_same_bits;

template <class T>
class PatchLists : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PatchLists, Scalars);

/// f(name, array) for every array of patches that has an element a pair, then for those of points.
template <class T, class F>
void for_each_patch_array(const F& f) {
  using P = Patches<T>;
  f("area", &P::area), f("centre x", &P::centre_x), f("centre y", &P::centre_y), f("centre z", &P::centre_z);
  f("volume", &P::volume), f("volume centre x", &P::volume_centre_x), f("volume centre z", &P::volume_centre_z);
  f("volume normal y", &P::volume_normal_y), f("volume moment z", &P::volume_moment_z);
}
template <class T, class F>
void for_each_point_array(const F& f) {
  using P = Patches<T>;
  f("point x", &P::point_x), f("point y", &P::point_y), f("point z", &P::point_z), f("gap", &P::gap);
}

/// Polyhedra on each other, some apart.
template <class T>
struct Stacks {
  ShapeSet shapes;
  BodySet bodies;
  std::vector<Pair> pairs;
  Contacts<T> contacts;

  explicit Stacks(std::uint32_t count) : contacts(count) {
    test::Random random(71);
    shapes.add_box({0.5, 0.4, 0.3});
    for (const int points : {6, 14, 40}) shapes.add_hull(test::ellipsoid_points(random, points));
    for (std::uint32_t i = 0; i < count; ++i) {
      const bool flush = i % 3 == 0;
      bodies.add({{2.0 * i, 0, 0}}, flush ? 0 : random.below(4));
      bodies.add({{2.0 * i + random.uniform(-0.2, 0.2), 0.1,
                   i % 7 == 5 ? 4
                   : flush    ? 0.6
                              : random.uniform(0.2, 0.7)},
                  flush ? Pose{}.rotation : random.rotation()},
                 flush ? 0 : random.below(4));
      pairs.push_back({2 * i, 2 * i + 1});
    }
    query_pairs<T>(Cpu{}, shapes.view<T>(), bodies.parts(), pairs, {1.0}, contacts.view());
  }
  PairContacts<T> of(std::size_t begin, std::size_t end) {
    ContactsView<T> view = contacts.view();
    host::each_array(view, [begin](auto*& array) { array += begin; });
    return {std::span<const Pair>(pairs).subspan(begin, end - begin), view};
  }
  Patches<T> patches(std::size_t begin, std::size_t end, Cpu cpu = {}, const PatchOptions& options = {}) {
    return find_patches<T>(cpu, shapes.view<T>(), bodies.parts(), of(begin, end), options, true);
  }
};

/// Those of a list, pair by pair.
template <class T>
Patches<T> one_by_one(Stacks<T>& stacks, std::size_t begin, std::size_t end) {
  Patches<T> all;
  all.offsets.push_back(0);
  for (std::size_t i = begin; i < end; ++i) {
    const Patches<T> one = stacks.patches(i, i + 1, Cpu{1});
    const auto append = [&](const char*, auto array) {
      (all.*array).insert((all.*array).end(), (one.*array).begin(), (one.*array).end());
    };
    for_each_patch_array<T>(append), for_each_point_array<T>(append);
    all.offsets.push_back(all.offsets.back() + one.offsets[1]);
  }
  return all;
}

template <class T>
void expect_same_patches(const Patches<T>& a, const Patches<T>& b) {
  const auto compare = [&](const char* name, auto array) { expect_same_bits(a.*array, b.*array, name); };
  for_each_patch_array<T>(compare), for_each_point_array<T>(compare);
  EXPECT_EQ(a.offsets, b.offsets);
}

// A list is cut into blocks of 512 whose points are put together at the end.
TYPED_TEST(PatchLists, OfAnyLengthHaveThePatchesOfEachPairAlone) {
  Stacks<TypeParam> stacks(1200);
  for (const auto& [begin, end] : {std::pair{0, 0}, {0, 1}, {3, 514}, {3, 515}, {3, 516}, {100, 1124}, {0, 1200}}) {
    const Patches<TypeParam> expected = one_by_one(stacks, begin, end);
    for (const int threads : {1, 2}) {
      SCOPED_TRACE(testing::Message() << begin << " to " << end << " by " << threads);
      expect_same_patches(expected, stacks.patches(begin, end, Cpu{threads}));
    }
    EXPECT_GE(expected.gap.size(), static_cast<std::size_t>(2 * (end - begin)));
  }
}

template <class T>
auto find_one_by(InstructionSet set) {
  if constexpr (std::is_same_v<T, float>) {
    return patch_pairs_table(set).f32;
  } else {
    return patch_pairs_table(set).f64;
  }
}

TYPED_TEST(PatchLists, EveryInstructionSetFindsTheSamePatches) {
  using T = TypeParam;
  Stacks<T> stacks(600);
  const auto memory = std::make_unique<unsigned char[]>(patch_scratch_bytes<T>(4096, true));
  const PairPatchScratch<T> scratch = patch_scratch_in<T>(memory.get(), 4096, true);
  const QueryBatch<T> batch{stacks.shapes.template view<T>(),
                            stacks.bodies.parts(),
                            nullptr,
                            0,
                            stacks.pairs.data(),
                            stacks.pairs.size(),
                            0,
                            stacks.contacts.view()};
  const Patches<T> expected = stacks.patches(0, 600);
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    Patches<T> found = expected;
    for (std::size_t i = 0; i < 600; ++i) {
      PatchRecord<T> record;
      ASSERT_TRUE(find_one_by<T>(set)(batch, i, {0, 0, true}, scratch, record));
      test::expect_clear_upper_halves();
      ASSERT_EQ(record.count, expected.offsets[i + 1] - expected.offsets[i]);
      found.area[i] = record.area, found.centre_y[i] = record.centre.y;
      found.volume[i] = record.volume, found.volume_moment_z[i] = record.volume_moment.z;
      for (std::uint32_t k = 0; k < record.count; ++k) {
        found.point_x[expected.offsets[i] + k] = scratch.points[k].at.x;
        found.gap[expected.offsets[i] + k] = scratch.points[k].gap;
      }
    }
    expect_same_patches(expected, found);
  }
}

TYPED_TEST(PatchLists, FewerArraysHaveTheSameNumbers) {
  using T = TypeParam;
  Stacks<T> stacks(700);
  const Patches<T> all = stacks.patches(0, 700);
  const ShapeSetView<T> shapes = stacks.shapes.template view<T>();
  const auto found = [&](const PatchesView<T>& out) {
    find_patches<T>(Cpu{2}, shapes, stacks.bodies.parts(), stacks.of(0, 700), {}, out);
  };
  std::vector<T> rows(700 * 3, T(-7)), numbers;
  std::vector<std::uint64_t> offsets(701);
  for (std::size_t i = 0; i < 700; ++i) numbers.insert(numbers.end(), {all.area[i], T(-7), T(-7)});
  PatchesView<T> area;
  area.area = {rows.data(), 3};
  found(area);
  expect_same_bits(rows, numbers, "area");
  PatchesView<T> counts;
  counts.offsets = offsets.data();
  found(counts);
  EXPECT_EQ(offsets, all.offsets);
  std::vector<T> gaps(all.gap.size());
  std::uint64_t needed = 0, unanswered = 7;
  counts.gaps = {gaps.data(), 1};
  counts.capacity = gaps.size();
  counts.needed = &needed, counts.unanswered = &unanswered;
  found(counts);
  expect_same_bits(gaps, all.gap, "gap");
  EXPECT_EQ(needed, gaps.size());
  EXPECT_EQ(unanswered, 0u);
  std::vector<T> volume(700);
  PatchesView<T> overlap;
  overlap.volume = {volume.data() + 699, -1};
  found(overlap);
  std::reverse(volume.begin(), volume.end());
  expect_same_bits(volume, all.volume, "volume");
}

TYPED_TEST(PatchLists, CornersNeverExceedWhatIsAskedForAndAreaStays) {
  Stacks<TypeParam> stacks(400);
  const Patches<TypeParam> all = stacks.patches(0, 400);
  for (const std::uint32_t most : {3u, 4u, 7u}) {
    const Patches<TypeParam> some = stacks.patches(0, 400, Cpu{2}, {.most_points = most});
    expect_same_bits(all.area, some.area, "area");
    expect_same_bits(all.centre_x, some.centre_x, "centre");
    std::size_t fewer = 0;
    for (std::size_t i = 0; i < 400; ++i) {
      const std::uint64_t whole = all.offsets[i + 1] - all.offsets[i], left = some.offsets[i + 1] - some.offsets[i];
      ASSERT_EQ(left, std::min<std::uint64_t>(whole, most)) << i;
      fewer += left < whole ? 1 : 0;
    }
    EXPECT_GT(fewer, most == 7 ? 0u : 20u) << most;
  }
}

}  // namespace
}  // namespace abut
