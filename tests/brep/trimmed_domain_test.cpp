#include "abut/brep/trimmed_domain.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/brep/brep_parts.h"
#include "tests/brep/made_breps.h"
#include "tests/support/complaint.h"

namespace abut {
namespace {

constexpr double pi = M_PI;

Brep sheet_with_holes() {
  double area = 0;
  return test::sheet_with_holes(area);
}

TEST(TrimmedDomain, SeamsAreNoBoundary) {
  const TrimmedDomain side(test::cylinder(1, 2, 1), 1);
  ASSERT_EQ(side.status(), TrimStatus::ok);
  for (const double u : {0.0, 2 * pi, -2 * pi, 1e-17, -1e-17, 4 * pi, -1e-9, 2 * pi - 4e-16}) {
    EXPECT_EQ(side.side_of(u, 1, 1e-6), TrimSide::inside) << u;
    EXPECT_EQ(side.side_of(u, 1, 0), TrimSide::inside) << u;
    EXPECT_EQ(side.side_of(u, 2.1, 1e-6), TrimSide::outside) << u;
    EXPECT_EQ(side.side_of(u, -0.1, 0), TrimSide::outside) << u;
    EXPECT_EQ(side.side_of(u, 2 + 1e-7, 1e-6), TrimSide::boundary) << u;
    EXPECT_EQ(side.side_of(u, 1e-7, 1e-6), TrimSide::boundary) << u;
  }
  for (const TrimPiece& p : side.pieces()) EXPECT_NE(p.edge, no_brep_index);
  EXPECT_EQ(side.box().begin_v, 0);
  EXPECT_EQ(side.box().end_v, 2);
  EXPECT_DOUBLE_EQ(side.box().end_u - side.box().begin_u, 2 * pi);
}

TEST(TrimmedDomain, SeamsAreNoBoundaryWhereverTheyAre) {
  test::Random random(16);
  for (int round = 0; round < 100; ++round) {
    const Brep brep = test::reframed(test::cylinder(1, 2, 1), random);
    const TrimmedDomain side(brep, 1);
    const std::uint32_t first = brep.loops[brep.faces[1].first_loop].first_coedge;
    const bool at_first = brep.curves[brep.edges[brep.coedges[first].edge].curve].kind == BrepCurveKind::line;
    const BrepCoedge& seam = brep.coedges[at_first ? first : first + 1];
    const CurveJet<double> at = parameter_curve_point_at(brep, seam.parameter_curve, 1);
    for (int k = -2; k <= 2; ++k) {
      double u = at.point.x + 2 * pi * k;
      for (int step = 0; step < 3; ++step) u = std::nextafter(u, -HUGE_VAL);
      for (int step = 0; step < 7; ++step, u = std::nextafter(u, HUGE_VAL)) {
        EXPECT_EQ(side.side_of(u, at.point.y, 0), TrimSide::inside) << u;
        EXPECT_EQ(side.side_of(u, at.point.y + 1.5, 0), TrimSide::outside) << u;
        EXPECT_EQ(side.side_of(u, at.point.y - 1.5, 0), TrimSide::outside) << u;
      }
    }
  }
}

TEST(TrimmedDomain, TheBoxOfAFaceAcrossThePeriodHoldsItWithItsHole) {
  Brep brep;
  test::BrepParts parts(brep);
  const std::uint32_t v = parts.vertex({0, 0, 0});
  const Vec2<double> at[4] = {{5.5, 0}, {7.5, 0}, {7.5, 1}, {5.5, 1}};
  std::vector<test::Sides> loops(2);
  for (std::uint32_t k = 0; k < 4; ++k)
    loops[0].push_back(parts.straight(parts.arc({}, 1, 0, 1, v, v), false, at[k], at[(k + 1) % 4]));
  BrepParameterCurve hole;
  hole.kind = BrepCurveKind::circle, hole.origin = {7 - 2 * pi, 0.5}, hole.radius = 0.2;
  loops[1] = {{parts.arc({}, 1, 0, 2 * pi, v, v), true, parts.parameter_curve(hole)}};
  BrepSurface s;
  s.kind = BrepSurfaceKind::cylinder, s.radius = 1;
  parts.face(s, false, loops);
  const TrimmedDomain domain(brep, 0);
  ASSERT_EQ(domain.status(), TrimStatus::ok) << domain.fault();
  EXPECT_DOUBLE_EQ(domain.box().begin_u, 5.5);
  EXPECT_DOUBLE_EQ(domain.box().end_u, 7.5);
  EXPECT_EQ(domain.side_of(7 - 2 * pi, 0.5, 0), TrimSide::outside);
  EXPECT_EQ(domain.side_of(7 + 4 * pi, 0.1, 0), TrimSide::inside);
  EXPECT_EQ(domain.side_of(6, 0.5, 0), TrimSide::inside);
}

TEST(TrimmedDomain, PolesOfAWholeSphereAndTipsOfConesAreInside) {
  const TrimmedDomain ball(test::ball(1, 1), 0), ring(test::ring(2, 0.5, 1), 0);
  EXPECT_TRUE(ball.is_whole());
  EXPECT_TRUE(ring.is_whole());
  EXPECT_EQ(ball.side_of(1, pi / 2, 1e-6), TrimSide::inside);
  EXPECT_EQ(ring.side_of(0, 0, 1e-6), TrimSide::inside);
  const TrimmedDomain cap(test::half_ball(1), 1);
  EXPECT_FALSE(cap.is_whole());
  for (const double u : {0.0, 1.0, 6.2}) {
    EXPECT_EQ(cap.side_of(u, pi / 2, 1e-6), TrimSide::inside);
    EXPECT_EQ(cap.side_of(u, pi / 2 + 1e-15, 0), TrimSide::inside);
    EXPECT_EQ(cap.side_of(u, pi / 2 - 1e-9, 1e-6), TrimSide::inside);
    EXPECT_EQ(cap.side_of(u, 1e-7, 1e-6), TrimSide::boundary);
    EXPECT_EQ(cap.side_of(u, -0.1, 0), TrimSide::outside);
    EXPECT_EQ(cap.side_of(u, -pi / 2, 0), TrimSide::outside);
  }
  const TrimmedDomain cone(test::frustum(1, 0, 2, 1), 1);
  const double tip = std::sqrt(5.0);
  EXPECT_EQ(cone.side_of(1, tip, 1e-9), TrimSide::inside);
  EXPECT_EQ(cone.side_of(1, tip - 1e-3, 1e-9), TrimSide::inside);
  EXPECT_EQ(cone.side_of(1, tip + 1e-3, 1e-9), TrimSide::outside);  // the other side of the cone
}

/// The upper half is bounded by a loop that winds once and nothing else; the other one goes through both poles.
TEST(TrimmedDomain, LoopsThatWindNeedNoSeamAndPolesMayBeCorners) {
  const Brep brep = test::two_half_balls_by_other_axes();
  const TrimmedDomain upper(brep, 0), lower(brep, 1);
  ASSERT_EQ(upper.status(), TrimStatus::ok) << upper.fault();
  ASSERT_EQ(lower.status(), TrimStatus::ok) << lower.fault();
  test::Random random(3);
  for (int k = 0; k < 500; ++k) {
    const Vec3<double> p = random.direction();
    if (std::abs(p.z) < 1e-3) continue;
    const NearestParameters a = nearest_parameters(brep, 0, p), b = nearest_parameters(brep, 1, p);
    EXPECT_EQ(upper.side_of(a.u, a.v, 1e-6), p.z > 0 ? TrimSide::inside : TrimSide::outside);
    EXPECT_EQ(lower.side_of(b.u, b.v, 1e-6), p.z < 0 ? TrimSide::inside : TrimSide::outside);
  }
  EXPECT_EQ(upper.side_of(0, pi / 2, 0), TrimSide::inside);
  EXPECT_EQ(upper.side_of(0, -pi / 2, 0), TrimSide::outside);
  EXPECT_EQ(lower.side_of(1, pi / 2, 1e-9), TrimSide::boundary);
  EXPECT_EQ(upper.box().begin_v, 0);
  EXPECT_DOUBLE_EQ(upper.box().end_v, pi / 2);
  EXPECT_DOUBLE_EQ(lower.box().begin_u, pi);
  EXPECT_DOUBLE_EQ(lower.box().end_u, 2 * pi);
}

TEST(TrimmedDomain, PolesNeedNoEdges) {
  test::Random random(12);
  for (const Brep& brep : {test::ball(1, 3), test::frustum(1, 0, 2, 1), test::frustum(0, 1, 2, 1), test::half_ball(1),
                           test::frustum(1, 0, 2, 3), test::two_half_balls_by_other_axes()}) {
    const Brep without = test::without_poles(brep);
    for (std::uint32_t f = 0; f < brep.faces.size(); ++f) {
      const TrimmedDomain a(brep, f), b(without, f);
      ASSERT_EQ(b.status(), TrimStatus::ok) << b.fault();
      const bool ball = brep.surfaces[brep.faces[f].surface].kind == BrepSurfaceKind::sphere;
      for (int k = 0; k < 100; ++k) {
        const double u = random.uniform(-1, 7), v = random.uniform(ball ? -1.5 : -1, ball ? 1.5 : 3);
        EXPECT_EQ(a.side_of(u, v, 1e-6), b.side_of(u, v, 1e-6)) << f << " at " << u << ", " << v;
      }
    }
  }
}

TEST(TrimmedDomain, TheBoundaryIsAsWideAsTheToleranceInSpace) {
  const Brep brep = sheet_with_holes();
  const TrimmedDomain sheet(brep, 0);
  test::Random random(7);
  for (int k = 0; k < 400; ++k) {  // around the round hole, and the spline's
    const double angle = random.uniform(0, 2 * pi), off = random.uniform(-2e-3, 2e-3);
    if (std::abs(std::abs(off) - 1e-3) < 1e-9) continue;
    const auto expected = std::abs(off) < 1e-3 ? TrimSide::boundary : off > 0 ? TrimSide::inside : TrimSide::outside;
    const double c = std::cos(angle), s = std::sin(angle);
    EXPECT_EQ(sheet.side_of(1 + (0.5 + off) * c, 1 + (0.5 + off) * s, 1e-3), expected);
    EXPECT_EQ(sheet.side_of(1.2 + (0.3 + off) * c, 2.3 + (0.3 + off) * s, 1e-3), expected);
  }
  // On a cylinder of radius 5, u counts five times.
  const Brep sector = test::cylinder(5, 2, 3);
  const TrimmedDomain side(sector, 3);
  EXPECT_EQ(side.side_of(1e-3 / 5 * 0.9, 1, 1e-3), TrimSide::boundary);
  EXPECT_EQ(side.side_of(1e-3 / 5 * 1.1, 1, 1e-3), TrimSide::inside);
  EXPECT_EQ(side.side_of(-1e-3 / 5 * 1.1, 1, 1e-3), TrimSide::outside);
  EXPECT_EQ(side.side_of(2 * pi - 1e-3 / 5 * 0.9, 1, 1e-3), TrimSide::boundary);
}

TEST(TrimmedDomain, TheToleranceKnowsParametersThatAreNotAtRightAngles) {
  Brep brep;  // a rhombus, whose v goes along (0.8, 0.6)
  brep.nurbs_surfaces.push_back(
      {{1, {0, 0, 1, 1}}, {1, {0, 0, 1, 1}}, {{0, 0, 0}, {0.8, 0.6, 0}, {1, 0, 0}, {1.8, 0.6, 0}}});
  test::BrepParts parts(brep);
  BrepSurface s;
  s.kind = BrepSurfaceKind::nurbs, s.nurbs = 0;
  const std::uint32_t v = parts.vertex({0, 0, 0});
  const Vec2<double> at[4] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  test::Sides loop;
  for (std::uint32_t k = 0; k < 4; ++k)
    loop.push_back(parts.straight(parts.arc({}, 1, 0, 1, v, v), false, at[k], at[(k + 1) % 4]));
  parts.face(s, false, {loop});
  const TrimmedDomain domain(brep, 0);
  EXPECT_EQ(domain.side_of(1e-3 / 0.6 * 0.99, 0.5, 1e-3), TrimSide::boundary);
  EXPECT_EQ(domain.side_of(1e-3 / 0.6 * 1.01, 0.5, 1e-3), TrimSide::inside);
  EXPECT_EQ(domain.side_of(0.5, 1e-3 / 0.6 * 0.99, 1e-3), TrimSide::boundary);
  EXPECT_EQ(domain.side_of(0.5, 1e-3 / 0.6 * 1.01, 1e-3), TrimSide::inside);
}

TEST(TrimmedDomain, PointsVeryNearTheBoundaryAreOnTheRightSideOfIt) {
  const TrimmedDomain sheet(sheet_with_holes(), 0);
  test::Random random(8);
  for (int k = 0; k < 1000; ++k) {
    const double angle = random.uniform(0, 2 * pi), off = random.magnitude(1e-12, 1e-3);
    const double c = std::cos(angle), s = std::sin(angle);
    EXPECT_EQ(sheet.side_of(1 + (0.5 + off) * c, 1 + (0.5 + off) * s, 0), TrimSide::inside) << off;
    EXPECT_EQ(sheet.side_of(1 + (0.5 - off) * c, 1 + (0.5 - off) * s, 0), TrimSide::outside) << off;
    EXPECT_EQ(sheet.side_of(1.2 + (0.3 + off) * c, 2.3 + (0.3 + off) * s, 0), TrimSide::inside) << off;
    EXPECT_EQ(sheet.side_of(1.2 + (0.3 - off) * c, 2.3 + (0.3 - off) * s, 0), TrimSide::outside) << off;
  }
}

TEST(TrimmedDomain, CornersAtTheSameParametersAsThePointAreNoTrouble) {
  const TrimmedDomain sheet(sheet_with_holes(), 0);
  EXPECT_EQ(sheet.side_of(1.0, 0.1, 0), TrimSide::inside);   // below and above quarters of the hole
  EXPECT_EQ(sheet.side_of(1.5, 0.2, 0), TrimSide::inside);   // where an arc begins
  EXPECT_EQ(sheet.side_of(1.5, 1.7, 0), TrimSide::inside);   // between two arcs' extremes
  EXPECT_EQ(sheet.side_of(1.0, 1.0, 0), TrimSide::outside);  // a middle
  EXPECT_EQ(sheet.side_of(4.5, 3.0, 0), TrimSide::outside);  // at a side's height
  EXPECT_EQ(sheet.side_of(0.0, -1.0, 0), TrimSide::outside);
}

TEST(TrimmedDomain, SmallGapsAreClosed) {
  Brep brep = test::cylinder(1, 2, 2);
  test::Random random(10);
  for (BrepParameterCurve& c : brep.parameter_curves)
    c.origin = c.origin + Vec2<double>{random.uniform(-1e-6, 1e-6), random.uniform(-1e-6, 1e-6)};
  for (std::uint32_t f = 0; f < brep.faces.size(); ++f) {
    const TrimmedDomain domain(brep, f);
    ASSERT_EQ(domain.status(), TrimStatus::ok) << domain.fault();
    for (int k = 0; k < 100; ++k) {
      const double u = random.uniform(-1, 7), v = random.uniform(-1, 3);
      EXPECT_EQ(domain.side_of(u, v, 1e-5), TrimmedDomain(test::cylinder(1, 2, 2), f).side_of(u, v, 1e-5));
    }
  }
}

TEST(TrimmedDomain, IsTheSameForAnySize) {
  test::Random random(11);
  for (const double scale : {1e-3, 1e3}) {
    const Brep small = test::block_with_hole(1), large = test::block_with_hole(scale);
    for (std::uint32_t f = 0; f < small.faces.size(); ++f) {
      const TrimmedDomain a(small, f), b(large, f);
      EXPECT_EQ(b.status(), TrimStatus::ok);
      const bool round = small.surfaces[small.faces[f].surface].kind == BrepSurfaceKind::cylinder;
      for (int k = 0; k < 100; ++k) {
        const double u = random.uniform(-1, 5), v = random.uniform(-1, 5);
        EXPECT_EQ(a.side_of(u, v, 1e-6), b.side_of(round ? u : u * scale, v * scale, 1e-6 * scale));
      }
    }
  }
}

TEST(TrimmedDomain, RefusesFacesThatAreNotThere) {
  EXPECT_EQ(test::complaint([] { TrimmedDomain(test::box(1, 1, 1), 6); }),
            "TrimmedDomain: face is 6; there are 6 faces");
  EXPECT_EQ(test::complaint([] { TrimmedDomain(test::box(1, 1, 1), 0, {}); }),
            "TrimmedDomain: faces is empty; allowed is one face or more");
}

}  // namespace
}  // namespace abut
