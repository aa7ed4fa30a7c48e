// What of a term is farthest along a direction, and points of such sets that add up to a target.
#include "abut/narrow/symmetric_foot.h"

#include <gtest/gtest.h>

#include <cmath>

#include "abut/core/pose.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using namespace symmetric_detail;
using test::Random;

constexpr double tiny = 1e-15;

SymmetricTerm box(double x, double y, double z) {
  return {Kind::lines, -1, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {x, y, z}};
}
SymmetricTerm solid(Kind kind, double radius, double half) {
  return {kind, 2, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {radius, radius, half}};
}
void expect_at(Vec3<double> p, Vec3<double> expected) { EXPECT_LT(length(p - expected), 4e-15); }

TEST(FarthestSet, OfABoxIsACornerAnEdgeOrAFace) {
  const SymmetricTerm t = box(1, 2, 3);
  const FarthestSet corner = farthest_set(t, {0.6, -0.48, 0.64}, tiny);
  EXPECT_EQ(corner.edges, 0);
  expect_at(corner.at, {1, -2, 3});
  const FarthestSet edge = farthest_set(t, {0.6, 0, 0.8}, tiny);
  EXPECT_EQ(edge.edges, 1);
  EXPECT_EQ(edge.of_axis[0], 1);
  expect_at(edge.at, {1, 0, 3});
  expect_at(edge.edge[0], {0, 2, 0});
  const FarthestSet face = farthest_set(t, {0, 0, -1}, tiny);
  EXPECT_EQ(face.edges, 2);
  expect_at(face.at, {0, 0, -3});
}

TEST(FarthestSet, OfCylindersAndConesIsARimPointADiscALineOrTheApex) {
  const SymmetricTerm cylinder = solid(Kind::cylinder, 0.5, 2), cone = solid(Kind::cone, 1.5, 1);
  expect_at(farthest_set(cylinder, {0.6, 0, 0.8}, tiny).at, {0.5, 0, 2});
  const FarthestSet end = farthest_set(cylinder, {0, 0, 1}, tiny);
  EXPECT_EQ(end.disc, 0.5);
  expect_at(end.at, {0, 0, 2});
  const FarthestSet side = farthest_set(cylinder, {0, 1, 0}, tiny);
  EXPECT_EQ(side.edges, 1);
  expect_at(side.at, {0, 0.5, 0});
  expect_at(side.edge[0], {0, 0, 2});
  expect_at(farthest_set(cone, {0, 0, 1}, tiny).at, {0, 0, 1});
  EXPECT_EQ(farthest_set(cone, {0, 0, -1}, tiny).disc, 1.5);
  // Across the side, which runs from (1.5, -1) to (0, 1): along (0.8, 0.6).
  const FarthestSet flank = farthest_set(cone, {0.8, 0, 0.6}, tiny);
  ASSERT_EQ(flank.edges, 1);
  expect_at(flank.at, {0.75, 0, 0});
  EXPECT_NEAR(length(flank.edge[0]), 0.5 * std::hypot(1.5, 2), 4e-16);
}

TEST(FarthestSet, OfAnEllipsoidIsWhereItsNormalIs) {
  Random random(1);
  SymmetricTerm t{Kind::ellipsoid, -1, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {0.5, 1, 2}};
  for (int k = 0; k < 200; ++k) {
    const Vec3<double> n = random.direction(), p = farthest_set(t, n, tiny).at;
    const Vec3<double> gradient{p.x / 0.25, p.y, p.z / 4};
    EXPECT_LT(length(cross(gradient, n)), 1e-14 * length(gradient));
    EXPECT_NEAR(p.x * p.x / 0.25 + p.y * p.y + p.z * p.z / 4, 1, 1e-14);
  }
}

TEST(MeetTarget, FindsPointsWhereThereAreSome) {
  Random random(2);
  for (int k = 0; k < 300; ++k) {
    SymmetricTerms t{};
    t.count = 2;
    t.term[0] = box(random.uniform(0.2, 1), random.uniform(0.2, 1), random.uniform(0.2, 1));
    t.term[1] = solid(Kind::cylinder, random.uniform(0.2, 1), random.uniform(0.2, 1));
    const Vec3<double> n{0, 0, 1};
    FarthestSet sets[2] = {farthest_set(t.term[0], n, tiny), farthest_set(t.term[1], n, tiny)};
    // A point of the face and one of the disc.
    const double angle = random.uniform(0, 7), far = random.uniform() * t.term[1].extent[0];
    const Vec3<double> target{random.uniform(-1, 1) * t.term[0].extent[0] + far * std::cos(angle),
                              random.uniform(-1, 1) * t.term[0].extent[1] + far * std::sin(angle),
                              t.term[0].extent[2] + t.term[1].extent[2]};
    const Vec3<double> rest = meet_target(sets, t, target, tiny);
    EXPECT_LT(max_abs(rest), 1e-6) << k;
    EXPECT_LT(length(point_of(sets[0]) + point_of(sets[1]) + rest - target), 4e-15) << k;
    for (int e = 0; e < 2; ++e) EXPECT_LE(std::abs(sets[0].share[e]), 1);
    EXPECT_LE(length(sets[1].in_disc), sets[1].disc + 1e-15);
  }
}

TEST(MeetTarget, LeavesWhatIsOutOfReach) {
  SymmetricTerms t{};
  t.count = 1;
  t.term[0] = box(1, 1, 1);
  FarthestSet set = farthest_set(t.term[0], {0, 0, 1}, tiny);
  const Vec3<double> rest = meet_target(&set, t, {3, 0.5, 1}, tiny);
  expect_at(rest, {2, 0, 0});
  expect_at(point_of(set), {1, 0.5, 1});
}

TEST(Carriers, AreTheCornersOfTheFeatureThatHoldsThePoint) {
  const SymmetricTerm t = box(1, 1, 1);
  const Vec3<double> up{0, 0, 1};
  FarthestSet face = farthest_set(t, up, tiny);
  face.share[0] = 0.25, face.share[1] = -0.5;
  const CarrierIds inside = carriers_of(t, face, up, ShapeKind::box);
  ASSERT_EQ(inside.count, 3u);
  for (const std::uint32_t id : inside.id) EXPECT_EQ(id & 4, 4u) << "on the side +z";
  face.share[0] = 1;
  EXPECT_EQ(carriers_of(t, face, up, ShapeKind::box).count, 2u) << "an edge";
  face.share[1] = -1;
  const CarrierIds corner = carriers_of(t, face, up, ShapeKind::box);
  ASSERT_EQ(corner.count, 1u);
  EXPECT_EQ(corner.id[0], 1u + 4u);
  const SymmetricTerm cylinder = solid(Kind::cylinder, 1, 1), cone = solid(Kind::cone, 1, 1);
  EXPECT_EQ(
      carriers_of(cylinder, farthest_set(cylinder, {0.6, 0, 0.8}, tiny), {0.6, 0, 0.8}, ShapeKind::cylinder).id[0],
      static_cast<std::uint32_t>(on_top_rim));
  EXPECT_EQ(carriers_of(cylinder, farthest_set(cylinder, up, tiny), up, ShapeKind::cylinder).count, 2u) << "a cap";
  EXPECT_EQ(carriers_of(cone, farthest_set(cone, up, tiny), up, ShapeKind::cone).id[0],
            static_cast<std::uint32_t>(on_apex));
}

}  // namespace
}  // namespace abut
