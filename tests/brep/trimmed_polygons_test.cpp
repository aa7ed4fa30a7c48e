// Domains of faces against polygons of many corners, areas in closed form, and their boxes.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/brep/trimmed_domain.h"
#include "tests/brep/brep_parts.h"
#include "tests/brep/made_breps.h"

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

TEST(TrimmedPolygons, HoldsThePointsThatPolygonsOfManyCornersHold) {
  test::Random random(1);
  for (const Brep& brep : all_bodies()) expect_as_polygons(brep, random);
}

/// A face with one closed spline at random, star-shaped in its parameters: around a middle, or once round along u.
Brep face_with_a_spline(BrepSurface surface, bool round, test::Random& random) {
  Brep brep;
  test::BrepParts parts(brep);
  const std::uint32_t v = parts.vertex({0, 0, 0});
  const auto add = [&](const NurbsCurve& curve, bool reversed) {
    BrepParameterCurve c;
    c.kind = BrepCurveKind::nurbs, c.nurbs = static_cast<std::uint32_t>(brep.nurbs_parameter_curves.size());
    brep.nurbs_parameter_curves.push_back(curve);
    const std::uint32_t e = parts.arc({}, 1, curve.u.begin(), curve.u.end(), v, v);
    return test::Sides{{e, reversed, parts.parameter_curve(c)}};
  };
  const auto wave = [&](double height) {
    std::vector<Vec2<double>> points;
    const double first = random.uniform(-8, 8);
    for (int k = 0; k < 9; ++k) points.push_back({first + 2 * pi * k / 8, height + random.uniform(-0.9, 0.9)});
    points.back().y = points.front().y;
    return NurbsCurve{{3, {0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 6, 6}}, points, {1, 2, 0.5, 1, 3, 1, 0.2, 1, 1}};
  };
  if (round) {
    parts.face(surface, false, {add(wave(0), false), add(wave(3), true)});
    return brep;
  }
  std::vector<Vec2<double>> points;
  std::vector<double> weights;
  const Vec2<double> middle{random.uniform(-4, 4), random.uniform(-4, 4)};
  for (int k = 0; k < 11; ++k) {
    const double angle = 2 * pi * k / 11, r = random.uniform(0.2, 2.5);
    points.push_back(middle + Vec2<double>{r * std::cos(angle), r * std::sin(angle)});
    weights.push_back(random.uniform(0.3, 3));
  }
  parts.face(surface, false, {add(closed_by_wrapping(points, 3, weights), false)});
  return brep;
}

TEST(TrimmedPolygons, HoldsThemForSplinesAtRandom) {
  test::Random random(13);
  for (int round = 0; round < 40; ++round) {
    BrepSurface s;
    s.radius = 1;
    s.kind = round % 2 == 0 ? BrepSurfaceKind::plane : BrepSurfaceKind::cylinder;
    expect_as_polygons(face_with_a_spline(s, false, random), random);
  }
}

/// v of a wave at u, by bisection of its parameter: u grows along it where its control points are so.
double height_at(const NurbsCurve& curve, double u) {
  const double first = curve.points[0].x, at = moved_by_periods(u, 2 * pi, first);
  double low = curve.u.begin(), high = curve.u.end();
  for (int k = 0; k < 60; ++k) {
    const double t = 0.5 * (low + high);
    (point_at(curve, t).point.x < at ? low : high) = t;
  }
  return point_at(curve, low).point.y;
}

TEST(TrimmedPolygons, HoldsWhatIsBetweenWavesAllRound) {
  test::Random random(14);
  for (int round = 0; round < 40; ++round) {
    BrepSurface s;
    s.radius = 1, s.half_angle = 0.1, s.minor_radius = 0.3;
    s.kind = round % 2 == 0 ? BrepSurfaceKind::cylinder : BrepSurfaceKind::torus;
    const bool torus = s.kind == BrepSurfaceKind::torus;
    const Brep brep = face_with_a_spline(s, true, random);
    const TrimmedDomain domain(brep, 0);
    ASSERT_EQ(domain.status(), TrimStatus::ok) << domain.fault();
    for (int k = 0; k < 200; ++k) {
      const double u = random.uniform(-10, 10), v = random.uniform(-1.5, 4.5);
      const double low = height_at(brep.nurbs_parameter_curves[0], u),
                   high = height_at(brep.nurbs_parameter_curves[1], u);
      if (std::min(std::abs(v - low), std::abs(v - high)) < 1e-9) continue;
      EXPECT_EQ(domain.side_of(u, v + (torus ? 2 * pi * random.below(3) : 0), 0),
                v > low && v < high ? TrimSide::inside : TrimSide::outside)
          << u << ", " << v;
    }
  }
}

TEST(TrimmedPolygons, HoldsABandThatWindsBothWaysAroundATorus) {
  Brep brep;
  test::BrepParts parts(brep);
  const std::uint32_t v = parts.vertex({0, 0, 0});
  BrepSurface s;
  s.kind = BrepSurfaceKind::torus, s.radius = 2, s.minor_radius = 0.5;
  std::vector<test::Sides> loops;
  for (const double at : {0.0, 1.5})  // v = at + 2 u
    loops.push_back(
        {parts.straight(parts.arc({}, 1, 0, 2 * pi, v, v), at > 0, {1, at + 2}, {1 + 2 * pi, at + 2 + 4 * pi})});
  parts.face(s, false, loops);
  const TrimmedDomain domain(brep, 0);
  ASSERT_EQ(domain.status(), TrimStatus::ok) << domain.fault();
  test::Random random(15);
  for (int k = 0; k < 500; ++k) {
    const double x = random.uniform(-7, 7), y = random.uniform(-7, 7), across = moved_by_periods(y - 2 * x, 2 * pi, 0);
    EXPECT_EQ(domain.side_of(x, y, 1e-9), across < 1.5 ? TrimSide::inside : TrimSide::outside) << x << ", " << y;
  }
}

TEST(TrimmedPolygons, HoldsThemInOtherFramesToo) {
  test::Random random(2);
  for (const Brep& brep : all_bodies()) {
    if (brep.faces.size() == 1) continue;  // a sheet's splines are not told by other frames
    expect_as_polygons(test::reframed(brep, random), random, 30);
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
      const SurfaceJet<double> p = surface_point_at(brep, brep.faces[face].surface, u, v);
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

TEST(TrimmedPolygons, AreasAreThoseOfClosedForms) {
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

TEST(TrimmedPolygons, EveryPointOutsideOfTheBoxIsOutside) {
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

}  // namespace
}  // namespace abut
