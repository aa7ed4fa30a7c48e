// Packs of pairs with curved kinds and Minkowski sums answer what a scalar answers, to the bit: all pairings of kinds,
// flat and empty extents, alert distances, caches, lanes that cannot be asked, sums of unlike structure.
#include <gtest/gtest.h>

#include <limits>

#include "tests/support/every_set.h"

namespace abut {
namespace {

using test::answer;
using test::batch_of;
using test::expect_every_set_to_agree;
using test::expect_same_bits;
using test::Random;
using test::Regime;

constexpr double no_alert = std::numeric_limits<double>::infinity();
constexpr Regime regimes[] = {Regime::separated, Regime::near, Regime::touching, Regime::shallow, Regime::deep};

template <class T>
class PackCurved : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PackCurved, Scalars);

double length_of(Random& random) { return random.uniform(0.2, 1); }
Vec3<double> extents_of(Random& random) { return {length_of(random), length_of(random), length_of(random)}; }
Pose pose_of(Random& random) { return {random.in_ball(), random.rotation()}; }

struct Kind {
  const char* name;
  std::uint32_t (*add)(ShapeSet&, Random&);
};

std::uint32_t add_cone_and_hull(ShapeSet& s, Random& r) {
  const std::uint32_t cone = s.add_cone(length_of(r), length_of(r), 0.05);
  const std::uint32_t hull = s.add_hull(test::ellipsoid_points(r, 12));
  return s.add_minkowski_sum(cone, hull, pose_of(r));
}

const Kind curved_kinds[] = {
    {"ellipsoid", [](ShapeSet& s, Random& r) { return s.add_ellipsoid(extents_of(r)); }},
    {"cylinder", [](ShapeSet& s, Random& r) { return s.add_cylinder(length_of(r), length_of(r)); }},
    {"cone", [](ShapeSet& s, Random& r) { return s.add_cone(length_of(r), length_of(r)); }},
    {"rounded cylinder", [](ShapeSet& s, Random& r) { return s.add_cylinder(length_of(r), length_of(r), 0.1); }},
    {"flat ellipsoid",
     [](ShapeSet& s, Random& r) {
       return s.add_ellipsoid({length_of(r), 0, length_of(r)});
     }},
    {"needle", [](ShapeSet& s, Random& r) { return s.add_cylinder(0, length_of(r)); }},
    {"disc", [](ShapeSet& s, Random& r) { return s.add_cylinder(length_of(r), 0, 0.05); }},
    {"point-like cone", [](ShapeSet& s, Random&) { return s.add_cone(0, 0, 0.1); }},
    {"sum", add_cone_and_hull},
};
const Kind other_kinds[] = {
    {"segment", [](ShapeSet& s, Random& r) { return s.add_segment(r.in_ball(), r.in_ball()); }},
    {"box", [](ShapeSet& s, Random& r) { return s.add_box(extents_of(r)); }},
    {"hull", [](ShapeSet& s, Random& r) { return s.add_hull(test::ellipsoid_points(r, 14)); }},
    {"large hull", [](ShapeSet& s, Random& r) { return s.add_hull(test::ellipsoid_points(r, 60)); }},
    {"climbed hull", [](ShapeSet& s, Random& r) { return s.add_hull(test::ellipsoid_points(r, 700)); }},
};

/// Pairs of either kind with itself and with the other, in both orders, in every regime.
template <class T>
void expect_kinds_to_agree(const Kind& a, const Kind& b) {
  SCOPED_TRACE(std::string(a.name) + ", " + b.name);
  Random random(3);
  ShapeSet made;
  std::vector<std::uint32_t> chosen;
  for (const Kind* kind : {&a, &a, &b, &b}) chosen.push_back(kind->add(made, random));
  for (const Regime regime : regimes) {
    const int count = regime == Regime::shallow || regime == Regime::deep ? 40 : 100;
    expect_every_set_to_agree(batch_of<T>(made, test::random_pairs(made, count, regime, 21, chosen), no_alert));
  }
}

TYPED_TEST(PackCurved, EveryPairingOfKindsGetsTheBitsOfAScalar) {
  for (const Kind& a : curved_kinds) {
    for (const Kind& b : curved_kinds) {
      if (&b >= &a) expect_kinds_to_agree<TypeParam>(a, b);
    }
    for (const Kind& b : other_kinds) expect_kinds_to_agree<TypeParam>(a, b);
  }
}

ShapeSet mixed_curved(std::uint64_t seed) {
  Random random(seed);
  ShapeSet set;
  for (int k = 0; k < 2; ++k) {
    for (const Kind& kind : curved_kinds) kind.add(set, random);
    for (const Kind& kind : other_kinds) kind.add(set, random);
  }
  return set;
}

TYPED_TEST(PackCurved, MoreKindsThanGroups) {
  const ShapeSet shapes = mixed_curved(7);
  for (const Regime regime : {Regime::separated, Regime::near}) {
    expect_every_set_to_agree(batch_of<TypeParam>(shapes, test::random_pairs(shapes, 2500, regime, 8), no_alert));
  }
}

/// A cone and a box that one plane halves both: their normals lie in it. g++ 12 makes -fma(a, b, c) into
/// fma(-a, b, -c), and only where a processor has the instruction, so that zeros had one sign here and the other there.
TYPED_TEST(PackCurved, ZerosHaveOneSign) {
  ShapeSet shapes;
  const std::uint32_t cone = shapes.add_cone(0.3, 0.4, 0.4), box = shapes.add_box({0.2, 0.1, 0.4});
  const Mat3<double> flipped{0, 1, 0, 1, 0, 0, 0, 0, -1};
  test::ShapePairs pairs;
  pairs.add({cone, box}, {{-0.2, -0.90000000000000013, 0}, flipped});
  for (int i = -6; i <= 6; ++i) {
    for (int j = 7; j <= 20; ++j) {
      for (int k = -2; k <= 2; ++k) pairs.add({cone, box}, {{0.1 * i, -0.1 * j, 0.25 * k}, flipped});
    }
  }
  expect_every_set_to_agree(batch_of<TypeParam>(shapes, pairs, no_alert));
}

TYPED_TEST(PackCurved, SumsOfUnlikeStructure) {
  Random random(12);
  ShapeSet shapes;
  const std::uint32_t ellipsoid = shapes.add_ellipsoid(extents_of(random));
  const std::uint32_t cylinder = shapes.add_cylinder(length_of(random), length_of(random));
  const std::uint32_t box = shapes.add_box(extents_of(random));
  const std::uint32_t tiny = shapes.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {1e-40, 0, 0}, {0, 1e-40, 0}});
  const std::uint32_t point = shapes.add_point({1, 2, 3});
  const std::uint32_t two = shapes.add_minkowski_sum(ellipsoid, box, pose_of(random));
  const std::uint32_t like = shapes.add_minkowski_sum(ellipsoid, box, pose_of(random), 0.1);
  const std::uint32_t turned = shapes.add_minkowski_sum(box, ellipsoid, pose_of(random));
  const std::uint32_t three = shapes.add_minkowski_sum(two, cylinder, pose_of(random));
  const std::uint32_t four = shapes.add_minkowski_sum(three, box, pose_of(random));
  const std::uint32_t five = shapes.add_minkowski_sum(four, ellipsoid, pose_of(random));
  const std::uint32_t with_tiny = shapes.add_minkowski_sum(ellipsoid, tiny, pose_of(random));
  const std::uint32_t of_point = shapes.add_minkowski_sum(box, point, pose_of(random));
  const std::uint32_t sums[] = {two, like, turned, three, four, five, with_tiny, of_point, point, ellipsoid};
  for (const Regime regime : {Regime::separated, Regime::near, Regime::shallow}) {
    const int count = regime == Regime::shallow ? 300 : 1500;
    const test::ShapePairs in = test::random_pairs(shapes, count, regime, 2, sums);
    expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, no_alert));
  }
}

TYPED_TEST(PackCurved, TermsFarSmallerThanTheirSumKeepTheirDigits) {
  ShapeSet shapes;
  const std::uint32_t flat = shapes.add_ellipsoid({1, 0, 1});
  const std::uint32_t tiny = shapes.add_segment({0, -1e-40, 0}, {0, 1e-40, 0});
  const std::uint32_t sum = shapes.add_minkowski_sum(flat, tiny);
  test::ShapePairs in;
  for (int k = 0; k < 20; ++k) in.add({sum, flat}, {{3, 0, 0.01 * k}, Pose{}.rotation});
  const QueryBatch<TypeParam> batch = batch_of<TypeParam>(shapes, in, no_alert);
  expect_every_set_to_agree(batch);
  EXPECT_NE(answer(batch, InstructionSet::scalar).witness_a_y[0], 0);
}

TYPED_TEST(PackCurved, FartherThanTheAlertDistance) {
  const ShapeSet shapes = mixed_curved(5);
  const test::ShapePairs in = test::random_pairs(shapes, 2000, Regime::separated, 6);
  const QueryBatch<TypeParam> batch = batch_of<TypeParam>(shapes, in, 0.3);
  expect_every_set_to_agree(batch);
  const auto farther = test::count_farther(answer(batch, available_instruction_sets().back()));
  EXPECT_GT(farther, 200);
  EXPECT_LT(farther, 1800);
}

TYPED_TEST(PackCurved, CachesSayThatTheyHoldNothing) {
  using T = TypeParam;
  const ShapeSet shapes = mixed_curved(4);
  const test::ShapePairs in = test::random_pairs(shapes, 400, Regime::near, 6);
  CachedPolytope some{};
  some.vertex_count = 3;
  const std::vector<CachedPolytope> before(in.pairs.size(), some);
  QueryBatch<T> batch = batch_of<T>(shapes, in, no_alert);
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    std::vector<CachedPolytope> kept = before;
    batch.cache = kept.data();
    answer(batch, set);
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const auto is_curved = [&](std::uint32_t s) { return !is_vertex_set(shapes.header(s).kind); };
      const bool curved = is_curved(in.pairs[i].a) || is_curved(in.pairs[i].b);
      ASSERT_EQ(kept[i].vertex_count, curved ? 0u : kept[i].vertex_count) << "pair " << i;
    }
  }
}

TYPED_TEST(PackCurved, PairsThatCannotBeAskedDoNotDisturbTheirNeighbours) {
  using T = TypeParam;
  Random random(8);
  ShapeSet shapes;
  for (const double size : {1.0, 1.0, 1e-25, 1e-42, 1e-300, 1e25, 1e42, 1e300}) {
    shapes.add_ellipsoid(extents_of(random) * size);
  }
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double inf = std::numeric_limits<double>::infinity();
  test::ShapePairs in;
  for (int i = 0; i < 1000; ++i) {
    // In shapes that are much larger the others lie deep: few of these, as they take long.
    const std::uint32_t most = i % 40 == 0 ? 8 : 5;
    const std::uint32_t a = random.below(3) == 0 ? random.below(most) : random.below(2);
    const std::uint32_t b = random.below(3) == 0 ? random.below(most) : random.below(2);
    Pose pose;
    pose.rotation = random.rotation();
    pose.position = random.direction() * random.magnitude(2, 4);
    if (random.below(10) == 0) pose.position.x = random.below(2) == 0 ? nan : inf;
    if (random.below(10) == 0) pose.position.y *= random.below(2) == 0 ? 1e35 : 1e200;
    if (random.below(10) == 0) pose.rotation.m[random.below(9)] = random.below(2) == 0 ? nan : 1.5;
    in.add({a, b}, pose);
  }
  expect_every_set_to_agree(batch_of<T>(shapes, in, no_alert));
  expect_every_set_to_agree(batch_of<T>(shapes, in, 0.25));
}

TYPED_TEST(PackCurved, BatchesOfEveryLengthUpToTwoPacks) {
  Random random(9);
  ShapeSet shapes;
  for (int k = 0; k < 3; ++k) shapes.add_ellipsoid(extents_of(random));
  for (int count = 1; count <= 36; ++count) {
    const test::ShapePairs in = test::random_pairs(shapes, count, Regime::near, static_cast<std::uint64_t>(count));
    expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, no_alert));
  }
}

}  // namespace
}  // namespace abut
