// Whether pairs intersect, as a batch: the same for every instruction set, thread and order, and never against what the
// query of the pair has proved.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "tests/support/complaint.h"
#include "tests/support/every_set.h"

namespace abut {
namespace {

template <class T>
class IntersectBatch : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(IntersectBatch, Scalars);

/// Bodies of all kinds so dense that a third of the pairs of neighbours overlap.
struct Heap {
  ShapeSet shapes = test::mixed_shapes(61);
  BodySet bodies;
  std::vector<Pair> pairs;

  explicit Heap(std::uint32_t count) {
    test::add_curved_and_large(shapes, 61);
    test::Random random(62);
    for (std::uint32_t i = 0; i < count; ++i) {
      bodies.add({random.in_ball() * 1.5, random.rotation()}, random.below(shapes.size()));
    }
    for (std::uint32_t i = 0; i < count; ++i) {
      for (const std::uint32_t k : {1u, 2u, 3u}) pairs.push_back({i, (i + k) % count});
    }
  }
  template <class T>
  std::vector<std::uint8_t> hits(const std::vector<Pair>& of, Cpu cpu = {}) const {
    std::vector<std::uint8_t> out(of.size(), 7);
    intersect_pairs<T>(cpu, shapes.view<T>(), bodies.parts(), of, out);
    return out;
  }
};

template <class T>
void intersect_range(const QueryBatch<T>& batch, InstructionSet set, std::uint64_t begin, std::uint64_t end,
                     std::uint8_t* out) {
  if constexpr (std::is_same_v<T, float>) {
    query_range_table(set).intersects_f32(batch, begin, end, out);
  } else {
    query_range_table(set).intersects_f64(batch, begin, end, out);
  }
}

TYPED_TEST(IntersectBatch, NeverContradictsWhatAQueryHasProved) {
  using T = TypeParam;
  const Heap heap(700);
  Contacts<T> queried(heap.pairs.size());
  query_pairs<T>(Cpu{}, heap.shapes.view<T>(), heap.bodies.parts(), heap.pairs, {}, queried.view());
  const std::vector<std::uint8_t> hits = heap.hits<T>(heap.pairs);
  int sure_hits = 0, sure_misses = 0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const double tolerance = std::is_same_v<T, float> ? 1e-5 : 1e-12;
    const double separation = static_cast<double>(queried.separation[i]);
    if (!is_contact(queried.status[i]) || std::abs(separation) < tolerance) continue;
    ASSERT_EQ(hits[i], separation < 0 ? 1 : 0) << i << " is " << separation << " apart";
    (separation < 0 ? sure_hits : sure_misses) += 1;
  }
  EXPECT_GT(sure_hits, 300);
  EXPECT_GT(sure_misses, 300);
}

TYPED_TEST(IntersectBatch, IsTheSameForEverySetThreadOrderAndSide) {
  using T = TypeParam;
  const Heap heap(500);
  const std::vector<std::uint8_t> one = heap.hits<T>(heap.pairs, Cpu{1});
  EXPECT_EQ(heap.hits<T>(heap.pairs, Cpu{2}), one);
  EXPECT_EQ(heap.hits<T>(heap.pairs, Cpu{0}), one);
  std::vector<Pair> backward(heap.pairs.rbegin(), heap.pairs.rend());
  std::vector<std::uint8_t> of_backward = heap.hits<T>(backward);
  std::reverse(of_backward.begin(), of_backward.end());
  EXPECT_EQ(of_backward, one);
  QueryBatch<T> batch{};
  batch.shapes = heap.shapes.view<T>();
  batch.parts = heap.bodies.parts();
  batch.pairs = heap.pairs.data();
  batch.pair_count = heap.pairs.size();
  for (const InstructionSet set : available_instruction_sets()) {
    std::vector<std::uint8_t> out(heap.pairs.size(), 7);
    intersect_range(batch, set, 0, batch.pair_count, out.data());
    EXPECT_EQ(out, one) << name_of(set);
    std::fill(out.begin(), out.end(), std::uint8_t{7});
    intersect_range(batch, set, 100, 117, out.data());
    std::vector<std::uint8_t> expected(out.size(), 7);
    for (std::size_t i = 100; i < 117; ++i) expected[i] = one[i];
    EXPECT_EQ(out, expected) << name_of(set) << ": 17 pairs from the hundredth on";
  }
}

TYPED_TEST(IntersectBatch, BodiesWithoutAPoseIntersectNothingAndSpoilNothing) {
  using T = TypeParam;
  const Heap heap(300);
  const std::vector<std::uint8_t> good = heap.hits<T>(heap.pairs);
  PartsView parts = heap.bodies.parts();
  std::vector<double> x(parts.px, parts.px + parts.count);
  for (std::size_t i = 5; i < x.size(); i += 7) {
    x[i] = i % 2 == 0 ? std::numeric_limits<double>::quiet_NaN() : std::numeric_limits<double>::infinity();
  }
  parts.px = x.data();
  std::vector<std::uint8_t> found(heap.pairs.size(), 7);
  intersect_pairs<T>(Cpu{}, heap.shapes.view<T>(), parts, heap.pairs, found);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const bool there = std::isfinite(x[heap.pairs[i].a]) && std::isfinite(x[heap.pairs[i].b]);
    ASSERT_EQ(found[i], there ? good[i] : 0) << i;
  }
}

TYPED_TEST(IntersectBatch, RefusesBadPairsAndOtherLengthsBeforeItWrites) {
  using T = TypeParam;
  const Heap heap(20);
  const auto told = [&](std::vector<Pair> pairs, std::size_t size, Cpu cpu = {}) {
    std::vector<std::uint8_t> out(size, 7);
    const std::string line = test::complaint([&] {
      intersect_pairs<T>(cpu, heap.shapes.view<T>(), heap.bodies.parts(), pairs, {out.data(), size});
    });
    EXPECT_TRUE(line.empty() || std::count(out.begin(), out.end(), 7) == static_cast<std::ptrdiff_t>(size)) << line;
    return line;
  };
  EXPECT_EQ(told({}, 0), "");
  EXPECT_EQ(told({{3, 4}}, 1), "");
  EXPECT_EQ(told({{3, 4}, {4, 3}}, 1), "intersect_pairs: out has 1 elements; there are 2 pairs");
  EXPECT_EQ(told({{3, 4}}, 0), "intersect_pairs: out has 0 elements; there are 1 pairs");
  EXPECT_EQ(told({}, 1), "intersect_pairs: out has 1 elements; there are 0 pairs");
  EXPECT_EQ(told({{3, 4}, {20, 3}, {3, 21}}, 3), "intersect_pairs: pair 1 names 20; allowed is less than 20");
  EXPECT_EQ(told({{3, 4}}, 1, Cpu{-3}), "cpu.threads is -3; allowed are 0 (all cores) and more");
}

}  // namespace
}  // namespace abut
