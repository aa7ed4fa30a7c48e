#include "host/brep/parameter_finder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "host/brep/nearest_on_arcs.h"
#include "tests/brep/made_breps.h"
#include "tests/support/random.h"

namespace abut {
namespace {

using host::ParameterFinder;

constexpr double pi = M_PI;

std::vector<double> knots(int degree, std::size_t points) {
  std::vector<double> out(static_cast<std::size_t>(degree) + 1, 0);
  for (std::size_t k = static_cast<std::size_t>(degree) + 1; k < points; ++k) out.push_back(out.back() + 0.5);
  out.insert(out.end(), static_cast<std::size_t>(degree) + 1, out.back() + 0.5);
  return out;
}

NurbsSurface random_surface(int degree, bool rational, test::Random& random) {
  NurbsSurface s;
  s.u = {degree, knots(degree, 6)}, s.v = {degree, knots(degree, 7)};
  for (int i = 0; i < 6; ++i) {
    for (int j = 0; j < 7; ++j) {
      s.points.push_back(Vec3<double>{i * 0.5, j * 0.5, 0} + random.in_cube() * 0.2);
      if (rational) s.weights.push_back(random.uniform(0.5, 2));
    }
  }
  return s;
}

NurbsSpaceCurve random_curve(int degree, bool rational, test::Random& random) {
  NurbsSpaceCurve c;
  c.u = {degree, knots(degree, 7)};
  for (int i = 0; i < 7; ++i) {
    c.points.push_back(Vec3<double>{2, 0, i * 0.4} + random.in_cube() * 0.5);
    if (rational) c.weights.push_back(random.uniform(0.5, 2));
  }
  return c;
}

BrepFrame random_frame(test::Random& random) {
  const Mat3<double> r = random.rotation();
  BrepFrame f{random.in_cube(), {r.m[0], r.m[3], r.m[6]}, {r.m[1], r.m[4], r.m[7]}, {r.m[2], r.m[5], r.m[8]}};
  if (random.below(2) == 0) f.y = -f.y;
  return f;
}

/// Curves of every kind; of each a revolution and an extrusion; and NURBS.
Brep made(test::Random& random) {
  Brep brep;
  for (int degree = 1; degree <= 4; ++degree) {
    for (const bool rational : {false, true}) {
      brep.nurbs_surfaces.push_back(random_surface(degree, rational, random));
      brep.nurbs_curves.push_back(random_curve(degree, rational, random));
    }
  }
  for (const auto kind : {BrepCurveKind::line, BrepCurveKind::circle, BrepCurveKind::ellipse}) {
    brep.curves.push_back({kind, random_frame(random), 1.2, 0.7});
  }
  for (std::uint32_t k = 0; k < 8; ++k) brep.curves.push_back({BrepCurveKind::nurbs, {}, 0, 0, k});
  for (std::uint32_t k = 0; k < brep.curves.size(); ++k) {
    for (const auto kind : {BrepSurfaceKind::revolution, BrepSurfaceKind::extrusion}) {
      BrepSurface s;
      s.kind = kind, s.frame = random_frame(random), s.profile = k;
      brep.surfaces.push_back(s);
    }
  }
  for (std::uint32_t k = 0; k < 8; ++k) {
    BrepSurface s;
    s.kind = BrepSurfaceKind::nurbs, s.nurbs = k;
    brep.surfaces.push_back(s);
  }
  return brep;
}

/// What has no end is looked at so far.
double bounded(double x) { return std::clamp(x, -6.0, 6.0); }

/// The least distance by looking at many parameters, and around the best ones.
double searched(const Brep& brep, std::uint32_t s, const Vec3<double>& p) {
  const SurfaceDomain d = domain_of(brep, s);
  const double u0 = bounded(d.begin_u), u1 = bounded(d.end_u), v0 = bounded(d.begin_v), v1 = bounded(d.end_v);
  double u = 0.5 * (u0 + u1), v = 0.5 * (v0 + v1), wide = 0.5 * (u1 - u0), high = 0.5 * (v1 - v0), best = HUGE_VAL;
  for (int round = 0; round < 30; ++round) {
    const int n = round == 0 ? 50 : 4;
    double to_u = u, to_v = v;
    for (int i = -n; i <= n; ++i) {
      for (int j = -n; j <= n; ++j) {
        const double x = std::clamp(u + wide * i / n, u0, u1), y = std::clamp(v + high * j / n, v0, v1);
        const double there = length(surface_point_at(brep, s, x, y).point - p);
        if (there < best) best = there, to_u = x, to_v = y;
      }
    }
    u = to_u, v = to_v, wide *= round == 0 ? 0.05 : 0.5, high *= round == 0 ? 0.05 : 0.5;
  }
  return best;
}

TEST(ParameterFinder, APointOfASurfaceIsFoundAgain) {
  test::Random random(1);
  const Brep brep = made(random);
  const ParameterFinder finder(brep);
  double most = 0;
  for (std::uint32_t s = 0; s < brep.surfaces.size(); ++s) {
    const SurfaceDomain d = domain_of(brep, s);
    for (int round = 0; round < 100; ++round) {
      const double u = random.uniform(bounded(d.begin_u), bounded(d.end_u));
      const double v = random.uniform(bounded(d.begin_v), bounded(d.end_v));
      const Vec3<double> p = surface_point_at(brep, s, u, v).point;
      const NearestParameters at = finder.on_surface(s, p);
      EXPECT_LT(at.distance, 1e-13) << s;
      most = std::max(most, length(surface_point_at(brep, s, at.u, at.v).point - p));
    }
  }
  EXPECT_LT(most, 1e-12);  // 1e-13 of the size
}

TEST(ParameterFinder, NothingIsNearerThanTheNearestPointOfASurface) {
  test::Random random(2);
  const Brep brep = made(random);
  const ParameterFinder finder(brep);
  for (std::uint32_t s = 0; s < brep.surfaces.size(); ++s) {
    for (int round = 0; round < 12; ++round) {
      const Vec3<double> p = random.in_cube() * 3.0;
      const NearestParameters at = finder.on_surface(s, p);
      EXPECT_NEAR(at.distance, length(surface_point_at(brep, s, at.u, at.v).point - p), 1e-12) << s;
      const double other = searched(brep, s, p);
      EXPECT_LT(at.distance, other + 1e-12) << s << ' ' << round;
      const SurfaceDomain d = domain_of(brep, s);
      EXPECT_TRUE(at.u >= d.begin_u && at.u <= d.end_u && at.v >= d.begin_v && at.v <= d.end_v) << s;
      EXPECT_EQ(nearest_parameters(brep, s, p).u, at.u);
      EXPECT_EQ(nearest_parameters(brep, s, p).v, at.v);
    }
  }
}

TEST(ParameterFinder, PointsOnTheAxisOfARevolutionHaveAllAngles) {
  test::Random random(3);
  const Brep brep = made(random);
  const ParameterFinder finder(brep);
  for (std::uint32_t s = 0; s < brep.surfaces.size(); ++s) {
    if (brep.surfaces[s].kind != BrepSurfaceKind::revolution) continue;
    const NearestParameters at = finder.on_surface(s, brep.surfaces[s].frame.origin);
    EXPECT_TRUE(at.any_u) << s;
    EXPECT_NEAR(at.distance, searched(brep, s, brep.surfaces[s].frame.origin), 1e-6);
  }
}

TEST(ParameterFinder, CurvesAreAsNearAsManyOfTheirPointsSay) {
  test::Random random(4);
  const Brep brep = made(random);
  const ParameterFinder finder(brep);
  for (std::uint32_t c = 3; c < brep.curves.size(); ++c) {
    const NurbsSpaceCurve& n = brep.nurbs_curves[brep.curves[c].nurbs];
    for (int round = 0; round < 100; ++round) {
      const Vec3<double> far = random.in_cube() * 4.0;
      const double t = random.uniform(n.u.begin(), n.u.end());
      const Vec3<double> on = curve_point_at(brep, c, t).point;
      EXPECT_LT(length(curve_point_at(brep, c, finder.on_curve(c, on).t).point - on), 1e-13);
      const host::NearestParameter at = finder.on_curve(c, far);
      EXPECT_NEAR(at.distance, length(curve_point_at(brep, c, at.t).point - far), 1e-13);
      double best = HUGE_VAL, around = 0.5 * (n.u.begin() + n.u.end()), reach = 0.5 * (n.u.end() - n.u.begin());
      for (int refined = 0; refined < 4; ++refined, reach /= 100) {
        const double from = around;
        for (int k = -400; k <= 400; ++k) {
          const double x = std::clamp(from + reach * k / 400, n.u.begin(), n.u.end());
          const double d = length(curve_point_at(brep, c, x).point - far);
          if (d < best) best = d, around = x;
        }
      }
      EXPECT_LT(at.distance, best + 1e-12) << c;
      EXPECT_NEAR(at.distance, best, 1e-6) << c;
    }
  }
}

TEST(ParameterFinder, CirclesAndEllipsesHaveAngles) {
  test::Random random(5);
  const Brep brep = made(random);
  const ParameterFinder finder(brep);
  for (std::uint32_t c = 0; c < 3; ++c) {
    for (int round = 0; round < 50; ++round) {
      const double t = random.uniform(-pi, pi);
      const host::NearestParameter at = finder.on_curve(c, curve_point_at(brep, c, t).point);
      EXPECT_NEAR(at.t, t, 1e-13);
      EXPECT_LT(at.distance, 1e-14);
    }
  }
}

TEST(BezierArcs, ArePiecesOfTheirCurves) {
  test::Random random(6);
  const Brep brep = made(random);
  for (std::uint32_t c = 0; c < brep.curves.size(); ++c) {
    const bool spline = brep.curves[c].kind == BrepCurveKind::nurbs;
    const double begin = spline ? 0.2 : -1.3, end = spline ? 0.9 : 4;
    double reached = begin;
    for (const host::BezierArc& arc : host::bezier_arcs(brep, c, begin, end)) {
      EXPECT_EQ(arc.begin, reached);
      reached = arc.end;
      for (int k = 0; k <= 8; ++k) {
        const host::BezierArc rest = host::part_of(arc, k / 10.0, 0.9);  // begins at the arc's point
        const WeightedPoint& w = rest.points[0];
        const Vec3<double> p{w.x / w.w, w.y / w.w, w.z / w.w};
        const host::NearestParameter at = ParameterFinder(brep).on_curve(c, p);
        EXPECT_LT(at.distance, 1e-13);
        if (brep.curves[c].kind == BrepCurveKind::nurbs || brep.curves[c].kind == BrepCurveKind::line) {
          EXPECT_LT(length(curve_point_at(brep, c, arc.begin + (arc.end - arc.begin) * k / 10).point - p), 1e-13);
        }
      }
    }
    EXPECT_EQ(reached, end);
  }
}

}  // namespace
}  // namespace abut
