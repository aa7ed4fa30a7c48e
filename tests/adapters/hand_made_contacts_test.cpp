// Every adapter on records that are written down here, without a query: signs and sides of normals, points on which
// body, and what becomes of a record of which the bodies are mirrored, swapped or turned.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "examples/adapters/bullet.h"
#include "examples/adapters/chrono.h"
#include "examples/adapters/dem_engine.h"
#include "examples/adapters/drake.h"
#include "examples/adapters/mercurydpm.h"
#include "examples/adapters/mujoco.h"
#include "examples/adapters/physx.h"
#include "examples/adapters/siconos.h"
#include "tests/support/random.h"

namespace adapters {
namespace {

using Vector = abut::Vec3<double>;
using abut::test::Random;

/// A record and the bodies that it is of; points are relative to A.
template <class T>
struct Given {
  abut::Contact<T> c{};
  abut::Pose a, b;
};

/// Bodies whose points nearest to each other, or deepest, are `separation` apart along `normal` from a point of A's.
template <class T>
Given<T> given(const abut::Pose& a, const abut::Pose& b, Vector on_a, Vector normal, double separation) {
  Given<T> g;
  g.a = a, g.b = b;
  g.c.separation = static_cast<T>(separation);
  g.c.normal = abut::narrowed<T>(normal);
  g.c.witness_a = abut::narrowed<T>(on_a - a.position);
  g.c.witness_b = abut::narrowed<T>(on_a + normal * separation - a.position);
  g.c.key = 0x123456789abcdef0ull;
  return g;
}

/// B above A, whose point is at (1, 2, 3): apart, or overlapping, by 0.25.
const abut::Pose above{{1, 2, 8}, {0, -1, 0, 1, 0, 0, 0, 0, 1}}, below{{1, 2, 1}, {1, 0, 0, 0, 1, 0, 0, 0, 1}};
template <class T>
Given<T> stacked(double separation) {
  return given<T>(below, above, {1, 2, 3}, {0, 0, 1}, separation);
}

template <class S>
Vector vec(const S* v) {
  return {static_cast<double>(v[0]), static_cast<double>(v[1]), static_cast<double>(v[2])};
}
template <class S>
void expect_vector(const S* v, Vector expected, double tolerance = 0) {
  EXPECT_LE(abut::length(vec(v) - expected), tolerance)
      << static_cast<double>(v[0]) << ' ' << static_cast<double>(v[1]) << ' ' << static_cast<double>(v[2]);
}

template <class T>
class HandMadeContacts : public ::testing::Test {};
using Scalars = ::testing::Types<float, double>;
TYPED_TEST_SUITE(HandMadeContacts, Scalars);

TYPED_TEST(HandMadeContacts, HaveTheFieldsThatEachSolverDocuments) {
  const abut::Pair parts{4, 6};
  const Vector up{0, 0, 1}, down{0, 0, -1};
  for (const double s : {0.25, -0.25}) {
    const Given<TypeParam> g = stacked<TypeParam>(s);
    const Vector on_a{1, 2, 3}, on_b{1, 2, 3 + s}, middle{1, 2, 3 + s / 2};
    const auto chrono = to_chrono(g.c, parts, g.a.position);
    expect_vector(chrono.vN, up), expect_vector(chrono.vpA, on_a), expect_vector(chrono.vpB, on_b);
    EXPECT_EQ(chrono.distance, s);
    const auto mujoco = to_mujoco(g.c, parts, g.a.position);
    expect_vector(mujoco.frame, up), expect_vector(mujoco.pos, middle);
    EXPECT_EQ(mujoco.dist, s);
    const auto physx = to_physx(g.c, g.a.position);
    expect_vector(physx.normal, down), expect_vector(physx.point, middle);
    EXPECT_EQ(physx.separation, static_cast<float>(s));
    const auto bullet = to_bullet<float>(g.c, g.a.position, g.a, g.b);
    expect_vector(bullet.m_normalWorldOnB, down), expect_vector(bullet.m_positionWorldOnA, on_a);
    expect_vector(bullet.m_positionWorldOnB, on_b);
    expect_vector(bullet.m_localPointA, {0, 0, 2}), expect_vector(bullet.m_localPointB, {0, 0, s - 5});
    EXPECT_EQ(bullet.m_distance1, static_cast<float>(s));
    const auto dem = to_dem_engine(g.c, parts, g.a.position, g.a, g.b);
    expect_vector(dem.B2A, down), expect_vector(dem.contactPnt, middle);
    expect_vector(dem.locCPA, {0, 0, 2 + s / 2}), expect_vector(dem.locCPB, {0, 0, s / 2 - 5});
    EXPECT_EQ(dem.overlapDepth, -s);
    const auto siconos = to_siconos(in_world(g.c, g.a.position), g.c.key, false);
    expect_vector(siconos.nc, down), expect_vector(siconos.pc1, on_a), expect_vector(siconos.pc2, on_b);
    EXPECT_EQ(siconos.distance, s);
    const auto distance = to_drake_distance(g.c, parts, g.a.position, g.a, g.b);
    expect_vector(distance.nhat_BA_W, down), expect_vector(distance.p_ACa, {0, 0, 2});
    expect_vector(distance.p_BCb, {0, 0, s - 5});
    EXPECT_EQ(distance.distance, s);
    EXPECT_EQ(chrono.reaction_key, g.c.key);
    EXPECT_EQ(bullet.key, g.c.key);
    EXPECT_EQ(siconos.key, g.c.key);
  }
}

TYPED_TEST(HandMadeContacts, HaveRecordsOfOverlapsAloneWhereTheSolverKnowsNoGaps) {
  const abut::Pair parts{4, 6};
  const Given<TypeParam> g = stacked<TypeParam>(-0.25);
  const auto drake = to_drake(g.c, parts, g.a.position);
  const auto mercury = to_mercury(g.c, parts, g.a.position);
  ASSERT_TRUE(drake && mercury);
  EXPECT_EQ(drake->depth, 0.25);
  expect_vector(drake->nhat_BA_W, {0, 0, -1}), expect_vector(drake->p_WCa, {1, 2, 3});
  expect_vector(drake->p_WCb, {1, 2, 2.75});
  EXPECT_EQ(mercury->overlap, 0.25);
  expect_vector(mercury->normal, {0, 0, -1}), expect_vector(mercury->contactPoint, {1, 2, 2.875});
  const double tiny = static_cast<double>(std::numeric_limits<TypeParam>::min());
  for (const double s : {tiny, 0.0, -0.0, std::nan("")}) {
    const auto touching = stacked<TypeParam>(s).c;
    EXPECT_FALSE(to_drake(touching, parts, below.position)) << s;
    EXPECT_FALSE(to_mercury(touching, parts, below.position)) << s;
  }
  EXPECT_TRUE(to_drake(stacked<TypeParam>(-tiny).c, parts, below.position));
}

/// Any bodies and any record.
template <class T>
Given<T> any(Random& random) {
  const abut::Pose a{random.in_cube() * 3.0, random.rotation()}, b{random.in_cube() * 3.0, random.rotation()};
  return given<T>(a, b, random.in_cube() * 3.0, random.direction(), random.uniform(-1, 1));
}

/// The same contact with B as the first body.
template <class T>
Given<T> swapped(const Given<T>& g) {
  Given<T> s = g;
  std::swap(s.a, s.b);
  s.c.normal = -g.c.normal;
  const Vector by = g.a.position - g.b.position;
  s.c.witness_a = abut::narrowed<T>(abut::widen(g.c.witness_b) + by);
  s.c.witness_b = abut::narrowed<T>(abut::widen(g.c.witness_a) + by);
  return s;
}

TYPED_TEST(HandMadeContacts, SwappedHaveTheOtherSidesPointsAndTheNormalTurnedRound) {
  Random random(5);
  const double near = sizeof(TypeParam) == 4 ? 2e-6 : 1e-14;
  for (int k = 0; k < 50; ++k) {
    const Given<TypeParam> g = any<TypeParam>(random), s = swapped(g);
    const auto one = to_chrono(g.c, {4, 6}, g.a.position), two = to_chrono(s.c, {6, 4}, s.a.position);
    expect_vector(two.vpA, vec(one.vpB), near), expect_vector(two.vpB, vec(one.vpA), near);
    expect_vector(two.vN, -vec(one.vN));
    EXPECT_EQ(two.distance, one.distance);
    EXPECT_TRUE(two.shapeA == one.shapeB && two.shapeB == one.shapeA);
    // Siconos's flag does the same to the record of the other order.
    const auto with_flag = to_siconos(in_world(g.c, g.a.position), 1, true);
    const auto of_swapped = to_siconos(in_world(s.c, s.a.position), 1, false);
    expect_vector(with_flag.pc1, vec(of_swapped.pc1), near), expect_vector(with_flag.pc2, vec(of_swapped.pc2), near);
    expect_vector(with_flag.nc, vec(of_swapped.nc));
    EXPECT_EQ(with_flag.distance, of_swapped.distance);
    const auto bullet = to_bullet<double>(g.c, g.a.position, g.a, g.b);
    const auto bullet_swapped = to_bullet<double>(s.c, s.a.position, s.a, s.b);
    expect_vector(bullet_swapped.m_localPointA, vec(bullet.m_localPointB), near);
    expect_vector(bullet_swapped.m_localPointB, vec(bullet.m_localPointA), near);
    expect_vector(bullet_swapped.m_normalWorldOnB, -vec(bullet.m_normalWorldOnB));
    const auto dem = to_dem_engine(g.c, {4, 6}, g.a.position, g.a, g.b);
    const auto dem_swapped = to_dem_engine(s.c, {6, 4}, s.a.position, s.a, s.b);
    expect_vector(dem_swapped.contactPnt, vec(dem.contactPnt), near);
    expect_vector(dem_swapped.locCPA, vec(dem.locCPB), 1e-6);
    EXPECT_EQ(dem_swapped.overlapDepth, dem.overlapDepth);
    const auto drake = to_drake_distance(g.c, {4, 6}, g.a.position, g.a, g.b);
    const auto drake_swapped = to_drake_distance(s.c, {6, 4}, s.a.position, s.a, s.b);
    expect_vector(drake_swapped.p_ACa, vec(drake.p_BCb), near),
        expect_vector(drake_swapped.p_BCb, vec(drake.p_ACa), near);
    expect_vector(drake_swapped.nhat_BA_W, -vec(drake.nhat_BA_W));
  }
}

Vector mirrored(Vector v) { return {v.x, -v.y, v.z}; }

TYPED_TEST(HandMadeContacts, MirroredOrTurnedHavePointsThatLieMirroredOrTurned) {
  Random random(6);
  for (int k = 0; k < 50; ++k) {
    const Given<TypeParam> g = any<TypeParam>(random);
    Given<TypeParam> m = g;
    m.a.position = mirrored(g.a.position);
    m.c.normal.y = -g.c.normal.y, m.c.witness_a.y = -g.c.witness_a.y, m.c.witness_b.y = -g.c.witness_b.y;
    // To the bit: signs alone change.
    const auto one = to_physx(g.c, g.a.position), two = to_physx(m.c, m.a.position);
    expect_vector(two.normal, mirrored(vec(one.normal))), expect_vector(two.point, mirrored(vec(one.point)));
    const auto chrono = to_chrono(g.c, {4, 6}, g.a.position), mirror = to_chrono(m.c, {4, 6}, m.a.position);
    expect_vector(mirror.vpA, mirrored(vec(chrono.vpA))), expect_vector(mirror.vpB, mirrored(vec(chrono.vpB)));

    // Points in the bodies' frames stay where they are when all is turned as one.
    const abut::Mat3<double> turn = random.rotation();
    const auto turned = [&](const abut::Pose& p) {
      return abut::Pose{abut::rotate(turn, p.position), abut::times(turn, p.rotation)};
    };
    Given<TypeParam> t = g;
    t.a = turned(g.a), t.b = turned(g.b);
    for (auto* v : {&t.c.normal, &t.c.witness_a, &t.c.witness_b})
      *v = abut::narrowed<TypeParam>(abut::rotate(turn, abut::widen(*v)));
    const double near = sizeof(TypeParam) == 4 ? 4e-6 : 1e-13;
    const auto bullet = to_bullet<double>(g.c, g.a.position, g.a, g.b);
    const auto bullet_turned = to_bullet<double>(t.c, t.a.position, t.a, t.b);
    expect_vector(bullet_turned.m_localPointA, vec(bullet.m_localPointA), near);
    expect_vector(bullet_turned.m_localPointB, vec(bullet.m_localPointB), near);
    expect_vector(bullet_turned.m_normalWorldOnB, abut::rotate(turn, vec(bullet.m_normalWorldOnB)), near);
  }
}

TYPED_TEST(HandMadeContacts, OfAnyNormalHaveARightHandedFrameForMujoco) {
  std::vector<Vector> normals;
  for (int k = 0; k < 27; ++k) {
    const Vector v{k % 3 - 1.0, k / 3 % 3 - 1.0, k / 9 - 1.0};
    if (abut::length(v) > 0) normals.push_back(abut::unit_vector(v));  // ties between the axes, and zeros
  }
  Random random(7);
  for (int k = 0; k < 50; ++k) normals.push_back(random.direction());
  for (const Vector& n : normals) {
    const auto g = given<TypeParam>({}, {}, {0, 0, 0}, n, -0.5);
    const MujocoContact record = to_mujoco(g.c, {0, 1}, {0, 0, 0});
    const double* const frame = record.frame;
    const Vector x = vec(frame), y = vec(frame + 3), z = vec(frame + 6);
    const volatile TypeParam given_x = g.c.normal.x, given_y = g.c.normal.y,
                             given_z = g.c.normal.z;  // rounded: see as_float
    expect_vector(frame, {static_cast<double>(given_x), static_cast<double>(given_y), static_cast<double>(given_z)});
    EXPECT_NEAR(abut::length(y), 1, 1e-6);
    EXPECT_NEAR(abut::dot(x, y), 0, 1e-6);
    EXPECT_LT(abut::length(abut::cross(x, y) - z), 1e-6);
  }
}

TYPED_TEST(HandMadeContacts, CornersOfAPatchLieOnBothSidesOfTheirMiddle) {
  using V = abut::Vec3<TypeParam>;
  const Given<TypeParam> g = stacked<TypeParam>(-0.25);
  for (const double gap : {-0.5, 0.0, 0.125}) {
    const WorldContact w =
        corner_in_world(g.c, V{TypeParam(0.5), 0, TypeParam(2)}, static_cast<TypeParam>(gap), below.position);
    EXPECT_EQ(w.separation, gap);
    EXPECT_LT(abut::length(w.middle - Vector{1.5, 2, 3}), 1e-15);
    EXPECT_LT(abut::length(w.on_a - Vector{1.5, 2, 3 - gap / 2}), 1e-15) << gap;
    EXPECT_LT(abut::length(w.on_b - Vector{1.5, 2, 3 + gap / 2}), 1e-15) << gap;
  }
}

}  // namespace
}  // namespace adapters
