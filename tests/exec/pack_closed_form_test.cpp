// Pairs with a closed form in packs: the bits of a scalar, whatever their neighbours are.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/narrow/closed_form.h"
#include "tests/support/every_set.h"

namespace abut {
namespace {

using test::answer;
using test::batch_of;
using test::expect_every_set_to_agree;
using test::expect_same_bits;
using test::Random;
using test::ShapePairs;

template <class T>
class PackClosedForm : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PackClosedForm, Scalars);

constexpr double none = std::numeric_limits<double>::infinity();
constexpr std::uint32_t thin_shapes = 6;

/// Points and segments first, then what a point has closed forms with, flat and thin ones too, then a hull.
ShapeSet shapes_of_all_forms() {
  ShapeSet s;
  s.add_point({0.1, 0.2, 0.3});
  s.add_sphere(0.5);
  s.add_point({-0.5, 0.25, 0}, 0.75);
  s.add_segment({0, 0, 0}, {1, 0.25, 0}, 0.1);
  s.add_segment({0, 0, 0}, {0.01, 0, 0});
  s.add_capsule(0.25, 0.5);
  s.add_box({0.5, 0.25, 1});
  s.add_box({0.5, 0.25, 1}, 0.1);
  s.add_box({0.5, 0.25, 1e-6});
  s.add_cylinder(0.5, 1);
  s.add_cylinder(1, 1e-5);
  s.add_cylinder(1e-5, 1, 0.25);
  s.add_cone(0.5, 1);
  s.add_cone(1, 1e-3, 0.125);
  s.add_cone(1, 0);
  s.add_cone(0, 1);
  s.add_cone(1e-30, 1e-30);
  s.add_ellipsoid({1, 0.5, 0});
  s.add_ellipsoid({0.5, 0.75, 1}, 0.125);
  s.add_ellipsoid({1, 1, 1});
  s.add_ellipsoid({1, 1, 0.01});
  s.add_hull(std::vector<Vec3<double>>{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  return s;
}

bool has_form(const ShapeSet& shapes, std::uint32_t a, std::uint32_t b) {
  return closed_form_of(shapes.header(a), shapes.header(b)) != ClosedForm::none;
}

/// A thin shape and any, in either order; some have no closed form.
Pair some_pair(Random& random, const ShapeSet& shapes) {
  const std::uint32_t thin = random.below(thin_shapes), any = random.below(shapes.size());
  return random.below(2) == 0 ? Pair{thin, any} : Pair{any, thin};
}

/// At random, then moved along their normals until `gap` sizes apart.
ShapePairs pairs_apart(const ShapeSet& shapes, int count, double least, double most, std::uint64_t seed) {
  Random random(seed);
  ShapePairs far;
  std::vector<Pose> poses;
  for (int i = 0; i < count; ++i) {
    poses.push_back({random.direction() * 4.0, random.rotation()});
    far.add(some_pair(random, shapes), poses.back());
  }
  const Contacts<double> first = test::query_all<double>(shapes, far);
  ShapePairs out;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Pair pair = far.pairs[i];
    const double gap = (shapes.header(pair.a).size + shapes.header(pair.b).size) * random.uniform(least, most);
    const Vec3<double> normal{first.normal_x[i], first.normal_y[i], first.normal_z[i]};
    poses[i].position = poses[i].position - normal * (first.separation[i] - gap);
    out.add(pair, poses[i]);
  }
  return out;
}

TYPED_TEST(PackClosedForm, ApartTouchingAndOverlapping) {
  const ShapeSet shapes = shapes_of_all_forms();
  for (const double reach : {1.0, 1e-1, 1e-3, 1e-6, 1e-8, 1e-15, 0.0}) {
    SCOPED_TRACE(reach);
    const ShapePairs in = pairs_apart(shapes, 3000, -reach, reach, 3);
    expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, none));
    expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, 0.3 * reach));
  }
}

TYPED_TEST(PackClosedForm, EveryFormAloneInBothOrders) {
  const ShapeSet shapes = shapes_of_all_forms();
  Random random(5);
  for (std::uint32_t thin = 0; thin < thin_shapes; ++thin) {
    for (std::uint32_t other = 0; other < shapes.size(); ++other) {
      if (!has_form(shapes, thin, other)) continue;
      SCOPED_TRACE(testing::Message() << thin << " " << other);
      ShapePairs in, swapped;
      for (int i = 0; i < 40; ++i) {
        const Pose pose{random.in_ball() * random.magnitude(1e-3, 4), random.rotation()};
        in.add({thin, other}, pose);
        swapped.add({other, thin}, pose);
      }
      expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, none));
      expect_every_set_to_agree(batch_of<TypeParam>(shapes, swapped, none));
    }
  }
}

TYPED_TEST(PackClosedForm, CoincidentCentresAndPointsOnALattice) {
  const ShapeSet shapes = shapes_of_all_forms();
  ShapePairs in;
  for (std::uint32_t thin = 0; thin < thin_shapes; ++thin) {
    for (std::uint32_t other = 0; other < shapes.size(); ++other) {
      for (int k = 0; k < 125 && has_form(shapes, thin, other); ++k) {
        const Vec3<double> at{0.25 * (k % 5 - 2), 0.25 * (k / 5 % 5 - 2), 0.5 * (k / 25 - 2)};
        in.add(k % 2 == 0 ? Pair{thin, other} : Pair{other, thin}, {at, Pose{}.rotation});
        in.add(k % 2 == 0 ? Pair{thin, other} : Pair{other, thin}, {at, {{0, -1, 0, 1, 0, 0, 0, 0, 1}}});
      }
    }
  }
  expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, none));
  expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, 0.25));
}

TYPED_TEST(PackClosedForm, BadPosesDoNotDisturbTheirNeighbours) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  ShapeSet shapes = shapes_of_all_forms();
  for (const double size : {1e-25, 1e25, 1e-42, 1e42, 1e-300, 1e300}) shapes.add_sphere(size);
  Random random(6);
  ShapePairs in;
  for (int i = 0; i < 4000; ++i) {
    Pose pose{random.direction() * random.magnitude(1e-3, 3), random.rotation()};
    if (random.below(10) == 0) pose.position.x = random.below(2) == 0 ? nan : none;
    if (random.below(10) == 0) pose.position.y *= random.below(2) == 0 ? 1e35 : 1e200;
    if (random.below(10) == 0) pose.rotation.m[random.below(9)] = random.below(2) == 0 ? nan : 2.5;
    if (random.below(10) == 0) pose.rotation.m[random.below(9)] = none;
    in.add(some_pair(random, shapes), pose);
  }
  expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, none));
  expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, 0.25));
}

TYPED_TEST(PackClosedForm, PosesThatAreNoRotations) {
  const ShapeSet shapes = shapes_of_all_forms();
  Random random(7);
  ShapePairs in;
  for (int i = 0; i < 3000; ++i) {
    Pose pose{random.direction() * random.uniform(0, 2), random.rotation()};
    // by a rounding, by little, by much; or none at all
    const double off = random.below(3) == 0 ? 0 : random.magnitude(1e-17, 0.5);
    pose.rotation.m[random.below(9)] += off;
    if (i % 16 == 0) pose.rotation = {};
    in.add(some_pair(random, shapes), pose);
  }
  expect_every_set_to_agree(batch_of<TypeParam>(shapes, in, none));
}

TYPED_TEST(PackClosedForm, PartsOfBodies) {
  using T = TypeParam;
  const ShapeSet shapes = shapes_of_all_forms();
  Random random(8);
  BodySet bodies;
  std::vector<Pair> pairs;
  for (int i = 0; i < 2000; ++i) {
    const Pair pair = some_pair(random, shapes);
    const Vec3<double> at = random.in_ball() * random.magnitude(1, 1e7);
    const Part parts[2] = {{pair.a, {random.in_ball(), random.rotation()}},
                           {pair.b, {random.in_ball() * 2.0, random.rotation()}}};
    bodies.add({at, random.rotation()}, parts, {1, 1, false, random.uniform(0, 0.5)});
    pairs.push_back({static_cast<std::uint32_t>(2 * i), static_cast<std::uint32_t>(2 * i + 1)});
  }
  QueryBatch<T> batch{shapes.view<T>(), bodies.parts(), nullptr, 0, pairs.data(), pairs.size(), none, {}};
  expect_every_set_to_agree(batch);
  batch.alert_distance = 0.1;
  expect_every_set_to_agree(batch);
  std::vector<PartRow> rows(batch.parts.count);
  for (std::uint32_t i = 0; i < batch.parts.count; ++i) rows[i] = part_row(batch.parts, i);
  batch.rows = rows.data();  // not looked at by the scalar set
  expect_every_set_to_agree(batch);
}

TYPED_TEST(PackClosedForm, CachesAreEmptiedWhereTheFormAnswers) {
  using T = TypeParam;
  const ShapeSet shapes = shapes_of_all_forms();
  const ShapePairs in = pairs_apart(shapes, 2000, -0.3, 0.5, 9);
  CachedPolytope old{};
  old.vertex_count = 2;
  old.vertex[1] = {1, 0};
  QueryBatch<T> batch = batch_of<T>(shapes, in, 0.2);
  std::vector<CachedPolytope> of_scalar(in.pairs.size(), old);
  batch.cache = of_scalar.data();
  const Contacts<T> scalar = answer(batch, InstructionSet::scalar);
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    std::vector<CachedPolytope> of_set(in.pairs.size(), old);
    batch.cache = of_set.data();
    expect_same_bits(scalar, answer(batch, set));
    int emptied = 0;
    for (std::size_t i = 0; i < of_set.size(); ++i) {
      ASSERT_EQ(of_set[i].vertex_count, of_scalar[i].vertex_count) << i;
      ASSERT_EQ(of_set[i].face_count, of_scalar[i].face_count) << i;
      emptied += of_set[i].vertex_count == 0 ? 1 : 0;
    }
    EXPECT_GT(emptied, 1500);
  }
}

TYPED_TEST(PackClosedForm, OnlyWhatIsWantedIsWritten) {
  using T = TypeParam;
  const ShapeSet shapes = shapes_of_all_forms();
  const ShapePairs in = pairs_apart(shapes, 500, -0.3, 0.5, 10);
  const Contacts<T> all = answer(batch_of<T>(shapes, in, none), InstructionSet::scalar);
  for (const InstructionSet set : available_instruction_sets()) {
    SCOPED_TRACE(name_of(set));
    Contacts<T> some(in.pairs.size()), rest(in.pairs.size());
    QueryBatch<T> batch = batch_of<T>(shapes, in, none);
    const ContactsView<T> view = some.view();
    batch.out.normal = view.normal;
    batch.out.bound_gap = view.bound_gap;
    batch.out.feature_b = view.feature_b;
    test::answer_into(batch, set);
    expect_same_bits(all.normal_y, some.normal_y, "normal y");
    expect_same_bits(all.bound_gap, some.bound_gap, "bound_gap");
    expect_same_bits(all.feature_b, some.feature_b, "feature b");
    batch.out = rest.view();
    batch.out.normal = {};
    batch.out.status = {};
    test::answer_into(batch, set);
    expect_same_bits(all.key, rest.key, "key");
    expect_same_bits(all.witness_b_z, rest.witness_b_z, "witness b z");
  }
}

}  // namespace
}  // namespace abut
