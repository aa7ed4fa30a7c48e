// Loops that wind, that leave all but a hole, and that are wrong.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/brep/trimmed_domain.h"
#include "tests/brep/brep_parts.h"
#include "tests/brep/made_breps.h"

namespace abut {
namespace {

constexpr double pi = M_PI;

/// A round surface with one hole: a loop to the right.
Brep pierced(BrepSurface surface, Vec2<double> at, double radius, bool to_the_left) {
  Brep brep;
  test::BrepParts parts(brep);
  const std::uint32_t v = parts.vertex({0, 0, 0}), e = parts.arc({}, radius, 0, 2 * pi, v, v);
  BrepParameterCurve c;
  c.kind = BrepCurveKind::circle, c.origin = at, c.radius = radius;
  parts.face(surface, false, {{{e, !to_the_left, parts.parameter_curve(c)}}});
  return brep;
}

TEST(TrimmedLoops, AHoleInASphereOrATorusLeavesAllElse) {
  BrepSurface s;
  s.radius = 2, s.minor_radius = 0.5;
  test::Random random(4);
  for (const auto kind : {BrepSurfaceKind::sphere, BrepSurfaceKind::torus}) {
    for (const Vec2<double> at : {Vec2<double>{3, 0.4}, {0.1, -0.1}, {6.2, 0.2}, {-7, 0}}) {
      for (const bool disc : {false, true}) {
        s.kind = kind;
        const TrimmedDomain domain(pierced(s, at, 0.5, disc), 0);
        ASSERT_EQ(domain.status(), TrimStatus::ok) << domain.fault();
        const bool torus = kind == BrepSurfaceKind::torus;
        for (int k = 0; k < 200; ++k) {
          const Vec2<double> q{random.uniform(0, 2 * pi), random.uniform(torus ? -pi : -pi / 2, torus ? pi : pi / 2)};
          const double du = std::remainder(q.x - at.x, 2 * pi),
                       dv = torus ? std::remainder(q.y - at.y, 2 * pi) : q.y - at.y;
          const double d = std::hypot(du, dv);
          if (std::abs(d - 0.5) < 1e-3) continue;
          EXPECT_EQ(domain.side_of(q.x, q.y, 1e-9), (d < 0.5) == disc ? TrimSide::inside : TrimSide::outside)
              << q.x << ", " << q.y;
        }
        EXPECT_NEAR(domain.box().end_u - domain.box().begin_u, disc ? 1.0 : 2 * pi, 1e-2);
        EXPECT_NEAR(domain.box().end_v - domain.box().begin_v, disc ? 1.0 : torus ? 2 * pi : pi, 1e-2);
      }
    }
  }
}

/// Bands around a torus, either way, neither of which lines along the other parameter need meet.
TEST(TrimmedLoops, BandsOfATorusAreFoundEitherWay) {
  for (const bool along_v : {false, true}) {
    Brep brep;
    test::BrepParts parts(brep);
    const std::uint32_t v = parts.vertex({0, 0, 0});
    BrepSurface s;
    s.kind = BrepSurfaceKind::torus, s.radius = 2, s.minor_radius = 0.5;
    std::vector<test::Sides> loops;
    for (const double at : {1.0, 2.5}) {
      const Vec2<double> from = along_v ? Vec2<double>{at, 0} : Vec2<double>{0, at};
      const Vec2<double> to = along_v ? Vec2<double>{at, 2 * pi} : Vec2<double>{2 * pi, at};
      loops.push_back({parts.straight(parts.arc({}, 1, 0, 2 * pi, v, v), (at > 2) != along_v, from, to)});
    }
    parts.face(s, false, loops);
    const TrimmedDomain domain(brep, 0);
    ASSERT_EQ(domain.status(), TrimStatus::ok) << domain.fault();
    test::Random random(5);
    for (int k = 0; k < 300; ++k) {
      const double x = random.uniform(-7, 7), y = random.uniform(-7, 7);
      const double across = moved_by_periods(along_v ? x : y, 2 * pi, 0);
      EXPECT_EQ(domain.side_of(x, y, 1e-9), across > 1 && across < 2.5 ? TrimSide::inside : TrimSide::outside);
    }
    EXPECT_DOUBLE_EQ(along_v ? domain.box().begin_u : domain.box().begin_v, 1);
    EXPECT_DOUBLE_EQ(along_v ? domain.box().end_u : domain.box().end_v, 2.5);
  }
}

TEST(TrimmedLoops, LoopsThatAreOpenAreNamed) {
  Brep brep = test::box(1, 2, 3);
  brep.loops[2].coedges = 3;  // of the first side
  const TrimmedDomain open(brep, 2);
  EXPECT_EQ(open.status(), TrimStatus::open_loop);
  EXPECT_EQ(open.fault(), "face 2, loop 0: side 0 begins 3 from the end of the one before");
  EXPECT_EQ(TrimmedDomain(brep, 3).status(), TrimStatus::ok);
}

TEST(TrimmedLoops, LoopsThatAreWronglyNestedAreNamed) {
  // A hole passed to the left, a hole outside of the face, and an outer loop passed to the right.
  EXPECT_EQ(TrimmedDomain(pierced({}, {1, 1}, 0.5, true), 0).status(), TrimStatus::ok);
  const TrimmedDomain turned(pierced({}, {1, 1}, 0.5, false), 0);
  EXPECT_EQ(turned.status(), TrimStatus::wrong_nesting);
  EXPECT_EQ(turned.fault(), "face 0, loop 0: the material is not on the left of all curves");
  for (const bool outside : {false, true}) {
    Brep brep;
    test::add_prism(brep,
                    {test::polygon({{0, 0}, {4, 0}, {4, 3}, {0, 3}}),
                     test::circle({outside ? 9.0 : 2.0, 1}, 0.5, outside ? -2 * pi : 2 * pi, 2)},
                    0, 1);
    const TrimmedDomain wrong(brep, 1);
    EXPECT_EQ(wrong.status(), TrimStatus::wrong_nesting);
    EXPECT_EQ(wrong.fault(), "face 1, loop 1: the material is not on the left of all curves");
  }
  // Half of a tube that never ends.
  Brep brep = test::cylinder(1, 2, 1);
  brep.loops[brep.faces[1].first_loop].coedges = 1;
  const TrimmedDomain endless(brep, 1);
  EXPECT_EQ(endless.status(), TrimStatus::wrong_nesting);
  EXPECT_EQ(endless.fault(), "face 1, loop 0: the loops leave a domain without an end");
}

}  // namespace
}  // namespace abut
