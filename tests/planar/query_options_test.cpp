// What is asked of pairs in the plane: defaults, and what each option does.
#include "abut/planar/query_options.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "abut/core/error.h"
#include "tests/planar/planar_cases.h"

namespace abut {
namespace {

/// Two squares of half extent 1, one beside the other, a gap apart.
struct Squares {
  PlanarShapeSet shapes;
  std::vector<PlanarBody> bodies;
  std::vector<Pair> pairs{{0, 1}};
  PlanarContact<double> contact{};
  PlanarPatch<double> patch{};
  explicit Squares(double gap, double angle = 0) {
    shapes.add_polygon(std::vector<Vec2<double>>{{-1, -1}, {1, -1}, {1, 1}, {-1, 1}});
    bodies = {{0, {}}, {0, planar_pose({2 + gap, 0.5}, angle)}};
  }
  void query(const PlanarQueryOptions& options) {
    query_planar_pairs<double>(Cpu{1}, shapes, bodies, pairs, options, {{&contact, 1}, {&patch, 1}});
  }
};

TEST(PlanarOptions, DefaultsAnswerInFullWithoutAMargin) {
  const PlanarQueryOptions plain;
  EXPECT_TRUE(std::isinf(plain.alert_distance));
  EXPECT_EQ(plain.patch_margin, 0);
  EXPECT_EQ(plain.cache, nullptr);
  Squares s(1e6);
  s.query(plain);
  EXPECT_EQ(status_of(s.contact.status), Status::converged);
  EXPECT_NEAR(s.contact.separation, 1e6, 1e-9);
}

TEST(PlanarOptions, BeyondTheAlertDistanceABoundIsEnough) {
  Squares s(1);
  PlanarQueryOptions options;
  options.alert_distance = 0.5;
  s.query(options);
  EXPECT_EQ(status_of(s.contact.status), Status::farther_than_alert);
  EXPECT_GT(s.contact.separation, 0.5);
  EXPECT_LE(s.contact.separation, 1);
  options.alert_distance = 1.5;
  s.query(options);
  EXPECT_EQ(status_of(s.contact.status), Status::converged);
}

TEST(PlanarOptions, TheMarginWidensThePatch) {
  const double angle = 0.01;
  Squares s(0.1, angle);
  PlanarQueryOptions options;
  s.query(options);
  EXPECT_LT(s.patch.length, 1e-6) << "a vertex at an edge";
  options.patch_margin = 0.005;
  s.query(options);
  // Both edges of the vertex rise: one by the tangent of the angle, the other one by its inverse.
  EXPECT_NEAR(s.patch.length, 0.005 / std::tan(angle) + 0.005 * std::tan(angle), 1e-9);
}

TEST(PlanarOptions, TheCacheKeepsTheNormalOfAnOverlap) {
  Squares s(-0.5);
  s.bodies[1].pose.position = {1.5, 1.5};  // as deep along x as along y
  CachedPolytope cache{};
  PlanarQueryOptions options;
  options.cache = &cache;
  for (const Vec2<double> first : {Vec2<double>{1.6, 1.5}, Vec2<double>{1.5, 1.6}}) {
    s.bodies[1].pose.position = first;  // less deep along the larger coordinate
    s.query(options);
    const Vec2<double> normal = s.contact.normal;
    EXPECT_NEAR(first.x > first.y ? normal.x : normal.y, 1, 1e-15);
    s.bodies[1].pose.position = {1.5, 1.5};
    s.query(options);
    EXPECT_LT(length(s.contact.normal - normal), 1e-15) << "the last normal decides";
  }
}

TEST(PlanarOptions, WhatIsNotAllowedIsRefused) {
  Squares s(1);
  PlanarQueryOptions options;
  options.alert_distance = -1;
  EXPECT_THROW(s.query(options), InvalidInput);
  options.alert_distance = 1;
  options.patch_margin = HUGE_VAL;
  EXPECT_THROW(s.query(options), InvalidInput);
}

}  // namespace
}  // namespace abut
