// Every kind of core with every other one where the answer is known without a search: a plane through two points that
// face each other parts them, and balls leave a body from the middle of its inscribed one.
#include <gtest/gtest.h>

#include "host/reference/examination.h"
#include "tests/reference/kinds.h"

namespace abut::reference::test {
namespace {

/// Directions along axes, where faces and rims meet, and others.
Vec3<double> any_direction(Random& random, int i) {
  if (i % 3 == 0) return random.direction();
  if (i % 3 == 1) return rotate(random.cube_rotation(), Vec3<double>{0, 0, 1});
  return unit(rotate(random.cube_rotation(), Vec3<double>{1, random.integer(0, 1) * 1.0, 1}));
}

/// B posed so that, along `u`, its nearest point stands `gap` from A's farthest one.
struct Facing {
  RelativePose<double> pose;
  std::array<Vec3<double>, 2> near;  ///< these points, on the rounded shapes

  Facing(const Core& a, const Core& b, const Mat3<double>& turn, const Vec3<double>& u, double gap) {
    const Vector out = converted<long double>(u);
    const Vector on_a = support_of(a, out) + out * static_cast<long double>(a.rounding);
    const Vector from_b =
        turned(turn, support_of(b, turned_back(turn, -out))) - out * static_cast<long double>(b.rounding);
    const Vector on_b = on_a + out * static_cast<long double>(gap);
    pose = {turn, narrow(on_b - from_b)};
    near = {narrow(on_a), narrow(on_b)};
  }
};

bool has_vertices(const Core& c) { return c.kind == CoreKind::vertices; }

TEST(EveryPairOfKinds, ApartByAPlaneIsAsFarApartAsItsPoints) {
  const std::vector<NamedCore> all = every_kind();
  Random random(71);
  int i = 0;
  for (const NamedCore& a : all) {
    for (const NamedCore& b : all) {
      const Reference reference({a.core, b.core});
      for (const double gap : {0.0, 1e-14, 1e-9, 1e-3, 0.7, 100.0}) {
        SCOPED_TRACE(std::string(a.name) + " and " + b.name + " at " + std::to_string(gap));
        const Vec3<double> u = any_direction(random, ++i);
        const Facing at(a.core, b.core, i % 2 ? random.rotation() : random.cube_rotation(), u, gap);
        const Examination examination(reference, 0, 1, at.pose);
        const Answer answer = examination.answer_near(u, at.near, 2.5e-15);
        const double slack = 4e-16 * (a.core.size + b.core.size + length(at.pose.translation));
        EXPECT_TRUE(answer.certified) << answer.upper - answer.lower;
        EXPECT_LE(answer.lower, gap + slack);
        EXPECT_GE(answer.upper, gap - slack);
        EXPECT_NEAR(static_cast<double>(examination.width_along(u)), -gap, slack);
        // A hint that is off finds no proof of anything else.
        const Vec3<double> off = unit(u + random.direction() * 0.1);
        const Answer other = examination.answer_near(off, {at.near[0] + off * 0.1, at.near[1] + off * 0.1}, 1e-6);
        EXPECT_LE(other.lower, gap + slack);
        EXPECT_GE(other.upper, gap - slack);
      }
    }
  }
}

TEST(EveryPairOfKinds, IsNoDeeperThanItsWidthAlongAnyDirection) {
  const std::vector<NamedCore> all = every_kind();
  Random random(72);
  int i = 0;
  for (const NamedCore& a : all) {
    for (const NamedCore& b : all) {
      SCOPED_TRACE(std::string(a.name) + " and " + b.name);
      const Vec3<double> u = any_direction(random, ++i);
      const double into = std::pow(10.0, -random.integer(0, 12));
      const Facing at(a.core, b.core, random.rotation(), u, -into);
      const Reference reference({a.core, b.core});
      const Examination examination(reference, 0, 1, at.pose);
      const Answer answer = examination.answer_near(u, at.near, 1e-6);
      const double slack = 4e-16 * (a.core.size + b.core.size + length(at.pose.translation));
      EXPECT_GE(answer.lower, -into - slack);
      for (int k = 0; k < 20; ++k) {
        const Vec3<double> v = random.direction();
        const long double truth = width_of(a.core, b.core, at.pose, v);
        EXPECT_NEAR(static_cast<double>(examination.width_along(v)), static_cast<double>(truth), slack);
        EXPECT_GE(static_cast<double>(truth), -answer.upper - slack) << "a width below the depth";
      }
    }
  }
}

TEST(EveryPairOfKinds, BallsLeaveFromTheMiddleByTheInscribedRadius) {
  const double r = 0.3;
  Core sum_of_balls;
  sum_of_balls.kind = CoreKind::sum;
  sum_of_balls.terms = {{curved(CoreKind::ellipsoid, {0.1, 0.1, 0.1}), identity_matrix},
                        {core({{0, 0, 0}}), identity_matrix}};
  sum_of_balls.rounding = 0.2;
  sum_of_balls.size = r;
  const Core balls[] = {core({{0, 0, 0}}, r), curved(CoreKind::ellipsoid, {r, r, r}), sum_of_balls};
  Random random(73);
  for (const NamedCore& a : every_kind()) {
    if (a.inscribed < 0) continue;
    for (const Core& ball : balls) {
      SCOPED_TRACE(a.name);
      const Vec3<double> middle{0, 0, a.middle};
      const double truth = -a.inscribed - r, slack = 1e-15 * (a.core.size + r);
      for (const bool ball_first : {false, true}) {
        const Reference reference(ball_first ? std::vector<Core>{ball, a.core} : std::vector<Core>{a.core, ball});
        const Mat3<double> turn = random.cube_rotation();
        const RelativePose<double> pose =
            ball_first ? RelativePose<double>{turn, -rotate(turn, middle)} : RelativePose<double>{turn, middle};
        const Answer answer =
            Examination(reference, 0, 1, pose).answer_near(random.direction(), {middle, middle}, 2.5e-15);
        EXPECT_TRUE(answer.certified) << answer.upper - answer.lower;
        EXPECT_LE(answer.lower, truth + slack);
        EXPECT_GE(answer.upper, truth - slack);
      }
    }
  }
}

TEST(EveryPairOfKinds, PointsAboveASupportPlaneAreAsFarOutsideAsAboveIt) {
  Random random(74);
  int i = 0;
  for (const NamedCore& a : every_kind()) {
    for (const double above : {1e-9, 0.05, 3.0}) {
      SCOPED_TRACE(a.name);
      const Vec3<double> u = any_direction(random, ++i);
      const RelativePose<double> pose{random.rotation(), random.direction()};
      const Reference reference({a.core, a.core});
      const Examination examination(reference, 0, 1, pose);
      for (int side = 0; side < 2; ++side) {
        // The core's point farthest along u, in the common frame, and from there along u.
        const Vector out = converted<long double>(u);
        const Vector on = side == 0 ? support_of(a.core, out)
                                    : turned(pose.rotation, support_of(a.core, turned_back(pose.rotation, out))) +
                                          converted<long double>(pose.translation);
        const Vec3<double> p = narrow(on + out * static_cast<long double>(above + a.core.rounding));
        const double slack = 8e-16 * (a.core.size + 1 + above);
        EXPECT_NEAR(examination.distance_outside_near(side, p, u, 0), above, slack);
        if (!has_vertices(a.core)) continue;
        EXPECT_NEAR(examination.distance_outside(side, p), above, slack);
      }
    }
  }
}

TEST(EveryPairOfKinds, QueriesWithoutAHintKnowVertexSetsAlone) {
  for (const NamedCore& a : every_kind()) {
    const Reference reference({a.core, box(1, 1, 1)});
    const Answer answer = reference.query(0, 1, translation(9, 0, 0));
    EXPECT_EQ(answer.certified, has_vertices(a.core)) << a.name;
    EXPECT_EQ(std::isfinite(answer.lower), has_vertices(a.core)) << a.name;
    EXPECT_EQ(reference.query(1, 0, translation(9, 0, 0)).certified, has_vertices(a.core)) << a.name;
  }
}

}  // namespace
}  // namespace abut::reference::test
