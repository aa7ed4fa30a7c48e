// Pair queries against closed forms, and what must not change them: motion, order, unit, memory.
#include "abut/narrow/query.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <memory>

#include "tests/support/shapes.h"

namespace abut {
namespace {

using test::Random;
using test::Regime;
using test::ShapePairs;

constexpr Mat3<double> identity{{1, 0, 0, 0, 1, 0, 0, 0, 1}};

Pose at(double x, double y, double z, const Mat3<double>& rotation = identity) { return {{x, y, z}, rotation}; }

Mat3<double> turn_about_z(double angle) {
  return {{std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0, 0, 0, 1}};
}

template <class T>
Contact<T> query(const ShapeSet& shapes, std::uint32_t a, std::uint32_t b, const Pose& b_in_a,
                 QueryOptions options = {}) {
  ShapePairs pairs;
  pairs.add({a, b}, b_in_a);
  return test::query_all<T>(shapes, pairs, Cpu{1}, options)[0];
}

template <class T>
constexpr double tolerance = 8 * static_cast<double>(Epsilon<T>::value);

template <class T>
void expect_near(Vec3<T> v, double x, double y, double z, double error) {
  EXPECT_NEAR(static_cast<double>(v.x), x, error);
  EXPECT_NEAR(static_cast<double>(v.y), y, error);
  EXPECT_NEAR(static_cast<double>(v.z), z, error);
}

template <class T>
class Query : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Query, Scalars);

TYPED_TEST(Query, DisjointBoxesGiveGapAndWitnessPoints) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_box({0.5, 0.25, 0.25});
  const auto c = query<TypeParam>(shapes, 0, 1, at(3, 0.5, 0.125));
  EXPECT_EQ(status_of(c.status), Status::converged);
  EXPECT_NEAR(c.separation, 1.5, 4 * tolerance<TypeParam>);
  expect_near(c.normal, 1, 0, 0, tolerance<TypeParam>);
  EXPECT_NEAR(c.witness_a.x, 1, 4 * tolerance<TypeParam>);
  EXPECT_NEAR(c.witness_b.x, 2.5, 4 * tolerance<TypeParam>);
  EXPECT_GE(c.witness_a.y, 0.25 - 1e-5);
  EXPECT_LE(c.witness_a.y, 0.75 + 1e-5);
  EXPECT_LE(c.lower_bound, c.separation);
  EXPECT_GT(c.lower_bound, 1.5 - 64 * tolerance<TypeParam>);
}

TYPED_TEST(Query, OverlappingBoxesGiveDepthAlongTheNarrowestAxis) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto c = query<TypeParam>(shapes, 0, 0, at(0.25, -1.75, 0.5));
  EXPECT_EQ(status_of(c.status), Status::converged);
  EXPECT_NEAR(c.separation, -0.25, 4 * tolerance<TypeParam>);
  expect_near(c.normal, 0, -1, 0, tolerance<TypeParam>);
  EXPECT_NEAR(c.witness_a.y, -1, 4 * tolerance<TypeParam>);
  EXPECT_NEAR(c.witness_b.y, -0.75, 4 * tolerance<TypeParam>);
}

TYPED_TEST(Query, IdenticalCubesAtOnePlaceGoTwoHalfEdgesDeep) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  const auto c = query<TypeParam>(shapes, 0, 0, at(0, 0, 0));
  EXPECT_NEAR(c.separation, -2, 8 * tolerance<TypeParam>);
  EXPECT_TRUE(is_contact(c.status));
}

TYPED_TEST(Query, EdgeAgainstEdgeTouchesAtTheCrossing) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  // both turned by 45 degrees about different axes: the upper edge of A along x, the lower edge of B along y
  const double s = std::sqrt(0.5);
  const Mat3<double> about_x{{1, 0, 0, 0, s, -s, 0, s, s}};
  const Mat3<double> about_y{{s, 0, s, 0, 1, 0, -s, 0, s}};
  BodySet bodies;
  bodies.add({{0, 0, 0}, about_x}, 0);
  bodies.add({{0.25, 0.125, 2 * std::sqrt(2.0) + 0.0625}, about_y}, 0);
  Contacts<TypeParam> out(1);
  const Pair pair{0, 1};
  query_pairs<TypeParam>(Cpu{1}, shapes.view<TypeParam>(), bodies.parts(), {&pair, 1}, {}, out.view());
  const auto c = out[0];
  EXPECT_NEAR(c.separation, 0.0625, 8 * tolerance<TypeParam>);
  expect_near(c.normal, 0, 0, 1, 64 * tolerance<TypeParam>);
  expect_near(c.witness_a, 0.25, 0, std::sqrt(2.0), 64 * tolerance<TypeParam>);
  EXPECT_EQ(contact_type(c.feature_a, c.feature_b), ContactType::edge_edge);
}

TYPED_TEST(Query, SpheresGiveCentreDistanceMinusRadii) {
  ShapeSet shapes;
  shapes.add_sphere(1);
  shapes.add_sphere(0.5);
  const auto apart = query<TypeParam>(shapes, 0, 1, at(0, 3, 4));
  EXPECT_NEAR(apart.separation, 3.5, 4 * tolerance<TypeParam>);
  expect_near(apart.normal, 0, 0.6, 0.8, tolerance<TypeParam>);
  expect_near(apart.witness_a, 0, 0.6, 0.8, 4 * tolerance<TypeParam>);
  const auto overlapping = query<TypeParam>(shapes, 0, 1, at(0, 0.6, 0.8));
  EXPECT_NEAR(overlapping.separation, -0.5, 4 * tolerance<TypeParam>);
  EXPECT_EQ(overlapping.epa_iterations, 0);
  const auto concentric = query<TypeParam>(shapes, 0, 1, at(0, 0, 0));
  EXPECT_NEAR(concentric.separation, -1.5, 4 * tolerance<TypeParam>);
  EXPECT_NE(concentric.status & normal_undefined_flag, 0);
  EXPECT_NEAR(length(concentric.normal), 1, tolerance<TypeParam>);
}

TYPED_TEST(Query, CapsulesWithCrossingAxesGoTheSumOfRadiiDeep) {
  ShapeSet shapes;
  shapes.add_capsule(0.25, 1);
  const Mat3<double> about_x{{1, 0, 0, 0, 0, -1, 0, 1, 0}};
  const auto c = query<TypeParam>(shapes, 0, 0, at(0, 0, 0, about_x));
  EXPECT_NEAR(c.separation, -0.5, 8 * tolerance<TypeParam>);
  EXPECT_NEAR(std::abs(static_cast<double>(c.normal.x)), 1, tolerance<TypeParam>);
  EXPECT_TRUE(is_contact(c.status));
}

TYPED_TEST(Query, SphereCentreInsideABoxLeavesByTheNearestFace) {
  ShapeSet shapes;
  shapes.add_box({1, 2, 3});
  shapes.add_sphere(0.5);
  const auto c = query<TypeParam>(shapes, 0, 1, at(0.75, 0.5, 0.25));
  EXPECT_NEAR(c.separation, -0.75, 8 * tolerance<TypeParam>);
  expect_near(c.normal, 1, 0, 0, tolerance<TypeParam>);
}

TYPED_TEST(Query, FlatShapesInOnePlaneOverlapWithDepthZeroAlongItsNormal) {
  ShapeSet shapes;
  shapes.add_triangle({-1, -1, 0}, {1, -1, 0}, {0, 2, 0});
  const auto c = query<TypeParam>(shapes, 0, 0, at(0.125, 0.25, 0));
  EXPECT_EQ(status_of(c.status), Status::touching);
  EXPECT_NEAR(c.separation, 0, 8 * tolerance<TypeParam>);
  EXPECT_NEAR(std::abs(static_cast<double>(c.normal.z)), 1, tolerance<TypeParam>);
}

TYPED_TEST(Query, StackedBoxesTouch) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  for (const double x : {0.0, 0.5, 2.0}) {
    const auto c = query<TypeParam>(shapes, 0, 0, at(x, 0, 2));
    EXPECT_EQ(status_of(c.status), Status::touching) << x;
    EXPECT_NEAR(c.separation, 0, 8 * tolerance<TypeParam>) << x;
    EXPECT_NEAR(length(c.normal), 1, tolerance<TypeParam>);
    EXPECT_NEAR(static_cast<double>(c.witness_a.z), 1, 16 * tolerance<TypeParam>) << x;
  }
}

TYPED_TEST(Query, PointsSegmentsAndTheirTouchAnswerWithoutNaN) {
  ShapeSet shapes;
  shapes.add_point({1, 1, 1});
  shapes.add_segment({-1, 0, 0}, {1, 0, 0});
  shapes.add_segment({0.5, 0.5, 0.5}, {0.5, 0.5, 0.5});
  shapes.add_triangle({0, 0, 0}, {1, 0, 0}, {2, 0, 0});
  shapes.add_box({0, 1, 1});
  for (std::uint32_t a = 0; a < shapes.size(); ++a) {
    for (std::uint32_t b = 0; b < shapes.size(); ++b) {
      for (const double shift : {0.0, 1.0, 1e-20}) {
        const auto c = query<TypeParam>(shapes, a, b, at(shift, 0, 0, turn_about_z(shift)));
        EXPECT_TRUE(is_contact(c.status)) << a << ' ' << b << ' ' << shift << " status " << int{c.status};
        EXPECT_NEAR(length(c.normal), 1, tolerance<TypeParam>) << a << ' ' << b;
        EXPECT_TRUE(std::isfinite(static_cast<double>(c.separation)));
        // only the segments that pierce the flat box have a difference with volume
        const bool pierces = (a == 4) != (b == 4);
        EXPECT_GE(c.separation, (pierces ? -1 : 0) - 16 * tolerance<TypeParam>) << a << ' ' << b << ' ' << shift;
      }
    }
  }
}

TYPED_TEST(Query, CutOffEndsWithALowerBoundAndNoFalseMiss) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  shapes.add_sphere(0.5);
  const auto far = query<TypeParam>(shapes, 0, 1, at(4, 0, 0), {1.0});
  EXPECT_EQ(status_of(far.status), Status::farther_than_alert);
  EXPECT_GT(far.separation, 1.0);
  EXPECT_LE(far.separation, 2.5 + 16 * tolerance<TypeParam>);
  EXPECT_EQ(status_of(query<TypeParam>(shapes, 0, 1, at(2.25, 0, 0), {1.0}).status), Status::converged);
  // touching exactly at an alert distance of zero is a contact
  EXPECT_EQ(status_of(query<TypeParam>(shapes, 0, 1, at(1.5, 0, 0), {0.0}).status), Status::touching);
  EXPECT_EQ(status_of(query<TypeParam>(shapes, 0, 0, at(0, 2, 0), {0.0}).status), Status::touching);
}

TYPED_TEST(Query, PosesThatAreNotFiniteGetAStatus) {
  ShapeSet shapes;
  shapes.add_box({1, 1, 1});
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    const auto c = query<TypeParam>(shapes, 0, 0, at(bad, 0, 0));
    EXPECT_EQ(status_of(c.status), Status::invalid_pose);
    EXPECT_EQ(c.separation, TypeParam(0));
  }
}

TYPED_TEST(Query, RecordKeepsItsPromises) {
  using T = TypeParam;
  const ShapeSet shapes = test::mixed_shapes(5);
  for (const auto regime : {Regime::separated, Regime::near, Regime::touching, Regime::shallow, Regime::deep}) {
    const ShapePairs in = test::random_pairs(shapes, 2000, regime, 23);
    const Contacts<T> out = test::query_all<T>(shapes, in);
    for (std::size_t i = 0; i < out.size(); ++i) {
      const Contact<T> c = out[i];
      const double scale = shapes.header(in.pairs[i].a).size + shapes.header(in.pairs[i].b).size + 3 +
                           std::abs(static_cast<double>(c.separation));
      ASSERT_TRUE(is_contact(c.status)) << i << " status " << int{c.status} << " gap " << c.bound_gap;
      ASSERT_NEAR(length(c.normal), 1, 4 * tolerance<T>);
      ASSERT_LE(length(c.witness_b - c.witness_a - c.normal * c.separation), tolerance<T> * scale) << i;
      ASSERT_LE(length(c.point - (c.witness_a + c.witness_b) * T(0.5)), tolerance<T> * scale) << i;
      ASSERT_LE(c.lower_bound, c.separation) << i;
      ASSERT_NE(contact_type(c.feature_a, c.feature_b), ContactType::unknown) << i;
      ASSERT_EQ(c.key, contact_key(in.pairs[i], c.feature_a, c.feature_b));
    }
  }
}

TYPED_TEST(Query, SwappingTheBodiesTurnsTheNormalAround) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(7);
  test::add_curved_and_large(shapes, 8);
  for (const auto regime : {Regime::separated, Regime::near, Regime::shallow}) {
    const ShapePairs in = test::random_pairs(shapes, 1000, regime, 29);
    ShapePairs swapped;
    for (std::size_t i = 0; i < in.pairs.size(); ++i) {
      const double* m = in.poses.data() + 12 * i;
      const Mat3<double> back{{m[0], m[4], m[8], m[1], m[5], m[9], m[2], m[6], m[10]}};
      swapped.add({in.pairs[i].b, in.pairs[i].a}, {-rotate(back, {m[3], m[7], m[11]}), back});
    }
    const Contacts<T> there = test::query_all<T>(shapes, in);
    const Contacts<T> back = test::query_all<T>(shapes, swapped);
    for (std::size_t i = 0; i < there.size(); ++i) {
      const double size = shapes.header(in.pairs[i].a).size + shapes.header(in.pairs[i].b).size + 3;
      ASSERT_NEAR(there.separation[i], back.separation[i], 4 * tolerance<T> * size) << i;
    }
  }
}

TYPED_TEST(Query, MovingBothBodiesTogetherMovesTheAnswer) {
  using T = TypeParam;
  ShapeSet shapes = test::mixed_shapes(9);
  test::add_curved_and_large(shapes, 10);
  Random random(31);
  for (const double distance : {1.0, 1e6}) {
    const ShapePairs in = test::random_pairs(shapes, 500, Regime::near, 37);
    const Contacts<T> still = test::query_all<T>(shapes, in);
    for (std::size_t i = 0; i < in.pairs.size(); ++i) {
      const Pose b = in.pose(i);
      const Pose motion{random.in_ball() * distance, random.rotation()};
      BodySet bodies;
      bodies.add(motion, in.pairs[i].a);
      bodies.add(compose(motion, b), in.pairs[i].b);
      const Pair pair{0, 1};
      Contacts<T> moved(1);
      query_pairs<T>(Cpu{1}, shapes.view<T>(), bodies.parts(), {&pair, 1}, {}, moved.view());
      const double size = shapes.header(in.pairs[i].a).size + shapes.header(in.pairs[i].b).size + 3;
      ASSERT_NEAR(moved.separation[0], still.separation[i], 4 * tolerance<T> * size + 4e-16 * distance) << i;
    }
  }
}

TYPED_TEST(Query, AnotherUnitGivesTheSameBits) {
  using T = TypeParam;
  Random random(41);
  std::vector<std::vector<Vec3<double>>> hulls;
  for (int i = 0; i < 6; ++i) hulls.push_back(test::ellipsoid_points(random, 5 + 7 * i));
  ShapeSet metres;
  for (const auto& hull : hulls) metres.add_hull(hull);
  const auto add_others = [](ShapeSet& set, double unit) {
    set.add_sphere(0.4 * unit);
    set.add_capsule(0.2 * unit, 0.3 * unit);
    set.add_box({0.3 * unit, 0.2 * unit, 0.4 * unit});
    const std::uint32_t egg = set.add_ellipsoid({0.3 * unit, 0.2 * unit, 0.4 * unit});
    const std::uint32_t drum = set.add_cylinder(0.3 * unit, 0.2 * unit, 0.05 * unit);
    set.add_cone(0.3 * unit, 0.2 * unit);
    set.add_minkowski_sum(egg, drum, {{0.1 * unit, 0, 0}, rotation_from_quaternion(1, 0.2, 0.3, 0.4)});
  };
  add_others(metres, 1);
  for (const int exponent : {-60, -10, 10, 60}) {
    const double unit = std::ldexp(1.0, exponent);
    ShapeSet scaled;
    for (auto hull : hulls) {
      for (auto& v : hull) v = v * unit;
      scaled.add_hull(hull);
    }
    add_others(scaled, unit);
    for (const auto regime : {Regime::separated, Regime::near, Regime::shallow, Regime::deep}) {
      const ShapePairs in = test::random_pairs(metres, 300, regime, 43);
      ShapePairs in_scaled = in;
      for (std::size_t i = 0; i < in.pairs.size(); ++i) {
        for (const int k : {3, 7, 11}) in_scaled.poses[12 * i + k] *= unit;
      }
      const Contacts<T> a = test::query_all<T>(metres, in);
      const Contacts<T> b = test::query_all<T>(scaled, in_scaled);
      const T u = static_cast<T>(unit);
      for (std::size_t i = 0; i < a.size(); ++i) {
        ASSERT_EQ(a.separation[i] * u, b.separation[i]) << exponent << ' ' << i;
        ASSERT_EQ(a.normal_x[i], b.normal_x[i]);
        ASSERT_EQ(a.witness_a_y[i] * u, b.witness_a_y[i]);
        ASSERT_EQ(a.lower_bound[i] * u, b.lower_bound[i]);
        ASSERT_EQ(a.status[i], b.status[i]);
        ASSERT_EQ(a.key[i], b.key[i]);
        ASSERT_EQ(a.gjk_iterations[i], b.gjk_iterations[i]);
      }
    }
  }
}

TYPED_TEST(Query, LittleMemoryAsksForMoreAndThenAnswersTheSame) {
  using T = TypeParam;
  Random random(47);
  ShapeSet shapes;
  for (int i = 0; i < 4; ++i) shapes.add_hull(test::ellipsoid_points(random, 200));
  const auto view = shapes.view<T>();
  int asked = 0;
  for (int i = 0; i < 300; ++i) {
    PairProblem<T> p{};
    const RelativePose<double> pose{random.rotation(), random.in_ball() * 0.2};
    const Pair pair{random.below(4), random.below(4)};  // braces have an order: the same pairs with every compiler
    ASSERT_EQ(make_problem(view, pair.a, pair.b, pose, 1e300, p), Status::converged);
    const auto answer = [&](std::uint32_t capacity) {
      const auto memory = std::make_unique<std::byte[]>(polytope_bytes<T>(capacity));
      return query_pair<T, LinearScan>(p, {memory.get(), capacity});
    };
    const QueryResult<T> little = answer(8);
    const QueryResult<T> much = answer(4096);
    EXPECT_FALSE(much.unfinished_here);
    EXPECT_EQ(status_of(much.contact.status), Status::converged);
    if (little.unfinished_here) {
      ++asked;
      EXPECT_EQ(status_of(little.contact.status), Status::iteration_limit);
      const double too_deep = static_cast<double>(much.contact.separation - little.contact.separation);
      EXPECT_GE(too_deep, -8 * tolerance<T>);  // an unfinished depth is never too small
      EXPECT_GE(static_cast<double>(little.contact.bound_gap), too_deep - 8 * tolerance<T>);
    } else {
      EXPECT_EQ(std::memcmp(&little.contact.separation, &much.contact.separation, sizeof(T)), 0);
    }
    const QueryResult<T> middle = answer(64);
    if (!middle.unfinished_here) {
      EXPECT_EQ(middle.contact.separation, much.contact.separation);
    }
  }
  EXPECT_GT(asked, 100);
}

}  // namespace
}  // namespace abut
