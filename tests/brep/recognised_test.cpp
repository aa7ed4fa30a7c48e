#include "host/brep/recognised.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "host/brep/brep_carriers.h"
#include "host/brep/canonical_bound.h"
#include "host/brep/canonical_fit.h"
#include "host/brep/canonical_part.h"
#include "host/brep/surface_patches.h"
#include "tests/brep/made_breps.h"
#include "tests/brep/told_otherwise.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using host::RecognisedSurface;

constexpr double pi = M_PI;
constexpr double within = 1e-9;

BrepFrame random_frame(test::Random& random) {
  const Mat3<double> r = random.rotation();
  return {random.in_cube() * 3.0, {r.m[0], r.m[3], r.m[6]}, {r.m[1], r.m[4], r.m[7]}, {r.m[2], r.m[5], r.m[8]}};
}

BrepSurface canonical(BrepSurfaceKind kind, test::Random& random) {
  BrepSurface s;
  s.kind = kind, s.frame = random_frame(random);
  s.radius = kind == BrepSurfaceKind::plane ? 0 : 1.5, s.half_angle = 0.4, s.minor_radius = 0.6;
  return s;
}

constexpr BrepSurfaceKind canonical_kinds[] = {BrepSurfaceKind::plane, BrepSurfaceKind::cylinder, BrepSurfaceKind::cone,
                                               BrepSurfaceKind::sphere, BrepSurfaceKind::torus};

Brep with(const NurbsSurface& surface) {
  Brep out;
  out.nurbs_surfaces.push_back(surface);
  BrepSurface s;
  s.kind = BrepSurfaceKind::nurbs, s.nurbs = 0;
  out.surfaces.push_back(s);
  return out;
}

host::ParameterBox all_of(const Brep& brep) {
  const SurfaceDomain d = domain_of(brep, 0);
  return {d.begin_u, d.end_u, d.begin_v, d.end_v};
}

/// The farthest of many points of the given surface from the canonical one, which all lie in the part told, and whose
/// normals are on the side told.
double farthest_of(const Brep& brep, const host::ParameterBox& part, const RecognisedSurface& found) {
  Brep of = brep;
  of.surfaces.push_back(found.surface);
  const auto n = static_cast<std::uint32_t>(of.surfaces.size() - 1);
  double most = 0;
  for (int i = 0; i <= 40; ++i) {
    for (int j = 0; j <= 40; ++j) {
      const SurfaceDomain d = domain_of(brep, 0);
      const double u = moved_by_periods(part.u0 + (part.u1 - part.u0) * i / 40, d.period_u, d.begin_u);
      const double v = moved_by_periods(part.v0 + (part.v1 - part.v0) * j / 40, d.period_v, d.begin_v);
      const SurfaceJet<double> p = surface_point_at(brep, 0, u, v);
      const NearestParameters at = nearest_parameters(of, n, p.point);
      most = std::max(most, at.distance);
      const SurfaceJet<double> q = surface_point_at(of, n, at.u, at.v);
      const Vec3<double> normal = unit_normal(p), other = unit_normal(q);
      if (length(cross(p.u, p.v)) > 1e-6) {
        EXPECT_GT(dot(normal, other) * (found.reversed ? -1 : 1), 1 - 1e-6);
        const bool turns = found.surface.kind != BrepSurfaceKind::plane;
        const double x = turns ? moved_by_periods(at.u, 2 * pi, found.part.u0) : at.u;
        const bool tube = found.surface.kind == BrepSurfaceKind::torus;
        const double y = tube ? moved_by_periods(at.v, 2 * pi, found.part.v0) : at.v;
        EXPECT_TRUE(x >= found.part.u0 && x <= found.part.u1 && y >= found.part.v0 && y <= found.part.v1)
            << x << ' ' << y << " in " << found.part.u0 << ' ' << found.part.u1 << ' ' << found.part.v0 << ' '
            << found.part.v1;
      }
    }
  }
  return most;
}

/// Whether it is the same set of points: frames may be turned.
void expect_same(const BrepSurface& found, const BrepSurface& told, double tolerance) {
  ASSERT_EQ(static_cast<int>(found.kind), static_cast<int>(told.kind));
  const auto a = *host::carrier_of(found, false), b = *host::carrier_of(told, false);
  if (told.kind != BrepSurfaceKind::sphere) {
    EXPECT_LT(length(cross(a.z, b.z)), tolerance);
  }
  EXPECT_NEAR(std::abs(side_distance(a, b.origin)), std::abs(side_distance(b, b.origin)), tolerance);
  if (told.kind != BrepSurfaceKind::plane && told.kind != BrepSurfaceKind::cone) {
    EXPECT_NEAR(a.radius, b.radius, tolerance);
  }
  if (told.kind == BrepSurfaceKind::cone) {
    EXPECT_NEAR(a.sine, b.sine, tolerance);
    EXPECT_LT(length(a.origin - b.origin), tolerance);
  }
  if (told.kind == BrepSurfaceKind::torus || told.kind == BrepSurfaceKind::sphere) {
    EXPECT_LT(length(a.origin - b.origin), tolerance);
  }
}

void expect_recognised(const Brep& brep, const host::ParameterBox& part, const BrepSurface& told, double distance,
                       double tolerance) {
  const auto found = host::recognised_surface(brep, 0, part, distance);
  ASSERT_TRUE(found.has_value()) << "kind " << static_cast<int>(told.kind);
  expect_same(found->surface, told, tolerance);
  EXPECT_LE(found->deviation, distance);
  EXPECT_LE(farthest_of(brep, part, *found), found->deviation + 1e-13);
}

struct Ranges {
  double u0, u1, v0, v1;
};
Ranges some_part(BrepSurfaceKind kind, test::Random& random) {
  const bool sphere = kind == BrepSurfaceKind::sphere;
  const double u0 = random.uniform(-3, 3), v0 = sphere ? random.uniform(-1.4, 0) : random.uniform(0.1, 1.5);
  return {u0, u0 + random.uniform(0.4, 3), v0, v0 + random.uniform(0.4, 1.4)};
}

TEST(Recognised, ExactRationalFormsOfEveryKind) {
  test::Random random(1);
  for (const BrepSurfaceKind kind : canonical_kinds) {
    for (int round = 0; round < 12; ++round) {
      const BrepSurface told = canonical(kind, random);
      const Ranges r = some_part(kind, random);
      NurbsSurface n = test::as_nurbs(told, r.u0, r.u1, r.v0, r.v1);
      if (round % 3 == 1) n = elevate_degree(elevate_degree(n, SurfaceParameter::u), SurfaceParameter::v);
      if (round % 3 == 2) n = insert_knot(insert_knot(n, SurfaceParameter::u, 0.37), SurfaceParameter::v, 1.61);
      if (round % 2 == 1) n = turned_inside_out(n);
      const Brep brep = with(n);
      expect_recognised(brep, all_of(brep), told, within, 1e-10);
    }
  }
}

TEST(Recognised, WholeOnesAndThoseWithTheSeamElsewhere) {
  test::Random random(2);
  for (const BrepSurfaceKind kind : canonical_kinds) {
    if (kind == BrepSurfaceKind::plane) continue;
    const BrepSurface told = canonical(kind, random);
    const double seam = random.uniform(0, 6);
    const bool round = kind == BrepSurfaceKind::torus, ball = kind == BrepSurfaceKind::sphere;
    const double v0 = ball ? -pi / 2 : 0, v1 = ball ? pi / 2 : round ? 2 * pi : 1.2;
    const Brep brep = with(test::as_nurbs(told, seam, seam + 2 * pi, v0, v1, 4, 4));
    const auto found = host::recognised_surface(brep, 0, all_of(brep), within);
    ASSERT_TRUE(found.has_value());
    expect_same(found->surface, told, 1e-10);
    EXPECT_NEAR(found->part.u1 - found->part.u0, 2 * pi, 1e-9);
    // A part over the seam: from 3.2 spans on to 1.1 of the next round.
    expect_recognised(brep, {3.2, 5.1, 0.3, 3.1}, told, within, 1e-10);
  }
}

TEST(Recognised, AConeWithItsTip) {
  test::Random random(3);
  BrepSurface told = canonical(BrepSurfaceKind::cone, random);
  told.radius = 0;
  const Brep brep = with(test::as_nurbs(told, 0, 2 * pi, 0, 2, 4, 2));
  expect_recognised(brep, all_of(brep), told, within, 1e-10);
  // Over the tip there are two cones.
  const Brep both = with(test::as_nurbs(told, 0, 2 * pi, -1, 1, 4, 2));
  EXPECT_FALSE(host::recognised_surface(both, 0, all_of(both), within).has_value());
}

TEST(Recognised, PolynomialApproximationsWithinTheirDistance) {
  test::Random random(4);
  for (const BrepSurfaceKind kind : canonical_kinds) {
    const BrepSurface told = canonical(kind, random);
    Brep of;
    of.surfaces.push_back(told);
    const Ranges r = some_part(kind, random);
    const auto at = [&](double u, double v) { return surface_point_at(of, 0, u, v); };
    const Brep fine = with(test::by_cubics(at, r.u0, r.u1, r.v0, r.v1, 24, 12));
    const auto found = host::recognised_surface(fine, 0, all_of(fine), 1e-6);
    ASSERT_TRUE(found.has_value()) << static_cast<int>(kind);
    EXPECT_EQ(static_cast<int>(found->surface.kind), static_cast<int>(kind));
    const double most = farthest_of(fine, all_of(fine), *found);
    EXPECT_LE(most, found->deviation + 1e-14);
    EXPECT_LE(found->deviation, std::max(12 * most, 1e-12));  // no more than twice a factor of 4 and the samples' 1.5
    if (kind == BrepSurfaceKind::plane) continue;
    EXPECT_GT(most, 1e-12);
    // What is farther off than is asked is none.
    EXPECT_FALSE(host::recognised_surface(fine, 0, all_of(fine), 0.1 * most).has_value()) << static_cast<int>(kind);
  }
}

TEST(Recognised, NearMissesAreNone) {
  test::Random random(5);
  for (const BrepSurfaceKind kind : canonical_kinds) {
    for (int round = 0; round < 4; ++round) {
      const BrepSurface told = canonical(kind, random);
      NurbsSurface n = test::as_nurbs(told, 0.2, 2, 0.2, 1.4);
      // One control point moved so far along the normal that the surface is off by some 10 distances there.
      const std::size_t k = n.points.size() / 2;
      const Brep straight = with(n);
      const SurfaceJet<double> p = surface_point_at(straight, 0, 1.5, 1.5);
      n.points[k] = n.points[k] + unit_normal(p) * 60e-9;
      const Brep brep = with(n);
      EXPECT_TRUE(host::recognised_surface(straight, 0, all_of(straight), within).has_value());
      EXPECT_FALSE(host::recognised_surface(brep, 0, all_of(brep), within).has_value()) << static_cast<int>(kind);
      EXPECT_TRUE(host::recognised_surface(brep, 0, all_of(brep), 60e-9).has_value()) << static_cast<int>(kind);
    }
  }
}

TEST(Recognised, ABumpBetweenTheSamplesIsSeen) {
  // s (1 - s) (3 s - 1) (3 s - 2) is 0 at thirds, where a patch is looked at.
  constexpr double bump[] = {0, 0.5, -5.0 / 6, 0.5, 0};
  test::Random random(6);
  const BrepSurface told = canonical(BrepSurfaceKind::plane, random);
  NurbsSurface n = test::as_nurbs(told, 0, 1, 0, 1, 1, 1);
  n = elevate_degree(elevate_degree(n, SurfaceParameter::u, 3), SurfaceParameter::v, 3);
  for (std::size_t k = 0; k < 25; ++k) n.points[k] = n.points[k] + told.frame.z * (1e-6 * bump[k / 5] * bump[k % 5]);
  const Brep brep = with(n);
  EXPECT_FALSE(host::recognised_surface(brep, 0, all_of(brep), within).has_value());
  const auto found = host::recognised_surface(brep, 0, all_of(brep), 1e-7);
  ASSERT_TRUE(found.has_value());
  EXPECT_GT(found->deviation, 1e-8);
}

Brep swept(BrepSurfaceKind kind, const BrepFrame& frame, const BrepCurve& profile) {
  Brep out;
  out.curves.push_back(profile);
  BrepSurface s;
  s.kind = kind, s.frame = frame, s.profile = 0;
  out.surfaces.push_back(s);
  return out;
}

/// A curve also told as a NURBS.
Brep by_spline(Brep brep, double t0, double t1) {
  brep.nurbs_curves.push_back(test::as_nurbs(brep.curves[0], t0, t1));
  brep.curves[0].kind = BrepCurveKind::nurbs, brep.curves[0].nurbs = 0;
  return brep;
}

TEST(Recognised, RevolutionsOfLinesAndCircles) {
  test::Random random(7);
  const BrepFrame f = random_frame(random);
  const auto profile = [&](BrepCurveKind kind, Vec2<double> at, Vec2<double> x, double radius) {
    BrepCurve c;
    c.kind = kind, c.radius = radius;
    c.frame.origin = f.origin + f.x * at.x + f.z * at.y;
    c.frame.x = f.x * x.x + f.z * x.y, c.frame.y = f.z * x.x - f.x * x.y, c.frame.z = cross(c.frame.x, c.frame.y);
    return c;
  };
  struct Case {
    BrepCurve curve;
    BrepSurfaceKind kind;
    double radius, half_angle, minor;
    Vec2<double> at;
  };
  const double h = 0.4;
  const Case cases[] = {
      {profile(BrepCurveKind::line, {1.5, 0}, {0, 1}, 0), BrepSurfaceKind::cylinder, 1.5, 0, 0, {0, 0}},
      {profile(BrepCurveKind::line, {1.5, 0}, {std::sin(h), std::cos(h)}, 0), BrepSurfaceKind::cone, 1.5, h, 0, {}},
      {profile(BrepCurveKind::line, {1.5, 0.3}, {1, 0}, 0), BrepSurfaceKind::plane, 0, 0, 0, {0, 0.3}},
      {profile(BrepCurveKind::circle, {0, 0.2}, {1, 0}, 1.5), BrepSurfaceKind::sphere, 1.5, 0, 0, {0, 0.2}},
      {profile(BrepCurveKind::circle, {2, 0.2}, {0, 1}, 0.6), BrepSurfaceKind::torus, 2, 0, 0.6, {0, 0.2}}};
  for (const Case& c : cases) {
    BrepSurface told;
    told.kind = c.kind, told.frame = f, told.radius = c.radius, told.half_angle = c.half_angle;
    told.minor_radius = c.minor, told.frame.origin = f.origin + f.z * c.at.y;
    const Brep conic = swept(BrepSurfaceKind::revolution, f, c.curve);
    expect_recognised(conic, {0.3, 2.9, 0.1, 1.2}, told, within, 1e-10);
    const Brep spline = by_spline(conic, 0.1, 1.2);
    expect_recognised(spline, {0.3, 6.5, 0, 3}, told, within, 1e-10);
  }
  // A line askew to the axis makes a hyperboloid, an ellipse no torus.
  BrepCurve askew = cases[0].curve;
  askew.frame.x = unit_vector(f.z + f.y * 0.3), askew.frame.y = f.x, askew.frame.z = cross(askew.frame.x, f.x);
  EXPECT_FALSE(host::recognised_surface(swept(BrepSurfaceKind::revolution, f, askew), 0, {0, 2, -1, 1}, within));
  BrepCurve ellipse = cases[4].curve;
  ellipse.kind = BrepCurveKind::ellipse, ellipse.minor_radius = 0.5999;
  EXPECT_FALSE(host::recognised_surface(swept(BrepSurfaceKind::revolution, f, ellipse), 0, {0, 2, 0, 3}, within));
}

TEST(Recognised, ExtrusionsOfLinesAndCircles) {
  test::Random random(8);
  const BrepFrame f = random_frame(random);
  BrepCurve circle;
  circle.kind = BrepCurveKind::circle, circle.frame = f, circle.radius = 1.5;
  BrepSurface told;
  told.kind = BrepSurfaceKind::cylinder, told.frame = f, told.radius = 1.5;
  const Brep tube = swept(BrepSurfaceKind::extrusion, f, circle);
  expect_recognised(tube, {5, 8, -1, 2}, told, within, 1e-10);
  expect_recognised(by_spline(tube, 0.4, 5), {0.2, 2.7, -1, 2}, told, within, 1e-10);
  BrepCurve line;
  line.frame = random_frame(random);
  told.kind = BrepSurfaceKind::plane, told.radius = 0;
  told.frame = line.frame, told.frame.z = unit_vector(cross(line.frame.x, f.z));
  told.frame.x = line.frame.x, told.frame.y = cross(told.frame.z, told.frame.x);
  expect_recognised(swept(BrepSurfaceKind::extrusion, f, line), {-1, 2, -1, 2}, told, within, 1e-10);
  circle.kind = BrepCurveKind::ellipse, circle.minor_radius = 1.5 - 1e-7;
  EXPECT_FALSE(host::recognised_surface(swept(BrepSurfaceKind::extrusion, f, circle), 0, {0, 3, 0, 1}, within));
}

TEST(Recognised, SurfacesThatAreNoneOfThemAreNone) {
  const Brep turned = test::turned_spline();
  EXPECT_FALSE(host::recognised_surface(turned, 0, {0, 1, 0, 1}, 1e-4).has_value());
  EXPECT_FALSE(host::recognised_surface(test::elliptic_tube(), 0, {0, 6, 0, 2}, 1e-4).has_value());
}

}  // namespace
}  // namespace abut
