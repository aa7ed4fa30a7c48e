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

using Loops = std::vector<std::vector<Vec2<double>>>;

/// A face's loops as polygons of many corners, by points of the parameter curves alone.
Loops polygons_of(const Brep& brep, std::uint32_t face, int steps = 400) {
  Loops out;
  const BrepFace& f = brep.faces[face];
  for (std::uint32_t l = f.first_loop; l < f.first_loop + f.loops; ++l) {
    out.emplace_back();
    for (std::uint32_t k = 0; k < brep.loops[l].coedges; ++k) {
      const BrepCoedge& c = brep.coedges[brep.loops[l].first_coedge + k];
      const BrepEdge& e = brep.edges[c.edge];
      for (int i = 0; i < steps; ++i) {
        const double part = static_cast<double>(c.reversed ? steps - i : i) / steps;
        const double t = e.begin + (e.end - e.begin) * part;
        out.back().push_back(in_plane(parameter_curve_point_at(brep, c.parameter_curve, t).point));
      }
    }
  }
  return out;
}

/// Turns of all polygons about a point, and its distance from the nearest corner.
double turns_about(const Loops& loops, Vec2<double> q, double& nearest) {
  double angle = 0;
  for (const auto& loop : loops) {
    for (std::size_t i = 0; i < loop.size(); ++i) {
      const Vec2<double> a = loop[i] - q, b = loop[(i + 1) % loop.size()] - q;
      angle += std::atan2(cross(a, b), dot(a, b));
      nearest = std::min(nearest, length(a));
    }
  }
  return angle / (2 * pi);
}

/// How many copies of a point, by periods, are in the polygons. Only for loops that close in the plane.
double polygon_inside(const Brep& brep, const Loops& loops, std::uint32_t surface, Vec2<double> q, double& nearest) {
  const SurfaceDomain d = domain_of(brep, surface);
  double sum = 0;
  for (int k = d.period_u > 0 ? -3 : 0; k <= (d.period_u > 0 ? 3 : 0); ++k) {
    for (int m = d.period_v > 0 ? -3 : 0; m <= (d.period_v > 0 ? 3 : 0); ++m)
      sum += turns_about(loops, {q.x + k * d.period_u, q.y + m * d.period_v}, nearest);
  }
  return sum;
}

void expect_as_polygons(const Brep& brep, test::Random& random, int points = 60) {
  for (std::uint32_t f = 0; f < brep.faces.size(); ++f) {
    const TrimmedDomain domain(brep, f);
    ASSERT_EQ(domain.status(), TrimStatus::ok) << domain.fault();
    const Loops loops = polygons_of(brep, f);
    double low_u = HUGE_VAL, high_u = -HUGE_VAL, low_v = HUGE_VAL, high_v = -HUGE_VAL;
    for (const auto& loop : loops) {
      for (const auto& p : loop) {
        low_u = std::min(low_u, p.x), high_u = std::max(high_u, p.x);
        low_v = std::min(low_v, p.y), high_v = std::max(high_v, p.y);
      }
    }
    const double wide = high_u - low_u, high = high_v - low_v;
    for (int k = 0; k < points; ++k) {
      Vec2<double> q{random.uniform(low_u - 0.3 * wide, high_u + 0.3 * wide),
                     random.uniform(low_v - 0.3 * high, high_v + 0.3 * high)};
      if (brep.surfaces[brep.faces[f].surface].kind == BrepSurfaceKind::sphere) q.y = random.uniform(-1.57, 1.57);
      double nearest = HUGE_VAL;
      const double inside = polygon_inside(brep, loops, brep.faces[f].surface, q, nearest);
      if (nearest < 0.01 * (wide + high)) continue;
      EXPECT_NEAR(inside, std::round(inside), 1e-9);
      EXPECT_EQ(domain.side_of(q.x, q.y, 0), inside > 0.5 ? TrimSide::inside : TrimSide::outside)
          << "face " << f << " at " << q.x << ", " << q.y;
    }
  }
}

std::vector<Brep> all_bodies() {
  return {test::box(1, 2, 3),        test::block_with_hole(1),  test::plates_on_one_axis(1), test::cylinder(1, 2, 1),
          test::cylinder(1, 2, 2),   test::cylinder(1, 2, 3),   test::frustum(1, 0.5, 2, 1), test::frustum(1, 0, 2, 1),
          test::frustum(1, 0, 2, 3), test::frustum(0, 1, 2, 1), test::half_ball(1),          test::ball(1, 3),
          test::ring(2, 0.5, 3),     test::grooved_shaft(1, 1), test::grooved_shaft(1, 2),   test::shaft_with_flats(1),
          sheet_with_holes(),        test::elliptic_tube(),     test::spline_tube(),         test::turned_spline()};
}

TEST(TrimmedDomain, HoldsThePointsThatPolygonsOfManyCornersHold) {
  test::Random random(1);
  for (const Brep& brep : all_bodies()) expect_as_polygons(brep, random);
}

TEST(TrimmedDomain, HoldsThemInOtherFramesToo) {
  test::Random random(2);
  for (const Brep& brep : all_bodies()) {
    if (brep.faces.size() == 1) continue;  // a sheet's splines are not told by other frames
    expect_as_polygons(test::reframed(brep, random), random, 30);
  }
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

/// As importers without edges for poles have them.
Brep without_poles(Brep brep) {
  std::vector<BrepCoedge> coedges;
  for (BrepLoop& loop : brep.loops) {
    const std::uint32_t first = loop.first_coedge, count = loop.coedges;
    loop.first_coedge = static_cast<std::uint32_t>(coedges.size());
    for (std::uint32_t k = first; k < first + count; ++k) {
      if (brep.edges[brep.coedges[k].edge].curve != no_brep_index) coedges.push_back(brep.coedges[k]);
    }
    loop.coedges = static_cast<std::uint32_t>(coedges.size()) - loop.first_coedge;
  }
  brep.coedges = coedges;
  return brep;
}

TEST(TrimmedDomain, PolesNeedNoEdges) {
  test::Random random(12);
  for (const Brep& brep : {test::ball(1, 3), test::frustum(1, 0, 2, 1), test::frustum(0, 1, 2, 1), test::half_ball(1),
                           test::frustum(1, 0, 2, 3), test::two_half_balls_by_other_axes()}) {
    const Brep without = without_poles(brep);
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

TEST(TrimmedDomain, AHoleInASphereOrATorusLeavesAllElse) {
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
TEST(TrimmedDomain, BandsOfATorusAreFoundEitherWay) {
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

/// The sum of |du x dv| over the middles of a grid of cells that are inside.
double area_of(const Brep& brep, std::uint32_t face, int cells) {
  const TrimmedDomain domain(brep, face);
  const TrimBox box = domain.box();
  const double du = (box.end_u - box.begin_u) / cells, dv = (box.end_v - box.begin_v) / cells;
  double sum = 0;
  for (int i = 0; i < cells; ++i) {
    for (int j = 0; j < cells; ++j) {
      const double u = box.begin_u + (i + 0.5) * du, v = box.begin_v + (j + 0.5) * dv;
      if (domain.side_of(u, v, 0) != TrimSide::inside) continue;
      const SurfaceJet<double> p = point_at(brep, brep.faces[face].surface, u, v);
      sum += length(cross(p.u, p.v)) * du * dv;
    }
  }
  return sum;
}

double area_of(const Brep& brep, int cells) {
  double sum = 0;
  for (std::uint32_t f = 0; f < brep.faces.size(); ++f) sum += area_of(brep, f, cells);
  return sum;
}

TEST(TrimmedDomain, AreasAreThoseOfClosedForms) {
  constexpr int cells = 150;
  double sheet = 0;
  const Brep with_holes = test::sheet_with_holes(sheet);
  EXPECT_NEAR(area_of(with_holes, cells), sheet, 2e-3 * sheet);
  EXPECT_NEAR(area_of(test::box(1, 2, 3), 40), 22, 1e-12);
  const double hole = 2 * pi * 0.5 * 2 - 2 * pi * 0.25;
  EXPECT_NEAR(area_of(test::block_with_hole(1), cells), 52 + hole, 0.1);
  EXPECT_NEAR(area_of(test::frustum(1, 0.5, 2, 1), cells), pi * 1.25 + pi * 1.5 * std::sqrt(4.25), 0.01);
  EXPECT_NEAR(area_of(test::frustum(1, 0, 2, 3), cells), pi + pi * std::sqrt(5.0), 0.02);
  EXPECT_NEAR(area_of(test::ball(2, 1), cells), 16 * pi, 0.01);
  EXPECT_NEAR(area_of(test::ball(2, 3), cells), 16 * pi, 0.01);
  EXPECT_NEAR(area_of(test::half_ball(1), cells), 3 * pi, 0.01);
  EXPECT_NEAR(area_of(test::ring(2, 0.5, 1), cells), 4 * pi * pi, 0.01);
  EXPECT_NEAR(area_of(test::ring(2, 0.5, 2), cells), 4 * pi * pi, 0.01);
  EXPECT_NEAR(area_of(test::spline_tube(), cells), 4 * pi, 0.01);
  test::Random random(6);
  EXPECT_NEAR(area_of(test::reframed(test::frustum(1, 0, 2, 3), random), cells), pi + pi * std::sqrt(5.0), 0.02);
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

TEST(TrimmedDomain, EveryPointOutsideOfTheBoxIsOutside) {
  test::Random random(9);
  for (const Brep& brep : all_bodies()) {
    for (std::uint32_t f = 0; f < brep.faces.size(); ++f) {
      const TrimmedDomain domain(brep, f);
      const SurfaceDomain d = domain_of(brep, brep.faces[f].surface);
      const TrimBox b = domain.box();
      for (int k = 0; k < 40; ++k) {
        const double wide = b.end_u - b.begin_u, high = b.end_v - b.begin_v;
        double u = random.uniform(b.begin_u - wide, b.end_u + wide),
               v = random.uniform(b.begin_v - high, b.end_v + high);
        v = std::clamp(v, d.period_v > 0 ? v : d.begin_v, d.period_v > 0 ? v : d.end_v);
        const double at_u = moved_by_periods(u, d.period_u, b.begin_u),
                     at_v = moved_by_periods(v, d.period_v, b.begin_v);
        const bool in_box = at_u >= b.begin_u && at_u <= b.end_u && at_v >= b.begin_v && at_v <= b.end_v;
        if (!in_box) {
          EXPECT_EQ(domain.side_of(u, v, 0), TrimSide::outside) << f << " at " << u << ", " << v;
        }
      }
    }
  }
}

TEST(TrimmedDomain, LoopsThatAreOpenAreNamed) {
  Brep brep = test::box(1, 2, 3);
  brep.loops[2].coedges = 3;  // of the first side
  const TrimmedDomain open(brep, 2);
  EXPECT_EQ(open.status(), TrimStatus::open_loop);
  EXPECT_EQ(open.fault(), "face 2, loop 0: side 0 begins 3 from the end of the one before");
  EXPECT_EQ(TrimmedDomain(brep, 3).status(), TrimStatus::ok);
}

TEST(TrimmedDomain, LoopsThatAreWronglyNestedAreNamed) {
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
