// Packs of lanes answer what a scalar answers, to the bit: adversarial pairs of every class, world poses, alert
// distances, and packs in which a pair cannot be asked.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/every_set.h"
#include "tests/support/torture_batch.h"

namespace abut {
namespace {

using test::answer;
using test::batch_of;
using test::expect_every_set_to_agree;
using test::expect_same_bits;
using test::expect_same_kept;

template <class T>
class PackQuery : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PackQuery, Scalars);

TYPED_TEST(PackQuery, AdversarialPairsGetTheBitsOfAScalar) {
  using T = TypeParam;
  test::for_each_torture_class<T>(11, 1500, expect_every_set_to_agree<T>);
}

TYPED_TEST(PackQuery, SetsThatAreScannedByATable) {
  test::Random random(64);
  ShapeSet shapes;
  for (const int count : {20, 161, 300, 500, 639, 700}) shapes.add_hull(test::ellipsoid_points(random, count));
  std::vector<Vec3<double>> prism;
  for (int k = 0; k < 400; ++k) {
    const double turn = 3.14159265358979323846 * (k / 2) / 100;
    prism.push_back({std::cos(turn), std::sin(turn), k % 2 == 0 ? -0.5 : 0.5});
  }
  shapes.add_hull(prism);
  for (const auto regime : {test::Regime::separated, test::Regime::touching, test::Regime::shallow}) {
    const test::ShapePairs in = test::random_pairs(shapes, 600, regime, 65);
    expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, std::numeric_limits<double>::infinity()));
  }
  test::ShapePairs aligned;  // many vertices are farthest at once
  for (int k = 0; k < 40; ++k) aligned.add({6, 6}, {{0.05 * k, 0, 0.03 * k}, Pose{}.rotation});
  expect_every_set_to_agree(batch_of<TypeParam>(shapes, aligned, std::numeric_limits<double>::infinity()));
}

TYPED_TEST(PackQuery, FartherThanTheAlertDistance) {
  const ShapeSet shapes = test::mixed_shapes(5);
  const test::ShapePairs in = test::random_pairs(shapes, 3000, test::Regime::separated, 6);
  const QueryBatch<TypeParam> batch = batch_of<TypeParam>(shapes, in, 0.3);
  expect_every_set_to_agree(batch);
  const auto farther = test::count_farther(answer(batch, available_instruction_sets().back()));
  EXPECT_GT(farther, 300);
  EXPECT_LT(farther, 2700);
}

TYPED_TEST(PackQuery, PairsThatCannotBeAskedDoNotDisturbTheirNeighbours) {
  using T = TypeParam;
  test::Random random(8);
  ShapeSet shapes;
  for (const double size : {1.0, 1.0, 1e-25, 1e25, 1e-42, 1e42, 1e-300, 1e300}) {
    std::vector<Vec3<double>> points = test::ellipsoid_points(random, 12);
    for (Vec3<double>& p : points) p = p * size;
    shapes.add_hull(points);
  }
  shapes.add_point({1, 2, 3});
  shapes.add_segment({0, 0, 0}, {1, 0, 0}, 0.1);
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  constexpr double inf = std::numeric_limits<double>::infinity();
  test::ShapePairs in;
  for (int i = 0; i < 2000; ++i) {
    const std::uint32_t a = random.below(3) == 0 ? random.below(shapes.size()) : random.below(2);
    const std::uint32_t b = random.below(3) == 0 ? random.below(shapes.size()) : random.below(2);
    Pose pose;
    pose.rotation = random.rotation();
    pose.position = random.direction() * random.magnitude(1e-3, 3);
    if (random.below(10) == 0) pose.position.x = random.below(2) == 0 ? nan : inf;
    if (random.below(10) == 0) pose.position.y *= random.below(2) == 0 ? 1e35 : 1e200;
    if (random.below(10) == 0) pose.rotation.m[random.below(9)] = random.below(2) == 0 ? nan : 2.5;
    in.add({a, b}, pose);
  }
  expect_every_set_to_agree(batch_of<T>(shapes, in, inf));
  expect_every_set_to_agree(batch_of<T>(shapes, in, 0.25));
}

/// The pairs turned and moved by about 1e-3, once in a while by much more.
test::ShapePairs moved(test::Random& random, const test::ShapePairs& in) {
  test::ShapePairs out;
  for (std::size_t i = 0; i < in.pairs.size(); ++i) {
    const Pose pose = in.pose(i);
    const double step = random.below(20) == 0 ? 0.3 : 1e-3;
    const Vec3<double> turn = random.in_ball() * step;
    out.add(in.pairs[i], {pose.position + random.in_ball() * step,
                          times(rotation_from_quaternion(1, turn.x, turn.y, turn.z), pose.rotation)});
  }
  return out;
}

TYPED_TEST(PackQuery, WarmStartsLeaveTheSamePolytopes) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(12);
  for (const test::Regime regime : {test::Regime::near, test::Regime::touching, test::Regime::shallow}) {
    test::ShapePairs in = test::random_pairs(shapes, 1500, regime, 3);
    std::vector<CachedPolytope> kept(in.pairs.size(), CachedPolytope{});
    kept[1] = {4, 0, 0, 0, 0, {{70, 0}, {1, 1}, {2, 2}, {9000, 3}}, {}};  // ids that the shapes do not have
    kept[2] = {200, 0, 0, 0, 0, {}, {}};
    kept[3] = {200, 255, 254, 0, 0, {}, {}};
    test::Random random(4);
    for (int step = 0; step < 4; ++step) {
      if (step == 3) std::rotate(kept.begin(), kept.begin() + 1, kept.end());  // those of other pairs
      QueryBatch<T> batch = batch_of<T>(shapes, in, std::numeric_limits<double>::infinity());
      std::vector<CachedPolytope> of_scalar = kept;
      batch.cache = of_scalar.data();
      const Contacts<T> scalar = answer(batch, InstructionSet::scalar);
      for (const InstructionSet set : available_instruction_sets()) {
        SCOPED_TRACE(name_of(set));
        std::vector<CachedPolytope> of_set = kept;
        batch.cache = of_set.data();
        expect_same_bits(scalar, answer(batch, set));
        for (std::size_t i = 0; i < of_set.size(); ++i) {
          SCOPED_TRACE(testing::Message() << "pair " << i << " step " << step);
          expect_same_kept(of_set[i], of_scalar[i]);
        }
      }
      kept = of_scalar;
      in = moved(random, in);
    }
  }
}

TYPED_TEST(PackQuery, LanesOfVeryDifferentSizesReadTheirOwnVertices) {
  test::Random random(14);
  ShapeSet shapes;
  shapes.add_hull(test::ellipsoid_points(random, 600));
  shapes.add_hull(test::ellipsoid_points(random, 40));  // the last vertices of the set
  test::ShapePairs in;
  for (int i = 0; i < 64; ++i) {
    const std::uint32_t shape = i % 16 == 0 ? 1 : 0;
    in.add({shape, shape}, {random.direction() * 0.6, random.rotation()});
  }
  expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, std::numeric_limits<double>::infinity()));
}

/// Pairs of these shapes, one in `every` of them `rare`, the others `common`.
test::ShapePairs mixed_pairs(const ShapeSet& shapes, int count, int every, test::Regime rare, test::Regime common) {
  const test::ShapePairs others = test::random_pairs(shapes, count, common, 22);
  test::ShapePairs in = test::random_pairs(shapes, count, rare, 23);
  for (int i = 0; i < count; ++i) {
    if (i % every == 0) continue;
    in.pairs[i] = others.pairs[i];
    std::copy_n(others.poses.data() + 12 * i, 12, in.poses.data() + 12 * i);
  }
  return in;
}

TYPED_TEST(PackQuery, FewOverlapsOfEachPackShareOthers) {
  using T = TypeParam;
  test::Random random(21);
  ShapeSet shapes;
  for (const int points : {5, 8, 12, 16, 30, 100}) shapes.add_hull(test::ellipsoid_points(random, points));
  for (const int every : {3, 7, 40}) {
    const test::ShapePairs in = mixed_pairs(shapes, 2100, every, test::Regime::shallow, test::Regime::separated);
    QueryBatch<T> batch = batch_of<T>(shapes, in, std::numeric_limits<double>::infinity());
    const Contacts<T> scalar = answer(batch, InstructionSet::scalar);
    const auto overlaps = std::count_if(scalar.separation.begin(), scalar.separation.end(), [](T s) { return s < 0; });
    EXPECT_GT(overlaps, 2000 / every);
    EXPECT_LE(overlaps, 2100 / every + 1);
    for (const InstructionSet set : available_instruction_sets()) {
      SCOPED_TRACE(name_of(set));
      expect_same_bits(scalar, answer(batch, set));
      std::vector<CachedPolytope> of_scalar(in.pairs.size(), CachedPolytope{}), of_set = of_scalar;
      batch.cache = of_scalar.data();
      const Contacts<T> expected = answer(batch, InstructionSet::scalar);
      batch.cache = of_set.data();
      expect_same_bits(expected, answer(batch, set));
      for (std::size_t i = 0; i < of_set.size(); ++i) expect_same_kept(of_set[i], of_scalar[i]);
      batch.cache = nullptr;
    }
  }
}

TYPED_TEST(PackQuery, SomePairsHaveKeptPolytopesAndOthersNone) {
  using T = TypeParam;
  test::Random random(24);
  ShapeSet shapes;
  for (const int points : {5, 8, 12, 16}) shapes.add_hull(test::ellipsoid_points(random, points));
  const test::ShapePairs in = mixed_pairs(shapes, 3000, 5, test::Regime::touching, test::Regime::shallow);
  QueryBatch<T> batch = batch_of<T>(shapes, in, std::numeric_limits<double>::infinity());
  std::vector<CachedPolytope> kept(in.pairs.size(), CachedPolytope{});
  batch.cache = kept.data();
  answer(batch, InstructionSet::scalar);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    if (i % 5 != 0) kept[i] = CachedPolytope{};
  }
  std::vector<CachedPolytope> of_scalar = kept;
  batch.cache = of_scalar.data();
  const Contacts<T> expected = answer(batch, InstructionSet::scalar);
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    std::vector<CachedPolytope> of_set = kept;
    batch.cache = of_set.data();
    expect_same_bits(expected, answer(batch, set));
    for (std::size_t i = 0; i < of_set.size(); ++i) expect_same_kept(of_set[i], of_scalar[i]);
  }
}

TYPED_TEST(PackQuery, PacksOfOneShapeAndOfAllButOneLane) {
  test::Random random(31);
  for (const int points : {3, 5, 8, 16, 17, 40}) {
    ShapeSet shapes;
    shapes.add_hull(test::ellipsoid_points(random, points + 1));
    shapes.add_hull(test::ellipsoid_points(random, points + 1));
    test::ShapePairs in;
    for (std::uint32_t i = 0; i < 600; ++i) {
      const auto shape = [&](std::uint32_t other) { return i >= 300 && i % 16 == other ? 1u : 0u; };
      in.add({shape(15), shape(8)}, {random.direction() * random.magnitude(0.5, 4), random.rotation()});
    }
    expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, std::numeric_limits<double>::infinity()));
  }
}

TYPED_TEST(PackQuery, BatchesOfEveryLengthUpToTwoPacks) {
  const ShapeSet shapes = test::mixed_shapes(9);
  for (int count = 1; count <= 33; ++count) {
    const test::ShapePairs in =
        test::random_pairs(shapes, count, test::Regime::near, static_cast<std::uint64_t>(count));
    expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, std::numeric_limits<double>::infinity()));
  }
}

}  // namespace
}  // namespace abut
