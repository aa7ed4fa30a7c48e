// The batch functions: same bits for every instruction set, thread count, order and layout; bad input named.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <memory>
#include <numeric>

#include "abut/core/error.h"
#include "host/exec/instruction_set.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::expect_same_bits;
using test::Regime;
using test::ShapePairs;

ShapePairs pairs_of_all_regimes(const ShapeSet& shapes) {
  ShapePairs all;
  for (const auto regime : {Regime::separated, Regime::near, Regime::touching, Regime::shallow, Regime::deep}) {
    const ShapePairs some = test::random_pairs(shapes, 1000, regime, 7);
    all.pairs.insert(all.pairs.end(), some.pairs.begin(), some.pairs.end());
    all.poses.insert(all.poses.end(), some.poses.begin(), some.poses.end());
  }
  return all;
}

template <class T>
class CpuQuery : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CpuQuery, Scalars);

TYPED_TEST(CpuQuery, EveryInstructionSetGivesTheSameBits) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(1);
  test::add_curved_and_large(shapes, 1);
  const ShapePairs in = pairs_of_all_regimes(shapes);
  const auto memory = std::make_unique<std::byte[]>(polytope_bytes<double>(4096));
  const auto answer = [&](InstructionSet set) {
    Contacts<T> out(in.pairs.size());
    const QueryBatch<T> batch{shapes.view<T>(),
                              {},
                              in.poses.data(),
                              12,
                              in.pairs.data(),
                              in.pairs.size(),
                              std::numeric_limits<double>::infinity(),
                              out.view()};
    GrowingEpaMemory growing{{memory.get(), 4096}, [](GrowingEpaMemory*) { return false; }, nullptr};
    if constexpr (std::is_same_v<T, float>) {
      query_range_table(set).f32(batch, 0, in.pairs.size(), growing);
    } else {
      query_range_table(set).f64(batch, 0, in.pairs.size(), growing);
    }
    return out;
  };
  const Contacts<T> scalar = answer(InstructionSet::scalar);
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    expect_same_bits(scalar, answer(set));
  }
}

TYPED_TEST(CpuQuery, ThreadsAndRepetitionDoNotChangeABit) {
  ShapeSet shapes = test::mixed_shapes(2);
  test::add_curved_and_large(shapes, 2);
  const ShapePairs in = pairs_of_all_regimes(shapes);
  const auto one = test::query_all<TypeParam>(shapes, in, Cpu{1});
  for (const int threads : {1, 2, 4, 0}) expect_same_bits(one, test::query_all<TypeParam>(shapes, in, Cpu{threads}));
}

TYPED_TEST(CpuQuery, OrderOfTheBatchDoesNotChangeABit) {
  ShapeSet shapes = test::mixed_shapes(3);
  test::add_curved_and_large(shapes, 3);
  const ShapePairs in = pairs_of_all_regimes(shapes);
  ShapePairs reversed;
  for (std::size_t i = in.pairs.size(); i-- > 0;) {
    reversed.pairs.push_back(in.pairs[i]);
    reversed.poses.insert(reversed.poses.end(), in.poses.begin() + static_cast<std::ptrdiff_t>(12 * i),
                          in.poses.begin() + static_cast<std::ptrdiff_t>(12 * i + 12));
  }
  const auto forward = test::query_all<TypeParam>(shapes, in);
  const auto backward = test::query_all<TypeParam>(shapes, reversed);
  for (std::size_t i = 0; i < forward.size(); ++i) {
    const std::size_t j = forward.size() - 1 - i;
    const Contact<TypeParam> a = forward[i];
    const Contact<TypeParam> b = backward[j];
    ASSERT_EQ(std::memcmp(&a.separation, &b.separation, sizeof a.separation), 0) << i;
    ASSERT_EQ(std::memcmp(&a.normal, &b.normal, sizeof a.normal), 0) << i;
    ASSERT_EQ(std::memcmp(&a.witness_a, &b.witness_a, sizeof a.witness_a), 0) << i;
    ASSERT_EQ(std::memcmp(&a.witness_b, &b.witness_b, sizeof a.witness_b), 0) << i;
    ASSERT_EQ(std::memcmp(&a.lower_bound, &b.lower_bound, sizeof a.lower_bound), 0) << i;
    ASSERT_EQ(a.status, b.status) << i;
    ASSERT_EQ(a.key, b.key) << i;
  }
}

TYPED_TEST(CpuQuery, WritesIntoStridedRowsAndLeavesNullArraysAlone) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(4);
  test::add_curved_and_large(shapes, 4);
  const ShapePairs in = test::random_pairs(shapes, 100, Regime::near, 5);
  const Contacts<T> plain = test::query_all<T>(shapes, in);
  std::vector<T> rows(100 * 8, T(-77));
  ContactsView<T> view;
  view.separation = {rows.data(), 8};
  view.normal = {rows.data() + 1, rows.data() + 2, rows.data() + 3, 8};
  query_shape_pairs<T>(Cpu{}, shapes.view<T>(), in.pairs, {in.poses.data(), 12}, {}, view);
  for (std::size_t i = 0; i < 100; ++i) {
    EXPECT_EQ(rows[8 * i], plain.separation[i]);
    EXPECT_EQ(rows[8 * i + 3], plain.normal_z[i]);
    EXPECT_EQ(rows[8 * i + 4], T(-77));
  }
}

TYPED_TEST(CpuQuery, EmptyBatchIsEmpty) {
  ShapeSet shapes = test::mixed_shapes(4);
  test::add_curved_and_large(shapes, 4);
  EXPECT_EQ(test::query_all<TypeParam>(shapes, {}).size(), 0u);
}

TYPED_TEST(CpuQuery, BadArgumentsAreNamedWithTheirValue) {
  using T = TypeParam;
  ShapeSet shapes;
  shapes.add_sphere(1);
  ShapePairs in;
  in.add({0, 1}, {});
  const auto message = [&](const ShapePairs& pairs, Cpu cpu, QueryOptions options) -> std::string {
    try {
      test::query_all<T>(shapes, pairs, cpu, options);
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message(in, {}, {}), "query_shape_pairs: pair 0 names 1; allowed is less than 1");
  ShapePairs good;
  good.add({0, 0}, {});
  EXPECT_NE(message(good, Cpu{-1}, {}).find("threads is -1"), std::string::npos);
  EXPECT_NE(message(good, {}, {-0.5}).find("alert_distance is -0.5"), std::string::npos);
  EXPECT_NE(message(good, {}, {std::nan("")}).find("alert_distance is"), std::string::npos);
  EXPECT_EQ(message(good, {}, {}), "");
}

BodySet some_bodies(const ShapeSet& shapes, std::uint32_t count) {
  test::Random random(11);
  BodySet bodies;
  const auto some_shape = [&] { return static_cast<std::uint32_t>(random.bits() % shapes.size()); };
  for (std::uint32_t i = 0; i < count; ++i) {
    const Part parts[2] = {{some_shape(), {random.in_ball(), random.rotation()}},
                           {some_shape(), {random.in_ball(), random.rotation()}}};
    bodies.add({random.in_ball() * 5.0, random.rotation()}, parts, {1, 1, false, random.uniform(0, 0.5)});
  }
  return bodies;
}

TYPED_TEST(CpuQuery, ManyPairsOfFewPartsAndFewOfManyGetTheSameBits) {
  using T = TypeParam;
  const ShapeSet shapes = test::mixed_shapes(5);
  const BodySet few = some_bodies(shapes, 20), many = some_bodies(shapes, 500);  // the first are the same
  std::vector<Pair> pairs;
  for (std::uint32_t a = 0; a < 40; ++a) {
    for (std::uint32_t b = a + 1; b < 40; ++b) pairs.push_back({a, b});
  }
  Contacts<T> of_few(pairs.size()), of_many(pairs.size());
  query_pairs<T>(Cpu{}, shapes.view<T>(), few.parts(), pairs, {0.1}, of_few.view());
  query_pairs<T>(Cpu{}, shapes.view<T>(), many.parts(), pairs, {0.1}, of_many.view());
  expect_same_bits(of_few, of_many);
}

TYPED_TEST(CpuQuery, TheFirstBadPairOfPartsIsNamed) {
  using T = TypeParam;
  const ShapeSet shapes = test::mixed_shapes(6);
  const BodySet bodies = some_bodies(shapes, 20);
  PartsView parts = bodies.parts();
  const auto message = [&](const std::vector<Pair>& pairs) -> std::string {
    Contacts<T> out(pairs.size());
    try {
      query_pairs<T>(Cpu{}, shapes.view<T>(), parts, pairs, {}, out.view());
    } catch (const InvalidInput& error) {
      return error.what();
    }
    return "";
  };
  std::vector<Pair> many(50000, Pair{0, 2});
  many[49000] = {41, 3};
  many[30000] = {1, 40};
  EXPECT_EQ(message(many), "query_pairs: pair 30000 names 40; allowed is less than 40");
  std::vector<std::uint32_t> shape(parts.shape, parts.shape + parts.count);
  shape[7] = 1000;
  parts.shape = shape.data();
  const std::string allowed = "; allowed is less than " + std::to_string(shapes.size());
  EXPECT_EQ(message({{0, 2}, {0, 7}, {9, 7}}), "query_pairs, shape of a part: pair 1 names 1000" + allowed);
  many[20000] = {7, 9};
  EXPECT_EQ(message(many), "query_pairs, shape of a part: pair 20000 names 1000" + allowed);
  many.assign(100, Pair{0, 2});  // the part of no shape is in none of them
  EXPECT_EQ(message(many), "");
}

TEST(CudaExecutor, SaysWhyItCannotBeUsed) {
  const char* reason = cuda_unavailable_reason();
  if (reason == nullptr) GTEST_SKIP() << "a device is there";
  ShapeSet shapes;
  shapes.add_sphere(1);
  BodySet bodies;
  bodies.add(Pose{}, 0u);
  bodies.add(Pose{}, 0u);
  EXPECT_NE(std::string(reason).find("CUDA"), std::string::npos);
  EXPECT_THROW(detect<float>(Cuda{}, shapes, bodies), CudaError);
}

}  // namespace
}  // namespace abut
