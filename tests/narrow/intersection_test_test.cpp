// The boolean query against the full one, and what it saves.
#include "abut/narrow/intersection_test.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/core/error.h"
#include "abut/narrow/query.h"
#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;

template <class T>
class Intersects : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Intersects, Scalars);

/// Bodies of mixed kinds, curved ones among them, so dense that about half of the pairs intersect.
struct Crowd {
  ShapeSet shapes = test::mixed_shapes(31);
  BodySet bodies;
  std::vector<Pair> pairs;
  Crowd() {
    Random random(32);
    shapes.add_cylinder(0.5, 0.75);
    shapes.add_ellipsoid({0.25, 0.5, 1}, 0.0625);
    shapes.add_minkowski_sum(5, shapes.size() - 2);
    for (std::uint32_t i = 0; i < 400; ++i) bodies.add({random.in_ball() * 2.0, random.rotation()}, i % shapes.size());
    for (int i = 0; i < 20000; ++i) {
      const std::uint32_t a = random.below(400);
      pairs.push_back({a, random.below(400)});
    }
  }
};

TYPED_TEST(Intersects, AgreesWithTheSeparation) {
  using T = TypeParam;
  const Crowd crowd;
  std::vector<std::uint8_t> found(crowd.pairs.size(), 9);
  intersect_pairs<T>(Cpu{}, crowd.shapes.view<T>(), crowd.bodies.parts(), crowd.pairs, found);
  Contacts<T> out(crowd.pairs.size());
  query_pairs<T>(Cpu{}, crowd.shapes.view<T>(), crowd.bodies.parts(), crowd.pairs, {}, out.view());
  int yes = 0, no = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    ASSERT_LE(found[i], 1);
    found[i] == 1 ? ++yes : ++no;
    const double size = 2 * 3.0, noise = 16 * static_cast<double>(Epsilon<T>::value) * size;
    if (std::abs(static_cast<double>(out.separation[i])) <= noise) continue;
    ASSERT_EQ(found[i] == 1, out.separation[i] < 0) << i << " separation " << out.separation[i];
  }
  EXPECT_GT(yes, 1500);
  EXPECT_GT(no, 2000);
}

TYPED_TEST(Intersects, EndsEarlierThanTheDistanceAndSaysWhatItCost) {
  using T = TypeParam;
  Random random(33);
  ShapeSet shapes;
  for (int i = 0; i < 8; ++i) shapes.add_hull(test::ellipsoid_points(random, 40));
  const auto view = shapes.view<T>();
  std::uint64_t boolean = 0, full = 0;
  std::vector<std::byte> memory(polytope_bytes<double>(256));
  for (int i = 0; i < 2000; ++i) {
    PairProblem<T> p{};
    const RelativePose<double> pose{random.rotation(), random.direction() * random.uniform(0.5, 2)};
    ASSERT_EQ(make_problem(view, random.below(8), random.below(8), pose, HUGE_VAL, p), Status::converged);
    const IntersectionResult result = intersects(p);
    ASSERT_GE(result.support_calls, 1u);
    boolean += result.iterations;
    full += query_pair(p, {memory.data(), 256}).contact.gjk_iterations;
  }
  EXPECT_LT(boolean * 3, full * 2);
}

TYPED_TEST(Intersects, TouchingCountsAndIsNotCertain) {
  using T = TypeParam;
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_sphere(1);
  shapes.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  const auto view = shapes.view<T>();
  const auto at = [&](std::uint32_t a, std::uint32_t b, double x, double y = 0) {
    const ShapeHeader& h = shapes.header(b);
    PairProblem<T> p{};
    const Pose moved{{x, y, y / 2}, Pose{}.rotation};
    const RelativePose<double> pose = relative_pose(Pose{}, moved, {0, 0, 0}, {h.centre[0], h.centre[1], h.centre[2]});
    EXPECT_EQ(make_problem(view, a, b, pose, HUGE_VAL, p), Status::converged);
    return intersects(p);
  };
  for (const auto& [b, x] : {std::pair(0u, 2.0), std::pair(1u, 2.0), std::pair(2u, 1.0)}) {
    EXPECT_TRUE(at(0, b, x).intersects) << b;
    EXPECT_FALSE(at(0, b, x).certain) << b;
    EXPECT_FALSE(at(0, b, x + 1e-5).intersects) << b;
    EXPECT_TRUE(at(0, b, x + 1e-5).certain) << b;
    EXPECT_TRUE(at(0, b, x - 0.25).intersects) << b;
    EXPECT_TRUE(at(0, b, x - 0.25, 0.0625).certain) << b;
  }
}

TYPED_TEST(Intersects, NoContactIsMissedAmongPairsThatTouch) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(34);
  test::add_curved_and_large(shapes, 35);
  const auto view = shapes.view<T>();
  const test::ShapePairs in = test::random_pairs(shapes, 4000, test::Regime::touching, 36);
  const Contacts<T> full = test::query_all<T>(shapes, in);
  int proper = 0;
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    const auto [a, b] = in.pairs[i];
    const ShapeHeader &ha = shapes.header(a), &hb = shapes.header(b);
    const Pose moved = in.pose(i);
    const RelativePose<double> pose = relative_pose(Pose{}, moved, {ha.centre[0], ha.centre[1], ha.centre[2]},
                                                    {hb.centre[0], hb.centre[1], hb.centre[2]});
    PairProblem<T> p{};
    ASSERT_EQ(make_problem(view, a, b, pose, HUGE_VAL, p), Status::converged);
    const double noise = static_cast<double>(Epsilon<T>::value) * (ha.size + hb.size);
    if (!(static_cast<double>(full.separation[i]) <= noise)) continue;
    EXPECT_TRUE(intersects(p).intersects) << i << " separation " << full.separation[i];
    ++proper;
  }
  EXPECT_GT(proper, 2000);
}

TYPED_TEST(Intersects, BadInputIsNamed) {
  using T = TypeParam;
  ShapeSet shapes;
  shapes.add_sphere(1);
  BodySet bodies;
  bodies.add({}, 0);
  std::vector<std::uint8_t> out(1);
  const std::vector<Pair> bad{{0, 1}}, good{{0, 0}};
  EXPECT_THROW(intersect_pairs<T>(Cpu{}, shapes.view<T>(), bodies.parts(), bad, out), InvalidInput);
  EXPECT_THROW(intersect_pairs<T>(Cpu{}, shapes.view<T>(), bodies.parts(), good, {}), InvalidInput);
}

}  // namespace
}  // namespace abut
