// From bodies to contacts.
#include "abut/detect.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "abut/core/error.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

template <class T>
class Detect : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Detect, Scalars);

Pose at(double x, double y, double z) { return {{x, y, z}, {{1, 0, 0, 0, 1, 0, 0, 0, 1}}}; }

TYPED_TEST(Detect, RowOfSpheresGivesItsNeighbours) {
  ShapeSet shapes;
  shapes.add_sphere(0.5);
  BodySet bodies;
  for (int i = 0; i < 10; ++i) bodies.add(at(0.9375 * i, 0, 0), 0u);
  const auto d = detect<TypeParam>(Cpu{}, shapes, bodies);
  ASSERT_EQ(d.pairs.size(), 9u);
  for (std::size_t i = 0; i < 9; ++i) {
    EXPECT_EQ(d.pairs[i].a, i);
    EXPECT_EQ(d.pairs[i].b, i + 1);
    EXPECT_NEAR(d.contacts.separation[i], -0.0625, 1e-6);
    EXPECT_NEAR(d.contacts.point_x[i], 0.46875, 1e-6);  // relative to body A, in world axes
  }
  EXPECT_EQ(d.status[0], 9u);
  EXPECT_GE(d.candidate_pairs, 9u);
}

TYPED_TEST(Detect, AlertDistanceReportsGapsUpToIt) {
  ShapeSet shapes;
  shapes.add_box({0.5, 0.5, 0.5});
  BodySet bodies;
  bodies.add(at(0, 0, 0), 0u);
  bodies.add(at(1.25, 0, 0), 0u);
  bodies.add(at(0, 1.75, 0), 0u);
  EXPECT_EQ(detect<TypeParam>(Cpu{}, shapes, bodies, {0.125}).pairs.size(), 0u);
  const auto d = detect<TypeParam>(Cpu{}, shapes, bodies, {0.375});
  ASSERT_EQ(d.pairs.size(), 1u);
  EXPECT_NEAR(d.contacts.separation[0], 0.25, 1e-6);
  EXPECT_EQ(detect<TypeParam>(Cpu{}, shapes, bodies, {1.0}).pairs.size(), 3u);
}

TYPED_TEST(Detect, PartsOfOneBodyShareItsFrame) {
  ShapeSet shapes;
  shapes.add_sphere(0.25);
  BodySet bodies;
  const Part dumbbell[2] = {{0, at(-1, 0, 0)}, {0, at(1, 0, 0)}};
  bodies.add(at(10, 0, 0), dumbbell);
  bodies.add(at(11.375, 0, 0), 0u);
  const auto d = detect<TypeParam>(Cpu{}, shapes, bodies);
  ASSERT_EQ(d.pairs.size(), 1u);
  EXPECT_EQ(d.pairs[0].a, 1u);  // the second part of the first body
  EXPECT_EQ(d.pairs[0].b, 2u);
  EXPECT_NEAR(d.contacts.witness_a_x[0], 1.25, 1e-6);  // from the body's position, not the part's
}

TYPED_TEST(Detect, FarFromTheOriginGivesTheAnswerAtTheOrigin) {
  const ShapeSet shapes = test::mixed_shapes(3);
  test::Random random(5);
  BodySet here, there;
  for (int i = 0; i < 200; ++i) {
    // positions on a grid that 1e6 can carry exactly
    const Vec3<double> p{std::round(random.uniform(-2, 2) * 1024) / 1024,
                         std::round(random.uniform(-2, 2) * 1024) / 1024,
                         std::round(random.uniform(-2, 2) * 1024) / 1024};
    const Mat3<double> r = random.rotation();
    const std::uint32_t shape = random.below(shapes.size());
    here.add({p, r}, shape);
    there.add({p + Vec3<double>{1e6, -1e6, 5e5}, r}, shape);
  }
  const auto a = detect<TypeParam>(Cpu{}, shapes, here);
  const auto b = detect<TypeParam>(Cpu{}, shapes, there);
  ASSERT_EQ(a.pairs.size(), b.pairs.size());
  ASSERT_GT(a.pairs.size(), 200u);
  for (std::size_t i = 0; i < a.pairs.size(); ++i) {
    EXPECT_EQ(a.contacts.separation[i], b.contacts.separation[i]);
    EXPECT_EQ(a.contacts.witness_a_x[i], b.contacts.witness_a_x[i]);
  }
}

TYPED_TEST(Detect, BadArgumentsAreRefused) {
  ShapeSet shapes;
  shapes.add_sphere(1);
  BodySet bodies;
  bodies.add(at(0, 0, 0), 0u);
  bodies.add(at(0.5, 0, 0), 0u);
  EXPECT_THROW(bodies.add(at(std::nan(""), 0, 0), 0u), InvalidInput);
  const Pair wrong{0, 7};
  EXPECT_THROW(detect<TypeParam>(Cpu{}, shapes, bodies, std::span<const Pair>(&wrong, 1)), InvalidInput);
  EXPECT_THROW(detect<TypeParam>(Cpu{}, shapes, bodies, DetectOptions{-1}), InvalidInput);
  EXPECT_THROW(detect<TypeParam>(Cpu{}, shapes, bodies, DetectOptions{std::numeric_limits<double>::infinity()}),
               InvalidInput);
}

TYPED_TEST(Detect, NothingGivesNothing) {
  const auto d = detect<TypeParam>(Cpu{}, ShapeSet{}, BodySet{});
  EXPECT_EQ(d.candidate_pairs, 0u);
  EXPECT_EQ(d.pairs.size(), 0u);
}

}  // namespace
}  // namespace abut
