// Pairs in the plane: closed forms, the oracle, invariance, degenerate input, threads.
#include "abut/planar/query.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "host/exec/instruction_set.h"
#include "tests/planar/planar_cases.h"
#include "tests/support/complaint.h"
#include "tests/support/upper_halves.h"

namespace abut {
namespace {

using namespace test;

template <class T>
class PlanarQuery : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(PlanarQuery, Scalars);

template <class T>
constexpr double eps = static_cast<double>(Epsilon<T>::value);

Points box(double half_x, double half_y) {
  return {{-half_x, -half_y}, {half_x, -half_y}, {half_x, half_y}, {-half_x, half_y}};
}

/// Shapes of all kinds, some rounded.
PlanarShapeSet random_shapes(Random& random, int count, bool rounded) {
  PlanarShapeSet shapes;
  for (int i = 0; i < count; ++i) {
    shapes.add_polygon(random_points(random, i % 6), rounded && i % 4 == 1 ? random.uniform(0, 0.3) : 0);
  }
  return shapes;
}

TYPED_TEST(PlanarQuery, DiscsAreApartByTheirCentresLessTheirRadii) {
  using T = TypeParam;
  PlanarShapeSet shapes;
  const auto one = shapes.add_disc(1), half = shapes.add_disc(0.5);
  const auto c = query<T>(shapes, {one, {{1, 2}, {1, 0}}}, {half, planar_pose({4, 6}, 2)});
  EXPECT_NEAR(c.separation, 3.5, 16 * eps<T>);
  EXPECT_NEAR(c.normal.x, 0.6, 4 * eps<T>);
  EXPECT_NEAR(c.normal.y, 0.8, 4 * eps<T>);
  EXPECT_NEAR(c.witness_a.x, 0.6, 16 * eps<T>);  // from A's position
  EXPECT_NEAR(c.point.y, 0.8 * 2.75, 16 * eps<T>);
  EXPECT_EQ(contact_type(c.feature_a, c.feature_b), ContactType::vertex_vertex);
  EXPECT_EQ(status_of(c.status), Status::converged);
  const auto deep = query<T>(shapes, {one, {}}, {half, {{0.5, 0}, {1, 0}}});
  EXPECT_NEAR(deep.separation, -1, 16 * eps<T>);
  EXPECT_NEAR(deep.normal.x, 1, eps<T>);
}

TYPED_TEST(PlanarQuery, APointBesideASegmentIsAVertexAtAnEdge) {
  using T = TypeParam;
  PlanarShapeSet shapes;
  const auto point = shapes.add_point({0, 0}), segment = shapes.add_segment({-1, 0}, {1, 0});
  const auto beside = query<T>(shapes, {segment, {}}, {point, {{0.25, 0.5}, {1, 0}}});
  EXPECT_EQ(beside.separation, T(0.5));
  EXPECT_EQ(beside.normal.y, T(1));
  EXPECT_EQ(beside.witness_a.x, T(0.25));
  EXPECT_EQ(beside.feature_a.code, make_feature(FeatureKind::edge, 0).code);
  EXPECT_EQ(contact_type(beside.feature_a, beside.feature_b), ContactType::vertex_edge);
  const auto beyond = query<T>(shapes, {segment, {}}, {point, {{4, -4}, {1, 0}}});
  EXPECT_NEAR(beyond.separation, 5, 16 * eps<T>);
  EXPECT_EQ(contact_type(beyond.feature_a, beyond.feature_b), ContactType::vertex_vertex);
  const auto on = query<T>(shapes, {segment, {}}, {point, {{0.5, 0}, {1, 0}}});
  EXPECT_EQ(on.separation, T(0));
  EXPECT_EQ(status_of(on.status), Status::touching);
  EXPECT_EQ(std::fabs(on.normal.y), T(1));
}

TYPED_TEST(PlanarQuery, BoxesMeetEdgeToEdgeInTheMiddleOfWhatTheyShare) {
  using T = TypeParam;
  PlanarShapeSet shapes;
  const auto wide = shapes.add_polygon(box(2, 1)), small = shapes.add_polygon(box(1, 1));
  for (const double gap : {0.5, 0.0, -0.25}) {
    const auto c = query<T>(shapes, {wide, {{10, 20}, {1, 0}}}, {small, {{12, 22 + gap}, {1, 0}}});
    EXPECT_EQ(c.separation, static_cast<T>(gap));
    EXPECT_EQ(c.normal.y, T(1));
    EXPECT_EQ(contact_type(c.feature_a, c.feature_b), ContactType::edge_edge);
    EXPECT_EQ(c.feature_a.code, make_feature(FeatureKind::edge, 2).code);
    EXPECT_EQ(c.feature_b.code, make_feature(FeatureKind::edge, 0).code);
    EXPECT_EQ(c.point.x, T(1.5));  // of [1, 2]
    EXPECT_EQ(c.point.y, static_cast<T>(1 + gap / 2));
  }
  const auto corner = query<T>(shapes, {wide, {}}, {small, {{3 + 3, 2 + 4}, {1, 0}}});
  EXPECT_NEAR(corner.separation, 5, 32 * eps<T>);
  EXPECT_EQ(contact_type(corner.feature_a, corner.feature_b), ContactType::vertex_vertex);
}

TYPED_TEST(PlanarQuery, AgreesWithAllFeaturesAgainstAll) {
  using T = TypeParam;
  for (const bool rounded : {false, true}) {
    Random random(rounded ? 2 : 1);
    const PlanarShapeSet shapes = random_shapes(random, 48, rounded);
    std::vector<PlanarBody> bodies;
    std::vector<Pair> pairs;
    for (int i = 0; i < 20000; ++i) {
      const double apart = i % 3 == 0 ? 3 : i % 3 == 1 ? 1.5 : random.magnitude(1e-9, 1);
      const Vec3<double> d = random.in_cube() * apart;
      bodies.push_back({random.below(48), planar_pose({0, 0}, random.uniform(0, 7))});
      bodies.push_back({random.below(48), planar_pose({d.x, d.y}, random.uniform(0, 7))});
      pairs.push_back({static_cast<std::uint32_t>(2 * i), static_cast<std::uint32_t>(2 * i + 1)});
    }
    std::vector<PlanarContact<T>> out(pairs.size());
    query_planar_pairs<T>(Cpu{}, shapes, bodies, pairs, {}, {out, {}});
    int overlaps = 0;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      overlaps += out[i].separation < T(0) ? 1 : 0;
      check_record(shapes, bodies[pairs[i].a], bodies[pairs[i].b], out[i],
                   "pair " + std::to_string(i) + " of shapes " + std::to_string(bodies[pairs[i].a].shape) + " and " +
                       std::to_string(bodies[pairs[i].b].shape));
      if (testing::Test::HasFailure()) return;
    }
    EXPECT_GT(overlaps, 5000);
    EXPECT_LT(overlaps, 15000);
  }
}

TYPED_TEST(PlanarQuery, AgreesWhereFeaturesNearlyTouch) {
  using T = TypeParam;
  Random random(3);
  const PlanarShapeSet shapes = random_shapes(random, 48, false);
  for (int i = 0; i < 20000; ++i) {
    // B's lowest vertex or edge is put at A's highest one, a little apart or into it.
    PlanarBody a{random.below(48), planar_pose({0, 0}, random.uniform(0, 7))};
    PlanarBody b{random.below(48), planar_pose({0, 0}, random.uniform(0, 7))};
    const auto edge_angle = [&](const PlanarBody& body) {
      const auto v = shapes.vertices(body.shape);
      const auto e = v[1 % v.size()] - v[0];
      return v.size() > 1 ? std::atan2(e.y, e.x) : 0.0;
    };
    if (i % 4 != 0) a.pose = planar_pose({0, 0}, M_PI - edge_angle(a));
    if (i % 4 > 1) b.pose = planar_pose({0, 0}, -edge_angle(b) + (i % 4 == 3 ? 0 : random.magnitude(1e-12, 1e-3)));
    const LongPoints of_a = placed(shapes, a, {0, 0}), of_b = placed(shapes, b, {0, 0});
    const Vec2<Long> up{0, 1};
    Long high = -4, low = 4, at_a = 0, at_b = 0;
    for (const auto& v : of_a) high = std::max(high, v.y), at_a = v.y == high ? v.x : at_a;
    for (const auto& v : of_b) low = std::min(low, v.y), at_b = v.y == low ? v.x : at_b;
    const double gap = (i % 2 == 0 ? 1 : -1) * random.magnitude(1e-15, 1e-2);
    b.pose.position = {static_cast<double>(at_a - at_b) + random.uniform(-0.1, 0.1) * (i % 5 == 0),
                       static_cast<double>(high - low) + gap};
    static_cast<void>(up);
    check_record(shapes, a, b, query<T>(shapes, a, b), "pair " + std::to_string(i));
    if (testing::Test::HasFailure()) return;
  }
}

TYPED_TEST(PlanarQuery, SwappedPairsMirrorEachOther) {
  using T = TypeParam;
  Random random(4);
  const PlanarShapeSet shapes = random_shapes(random, 24, true);
  for (int i = 0; i < 2000; ++i) {
    const Vec3<double> d = random.in_cube() * 2.0;
    const PlanarBody a{random.below(24), planar_pose({0, 0}, random.uniform(0, 7))};
    const PlanarBody b{random.below(24), planar_pose({d.x, d.y}, random.uniform(0, 7))};
    const auto c = query<T>(shapes, a, b), s = query<T>(shapes, b, a);
    ASSERT_NEAR(c.separation, s.separation, 32 * eps<T>) << i;
    ASSERT_EQ(contact_type(c.feature_a, c.feature_b), contact_type(s.feature_a, s.feature_b)) << i;
    check_record(shapes, b, a, s, "pair " + std::to_string(i));
  }
}

TYPED_TEST(PlanarQuery, PowersOfTwoScaleTheRecord) {
  using T = TypeParam;
  Random random(5);
  const double scales[] = {0x1p-60, 0x1p-1, 0x1p40};
  for (int i = 0; i < 500; ++i) {
    const Points pa = random_points(random, i % 6), pb = random_points(random, (i + i / 6) % 6);
    const Vec3<double> d = random.in_cube() * 2.0;
    const PlanarPose pose_a = planar_pose({0, 0}, random.uniform(0, 7)), pose_b = planar_pose({d.x, d.y}, 1);
    PlanarShapeSet shapes;
    shapes.add_polygon(pa, 0.125);
    shapes.add_polygon(pb);
    const auto c = query<T>(shapes, {0, pose_a}, {1, pose_b});
    for (const double scale : scales) {
      Points qa = pa, qb = pb;
      for (auto& v : qa) v = v * scale;
      for (auto& v : qb) v = v * scale;
      PlanarShapeSet scaled;
      scaled.add_polygon(qa, 0.125 * scale);
      scaled.add_polygon(qb);
      const auto s = query<T>(scaled, {0, pose_a}, {1, {pose_b.position * scale, pose_b.rotation}});
      const T f = static_cast<T>(scale);
      ASSERT_EQ(s.separation, c.separation * f) << i;
      ASSERT_EQ(s.normal.x, c.normal.x);
      ASSERT_EQ(s.normal.y, c.normal.y);
      for (const auto point : {&PlanarContact<T>::witness_a, &PlanarContact<T>::witness_b, &PlanarContact<T>::point}) {
        ASSERT_EQ((s.*point).x, (c.*point).x * f) << i;
        ASSERT_EQ((s.*point).y, (c.*point).y * f) << i;
      }
      ASSERT_EQ(s.feature_a.code, c.feature_a.code);
      ASSERT_EQ(s.status, c.status);
    }
  }
}

TYPED_TEST(PlanarQuery, RigidMotionsMoveTheRecord) {
  using T = TypeParam;
  Random random(6);
  const PlanarShapeSet shapes = random_shapes(random, 24, true);
  for (int i = 0; i < 2000; ++i) {
    const Vec3<double> d = random.in_cube() * 2.0;
    const PlanarBody a{random.below(24), planar_pose({0, 0}, random.uniform(0, 7))};
    const PlanarBody b{random.below(24), planar_pose({d.x, d.y}, random.uniform(0, 7))};
    const PlanarPose motion = planar_pose({std::ldexp(1.0, 20), -std::ldexp(1.0, 19)}, random.uniform(0, 7));
    const auto moved = [&](const PlanarBody& body) {
      const auto p = rotate(motion.rotation, body.pose.position) + motion.position;
      return PlanarBody{body.shape, {p, rotate(motion.rotation, body.pose.rotation)}};
    };
    const auto c = query<T>(shapes, a, b), m = query<T>(shapes, moved(a), moved(b));
    ASSERT_NEAR(c.separation, m.separation, 32 * eps<T> + 1e-9) << i;  // positions of 2^20 hold 2e-10
  }
}

TYPED_TEST(PlanarQuery, DegenerateShapesAreAnswered) {
  using T = TypeParam;
  PlanarShapeSet shapes;
  const Points coincident{{1, 1}, {1, 1}, {1, 1}}, collinear{{0, 0}, {1, 1}, {3, 3}, {2, 2}};
  const auto point = shapes.add_polygon(coincident);
  const auto segment = shapes.add_polygon(collinear);
  const auto nothing = shapes.add_segment({2, 2}, {2, 2});
  const auto square = shapes.add_polygon(box(1, 1));
  EXPECT_EQ(shapes.vertices(point).size(), 1u);
  EXPECT_EQ(shapes.vertices(segment).size(), 2u);
  EXPECT_EQ(shapes.vertices(nothing).size(), 1u);
  for (std::uint32_t a = 0; a < shapes.size(); ++a) {
    for (std::uint32_t b = 0; b < shapes.size(); ++b) {
      for (const double shift : {0.0, 0.5, 1.0, 5.0}) {
        const PlanarBody first{a, {}}, second{b, {{shift, shift}, {1, 0}}};
        check_record(shapes, first, second, query<T>(shapes, first, second),
                     std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(shift));
      }
    }
  }
  const auto same_place = query<T>(shapes, {point, {}}, {point, {}});
  EXPECT_EQ(same_place.status, static_cast<std::uint8_t>(Status::touching) | normal_undefined_flag);
  const auto identical = query<T>(shapes, {square, {}}, {square, {}});
  EXPECT_EQ(identical.separation, T(-2));
  EXPECT_EQ(contact_type(identical.feature_a, identical.feature_b), ContactType::edge_edge);
}

TYPED_TEST(PlanarQuery, SegmentsCrossOverlapAndFollowEachOther) {
  using T = TypeParam;
  PlanarShapeSet shapes;
  const auto s = shapes.add_segment({-1, 0}, {1, 0});
  const auto crossed = query<T>(shapes, {s, {}}, {s, {{0, 0.25}, {0, 1}}});
  EXPECT_NEAR(crossed.separation, -0.75, 16 * eps<T>);
  const auto along = query<T>(shapes, {s, {}}, {s, {{1, 0}, {1, 0}}});
  EXPECT_EQ(along.separation, T(0));
  EXPECT_EQ(std::fabs(along.normal.y), T(1));
  EXPECT_EQ(contact_type(along.feature_a, along.feature_b), ContactType::edge_edge);
  EXPECT_EQ(along.point.x, T(0.5));
  const auto after = query<T>(shapes, {s, {}}, {s, {{2.5, 0}, {1, 0}}});
  EXPECT_EQ(after.separation, T(0.5));
  EXPECT_EQ(after.normal.x, T(1));
  EXPECT_EQ(contact_type(after.feature_a, after.feature_b), ContactType::vertex_vertex);
}

TYPED_TEST(PlanarQuery, ThinNearlyEqualAndVeryDifferentShapesAreAnswered) {
  using T = TypeParam;
  Random random(8);
  for (int i = 0; i < 4000; ++i) {
    PlanarShapeSet shapes;
    Points p = random_points(random, i % 6), q = p;
    const double near = random.magnitude(1e-16, 1e-2);
    if (i % 3 == 0) {
      for (auto& v : q) v = v + Vec2<double>{random.uniform(-near, near), random.uniform(-near, near)};
    } else {
      q = random_points(random, (i / 3) % 6);
      for (auto& v : q) v = v * (i % 3 == 1 ? near : 1);
    }
    for (const auto& v : Points(p)) p.push_back(v + Vec2<double>{near * random.uniform(), near * random.uniform()});
    shapes.add_polygon(p);
    shapes.add_polygon(q);
    const double apart = i % 2 == 0 ? near : 1;
    const PlanarBody a{0, planar_pose({0, 0}, 0.3)};
    const PlanarBody b{1, planar_pose({random.uniform(-apart, apart), random.uniform(-apart, apart)}, 0.3)};
    check_record(shapes, a, b, query<T>(shapes, a, b), "pair " + std::to_string(i));
    if (testing::Test::HasFailure()) return;
  }
}

TYPED_TEST(PlanarQuery, ShapesManyOrdersOfMagnitudeApartAreAnswered) {
  using T = TypeParam;
  Random random(12);
  const double tiny = sizeof(T) == 4 ? 1e-25 : 1e-200;
  for (int i = 0; i < 1000; ++i) {
    PlanarShapeSet shapes;
    Points small = random_points(random, i % 5);
    for (auto& v : small) v = v * tiny;
    shapes.add_polygon(small);
    shapes.add_polygon(random_points(random, i % 6));
    const PlanarBody a{0, planar_pose({0, 0}, random.uniform(0, 7))};
    const PlanarBody b{1, planar_pose({random.uniform(-1, 1), random.uniform(-1, 1)}, random.uniform(0, 7))};
    check_record(shapes, a, b, query<T>(shapes, a, b), "pair " + std::to_string(i));
    check_record(shapes, b, a, query<T>(shapes, b, a), "swapped pair " + std::to_string(i));
  }
}

TYPED_TEST(PlanarQuery, BadPosesAndLengthsBeyondTheScalarAreToldByTheStatus) {
  using T = TypeParam;
  PlanarShapeSet shapes;
  const auto square = shapes.add_polygon(box(1, 1));
  const auto huge = shapes.add_polygon(box(0x1p200, 0x1p200));
  const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();
  const PlanarPose bad[] = {
      {{nan, 0}, {1, 0}}, {{0, inf}, {1, 0}}, {{0, 0}, {nan, 0}}, {{0, 0}, {0.5, 0.5}}, {{0, 0}, {0, 0}}};
  for (const PlanarPose& pose : bad) {
    for (const auto& c :
         {query<T>(shapes, {square, pose}, {square, {}}), query<T>(shapes, {square, {}}, {square, pose})}) {
      EXPECT_EQ(status_of(c.status), Status::invalid_pose);
      EXPECT_TRUE((c.status & normal_undefined_flag) != 0);
      EXPECT_EQ(c.separation, T(0));
    }
  }
  const auto c = query<T>(shapes, {huge, {}}, {square, {}});
  EXPECT_EQ(status_of(c.status), sizeof(T) == 4 ? Status::degenerate_shape : Status::converged);
}

TYPED_TEST(PlanarQuery, PairsBeyondTheAlertDistanceEndWithABound) {
  using T = TypeParam;
  Random random(9);
  const PlanarShapeSet shapes = random_shapes(random, 24, true);
  PlanarQueryOptions options;
  options.alert_distance = 0.5;
  int farther = 0;
  for (int i = 0; i < 4000; ++i) {
    const Vec3<double> d = random.in_cube() * 4.0;
    const PlanarBody a{random.below(24), planar_pose({0, 0}, random.uniform(0, 7))};
    const PlanarBody b{random.below(24), planar_pose({d.x, d.y}, random.uniform(0, 7))};
    const auto c = query<T>(shapes, a, b, options);
    if (status_of(c.status) != Status::farther_than_alert) {
      check_record(shapes, a, b, c, "pair " + std::to_string(i));
      continue;
    }
    ++farther;
    const Long truth = true_separation(placed(shapes, a, {0, 0}), placed(shapes, b, {0, 0})) -
                       static_cast<Long>(shapes.header(a.shape).rounding + shapes.header(b.shape).rounding);
    ASSERT_GT(truth, 0.5);
    ASSERT_GT(c.separation, T(0.4999));
    ASSERT_LE(static_cast<Long>(c.separation), truth);
    ASSERT_EQ(c.feature_a.code, 0u);
  }
  EXPECT_GT(farther, 500);
}

template <class E>
bool same_bits(const std::vector<E>& a, const std::vector<E>& b) {
  bool same = a.size() == b.size();
  const auto number = [&](auto x, auto y) { same = same && std::memcmp(&x, &y, sizeof x) == 0; };
  for (std::size_t i = 0; same && i < a.size(); ++i) {
    number(a[i].separation, b[i].separation);
    number(a[i].normal, b[i].normal);
    number(a[i].witness_a, b[i].witness_a);
    number(a[i].witness_b, b[i].witness_b);
    number(a[i].point, b[i].point);
    number(a[i].feature_a, b[i].feature_a);
    number(a[i].feature_b, b[i].feature_b);
    number(a[i].lower_bound, b[i].lower_bound);
    number(a[i].bound_gap, b[i].bound_gap);
    number(a[i].status, b[i].status);
    number(a[i].gjk_iterations, b[i].gjk_iterations);
    number(a[i].epa_iterations, b[i].epa_iterations);
  }
  return same;
}

TYPED_TEST(PlanarQuery, ThreadsAndOrderDoNotChangeABit) {
  using T = TypeParam;
  Random random(10);
  const PlanarShapeSet shapes = random_shapes(random, 24, true);
  std::vector<PlanarBody> bodies;
  for (int i = 0; i < 200; ++i) {
    bodies.push_back({random.below(24), planar_pose({random.uniform(-3, 3), random.uniform(-3, 3)}, i)});
  }
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < 3000; ++i) pairs.push_back({random.below(200), random.below(200)});
  std::vector<PlanarContact<T>> one(pairs.size()), other(pairs.size());
  query_planar_pairs<T>(Cpu{1}, shapes, bodies, pairs, {}, {one, {}});
  for (const int threads : {2, 3, 0}) {
    query_planar_pairs<T>(Cpu{threads}, shapes, bodies, pairs, {}, {other, {}});
    EXPECT_TRUE(same_bits(one, other)) << threads;
  }
  const std::vector<Pair> reversed(pairs.rbegin(), pairs.rend());
  query_planar_pairs<T>(Cpu{2}, shapes, bodies, reversed, {}, {other, {}});
  EXPECT_TRUE(same_bits(one, {other.rbegin(), other.rend()}));
}

TYPED_TEST(PlanarQuery, InstructionSetsDoNotChangeABit) {
  using T = TypeParam;
  Random random(11);
  PlanarShapeSet shapes = random_shapes(random, 24, true);
  Points round;
  for (int i = 0; i < 300; ++i) round.push_back({std::cos(i), std::sin(i)});
  shapes.add_polygon(round);
  std::vector<PlanarBody> bodies;
  std::vector<Pair> pairs;
  for (std::uint32_t i = 0; i < 200; ++i) {
    bodies.push_back({random.below(25), planar_pose({random.uniform(-2, 2), random.uniform(-2, 2)}, i)});
  }
  for (int i = 0; i < 3000; ++i) pairs.push_back({random.below(200), random.below(200)});
  std::vector<PolygonVertex> vertices(700);
  std::vector<PolygonEdge> edges(700);
  std::vector<PlanarContact<T>> scalar(pairs.size()), other(pairs.size());
  std::vector<PlanarPatch<T>> scalar_patches(pairs.size()), patches(pairs.size());
  PlanarBatch<T> batch{shapes.view<T>(), bodies.data(), pairs.data(), 1e300, 0.01, nullptr, nullptr, nullptr};
  const auto answer = [&](InstructionSet set, std::vector<PlanarContact<T>>& out, std::vector<PlanarPatch<T>>& of) {
    batch.contacts = out.data();
    batch.patches = of.data();
    const PlanarRangeTable& table = planar_range_table(set);
    if constexpr (std::is_same_v<T, float>) {
      table.f32(batch, 0, pairs.size(), {vertices.data(), edges.data(), 700});
    } else {
      table.f64(batch, 0, pairs.size(), {vertices.data(), edges.data(), 700});
    }
    test::expect_clear_upper_halves();
  };
  answer(InstructionSet::scalar, scalar, scalar_patches);
  for (const InstructionSet set : available_instruction_sets()) {
    answer(set, other, patches);
    EXPECT_TRUE(same_bits(scalar, other)) << name_of(set);
    EXPECT_EQ(std::memcmp(scalar_patches.data(), patches.data(), patches.size() * sizeof(patches[0])), 0);
  }
}

TEST(PlanarInput, BadInputIsNamedWithItsValue) {
  PlanarShapeSet shapes;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_NE(complaint([&] { shapes.add_disc(-1); }).find("add_disc: radius is -1"), std::string::npos);
  EXPECT_NE(complaint([&] { shapes.add_polygon({}); }).find("add_polygon: points has no points"), std::string::npos);
  EXPECT_NE(complaint([&] { shapes.add_segment({0, 0}, {nan, 0}); }).find("points[1].x is nan"), std::string::npos);
  EXPECT_NE(complaint([&] { shapes.add_point({0x1p1001, 0}); }).find("points[0].x is"), std::string::npos);
  EXPECT_EQ(shapes.size(), 0u);
  shapes.add_disc(1);
  const std::vector<PlanarBody> bodies{{0, {}}, {7, {}}};
  const auto ask = [&](std::vector<Pair> pairs, PlanarQueryOptions options, std::size_t room,
                       std::size_t overlaps = 0) {
    std::vector<PlanarContact<double>> out(room);
    std::vector<PlanarOverlap<double>> parts(overlaps);
    return complaint([&] { query_planar_pairs<double>(Cpu{}, shapes, bodies, pairs, options, {out, {}, parts}); });
  };
  EXPECT_EQ(ask({{0, 2}}, {}, 1), "query_planar_pairs: pair 0 names 2; allowed is less than 2");
  EXPECT_EQ(ask({{0, 1}}, {}, 1), "query_planar_pairs, shape of a body: pair 0 names 7; allowed is less than 1");
  EXPECT_EQ(ask({{0, 0}}, {}, 2), "query_planar_pairs: contacts: out has 2 elements; there are 1 pairs");
  EXPECT_EQ(ask({{0, 0}}, {-1, 0}, 1), "alert_distance is -1; allowed is 0 or more");
  EXPECT_EQ(ask({{0, 0}}, {1, nan}, 1), "patch_margin is nan; allowed: finite, 0 or more");
  EXPECT_EQ(ask({{0, 0}}, {}, 1, 1), "query_planar_pairs: overlaps: pair 0 has shape 0 with rounding 1; allowed is 0");
  EXPECT_EQ(ask({}, {}, 0), "");
  EXPECT_EQ(ask({{0, 0}}, {}, 1), "");
}

}  // namespace
}  // namespace abut
