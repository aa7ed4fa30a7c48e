#include "abut/brep/brep_geometry.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/brep/made_breps.h"

namespace abut {
namespace {

constexpr double pi = M_PI;

/// One surface of each kind, in frames at random, every other one left-handed.
Brep one_of_each_kind(test::Random& random) {
  double area = 0;
  Brep brep = test::turned_spline();  // the profile, and a revolution
  brep.nurbs_surfaces = test::spline_tube().nurbs_surfaces;
  brep.parameter_curves = test::sheet_with_holes(area).parameter_curves;
  brep.nurbs_parameter_curves = test::sheet_with_holes(area).nurbs_parameter_curves;
  brep.surfaces.clear();
  for (int k = 0; k <= static_cast<int>(BrepSurfaceKind::nurbs); ++k) {
    BrepSurface s;
    s.kind = static_cast<BrepSurfaceKind>(k);
    const Mat3<double> r = random.rotation();
    s.frame = {random.in_cube(), {r.m[0], r.m[3], r.m[6]}, {r.m[1], r.m[4], r.m[7]}, {r.m[2], r.m[5], r.m[8]}};
    if (k % 2 == 1) s.frame.y = -s.frame.y;
    s.radius = 1.5, s.minor_radius = 0.4, s.half_angle = k % 2 == 0 ? 0.3 : -0.3;
    s.profile = 0, s.nurbs = 0;
    brep.surfaces.push_back(s);
  }
  for (const auto kind : {BrepCurveKind::line, BrepCurveKind::circle, BrepCurveKind::ellipse}) {
    BrepCurve c;
    c.kind = kind, c.frame = brep.surfaces[1].frame, c.radius = 1.2, c.minor_radius = 0.7;
    brep.curves.push_back(c);
  }
  return brep;
}

double off(Vec3<double> a, Vec3<double> b) { return max_abs(a - b); }

TEST(BrepGeometry, DerivativesOfSurfacesAreThoseOfFiniteDifferences) {
  test::Random random(1);
  const Brep brep = one_of_each_kind(random);
  constexpr double h = 1e-5;
  for (std::uint32_t s = 0; s < brep.surfaces.size(); ++s) {
    for (int round = 0; round < 50; ++round) {
      const double u = random.uniform(0.05, 0.45), v = random.uniform(0.05, 0.45);
      const SurfaceJet<double> p = surface_point_at(brep, s, u, v);
      const auto a = surface_point_at(brep, s, u + h, v), b = surface_point_at(brep, s, u - h, v);
      const auto c = surface_point_at(brep, s, u, v + h), d = surface_point_at(brep, s, u, v - h);
      const double half = 1 / (2 * h);
      EXPECT_LT(off(p.u, (a.point - b.point) * half), 1e-7) << s;
      EXPECT_LT(off(p.v, (c.point - d.point) * half), 1e-7) << s;
      EXPECT_LT(off(p.uu, (a.u - b.u) * half), 1e-6) << s;
      EXPECT_LT(off(p.uv, (c.u - d.u) * half), 1e-6) << s;
      EXPECT_LT(off(p.uv, (a.v - b.v) * half), 1e-6) << s;
      EXPECT_LT(off(p.vv, (c.v - d.v) * half), 1e-6) << s;
    }
  }
}

TEST(BrepGeometry, DerivativesOfCurvesAreThoseOfFiniteDifferences) {
  test::Random random(2);
  const Brep brep = one_of_each_kind(random);
  constexpr double h = 1e-5;
  const auto compare = [&](const auto& at, double t) {
    const CurveJet<double> p = at(t), a = at(t + h), b = at(t - h);
    EXPECT_LT(off(p.first, (a.point - b.point) * (1 / (2 * h))), 1e-7);
    EXPECT_LT(off(p.second, (a.first - b.first) * (1 / (2 * h))), 1e-6);
  };
  for (int round = 0; round < 20; ++round) {
    const double t = random.uniform(0.03, 0.22);
    for (std::uint32_t c = 0; c < brep.curves.size(); ++c)
      compare([&](double x) { return curve_point_at(brep, c, x); }, t);
    for (std::uint32_t c = 0; c < brep.parameter_curves.size(); ++c)
      compare([&](double x) { return parameter_curve_point_at(brep, c, x); }, t);
  }
}

TEST(BrepGeometry, PointsAreWhereTheirEquationsSay) {
  test::Random random(3);
  const Brep brep = one_of_each_kind(random);
  for (int round = 0; round < 200; ++round) {
    const double u = random.uniform(-7, 7), v = random.uniform(-7, 7);
    for (std::uint32_t s = 0; s < 5; ++s) {
      const BrepSurface& of = brep.surfaces[s];
      const Vec3<double> p = surface_point_at(brep, s, u, v).point - of.frame.origin;
      const double z = dot(p, of.frame.z), r = std::hypot(dot(p, of.frame.x), dot(p, of.frame.y));
      if (of.kind == BrepSurfaceKind::plane) {
        EXPECT_NEAR(z, 0, 1e-14);
      }
      if (of.kind == BrepSurfaceKind::cylinder) {
        EXPECT_NEAR(r, 1.5, 1e-14);
        EXPECT_NEAR(z, v, 1e-14);
      }
      if (of.kind == BrepSurfaceKind::cone) {
        EXPECT_NEAR(r, std::abs(1.5 + z * std::tan(of.half_angle)), 1e-13);
      }
      if (of.kind == BrepSurfaceKind::sphere) {
        EXPECT_NEAR(length(p), 1.5, 1e-14);
      }
      if (of.kind == BrepSurfaceKind::torus) {
        EXPECT_NEAR(std::hypot(r - 1.5, z), 0.4, 1e-14);
      }
    }
  }
  // A revolution keeps distances to its axis, an extrusion's rulings are straight.
  const auto a = surface_point_at(brep, 5, 0, 0.3).point, b = surface_point_at(brep, 5, 2, 0.3).point;
  const BrepFrame& f = brep.surfaces[5].frame;
  EXPECT_NEAR(length(cross(a - f.origin, f.z)), length(cross(b - f.origin, f.z)), 1e-14);
  EXPECT_NEAR(dot(a - f.origin, f.z), dot(b - f.origin, f.z), 1e-14);
  EXPECT_LT(off(a, curve_point_at(brep, 0, 0.3).point), 1e-15);
  EXPECT_LT(
      off(surface_point_at(brep, 6, 0.3, 5).point, curve_point_at(brep, 0, 0.3).point + brep.surfaces[6].frame.z * 5.0),
      1e-14);
}

TEST(BrepGeometry, TurnsAboutAnAxisByTheRightHandRule) {
  Brep brep = test::turned_spline();
  const Vec3<double> p = curve_point_at(brep, 0, 0.4).point - brep.surfaces[0].frame.origin;
  const Vec3<double> q = surface_point_at(brep, 0, pi / 2, 0.4).point - brep.surfaces[0].frame.origin;
  EXPECT_LT(off(q, {-p.y, p.x, p.z}), 1e-15);
}

TEST(BrepGeometry, NearestParametersGiveBackThoseOfAPoint) {
  test::Random random(4);
  const Brep brep = one_of_each_kind(random);
  for (std::uint32_t s = 0; s < 5; ++s) {
    for (int round = 0; round < 300; ++round) {
      const double u = random.uniform(0, 2 * pi);
      const bool sphere = brep.surfaces[s].kind == BrepSurfaceKind::sphere;
      const bool cone = brep.surfaces[s].kind == BrepSurfaceKind::cone;  // on both sides of its tip
      const double v = sphere ? random.uniform(-1.5, 1.5) : random.uniform(cone ? -9 : 0, 4);
      const NearestParameters at = nearest_parameters(brep, s, surface_point_at(brep, s, u, v).point);
      EXPECT_LT(at.distance, 1e-14);
      EXPECT_NEAR(at.u, u, 1e-13) << s;
      EXPECT_NEAR(at.v, v, 1e-13) << s;
    }
  }
}

/// The least distance by looking at many points, and nearer ones around the best.
double searched_distance(const Brep& brep, std::uint32_t s, Vec3<double> p) {
  const bool plane = brep.surfaces[s].kind == BrepSurfaceKind::plane;
  double u = plane ? 0 : pi, v = 0, reach_u = plane ? 8 : pi, reach_v = 14, best = HUGE_VAL;
  for (int round = 0; round < 60; ++round) {
    double to_u = u, to_v = v;
    const int n = round == 0 ? 60 : 4;
    for (int i = -n; i <= n; ++i) {
      for (int j = -n; j <= n; ++j) {
        const double x = u + reach_u * i / n, y = v + reach_v * j / n;
        const double d = length(surface_point_at(brep, s, x, y).point - p);
        if (d < best) best = d, to_u = x, to_v = y;
      }
    }
    u = to_u, v = to_v;
    reach_u *= round == 0 ? 0.05 : 0.6, reach_v *= round == 0 ? 0.05 : 0.6;
  }
  return best;
}

TEST(BrepGeometry, NearestParametersAreNearerThanAllOthers) {
  test::Random random(5);
  const Brep brep = one_of_each_kind(random);
  for (std::uint32_t s = 0; s < 5; ++s) {
    for (int round = 0; round < 25; ++round) {
      const Vec3<double> p = random.in_cube() * 3.0;
      const NearestParameters at = nearest_parameters(brep, s, p);
      EXPECT_NEAR(at.distance, length(surface_point_at(brep, s, at.u, at.v).point - p), 1e-13);
      const double searched = searched_distance(brep, s, p);
      EXPECT_LT(at.distance, searched + 1e-12) << s;
      EXPECT_NEAR(at.distance, searched, 1e-4) << s;
    }
  }
}

TEST(BrepGeometry, WhereAllAnglesAreAsNearThatIsSaid) {
  Brep brep = test::ball(1, 1);
  EXPECT_TRUE(nearest_parameters(brep, 0, {0, 0, 0}).any_v);
  EXPECT_TRUE(nearest_parameters(brep, 0, {0, 0, 2}).any_u);
  EXPECT_FALSE(nearest_parameters(brep, 0, {0, 0, 2}).any_v);
  EXPECT_DOUBLE_EQ(nearest_parameters(brep, 0, {0, 0, 2}).v, pi / 2);
  EXPECT_FALSE(nearest_parameters(brep, 0, {1e-9, 0, 2}).any_u);
  brep = test::ring(2, 0.5, 1);
  EXPECT_TRUE(nearest_parameters(brep, 0, {2, 0, 0}).any_v);
  EXPECT_FALSE(nearest_parameters(brep, 0, {2, 0, 0}).any_u);
}

TEST(BrepGeometry, NormalsPointOutOfClosedBodies) {
  // A step along the normal is farther from the middle for a convex body, whichever way its frames are.
  test::Random random(6);
  const std::vector<std::pair<Brep, Vec3<double>>> bodies{
      {test::box(1, 2, 3), {0.5, 1, 1}},        {test::cylinder(1, 2, 1), {0, 0, 1}},
      {test::cylinder(1, 2, 3), {0, 0, 1}},     {test::ball(1, 1), {0, 0, 0}},
      {test::frustum(1, 0.5, 2, 1), {0, 0, 1}}, {test::frustum(0.5, 1, 2, 2), {0, 0, 1}},
      {test::half_ball(1), {0, 0, 0.1}}};
  for (const auto& [made, middle] : bodies) {
    for (const Brep& brep : {made, test::reframed(made, random)}) {
      for (std::uint32_t f = 0; f < brep.faces.size(); ++f) {
        const BrepCoedge& c = brep.coedges[brep.loops[brep.faces[f].first_loop].first_coedge];
        const BrepEdge& e = brep.edges[c.edge];
        const auto at = parameter_curve_point_at(brep, c.parameter_curve, 0.6 * e.begin + 0.4 * e.end).point;
        const auto p = surface_point_at(brep, brep.faces[f].surface, at.x, at.y);
        const Vec3<double> n = outward_normal(brep, f, at.x, at.y);
        if (e.curve == no_brep_index) {
          EXPECT_EQ(length(n), 0);
          continue;
        }
        EXPECT_NEAR(length(n), 1, 1e-14);
        EXPECT_GT(dot(n, p.point - middle), 0) << f;
      }
    }
  }
}

TEST(BrepGeometry, DomainsCloseWhereSurfacesDo) {
  const SurfaceDomain tube = domain_of(test::spline_tube(), 0);
  EXPECT_DOUBLE_EQ(tube.period_u, tube.end_u - tube.begin_u);
  EXPECT_EQ(tube.period_v, 0);
  EXPECT_DOUBLE_EQ(domain_of(test::elliptic_tube(), 0).period_u, 2 * pi);
  EXPECT_EQ(domain_of(test::turned_spline(), 0).period_v, 0);
  EXPECT_DOUBLE_EQ(domain_of(test::turned_spline(), 0).end_v, 1);
  EXPECT_DOUBLE_EQ(domain_of(test::ring(2, 1, 1), 0).period_v, 2 * pi);
  EXPECT_FALSE(std::isfinite(domain_of(test::box(1, 1, 1), 0).end_u));
}

TEST(BrepGeometry, PeriodsAreTakenOff) {
  EXPECT_DOUBLE_EQ(moved_by_periods(7, 2, 0), 1);
  EXPECT_DOUBLE_EQ(moved_by_periods(-1, 2, 0), 1);
  EXPECT_EQ(moved_by_periods(2, 2, 0), 0);
  EXPECT_EQ(moved_by_periods(5, 0, 0), 5);
  EXPECT_LT(moved_by_periods(-1e-20, 2, 0), 2);
}

}  // namespace
}  // namespace abut
