// A pair's record is its own: whoever shares its pack, wherever its range begins and ends, and nothing else is written.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "tests/support/every_set.h"

namespace abut {
namespace {

using test::answer;
using test::answer_range;
using test::batch_of;
using test::expect_same_bits;
using test::expect_same_kept;
using test::Regime;
using test::ShapePairs;

constexpr double no_alert = std::numeric_limits<double>::infinity();

template <class T>
class PackNeighbours : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PackNeighbours, Scalars);

ShapeSet all_kinds(std::uint64_t seed) {
  ShapeSet shapes = test::mixed_shapes(seed);
  test::add_curved_and_large(shapes, seed);
  return shapes;
}

/// Pair i is the order[i]-th of `in`.
ShapePairs taken(const ShapePairs& in, const std::vector<std::size_t>& order) {
  ShapePairs out;
  for (const std::size_t i : order) out.add(in.pairs[i], in.pose(i));
  return out;
}

ShapePairs of_all_regimes(const ShapeSet& shapes, int each, std::uint64_t seed) {
  ShapePairs all;
  for (const auto regime : {Regime::separated, Regime::near, Regime::touching, Regime::shallow, Regime::deep}) {
    const ShapePairs some = test::random_pairs(shapes, each, regime, seed);
    for (std::size_t i = 0; i < some.pairs.size(); ++i) all.add(some.pairs[i], some.pose(i));
  }
  return all;
}

std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed) {
  test::Random random(seed);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), 0);
  for (std::size_t i = count; i-- > 1;) std::swap(order[i], order[random.below(static_cast<std::uint32_t>(i + 1))]);
  return order;
}

/// Every array with the same byte, which no record has in all of them.
template <class T>
void stain(Contacts<T>& contacts) {
  test::for_each_array<T>([&](const char*, auto array) {
    auto& values = contacts.*array;
    std::memset(static_cast<void*>(values.data()), 0xa5, values.size() * sizeof(values[0]));
  });
}

template <class T>
void copy_records(const Contacts<T>& from, std::size_t begin, std::size_t end, Contacts<T>& to) {
  test::for_each_array<T>([&](const char*, auto array) {
    std::copy((from.*array).begin() + begin, (from.*array).begin() + end, (to.*array).begin() + begin);
  });
}

TYPED_TEST(PackNeighbours, OneAtATimeGetsTheBitsOfAScalarBatch) {
  using T = TypeParam;
  const ShapeSet shapes = all_kinds(41);
  const ShapePairs in = of_all_regimes(shapes, 150, 42);
  for (const double alert : {no_alert, 0.2}) {
    QueryBatch<T> batch = batch_of<T>(shapes, in, alert);
    const Contacts<T> scalar = answer(batch, InstructionSet::scalar);
    for (const InstructionSet set : available_instruction_sets()) {
      SCOPED_TRACE(name_of(set));
      Contacts<T> alone(in.pairs.size());
      batch.out = alone.view();
      for (std::size_t i = 0; i < in.pairs.size(); ++i) answer_range(batch, set, i, i + 1);
      expect_same_bits(scalar, alone);
    }
  }
}

TYPED_TEST(PackNeighbours, RangesOfEveryLengthAtEveryPlaceWriteTheirOwnRecordsAlone) {
  using T = TypeParam;
  const ShapeSet shapes = all_kinds(43);
  const ShapePairs in = taken(of_all_regimes(shapes, 10, 44), shuffled(50, 1));
  QueryBatch<T> batch = batch_of<T>(shapes, in, no_alert);
  const Contacts<T> scalar = answer(batch, InstructionSet::scalar);
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    for (std::size_t begin = 0; begin <= 50; begin += 3) {
      for (std::size_t end = begin; end <= std::min<std::size_t>(50, begin + 35); ++end) {
        Contacts<T> out(50), expected(50);
        stain(out), stain(expected);
        copy_records(scalar, begin, end, expected);
        batch.out = out.view();
        answer_range(batch, set, begin, end);
        expect_same_bits(expected, out);
        ASSERT_FALSE(this->HasFailure()) << begin << " to " << end;
      }
    }
  }
}

TYPED_TEST(PackNeighbours, ShufflingKindsRegimesAndCachesMovesTheRecordsAlong) {
  using T = TypeParam;
  const ShapeSet shapes = all_kinds(45);
  const ShapePairs in = of_all_regimes(shapes, 250, 46);
  const std::size_t n = in.pairs.size();
  QueryBatch<T> batch = batch_of<T>(shapes, in, no_alert);
  std::vector<CachedPolytope> first(n, CachedPolytope{});
  batch.cache = first.data();
  answer(batch, InstructionSet::scalar);
  std::vector<CachedPolytope> left = first;
  batch.cache = left.data();
  const Contacts<T> scalar = answer(batch, InstructionSet::scalar);
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    const std::vector<std::size_t> order = shuffled(n, 2 + static_cast<std::uint64_t>(set));
    const ShapePairs mixed = taken(in, order);
    QueryBatch<T> other = batch_of<T>(shapes, mixed, no_alert);
    std::vector<CachedPolytope> kept;
    for (const std::size_t i : order) kept.push_back(first[i]);
    other.cache = kept.data();
    Contacts<T> expected = scalar;
    test::for_each_array<T>([&](const char*, auto array) {
      for (std::size_t i = 0; i < n; ++i) (expected.*array)[i] = (scalar.*array)[order[i]];
    });
    expect_same_bits(expected, answer(other, set));
    for (std::size_t i = 0; i < n; ++i) expect_same_kept(kept[i], left[order[i]]);
  }
}

TYPED_TEST(PackNeighbours, APairThatFillsAllLanesHasOneRecord) {
  using T = TypeParam;
  const ShapeSet shapes = all_kinds(47);
  const ShapePairs some = of_all_regimes(shapes, 30, 48);
  ShapePairs in;
  constexpr std::size_t copies = 37;
  for (std::size_t i = 0; i < some.pairs.size(); ++i) {
    for (std::size_t k = 0; k < copies; ++k) in.add(some.pairs[i], some.pose(i));
  }
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    const Contacts<T> found = answer(batch_of<T>(shapes, in, no_alert), set);
    Contacts<T> expected = found;
    test::for_each_array<T>([&](const char*, auto array) {
      for (std::size_t i = 0; i < in.pairs.size(); ++i) {
        (expected.*array)[i] = (found.*array)[i - i % copies];
      }
    });
    expect_same_bits(expected, found);
  }
}

TYPED_TEST(PackNeighbours, ABadPoseInAnyLaneCostsThatPairAlone) {
  using T = TypeParam;
  const ShapeSet shapes = all_kinds(49);
  const ShapePairs in = of_all_regimes(shapes, 7, 50);
  const Contacts<T> good = answer(batch_of<T>(shapes, in, no_alert), InstructionSet::scalar);
  const double bad_numbers[] = {std::numeric_limits<double>::quiet_NaN(), no_alert, -no_alert, 2.5};
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    for (std::size_t bad = 0; bad < in.pairs.size(); ++bad) {
      ShapePairs spoilt = in;
      const double number = bad_numbers[bad % 4];
      spoilt.poses[12 * bad + (number == 2.5 ? 4 * (bad % 3) + bad / 4 % 3 : bad % 12)] = number;
      const Contacts<T> found = answer(batch_of<T>(shapes, spoilt, no_alert), set);
      ASSERT_EQ(status_of(found.status[bad]), Status::invalid_pose) << bad;
      ASSERT_NE(found.status[bad] & normal_undefined_flag, 0) << bad;
      Contacts<T> expected = good;
      copy_records(found, bad, bad + 1, expected);
      expect_same_bits(expected, found);
      ASSERT_FALSE(this->HasFailure()) << bad;
    }
  }
}

}  // namespace
}  // namespace abut
