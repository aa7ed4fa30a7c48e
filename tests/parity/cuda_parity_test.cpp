// The `Cuda` executor against `Cpu`: same bits. Needs a GPU: skips without one, fails if ABUT_REQUIRE_GPU is set.
#include <gtest/gtest.h>

#include "abut/core/error.h"
#include "tests/support/gpu.h"
#include "tests/support/same_bits.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

template <class T>
class CudaParity : public test::GpuTest {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(CudaParity, Scalars);

/// Bodies of every kind at random in a box, many overlapping.
BodySet crowd(const ShapeSet& shapes, int count, std::uint64_t seed) {
  test::Random random(seed);
  BodySet bodies;
  for (int i = 0; i < count; ++i) {
    bodies.add({random.in_ball() * 4.0, random.rotation()}, random.below(shapes.size()));
  }
  return bodies;
}

TYPED_TEST(CudaParity, DetectGivesTheBitsOfTheCpu) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(1);
  test::Random random(3);
  for (int i = 0; i < 4; ++i) shapes.add_hull(test::ellipsoid_points(random, 400));  // some need the large polytope
  test::add_curved_and_large(shapes, 7);
  const BodySet bodies = crowd(shapes, 2000, 5);
  for (const double alert : {0.0, 0.1}) {
    const Detection<T> cpu = detect<T>(Cpu{}, shapes, bodies, {alert});
    const Detection<T> cuda = detect<T>(Cuda{}, shapes, bodies, {alert});
    ASSERT_GT(cpu.pairs.size(), 1000u);
    ASSERT_EQ(cpu.status, cuda.status);
    test::expect_same_bits(cpu.pairs, cuda.pairs, "pair");
    test::expect_same_bits(cpu.contacts, cuda.contacts);
  }
}

TYPED_TEST(CudaParity, MorePairsThanExpectedAreFoundInASecondSearch) {
  using T = TypeParam;
  const ShapeSet shapes = test::mixed_shapes(1);
  test::Random random(6);
  BodySet bodies;
  for (int i = 0; i < 200; ++i) bodies.add({random.in_ball() * 0.1, random.rotation()}, random.below(shapes.size()));
  const Detection<T> cpu = detect<T>(Cpu{}, shapes, bodies);
  const Detection<T> cuda = detect<T>(Cuda{}, shapes, bodies);
  ASSERT_GT(cpu.candidate_pairs, 8u * 200);
  EXPECT_EQ(cpu.candidate_pairs, cuda.candidate_pairs);
  test::expect_same_bits(cpu.pairs, cuda.pairs, "pair");
  test::expect_same_bits(cpu.contacts, cuda.contacts);
}

TYPED_TEST(CudaParity, TooSmallAWorkspaceIsNamed) {
  using T = TypeParam;
  const Pair pair{0, 0};
  ContactsView<T> out;
  EXPECT_THROW(query_pairs<T>(Cuda{}.with({nullptr, 0}), ShapeSetView<T>{}, PartsView{}, {&pair, 1}, {}, out),
               InvalidInput);
}

TYPED_TEST(CudaParity, EmptySceneIsEmpty) {
  const Detection<TypeParam> none = detect<TypeParam>(Cuda{}, ShapeSet{}, BodySet{});
  EXPECT_EQ(none.pairs.size(), 0u);
}

}  // namespace
}  // namespace abut
